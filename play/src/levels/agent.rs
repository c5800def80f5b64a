//! Levels as agents: `level:n=5`.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use moonbase_agents::{
    Agent, AgentError, AgentSpec, Budget, Decision, MakeAgent, NetAgent, NetSettings, Playable,
    SeatNets,
};
use moonbase_engine::{BySeat, Game, Seat, Turn};
use moonbase_models::{AgentFile, FastNet};

use super::table::{Hold, LEVELS, levels};

/// The name of the agent in specs.
pub const LEVEL: &str = "level";

/// Builds any agent: `level:n=1` to `level:n=10`, and all of [`moonbase_agents::build`].
///
/// # Errors
/// As there; no such level, a game without levels.
///
/// ```
/// use moonbase_engine::{Game, ufo::{Ufo, UfoOptions}};
/// use moonbase_play::levels::build;
/// let mut agent = build::<Ufo>(&"level:n=3".parse().unwrap()).unwrap();
/// agent.new_game(1);
/// let start = Ufo::new(&UfoOptions::default()).unwrap();
/// assert!(start.is_legal(agent.decide(&start).action));
/// ```
pub fn build<G: Playable>(spec: &AgentSpec) -> Result<Box<dyn Agent<G>>, AgentError> {
    match spec.name == LEVEL {
        true => Ok(Box::new(level_agent::<G>(spec)?)),
        false => moonbase_agents::build(spec),
    }
}

/// The spec of a level.
pub fn spec_of(level: usize) -> AgentSpec {
    AgentSpec::named(LEVEL).with("n", level)
}

/// The level, 1 to [`LEVELS`], that a spec means.
pub fn level_of(spec: &AgentSpec) -> Option<usize> {
    let number = spec.get("n")?.parse().ok()?;
    (*spec == spec_of(number) && (1..=LEVELS).contains(&number)).then_some(number)
}

/// [`build`] for whoever runs games.
#[derive(Clone, PartialEq, Debug)]
pub struct Opponent(pub AgentSpec);

impl<G: Playable> MakeAgent<G> for Opponent {
    fn make(&self) -> Result<Box<dyn Agent<G>>, AgentError> {
        build(&self.0)
    }

    fn name(&self) -> String {
        self.0.to_string()
    }
}

fn level_agent<G: Playable>(spec: &AgentSpec) -> Result<LevelAgent<G>, AgentError> {
    let level = level_of(spec).ok_or_else(|| AgentError::Invalid {
        agent: LEVEL.into(),
        key: "n".into(),
        value: spec.to_string(),
        valid: format!("level:n=1 to level:n={LEVELS}"),
    })?;
    let none = |reason: String| AgentError::File {
        agent: LEVEL.into(),
        reason,
    };
    let table = levels(G::NAME).ok_or_else(|| none(format!("`{}` has no levels", G::NAME)))?;
    let name = spec.to_string();
    let row = &table.rows[level - 1];
    let nets = built_in::<G>().map_err(none)?;
    let agent = |hold| Box::new(NetAgent::new(&name, nets.clone(), settings_of(hold)));
    let by = BySeat::new(agent(&row.first) as Box<dyn Agent<G>>, agent(&row.second));
    Ok(LevelAgent { name, by })
}

/// Who plays the level in each seat.
struct LevelAgent<G: Game> {
    name: String,
    by: BySeat<Box<dyn Agent<G>>>,
}

impl<G: Playable> Agent<G> for LevelAgent<G> {
    fn new_game(&mut self, seed: u64) {
        self.by.first.new_game(seed);
        self.by.second.new_game(seed);
    }

    fn decide(&mut self, position: &G) -> Decision<G::Action> {
        let seat = match position.turn() {
            Turn::Decide(seat) => seat,
            // Whoever asks wrongly is told so by any of them.
            _ => Seat::First,
        };
        self.by[seat].decide(position)
    }

    fn name(&self) -> String {
        self.name.clone()
    }
}

fn settings_of(hold: &Hold) -> NetSettings {
    NetSettings {
        temperature: hold.temperature,
        search: (hold.sims > 0).then_some(Budget::Sims(hold.sims)),
        ..NetSettings::default()
    }
}

/// The nets that come with the program, read once.
fn built_in<G: Playable>() -> Result<SeatNets, String> {
    type Read = OnceLock<Result<SeatNets, String>>;
    static UFO: Read = OnceLock::new();
    static LOST_PATROL: Read = OnceLock::new();
    static FG1: Read = OnceLock::new();
    let (read, bytes): (&Read, &[u8]) = match G::NAME {
        "ufo" => (
            &UFO,
            include_bytes!("../../../models/agents/ufo.safetensors"),
        ),
        "lost_patrol" => (
            &LOST_PATROL,
            include_bytes!("../../../models/agents/lost_patrol.safetensors"),
        ),
        "fg1" => (
            &FG1,
            include_bytes!("../../../models/agents/fg1-skirmish.safetensors"),
        ),
        game => return Err(format!("no net for `{game}` comes with the program")),
    };
    read.get_or_init(|| read_nets::<G>(bytes)).clone()
}

fn read_nets<G: Playable>(bytes: &[u8]) -> Result<SeatNets, String> {
    let name = format!("the built-in {}", <G as Game>::NAME);
    let path = Path::new(&name);
    let file = AgentFile::parse(path, bytes).map_err(|error| error.to_string())?;
    file.check::<G>(path, None)
        .map_err(|error| error.to_string())?;
    Ok(BySeat::from_fn(|seat| {
        let weights = file.nets[seat].as_ref();
        weights.map(|weights| Arc::new(FastNet::new(weights)))
    }))
}
