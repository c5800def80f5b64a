//! Small dense matrices and linear equations: tens of unknowns, in double precision.

use std::ops::{Index, IndexMut};

use serde::{Serialize, Serializer};

/// A matrix, row by row.
#[derive(Clone, PartialEq, Debug)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub fn zeros(rows: usize, columns: usize) -> Matrix {
        let cells = vec![0.0; rows * columns];
        Matrix {
            rows,
            columns,
            cells,
        }
    }

    pub fn from_fn(rows: usize, columns: usize, f: impl Fn(usize, usize) -> f64) -> Matrix {
        let mut matrix = Matrix::zeros(rows, columns);
        for row in 0..rows {
            for column in 0..columns {
                matrix[(row, column)] = f(row, column);
            }
        }
        matrix
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn columns(&self) -> usize {
        self.columns
    }

    /// One row as a slice.
    pub fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.columns..][..self.columns]
    }

    /// The matrix times a column.
    pub fn times(&self, column: &[f64]) -> Vec<f64> {
        let product = |row| self.row(row).iter().zip(column).map(|(a, b)| a * b).sum();
        (0..self.rows).map(product).collect()
    }

    /// The sum of the squares of all cells.
    pub fn energy(&self) -> f64 {
        self.cells.iter().map(|cell| cell * cell).sum()
    }

    /// The greatest absolute value of a cell.
    pub fn largest(&self) -> f64 {
        self.cells
            .iter()
            .fold(0.0, |most, cell| cell.abs().max(most))
    }

    /// Are all cells finite, and is there one?
    pub(crate) fn is_sound(&self) -> bool {
        !self.cells.is_empty() && self.cells.iter().all(|cell| cell.is_finite())
    }

    fn swap_rows(&mut self, one: usize, other: usize) {
        for column in 0..self.columns {
            let (a, b) = (one * self.columns + column, other * self.columns + column);
            self.cells.swap(a, b);
        }
    }
}

impl Serialize for Matrix {
    /// A list of rows.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.rows).map(|row| self.row(row)))
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;
    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.cells[row * self.columns + column]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.cells[row * self.columns + column]
    }
}

/// Solves `matrix · x = right` by elimination with partial pivoting; `None` if the matrix is singular.
pub fn solve(mut matrix: Matrix, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let n = right.len();
    for step in 0..n {
        let size = |row: &usize| matrix[(*row, step)].abs();
        let pivot = (step..n).max_by(|a, b| size(a).total_cmp(&size(b)))?;
        if size(&pivot) == 0.0 || size(&pivot).is_nan() {
            return None;
        }
        matrix.swap_rows(step, pivot);
        right.swap(step, pivot);
        for row in step + 1..n {
            let factor = matrix[(row, step)] / matrix[(step, step)];
            if factor == 0.0 {
                continue;
            }
            for column in step..n {
                matrix[(row, column)] -= factor * matrix[(step, column)];
            }
            right[row] -= factor * right[step];
        }
    }
    Some(back_substitute(&matrix, right))
}

/// The inverse of a symmetric positive definite matrix, by elimination in place (no pivots are needed). Of others, nonsense.
pub fn inverse(matrix: &Matrix) -> Matrix {
    let (n, mut a) = (matrix.rows(), matrix.clone());
    for step in 0..n {
        let pivot = 1.0 / a[(step, step)];
        a[(step, step)] = 1.0;
        (0..n).for_each(|column| a[(step, column)] *= pivot);
        for row in (0..n).filter(|&row| row != step) {
            let factor = std::mem::replace(&mut a[(row, step)], 0.0);
            if factor != 0.0 {
                (0..n).for_each(|column| {
                    let above = a[(step, column)];
                    a[(row, column)] -= factor * above;
                });
            }
        }
    }
    a
}

