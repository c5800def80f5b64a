use moonbase_engine::chance::rng_for;
use moonbase_engine::fg1::{BaseId, Fg1Options, Mode, Status};
use moonbase_engine::hex::Hex;
use moonbase_engine::{BySeat, RuleOptions, Seat};

use super::*;
use crate::scripted::testing::{play, plays_every_variant, repeats_itself};

/// The start of a game on 16 × 6 hexes, all clear but for these rows and with these lines at the end.
fn scene(rows: &[(usize, &str)], lines: &str) -> Fg1 {
    let mut map = vec![".".repeat(16); 6];
    for (row, text) in rows {
        map[*row] = (*text).into();
    }
    let map = map.join("\n");
    let text = format!(
        "fg1-scenario 1\nname scene\nfirst a\nmax_initiatives 12\nsize 16 6\nmap\n{map}\n{lines}\n"
    );
    let mut options = Fg1Options::default();
    options.set("scenario", &text.into()).unwrap();
    Fg1::new(&options).unwrap()
}

fn choice(position: &Fg1) -> String {
    position.scripted_action(&mut rng_for(1, 0)).to_string()
}

/// Plays words of the notation.
fn played(mut position: Fg1, words: &[&str]) -> Fg1 {
    for word in words {
        match position.turn() {
            Turn::Chance => position.resolve(word.parse().unwrap()).unwrap(),
            _ => position.play(word.parse().unwrap()).unwrap(),
        }
    }
    position
}

/// The first seat goes on by the script until it fires, passes or rolls dice.
fn moves_of_a(mut position: Fg1) -> Fg1 {
    while position.turn() == Turn::Decide(Seat::First) {
        let action = position.scripted_action(&mut rng_for(1, 0));
        if matches!(action, Action::Fire { .. } | Action::Pass) {
            break;
        }
        position.play(action).unwrap();
    }
    position
}

fn score_on(preset: &str, seat: Seat, games: u64) -> f64 {
    let presets = Fg1Options::presets();
    let options = &presets.iter().find(|(name, _)| *name == preset).unwrap().1;
    let by_rules = BySeat::from_fn(|s| s == seat);
    let scores = (0..games).map(|seed| play::<Fg1>(options, by_rules, seed).score(seat));
    scores.sum::<f64>() / games as f64
}

#[test]
fn both_seats_beat_random_play() {
    for seat in Seat::BOTH {
        // A third of the small games end level.
        assert!(score_on("fg1-mini", seat, 100) > 0.65);
        assert!(score_on("fg1-skirmish", seat, 20) > 0.8);
    }
}

#[test]
fn scripts_play_every_variant() {
    plays_every_variant::<Fg1>(&[
        "moves=free",
        "rally=roll",
        "crossfire=all",
        "scoring=win_loss",
        "max_initiatives=2",
    ]);
}

#[test]
fn one_seed_gives_one_game() {
    assert!(repeats_itself::<Fg1>(5));
}

/// Three squads beside each other, one base to shoot at.
const SQUADS: &str = "base a1 inf 0,0 - p\nbase a2 inf 0,1 - p\nbase a3 inf 0,2 - p\n";

#[test]
fn squads_of_a_platoon_fire_together() {
    let position = scene(&[], &format!("{SQUADS}base b1 lw 6,-2 4 p"));
    let ground = Ground::new(&position, Seat::First);
    let worth = |word: &str| ground.order(word.parse().unwrap());
    assert!(worth("a1+a2+a3:fire:b1") > worth("a1+a2:fire:b1"));
    assert!(worth("a1+a2:fire:b1") > worth("a1:fire:b1"));
}

#[test]
fn nobody_passes_with_a_shot_left() {
    let position = scene(&[], "base a1 hw 0,2 2 p\nbase b1 inf 12,-4 - p");
    let position = moves_of_a(position);
    assert_eq!(choice(&position), "a1:fire:b1");
}

#[test]
fn shaken_bases_rally_first() {
    let position = scene(
        &[],
        "base a1 inf 0,3 - p\nbase a2 mw 0,2 2 q\nbase b1 hw 12,-4 4 p",
    );
    let position = played(position, &["pass", "b1:fire:a2", "pinned"]);
    let position = played(position, &["pass"]);
    assert_eq!(position.status("a2".parse().unwrap()), Status::Pinned);
    assert_eq!(choice(&position), "a2:rally");
}

#[test]
fn cover_and_landing_are_worth_something() {
    let rows = [(2, "....w...........")];
    let position = scene(&rows, "base a1 mh 2,2 2 p\nbase b1 hw 14,-5 4 p");
    let ground = Ground::new(&position, Seat::First);
    let hover = ground.sheet.unit(BaseId::new(Seat::First, 1)).unwrap();
    let cell = |q, r| position.field().cell(Hex::new(q, r)).unwrap();
    let in_wood = ground.value(hover, cell(4, 0), Mode::Hover);
    assert!(in_wood > ground.value(hover, cell(4, 1), Mode::Hover));
    let landed = ground.value(hover, cell(4, 1), Mode::Ground);
    assert!(landed > ground.value(hover, cell(4, 1), Mode::Hover));
}

#[test]
fn squads_take_objectives() {
    let lines = "objective 4,0\nbase a1 inf 2,1 - p\nbase b1 inf 15,-5 - p";
    let position = moves_of_a(scene(&[], lines));
    let squad = BaseId::new(Seat::First, 1);
    assert_eq!(position.hex(squad), Some(Hex::new(4, 0)));
}

#[test]
fn squads_far_from_objectives_board_hovers() {
    let lines = "objective 14,-5\nbase a1 inf 0,2 - p\nbase a2 lh 1,1 2 q\nbase b1 inf 15,-2 - p";
    assert_eq!(choice(&scene(&[], lines)), "a1:load:a2");
}

#[test]
fn good_odds_are_taken_and_bad_ones_left() {
    // A hover in the air before a heavy walker; a heavy walker before a squad.
    let lines = "base a1 lh 0,0 2 p\nbase b1 hw 14,-5 4 p";
    let shot = played(scene(&[], lines), &["a1:move:hover", "ahead:8"]);
    assert_eq!(choice(&shot), "b1:fire:a1");
    let lines = "base a1 hw 4,0 2 p\nbase b1 inf 13,-4 - p";
    let shot = played(scene(&[], lines), &["a1:move", "ahead:3"]);
    assert_eq!(choice(&shot), "hold");
}

#[test]
fn the_judgement_is_even_at_even_starts_and_rises_with_what_is_killed() {
    for preset in ["fg1-mini", "fg1-skirmish"] {
        let presets = Fg1Options::presets();
        let options = &presets.iter().find(|(name, _)| *name == preset).unwrap().1;
        let start = Fg1::new(options).unwrap();
        assert!(start.evaluate().0.abs() < 0.05, "{preset}");
    }
    let position = scene(
        &[],
        "base a1 hw 0,2 2 p\nbase b1 inf 8,-2 - p\nbase b2 hw 15,-5 4 q",
    );
    let killed = played(position.clone(), &["a1:fire:b1", "killed"]);
    assert!(killed.evaluate().0 > position.evaluate().0);
    let missed = played(position.clone(), &["a1:fire:b1", "none"]);
    assert!(missed.evaluate().0 < position.evaluate().0);
}
