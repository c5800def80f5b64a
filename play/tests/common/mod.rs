//! What the tests of the faces share.
#![allow(dead_code)]

use moonbase_agents::{Agent, AgentError, AgentSpec, Random, Uct};
use moonbase_engine::chance::rng_for;
use moonbase_engine::registry::options_of;
use moonbase_engine::ufo::Ufo;
use moonbase_engine::{BySeat, Game, KeyedDice, Turn};
use moonbase_play::Played;
use moonbase_play::session::{Player, Session, Setup, Waiting};

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

pub fn options(preset: &str, settings: &[&str]) -> <Ufo as Game>::Options {
    let settings: Vec<String> = settings.iter().map(|text| text.to_string()).collect();
    options_of::<Ufo>(preset, &settings).unwrap()
}

/// Plays a game at random and hands over each step: the position before, what was played, and the
/// position after.
pub fn random_game(
    options: &<Ufo as Game>::Options,
    seed: u64,
    mut see: impl FnMut(&Ufo, Played<Ufo>, &Ufo),
) {
    let (mut rng, mut dice) = (rng_for(seed, 0), KeyedDice::new(seed));
    let mut position = Ufo::new(options).unwrap();
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

pub fn human() -> Player<Ufo> {
    Player::Human
}

pub fn agent(spec: &str) -> Player<Ufo> {
    Player::Agent(make::<Ufo>(&spec.parse().unwrap()).unwrap())
}

pub fn session(preset: &str, seed: u64, first: Player<Ufo>, second: Player<Ufo>) -> Session<Ufo> {
    let setup = Setup {
        preset: preset.into(),
        options: options(preset, &[]),
        seed,
        players: BySeat::new(first, second),
    };
    Session::new(setup).unwrap()
}

/// Lets dice and agents play until a person is to move or the game is over.
pub fn to_human(session: &mut Session<Ufo>) {
    while session.advance().unwrap().is_some() {}
}

/// A person who plays by a rule: the action numbered by a hash of the position.
pub fn play_on(session: &mut Session<Ufo>, choices: usize) {
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
pub fn words(session: &Session<Ufo>) -> Vec<String> {
    session
        .steps()
        .iter()
        .map(|step| step.played.notation())
        .collect()
}
