//! What is refused, and who waits.

use super::*;

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
        "/rules/fg1",
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
