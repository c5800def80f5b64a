//! Whole games over the interface.

use super::*;

#[test]
fn whole_games_are_played_and_their_records_replay() {
    let folder = tempfile::tempdir().unwrap();
    let server = Served::start(folder.path());
    for seat in ["shado", "alien", "both"] {
        let mut player = Player::begin(server.address, micro(seat));
        let record = play_out(&mut player);
        assert!(matches!(end_of::<Ufo>(&record), Turn::Over(_)), "{seat}");
        assert!(player.view["waiting"]["result"].is_string());
    }
    let patrol = json!({"game": "lost_patrol-micro", "seat": "lurker", "against": "random"});
    let mut player = Player::begin(server.address, patrol);
    let record = play_out(&mut player);
    assert!(matches!(end_of::<LostPatrol>(&record), Turn::Over(_)));
    assert_eq!(server.end(), 4);
}

#[test]
fn one_seed_and_the_same_choices_give_the_same_game() {
    let folder = tempfile::tempdir().unwrap();
    let server = Served::start(folder.path());
    let game = || {
        let mut player = Player::begin(server.address, micro("alien"));
        play_out(&mut player);
        player.log()
    };
    assert_eq!(game(), game());
}

#[test]
fn agents_play_each_other_step_by_step() {
    let folder = tempfile::tempdir().unwrap();
    let server = Served::start(folder.path());
    let mut player = Player::begin(server.address, micro("none"));
    player.wait();
    assert_eq!(player.waits_for(), "step");
    let mut steps = 0;
    while player.waits_for() == "step" {
        let before = player.words();
        assert_eq!(player.order(json!({"do": "step"})).status, 200);
        while player.words() == before {
            player.changed();
        }
        player.wait();
        steps += 1;
        assert!(steps < 500);
    }
    assert_eq!(player.waits_for(), "over");
    let resigned = player.order(json!({"do": "resign"}));
    assert_eq!(resigned.status, 422, "nobody is there to resign");
}

#[test]
fn choices_are_taken_back_and_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = Served::start(folder.path());
    let mut game = micro("shado");
    game["takebacks"] = json!(2);
    let mut player = Player::begin(server.address, game);
    player.wait();
    let start = player.words();
    player.act(0);
    let log = player.log();
    assert_eq!(player.view["can"]["takebacks"], 2);
    assert_eq!(player.order(json!({"do": "undo"})).status, 200);
    assert_eq!((player.words(), player.waits_for()), (start, "human"));
    assert_eq!(player.order(json!({"do": "redo"})).status, 200);
    player.wait();
    assert_eq!(player.log(), log);
    assert_eq!(player.order(json!({"do": "undo"})).status, 200);
    player.act(0);
    assert_eq!(player.log(), log, "the same dice, the same answer");
    assert_eq!(player.view["can"]["undo"], false);
    let refused = player.order(json!({"do": "undo"}));
    assert_eq!(refused.status, 422);
    assert!(refused.text().contains("2 times"), "{}", refused.text());
}

#[test]
fn hints_reasons_and_replays_are_given() {
    let folder = tempfile::tempdir().unwrap();
    let server = Served::start(folder.path());
    let game = json!({"game": "ufo-mini", "seat": "alien", "against": "mcts:sims=50", "seed": "3"});
    let mut player = Player::begin(server.address, game);
    player.wait();
    for turn in 0..12 {
        player.act(turn);
    }
    assert_eq!(player.waits_for(), "human");
    let hint = post(
        server.address,
        &format!("{}/hint", player.path()),
        &json!({"agent": "mcts:sims=60"}),
    );
    assert_eq!(hint.status, 200, "{}", hint.text());
    let hint = hint.json();
    assert!(
        player
            .choices()
            .contains(&hint["action"].as_str().unwrap().to_string())
    );
    assert!(hint["weighed"].as_array().unwrap().len() > 1);
    player.look();
    let entries = player.view["log"]["entries"].as_array().unwrap().clone();
    let thought = entries
        .iter()
        .position(|entry| entry["thought"] == true)
        .unwrap();
    let why = get(
        server.address,
        &format!("{}/why?word={thought}", player.path()),
    )
    .json();
    assert_eq!(why["action"], entries[thought]["notation"]);
    let frames = get(
        server.address,
        &format!("{}/frames?from=0&most=1000", player.path()),
    )
    .json();
    let all = player.words() as usize + 1;
    assert_eq!(
        frames.as_array().unwrap().len(),
        all.min(32),
        "no more at once"
    );
    let last = player.words();
    let last = get(
        server.address,
        &format!("{}/frames?from={last}&most=5", player.path()),
    )
    .json();
    assert_eq!(last.as_array().unwrap().len(), 1);
    assert_eq!(last[0]["scene"], player.view["scene"]);
}

#[test]
fn levels_are_offered_and_play_all_games() {
    let folder = tempfile::tempdir().unwrap();
    let server = Served::start(folder.path());
    let menu = get(server.address, "/api/menu").json();
    let offered = menu["opponents"].as_array().unwrap();
    for level in 1..=10 {
        let spec = format!("level:n={level}");
        assert!(offered.iter().any(|one| one["spec"] == spec), "{spec}");
    }
    assert_eq!(menu["usual"], "level:n=5");
    for (game, seat) in [
        ("ufo-micro", "alien"),
        ("lost_patrol-micro", "lurker"),
        ("fg1-mini", "b"),
    ] {
        let game = json!({"game": game, "seat": seat, "against": "level:n=5", "seed": "5"});
        let mut player = Player::begin(server.address, game);
        play_out(&mut player);
    }
}

#[test]
fn a_record_is_loaded_with_its_seats() {
    let folder = tempfile::tempdir().unwrap();
    let server = Served::start(folder.path());
    let mut player = Player::begin(server.address, micro("alien"));
    player.wait();
    player.act(1);
    let record = get(server.address, &format!("{}/record", player.path())).text();
    let mut loaded = Player::begin(server.address, json!({"record": record}));
    loaded.wait();
    assert_eq!(loaded.log(), player.log());
    assert_eq!(loaded.view["seats"][1]["human"], true);
    let evil = record.replace("\"scripted\"", "\"ext:cmd=touch /tmp/never\"");
    assert_ne!(evil, record);
    let refused = post(server.address, "/api/games", &json!({"record": evil}));
    assert_eq!(refused.status, 422, "{}", refused.text());
}
