//! What can be chosen for a new game: games, seats, opponents.

use moonbase_agents::{AgentError, AgentSpec};
use moonbase_engine::options::RuleOptions;
use moonbase_engine::registry::Family;
use moonbase_engine::{Seat, with_family};
use serde::Serialize;
use serde_json::Value;

use crate::levels::{LEVEL, LEVELS, level_of, spec_of};
use crate::show::Show;

/// Agents that pages offer as opponents after the levels: name, what it is, spec.
const OPPONENTS: [(&str, &str, &str); 5] = [
    (
        "Random",
        "Does anything that is allowed. For trying things out.",
        "random",
    ),
    (
        "Rules of thumb",
        "Knows what is good in general, and looks no move ahead.",
        "scripted",
    ),
    (
        "Search, light",
        "Looks a little ahead, through the dice too.",
        "mcts:sims=100",
    ),
    (
        "Search",
        "Looks ahead. Strong, and answers at once.",
        "mcts:sims=1000",
    ),
    (
        "Search, deep",
        "Looks further ahead, and takes a moment for it.",
        "mcts:sims=10000",
    ),
];

/// The level that is chosen already.
const USUAL: usize = 5;

/// Who gives hints.
pub const HINT: &str = "mcts:sims=5000";

/// Most simulations, positions or milliseconds of an agent that somebody names over the network.
const MOST_SIMS: u64 = 10_000;
const MOST_MILLIS: u64 = 2_000;

/// An agent to play against.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Opponent {
    pub name: String,
    pub about: String,
    pub spec: String,
}

fn level(number: usize) -> Opponent {
    let about = match number {
        1 => "A beginner, hardly better than chance.",
        2..=4 => "Knows the game and slips often. Answers at once.",
        5..=7 => "Plays soundly, with a slip here and there. Answers at once.",
        8..=9 => "Strong. Answers in less than a second.",
        _ => "The strongest. Answers in about a second.",
    };
    Opponent {
        name: format!("Level {number}"),
        about: about.into(),
        spec: spec_of(number).to_string(),
    }
}

/// What pages call a player: as in the list, or any search that only its simulations tell apart from one there; else its spec.
pub fn called(player: &str) -> String {
    let known = OPPONENTS.iter().find(|(_, _, spec)| *spec == player);
    if let Some((name, ..)) = known {
        return (*name).into();
    }
    let Ok(spec) = player.parse::<AgentSpec>() else {
        return player.into();
    };
    match (level_of(&spec), spec.settings.as_slice()) {
        (Some(number), _) => format!("Level {number}"),
        (None, [(key, _)]) if spec.name == "mcts" && key == "sims" => "Search".into(),
        _ => player.into(),
    }
}

/// The agents that may be played against.
#[derive(Clone, Debug)]
pub struct Opponents {
    listed: Vec<Opponent>,
    hint: AgentSpec,
}

impl Opponents {
    /// The program's own, and those of whoever started it, who may name any.
    ///
    /// # Errors
    /// A list of the program's own that cannot be read: never.
    pub fn new(more: &[AgentSpec], hint: Option<AgentSpec>) -> Result<Opponents, AgentError> {
        let levels = (1..=LEVELS).map(level);
        let own = OPPONENTS.iter().map(|(name, about, spec)| Opponent {
            name: (*name).into(),
            about: (*about).into(),
            spec: (*spec).into(),
        });
        let more = more.iter().map(|spec| Opponent {
            name: spec.to_string(),
            about: "Named when the server was started.".into(),
            spec: spec.to_string(),
        });
        let hint = match hint {
            Some(hint) => hint,
            None => HINT.parse()?,
        };
        Ok(Opponents {
            listed: levels.chain(own).chain(more).collect(),
            hint,
        })
    }

    pub fn usual(&self) -> &str {
        &self.listed[USUAL - 1].spec
    }

    pub fn hint(&self) -> &AgentSpec {
        &self.hint
    }

