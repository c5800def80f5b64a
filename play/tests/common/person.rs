//! A person at the keyboard who reads what the program has written before answering.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Mutex};

/// What the program has written so far.
#[derive(Clone, Default)]
pub struct Screen(Arc<Mutex<Vec<u8>>>);

impl Screen {
    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Types a line whenever one is wanted; `None` ends the input.
pub struct Person<F: FnMut(&str) -> Option<String>> {
    screen: Screen,
    line: Vec<u8>,
    typed: usize,
    think: F,
}

impl<F: FnMut(&str) -> Option<String>> Person<F> {
    /// `think` is given everything written so far.
    pub fn new(screen: &Screen, think: F) -> Self {
        Person {
            screen: screen.clone(),
            line: Vec::new(),
            typed: 0,
            think,
        }
    }
}

impl<F: FnMut(&str) -> Option<String>> BufRead for Person<F> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.typed == self.line.len() {
            let line = (self.think)(&self.screen.text());
            self.line = line.map_or_else(Vec::new, |line| (line + "\n").into_bytes());
            self.typed = 0;
        }
        Ok(&self.line[self.typed..])
    }

    fn consume(&mut self, count: usize) {
        self.typed += count;
    }
}

impl<F: FnMut(&str) -> Option<String>> Read for Person<F> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(into)?;
        self.consume(count);
        Ok(count)
    }
}

/// The prompt that the program waits at, such as `dice`.
pub fn prompt(text: &str) -> &str {
    let last = text.rsplit('\n').next().unwrap_or_default();
    last.trim_end().trim_end_matches('>')
}

/// The numbers that the last question allows: `(0 to 3)`, or the lines of its list.
pub fn allowed(text: &str) -> (u32, u32) {
    if prompt(text) == "table" {
        let list = text.rsplit("which").next().unwrap_or_default();
        let lines = list.lines().filter(|line| {
            let number = line.split_whitespace().next().unwrap_or_default();
            line.starts_with("  ") && number.parse::<u32>().is_ok()
        });
        return (1, lines.count() as u32);
    }
    // The range may be broken over two lines.
    let words: Vec<&str> = text.split_whitespace().collect();
    let range = words.join(" ");
    let range = range.rsplit('(').find_map(|part| {
        let (low, high) = part.split_once(')')?.0.split_once(" to ")?;
        Some((low.trim().parse().ok()?, high.trim().parse().ok()?))
    });
    range.expect("a question says what can be answered")
}

/// Lines that are typed before anything else.
pub fn first_then(
    first: &[&str],
    mut then: impl FnMut(&str) -> Option<String>,
) -> impl FnMut(&str) -> Option<String> {
    let mut first: VecDeque<String> = first.iter().map(|line| line.to_string()).collect();
    move |text| first.pop_front().or_else(|| then(text))
}
