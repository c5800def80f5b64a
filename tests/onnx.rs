//! ONNX models give the same numbers as the nets that they were made of, in onnxruntime.
//!
//! The Python that imports onnxruntime is `python3`, or what `MOONBASE_PYTHON` names; without it the comparison is
//! skipped, and says so. `.ci/run` provides it.

mod common;

use std::io::Write;
use std::path::Path;
use std::process::Command;

use common::{complaint_in, run_in, text};
use moonbase_engine::chance::{mix, rng_for};
use moonbase_engine::registry::options_of;
use moonbase_engine::ufo::Ufo;
use moonbase_engine::{BySeat, Game, KeyedDice, Seat, Turn};
use moonbase_models::{
    AgentFile, Architecture, Batch, FastNet, Features, Manifest, Scratch, Weights,
};
use serde_json::{Value, json};

/// Reads inputs and prints outputs.
const SCRIPT: &str = r#"
import json, sys
import numpy as np, onnxruntime as ort
session = ort.InferenceSession(sys.argv[1], providers=["CPUExecutionProvider"])
shapes = {i.name: i.shape for i in session.get_inputs()}
given = json.load(open(sys.argv[2]))
kinds = {"state": np.float32, "actions": np.float32, "owner": np.int64}
inputs = {n: np.array(given[n], k).reshape([-1 if isinstance(d, str) else d for d in shapes[n]]) for n, k in kinds.items()}
value, logits = session.run(["value", "logits"], inputs)
print(json.dumps({"value": value.tolist(), "logits": logits.tolist()}))
"#;

fn python() -> Option<String> {
    let python = std::env::var("MOONBASE_PYTHON").unwrap_or("python3".into());
    let imports = Command::new(&python)
        .args(["-c", "import onnxruntime, numpy"])
        .output();
    imports
        .is_ok_and(|run| run.status.success())
        .then_some(python)
}

/// An agent for `ufo` whose nets have random weights.
fn agent(trunk: &[usize], value: &[usize], scorer: &[usize], seats: &[Seat]) -> AgentFile {
    let architecture = Architecture {
        state_features: Ufo::STATE_FEATURES,
        action_features: Ufo::ACTION_FEATURES,
        trunk: trunk.into(),
        value: value.into(),
        scorer: scorer.into(),
    };
    let options = options_of::<Ufo>("ufo", &[]).unwrap();
    AgentFile {
        manifest: Manifest::new::<Ufo>(&options, &architecture),
        nets: BySeat::from_fn(|seat| {
            let seed = 1 + seat.index() as u64;
            seats
                .contains(&seat)
                .then(|| Weights::random(&architecture, seed))
        }),
    }
}

/// So many positions of a random game with all their legal actions.
fn positions(count: usize) -> Batch {
    let mut position = Ufo::new(&options_of::<Ufo>("ufo", &[]).unwrap()).unwrap();
    let (mut dice, mut rng) = (KeyedDice::new(mix(1)), rng_for(1, 1));
    let (mut batch, mut actions) = (Batch::default(), Vec::new());
    while batch.len() < count {
        match position.turn() {
            Turn::Over(_) => panic!("a random game of ufo is longer"),
            Turn::Chance => {
                let outcome = dice.roll(&position);
                position.resolve_unchecked(outcome);
            }
            Turn::Decide(seat) => {
                position.legal_actions(&mut actions);
                batch.push(&position, seat, &actions);
                let action = position.random_action(&mut rng);
                position.play_unchecked(action);
            }
        }
    }
    batch
}

fn inputs(batch: &Batch) -> Value {
    let spans = batch.starts.windows(2).enumerate();
    let owner: Vec<usize> = spans
        .flat_map(|(i, span)| vec![i; span[1] - span[0]])
        .collect();
    json!({ "state": batch.states, "actions": batch.actions, "owner": owner })
}

/// What onnxruntime makes of a batch.
fn outputs(python: &str, folder: &Path, model: &str, batch: &Batch) -> Value {
    let given = folder.join("inputs.json");
    std::fs::write(&given, inputs(batch).to_string()).unwrap();
    let run = Command::new(python)
        .args(["-c", SCRIPT])
        .args([&folder.join(model), &given])
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", text(&run.stderr));
    serde_json::from_slice(&run.stdout).unwrap()
}

fn assert_close(found: &Value, expected: &[f32]) {
    let found: Vec<f64> = serde_json::from_value(found.clone()).unwrap();
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!(
            (found - f64::from(*expected)).abs() < 1e-5,
            "{found} {expected}"
        );
    }
}

#[test]
fn onnxruntime_gives_the_same_numbers() {
    let Some(python) = python() else {
        // Past the test harness, which keeps what is printed by tests that pass.
        let _ = writeln!(
            std::io::stderr(),
            "skipped: no Python that imports onnxruntime"
        );
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for agent in [
        agent(&[64, 32], &[16, 8], &[24, 12], &[Seat::Second]),
        agent(&[48], &[], &[16], &[Seat::Second]),
    ] {
        agent.write(&folder.join("alien.safetensors")).unwrap();
        let args = [
            "agents",
            "export",
            "alien.safetensors",
            "--onnx",
            "alien.onnx",
        ];
        let run = run_in(folder, &args);
        assert_eq!(
            text(&run.stdout),
            "alien.onnx: alien\n",
            "{}",
            text(&run.stderr)
        );
        let net = FastNet::new(agent.nets.second.as_ref().unwrap());
        for count in [1, 40] {
            let (batch, mut scratch) = (positions(count), Scratch::default());
            net.evaluate(&batch, &mut scratch);
            let found = outputs(&python, folder, "alien.onnx", &batch);
            assert_close(&found["value"], &scratch.values);
            assert_close(&found["logits"], &scratch.logits);
        }
    }
}

#[test]
fn a_seat_is_chosen_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let write = |agent: AgentFile, name: &str| agent.write(&folder.join(name)).unwrap();
    write(agent(&[8], &[], &[8], &Seat::BOTH), "both.safetensors");
    write(agent(&[8], &[], &[8], &[Seat::First]), "one.safetensors");
    let export = |args: &[&str]| [&["agents", "export"], args].concat();
    let said = |args: &[&str], code| complaint_in(folder, &export(args), code);
    let both = ["both.safetensors", "--onnx", "x.onnx"];
    let choose = "both.safetensors: choose one of its seats with --seat: shado, alien";
    assert_eq!(said(&both, 2), choose);
    let one = ["one.safetensors", "--onnx", "x.onnx", "--seat", "alien"];
    assert!(said(&one, 2).ends_with("with --seat: shado"));
    assert!(said(&["none", "--onnx", "x.onnx"], 2).contains("none"));
    assert!(said(&["both.safetensors"], 2).contains("required"));
    assert!(!folder.join("x.onnx").exists());
    let unwritable = ["one.safetensors", "--onnx", "one.safetensors/x.onnx"];
    assert!(said(&unwritable, 1).contains("one.safetensors/x.onnx"));
    let alien = run_in(folder, &export(&[&both[..], &["--seat", "alien"]].concat()));
    assert_eq!(text(&alien.stdout), "x.onnx: alien\n");
    assert!(std::fs::metadata(folder.join("x.onnx")).unwrap().len() > 1000);
}
