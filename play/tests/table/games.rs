//! Games with typed dice.

use super::*;

#[test]
fn whole_games_of_both_kinds_with_every_seat() {
    fn play<G: AtTable>(preset: &str, seats: [&str; 4]) {
        for seat in seats {
            let folder = tempfile::tempdir().unwrap();
            let options = options(folder.path(), preset, seat);
            let (finish, text) = run::<G>(&options, player(5));
            assert!(matches!(finish.left, Left::Over(_)), "{seat}: {text}");
            let path = folder.path().join("table.game");
            let record = record(&path);
            assert_eq!(record.tag("dice").unwrap(), "typed");
            assert!(record.tag("result").is_some());
            record.replay::<G>().unwrap();
            assert!(text.contains("which is it?"), "{text}");
            let wide = |line: &&str| line.len() > 80 && !line.contains('/');
            assert_eq!(text.lines().find(wide), None);
        }
    }
    play::<Ufo>("ufo-mini", ["shado", "alien", "both", "none"]);
    play::<LostPatrol>("lost_patrol-mini", ["patrol", "lurker", "both", "none"]);
}

/// Nonsense costs one line each and changes nothing: the record is that of the game without it.
#[test]
fn typing_errors_lose_nothing() {
    let (plain, chatty) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    run::<Ufo>(&options(plain.path(), "ufo-mini", "shado"), player(6));
    let (mut person, mut asked, mut typed) = (player(6), 0, Vec::new());
    let errors = move |text: &str| {
        let nonsense = match prompt(text) {
            "dice" => ["seven", "99", "6 6 6 6 6 6 6", "u99", "h"],
            "table" => ["99", "0", "swamp", "s9", "legal"],
            "over" => return person(text),
            _ => ["fly", "99", "G9:move:0", "b x", "back 0"],
        };
        asked += 1;
        // Every second prompt: an error first, then what is meant.
        if asked % 2 == 1 {
            typed.push(nonsense[asked / 2 % nonsense.len()]);
            return typed.last().map(|line| line.to_string());
        }
        person(text)
    };
    let (finish, text) = run::<Ufo>(&options(chatty.path(), "ufo-mini", "shado"), errors);
    assert!(matches!(finish.left, Left::Over(_)), "{text}");
    let of = |folder: &tempfile::TempDir| words(&folder.path().join("table.game"));
    assert_eq!(of(&chatty), of(&plain));
    for line in [
        "`seven` is no number; type ",
        "the list has ",
        "`swamp` is not in the list: ",
        "`fly` is not legal here; legal: ",
        "back takes a number: back 3 is the third last answer",
        "the dice decide: roll or draw, and type what came",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

/// Going back takes off what came after the answer, says what to undo, and asks again; what is answered then counts.
#[test]
fn answers_are_corrected_by_going_back() {
    for (correction, taken) in [("back", 1), ("back 2", 2), ("answers\n2", 2), ("u", 1)] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.game");
        let (mut person, mut asked, watched) = (player(8), 0, path.clone());
        let think = move |text: &str| {
            asked += 1;
            match asked {
                20 => Some(correction.to_string()),
                21 => {
                    let words = words(&watched).len();
                    std::fs::write(watched.with_extension("count"), words.to_string()).unwrap();
                    person(text)
                }
                40 => None,
                _ => person(text),
            }
        };
        // Two people, so that every word but those without alternative is an answer.
        let (finish, text) = run::<Ufo>(&options(folder.path(), "ufo-mini", "both"), think);
        assert_eq!(finish.left, Left::EndOfInput);
        let after = text.split("Undo on the table, the latest first:").nth(1);
        let after = after.unwrap_or_else(|| panic!("{correction}: {text}"));
        assert!(after.starts_with("\n  - "), "{after}");
        let left = std::fs::read_to_string(path.with_extension("count")).unwrap();
        assert_eq!(left, (19 - taken).to_string(), "{correction}");
        record(&path).replay::<Ufo>().unwrap();
        // Nineteen answers, less those taken back, and nineteen more.
        assert_eq!(words(&path).len(), 19 - taken + 19, "{correction}");
    }
}

#[test]
fn there_is_a_first_answer() {
    let folder = tempfile::tempdir().unwrap();
    let think = first_then(&["back", "answers", "1", "back 5", "q"], |_| None);
    let (finish, text) = run::<Ufo>(&options(folder.path(), "ufo-mini", "both"), think);
    assert_eq!(finish.left, Left::Quit);
    assert!(
        text.contains("there is no answer yet to go back to"),
        "{text}"
    );
    assert!(
        text.contains("answers given so far: 1; back 1 is the first"),
        "{text}"
    );
}

/// What lies on the disk at any moment is the game so far: played on from there it is the game that was never broken off.
#[test]
fn a_game_cut_off_anywhere_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.game");
    let copies: Vec<PathBuf> = (0..3)
        .map(|n| folder.path().join(format!("cut-{n}.game")))
        .collect();
    let (mut person, mut asked, from, to) = (player(9), 0, path.clone(), copies.clone());
    let think = move |text: &str| {
        asked += 1;
        if let Some(n) = [7, 18, 31].iter().position(|at| *at == asked) {
            std::fs::copy(&from, &to[n]).unwrap();
        }
        person(text)
    };
    let (finish, _) = run::<Ufo>(&options(folder.path(), "ufo-mini", "alien"), think);
    assert!(matches!(finish.left, Left::Over(_)));
    let whole = words(&path);
    for copy in copies {
        let so_far = words(&copy);
        assert_eq!(so_far[..], whole[..so_far.len()]);
        let load = PlayOptions {
            load: Some(copy.clone()),
            hint: "uct:sims=20".parse().unwrap(),
            ..PlayOptions::new("ufo-mini")
        };
        let (finish, text) = run::<Ufo>(&load, player(10));
        assert!(matches!(finish.left, Left::Over(_)), "{text}");
        // It is known for a game at a table, and goes on there.
        assert!(
            text.contains("The table should look as the map says"),
            "{text}"
        );
        let now = words(&copy);
        assert_eq!(now[..so_far.len()], so_far[..]);
        assert!(now.len() > so_far.len());
        record(&copy).replay::<Ufo>().unwrap();
    }
}

