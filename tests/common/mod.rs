//! Runs the command `moonbase` and looks at what it says.

// Each test file uses some of this.
#![allow(dead_code)]

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The command, with nothing to read.
pub fn moonbase(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_moonbase"));
    command.args(args).stdin(Stdio::null());
    command
}

/// Runs the command in a folder and waits for its end.
pub fn run_in(folder: &Path, args: &[&str]) -> Output {
    moonbase(args)
        .current_dir(folder)
        .output()
        .expect("moonbase runs")
}

pub fn run(args: &[&str]) -> Output {
    run_in(Path::new(env!("CARGO_MANIFEST_DIR")), args)
}

/// Standard output of a run that must succeed.
pub fn output_of(args: &[&str]) -> String {
    let output = run(args);
    let errors = text(&output.stderr);
    assert!(
        output.status.success(),
        "moonbase {}: {errors}",
        args.join(" ")
    );
    text(&output.stdout)
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// The one line that a run which must fail with `code` says on standard error.
pub fn complaint_in(folder: &Path, args: &[&str], code: i32) -> String {
    let output = run_in(folder, args);
    let (errors, shown) = (text(&output.stderr), args.join(" "));
    assert_eq!(
        output.status.code(),
        Some(code),
        "moonbase {shown}: {errors}"
    );
    assert_eq!(errors.lines().count(), 1, "moonbase {shown}: {errors}");
    assert!(
        errors.starts_with("moonbase: "),
        "moonbase {shown}: {errors}"
    );
    errors["moonbase: ".len()..].trim_end().to_string()
}

pub fn complaint(args: &[&str], code: i32) -> String {
    complaint_in(Path::new(env!("CARGO_MANIFEST_DIR")), args, code)
}

/// Sends Ctrl-C to a command that has been running for a while.
#[cfg(unix)]
pub fn interrupt(child: &std::process::Child) {
    std::thread::sleep(std::time::Duration::from_millis(500));
    let killed = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.unwrap().success());
}
