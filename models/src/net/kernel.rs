//! The loops that the time goes into: a row of numbers times a matrix.
//!
//! What a net sees is mostly zeros (three quarters of an action's numbers, half of a position's, and half of what comes out
//! of a ReLU), so the numbers that are not zero are listed first and only those are multiplied. Up to 64 sums stay in
//! registers while the matrix streams by. On x86-64 the same loop over AVX2 and FMA instructions is chosen at run time
//! where the processor has them. Each row's sums are made in the same order whatever other rows there are.

/// Outputs are padded to a multiple of this, unless there is only one.
pub const LANES: usize = 16;

/// Most outputs whose sums are made at once.
const CHUNK: usize = 4 * LANES;

/// A layer laid out for the loop: outputs padded with zeros to whole lanes.
#[derive(Clone, Debug)]
pub struct Packed {
    pub inputs: usize,
    pub outputs: usize,
    /// Padded number of outputs.
    pub width: usize,
    /// Chunks of outputs, see [`chunk_at`]; within a chunk row by row.
    matrix: Vec<f32>,
    bias: Vec<f32>,
}

/// How many of `left` outputs the next chunk has: 64, 32 or 16.
#[inline(always)]
fn chunk_at(left: usize) -> usize {
    match left / LANES {
        0 | 1 => LANES,
        2 | 3 => 2 * LANES,
        _ => CHUNK,
    }
}

impl Packed {
    /// Packs an `inputs × outputs` matrix and a bias (empty: zero).
    pub fn new(inputs: usize, outputs: usize, matrix: &[f32], bias: &[f32]) -> Packed {
        let width = match outputs {
            1 => 1,
            _ => outputs.next_multiple_of(LANES),
        };
        let mut padded = bias.to_vec();
        padded.resize(width, 0.0);
        Packed {
            inputs,
            outputs,
            width,
            matrix: match outputs {
                1 => matrix.to_vec(),
                _ => in_chunks(inputs, outputs, matrix),
            },
            bias: padded,
        }
    }
}

fn in_chunks(inputs: usize, outputs: usize, matrix: &[f32]) -> Vec<f32> {
    let width = outputs.next_multiple_of(LANES);
    let (mut packed, mut at) = (vec![0.0; inputs * width], 0);
    while at < width {
        let chunk = chunk_at(width - at);
        for output in at..outputs.min(at + chunk) {
            for input in 0..inputs {
                let place = inputs * at + input * chunk + output - at;
                packed[place] = matrix[input * outputs + output];
            }
        }
        at += chunk;
    }
    packed
}

/// What is added to the sums before the matrix product.
#[derive(Clone, Copy)]
pub enum Start<'a> {
    /// The layer's bias.
    Bias,
    /// The layer's bias and one of these rows (`width` numbers each): for each row of the input its number.
    BiasAnd(&'a [f32], &'a [u32]),
}

impl<'a> Start<'a> {
    /// What is added to the bias of a row.
    #[inline(always)]
    fn row(self, row: usize, width: usize) -> Option<&'a [f32]> {
        match self {
            Start::Bias => None,
            Start::BiasAnd(rows, owners) => Some(&rows[owners[row] as usize * width..][..width]),
        }
    }
}

/// How to compute: chosen once, when a net is prepared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Machine {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Machine {
    /// The fastest that this processor has.
    pub fn detect() -> Machine {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            return Machine::Avx2;
        }
        Machine::Portable
    }
}

