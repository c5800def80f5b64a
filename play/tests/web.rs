//! The server: whole games over its interface, and what it refuses.

mod client;

use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread::{JoinHandle, spawn};

use client::{Answer, Player, connect, get, get_with, post, post_bytes, post_with, send};
use moonbase_engine::lost_patrol::LostPatrol;
use moonbase_engine::record::Record;
use moonbase_engine::ufo::Ufo;
use moonbase_engine::{Game, Turn};
use moonbase_play::web::{Limits, Rate, ServeError, ServeOptions, serve};
use serde_json::{Value, json};

/// A server on a thread of its own.
struct Served {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<usize>>,
}

impl Served {
    fn with(options: ServeOptions) -> Served {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, ready) = channel();
        let flag = stop.clone();
        let options = ServeOptions { port: 0, ..options };
        let thread = spawn(move || {
            let served = serve(&options, &flag, |ready| sender.send(ready.address).unwrap());
            served.unwrap()
        });
        Served {
            address: ready.recv().unwrap(),
            stop,
            thread: Some(thread),
        }
    }

    fn start(folder: &Path) -> Served {
        Served::with(ServeOptions::new(folder))
    }

    /// Stops it; how many games it keeps.
    fn end(mut self) -> usize {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.take().unwrap().join().unwrap()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn micro(seat: &str) -> Value {
    json!({"game": "ufo-micro", "seat": seat, "against": "scripted", "seed": "5"})
}

/// Plays to the end, always another action; the record of the game.
fn play_out(player: &mut Player) -> String {
    player.wait();
    for turn in 0..2000 {
        if player.waits_for() == "over" {
            return get(player.server, &format!("{}/record", player.path())).text();
        }
        player.act(turn * 7);
    }
    panic!("the game does not end");
}

/// The end of a record that replays.
fn end_of<G: Game>(text: &str) -> Turn {
    let positions = Record::parse(text).unwrap().replay::<G>().unwrap();
    positions.last().unwrap().turn()
}

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

fn review(player: &Player) -> Answer {
    post(
        player.server,
        &format!("{}/review", player.path()),
        &json!({}),
    )
}

#[test]
fn a_game_is_looked_at_again_and_the_review_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let server = Served::start(folder.path());
    let mut player = Player::begin(server.address, micro("shado"));
    play_out(&mut player);
    let found = review(&player);
    assert_eq!(found.status, 200, "{}", found.text());
    let found = found.json();
    let words = player.words() as usize;
    assert_eq!(found["words"], words);
    let chances = found["chances"].as_array().unwrap();
    assert_eq!(chances.len(), words + 1);
    let won = match player.view["waiting"]["winner"].as_u64() {
        Some(0) => 100.0,
        Some(_) => 0.0,
        None => 50.0,
    };
    assert_eq!(chances[words], won, "the last is the outcome");
    assert_eq!(found["outcome"], player.view["waiting"]["result"]);
    assert_eq!(found["sides"][0]["player"], "human");
    let [luck, other] = [0, 1].map(|side| found["sides"][side]["points"].as_f64().unwrap());
    assert_eq!(luck, -other, "one side's luck is the other's bad luck");
    for told in found["turning_points"].as_array().unwrap() {
        let number = told["number"].as_u64().unwrap() as usize;
        let entry = &player.view["log"]["entries"][number];
        assert_eq!(told["seat"], entry["seat"]);
    }

    let kept = folder.path().join(format!("{}.review", player.id));
    let text = std::fs::read_to_string(&kept).unwrap();
    let other = text.replace("points in", "dots in");
    assert_ne!(text, other);
    std::fs::write(&kept, other).unwrap();
    let again = review(&player).text();
    assert!(again.contains("dots in"), "it is not made twice: {again}");
}

