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

/// The kind of a reason: what comes before what it quotes.
fn kind(reason: &str) -> &str {
    reason.split_once(": ").map_or(reason, |(kind, _)| kind)
}

/// Puts reasons of one kind together, for each `K` apart: with the reason itself if there is only one, else with the kind.
pub(crate) fn by_kind<'a, K: Ord, T>(
    reasons: impl IntoIterator<Item = (K, &'a str, T)>,
) -> Vec<(K, &'a str, Vec<T>)> {
    let mut groups: BTreeMap<(K, &str), (&str, Vec<T>)> = BTreeMap::new();
    for (key, reason, what) in reasons {
        let kind = kind(reason);
        let (told, all) = groups.entry((key, kind)).or_insert((reason, Vec::new()));
        if *told != reason {
            *told = kind;
        }
        all.push(what);
    }
    let group = |((key, _), (told, all))| (key, told, all);
    groups.into_iter().map(group).collect()
}

/// Writes a line for each agent and kind of reason; nothing if no game was given up.
pub(crate) fn write_forfeits<'a>(
    f: &mut fmt::Formatter<'_>,
    games: &'a [ForfeitedGame],
) -> fmt::Result {
    let each = |game: &'a ForfeitedGame| (game.agent.as_str(), game.reason.as_str(), game.game);
    for (agent, reason, numbers) in by_kind(games.iter().map(each)) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_that_quote_are_counted_by_kind() {
        let reasons = [
            (1, "it chose what is not legal: `fly`", 10),
            (0, "it ran out of time", 11),
            (1, "it chose what is not legal: `a: b`", 12),
            (1, "a flood of output: x", 13),
            (0, "it chose what is not legal: `fly`", 14),
            (1, "a flood of output: x", 15),
        ];
        let expected = [
            (0, "it chose what is not legal: `fly`", vec![14]),
            (0, "it ran out of time", vec![11]),
            (1, "a flood of output: x", vec![13, 15]),
            (1, "it chose what is not legal", vec![10, 12]),
        ];
        assert_eq!(by_kind(reasons), expected);
    }
}
