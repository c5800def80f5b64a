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

/// Reads files of inputs and prints the outputs, a line each.
const SCRIPT: &str = r#"
import json, sys
import numpy as np, onnxruntime as ort
options = ort.SessionOptions()
options.intra_op_num_threads = 1
session = ort.InferenceSession(sys.argv[1], options, providers=["CPUExecutionProvider"])
kinds = {"tensor(float)": np.float32, "tensor(int64)": np.int64}
for path in sys.argv[2:]:
    given = json.load(open(path))
    inputs = {i.name: np.array(given[i.name]["numbers"], kinds[i.type]).reshape(given[i.name]["shape"]) for i in session.get_inputs()}
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

/// An agent for `ufo` whose nets have random weights, and these widths of the parts `tiles`, `trunk`, `value` and `scorer`.
fn agent(widths: [&[usize]; 4], seats: &[Seat]) -> AgentFile {
    let [tiles, trunk, value, scorer] = widths.map(Vec::from);
    let architecture = Architecture {
        state_features: Ufo::STATE_FEATURES,
        action_features: Ufo::ACTION_FEATURES,
        tile_features: if tiles.is_empty() {
            0
        } else {
            Ufo::TILE_FEATURES
        },
        tiles,
        trunk,
        value,
        scorer,
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
fn positions(count: usize, architecture: &Architecture) -> Batch {
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
                batch.push(architecture, &position, seat, &actions);
                let action = position.random_action(&mut rng);
                position.play_unchecked(action);
            }
        }
    }
    batch
}

fn inputs(batch: &Batch, architecture: &Architecture) -> Value {
    let spans = batch.starts.windows(2).enumerate();
    let owner: Vec<usize> = spans
        .flat_map(|(i, span)| vec![i; span[1] - span[0]])
        .collect();
    let (n, a) = (batch.len(), batch.rows());
    let mut inputs = json!({
        "state": { "shape": [n, architecture.state_features], "numbers": batch.states },
        "actions": { "shape": [a, architecture.action_features], "numbers": batch.actions },
        "owner": { "shape": [a], "numbers": owner },
    });
    if architecture.sees_tiles() {
        let (width, mut tiles, mut there) = (architecture.tile_features, Vec::new(), Vec::new());
        let spans = || batch.tile_starts.windows(2).map(|span| span[0]..span[1]);
        let most = spans().map(|span| span.len()).max().unwrap_or(0).max(1);
        for (i, span) in spans().enumerate() {
            tiles.extend(&batch.tiles[span.start * width..span.end * width]);
            tiles.resize((i + 1) * most * width, 0.0);
            there.resize(i * most + span.len(), 1.0);
            there.resize((i + 1) * most, 0.0);
        }
        inputs["tiles"] = json!({ "shape": [n, most, width], "numbers": tiles });
        inputs["there"] = json!({ "shape": [n, most, 1], "numbers": there });
    }
    inputs
}

/// What onnxruntime makes of batches.
fn outputs(python: &str, folder: &Path, model: &str, inputs: &[Value]) -> Vec<Value> {
    let mut command = Command::new(python);
    command.args(["-c", SCRIPT]).arg(folder.join(model));
    for (i, inputs) in inputs.iter().enumerate() {
        let path = folder.join(format!("{i}.json"));
        std::fs::write(&path, inputs.to_string()).unwrap();
        command.arg(path);
    }
    let run = command.output().unwrap();
    assert!(run.status.success(), "{}", text(&run.stderr));
    let lines = text(&run.stdout);
    let outputs = lines.lines().map(serde_json::from_str);
    outputs.collect::<Result<_, _>>().unwrap()
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
        agent([&[], &[64, 32], &[16, 8], &[24, 12]], &[Seat::Second]),
        agent([&[], &[48], &[], &[16]], &[Seat::Second]),
        agent([&[24, 12], &[48], &[], &[16]], &[Seat::Second]),
        agent([&[], &[48, 24], &[8], &[]], &[Seat::Second]),
        agent([&[24, 12], &[48], &[], &[]], &[Seat::Second]),
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
        let architecture = net.architecture();
        let batches = [1, 100].map(|count| positions(count, architecture));
        let inputs = batches.each_ref().map(|batch| inputs(batch, architecture));
        let found = outputs(&python, folder, "alien.onnx", &inputs);
        for (batch, found) in batches.iter().zip(&found) {
            let mut scratch = Scratch::default();
            net.evaluate(batch, &mut scratch);
            assert_close(&found["value"], &scratch.values);
            assert_close(&found["logits"], &scratch.logits);
        }
        assert_eq!(found.len(), batches.len());
    }
}

fn export<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [&["agents", "export"], args].concat()
}

#[test]
fn a_seat_is_chosen_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let small: [&[usize]; 4] = [&[], &[8], &[], &[8]];
    let write = |agent: AgentFile, name: &str| agent.write(&folder.join(name)).unwrap();
    write(agent(small, &Seat::BOTH), "both.safetensors");
    write(agent(small, &[Seat::First]), "one.safetensors");
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