#[test]
fn a_game_that_is_not_over_is_looked_at_as_far_as_it_goes() {
    let folder = tempfile::tempdir().unwrap();
    let server = Served::start(folder.path());
    let both = json!({"game": "ufo-micro", "seat": "both", "seed": "5"});
    let mut player = Player::begin(server.address, both);
    player.wait();
    let nothing = review(&player);
    assert_eq!(nothing.status, 422);
    assert!(
        nothing.text().contains("nothing was played"),
        "{}",
        nothing.text()
    );
    player.act(0);
    let first = review(&player).json();
    assert_eq!(first["words"], player.words());
    assert_eq!(first["outcome"], Value::Null);
    player.act(1);
    let second = review(&player).json();
    assert_eq!(second["words"], player.words(), "not the one that was kept");
}

#[test]
fn who_goes_away_does_not_keep_others_from_their_reviews() {
    let folder = tempfile::tempdir().unwrap();
    let server = Served::start(folder.path());
    let game = |seed: &str| {
        let game = json!({"game": "ufo-mini", "seat": "both", "seed": seed});
        let mut player = Player::begin(server.address, game);
        player.wait();
        for turn in 0..40 {
            if player.waits_for() == "human" {
                player.act(turn);
            }
        }
        player
    };
    let (left, other) = (game("1"), game("2"));
    for _ in 0..20 {
        let body = format!(
            "POST {}/review HTTP/1.1\r\nhost: {}\r\norigin: http://{}\r\nsec-fetch-site: same-origin\r\n\
             content-type: application/json\r\ncontent-length: 2\r\n\r\n{{}}",
            left.path(),
            server.address,
            server.address
        );
        let mut stream = connect(server.address).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
    }
    assert_eq!(review(&other).status, 200);
}

#[test]
fn levels_are_offered_and_play_both_games() {
    let folder = tempfile::tempdir().unwrap();
    let server = Served::start(folder.path());
    let menu = get(server.address, "/api/menu").json();
    let offered = menu["opponents"].as_array().unwrap();
    for level in 1..=10 {
        let spec = format!("level:n={level}");
        assert!(offered.iter().any(|one| one["spec"] == spec), "{spec}");
    }
    assert_eq!(menu["usual"], "level:n=5");
    for (game, seat) in [("ufo-micro", "alien"), ("lost_patrol-micro", "lurker")] {
        let game = json!({"game": game, "seat": seat, "against": "level:n=5", "seed": "5"});
        let mut player = Player::begin(server.address, game);
        play_out(&mut player);
    }
}

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
    for (game, seat) in [("ufo-micro", "shado"), ("lost_patrol-micro", "patrol")] {
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

/// A request for a game with a record of many words.
fn record_of(head: &str, words: usize) -> Vec<u8> {
    let record = head.to_string() + &"end ".repeat(words);
    json!({ "record": record }).to_string().into_bytes()
}

#[test]
fn what_is_wrong_is_refused_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let server = Served::start(folder.path());
    let address = server.address;
    let mut player = Player::begin(address, micro("shado"));
    player.wait();
    let (path, seen) = (player.path(), player.words());
    let unknown = format!("/api/games/{}", "0".repeat(32));
    let long = "x".repeat(5000);
    let cases: Vec<(&str, Vec<u8>, u16)> = vec![
        ("/api/games", b"".to_vec(), 400),
        ("/api/games", b"{".to_vec(), 400),
        ("/api/games", b"[1]".to_vec(), 400),
        ("/api/games", b"\xff\xfe".to_vec(), 400),
        ("/api/games", b"{\"game\":\"chess\"}".to_vec(), 422),
        (
            "/api/games",
            b"{\"game\":\"ufo\",\"seat\":\"moon\"}".to_vec(),
            422,
        ),
        (
            "/api/games",
            b"{\"game\":\"ufo\",\"against\":\"ext:cmd=sh\"}".to_vec(),
            422,
        ),
        (
            "/api/games",
            b"{\"game\":\"ufo\",\"settings\":[\"aliens=99\"]}".to_vec(),
            422,
        ),
        (
            "/api/games",
            b"{\"game\":\"ufo\",\"seed\":\"-1\"}".to_vec(),
            400,
        ),
        ("/api/games", b"{\"game\":\"ufo\",\"more\":1}".to_vec(), 400),
        ("/api/games", b"{\"record\":\"no record\"}".to_vec(), 422),
        ("/api/games", record_of("[game \"ufo\"]\n", 13_000), 422),
        ("/api/games", record_of("[game \"ufo\" ", 13_000), 422),
        ("/api/games", vec![b' '; 3 << 20], 413),
        (
            &path,
            format!("{{\"do\":\"act\",\"action\":\"{long}\",\"seen\":{seen}}}").into_bytes(),
            413,
        ),
        (
            &path,
            format!("{{\"do\":\"act\",\"action\":\"fly\",\"seen\":{seen}}}").into_bytes(),
            422,
        ),
        (
            &path,
            format!("{{\"do\":\"act\",\"seen\":{seen}}}").into_bytes(),
            400,
        ),
        (
            &path,
            format!("{{\"do\":\"dance\",\"seen\":{seen}}}").into_bytes(),
            400,
        ),
        (&path, b"{\"do\":\"undo\",\"seen\":999999}".to_vec(), 409),
        (
            &path,
            format!("{{\"do\":\"redo\",\"seen\":{seen}}}").into_bytes(),
            422,
        ),
        (
            &unknown,
            format!("{{\"do\":\"undo\",\"seen\":{seen}}}").into_bytes(),
            404,
        ),
        (
            "/api/games/..%2f..%2fetc",
            b"{\"do\":\"undo\",\"seen\":0}".to_vec(),
            404,
        ),
    ];
    for (path, body, status) in cases {
        let answer = post_bytes(address, path, &body);
        let shown: String = String::from_utf8_lossy(&body).chars().take(60).collect();
        assert_eq!(answer.status, status, "{path} {shown}: {}", answer.text());
        let error = answer.json()["error"].as_str().unwrap().to_string();
        assert!(
            !error.is_empty() && error.len() < 1000 && !error.contains('\n'),
            "{error}"
        );
    }
    for path in [
        "/etc/passwd",
        "/../Cargo.toml",
        "/rules/..%2f..",
        "/api/games",
        "/%00",
        "/style.css/x",
    ] {
        let status = get(address, path).status;
        assert!(matches!(status, 404 | 405), "{path}: {status}");
    }
    player.look();
    assert_eq!(player.words(), seen, "nothing has changed");
}

