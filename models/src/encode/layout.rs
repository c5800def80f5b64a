//! Blocks of numbers one after another, with named axes, so that a turn of the board is a permutation.

use moonbase_engine::env::Field;
use moonbase_engine::hex::{Hex, Symmetry};

/// What one axis of a block counts, and so what a turn of the board does to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Axis {
    /// Tiles by number (their order by `(q,r)`), then free places.
    Slots(usize),
    /// The six directions.
    Dirs,
    /// The three lines through a hex: direction `d` and its opposite are line `d mod 3`.
    Lines,
    /// Masks of exits, 0 to 63.
    Masks,
    /// The exits of a tile beyond the one that leads back to where it is laid, 0 to 31: bit `i` for the
    /// direction `i` + 1 steps clockwise from the way back.
    Bends,
    /// Whatever no turn changes.
    Plain(usize),
}

impl Axis {
    pub fn len(self) -> usize {
        match self {
            Axis::Slots(len) | Axis::Plain(len) => len,
            Axis::Dirs => 6,
            Axis::Lines => 3,
            Axis::Masks => 64,
            Axis::Bends => 32,
        }
    }

    /// Has the axis no places?
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// A block: its field, its axes (the last runs fastest) and where it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    pub field: Field,
    pub axes: Vec<Axis>,
    pub offset: usize,
}

impl Block {
    /// The index of a place in the block.
    pub fn at(&self, place: &[usize]) -> usize {
        let axes = self.axes.iter().zip(place);
        self.offset + axes.fold(0, |index, (axis, at)| index * axis.len() + at)
    }

    /// The place of an index of the block; axes that it lacks are 0.
    #[inline]
    pub fn place(&self, index: usize) -> [usize; 3] {
        let (mut rest, mut place) = (index - self.offset, [0; 3]);
        for (i, axis) in self.axes.iter().enumerate().rev() {
            place[i] = rest % axis.len();
            rest /= axis.len();
        }
        place
    }
}

/// Blocks one after another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    blocks: Vec<Block>,
    /// Per block, what [`Layout::at`] needs, close together.
    steps: Vec<Steps>,
    len: usize,
}

/// Where a block begins, and how far apart neighbours on each of its axes are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Steps {
    offset: usize,
    strides: [usize; 3],
}

impl Steps {
    fn of(block: &Block) -> Steps {
        let (mut strides, mut step) = ([0; 3], 1);
        for (stride, axis) in strides.iter_mut().zip(&block.axes).rev() {
            (*stride, step) = (step, step * axis.len());
        }
        let offset = block.offset;
        Steps { offset, strides }
    }
}

/// A row of a layout: name, axes, range, meaning.
pub(super) type Row = (&'static str, Vec<Axis>, &'static str, &'static str);

impl Layout {
    pub(super) fn new(rows: Vec<Row>) -> Layout {
        let (mut blocks, mut len) = (Vec::new(), 0);
        for (name, axes, range, meaning) in rows {
            let shape: Vec<usize> = axes.iter().map(|axis| axis.len()).collect();
            let field = Field::new(name, &shape, range, meaning);
            let offset = len;
            len += field.len();
            blocks.push(Block {
                field,
                axes,
                offset,
            });
        }
        let steps = blocks.iter().map(Steps::of).collect();
        Layout { blocks, steps, len }
    }

    /// Numbers in all blocks.
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The fields in order.
    pub fn fields(&self) -> Vec<Field> {
        self.blocks
            .iter()
            .map(|block| block.field.clone())
            .collect()
    }

    /// The number and the block that an index falls into.
    pub fn find(&self, index: usize) -> Option<(usize, &Block)> {
        let after = self.blocks.partition_point(|block| block.offset <= index);
        (index < self.len).then(|| (after - 1, &self.blocks[after - 1]))
    }

    /// The index of a place in a block: [`Block::at`], fast.
    #[inline(always)]
    pub(super) fn at<const N: usize>(&self, block: usize, place: [usize; N]) -> usize {
        let steps = &self.steps[block];
        (0..N).fold(steps.offset, |index, axis| {
            index + place[axis] * steps.strides[axis]
        })
    }

    /// Where an index goes when the board is turned.
    pub fn turned(&self, turning: &Turning, index: usize) -> usize {
        let (_, block) = self.find(index).expect("an index of the layout");
        let place = block.place(index);
        let turn = |(axis, at): (&Axis, &usize)| turning.turned(*axis, *at);
        let place: Vec<usize> = block.axes.iter().zip(&place).map(turn).collect();
        block.at(&place)
    }
}

/// What a turn of the board does to the axes. Data can be multiplied twelvefold with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turning {
    symmetry: Symmetry,
    /// The new number of each tile.
    slots: Vec<usize>,
}

impl Turning {
    /// The turn of a board with these hexes, in the order of their numbers.
    pub fn new(symmetry: Symmetry, hexes: impl Iterator<Item = Hex>) -> Turning {
        let images: Vec<Hex> = hexes.map(|hex| symmetry.hex(hex)).collect();
        let rank = |hex: &Hex| images.iter().filter(|other| *other < hex).count();
        let slots = images.iter().map(rank).collect();
        Turning { symmetry, slots }
    }

    fn turned(&self, axis: Axis, at: usize) -> usize {
        match axis {
            Axis::Slots(_) => self.slots.get(at).copied().unwrap_or(at),
            Axis::Dirs => self.symmetry.dir(at as u8) as usize,
            Axis::Lines => self.symmetry.dir(at as u8) as usize % 3,
            Axis::Masks => self.symmetry.dirs(at as u8) as usize,
            // Counted from the way back, only a reflection changes them: left becomes right.
            Axis::Bends if self.symmetry.mirror => (at as u8).reverse_bits() as usize >> 3,
            Axis::Bends => at,
            Axis::Plain(_) => at,
        }
    }
}

/// Declares an enum whose variants number the blocks of a layout, from `$first` on.
macro_rules! numbered {
    ($(#[$meta:meta])* $enum:ident from $first:expr; $($name:ident),* $(,)?) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum $enum { $($name),* }

        impl $enum {
            const ALL: &'static [$enum] = &[$($enum::$name),*];
        }

        impl From<$enum> for usize {
            #[inline(always)]
            fn from(block: $enum) -> usize {
                $first + block as usize
            }
        }
    };
}

pub(super) use numbered;