/// `output = relu?(input · layer + start)`: `input` is `rows × stride` of which the first
/// `layer.inputs` numbers of a row count, `output` is `rows × layer.width`. `used` is working memory.
pub fn affine(
    machine: Machine,
    layer: &Packed,
    (input, stride): (&[f32], usize),
    start: Start,
    relu: bool,
    used: &mut Vec<u32>,
    output: &mut [f32],
) {
    match machine {
        Machine::Portable => affine_on::<[f32; 8]>(layer, input, stride, start, relu, used, output),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `Machine::Avx2` is made only by `detect`, which has seen both features.
        Machine::Avx2 => unsafe { affine_avx2(layer, input, stride, start, relu, used, output) },
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn affine_avx2(
    layer: &Packed,
    input: &[f32],
    stride: usize,
    start: Start,
    relu: bool,
    used: &mut Vec<u32>,
    output: &mut [f32],
) {
    affine_on::<avx2::Eight>(layer, input, stride, start, relu, used, output);
}

/// `output[i] = row i of input · weights`: `input` is `output.len() × weights.len()`.
pub fn dot_rows(machine: Machine, input: &[f32], weights: &[f32], output: &mut [f32]) {
    match machine {
        Machine::Portable => dot_rows_on::<[f32; 8]>(input, weights, output),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `Machine::Avx2` is made only by `detect`, which has seen both features.
        Machine::Avx2 => unsafe { dot_rows_avx2(input, weights, output) },
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn dot_rows_avx2(input: &[f32], weights: &[f32], output: &mut [f32]) {
    dot_rows_on::<avx2::Eight>(input, weights, output);
}

#[inline(always)]
fn dot_rows_on<L: Lanes>(input: &[f32], weights: &[f32], output: &mut [f32]) {
    for (row, output) in input.chunks_exact(weights.len()).zip(output) {
        *output = dot::<L>(row, weights, 0.0);
    }
}

/// Eight numbers at once.
trait Lanes: Copy {
    fn splat(x: f32) -> Self;
    fn load(from: &[f32; 8]) -> Self;
    fn store(self, to: &mut [f32; 8]);
    /// `self + x · y`
    fn add_product(self, x: Self, y: Self) -> Self;
    fn plus(self, other: Self) -> Self;
    fn relu(self) -> Self;
    /// Bit `i`: number `i` is not zero.
    fn nonzero(self) -> u8;
}

/// Any processor.
impl Lanes for [f32; 8] {
    #[inline(always)]
    fn splat(x: f32) -> Self {
        [x; 8]
    }
    #[inline(always)]
    fn load(from: &[f32; 8]) -> Self {
        *from
    }
    #[inline(always)]
    fn store(self, to: &mut [f32; 8]) {
        *to = self;
    }
    #[inline(always)]
    fn add_product(self, x: Self, y: Self) -> Self {
        std::array::from_fn(|i| self[i] + x[i] * y[i])
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] + other[i])
    }
    #[inline(always)]
    fn relu(self) -> Self {
        self.map(|x| x.max(0.0))
    }
    #[inline(always)]
    fn nonzero(self) -> u8 {
        (0..8).fold(0, |mask, i| mask | u8::from(self[i] != 0.0) << i)
    }
}

/// x86-64 with AVX2 and FMA. Used only from [`affine_avx2`] and [`dot_rows_avx2`], which are compiled for both and called
/// only where they were detected: that is the proof for each `unsafe` below. Loads and stores go through
/// references to eight numbers and need no alignment.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::Lanes;
    use std::arch::x86_64::*;

    #[derive(Clone, Copy)]
    pub struct Eight(__m256);

    impl Lanes for Eight {
        #[inline(always)]
        fn splat(x: f32) -> Self {
            // SAFETY: see the module.
            Eight(unsafe { _mm256_set1_ps(x) })
        }
        #[inline(always)]
        fn load(from: &[f32; 8]) -> Self {
            // SAFETY: see the module.
            Eight(unsafe { _mm256_loadu_ps(from.as_ptr()) })
        }
        #[inline(always)]
        fn store(self, to: &mut [f32; 8]) {
            // SAFETY: see the module.
            unsafe { _mm256_storeu_ps(to.as_mut_ptr(), self.0) }
        }
        #[inline(always)]
        fn add_product(self, x: Self, y: Self) -> Self {
            // SAFETY: see the module.
            Eight(unsafe { _mm256_fmadd_ps(x.0, y.0, self.0) })
        }
        #[inline(always)]
        fn plus(self, other: Self) -> Self {
            // SAFETY: see the module.
            Eight(unsafe { _mm256_add_ps(self.0, other.0) })
        }
        #[inline(always)]
        fn relu(self) -> Self {
            // SAFETY: see the module.
            Eight(unsafe { _mm256_max_ps(self.0, _mm256_setzero_ps()) })
        }
        #[inline(always)]
        fn nonzero(self) -> u8 {
            // SAFETY: see the module.
            let mask = unsafe {
                _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_NEQ_UQ>(self.0, _mm256_setzero_ps()))
            };
            mask as u8
        }
    }
}

#[inline(always)]
fn affine_on<L: Lanes>(
    layer: &Packed,
    input: &[f32],
    stride: usize,
    start: Start,
    relu: bool,
    used: &mut Vec<u32>,
    output: &mut [f32],
) {
    // No closures here: they would not be compiled for the caller's instructions.
    if used.len() < layer.inputs + 8 {
        used.resize(layer.inputs + 8, 0);
    }
    for (row, output) in output.chunks_exact_mut(layer.width).enumerate() {
        let numbers = &input[row * stride..][..layer.inputs];
        let more = start.row(row, layer.width);
        if layer.outputs == 1 {
            let sum = dot::<L>(&layer.matrix, numbers, layer.bias[0]);
            let sum = match more {
                Some(more) => sum + more[0],
                None => sum,
            };
            output[0] = if relu { sum.max(0.0) } else { sum };
            continue;
        }
        let count = list_nonzero::<L>(numbers, used);
        let row = Row {
            numbers,
            used: &used[..count],
            more,
            relu,
        };
        row_on::<L>(layer, row, output);
    }
}

