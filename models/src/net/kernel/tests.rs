use super::*;

/// The plain triple loop.
fn plain(inputs: usize, outputs: usize, m: &[f32], bias: &[f32], x: &[f32]) -> Vec<f32> {
    (0..outputs)
        .map(|o| bias[o] + (0..inputs).map(|i| x[i] * m[i * outputs + o]).sum::<f32>())
        .collect()
}

fn number(i: usize) -> f32 {
    ((i * 37 + 11) % 23) as f32 / 7.0 - 1.5
}

/// Some numbers, many of them zero.
fn sparse(len: usize) -> Vec<f32> {
    let some = |i: usize| if i * i % 7 < 2 { 0.0 } else { number(i + 5) };
    (0..len).map(some).collect()
}

fn check(inputs: usize, outputs: usize, relu: bool) {
    let rows = 9;
    let matrix: Vec<f32> = (0..inputs * outputs).map(number).collect();
    let bias: Vec<f32> = (0..outputs).map(number).collect();
    let input = sparse(rows * inputs);
    let layer = Packed::new(inputs, outputs, &matrix, &bias);
    let added: Vec<f32> = (0..2 * layer.width).map(number).collect();
    let owners: Vec<u32> = (0..rows as u32).map(|row| row % 2).collect();
    for machine in [Machine::Portable, Machine::detect()] {
        for start in [Start::Bias, Start::BiasAnd(&added, &owners)] {
            let mut output = vec![f32::NAN; rows * layer.width];
            let (input, used) = ((input.as_slice(), inputs), &mut Vec::new());
            affine(machine, &layer, input, start, relu, used, &mut output);
            for row in 0..rows {
                let x = &input.0[row * inputs..][..inputs];
                let expected = plain(inputs, outputs, &matrix, &bias, x);
                for (o, e) in expected.iter().enumerate() {
                    let more = start.row(row, layer.width).map_or(0.0, |more| more[o]);
                    let e = if relu { (e + more).max(0.0) } else { e + more };
                    let got = output[row * layer.width + o];
                    assert!((got - e).abs() < 1e-3, "{machine:?} {row} {o}: {got} {e}");
                }
            }
        }
    }
}

#[test]
fn the_loop_agrees_with_the_plain_one_on_every_machine() {
    // One output, one chunk of each size, and all sizes at once (64 + 32 + 16).
    for outputs in [1, 9, 21, 64, 100] {
        check(7, outputs, false);
        check(42, outputs, true);
    }
}

#[test]
fn products_of_rows_agree_with_the_plain_loop_on_every_machine() {
    for features in [1, 7, 8, 45] {
        let (rows, weights) = (sparse(5 * features), sparse(features + 3).split_off(3));
        for machine in [Machine::Portable, Machine::detect()] {
            let mut output = [f32::NAN; 5];
            dot_rows(machine, &rows, &weights, &mut output);
            for (row, got) in rows.chunks_exact(features).zip(output) {
                let expected = plain(features, 1, &weights, &[0.0], row)[0];
                assert!(
                    (got - expected).abs() < 1e-4,
                    "{machine:?}: {got} {expected}"
                );
            }
        }
    }
}

#[test]
fn numbers_that_are_not_zero_are_listed() {
    let numbers = sparse(45);
    let plain: Vec<u32> = (0..45).filter(|i| numbers[*i as usize] != 0.0).collect();
    let mut used = vec![0; 53];
    let count = list_nonzero::<[f32; 8]>(&numbers, &mut used);
    assert_eq!(used[..count], plain);
    assert!(count > 20 && count < 40);
}
