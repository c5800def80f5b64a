//! Games looked at again.

use super::*;

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