/// The logarithm of the determinant of a matrix whose leading minors are positive, such as a positive definite one.
pub fn log_determinant(mut matrix: Matrix) -> f64 {
    let n = matrix.rows();
    let mut sum = 0.0;
    for step in 0..n {
        let pivot = matrix[(step, step)];
        sum += pivot.ln();
        for row in step + 1..n {
            let factor = matrix[(row, step)] / pivot;
            for column in step..n {
                let above = matrix[(step, column)];
                matrix[(row, column)] -= factor * above;
            }
        }
    }
    sum
}

fn back_substitute(matrix: &Matrix, mut right: Vec<f64>) -> Vec<f64> {
    for row in (0..right.len()).rev() {
        let known = (row + 1..right.len()).map(|column| matrix[(row, column)] * right[column]);
        right[row] = (right[row] - known.sum::<f64>()) / matrix[(row, row)];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use moonbase_engine::chance::rng_for;
    use rand::RngExt;

    /// x + y = 3, x - y = 1, in an order that needs a swap: 0x + 2y = 2 after adding.
    #[test]
    fn two_equations_by_hand() {
        let matrix = Matrix::from_fn(2, 2, |r, c| [[0.0, 2.0], [1.0, 1.0]][r][c]);
        assert_eq!(solve(matrix, vec![2.0, 3.0]), Some(vec![2.0, 1.0]));
    }

    #[test]
    fn json_has_a_list_for_each_row() {
        let matrix = Matrix::from_fn(2, 1, |row, _| row as f64);
        assert_eq!(serde_json::to_string(&matrix).unwrap(), "[[0.0],[1.0]]");
    }

    #[test]
    fn a_singular_matrix_has_no_solution() {
        let matrix = Matrix::from_fn(2, 2, |r, _| r as f64 + 1.0);
        assert_eq!(solve(matrix, vec![1.0, 2.0]), None);
    }

    /// 2 · 3 - 1 · 1 = 5.
    #[test]
    fn inverse_and_determinant_by_hand() {
        let matrix = Matrix::from_fn(2, 2, |r, c| [[2.0, 1.0], [1.0, 3.0]][r][c]);
        let found = inverse(&matrix);
        for (place, expected) in [((0, 0), 0.6), ((0, 1), -0.2), ((1, 0), -0.2), ((1, 1), 0.4)] {
            assert!((found[place] - expected).abs() < 1e-12);
        }
        assert!((log_determinant(matrix) - 5f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn the_inverse_of_the_inverse_is_the_matrix() {
        let mut rng = rng_for(2, 0);
        for n in 1..10 {
            let cells: Vec<f64> = (0..n * n).map(|_| rng.random_range(-1.0..1.0)).collect();
            // A Aᵀ + 1 is positive definite.
            let product = |r: usize, c: usize| {
                (0..n)
                    .map(|k| cells[r * n + k] * cells[c * n + k])
                    .sum::<f64>()
            };
            let matrix = Matrix::from_fn(n, n, |r, c| product(r, c) + f64::from(u8::from(r == c)));
            let back = inverse(&inverse(&matrix));
            assert!(
                (0..n * n).all(|i| (back[(i / n, i % n)] - matrix[(i / n, i % n)]).abs() < 1e-9)
            );
            assert!((log_determinant(inverse(&matrix)) + log_determinant(matrix)).abs() < 1e-9);
        }
    }

    #[test]
    fn the_solution_solves() {
        let mut rng = rng_for(1, 0);
        for n in 1..12 {
            let cells: Vec<f64> = (0..n * n).map(|_| rng.random_range(-1.0..1.0)).collect();
            let matrix = Matrix::from_fn(n, n, |r, c| cells[r * n + c]);
            let x: Vec<f64> = (0..n).map(|_| rng.random_range(-1.0..1.0)).collect();
            let found = solve(matrix.clone(), matrix.times(&x)).unwrap();
            assert!(found.iter().zip(&x).all(|(a, b)| (a - b).abs() < 1e-9));
        }
    }
}
