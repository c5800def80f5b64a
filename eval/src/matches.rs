//! A match: two agents play pairs of games.
//!
//! Both games of a pair have the same dice, keyed by event, and the agents swap seats. What the seats are worth
//! and much of the luck cancel within a pair; the pairs are independent of each other, so they are the samples
//! of every overall figure. Per seat the samples are the games.

use std::collections::BTreeMap;

use moonbase_agents::{Agent, MakeAgent};
use moonbase_engine::chance::rng_for;
use moonbase_engine::{BySeat, Game, RuleOptions, Seat};
use rand::Rng;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::error::EvalError;
use crate::forfeits::ForfeitedGame;
use crate::game::{GameSummary, play_game};
use crate::rating::sprt::{Decision, Status};
use crate::rating::{Pentanomial, Sprt};
use crate::stats::Estimate;
use crate::work::{Control, run};

/// What is to be played.
pub struct MatchPlan<'a, G: Game> {
    /// The game's or preset's name, for the report.
    pub game: &'a str,
    pub options: &'a G::Options,
    /// The first is the one whose score is reported.
    pub agents: [&'a dyn MakeAgent<G>; 2],
    /// Number of games; an odd one is rounded up to full pairs.
    pub games: u64,
    pub seed: u64,
}

/// The result of a match, from the first agent's point of view.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchReport {
    pub game: String,
    /// Rule options that differ from the game's defaults.
    pub options: Map<String, Value>,
    pub agents: [String; 2],
    pub seed: u64,
    pub games: u64,
    /// Games asked for; more than `games` if the match was stopped.
    pub planned: u64,
    /// Win 1, draw ½, loss 0.
    pub score: BothSeats,
    #[serde(rename = "return")]
    pub returns: BothSeats,
    /// The first seat's score, whoever sits there: 0.5 in an even game.
    pub first_seat: Estimate,
    /// How often each outcome came up, with the first agent in that seat.
    pub outcomes: BTreeMap<&'static str, BTreeMap<&'static str, f64>>,
    pub length: Length,
    /// Games that an agent gave up, which count as lost.
    pub forfeits: Vec<ForfeitedGame>,
    /// Where the test stands, in a match that is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<Test>,
}

/// A test that could stop the match.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Test {
    pub sprt: Sprt,
    pub status: Status,
}

/// A figure over all pairs and for each seat of the agent.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BothSeats {
    pub overall: f64,
    /// 95% interval of `overall`.
    pub low: f64,
    pub high: f64,
    pub pairs: usize,
    /// By the name of the seat in which the agent sat.
    pub seats: BTreeMap<&'static str, Estimate>,
}

/// Means over all games.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Length {
    pub plies: f64,
    pub decisions: f64,
    pub rolls: f64,
    pub turns: f64,
}

impl Length {
    pub(crate) fn of<'a>(games: impl Iterator<Item = &'a GameSummary> + Clone) -> Length {
        let count = games.clone().count().max(1) as f64;
        let mean = |figure: fn(&GameSummary) -> u32| {
            games
                .clone()
                .map(|game| f64::from(figure(game)))
                .sum::<f64>()
                / count
        };
        Length {
            plies: mean(GameSummary::plies),
            decisions: mean(|game| game.decisions),
            rolls: mean(|game| game.rolls),
            turns: mean(|game| game.turns),
        }
    }
}

/// The two games of a pair: the first agent in the first seat, then in the second.
type Pair = BySeat<GameSummary>;

/// Plays a match.
///
/// # Errors
/// No games, an agent that cannot be built, or one that breaks the rules. An agent that gives up a game loses
/// that game only.
///
/// ```
/// use moonbase_agents::AgentSpec;
/// use moonbase_engine::toy::{Pig, PigOptions};
/// use moonbase_eval::{Control, MatchPlan, play_match};
/// let (uct, random) = (AgentSpec::named("uct"), AgentSpec::named("random"));
/// let options = PigOptions::default();
/// let plan = MatchPlan::<Pig> { game: "pig", options: &options, agents: [&uct, &random], games: 100, seed: 1 };
/// let stop = std::sync::atomic::AtomicBool::new(false);
/// let mut control = Control { threads: 2, stop: &stop, progress: &mut |_, _| {} };
/// let report = play_match(&plan, &mut control).unwrap();
/// assert!(report.score.low > 0.5);
/// ```
pub fn play_match<G: Game>(
    plan: &MatchPlan<'_, G>,
    control: &mut Control<'_>,
) -> Result<MatchReport, EvalError> {
    if plan.games == 0 {
        return Err(EvalError::NoGames);
    }
    let stop = control.stop;
    let make = || Ok([plan.agents[0].make()?, plan.agents[1].make()?]);
    let job =
        |agents: &mut Agents<G>, index| play_pair(plan.options, agents, plan.seed, index, stop);
    let pairs = run(plan.games.div_ceil(2), control, make, job)?;
    Ok(told(plan, pairs))
}

