//! Questions and answers come to the very chances of the engine.

use super::*;

/// Every answer to a question, with its probability for real dice. `hit` is what SKY1's bombs hit on.
fn answers<G: AtTable>(position: &G, question: &Question, hit: u8) -> Vec<(u8, f64)> {
    let share = |ways: u32, of: u32| f64::from(ways) / f64::from(of);
    match &question.reading {
        Reading::Face => (1..=6).map(|face| (face, share(1, 6))).collect(),
        Reading::Sum => (2..=12u8)
            .map(|sum| (sum, share(6 - u32::from(sum.abs_diff(7)), 36)))
            .collect(),
        Reading::Best { dice } => {
            let up_to = |best: u8| share(best.into(), 6).powi((*dice).into());
            (1..=6)
                .map(|best| (best, up_to(best) - up_to(best - 1)))
                .collect()
        }
        Reading::Count { dice, at_least } => {
            let p = match question.text.starts_with("Of the dice that hit") {
                true => share(1, u32::from(7 - hit)),
                false => share(u32::from(7 - at_least), 6),
            };
            binomial(*dice, p)
        }
        Reading::Pick { picks, .. } => {
            let mut outcomes = Vec::new();
            position.chance_outcomes(&mut outcomes);
            assert_eq!(outcomes.len(), picks.len());
            let total: u64 = outcomes.iter().map(|(_, weight)| weight).sum();
            let of = |(_, weight): &(G::Chance, u64)| *weight as f64 / total as f64;
            (0..).zip(outcomes.iter().map(of)).collect()
        }
    }
}

fn binomial(dice: u8, p: f64) -> Vec<(u8, f64)> {
    let mut chances = vec![1.0];
    for _ in 0..dice {
        let mut next = vec![0.0; chances.len() + 1];
        for (hits, chance) in chances.iter().enumerate() {
            next[hits] += chance * (1.0 - p);
            next[hits + 1] += chance * p;
        }
        chances = next;
    }
    (0..).zip(chances).collect()
}

/// Throws all dice of a chance node, and adds up what they come to.
fn throw<G: AtTable>(
    position: &G,
    (given, chance): (&mut Vec<u8>, f64),
    hit: u8,
    asked: &mut Vec<String>,
    found: &mut BTreeMap<String, f64>,
) {
    match position.ask(given) {
        Asked::Outcome(outcome) => *found.entry(outcome.to_string()).or_default() += chance,
        Asked::Question(question) => {
            asked.push(question.line());
            for (answer, p) in answers(position, &question, hit) {
                given.push(answer);
                throw(position, (&mut *given, chance * p), hit, asked, found);
                given.pop();
            }
        }
    }
}

/// At every roll and draw of random games all dice together come to the engine's outcomes, as often as its weights say.
fn dice_come_to_the_weights<G: AtTable>(games: common::Games, seeds: u64, hit: u8) -> Vec<String> {
    let mut asked = Vec::new();
    for (preset, settings) in games {
        let options = common::options::<G>(preset, settings);
        for seed in 0..seeds {
            let (mut rng, mut dice) = (rng_for(seed, 7), KeyedDice::new(seed));
            let mut position = G::new(&options).unwrap();
            loop {
                match position.turn() {
                    Turn::Over(_) => break,
                    Turn::Decide(_) => position.play_unchecked(position.random_action(&mut rng)),
                    Turn::Chance => {
                        check_node(&position, hit, &mut asked);
                        let outcome = dice.roll(&position);
                        position.resolve_unchecked(outcome);
                    }
                }
            }
        }
        asked.sort();
        asked.dedup();
    }
    asked
}

fn check_node<G: AtTable>(position: &G, hit: u8, asked: &mut Vec<String>) {
    let mut found = BTreeMap::new();
    throw(position, (&mut Vec::new(), 1.0), hit, asked, &mut found);
    let mut outcomes = Vec::new();
    position.chance_outcomes(&mut outcomes);
    let total: u64 = outcomes.iter().map(|(_, weight)| weight).sum();
    assert_eq!(found.len(), outcomes.len(), "{found:?} {outcomes:?}");
    for (outcome, weight) in outcomes {
        let (by_dice, by_rules) = (found[&outcome.to_string()], weight as f64 / total as f64);
        assert!(
            (by_dice - by_rules).abs() < 1e-9,
            "{outcome}: {by_dice} {by_rules}"
        );
    }
}

#[test]
fn the_questions_of_ufo_come_to_its_chances() {
    let games: common::Games = &[
        ("ufo", &[]),
        ("ufo-five", &["ufo_in_last=5", "pod_crowding=false"]),
        ("ufo-solo", &[]),
        ("ufo-mini", &[]),
    ];
    let asked = dice_come_to_the_weights::<Ufo>(games, 25, 5);
    for what in [
        "Draw a tile for 0,-1, N of 0,0: which is it?",
        "The dice lay the forest: which number of the list?",
        "in the heavy going: what does it show? (1 to 6)",
        "dice for the cannon of Gun Mobile G",
        "dice for the mortar of Gun Mobile G",
        "for SKY1: what does it show? (1 to 6)",
        "dice for SKY1's bombs on",
        "Of the dice that hit on",
        "for the Pod at",
        "for the Aliens' shots at",
        "for SHADO against the abduction at",
        "for who scatters first",
        "for SHADO's assault",
        "for the UFO: what does it show? (1 to 6)",
    ] {
        assert!(asked.iter().any(|line| line.contains(what)), "{what}");
    }
    assert!(asked.iter().all(|line| line.is_ascii() && line.len() < 110));
}

#[test]
fn bombs_that_hit_on_sixes_alone_are_asked_for_once() {
    let games: common::Games = &[("ufo", &["sky_hits_on=6"])];
    let asked = dice_come_to_the_weights::<Ufo>(games, 40, 6);
    assert!(asked.iter().any(|line| line.contains("SKY1's bombs")));
    assert!(
        !asked
            .iter()
            .any(|line| line.contains("Of the dice that hit"))
    );
}

#[test]
fn the_questions_of_lost_patrol_come_to_its_chances() {
    let games: common::Games = &[("lost_patrol", &[]), ("lost_patrol-mini", &[])];
    let asked = dice_come_to_the_weights::<LostPatrol>(games, 25, 6);
    for what in [
        "Draw a tile: which is it?",
        "in the lianas: what does it show? (1 to 6)",
        "Roll 3 dice for Trooper T1: how many show a 6? (0 to 3)",
        "dice for the patrol in the ambush at",
        "for the lurkers in the ambush at",
    ] {
        assert!(asked.iter().any(|line| line.contains(what)), "{what}");
    }
}

#[test]
fn the_questions_of_fg1_come_to_its_chances() {
    let games: common::Games = &[
        ("fg1-mini", &["rally=roll"]),
        ("fg1", &["crossfire=all", "max_initiatives=6"]),
    ];
    let asked = dice_come_to_the_weights::<Fg1>(games, 25, 6);
    for what in [
        "Roll 1 die for squad ",
        " at medium walker b5: how many show a 6? (0 to ",
        "dice for medium walker a5 to save: how many show a 6? (0 to 3)",
        "to rally: what does it show? (1 to 6)",
    ] {
        assert!(
            asked.iter().any(|line| line.contains(what)),
            "{what}: {asked:?}"
        );
    }
}
