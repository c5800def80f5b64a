//! The full screen in a real terminal, which `script` makes: it is left as it was found, however it ends.
#![cfg(target_os = "linux")]

mod common;

use std::io::Read;
use std::process::{Child, Command, Stdio};

use common::moonbase;

/// What a terminal shows that has the alternate screen.
const ALTERNATE: &str = "\u{1b}[?1049h";

/// Runs a shell's lines in a terminal of their own.
fn terminal(lines: &str) -> Child {
    let mut script = Command::new("script");
    let script = script
        .args(["-qec", lines, "/dev/null"])
        .env("TERM", "xterm");
    let script = script.stdin(Stdio::piped()).stdout(Stdio::piped());
    script.spawn().unwrap()
}

/// Reads on until the text holds that.
fn read_until(output: &mut impl Read, text: &mut String, end: &str) {
    let mut bytes = [0; 4096];
    while !text.contains(end) {
        let count = output.read(&mut bytes).unwrap();
        assert!(count > 0, "no {end:?} in {text:?}");
        text.push_str(&String::from_utf8_lossy(&bytes[..count]));
    }
}

#[test]
fn two_signals_leave_the_terminal_as_it_was() {
    if Command::new("script").arg("--version").output().is_err() {
        eprintln!("skipped: it needs `script`");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let program = moonbase(&[]).get_program().to_string_lossy().into_owned();
    let save = folder.path().join("game.txt");
    let play = format!(
        "'{program}' play ufo-mini --against random --full-screen --save '{}'",
        save.display()
    );
    // Without job control the shell would give it no input.
    let lines = format!(
        "stty rows 24 cols 80; {play} </dev/tty & echo \"pid $! ends\"; wait $!; stty -a; echo all told"
    );
    let mut child = terminal(&lines);
    let (mut output, mut text) = (child.stdout.take().unwrap(), String::new());
    read_until(&mut output, &mut text, ALTERNATE);
    read_until(&mut output, &mut text, "Actions");
    let pid = text
        .split("pid ")
        .nth(1)
        .unwrap()
        .split(' ')
        .next()
        .unwrap()
        .to_string();
    for _ in 0..2 {
        let sent = Command::new("kill").args(["-TERM", &pid]).status().unwrap();
        assert!(sent.success());
    }
    read_until(&mut output, &mut text, "all told");
    assert!(
        text.contains(" icanon") && !text.contains("-icanon"),
        "{text:?}"
    );
    assert!(text.contains("\u{1b}[?1049l"), "{text:?}");
    drop(child.stdin.take());
    child.wait().unwrap();
}