/// The report of pairs with their numbers.
fn told<G: Game>(plan: &MatchPlan<'_, G>, pairs: Vec<(u64, Pair)>) -> MatchReport {
    let forfeits = forfeits(plan, &pairs);
    let pairs: Vec<Pair> = pairs.into_iter().map(|(_, pair)| pair).collect();
    MatchReport {
        forfeits,
        ..report(plan, &pairs)
    }
}

/// Pairs that are played between two looks at a test.
const LOOK: u64 = 16;

/// Plays a match that stops as soon as the test is decided, at the latest after the plan's games. The test looks at
/// the pairs one by one in their order, so that the result is the same for any number of threads; pairs
/// played beyond the decision do not count.
///
/// # Errors
/// As [`play_match`].
pub fn play_until_decided<G: Game>(
    plan: &MatchPlan<'_, G>,
    sprt: &Sprt,
    control: &mut Control<'_>,
) -> Result<MatchReport, EvalError> {
    if plan.games == 0 {
        return Err(EvalError::NoGames);
    }
    let (stop, most) = (control.stop, plan.games.div_ceil(2));
    let make = || Ok([plan.agents[0].make()?, plan.agents[1].make()?]);
    let (mut pairs, mut counts) = (Vec::<(u64, Pair)>::new(), Pentanomial::default());
    let mut status = sprt.status(&counts);
    while status.decision == Decision::Continue && (pairs.len() as u64) < most {
        let done = pairs.len() as u64;
        let job = |agents: &mut Agents<G>, index| {
            play_pair(plan.options, agents, plan.seed, done + index, stop)
        };
        let look = LOOK.min(most - done);
        let mut inner = Control {
            threads: control.threads,
            stop,
            progress: &mut |new, _| (control.progress)(done + new, most),
        };
        let played = run(look, &mut inner, make, job)?;
        let whole = played.len() as u64 == look;
        // Stopped: those before the first that is missing.
        let sound = (0..).zip(played);
        for (_, (index, pair)) in sound.take_while(|(place, (index, _))| place == index) {
            counts.add(BySeat::from_fn(|seat| pair[seat].outcome.score(seat)));
            pairs.push((done + index, pair));
            status = sprt.status(&counts);
            if status.decision != Decision::Continue {
                break;
            }
        }
        if !whole {
            break;
        }
    }
    let mut report = told(plan, pairs);
    if status.decision != Decision::Continue {
        report.planned = report.games;
    }
    report.test = Some(Test {
        sprt: *sprt,
        status,
    });
    Ok(report)
}

type Agents<G> = [Box<dyn Agent<G>>; 2];

fn play_pair<G: Game>(
    options: &G::Options,
    agents: &mut Agents<G>,
    seed: u64,
    index: u64,
    stop: &std::sync::atomic::AtomicBool,
) -> Result<Option<Pair>, EvalError> {
    let mut seeds = rng_for(seed, index);
    let dice = seeds.next_u64();
    let [one, other] = agents;
    let mut play = |first: &mut Box<dyn Agent<G>>, second: &mut Box<dyn Agent<G>>| {
        first.new_game(seeds.next_u64());
        second.new_game(seeds.next_u64());
        play_game(options, first.as_mut(), second.as_mut(), dice, stop)
    };
    let (there, back) = (play(one, other)?, play(other, one)?);
    Ok(there
        .zip(back)
        .map(|(there, back)| BySeat::new(there, back)))
}

