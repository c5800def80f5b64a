//! The laws that every game must obey (see [`Game`]), checked on random games of every registered
//! game and preset, of the toy games, and of each option set away from its default.

use std::collections::HashMap;
use std::fmt::Display;

use moonbase_engine::chance::{MoonRng, rng_for};
use moonbase_engine::record::Record;
use moonbase_engine::registry::{Family, names_of, options_of, preset_of};
use moonbase_engine::toy::{Courier, Nim, Pig};
use moonbase_engine::{Game, KeyedDice, PlayError, RuleOptions, Seat, Turn, with_family};
use rand::RngExt;

/// Games with options away from their defaults: a preset and settings.
const VARIANTS: &[(&str, &[&str])] = &[
    ("ufo", &["tiles=mini"]),
    ("ufo", &[r#"units=["C","I2","I3","G3"]"#, "alien_actions=2"]),
    ("ufo", &["aliens=5"]),
    ("ufo", &["alien_actions=1"]),
    ("ufo", &["alien_actions=12"]),
    ("ufo", &["max_turns=3"]),
    ("ufo", &["ufo_in_last=29"]),
    ("ufo", &["sky_hits_on=2"]),
    ("ufo", &["sky_counts=calls"]),
    ("ufo", &["reveal=move"]),
    ("ufo", &["reveal=move", "forest=dice", "ufo_in_last=20"]),
    ("ufo", &["drive_back=owner"]),
    ("ufo", &["scoring=win_loss"]),
    ("ufo", &["command_grant=true"]),
    ("ufo", &["pod_crowding=false"]),
    ("ufo", &["volley_once=true"]),
    (
        "ufo-mini",
        &["command_grant=true", "volley_once=true", "ufo_in_last=9"],
    ),
    ("lost_patrol", &["tiles=mini"]),
    ("lost_patrol", &["max_turns=3"]),
    ("lost_patrol", &[r#"soldiers=["T3","S"]"#]),
    ("lost_patrol", &["lurkers=1"]),
    ("lost_patrol", &["lurkers=5"]),
    ("lost_patrol", &["lurker_actions=1"]),
    ("lost_patrol", &["lurker_actions=12"]),
    ("lost_patrol", &["drive_back=winner"]),
    ("lost_patrol", &["fit=path"]),
    (
        "lost_patrol-mini",
        &["fit=path", "drive_back=winner", "lurkers=18"],
    ),
    ("fg1", &["scenario=mini"]),
    ("fg1-skirmish", &["max_initiatives=3"]),
    ("fg1-mini", &["max_initiatives=40"]),
    ("fg1-mini", &["moves=free"]),
    ("fg1-crossing", &["moves=free", "max_initiatives=9"]),
    ("fg1-mini", &["rally=roll"]),
    ("fg1-skirmish", &["crossfire=all"]),
    ("fg1-mini", &["scoring=win_loss"]),
    ("fg1-mini", &["rally=roll", "crossfire=all", "moves=free"]),
    ("fg1", &[CROWDED, "rally=roll", "crossfire=all"]),
];

/// All terrains, all types of bases, squads aboard, at close quarters.
const CROWDED: &str = "scenario=fg1-scenario 1
name crowded
first b
max_initiatives 60
size 8 6
map
.b..r.w.
ws.rr..b
...r.ww.
.s.W.b..
b..WW..s
..r..w..
objective 3,1
objective 5,0
base a1 lh 0,0 2 p
base a2 inf 0,0 - q a1
base a3 inf 0,2 - q
base a4 inf 1,3 - q
base a5 hw 2,1 1 r
base a6 f 0,4 2 s
base a7 mw 2,3 2 r
base b1 mh 7,-2 4 p hover
base b2 inf 7,-2 - q b1
base b3 inf 7,0 - q
base b4 lw 6,0 4 r
base b5 hh 7,1 5 r hover
base b6 lw 5,2 0 r";

#[test]
fn every_preset_of_every_game_obeys_the_laws() {
    for family in Family::ALL {
        with_family!(family, |G| for preset in names_of::<G>() {
            Suite::<G>::run(preset, &preset_of::<G>(preset).unwrap(), 3);
        });
    }
}

#[test]
fn every_option_away_from_its_default_obeys_the_laws() {
    for (preset, settings) in VARIANTS {
        let settings: Vec<String> = settings.iter().map(|s| s.to_string()).collect();
        let family = moonbase_engine::registry::family_of(preset).unwrap();
        with_family!(family, |G| {
            let options = options_of::<G>(preset, &settings).unwrap();
            Suite::<G>::run(preset, &options, 1);
        });
    }
}

/// A new game or option must come with a variant above.
#[test]
fn every_option_of_every_game_is_varied() {
    for family in Family::ALL {
        with_family!(family, |G| for info in <G as Game>::Options::infos() {
            let sets = |setting: &&str| setting.split('=').next() == Some(info.name);
            let of_game = |preset: &str| names_of::<G>().contains(&preset);
            let varied = VARIANTS
                .iter()
                .any(|(preset, settings)| of_game(preset) && settings.iter().any(sets));
            assert!(
                varied,
                "{}: `{}` is left at its default",
                G::NAME,
                info.name
            );
        });
    }
}

#[test]
fn toy_games_obey_the_laws() {
    Suite::<Pig>::run("pig", &Default::default(), 20);
    Suite::<Nim>::run("nim", &Default::default(), 20);
    Suite::<Courier>::run("courier", &Default::default(), 20);
}

/// What is gathered over the games of one set of options.
struct Suite<G: Game> {
    rng: MoonRng,
    /// Actions and outcomes that were seen somewhere, to be tried elsewhere.
    actions: Vec<G::Action>,
    outcomes: Vec<G::Chance>,
    by_dump: HashMap<String, G>,
    by_position: HashMap<G, String>,
    nodes: usize,
}

/// At most so many nodes of one game are looked at.
const LONGEST: usize = 1500;

impl<G: Game> Suite<G> {
    fn run(preset: &str, options: &G::Options, games: u64) {
        let mut suite = Suite::<G> {
            rng: rng_for(2024, games),
            actions: Vec::new(),
            outcomes: Vec::new(),
            by_dump: HashMap::new(),
            by_position: HashMap::new(),
            nodes: 0,
        };
        for seed in 0..games {
            let words = suite.play(options, seed);
            suite.replay(preset, options, seed, &words);
        }
        assert!(suite.nodes > 10, "{preset}: the games must have nodes");
    }

    /// Plays a random game and checks every node; returns its words.
    fn play(&mut self, options: &G::Options, seed: u64) -> Vec<String> {
        let mut position = G::new(options).unwrap();
        let mut dice = KeyedDice::new(seed);
        let mut words = Vec::new();
        while words.len() < LONGEST {
            let (before, dump) = (position.clone(), position.dump());
            match position.turn() {
                Turn::Decide(_) => {
                    let action = self.check_decision(&position);
                    words.push(action.to_string());
                    position.play(action).unwrap();
                }
                Turn::Chance => {
                    self.check_chance(&position);
                    let outcome = dice.roll(&position);
                    words.push(outcome.to_string());
                    position.resolve(outcome).unwrap();
                }
                Turn::Over(_) => {
                    self.check_end(&position);
                    break;
                }
            }
            assert_ne!(
                before,
                position,
                "{} changes the position",
                words[words.len() - 1]
            );
            assert_eq!(before.dump(), dump, "an old position stays as it was");
            self.check_dump(&before);
            self.nodes += 1;
        }
        words
    }

    /// Checks a decision and returns the action to go on with.
    fn check_decision(&mut self, position: &G) -> G::Action {
        let mut legal = Vec::new();
        position.legal_actions(&mut legal);
        assert!(
            legal.len() >= 2,
            "a decision has two choices or more: {legal:?}"
        );
        assert_eq!(position.count_legal(), legal.len());
        assert_distinct(&legal);
        let mut outcomes = vec![];
        position.chance_outcomes(&mut outcomes);
        assert!(outcomes.is_empty(), "no outcomes at a decision");
        legal.iter().for_each(check_notation);
        self.refuse_foreign(position, &legal);
        if self.nodes.is_multiple_of(7) {
            self.check_random_actions(position, &legal);
        }
        for action in &legal {
            remember(&mut self.actions, *action, &mut self.rng);
        }
        legal[self.rng.random_range(0..legal.len())]
    }

    /// Actions of other positions are legal exactly if listed; the others are refused untouched.
    fn refuse_foreign(&mut self, position: &G, legal: &[G::Action]) {
        for action in legal {
            assert!(position.is_legal(*action), "{action} is listed");
        }
        for action in &self.actions {
            let listed = legal.contains(action);
            assert_eq!(
                position.is_legal(*action),
                listed,
                "{action} in {position:?}"
            );
        }
        let foreign = self.actions.iter().find(|action| !legal.contains(action));
        if let Some(action) = foreign {
            let mut tried = position.clone();
            let error = tried.play(*action).unwrap_err();
            assert!(matches!(error, PlayError::Illegal { .. }), "{error}");
            assert_untouched(&tried, position);
        }
        if let Some(outcome) = self.outcomes.first() {
            let mut tried = position.clone();
            let error = tried.resolve(*outcome).unwrap_err();
            assert!(matches!(error, PlayError::WrongNode { .. }), "{error}");
            assert_untouched(&tried, position);
        }
    }

    fn check_random_actions(&mut self, position: &G, legal: &[G::Action]) {
        let expected: Vec<_> = legal.iter().map(|action| (*action, 1)).collect();
        let rng = &mut self.rng;
        check_frequencies(&expected, || position.random_action(rng));
    }

    fn check_chance(&mut self, position: &G) {
        let mut outcomes = Vec::new();
        position.chance_outcomes(&mut outcomes);
        assert!(
            outcomes.len() >= 2,
            "a roll has two outcomes or more: {outcomes:?}"
        );
        assert!(outcomes.iter().all(|(_, weight)| *weight > 0));
        assert_eq!(position.count_legal(), 0);
        let distinct: Vec<_> = outcomes.iter().map(|(outcome, _)| *outcome).collect();
        assert_distinct(&distinct);
        distinct.iter().for_each(check_notation);
        self.refuse_foreign_outcomes(position, &distinct);
        if self.nodes.is_multiple_of(5) {
            let rng = &mut self.rng;
            check_frequencies(&outcomes, || position.random_chance(rng));
        }
        for outcome in distinct {
            remember(&mut self.outcomes, outcome, &mut self.rng);
        }
    }

    fn refuse_foreign_outcomes(&self, position: &G, possible: &[G::Chance]) {
        for outcome in &self.outcomes {
            let mut tried = position.clone();
            let result = tried.resolve(*outcome);
            assert_eq!(result.is_ok(), possible.contains(outcome), "{outcome}");
            if let Err(error) = result {
                assert!(matches!(error, PlayError::Impossible { .. }), "{error}");
                assert_untouched(&tried, position);
            }
        }
        if let Some(action) = self.actions.first() {
            let mut tried = position.clone();
            let error = tried.play(*action).unwrap_err();
            assert!(matches!(error, PlayError::WrongNode { .. }), "{error}");
        }
    }

    fn check_end(&mut self, position: &G) {
        let Turn::Over(outcome) = position.turn() else {
            panic!("the game is over");
        };
        let returns = outcome.returns();
        assert_eq!(returns.first + returns.second, 0.0, "zero-sum");
        assert!((-1.0..=1.0).contains(&returns.first));
        assert_eq!(
            outcome.score(Seat::First) + outcome.score(Seat::Second),
            1.0
        );
        assert_eq!(position.count_legal(), 0);
        let mut legal = Vec::new();
        position.legal_actions(&mut legal);
        assert!(legal.is_empty());
        for action in self.actions.iter().take(5) {
            let error = position.clone().play(*action).unwrap_err();
            assert!(matches!(error, PlayError::WrongNode { .. }), "{error}");
        }
        self.check_dump(position);
    }

    /// Equal dumps, equal positions, and the other way round; equal positions have equal keys.
    fn check_dump(&mut self, position: &G) {
        let dump = position.dump().to_string();
        let twin = self.by_dump.entry(dump.clone());
        let twin = twin.or_insert_with(|| position.clone());
        assert_eq!(twin, position, "two positions with one dump");
        assert_eq!(
            twin.key(),
            position.key(),
            "equal positions have equal keys"
        );
        let twin = self.by_position.entry(position.clone());
        let twin = twin.or_insert_with(|| dump.clone());
        assert_eq!(*twin, dump, "one position with two dumps");
    }

    /// The words alone, and the seed with the actions alone, give the same game.
    fn replay(&mut self, preset: &str, options: &G::Options, seed: u64, words: &[String]) {
        let mut record = Record::new::<G>(preset, options).unwrap();
        words.iter().for_each(|word| record.push(word));
        let positions = record.replay::<G>().unwrap();
        let mut position = G::new(options).unwrap();
        let mut dice = KeyedDice::new(seed);
        for (word, old) in words.iter().zip(&positions) {
            assert_eq!(old, &position, "before {word}");
            match position.turn() {
                Turn::Decide(_) => position.play(word.parse().unwrap_or_else(|e| panic!("{e}"))),
                _ => {
                    let outcome = dice.roll(&position);
                    assert_eq!(&outcome.to_string(), word, "the same seed, the same dice");
                    position.resolve(outcome)
                }
            }
            .unwrap();
        }
        assert_eq!(positions.last(), Some(&position));
    }
}

/// Compares a tried position, whose move was refused, with what it was.
fn assert_untouched<G: Game>(tried: &G, before: &G) {
    assert_eq!(
        tried, before,
        "a refused move leaves the position untouched"
    );
    assert_eq!(tried.dump(), before.dump());
}

fn assert_distinct<T: Ord + Copy + std::fmt::Debug>(words: &[T]) {
    let mut sorted = words.to_vec();
    sorted.sort();
    sorted.dedup();
    assert_eq!(sorted.len(), words.len(), "duplicates in {words:?}");
}

fn check_notation<T>(word: &T)
where
    T: Display + std::str::FromStr + PartialEq + std::fmt::Debug,
    T::Err: Display,
{
    let text = word.to_string();
    let plain = text.chars().all(|c| c.is_ascii_graphic());
    assert!(plain, "`{text}` is ASCII without spaces");
    match text.parse::<T>() {
        Ok(parsed) => assert_eq!(&parsed, word),
        Err(error) => panic!("{error}"),
    }
}

/// Keeps up to 300 words to try elsewhere.
fn remember<T: PartialEq>(kept: &mut Vec<T>, word: T, rng: &mut MoonRng) {
    if kept.contains(&word) {
        return;
    }
    if kept.len() < 300 {
        kept.push(word);
    } else {
        let place = rng.random_range(0..kept.len());
        kept[place] = word;
    }
}

/// Draws many times: only listed things come, and about as often as their weights say (chi-square;
/// seeds are fixed, so the test gives the same verdict every time).
fn check_frequencies<T: Copy + Eq + std::hash::Hash + Display>(
    expected: &[(T, u64)],
    mut draw: impl FnMut() -> T,
) {
    let total: u64 = expected.iter().map(|(_, weight)| weight).sum();
    let draws = 60 * expected.len();
    let mut counts: HashMap<T, u32> = HashMap::new();
    for _ in 0..draws {
        *counts.entry(draw()).or_default() += 1;
    }
    let (mut chi, mut freedom, mut rare) = (0.0, -1.0, (0.0, 0.0));
    let mut add = |count: f64, mean: f64| {
        chi += (count - mean).powi(2) / mean;
        freedom += 1.0;
    };
    for (thing, weight) in expected {
        let count = f64::from(counts.remove(thing).unwrap_or(0));
        let mean = draws as f64 * *weight as f64 / total as f64;
        if mean >= 5.0 {
            add(count, mean);
        } else {
            rare = (rare.0 + count, rare.1 + mean);
        }
    }
    if rare.1 > 1.0 {
        add(rare.0, rare.1);
    }
    assert!(
        counts.is_empty(),
        "drawn, but not listed: {}",
        counts.keys().next().unwrap()
    );
    let bound = freedom + 6.0 * (2.0 * f64::max(freedom, 1.0)).sqrt() + 10.0;
    assert!(
        chi < bound,
        "frequencies are off: chi-square {chi:.1} for {freedom}"
    );
}
