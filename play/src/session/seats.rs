//! Who sits where: as asked, else as a saved game says, else a person on the first seat.

use moonbase_agents::{Agent, AgentError, AgentSpec};
use moonbase_engine::{BySeat, Seat};

use super::{Player, is_person};
use crate::words::Words;

/// What is asked for at the seats.
#[derive(Clone, PartialEq, Debug)]
pub struct Wishes {
    /// The person's seat, `both` or `none`.
    pub seat: Option<String>,
    /// The opponent.
    pub against: Option<AgentSpec>,
    /// The opponent if nobody is named.
    pub default: AgentSpec,
}

/// Why a seat stays empty.
#[derive(Debug, thiserror::Error)]
pub enum SeatsError {
    #[error("seat `{given}` is none of this game; seats: {first}, {second}, both, none")]
    Seat {
        given: String,
        first: &'static str,
        second: &'static str,
    },
    #[error(
        "the saved game names an agent that is a program, {0}; give it with --against to let it run, or name another"
    )]
    Program(String),
    #[error(transparent)]
    Agent(#[from] AgentError),
}

/// Puts players on both seats; `recorded` are the names that a saved game has for them.
///
/// # Errors
/// No such seat, an agent that cannot be made, a program that a saved game names.
pub fn seated<G: Words>(
    wishes: &Wishes,
    recorded: &BySeat<Option<String>>,
    make: impl Fn(&AgentSpec) -> Result<Box<dyn Agent<G>>, AgentError>,
) -> Result<BySeat<Player<G>>, SeatsError> {
    let human = match &wishes.seat {
        Some(name) => asked_seats::<G>(name)?,
        None => recorded_seats(recorded),
    };
    let player = |seat: Seat| -> Result<Player<G>, SeatsError> {
        if human[seat] {
            return Ok(Player::Human);
        }
        let spec = match (&wishes.against, &recorded[seat]) {
            (Some(spec), _) => spec.clone(),
            (None, Some(name)) if !is_person(name) => recorded_agent(name)?,
            (None, _) => wishes.default.clone(),
        };
        Ok(Player::Agent(make(&spec)?))
    };
    Ok(BySeat::new(player(Seat::First)?, player(Seat::Second)?))
}

/// The agent that a saved game names. The file may come from anywhere: it starts no programs.
fn recorded_agent(name: &str) -> Result<AgentSpec, SeatsError> {
    let spec: AgentSpec = name.parse()?;
    match spec.starts_a_program() {
        true => Err(SeatsError::Program(spec.to_string())),
        false => Ok(spec),
    }
}

/// The seats that people take: that of this name, `both` or `none`.
pub(crate) fn asked_seats<G: Words>(name: &str) -> Result<BySeat<bool>, SeatsError> {
    let (first, second) = (G::SEATS.first, G::SEATS.second);
    match name {
        "both" => Ok(BySeat::new(true, true)),
        "none" => Ok(BySeat::new(false, false)),
        name if name == first => Ok(BySeat::new(true, false)),
        name if name == second => Ok(BySeat::new(false, true)),
        name => Err(SeatsError::Seat {
            given: name.into(),
            first,
            second,
        }),
    }
}

fn recorded_seats(recorded: &BySeat<Option<String>>) -> BySeat<bool> {
    let person = BySeat::from_fn(|seat| recorded[seat].as_deref().is_some_and(is_person));
    if person.first || person.second {
        person
    } else {
        BySeat::new(true, false)
    }
}