/// A box of one's own: its tiles alone can be drawn, and each as often as it is there.
#[test]
fn the_box_is_the_players() {
    let folder = tempfile::tempdir().unwrap();
    let kind = |kind: &str, exits: &str, count: u8| {
        format!(r#"{{"kind":"{kind}","exits":{exits},"heavy":false,"count":{count}}}"#)
    };
    let set = [
        kind("wye", "[0,2,4]", 1),
        kind("cross", "[0,1,3,4]", 2),
        kind("straight", "[0,3]", 2),
    ];
    let options = PlayOptions {
        settings: vec![format!("tiles=[{}]", set.join(","))],
        ..options(folder.path(), "ufo-mini", "both")
    };
    let (mut person, mut draws) = (player(11), 0);
    let think = move |text: &str| {
        if prompt(text) != "table" {
            return person(text);
        }
        draws += 1;
        (draws <= 2).then(|| "wye".into())
    };
    let (_, text) = run::<Ufo>(&options, think);
    assert!(
        text.contains("Box: 5 tiles without start and UFO."),
        "{text}"
    );
    assert!(text.contains("wye       a Y junction: 1 left"), "{text}");
    assert!(text.contains("no wye is left"), "{text}");
}

/// What is played again is to be done again with figures: it is told, and saved.
#[test]
fn playing_again_is_told_at_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.game");
    let (mut person, mut asked, watched) = (player(8), 0, path.clone());
    let think = move |text: &str| {
        asked += 1;
        match asked {
            12 => Some("back 3".to_string()),
            13 => Some("r".to_string()),
            14 => {
                std::fs::copy(&watched, watched.with_extension("again")).unwrap();
                None
            }
            _ => person(text),
        }
    };
    let (_, text) = run::<Ufo>(&options(folder.path(), "ufo-mini", "both"), think);
    let again = text.split("Played again; do so on the table:").nth(1);
    let again = again.unwrap_or_else(|| panic!("{text}"));
    let all = words(&path);
    assert_eq!(words(&path.with_extension("again")), all);
    assert_eq!(all.len(), 11);
    for word in &all[8..] {
        assert!(again.contains(&format!("[{word}]")), "{word}: {again}");
    }
}

/// Dice and tiles are corrected as often as it takes; a choice that is made anew is help.
#[test]
fn going_back_over_a_choice_is_help() {
    for (back, helped) in [("back", false), ("back 2", true), ("u", false)] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.game");
        let (mut person, mut asked) = (player(8), 0);
        // The Aliens choose an exit, and a tile is drawn for it.
        let think = move |text: &str| {
            asked += 1;
            match asked {
                3 => Some(back.to_string()),
                6 => None,
                _ => person(text),
            }
        };
        let (_, text) = run::<Ufo>(&options(folder.path(), "ufo-mini", "both"), think);
        assert!(text.contains("Undo on the table"), "{text}");
        assert_eq!(
            record(&path).tag("helped").is_some(),
            helped,
            "{back}: {text}"
        );
    }
}

/// A game that goes on with a question about dice shows first how the table should look.
#[test]
fn the_map_is_shown_before_a_question() {
    fn check<G: AtTable>(preset: &str, seat: &str) {
        let folder = tempfile::tempdir().unwrap();
        let mut person = player(4);
        let mut asked = 0;
        let think = move |text: &str| {
            asked += 1;
            let dice = matches!(prompt(text), "dice" | "table");
            if asked > 4 && dice {
                None
            } else {
                person(text)
            }
        };
        run::<G>(&options(folder.path(), preset, seat), think);
        let load = PlayOptions {
            load: Some(folder.path().join("table.game")),
            hint: "uct:sims=20".parse().unwrap(),
            ..PlayOptions::new(preset)
        };
        let (_, text) = run::<G>(&load, |_| None);
        let shown = text
            .split("The table should look as the map says")
            .nth(1)
            .unwrap();
        let map = shown
            .lines()
            .skip(1)
            .take_while(|line| !line.starts_with("Roll") && !line.starts_with("Draw"));
        let map: Vec<&str> = map.collect();
        assert!(
            map.len() > 3 && map.iter().any(|line| line.contains("0,0")),
            "{text}"
        );
    }
    check::<Ufo>("ufo-mini", "both");
    check::<LostPatrol>("lost_patrol-mini", "both");
}
