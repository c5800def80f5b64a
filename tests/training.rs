//! Training, agent files and playing them, through the command line: what comes out, what goes wrong, and
//! Ctrl-C.

mod common;

use std::path::Path;

use common::{complaint_in, run_in, text};

const RECIPE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/training/recipes/quickstart.toml"
);

/// A folder with the agents of a dry run in `run/`.
fn trained() -> tempfile::TempDir {
    trained_by(RECIPE)
}

fn trained_by(recipe: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let output = run_in(
        folder.path(),
        &["train", recipe, "--dry-run", "--out", "run"],
    );
    let errors = text(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert!(text(&output.stdout).contains("net:file=run/ufo.safetensors"));
    folder
}

fn succeeds(folder: &Path, args: &[&str]) -> String {
    let output = run_in(folder, args);
    let errors = text(&output.stderr);
    assert!(output.status.success(), "{args:?}: {errors}");
    text(&output.stdout)
}

#[test]
fn agent_files_can_be_looked_into_moved_and_played() {
    let folder = trained();
    let folder = folder.path();
    let info = succeeds(
        folder,
        &["agents", "info", "run/shado.safetensors", "--json"],
    );
    let info: serde_json::Value = serde_json::from_str(&info).unwrap();
    assert_eq!(info["seats"], serde_json::json!(["shado"]));
    assert_eq!(info["manifest"]["game"], "ufo");
    let verified = succeeds(folder, &["agents", "verify", "run/ufo.safetensors"]);
    assert!(verified.contains("whole"), "{verified}");
    let exported = succeeds(folder, &["agents", "export", "run", "elsewhere"]);
    assert_eq!(exported.lines().count(), 3);
    let of = |place: &str| {
        let net = format!("net:file={place}/ufo.safetensors");
        let args = ["match", &net, "random", "--games", "4", "--json"];
        let report: serde_json::Value = serde_json::from_str(&succeeds(folder, &args)).unwrap();
        report["score"].clone()
    };
    assert!(of("run")["overall"].is_number());
    assert_eq!(of("run"), of("elsewhere"));
}

#[test]
fn a_net_with_a_factored_scorer_is_trained_shown_and_played() {
    let quickstart = std::fs::read_to_string(RECIPE).unwrap();
    let recipe = tempfile::NamedTempFile::new().unwrap();
    let factored = quickstart.replace("scorer = [96]", "scorer = []");
    std::fs::write(recipe.path(), factored).unwrap();
    let folder = trained_by(recipe.path().to_str().unwrap());
    let folder = folder.path();
    let info = succeeds(folder, &["agents", "info", "run/ufo.safetensors"]);
    assert!(info.contains("value [32], scorer factored;"), "{info}");
    succeeds(folder, &["agents", "verify", "run/ufo.safetensors"]);
    let net = "net:file=run/ufo.safetensors,sims=4";
    succeeds(folder, &["match", net, "random", "--games", "2"]);
}

#[test]
fn learning_curves_are_drawn() {
    let folder = trained();
    let folder = folder.path();
    let drawn = succeeds(folder, &["curves", "run", "--metric", "entropy"]);
    assert_eq!(drawn, "curves.svg: runs 1, curves 2\n");
    let svg = std::fs::read_to_string(folder.join("curves.svg")).unwrap();
    assert!(svg.contains("shado: entropy") && svg.contains("alien: entropy"));
    let said = |args: &[&str], code| complaint_in(folder, &[&["curves"], args].concat(), code);
    let unmeasured = said(&["run"], 2);
    assert!(
        unmeasured.contains("have not measured a score yet"),
        "{unmeasured}"
    );
    assert!(said(&["run", "--metric", "speed"], 2).contains("no metric `speed`; they have: "));
    assert!(said(&["none"], 2).contains("none/metrics.csv"));
    assert!(said(&["run", "--over", "weeks"], 2).contains("invalid value 'weeks'"));
    let unwritable = [
        "run",
        "--metric",
        "entropy",
        "--out",
        "run/ufo.safetensors/x",
    ];
    assert!(said(&unwritable, 1).contains("run/ufo.safetensors/x"));
}

#[test]
fn damaged_and_foreign_agent_files_are_refused() {
    let folder = trained();
    let folder = folder.path();
    let whole = std::fs::read(folder.join("run/ufo.safetensors")).unwrap();
    let mut bit = whole.clone();
    *bit.last_mut().unwrap() ^= 1;
    for (name, bytes) in [
        ("bit", &bit[..]),
        ("cut", &whole[..whole.len() - 9]),
        ("head", &whole[..20]),
        ("empty", &[][..]),
        ("foreign", b"GIF89a and so on, which is no agent at all"),
    ] {
        std::fs::write(folder.join(name), bytes).unwrap();
        let said = complaint_in(folder, &["agents", "info", name], 2);
        assert!(
            said.contains(name) && said.contains("not an agent file, or a damaged one"),
            "{said}"
        );
        let net = format!("net:file={name}");
        let said = complaint_in(folder, &["match", &net, "random", "--games", "2"], 2);
        assert!(said.contains("not an agent file"), "{said}");
        let said = complaint_in(folder, &["play", "ufo", "--against", &net], 2);
        assert!(said.contains("not an agent file"), "{said}");
    }
    let said = complaint_in(folder, &["agents", "verify", "no/file"], 2);
    assert!(said.contains("no/file"), "{said}");
    let one_seat = [
        "match",
        "net:file=run/shado.safetensors",
        "random",
        "--games",
        "2",
    ];
    let said = complaint_in(folder, &one_seat, 2);
    assert!(said.contains("no net for alien"), "{said}");
    let net = "net:file=run/ufo.safetensors";
    let other_rules = ["match", net, "random", "--games", "2", "--set", "aliens=5"];
    let said = complaint_in(folder, &other_rules, 2);
    assert!(said.contains("trained with aliens=12"), "{said}");
}

#[test]
fn recipes_and_folders() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let said = |args: &[&str], code| complaint_in(folder, args, code);
    assert!(said(&["train", "no.toml"], 2).contains("no.toml"));
    std::fs::write(folder.join("odd.toml"), "game = \"ufo\"\nspeed = 3\n").unwrap();
    let odd = said(&["train", "odd.toml"], 2);
    assert!(odd.contains("odd.toml") && odd.contains("speed"), "{odd}");
    let resume = said(&["train", RECIPE, "--resume", "--out", "new"], 2);
    assert!(
        resume.contains("new: no checkpoint to resume from"),
        "{resume}"
    );
    std::fs::write(folder.join("file"), "").unwrap();
    for command in [&["train", RECIPE][..], &["quickstart"]] {
        let args = [command, &["--dry-run", "--out", "file/run"]].concat();
        let unwritable = said(&args, 1);
        assert!(unwritable.contains("file/run"), "{unwritable}");
    }
    let left = std::fs::read_dir(folder).unwrap().count();
    assert_eq!(left, 2, "nothing else was written");
}