#[test]
fn other_sites_and_names_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = Served::start(folder.path());
    let address = server.address;
    let status = |answer: Option<Answer>| answer.map(|answer| answer.status);
    let asked = |head: &str| status(get_with(address, "/api/menu", head));
    assert_eq!(asked(&format!("host: {address}\r\n")), Some(200));
    assert_eq!(asked("host: evil.example\r\n"), Some(421));
    assert_eq!(
        asked(&format!(
            "host: {address}\r\norigin: http://evil.example\r\n"
        )),
        Some(403)
    );
    assert_eq!(
        asked(&format!("host: {address}\r\norigin: null\r\n")),
        Some(403)
    );
    let body = micro("shado").to_string();
    let begun = |head: &str| status(post_with(address, "/api/games", head, body.as_bytes()));
    let own = format!("host: {address}\r\n");
    assert_eq!(begun(&own), Some(201), "what is no browser may");
    assert_eq!(
        begun(&format!("{own}origin: http://127.0.0.1:1\r\n")),
        Some(403)
    );
    assert_eq!(
        begun(&format!("{own}sec-fetch-site: cross-site\r\n")),
        Some(403)
    );
    let form = format!(
        "POST /api/games HTTP/1.1\r\n{own}content-type: text/plain\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    assert_eq!(status(send(address, form.as_bytes())), Some(415));
    assert_eq!(server.end(), 1);
}