    /// The agent of a spec, if it is one of the list or [`tame`].
    ///
    /// # Errors
    /// Any other, with what may be named.
    pub fn allow(&self, text: &str) -> Result<AgentSpec, NotAllowed> {
        let spec: AgentSpec = text.parse()?;
        let name = spec.to_string();
        let listed = self.listed.iter().any(|listed| listed.spec == name);
        if listed || self.hint == spec || tame(&spec) {
            return Ok(spec);
        }
        Err(NotAllowed::Wild(name.chars().take(60).collect()))
    }
}

/// Why an agent may not be named over the network.
#[derive(Debug, thiserror::Error)]
pub enum NotAllowed {
    #[error(transparent)]
    Spec(#[from] AgentError),
    #[error(
        "the agent {0} is not offered here: level, random, scripted, uct, mcts and expectimax are, with at most {sims} sims or nodes or \
{millis} ms; others can be named with --agent when the server is started",
        sims = MOST_SIMS, millis = MOST_MILLIS
    )]
    Wild(String),
}

/// May anybody name this agent? It starts no program, opens no file, and neither takes long nor much memory.
pub fn tame(spec: &AgentSpec) -> bool {
    let small = |key: &str, most: u64| {
        let value = spec.get(key).map(str::parse::<u64>);
        value.is_none_or(|value| value.is_ok_and(|value| value <= most))
    };
    let keys: &[&str] = match spec.name.as_str() {
        "random" | "scripted" => &[],
        "uct" => &["sims", "ms", "c"],
        "mcts" => &[
            "sims", "ms", "nodes", "c", "select", "fpu", "chance", "prior", "proven",
        ],
        "expectimax" => &["nodes", "ms"],
        LEVEL => return level_of(spec).is_some(),
        _ => return false,
    };
    let known = spec
        .settings
        .iter()
        .all(|(key, _)| keys.contains(&key.as_str()));
    let bounded = spec.name != "expectimax" || spec.get("nodes").or(spec.get("ms")).is_some();
    known
        && bounded
        && small("sims", MOST_SIMS)
        && small("nodes", MOST_SIMS)
        && small("ms", MOST_MILLIS)
}

/// The option that holds the text of a scenario.
const SCENARIO: &str = "scenario";

/// Most bytes of a scenario: the largest that there can be, with a comment on each line, is shorter.
const MOST_SCENARIO: usize = 8 << 10;

/// May these rule options come from the network? Tile sets may by name only.
pub fn modest(settings: &[String]) -> bool {
    let short = |setting: &String| match setting.split_once('=') {
        Some((SCENARIO, text)) => text.len() <= MOST_SCENARIO,
        _ => setting.len() <= 100 && !setting.contains('{'),
    };
    settings.len() <= 30 && settings.iter().all(short)
}

#[derive(Serialize)]
struct SeatChoice {
    key: &'static str,
    name: &'static str,
}

#[derive(Serialize)]
struct OptionChoice {
    name: &'static str,
    values: &'static str,
    help: &'static str,
    value: Value,
    /// May it be a text of many lines?
    text: bool,
}

#[derive(Serialize)]
struct GameChoice {
    preset: &'static str,
    title: &'static str,
    about: &'static str,
    game: &'static str,
    seats: Vec<SeatChoice>,
    options: Vec<OptionChoice>,
}

/// Everything that a page needs for its form of a new game.
#[derive(Serialize)]
pub struct Menu<'a> {
    games: Vec<GameChoice>,
    opponents: &'a [Opponent],
    usual: &'a str,
}

impl Opponents {
    /// All games and opponents.
    pub fn menu(&self) -> Menu<'_> {
        let games = |family| with_family!(family, |G| games_of::<G>());
        Menu {
            games: Family::ALL.into_iter().flat_map(games).collect(),
            opponents: &self.listed,
            usual: self.usual(),
        }
    }
}