#[cfg(unix)]
#[test]
fn ctrl_c_saves_the_run_and_resume_goes_on() {
    use std::process::Stdio;
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut child = common::moonbase(&["train", RECIPE, "--out", "run"])
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    common::interrupt(&child);
    let mut errors = String::new();
    let mut stderr = child.stderr.take().unwrap();
    std::io::Read::read_to_string(&mut stderr, &mut errors).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{errors}");
    let last = errors.lines().last().unwrap_or_default();
    assert!(
        last.contains("interrupted; saved; go on with `moonbase train "),
        "{errors}"
    );
    let taken = complaint_in(folder, &["train", RECIPE, "--out", "run"], 2);
    assert!(taken.contains("there is a run already"), "{taken}");
    let mut again = common::moonbase(&["train", RECIPE, "--out", "run", "--resume"])
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    common::interrupt(&again);
    assert_eq!(again.wait().unwrap().code(), Some(130));
}

/// A run whose iterations take some hundredths of a second, with a checkpoint after every other.
#[cfg(unix)]
const SMALL: &str = r#"
game = "ufo-micro"
seed = 3
iterations = 12
games = 20
decisions = 3000
net = { trunk = [32], value = [], scorer = [16] }
checkpoint = { every = 2 }
evaluation = { every = 0, games = 1, against = [] }

[learner]
rate = 1e-3
final_rate = 0.5
epochs = 2
minibatch = 64
value_weight = 0.5
lambda = 0.9
max_gradient = 1.0
average = 0.5
replay = 3
method = { td = { epsilon = 0.1, final_epsilon = 0.0 } }

[opponents]
random = 0.1
final_random = 0.1
scripted = 0.1
past = 0.2
every = 2
pool = 2

[gating]
every = 2
games = 10
score = 0.5
"#;

/// Starts or resumes the small run and kills it, with no chance to save, once so many iterations are done.
#[cfg(unix)]
fn killed_after(folder: &Path, iterations: usize, resume: bool) {
    use std::os::unix::process::ExitStatusExt;
    let args = ["train", "small.toml", "--out", "broken", "--resume"];
    let args = &args[..if resume { 5 } else { 4 }];
    let mut child = common::moonbase(args)
        .current_dir(folder)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let metrics = folder.join("broken/metrics.csv");
    let rows = || std::fs::read_to_string(&metrics).map_or(0, |text| text.lines().count());
    while rows() <= iterations && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    // The standard library's way to kill is SIGKILL.
    child.kill().unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(9), "it ended before");
}

#[cfg(unix)]
#[test]
fn a_run_killed_again_and_again_ends_as_an_unbroken_one() {
    use moonbase_training::checkpoint::Checkpoint;
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("small.toml"), SMALL).unwrap();
    succeeds(folder, &["train", "small.toml", "--out", "whole"]);
    // With an iteration that is lost, and while a checkpoint is due: an even number is told of before it is saved.
    killed_after(folder, 3, false);
    killed_after(folder, 6, true);
    killed_after(folder, 7, true);
    killed_after(folder, 10, true);
    let resume = ["train", "small.toml", "--out", "broken", "--resume"];
    succeeds(folder, &resume);
    let agent = |run: &str| std::fs::read(folder.join(run).join("ufo.safetensors")).unwrap();
    assert_eq!(agent("whole"), agent("broken"));
    let state = |run: &str| {
        let state = Checkpoint::read(&folder.join(run).join("checkpoint.bin")).unwrap();
        Checkpoint {
            seconds: 0.0,
            ..state
        }
    };
    assert_eq!(state("whole"), state("broken"));
    let rows = std::fs::read_to_string(folder.join("broken/metrics.csv")).unwrap();
    let iterations = rows.lines().skip(1).map(|row| row.split(',').next());
    let expected: Vec<String> = (1..=12).map(|i| i.to_string()).collect();
    let expected = expected.iter().map(|i| Some(i.as_str()));
    assert!(iterations.eq(expected), "{rows}");
}
