//! A whole game beside a real table, typed to the program itself: with typing errors, a correction, a kill and a resume.

mod common;
#[allow(dead_code)]
#[path = "../play/tests/common/person.rs"]
mod person;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use common::moonbase;
use moonbase_engine::chance::rng_for;
use moonbase_engine::record::Record;
use moonbase_engine::ufo::Ufo;
use person::{allowed, prompt};
use rand::RngExt;

/// The program at work, and what it has written.
struct Table {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    text: String,
}

impl Table {
    fn open(folder: &Path, arguments: &[&str]) -> Table {
        let mut child = moonbase(arguments)
            .current_dir(folder)
            .env("MOONBASE_DATA", folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut table = Table {
            child,
            input,
            output,
            text: String::new(),
        };
        table.listen();
        table
    }

    /// Reads up to the next prompt, or to the end.
    fn listen(&mut self) -> String {
        let (begin, mut bytes) = (self.text.len(), [0; 4096]);
        loop {
            let count = self.output.read(&mut bytes).unwrap();
            self.text += std::str::from_utf8(&bytes[..count]).unwrap();
            let last = self.text.rsplit('\n').next().unwrap_or_default();
            if count == 0 || last.ends_with("> ") {
                return self.text[begin..].to_string();
            }
        }
    }

    fn prompt(&self) -> &str {
        prompt(&self.text)
    }

    /// Types a line and hands over what is said to it.
    fn say(&mut self, line: &str) -> String {
        writeln!(self.input, "{line}").unwrap();
        self.listen()
    }

    /// What a person with dice types: the first action, and what the dice show.
    fn answer(&self, dice: &mut impl RngExt) -> String {
        match self.prompt() {
            "dice" | "table" => {
                let (low, high) = allowed(&self.text);
                dice.random_range(low..=high).to_string()
            }
            "over" => "q".into(),
            _ => "1".into(),
        }
    }

    fn is_over(&self) -> bool {
        !self.text.ends_with("> ")
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

fn words(path: &Path) -> Vec<String> {
    let record = Record::parse(&std::fs::read_to_string(path).unwrap()).unwrap();
    record.replay::<Ufo>().unwrap();
    let words = record.words().iter();
    words.map(|word| word.text.clone()).collect()
}

/// Types something wrong at the next prompt of that kind: one line comes back, and the file is what it was.
fn err(
    table: &mut Table,
    path: &Path,
    prompt: &str,
    typed: &str,
    said: &str,
    dice: &mut impl RngExt,
) {
    while table.prompt() != prompt {
        let answer = table.answer(dice);
        table.say(&answer);
        assert!(!table.is_over(), "{}", table.text);
    }
    let before = std::fs::read(path).unwrap();
    let reply = table.say(typed);
    let lines: Vec<&str> = reply.lines().filter(|line| !line.ends_with("> ")).collect();
    // What was typed is shown first, as the input is no terminal.
    let told = lines[1..].join(" ");
    assert!(told.contains(said) && lines.len() <= 3, "{typed}: {reply}");
    assert_eq!(table.prompt(), prompt);
    assert_eq!(std::fs::read(path).unwrap(), before);
}

#[test]
fn a_whole_game_at_a_real_table() {
    let folder = tempfile::tempdir().unwrap();
    let path: PathBuf = folder.path().join("real.game");
    let mut dice = rng_for(12, 0);
    let options = [
        "--as",
        "alien",
        "--against",
        "scripted",
        "--seed",
        "2",
        "--save",
        "real.game",
    ];
    let begin = [&["play", "ufo", "--table"][..], &options].concat();
    let mut table = Table::open(folder.path(), &begin);
    assert!(
        table.text.contains("Box: 28 tiles without start and UFO."),
        "{}",
        table.text
    );
    let first = table.answer(&mut dice);
    table.say(&first);

    // Five typing errors, each a clear line, and nothing is lost.
    let errors = [
        ("table", "swamp", "`swamp` is not in the list: straight, "),
        ("table", "42", "there is none numbered 42"),
        ("the Aliens", "fly", "`fly` is not legal here; legal: "),
        ("dice", "many", "`many` is no number; type "),
        ("dice", "77", "77"),
    ];
    for (prompt, typed, said) in errors {
        err(&mut table, &path, prompt, typed, said, &mut dice);
        let answer = table.answer(&mut dice);
        table.say(&answer);
    }

    // A correction: the answer is taken back and given anew.
    let before = words(&path).len();
    let undone = table.say("back");
    assert!(
        undone.contains("Undo on the table, the latest first:\n  - "),
        "{undone}"
    );
    assert!(words(&path).len() < before);
    let answer = table.answer(&mut dice);
    table.say(&answer);

    // The plug is pulled in the middle of a question.
    while table.prompt() != "dice" {
        let answer = table.answer(&mut dice);
        table.say(&answer);
    }
    table.kill();
    let so_far = words(&path);
    let mut table = Table::open(folder.path(), &["play", "--load", "real.game"]);
    assert!(
        table.text.contains("The table should look as the map says"),
        "{}",
        table.text
    );
    assert_eq!(table.prompt(), "dice", "{}", table.text);

    while !table.is_over() {
        let answer = table.answer(&mut dice);
        table.say(&answer);
    }
    assert!(table.child.wait().unwrap().success());
    let all = words(&path);
    assert_eq!(all[..so_far.len()], so_far[..]);
    let record = Record::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(record.tag("dice").unwrap(), "typed");
    assert!(record.tag("result").is_some(), "{}", table.text);
}
