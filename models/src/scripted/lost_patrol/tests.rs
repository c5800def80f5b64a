use moonbase_engine::chance::rng_for;
use moonbase_engine::hex::Hex;
use moonbase_engine::lost_patrol::{LostPatrolOptions, Phase, Soldier};
use serde_json::{Value, json};

use super::*;
use crate::scripted::testing::{plays_every_variant, repeats_itself, score_against_random};

/// A position of turn 3 from parts of its dump; lurkers that are not on the board are in the supply.
fn scene(phase: &str, tiles: Value, soldiers: Value, lurkers: Value, deck: Value) -> LostPatrol {
    let player = match phase {
        "patrol" | "excess" => "patrol",
        _ => "lurker",
    };
    let counts = lurkers.as_array().into_iter().flatten();
    let placed: u64 = counts.map(|stack| stack[2].as_u64().unwrap()).sum();
    let ship = tiles
        .as_array()
        .unwrap()
        .iter()
        .any(|tile| tile[2] == "ship");
    let mut dump = json!({
        "turn": 3, "phase": phase, "player": player, "tiles": tiles, "deck": deck, "ship_placed": ship,
        "soldiers": soldiers, "lurkers": lurkers, "supply": 18 - placed, "pending": [],
    });
    match phase {
        "patrol" => {
            dump["activated"] = json!([]);
            dump["active"] = Value::Null;
        }
        "lurker" => dump["actions_left"] = json!(1),
        _ => {}
    }
    LostPatrol::from_dump(&LostPatrolOptions::default(), &dump).unwrap()
}

/// Straights in a line from `1,0` to `4,0`, and the ship at its end.
fn line_to_ship() -> Value {
    let straights = (1..5).map(|q| json!([q, 0, "straight", 36]));
    straights.chain([json!([5, 0, "ship", 32])]).collect()
}

/// Bends in a zigzag from `0,0` to `5,-2`: from each only the next ones are seen.
fn zigzag() -> Value {
    let bend = |q: i32| json!([q, -(q / 2), "gentle", if q % 2 == 0 { 20 } else { 34 }]);
    (0..6).map(bend).collect()
}

fn choice(position: &LostPatrol) -> String {
    position.scripted_action(&mut rng_for(1, 0)).to_string()
}

/// Plays on by the script while it is the patrol's turn to act.
fn patrol_acts(mut position: LostPatrol) -> LostPatrol {
    while position.phase() == Phase::Patrol && position.turn_number() == 3 {
        position
            .play(position.scripted_action(&mut rng_for(1, 0)))
            .unwrap();
    }
    position
}

fn place(position: &LostPatrol, soldier: Soldier) -> Option<Hex> {
    Some(position.board().hex(position.soldier_tile(soldier)?))
}

#[test]
fn both_seats_beat_random_play() {
    assert!(score_against_random::<LostPatrol>(Seat::First, 100) > 0.95);
    assert!(score_against_random::<LostPatrol>(Seat::Second, 100) > 0.95);
}

#[test]
fn scripts_play_every_variant() {
    plays_every_variant::<LostPatrol>(&[
        "tiles=mini",
        "soldiers=T2",
        "soldiers=L,T1",
        "lurkers=2",
        "lurker_actions=1",
        "lurker_actions=12",
        "max_turns=5",
        "drive_back=winner",
        "fit=path",
    ]);
}

#[test]
fn one_seed_gives_one_game() {
    assert!(repeats_itself::<LostPatrol>(8));
}

#[test]
fn the_sergeant_and_a_trooper_enter_the_ship_with_the_launcher_in_sight() {
    let squad = json!({"S": [3, 0], "L": [2, 0], "T1": [3, 0]});
    let position = scene(
        "patrol",
        line_to_ship(),
        squad,
        json!([[5, 0, 4, 0]]),
        json!({}),
    );
    let position = patrol_acts(position);
    let ship = position.ship_tile().unwrap();
    let aboard = position.soldiers_on(ship);
    let needed = Soldier::S.bit() | Soldier::T1.bit();
    assert_eq!(aboard & needed, needed, "{position:?}");
    let launcher = position.soldier_tile(Soldier::L).unwrap();
    assert!(position.board().sight(ship) >> launcher & 1 == 1);
}

/// Alone he has nothing to hold six lurkers with: he waits for the others.
#[test]
fn soldiers_in_the_jungle_stay_together() {
    let squad = json!({"S": [2, -1], "L": [2, -1], "T1": [2, -1]});
    let stack = json!([[0, 0, 6, 0]]);
    let position = scene(
        "patrol",
        zigzag(),
        squad,
        stack,
        json!({"y": 2, "sharp": 1}),
    );
    let position = patrol_acts(position);
    let sergeant = place(&position, Soldier::S);
    assert!(sergeant.is_some() && sergeant == place(&position, Soldier::L));
    assert_eq!(sergeant, place(&position, Soldier::T1));
}

