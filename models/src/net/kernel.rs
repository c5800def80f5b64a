//! The one loop of inference: rows times matrix plus bias.
//!
//! Outputs are taken 16 at a time and rows four at a time, so that 4 × 16 sums stay in registers
//! while the matrix streams by once. On x86-64 the same loop over AVX2 and FMA instructions is chosen
//! at run time where the processor has them.

/// Outputs are padded to a multiple of this.
pub const LANES: usize = 16;

/// A layer laid out for the loop: outputs padded with zeros to whole lanes.
#[derive(Clone, Debug)]
pub struct Packed {
    pub inputs: usize,
    pub outputs: usize,
    /// Padded number of outputs.
    pub width: usize,
    /// Blocks of `LANES` outputs; within a block row by row.
    matrix: Vec<f32>,
    bias: Vec<f32>,
}

impl Packed {
    /// Packs an `inputs × outputs` matrix and a bias (empty: zero).
    pub fn new(inputs: usize, outputs: usize, matrix: &[f32], bias: &[f32]) -> Packed {
        let width = outputs.next_multiple_of(LANES);
        let mut packed = vec![0.0; inputs * width];
        for output in 0..outputs {
            let (block, lane) = (output / LANES, output % LANES);
            for input in 0..inputs {
                let place = (block * inputs + input) * LANES + lane;
                packed[place] = matrix[input * outputs + output];
            }
        }
        let mut padded = bias.to_vec();
        padded.resize(width, 0.0);
        Packed {
            inputs,
            outputs,
            width,
            matrix: packed,
            bias: padded,
        }
    }

    fn block(&self, block: usize) -> (&[f32], &[f32]) {
        let (from, size) = (block * self.inputs * LANES, self.inputs * LANES);
        let bias = &self.bias[block * LANES..(block + 1) * LANES];
        (&self.matrix[from..from + size], bias)
    }
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
    /// The same for the rows from `row` on.
    #[inline(always)]
    fn from(self, row: usize) -> Start<'a> {
        match self {
            Start::Bias => Start::Bias,
            Start::BiasAnd(rows, owners) => Start::BiasAnd(rows, &owners[row..]),
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
/// `layer.inputs` numbers of a row count, `output` is `rows × layer.width`.
pub fn affine(
    machine: Machine,
    layer: &Packed,
    (input, stride): (&[f32], usize),
    start: Start,
    relu: bool,
    output: &mut [f32],
) {
    match machine {
        Machine::Portable => affine_on::<[f32; 8]>(layer, input, stride, start, relu, output),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `Machine::Avx2` is made only by `detect`, which has seen both features.
        Machine::Avx2 => unsafe { affine_avx2(layer, input, stride, start, relu, output) },
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
    output: &mut [f32],
) {
    affine_on::<avx2::Eight>(layer, input, stride, start, relu, output);
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
}

/// x86-64 with AVX2 and FMA. Used only from [`affine_avx2`], which is compiled for both and called only
/// where they were detected: that is the proof for each `unsafe` below. Loads and stores go through
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
    }
}

#[inline(always)]
fn affine_on<L: Lanes>(
    layer: &Packed,
    input: &[f32],
    stride: usize,
    start: Start,
    relu: bool,
    output: &mut [f32],
) {
    // No closures here: they would not be compiled for the caller's instructions.
    let rows = output.len() / layer.width;
    if rows < 4 {
        for row in 0..rows {
            let (input, output) = (&input[row * stride..], &mut output[row * layer.width..]);
            rows_on::<L, 1>(layer, input, stride, start.from(row), relu, output);
        }
        return;
    }
    for row in (0..rows).step_by(4) {
        // The last four overlap those before: cheaper than single rows, and the same numbers.
        let row = row.min(rows - 4);
        let (input, output) = (&input[row * stride..], &mut output[row * layer.width..]);
        rows_on::<L, 4>(layer, input, stride, start.from(row), relu, output);
    }
}

#[inline(always)]
fn rows_on<L: Lanes, const ROWS: usize>(
    layer: &Packed,
    input: &[f32],
    stride: usize,
    start: Start,
    relu: bool,
    output: &mut [f32],
) {
    let mut inputs: [&[f32]; ROWS] = [&[]; ROWS];
    for (row, numbers) in inputs.iter_mut().enumerate() {
        *numbers = &input[row * stride..row * stride + layer.inputs];
    }
    for block in 0..layer.width / LANES {
        let (matrix, bias) = layer.block(block);
        let at = block * LANES;
        let mut sums = [pair::<L>(bias); ROWS];
        if let Start::BiasAnd(rows, owners) = start {
            for row in 0..ROWS {
                let more = pair::<L>(&rows[owners[row] as usize * layer.width + at..][..LANES]);
                sums[row] = [sums[row][0].plus(more[0]), sums[row][1].plus(more[1])];
            }
        }
        for (i, weights) in matrix.chunks_exact(LANES).enumerate() {
            let [low, high] = pair::<L>(weights);
            for row in 0..ROWS {
                let x = L::splat(inputs[row][i]);
                sums[row][0] = sums[row][0].add_product(x, low);
                sums[row][1] = sums[row][1].add_product(x, high);
            }
        }
        for (row, [low, high]) in sums.into_iter().enumerate() {
            let [low, high] = if relu {
                [low.relu(), high.relu()]
            } else {
                [low, high]
            };
            let (to, _) = output[row * layer.width + at..][..LANES].as_chunks_mut::<8>();
            low.store(&mut to[0]);
            high.store(&mut to[1]);
        }
    }
}

/// Sixteen numbers.
#[inline(always)]
fn pair<L: Lanes>(numbers: &[f32]) -> [L; 2] {
    let (eights, _) = numbers.as_chunks::<8>();
    [L::load(&eights[0]), L::load(&eights[1])]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plain triple loop.
    fn plain(inputs: usize, outputs: usize, m: &[f32], bias: &[f32], x: &[f32]) -> Vec<f32> {
        (0..outputs)
            .map(|o| bias[o] + (0..inputs).map(|i| x[i] * m[i * outputs + o]).sum::<f32>())
            .collect()
    }

    #[test]
    fn blocked_loops_agree_with_the_plain_one_on_every_machine() {
        let (inputs, outputs, rows) = (7, 21, 9);
        let number = |i: usize| ((i * 37 + 11) % 23) as f32 / 7.0 - 1.5;
        let matrix: Vec<f32> = (0..inputs * outputs).map(number).collect();
        let bias: Vec<f32> = (0..outputs).map(number).collect();
        let input: Vec<f32> = (0..rows * inputs).map(|i| number(i + 5)).collect();
        let layer = Packed::new(inputs, outputs, &matrix, &bias);
        for machine in [Machine::Portable, Machine::detect()] {
            let mut output = vec![f32::NAN; rows * layer.width];
            affine(
                machine,
                &layer,
                (&input, inputs),
                Start::Bias,
                false,
                &mut output,
            );
            for row in 0..rows {
                let x = &input[row * inputs..][..inputs];
                let expected = plain(inputs, outputs, &matrix, &bias, x);
                for (o, e) in expected.iter().enumerate() {
                    let got = output[row * layer.width + o];
                    assert!((got - e).abs() < 1e-4, "{machine:?} {row} {o}: {got} {e}");
                }
            }
        }
    }
}