/// A row of the input, and what else its outputs are made of.
#[derive(Clone, Copy)]
struct Row<'a> {
    numbers: &'a [f32],
    /// Which of the numbers are not zero.
    used: &'a [u32],
    more: Option<&'a [f32]>,
    relu: bool,
}

#[inline(always)]
fn row_on<L: Lanes>(layer: &Packed, row: Row, output: &mut [f32]) {
    let mut at = 0;
    while at < layer.width {
        let chunk = chunk_at(layer.width - at);
        let matrix = &layer.matrix[layer.inputs * at..][..layer.inputs * chunk];
        let bias = &layer.bias[at..at + chunk];
        let row = Row {
            more: match row.more {
                Some(more) => Some(&more[at..at + chunk]),
                None => None,
            },
            ..row
        };
        let output = &mut output[at..at + chunk];
        match chunk {
            LANES => chunk_on::<L, 2>(matrix, bias, row, output),
            CHUNK => chunk_on::<L, 8>(matrix, bias, row, output),
            _ => chunk_on::<L, 4>(matrix, bias, row, output),
        }
        at += chunk;
    }
}

/// `EIGHTS` times eight outputs.
#[inline(always)]
fn chunk_on<L: Lanes, const EIGHTS: usize>(
    matrix: &[f32],
    bias: &[f32],
    row: Row,
    output: &mut [f32],
) {
    let mut sums = [L::splat(0.0); EIGHTS];
    let (bias, _) = bias.as_chunks::<8>();
    for e in 0..EIGHTS {
        sums[e] = L::load(&bias[e]);
    }
    if let Some(more) = row.more {
        let (more, _) = more.as_chunks::<8>();
        for e in 0..EIGHTS {
            sums[e] = sums[e].plus(L::load(&more[e]));
        }
    }
    for &input in row.used {
        let input = input as usize;
        let x = L::splat(row.numbers[input]);
        let (weights, _) = matrix[input * EIGHTS * 8..][..EIGHTS * 8].as_chunks::<8>();
        for e in 0..EIGHTS {
            sums[e] = sums[e].add_product(x, L::load(&weights[e]));
        }
    }
    let (output, _) = output.as_chunks_mut::<8>();
    for e in 0..EIGHTS {
        let sum = if row.relu { sums[e].relu() } else { sums[e] };
        sum.store(&mut output[e]);
    }
}

/// For each mask of eight the places of its bits, from the lowest.
static PLACES: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut bit, mut nth) = (0, 0);
        while bit < 8 {
            if mask >> bit & 1 == 1 {
                table[mask][nth] = bit;
                nth += 1;
            }
            bit += 1;
        }
        mask += 1;
    }
    table
};

/// Lists which numbers are not zero, and says how many. Without a branch: which they are is hard to guess. `used` has room
/// for eight more than there are numbers.
#[inline(always)]
fn list_nonzero<L: Lanes>(numbers: &[f32], used: &mut [u32]) -> usize {
    let (eights, rest) = numbers.as_chunks::<8>();
    let mut count = 0;
    for (i, eight) in eights.iter().enumerate() {
        let mask = L::load(eight).nonzero();
        let places = &PLACES[usize::from(mask)];
        let to = &mut used[count..count + 8];
        for j in 0..8 {
            to[j] = (i * 8) as u32 + u32::from(places[j]);
        }
        count += mask.count_ones() as usize;
    }
    for (i, number) in rest.iter().enumerate() {
        used[count] = (eights.len() * 8 + i) as u32;
        count += usize::from(*number != 0.0);
    }
    count
}

/// `start + Σ x y`
#[inline(always)]
fn dot<L: Lanes>(xs: &[f32], ys: &[f32], start: f32) -> f32 {
    let ((xs, rest), (ys, others)) = (xs.as_chunks::<8>(), ys.as_chunks::<8>());
    let mut sums = L::splat(0.0);
    for (x, y) in xs.iter().zip(ys) {
        sums = sums.add_product(L::load(x), L::load(y));
    }
    let mut lanes = [0.0; 8];
    sums.store(&mut lanes);
    let mut sum = start;
    for lane in lanes {
        sum += lane;
    }
    for (x, y) in rest.iter().zip(others) {
        sum += x * y;
    }
    sum
}

#[cfg(test)]
mod tests;
