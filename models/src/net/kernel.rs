//! The one loop of inference: rows times matrix plus bias.
//!
//! Outputs are taken 16 at a time and rows four at a time, so that 4 × 16 sums stay in registers
//! while the matrix streams by once. On x86-64 with AVX2 and FMA the same code is compiled for
//! those and chosen at run time.

/// Outputs are padded to a multiple of this.
pub const LANES: usize = 16;

/// A layer laid out for the loop: outputs padded with zeros to whole lanes.
#[derive(Clone, Debug)]
pub struct Packed {
    pub inputs: usize,
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
    /// The layer's bias and this row (`width` numbers), the same for all rows.
    BiasAnd(&'a [f32]),
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
        Machine::Portable => affine_on::<false>(layer, input, stride, start, relu, output),
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
    affine_on::<true>(layer, input, stride, start, relu, output);
}

#[inline(always)]
fn affine_on<const FMA: bool>(
    layer: &Packed,
    input: &[f32],
    stride: usize,
    start: Start,
    relu: bool,
    output: &mut [f32],
) {
    let rows = output.len() / layer.width;
    let fours = rows / 4 * 4;
    for row in (0..fours).step_by(4) {
        rows_on::<FMA, 4>(layer, &input[row * stride..], stride, start, relu, {
            &mut output[row * layer.width..]
        });
    }
    for row in fours..rows {
        rows_on::<FMA, 1>(layer, &input[row * stride..], stride, start, relu, {
            &mut output[row * layer.width..]
        });
    }
}

#[inline(always)]
fn rows_on<const FMA: bool, const ROWS: usize>(
    layer: &Packed,
    input: &[f32],
    stride: usize,
    start: Start,
    relu: bool,
    output: &mut [f32],
) {
    let inputs: [&[f32]; ROWS] =
        std::array::from_fn(|row| &input[row * stride..row * stride + layer.inputs]);
    for block in 0..layer.width / LANES {
        let (matrix, bias) = layer.block(block);
        let at = block * LANES;
        let first: [f32; LANES] = std::array::from_fn(|lane| match start {
            Start::Bias => bias[lane],
            Start::BiasAnd(row) => bias[lane] + row[at + lane],
        });
        let mut sums = [first; ROWS];
        for (i, weights) in matrix.chunks_exact(LANES).enumerate() {
            for row in 0..ROWS {
                let x = inputs[row][i];
                for lane in 0..LANES {
                    let sum = &mut sums[row][lane];
                    *sum = multiply_add::<FMA>(x, weights[lane], *sum);
                }
            }
        }
        for row in 0..ROWS {
            let out = &mut output[row * layer.width + at..][..LANES];
            for lane in 0..LANES {
                let sum = sums[row][lane];
                out[lane] = if relu { sum.max(0.0) } else { sum };
            }
        }
    }
}

#[inline(always)]
fn multiply_add<const FMA: bool>(a: f32, b: f32, c: f32) -> f32 {
    if FMA { a.mul_add(b, c) } else { a * b + c }
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
            affine(machine, &layer, (&input, inputs), Start::Bias, false, &mut output);
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