/// Game `2i + 1` is the first of pair `i`, with the first agent in the first seat.
fn forfeits<G: Game>(plan: &MatchPlan<'_, G>, pairs: &[(u64, Pair)]) -> Vec<ForfeitedGame> {
    let [one, other] = plan.agents.map(|agent| agent.name());
    let of_pair = |(index, pair): &(u64, Pair)| {
        let there = ForfeitedGame::of::<G>(2 * index + 1, &pair.first, [&one, &other]);
        let back = ForfeitedGame::of::<G>(2 * index + 2, &pair.second, [&other, &one]);
        [there, back].into_iter().flatten()
    };
    pairs.iter().flat_map(of_pair).collect()
}

fn report<G: Game>(plan: &MatchPlan<'_, G>, pairs: &[Pair]) -> MatchReport {
    let score = |game: &GameSummary, seat| game.outcome.score(seat);
    let value = |game: &GameSummary, seat| game.outcome.value.seen_by(seat).0;
    let first_seat =
        |pair: &Pair| (score(&pair.first, Seat::First) + score(&pair.second, Seat::First)) / 2.0;
    let first_seat: Vec<f64> = pairs.iter().map(first_seat).collect();
    MatchReport {
        game: plan.game.into(),
        options: plan.options.difference(&G::Options::default()),
        agents: plan.agents.map(|agent| agent.name()),
        seed: plan.seed,
        games: 2 * pairs.len() as u64,
        planned: plan.games.div_ceil(2).saturating_mul(2),
        score: both_seats::<G>(pairs, score, Estimate::of_scores),
        returns: both_seats::<G>(pairs, value, Estimate::of_returns),
        first_seat: Estimate::of_scores(&first_seat),
        outcomes: outcomes::<G>(pairs),
        length: Length::of(pairs.iter().flat_map(|pair| [&pair.first, &pair.second])),
        forfeits: Vec::new(),
        test: None,
    }
}

fn both_seats<G: Game>(
    pairs: &[Pair],
    figure: impl Fn(&GameSummary, Seat) -> f64,
    estimate: impl Fn(&[f64]) -> Estimate,
) -> BothSeats {
    let in_seat = |seat: Seat| {
        pairs
            .iter()
            .map(|pair| figure(&pair[seat], seat))
            .collect::<Vec<_>>()
    };
    let by_seat = BySeat::from_fn(in_seat);
    let means = by_seat.first.iter().zip(&by_seat.second);
    let means: Vec<f64> = means.map(|(a, b)| (a + b) / 2.0).collect();
    let overall = estimate(&means);
    BothSeats {
        overall: overall.mean,
        low: overall.low,
        high: overall.high,
        pairs: overall.samples,
        seats: Seat::BOTH
            .map(|seat| (G::SEATS[seat], estimate(&by_seat[seat])))
            .into(),
    }
}

fn outcomes<G: Game>(pairs: &[Pair]) -> BTreeMap<&'static str, BTreeMap<&'static str, f64>> {
    let in_seat = |seat: Seat| {
        let games = pairs.iter().map(|pair| &pair[seat]);
        (G::SEATS[seat], shares(games))
    };
    Seat::BOTH.map(in_seat).into()
}

