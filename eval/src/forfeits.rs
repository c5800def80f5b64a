//! Games that agents gave up, for reports.

use std::collections::BTreeMap;
use std::fmt;

use moonbase_engine::Game;
use serde::Serialize;

use crate::game::GameSummary;

/// As many games are named for each reason.
const NAMED: usize = 8;

/// A game that was lost because an agent gave it up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ForfeitedGame {
    /// The game's number, counted from 1 in the order of the plan.
    pub game: u64,
    /// Who gave it up.
    pub agent: String,
    pub seat: &'static str,
    /// Why, in one line.
    pub reason: String,
}

impl ForfeitedGame {
    /// What there is to say of a game, if it was given up; `agents` are those of the first and of the second seat.
    pub(crate) fn of<G: Game>(
        game: u64,
        summary: &GameSummary,
        agents: [&str; 2],
    ) -> Option<ForfeitedGame> {
        let (seat, reason) = summary.forfeit.as_ref()?;
        Some(ForfeitedGame {
            game,
            agent: agents[seat.index()].into(),
            seat: G::SEATS[*seat],
            reason: reason.to_string(),
        })
    }
}

/// Writes a line for each agent and reason; nothing if no game was given up.
pub(crate) fn write_forfeits(f: &mut fmt::Formatter<'_>, games: &[ForfeitedGame]) -> fmt::Result {
    let mut reasons: BTreeMap<(&str, &str), Vec<u64>> = BTreeMap::new();
    for game in games {
        let key = (game.agent.as_str(), game.reason.as_str());
        reasons.entry(key).or_default().push(game.game);
    }
    for ((agent, reason), numbers) in reasons {
        let plural = if numbers.len() == 1 { "" } else { "s" };
        let named: Vec<String> = numbers.iter().take(NAMED).map(u64::to_string).collect();
        let more = if numbers.len() > NAMED { ", ..." } else { "" };
        let (count, named) = (numbers.len(), named.join(", "));
        writeln!(
            f,
            "forfeits of {agent}: {reason} ({count} game{plural}: {named}{more})"
        )?;
    }
    Ok(())
}
