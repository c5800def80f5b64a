//! Golden playthroughs: games written out node by node with all that changes, to be read as a diff
//! whenever a rule, a notation or a dump changes.
//!
//! Each file in `tests/playthroughs/` begins with what is played (`game`, `set`, `seed`, `nodes`), to which the
//! rest is the answer. To write the answers anew after an intended change:
//! `MOONBASE_REGENERATE=1 cargo test --release --test playthroughs`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use moonbase_engine::chance::{KeyedDice, rng_for};
use moonbase_engine::registry::{family_of, options_of};
use moonbase_engine::{Game, Turn, with_family};
use serde_json::{Map, Value};

/// Lists longer than this are given by their ends and number.
const SHOWN: usize = 12;

struct Script {
    head: String,
    game: String,
    settings: Vec<String>,
    seed: u64,
    nodes: usize,
}

fn read_script(text: &str) -> Script {
    let is_head = |line: &&str| !line.is_empty();
    let mut script = Script {
        head: text
            .lines()
            .take_while(is_head)
            .map(|line| format!("{line}\n"))
            .collect(),
        game: String::new(),
        settings: Vec::new(),
        seed: 0,
        nodes: 0,
    };
    for line in script.head.lines().filter(|line| !line.starts_with('#')) {
        let (word, value) = line.split_once(' ').expect("a word and a value");
        match word {
            "game" => script.game = value.into(),
            "set" => script.settings.push(value.into()),
            "seed" => script.seed = value.parse().unwrap(),
            "nodes" => script.nodes = value.parse().unwrap(),
            _ => panic!("`{line}` is not part of a playthrough's head"),
        }
    }
    script
}

fn play(script: &Script) -> String {
    let family = family_of(&script.game).unwrap();
    with_family!(family, |G| play_game::<G>(script))
}

fn play_game<G: Game>(script: &Script) -> String {
    let options = options_of::<G>(&script.game, &script.settings).unwrap();
    let mut position = G::new(&options).unwrap();
    let (mut rng, mut dice) = (rng_for(script.seed, 0), KeyedDice::new(script.seed));
    let mut text = script.head.clone() + "\nstart\n";
    let mut before = Value::Object(Map::new());
    for node in 1..=script.nodes {
        let dump = position.dump();
        write_changes(&mut text, &before, &dump);
        before = dump;
        write!(text, "\n{node} ").unwrap();
        match position.turn() {
            Turn::Decide(seat) => {
                let action = position.random_action(&mut rng);
                let mut legal = Vec::new();
                position.legal_actions(&mut legal);
                writeln!(text, "{} {action}\n  of {}", G::SEATS[seat], shown(&legal)).unwrap();
                position.play(action).unwrap();
            }
            Turn::Chance => {
                let outcome = dice.roll(&position);
                let mut outcomes = Vec::new();
                position.chance_outcomes(&mut outcomes);
                let weighed: Vec<_> = outcomes.iter().map(|(o, w)| format!("{o}*{w}")).collect();
                writeln!(text, "chance {outcome}\n  of {}", shown(&weighed)).unwrap();
                position.resolve(outcome).unwrap();
            }
            Turn::Over(outcome) => {
                writeln!(text, "over {} {:+}", outcome.name, outcome.value.0).unwrap();
                break;
            }
        }
    }
    text
}

/// `3: a b c`, or the ends of a long list.
fn shown<T: std::fmt::Display>(words: &[T]) -> String {
    let join = |words: &[T]| {
        let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
        words.join(" ")
    };
    let number = words.len();
    if number <= SHOWN {
        return format!("{number}: {}", join(words));
    }
    let half = SHOWN / 2;
    let (first, last) = (&words[..half], &words[number - half..]);
    format!("{number}: {} ... {}", join(first), join(last))
}

/// A line for each key of the dump that has changed; of lists and objects only what came and went.
fn write_changes(text: &mut String, before: &Value, after: &Value) {
    let (before, after) = (before.as_object().unwrap(), after.as_object().unwrap());
    for key in before.keys().filter(|key| !after.contains_key(*key)) {
        writeln!(text, "  {key} gone").unwrap();
    }
    for (key, new) in after {
        match (before.get(key), new) {
            (Some(old), new) if old == new => {}
            (Some(Value::Array(old)), Value::Array(new)) if !new.iter().any(Value::is_number) => {
                writeln!(text, "  {key}{}", came_and_went(old, new)).unwrap();
            }
            (Some(Value::Object(old)), Value::Object(new)) => {
                writeln!(
                    text,
                    "  {key}{}",
                    came_and_went(&entries(old), &entries(new))
                )
                .unwrap();
            }
            (_, new) => writeln!(text, "  {key} = {new}").unwrap(),
        }
    }
}

fn entries(object: &Map<String, Value>) -> Vec<Value> {
    let entry = |(key, value): (&String, &Value)| Value::from(format!("{key} {value}"));
    object.iter().map(entry).collect()
}

fn came_and_went(old: &[Value], new: &[Value]) -> String {
    let word = |value: &Value| value.as_str().map_or(value.to_string(), str::to_string);
    let went = old.iter().filter(|item| !new.contains(item));
    let came = new.iter().filter(|item| !old.contains(item));
    let went = went.map(|item| format!(" - {}", word(item)));
    let came = came.map(|item| format!(" + {}", word(item)));
    went.chain(came).collect()
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    let entries = std::fs::read_dir(folder).expect("the folder of playthroughs");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// The first line that differs, with the lines around it.
fn first_difference(golden: &str, played: &str) -> String {
    let (golden, played): (Vec<_>, Vec<_>) = (golden.lines().collect(), played.lines().collect());
    let length = golden.len().max(played.len());
    let differs = |&line: &usize| golden.get(line) != played.get(line);
    let at = (0..length).find(differs).unwrap_or(length);
    let window = |lines: &[&str], sign: char| -> String {
        let end = lines.len().min(at + 4);
        let lines = lines[at.min(end)..end].iter();
        lines.map(|line| format!("{sign} {line}\n")).collect()
    };
    let context: String = golden[at.saturating_sub(4)..at.min(golden.len())]
        .iter()
        .map(|line| format!("  {line}\n"))
        .collect();
    let (old, new) = (window(&golden, '-'), window(&played, '+'));
    format!("from line {}:\n{context}{old}{new}", at + 1)
}

#[test]
fn games_are_played_as_they_were() {
    let regenerate = std::env::var_os("MOONBASE_REGENERATE").is_some();
    let files = files();
    assert!(
        files.len() >= 4,
        "only {} playthroughs were found",
        files.len()
    );
    let mut changed = Vec::new();
    for path in files {
        let golden = std::fs::read_to_string(&path).unwrap();
        let played = play(&read_script(&golden));
        if regenerate {
            std::fs::write(&path, played).unwrap();
        } else if played != golden {
            let difference = first_difference(&golden, &played);
            changed.push(format!("{} {difference}", path.display()));
        }
    }
    let how =
        "if this is as intended: MOONBASE_REGENERATE=1 cargo test --release --test playthroughs";
    assert!(changed.is_empty(), "{}\n{how}", changed.join("\n"));
}