fn games_of<G: Show>() -> Vec<GameChoice> {
    let seat = |seat: Seat| SeatChoice {
        key: G::SEATS[seat],
        name: G::seat_name(seat),
    };
    let presets = G::Options::presets();
    let known = |preset: &str| presets.iter().find(|(name, _)| *name == preset);
    let offers = G::offers().iter();
    let games = offers.filter_map(|offer| {
        let (_, options) = known(offer.preset)?;
        Some(GameChoice {
            preset: offer.preset,
            title: offer.title,
            about: offer.about,
            game: G::NAME,
            seats: Seat::BOTH.map(seat).into(),
            options: options_of(options),
        })
    });
    games.collect()
}

/// The options that are no sets of tiles, with their values in a preset.
fn options_of<O: RuleOptions>(options: &O) -> Vec<OptionChoice> {
    let infos = O::infos().iter();
    let short = infos.filter(|info| info.name != "tiles");
    let choice = short.map(|info| OptionChoice {
        name: info.name,
        values: info.values,
        help: info.help,
        value: options.get(info.name),
        text: info.name == SCENARIO,
    });
    choice.collect()
}

/// The title of a preset.
pub fn title_of<G: Show>(preset: &str) -> String {
    let offer = G::offers().iter().find(|offer| offer.preset == preset);
    offer.map_or_else(|| preset.into(), |offer| offer.title.into())
}

#[cfg(test)]
mod tests {
    use moonbase_engine::registry::preset_names;

    use super::*;

    fn opponents() -> Opponents {
        let more = ["net:file=models/agents/ufo.safetensors".parse().unwrap()];
        Opponents::new(&more, None).unwrap()
    }

    #[test]
    fn nobody_starts_programs_or_opens_files_over_the_network() {
        let opponents = opponents();
        for spec in [
            "ext:cmd=\"rm -rf /\"",
            "net:file=/etc/passwd",
            "mcts:eval=net,file=x",
            "exact:file=x",
            "mcts:sims=1000000000",
            "mcts:threads=256",
            "mcts:memory=100000",
            "uct:ms=3600000",
            "expectimax:depth=60",
            "mcts:sims=-1",
            "level:n=11",
            "level:n=3,file=x",
            "level",
            "nobody",
        ] {
            assert!(opponents.allow(spec).is_err(), "{spec}");
        }
        for spec in [
            "random",
            "level:n=1",
            "level:n=10",
            "mcts:ms=100",
            "uct:sims=400,c=1.2",
            "expectimax:nodes=500",
        ] {
            assert!(opponents.allow(spec).is_ok(), "{spec}");
        }
        let named = "net:file=models/agents/ufo.safetensors";
        assert!(
            opponents.allow(named).is_ok(),
            "named by whoever started the server"
        );
    }

    #[test]
    fn a_scenario_may_be_as_long_as_scenarios_are() {
        let line = format!("{}\n", ".".repeat(40));
        let scenario = |lines: usize| vec![format!("scenario={}", line.repeat(lines))];
        assert!(modest(&scenario(150)));
        assert!(!modest(&scenario(300)));
        assert!(!modest(&["max_initiatives=".repeat(10)]), "too long");
        assert!(!modest(&["tiles={\"a\": 1}".into()]));
    }

    #[test]
    fn agents_are_called_as_in_the_list() {
        for (spec, name) in [
            ("human", "human"),
            ("level:n=5", "Level 5"),
            ("scripted", "Rules of thumb"),
            ("mcts:sims=1000", "Search"),
            ("mcts:sims=5000", "Search"),
            ("mcts:sims=80,c=2", "mcts:sims=80,c=2"),
        ] {
            assert_eq!(called(spec), name);
        }
    }

    #[test]
    fn every_preset_is_offered() {
        let opponents = opponents();
        let menu = opponents.menu();
        let mut offered: Vec<&str> = menu.games.iter().map(|game| game.preset).collect();
        let mut all = preset_names();
        offered.sort_unstable();
        all.sort_unstable();
        assert_eq!(offered, all);
        assert!(
            menu.opponents
                .iter()
                .any(|opponent| opponent.spec == menu.usual)
        );
        for opponent in &menu.opponents[..LEVELS + OPPONENTS.len()] {
            assert!(tame(&opponent.spec.parse().unwrap()), "{}", opponent.name);
        }
    }
}
