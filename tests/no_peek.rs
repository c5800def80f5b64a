//! No agent sees the dice to come: whatever the game's seed, the same positions get the same actions.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use moonbase_agents::registry::infos;
use moonbase_agents::{Agent, AgentSpec, Playable, build};
use moonbase_engine::toy::{Courier, Pig};
use moonbase_engine::ufo::{Ufo, UfoOptions};
use moonbase_engine::{BySeat, Game, KeyedDice, RuleOptions, Turn};
use moonbase_eval::solve::{SolvePlan, solve};
use moonbase_models::{AgentFile, Architecture, Manifest, Weights};

/// One step of a game.
enum Word<G: Game> {
    Action(G::Action),
    Outcome(G::Chance),
}

/// A game of an agent with itself, `limit` steps at most.
fn play<G: Game>(start: &G, agent: &mut dyn Agent<G>, seed: u64, limit: usize) -> Vec<Word<G>> {
    agent.new_game(7);
    let (mut position, mut dice) = (start.clone(), KeyedDice::new(seed));
    let mut words = Vec::new();
    while words.len() < limit {
        let word = match position.turn() {
            Turn::Over(_) => break,
            Turn::Chance => Word::Outcome(dice.roll(&position)),
            Turn::Decide(_) => Word::Action(agent.decide(&position).action),
        };
        follow(&mut position, &word);
        words.push(word);
    }
    words
}

fn follow<G: Game>(position: &mut G, word: &Word<G>) {
    match word {
        Word::Action(action) => position.play(*action).unwrap(),
        Word::Outcome(outcome) => position.resolve(*outcome).unwrap(),
    }
}

/// The agent is asked again in every position of the game, while dice of another seed lie ready.
fn same_again<G: Game>(start: &G, agent: &mut dyn Agent<G>, seed: u64, words: &[Word<G>]) {
    agent.new_game(7);
    let (mut position, mut dice) = (start.clone(), KeyedDice::new(seed));
    for word in words {
        match word {
            Word::Action(action) => {
                let again = agent.decide(&position).action;
                assert_eq!(again, *action, "{} in {position:?}", agent.name());
            }
            Word::Outcome(_) => {
                dice.roll(&position);
            }
        }
        follow(&mut position, word);
    }
}

fn check<G: Playable>(start: &G, spec: &AgentSpec, limit: usize) {
    let mut agent = build::<G>(spec).unwrap();
    for seed in 1..4 {
        let words = play(start, agent.as_mut(), seed, limit);
        assert!(!words.is_empty());
        same_again(start, agent.as_mut(), seed + 100, &words);
    }
}

/// Specs of an agent without a budget of time; those with files get files made for `G`.
fn specs<G: Playable>(name: &str, folder: &Path) -> Vec<AgentSpec> {
    let texts: Vec<String> = match name {
        "random" | "scripted" => vec![name.into()],
        "uct" => vec!["uct:sims=60".into()],
        "mcts" => vec![
            "mcts:sims=60".into(),
            "mcts:sims=60,select=gumbel,batch=4".into(),
            "mcts:sims=60,select=ucb1,eval=rollout,parallel=root,threads=2".into(),
        ],
        "expectimax" => vec!["expectimax:depth=1".into()],
        "net" => {
            let file = net_file::<G>(folder);
            vec![
                format!("net:file={file}"),
                format!("net:file={file},sims=30"),
            ]
        }
        "ext" if cfg!(unix) => vec![format!(
            "ext:cmd=\"sh '{}/docs/bots/first.sh'\"",
            env!("CARGO_MANIFEST_DIR")
        )],
        "ext" => Vec::new(),
        "exact" => vec![format!("exact:file={}", solution::<G>(folder))],
        _ => panic!("agent `{name}` is not tested for peeking: add it here"),
    };
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

fn net_file<G: Playable>(folder: &Path) -> String {
    let architecture = Architecture {
        state_features: G::STATE_FEATURES,
        action_features: G::ACTION_FEATURES,
        trunk: vec![8],
        scorer: vec![8],
        ..Architecture::default()
    };
    let (first, second) = (1, 2);
    let nets = BySeat::new(first, second).map(|seed| Some(Weights::random(&architecture, seed)));
    let manifest = Manifest::new::<G>(&preset::<G>(), &architecture);
    let path = folder.join(format!("{}.safetensors", G::NAME));
    AgentFile { manifest, nets }.write(&path).unwrap();
    path.display().to_string()
}

fn solution<G: Playable>(folder: &Path) -> String {
    let (stop, start) = (AtomicBool::new(false), G::new(&preset::<G>()).unwrap());
    let path = folder.join(format!("{}.solution", G::NAME));
    let solved = solve(SolvePlan::new(start), &stop, &mut |_| {}).unwrap();
    solved.save(&path).unwrap();
    path.display().to_string()
}

/// The game's first preset: its default.
fn preset<G: Game>() -> G::Options {
    G::Options::presets().swap_remove(0).1
}

fn every_agent<G: Playable>() {
    let folder = tempfile::tempdir().unwrap();
    let start = G::new(&preset::<G>()).unwrap();
    for info in infos() {
        for spec in specs::<G>(info.name, folder.path()) {
            check(&start, &spec, usize::MAX);
        }
    }
}

#[test]
fn no_agent_peeks_in_small_games() {
    every_agent::<Pig>();
    every_agent::<Courier>();
}

#[test]
fn searches_do_not_peek_in_ufo() {
    let options = UfoOptions::presets()
        .into_iter()
        .find(|(name, _)| *name == "ufo-mini");
    let start = Ufo::new(&options.unwrap().1).unwrap();
    for name in ["scripted", "uct", "mcts", "expectimax"] {
        for spec in specs::<Ufo>(name, Path::new("")) {
            check(&start, &spec, 60);
        }
    }
}