#[test]
fn every_answer_is_sealed_and_every_file_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let server = Served::start(folder.path());
    for path in [
        "/",
        "/main.js",
        "/style.css",
        "/icon.svg",
        "/rules/ufo",
        "/rules/lost_patrol",
        "/api/menu",
        "/nothing",
    ] {
        let answer = get(server.address, path);
        let policy = answer.header("content-security-policy").unwrap();
        assert!(
            policy.starts_with("default-src 'none'") && !policy.contains("unsafe"),
            "{path}"
        );
        assert_eq!(
            answer.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
        assert_eq!(answer.status, if path == "/nothing" { 404 } else { 200 });
    }
}

#[test]
fn broken_requests_harm_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let server = Served::start(folder.path());
    let address = server.address;
    let garbage: [&[u8]; 6] = [
        b"\x00\x01\x02\x03\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\r\n\r\n",
        b"POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-length: -5\r\n\r\n",
        b"POST /api/games HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        &[b'a'; 100_000],
    ];
    for bytes in garbage {
        let answer = send(address, bytes);
        assert!(answer.is_none_or(|answer| answer.status >= 400));
    }
    // Those who begin a request and say no more hold up nobody.
    let slow: Vec<_> = (0..60)
        .map(|_| {
            let mut stream = connect(address).unwrap();
            std::io::Write::write_all(&mut stream, b"GET / HTTP/1.1\r\nhost: lo").unwrap();
            stream
        })
        .collect();
    let mut player = Player::begin(address, micro("shado"));
    play_out(&mut player);
    drop(slow);
    assert_eq!(server.end(), 1);
}

#[test]
fn whoever_asks_too_often_waits() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = ServeOptions::new(folder.path());
    options.limits = Limits {
        games: 3,
        awake: 1,
        begun: Rate {
            burst: 5.0,
            a_second: 0.001,
        },
        ..Limits::default()
    };
    let server = Served::with(options);
    let address = server.address;
    let games: Vec<Player> = (0..3)
        .map(|_| Player::begin(address, micro("shado")))
        .collect();
    let full = post(address, "/api/games", &micro("shado"));
    assert_eq!(full.status, 503, "{}", full.text());
    let fifth = post(address, "/api/games", &micro("shado"));
    assert_eq!(fifth.status, 503);
    let sixth = post(address, "/api/games", &micro("shado"));
    assert_eq!(sixth.status, 429);
    assert!(sixth.header("retry-after").is_some());
    // Only one game fits into memory; the others are read again, each when it is played.
    for mut game in games {
        game.wait();
        game.act(0);
    }
    assert_eq!(server.end(), 3);
}

#[test]
fn two_servers_do_not_share_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let _server = Served::start(folder.path());
    let options = ServeOptions {
        port: 0,
        ..ServeOptions::new(folder.path())
    };
    let second = serve(&options, &AtomicBool::new(true), |_| {});
    assert!(matches!(second, Err(ServeError::InUse(_))));
}

#[test]
fn two_hundred_play_at_once_and_nothing_is_lost_over_a_restart() {
    const GAMES: usize = 200;
    let folder = tempfile::tempdir().unwrap();
    let mut options = ServeOptions::new(folder.path());
    // All come from one address here.
    options.limits.requests = Rate {
        burst: 1e6,
        a_second: 1e6,
    };
    let server = Served::with(options);
    let address = server.address;
    let play = move |number: usize| {
        let game = ["ufo-micro", "lost_patrol-micro"][number % 2];
        let seat = ["both", "none"][usize::from(number % 10 == 9)];
        let mut player = Player::begin(
            address,
            json!({"game": game, "seat": seat, "against": "scripted"}),
        );
        player.wait();
        for turn in 0..4 {
            if player.waits_for() == "human" {
                player.act(number + turn);
            }
        }
        (player.id.clone(), player.log())
    };
    let threads: Vec<_> = (0..GAMES)
        .map(|number| spawn(move || play(number)))
        .collect();
    let played: Vec<(String, Vec<String>)> = threads
        .into_iter()
        .map(|thread| thread.join().unwrap())
        .collect();
    assert_eq!(server.end(), GAMES);
    let server = Served::start(folder.path());
    for (id, log) in played {
        let mut again = Player::look_at(server.address, &id);
        assert_eq!(again.log(), log);
    }
}