#[test]
fn the_patrol_gives_up_a_trooper_first() {
    let all = json!({"S": [3, 0], "L": [3, 0], "T1": [3, 0], "T2": [3, 0]});
    let position = scene("excess", line_to_ship(), all, json!([]), json!({}));
    assert!(["lost:T1", "lost:T2"].contains(&choice(&position).as_str()));
}

#[test]
fn shots_to_spare_are_fired() {
    let squad = json!({"S": [5, 0], "L": [4, 0], "T1": [5, 0]});
    let position = scene(
        "patrol",
        line_to_ship(),
        squad,
        json!([[5, 0, 4, 0]]),
        json!({}),
    );
    assert!(
        choice(&position).ends_with(":fire"),
        "{}",
        choice(&position)
    );
}

/// Five lurkers beat the trooper more often than six do the three who help each other.
#[test]
fn lurkers_fall_upon_whoever_is_alone() {
    let squad = json!({"S": [5, -2], "L": [5, -2], "T1": [5, -2], "T3": [0, 0]});
    let stack = json!([[3, -1, 8, 0]]);
    let position = scene("lurker", zigzag(), squad, stack, json!({}));
    assert_eq!(choice(&position), "go:3,-1:0,0");
}

#[test]
fn lurkers_gather_next_to_the_patrol() {
    let squad = json!({"S": [2, -1], "L": [2, -1], "T1": [2, -1]});
    let stack = json!([[0, 0, 1, 0], [3, -1, 2, 0]]);
    let position = scene("lurker", zigzag(), squad, stack, json!({}));
    assert_eq!(choice(&position), "add:3,-1");
}

/// Two against three with all help: a hopeless ambush, but else the game is lost.
#[test]
fn whoever_stands_on_the_ship_is_ambushed() {
    let squad = json!({"S": [5, 0], "L": [5, 0], "T1": [5, 0]});
    let stacks = json!([[5, 0, 2, 0]]);
    let position = scene("ambush", line_to_ship(), squad, stacks, json!({}));
    assert_eq!(choice(&position), "ambush:5,0");
    let squad = json!({"S": [4, 0], "L": [4, 0], "T1": [4, 0]});
    let stacks = json!([[4, 0, 2, 0]]);
    let position = scene("ambush", line_to_ship(), squad, stacks, json!({}));
    assert_eq!(choice(&position), "done");
}

/// The launcher's tile comes first: if it is driven off it no longer helps those on the ship.
#[test]
fn the_ship_is_ambushed_last() {
    let squad = json!({"S": [5, 0], "T1": [5, 0], "L": [4, 0]});
    let stacks = json!([[4, 0, 6, 0], [5, 0, 6, 0]]);
    let position = scene("ambush", line_to_ship(), squad, stacks, json!({}));
    assert_eq!(choice(&position), "ambush:4,0");
}

#[test]
fn a_gap_that_nothing_fits_takes_the_whole_deck() {
    // Around 0,0: exits face it from the north, the north-east and the south-east.
    let tiles = json!([
        [0, -2, "straight", 9],
        [0, -1, "straight", 9],
        [1, -1, "straight", 18],
        [1, 0, "straight", 36],
    ]);
    let squad = json!({"S": [0, -1], "L": [0, -1]});
    let deck = json!({"y": 2, "gentle": 3});
    let position = scene("patrol", tiles, squad, json!([]), deck);
    let all = position.board().all();
    assert_eq!(growth::draws(&position, Hex::ORIGIN, all), 6.0);
    // Without the tile in the north-east bends fit, and Ys: each is drawn at once.
    let north_east = position.board().find(Hex::new(1, -1)).unwrap();
    let rest = all & !(1 << north_east);
    assert_eq!(growth::draws(&position, Hex::ORIGIN, rest), 1.0);
}

#[test]
fn the_odds_are_those_of_the_dice() {
    // 6, or 7 with a 6, against the better of two dice.
    let odds = worth::Odds::new(6, 0, 1);
    assert_eq!(odds.lurker, (5.0 * 25.0 + 36.0) / 216.0);
    assert_eq!(odds.patrol, 0.0);
    // With both bonuses: 3 to 8.
    let odds = worth::Odds::new(6, 2, 3);
    assert_eq!(odds.lurker, (5.0 * 9.0 + 16.0) / 216.0);
    assert_eq!(odds.patrol, (5.0 * 20.0 + 11.0) / 216.0);
    assert_eq!(worth::Odds::new(0, 0, 1).patrol, 1.0);
}

/// A judgement rises with soldiers, and falls with the way to go.
#[test]
fn positions_are_judged_by_who_is_left_and_how_far_the_way_is() {
    let judge = |squad: Value| {
        let position = scene("patrol", line_to_ship(), squad, json!([]), json!({}));
        position.evaluate().0
    };
    let all = judge(json!({"S": [1, 0], "L": [1, 0], "T1": [1, 0]}));
    assert!(all > judge(json!({"S": [1, 0], "T1": [1, 0]})));
    assert!(all > judge(json!({"S": [1, 0], "L": [1, 0]})));
    assert!(all < judge(json!({"S": [4, 0], "L": [4, 0], "T1": [4, 0]})));
}
