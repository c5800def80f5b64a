//! Many at once.

use super::*;

#[test]
fn two_hundred_play_at_once_and_nothing_is_lost_over_a_restart() {
    const GAMES: usize = 200;
    let folder = tempfile::tempdir().unwrap();
    let mut options = ServeOptions::new(folder.path());
    // All come from one address here.
    options.limits.connections_each = 2 * GAMES;
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
