//! What the tests of the faces share.
#![allow(dead_code)]

pub mod person;

use std::path::PathBuf;

use moonbase_agents::{Agent, AgentError, AgentSpec, Random, Uct};
use moonbase_engine::chance::rng_for;
use moonbase_engine::registry::options_of;
use moonbase_engine::{BySeat, Game, KeyedDice, Turn};
use moonbase_play::ink::Line;
use moonbase_play::session::{Player, Session, Setup, Waiting};
use moonbase_play::terminal::{Look, screen};
use moonbase_play::{Draw, Played, Words};

/// Agents that every game has.
pub fn make<G: Game>(spec: &AgentSpec) -> Result<Box<dyn Agent<G>>, AgentError> {
    match spec.name.as_str() {
        "random" => Ok(Box::new(Random::default())),
        "uct" => Ok(Box::new(Uct::<G>::from_spec(spec)?)),
        name => Err(AgentError::Unknown {
            name: name.into(),
            valid: "random, uct".into(),
        }),
    }
}

pub fn options<G: Game>(preset: &str, settings: &[&str]) -> G::Options {
    let settings: Vec<String> = settings.iter().map(|text| text.to_string()).collect();
    options_of::<G>(preset, &settings).unwrap()
}

/// Plays a game at random and hands over each step: the position before, what was played, and the
/// position after.
pub fn random_game<G: Game>(
    options: &G::Options,
    seed: u64,
    mut see: impl FnMut(&G, Played<G>, &G),
) {
    let (mut rng, mut dice) = (rng_for(seed, 0), KeyedDice::new(seed));
    let mut position = G::new(options).unwrap();
    loop {
        let played = match position.turn() {
            Turn::Decide(seat) => Played::Action(seat, position.random_action(&mut rng)),
            Turn::Chance => Played::Chance(dice.roll(&position)),
            Turn::Over(_) => return,
        };
        let before = position.clone();
        played.apply(&mut position);
        see(&before, played, &position);
    }
}

pub fn human<G: Game>() -> Player<G> {
    Player::Human
}

pub fn agent<G: Game>(spec: &str) -> Player<G> {
    Player::Agent(make::<G>(&spec.parse().unwrap()).unwrap())
}

pub fn session<G: Words>(
    preset: &str,
    seed: u64,
    first: Player<G>,
    second: Player<G>,
) -> Session<G> {
    let setup = Setup {
        preset: preset.into(),
        options: options::<G>(preset, &[]),
        seed,
        players: BySeat::new(first, second),
    };
    Session::new(setup).unwrap()
}

/// Lets dice and agents play until a person is to move or the game is over.
pub fn to_human<G: Words>(session: &mut Session<G>) {
    while session.advance().unwrap().is_some() {}
}

/// A person who plays by a rule: the action numbered by a hash of the position.
pub fn play_on<G: Words>(session: &mut Session<G>, choices: usize) {
    for _ in 0..choices {
        to_human(session);
        if let Waiting::Over(_) = session.waiting() {
            return;
        }
        let legal = session.legal();
        let nth = session.position().key() as usize % legal.len();
        session.act(legal[nth]).unwrap();
    }
    to_human(session);
}

/// The notation of everything played.
pub fn words<G: Words>(session: &Session<G>) -> Vec<String> {
    session
        .steps()
        .iter()
        .map(|step| step.played.notation())
        .collect()
}

/// Presets, each with settings.
pub type Games<'a> = &'a [(&'a str, &'a [&'a str])];

/// Every step of some random games of each.
pub fn all_games<G: Game>(games: Games, mut see: impl FnMut(&G, Played<G>, &G)) {
    for (preset, settings) in games {
        for seed in 0..6 {
            random_game(&options::<G>(preset, settings), seed, &mut see);
        }
    }
}

fn check(text: &str, most: usize) {
    assert!(
        !text.is_empty() && text.len() <= most,
        "{} columns: {text}",
        text.len()
    );
    assert!(text.bytes().all(|b| (0x20..0x7f).contains(&b)), "{text:?}");
}

/// Every text of these games is ASCII and fits.
pub fn texts_fit<G: Draw>(games: Games) {
    let mut legal = Vec::new();
    all_games::<G>(games, |before, played, after| {
        before.legal_actions(&mut legal);
        for action in &legal {
            check(&before.heading(*action), 12);
            check(&before.label(*action), 24);
            check(&before.action_words(*action), 200);
        }
        if let Played::Chance(outcome) = played {
            check(&before.chance_words(outcome), 200);
        }
        let news = before.news(played, after);
        news.iter().for_each(|news| check(news, 200));
        let status = before.status();
        assert!(status.len() <= 2);
        status.iter().for_each(|line| check(line, 80));
        check(&before.stage(), 80);
        check(&before.question(), 66);
        if let Turn::Decide(_) = before.turn() {
            assert!(before.question().ends_with('?'), "{}", before.question());
        }
        let roster = before.roster();
        assert!(roster.iter().all(|line| line.width() <= 24), "{roster:?}");
    });
}

/// No two legal actions look the same.
pub fn labels_differ<G: Words>(games: Games) {
    let mut legal = Vec::new();
    all_games::<G>(games, |before, _, _| {
        before.legal_actions(&mut legal);
        let labels = legal
            .iter()
            .map(|a| before.heading(*a) + " " + &before.label(*a));
        let mut labels: Vec<String> = labels.collect();
        let all = labels.len();
        labels.sort();
        labels.dedup();
        assert_eq!(labels.len(), all, "{labels:?}");
    });
}

/// The rules have chapters, and rules and legend fit the screen.
pub fn rules_fit<G: Draw>() {
    let rules = G::rules();
    assert!(rules.matches("\n## ").count() >= 10);
    let fits = |line: &str| line.len() <= 80 && line.is_ascii();
    assert!(rules.lines().all(fits));
    assert!(G::legend().iter().all(|line| line.width() <= 80));
}

/// All of these outcomes are told in sentences of their own.
pub fn endings_are_told<G: Words>(names: &[&'static str]) {
    for name in names {
        let value = moonbase_engine::AbsoluteValue(0.0);
        let told = G::outcome_words(&moonbase_engine::GameOutcome { name, value });
        assert!(told != *name && told.ends_with('.'), "{told}");
    }
}

/// All that is said of a step.
pub fn told<G: Words>(before: &G, played: Played<G>, after: &G) -> String {
    let words = match played {
        Played::Action(_, action) => before.action_words(action),
        Played::Chance(outcome) => before.chance_words(outcome),
    };
    words + "; " + &before.news(played, after).join("; ")
}

/// Screens after a number of choices of two people who play by a rule, each (file, preset, seed, choices):
/// they fit 80 by 24 and are as kept in `snapshots/`.
pub fn screens_fit<G: Draw>(screens: &[(&str, &str, u64, usize)]) {
    for (name, preset, seed, choices) in screens {
        let mut game = session::<G>(preset, *seed, human(), human());
        play_on(&mut game, *choices);
        let lines = screen(&game, Look::PLAIN);
        assert!(lines.len() <= 23, "{name}: {} rows", lines.len());
        assert!(lines.iter().all(|line| line.width() <= 80), "{name}");
        snapshot(name, &lines);
    }
}

fn snapshot(name: &str, lines: &[Line]) {
    let text: String = lines.iter().map(|line| line.plain() + "\n").collect();
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/snapshots")
        .join(name);
    if std::env::var_os("MOONBASE_SNAPSHOTS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, kept, "the drawing differs from {}", path.display());
}
