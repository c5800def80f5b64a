//! Nash averaging and α-rank against OpenSpiel's own, offline: `reference.json` is what
//! `scripts/ratings_reference.py` wrote; its versions are in the file.

use serde_json::Value;

use super::{AlphaRank, Matrix, alpha_rank, alpha_rank_seats, nash_averaging};

fn cases(kind: &str) -> Vec<Value> {
    let file: Value = serde_json::from_str(include_str!("reference.json")).unwrap();
    assert_eq!(file["versions"]["open_spiel"], "2.0.2");
    let cases = file[kind].as_array().unwrap().clone();
    assert!(cases.len() > 2);
    cases
}

fn numbers(list: &Value) -> Vec<f64> {
    let numbers = list.as_array().unwrap().iter();
    numbers.map(|number| number.as_f64().unwrap()).collect()
}

fn payoffs(case: &Value) -> Matrix {
    let rows: Vec<Vec<f64>> = case["payoffs"]
        .as_array()
        .unwrap()
        .iter()
        .map(numbers)
        .collect();
    Matrix::from_fn(rows.len(), rows[0].len(), |row, column| rows[row][column])
}

fn check(name: &Value, found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    let close = |(a, b): (&f64, &f64)| (a - b).abs() < tolerance;
    assert!(
        found.iter().zip(expected).all(close),
        "{name}: {found:?} {expected:?}"
    );
}

fn settings(rank: &Value) -> AlphaRank {
    AlphaRank {
        selection: rank["selection"].as_f64().unwrap(),
        population: rank["population"].as_u64().unwrap() as u32,
    }
}

#[test]
fn nash_averaging_is_openspiels() {
    for case in cases("one_population") {
        let nash = nash_averaging(&payoffs(&case)).unwrap();
        let (expected, name) = (&case["nash"], &case["name"]);
        let tolerance = expected["tolerance"].as_f64().unwrap();
        check(
            name,
            &nash.mixture,
            &numbers(&expected["mixture"]),
            tolerance,
        );
        check(name, &nash.skill, &numbers(&expected["skill"]), tolerance);
    }
}

#[test]
fn alpha_rank_is_openspiels() {
    for case in cases("one_population") {
        for rank in case["alpha_rank"].as_array().unwrap() {
            let mass = alpha_rank(&payoffs(&case), &settings(rank)).unwrap();
            check(&case["name"], &mass, &numbers(&rank["mass"]), 1e-9);
        }
    }
}

#[test]
fn alpha_rank_of_two_seats_is_openspiels() {
    for case in cases("two_populations") {
        for rank in case["alpha_rank"].as_array().unwrap() {
            let matrix = payoffs(&case);
            let ranks = alpha_rank_seats(&matrix, &settings(rank)).unwrap();
            let joint: Vec<f64> = (0..matrix.rows())
                .flat_map(|r| ranks.joint.row(r).to_vec())
                .collect();
            check(&case["name"], &joint, &numbers(&rank["mass"]), 1e-9);
        }
    }
}
