//! What reaches the screen from outside.

/// Something that happened at the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    Key(Key),
    /// The left button at a column and row, from 0.
    Click(u16, u16),
    /// The wheel at a column and row, by rows; below 0 is up.
    Wheel(u16, u16, i32),
    /// Time has passed.
    Tick,
}

/// The keys that mean something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    Char(char),
    Enter,
    Escape,
    Backspace,
    Tab,
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    Home,
    End,
    /// Ctrl-C.
    Interrupt,
}
