//! The commands that README.md shows work, in order, each after those before it.
//!
//! Long ones are shortened: training is a dry run, matches and benchmarks are small, and a person who plays
//! quits at once. `cargo test` itself is not run again.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

use common::{moonbase, text};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const RUN: &str = "cargo run --release -- ";
const TEST: &str = "cargo test --release --workspace";
/// These are run by `.ci/run`, which can do without Python.
const PYTHON: [&str; 2] = ["pip install './python[test]'", "pytest python"];

/// The lines of the shell blocks.
fn commands() -> Vec<String> {
    let readme = std::fs::read_to_string(Path::new(ROOT).join("README.md")).unwrap();
    let mut inside = false;
    let mut commands = Vec::new();
    for line in readme.lines() {
        match line {
            "```sh" => inside = true,
            "```" => inside = false,
            line if inside => commands.push(line.to_string()),
            _ => {}
        }
    }
    commands
}

/// The words of a command; spaces within double quotes do not part them.
fn split(arguments: &str) -> Vec<String> {
    let mut quoted = false;
    let parts = arguments.split(|c: char| {
        quoted ^= c == '"';
        c.is_whitespace() && !quoted
    });
    let words = parts.map(|word| word.replace('"', ""));
    words.filter(|word| !word.is_empty()).collect()
}

/// The arguments of a command, shortened.
fn shortened(arguments: &str) -> Vec<String> {
    let mut words = split(arguments);
    for at in 1..words.len() {
        match words[at - 1].as_str() {
            "--games" => words[at] = "4".into(),
            "--seconds" => words[at] = "0.05".into(),
            _ => words[at] = words[at].replace("sims=400", "sims=20"),
        }
    }
    if words[0] == "quickstart" {
        words.extend(["--dry-run", "--out", "runs/quickstart"].map(String::from));
    }
    words
}

/// A server runs until it is stopped: it says where it is, and that is enough.
fn serve(folder: &Path) {
    let mut child = moonbase(&["serve", "--port", "0", "--state", "games"])
        .current_dir(folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let output = child.stdout.take().unwrap();
    BufReader::new(output).read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(line.starts_with("Open http://127.0.0.1:"), "{line}");
}

fn run(folder: &Path, arguments: &str) {
    if arguments == "serve" {
        return serve(folder);
    }
    let words = shortened(arguments);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut child = moonbase(&words)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A player acts, leaves, and keeps the game; commands that read nothing may have ended already.
    let _ = child.stdin.take().unwrap().write_all(b"1\nq\ny\n");
    let output = child.wait_with_output().unwrap();
    let errors = text(&output.stderr);
    assert!(output.status.success(), "moonbase {arguments}: {errors}");
    assert!(
        !output.stdout.is_empty(),
        "moonbase {arguments} prints nothing"
    );
}

#[test]
fn the_commands_of_the_readme_work() {
    let folder = tempfile::tempdir().unwrap();
    for part in ["tests", "training", "models", "docs"] {
        link(&Path::new(ROOT).join(part), &folder.path().join(part));
    }
    let commands = commands();
    assert_eq!(commands[0], format!("{RUN}quickstart"));
    assert_eq!(commands[1], TEST);
    let others = |command: &&String| *command != TEST && !PYTHON.contains(&command.as_str());
    for command in commands.iter().filter(others) {
        let arguments = command.strip_prefix(RUN);
        run(
            folder.path(),
            arguments.unwrap_or_else(|| panic!("`{command}` is not `{RUN}...`")),
        );
    }
}

#[test]
fn the_python_commands_of_the_readme_are_those_of_the_checks() {
    let script = std::fs::read_to_string(Path::new(ROOT).join(".ci/run")).unwrap();
    for command in PYTHON {
        let shown = commands().iter().any(|shown| shown == command);
        assert!(shown, "README.md does not show `{command}`");
        let run = script
            .lines()
            .any(|line| line.contains(&format!("bin/{command}")));
        assert!(run, ".ci/run does not run `{command}`");
    }
}

#[cfg(unix)]
fn link(from: &Path, to: &Path) {
    std::os::unix::fs::symlink(from, to).unwrap();
}

#[cfg(not(unix))]
fn link(from: &Path, to: &Path) {
    std::os::windows::fs::symlink_dir(from, to).unwrap();
}

/// Links in the documents lead somewhere.
#[test]
fn links_to_files_hold() {
    for document in [
        "README.md",
        "docs/architecture.md",
        "docs/bots.md",
        "docs/notation.md",
        "docs/python.md",
        "docs/web.md",
    ] {
        let path = Path::new(ROOT).join(document);
        let text = std::fs::read_to_string(&path).unwrap();
        for link in text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            let target = link.split('#').next().unwrap_or_default();
            if !target.is_empty() && !target.contains("://") {
                assert!(
                    path.parent().unwrap().join(target).exists(),
                    "{document}: {link}"
                );
            }
        }
    }
}
