//! Real dice on the page.

use super::*;

/// An answer that is possible, and one that is not.
fn answers_to(asked: &Value, turn: usize) -> (String, String) {
    match asked["range"].as_array() {
        Some(range) => {
            let [low, high] = [0, 1].map(|end| range[end].as_u64().unwrap());
            let good = low + turn as u64 % (high - low + 1);
            (good.to_string(), (high + 20).to_string())
        }
        None => {
            let picks = asked["picks"].as_array().unwrap();
            let good = picks[turn % picks.len()]["name"].as_str().unwrap();
            (good.into(), "teapot".into())
        }
    }
}

fn answer(player: &mut Player, answer: &str) -> Answer {
    let given = player.view["table"]["asked"]["given"].clone();
    player.order(json!({"do": "answer", "answer": answer, "given": given}))
}

#[test]
fn a_game_is_played_at_a_real_table() {
    let folder = tempfile::tempdir().unwrap();
    let server = Served::start(folder.path());
    for (game, seat) in [
        ("ufo-micro", "shado"),
        ("lost_patrol-micro", "patrol"),
        ("fg1-mini", "a"),
    ] {
        let game =
            json!({"game": game, "seat": seat, "against": "level:n=6", "seed": "5", "table": true});
        let mut player = Player::begin(server.address, game);
        player.wait();
        assert!(
            !player.view["table"]["setting_out"]
                .as_array()
                .unwrap()
                .is_empty()
        );
        let mut refused = 0;
        for turn in 0..2000 {
            match player.waits_for() {
                "over" => break,
                "table" => {
                    let (good, bad) = answers_to(&player.view["table"]["asked"], turn);
                    let words = player.words();
                    let no = answer(&mut player, &bad);
                    assert_eq!(no.status, 422, "{bad}: {}", no.text());
                    assert_eq!(player.words(), words);
                    refused += 1;
                    let yes = answer(&mut player, &good);
                    assert_eq!(yes.status, 200, "{good}: {}", yes.text());
                }
                _ => player.act(turn * 7),
            }
            player.wait();
        }
        assert_eq!(player.waits_for(), "over");
        assert!(refused > 3, "hardly anything was asked");
        let record = get(server.address, &format!("{}/record", player.path())).text();
        assert!(record.contains("[dice \"typed\"]"), "{record}");
    }
}

/// A game with real dice that waits for an answer.
fn asked_for_dice(server: SocketAddr) -> Player {
    let game = json!({"game": "ufo-micro", "seat": "both", "seed": "5", "table": true});
    let mut player = Player::begin(server, game);
    player.wait();
    for turn in 0..200 {
        if player.waits_for() == "table" {
            return player;
        }
        player.act(turn * 7);
    }
    panic!("nothing is asked");
}

#[test]
fn a_wrong_answer_at_the_table_is_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let server = Served::start(folder.path());
    let mut player = asked_for_dice(server.address);
    let (question, words) = (player.view["table"]["asked"].clone(), player.words());
    let (good, _) = answers_to(&question, 0);
    while player.waits_for() == "table" && player.words() == words {
        let (next, _) = answers_to(&player.view["table"]["asked"], 0);
        assert_eq!(answer(&mut player, &next).status, 200);
        player.wait();
    }
    assert!(!player.view["table"]["deeds"].as_array().unwrap().is_empty());
    for _ in 0..20 {
        if player.words() == words {
            break;
        }
        assert_eq!(player.order(json!({"do": "undo"})).status, 200);
        player.wait();
    }
    assert_eq!(player.view["table"]["asked"], question);
    assert!(!player.view["table"]["undo"].as_array().unwrap().is_empty());
    assert_eq!(answer(&mut player, &good).status, 200);
    assert!(player.view["table"]["undo"].as_array().unwrap().is_empty());
    let stale = player.order(json!({"do": "answer", "answer": good, "given": 7}));
    assert!(matches!(stale.status, 409 | 422), "{}", stale.text());
}

#[test]
fn a_game_at_a_real_table_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let server = Served::start(folder.path());
    let player = asked_for_dice(server.address);
    let (id, question) = (player.id.clone(), player.view["table"]["asked"].clone());
    assert_eq!(server.end(), 1);
    let server = Served::start(folder.path());
    let player = Player::look_at(server.address, &id);
    assert_eq!(player.view["table"]["asked"], question);
}

#[test]
fn dice_that_fall_by_themselves_take_no_answers() {
    let folder = tempfile::tempdir().unwrap();
    let server = Served::start(folder.path());
    let mut player = Player::begin(server.address, micro("both"));
    player.wait();
    assert_eq!(player.view["table"], Value::Null);
    let refused = player.order(json!({"do": "answer", "answer": "3"}));
    assert_eq!(refused.status, 422, "{}", refused.text());
}