/// The share of each outcome among the games.
pub(crate) fn shares<'a>(
    games: impl Iterator<Item = &'a GameSummary> + Clone,
) -> BTreeMap<&'static str, f64> {
    let count = games.clone().count().max(1) as f64;
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for game in games {
        *counts.entry(game.outcome.name).or_default() += 1;
    }
    let share = |(name, games)| (name, f64::from(games) / count);
    counts.into_iter().map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use moonbase_agents::AgentSpec;
    use moonbase_engine::toy::{Courier, CourierOptions, Nim, NimOptions, Pig, PigOptions};
    use std::sync::atomic::{AtomicBool, Ordering};

    fn play<G: moonbase_agents::Playable>(
        agents: [&str; 2],
        options: G::Options,
        games: u64,
        threads: usize,
    ) -> MatchReport {
        let [a, b] = agents.map(|spec| spec.parse::<AgentSpec>().unwrap());
        let plan = MatchPlan::<G> {
            game: G::NAME,
            options: &options,
            agents: [&a, &b],
            games,
            seed: 11,
        };
        let stop = AtomicBool::new(false);
        let mut control = Control {
            threads,
            stop: &stop,
            progress: &mut |_, _| {},
        };
        play_match(&plan, &mut control).unwrap()
    }

    #[test]
    fn the_same_for_any_number_of_threads() {
        let of = |threads| {
            play::<Courier>(
                ["uct:sims=20", "scripted"],
                CourierOptions::default(),
                60,
                threads,
            )
        };
        assert_eq!(of(1), of(2));
        assert_eq!(of(1), of(7));
    }

    /// An agent against itself with the same luck wins one game of each pair of Nim: exactly even.
    #[test]
    fn pairs_cancel_the_seats() {
        let report = play::<Nim>(
            ["scripted", "scripted"],
            NimOptions::new(&[3, 4, 5]),
            100,
            2,
        );
        assert_eq!(report.score.overall, 0.5);
        assert_eq!(
            (report.score.seats["a"].mean, report.score.seats["b"].mean),
            (1.0, 0.0)
        );
        assert_eq!(report.first_seat.mean, 1.0);
        assert_eq!(report.outcomes["a"]["first_wins"], 1.0);
        // The samples are the 50 pairs, all of score ½: an interval as of 52 samples, two of them apart.
        assert!(
            (report.score.low - 0.4724).abs() < 0.0001,
            "{:?}",
            report.score
        );
    }

    #[test]
    fn a_match_that_is_a_test_stops_when_it_is_decided() {
        let [strong, weak] = ["uct:sims=50", "random"].map(|s| s.parse::<AgentSpec>().unwrap());
        let options = PigOptions::default();
        let test = |agents: [&AgentSpec; 2], games, threads| {
            let plan = MatchPlan::<Pig> {
                game: "pig",
                options: &options,
                agents: [agents[0], agents[1]],
                games,
                seed: 3,
            };
            let mut control = Control {
                threads,
                stop: &AtomicBool::new(false),
                progress: &mut |_, _| {},
            };
            let sprt = Sprt::new(0.0, 100.0, 0.05, 0.05).unwrap();
            play_until_decided(&plan, &sprt, &mut control).unwrap()
        };
        let won = test([&strong, &weak], 2000, 1);
        let decision = |report: &MatchReport| report.test.unwrap().status.decision;
        assert_eq!(decision(&won), Decision::AcceptH1);
        assert!(won.games < 400 && won.planned == won.games, "{won}");
        assert_eq!(won, test([&strong, &weak], 2000, 3));
        assert!(won.to_string().contains("SPRT"), "{won}");
        assert_eq!(
            decision(&test([&weak, &strong], 2000, 2)),
            Decision::AcceptH0
        );
        let short = test([&strong, &weak], 4, 2);
        assert_eq!((decision(&short), short.games), (Decision::Continue, 4));
    }

    #[test]
    fn swapping_the_agents_mirrors_the_score() {
        let there = play::<Pig>(["uct:sims=50", "random"], PigOptions::default(), 200, 2);
        assert!(there.score.overall > 0.5 && there.score.low < there.score.overall);
        assert_eq!(there.games, 200);
        let sum = there.score.seats.values().map(|e| e.mean).sum::<f64>();
        assert!((sum / 2.0 - there.score.overall).abs() < 1e-12);
        assert!(there.length.turns > 1.0 && there.length.plies > there.length.rolls);
    }

    #[test]
    fn the_report_is_json_with_the_score_overall() {
        let report = play::<Pig>(
            ["random", "random"],
            PigOptions {
                target: 9,
                faces: 6,
            },
            3,
            1,
        );
        let json = serde_json::to_value(&report).unwrap();
        assert_eq!(json["score"]["overall"], report.score.overall);
        assert_eq!(json["options"]["target"], 9);
        assert_eq!((report.games, report.planned), (4, 4));
        assert!(json["return"]["seats"]["a"]["low"].is_number());
    }

    #[test]
    fn a_stopped_match_reports_the_pairs_played() {
        let [a, b] = ["random", "scripted"].map(AgentSpec::named);
        let options = PigOptions::default();
        let plan = MatchPlan::<Pig> {
            game: "pig",
            options: &options,
            agents: [&a, &b],
            games: 1_000_000_000,
            seed: 1,
        };
        let stop = AtomicBool::new(false);
        let mut control = Control {
            threads: 2,
            stop: &stop,
            progress: &mut |done, _| stop.store(done >= 20, Ordering::Relaxed),
        };
        let report = play_match(&plan, &mut control).unwrap();
        assert!(report.games >= 40 && report.games < report.planned);
    }
}
