//! The sheet in the docs, and the reasons that are given.

use super::*;

/// The number before a word in the list of actions on the screen.
fn number_before(text: &str, word: &str) -> Option<String> {
    let screen = text.rsplit("(? helps)").next()?;
    let before = screen.split_once(word)?.0;
    let number = before.split_whitespace().next_back()?;
    number.parse::<u32>().ok().map(|number| number.to_string())
}

/// In every turn G2 drives on, shoots if it can, and the phase ends; until turn 4.
fn driver(seed: u64) -> impl FnMut(&str) -> Option<String> + Send + 'static {
    let (mut person, mut driven) = (player(seed), String::new());
    move |text| {
        let turn = text
            .rsplit("\nTurn ")
            .next()?
            .split(':')
            .next()?
            .to_string();
        if turn == "4" {
            return None;
        }
        if prompt(text) != "SHADO" {
            return person(text);
        }
        if number_before(text, " done").is_some() {
            let shot = number_before(text, " cannon ");
            return shot.or_else(|| number_before(text, " done"));
        }
        if driven == turn {
            return number_before(text, " end SHADO's actions");
        }
        driven = turn;
        let row = text.rsplit("\nG2 ").next()?;
        row.split_whitespace().next().map(str::to_string)
    }
}

/// The lines of turn `turn`, each map in short.
fn turn_of(text: &str, turn: usize) -> String {
    let starts = |line: &str, turn: usize| line.starts_with(&format!("Turn {turn}: SHADO acts"));
    let lines = text.lines().skip_while(|line| !starts(line, turn));
    let lines = lines.take_while(|line| !starts(line, turn + 1));
    let drawn = |line: &str| {
        let begins = line.trim_start().starts_with(['/', '?']);
        begins
            || ["\\", "___", "to act"]
                .iter()
                .any(|sign| line.contains(sign))
    };
    let mut short: Vec<&str> = Vec::new();
    for line in lines {
        match (drawn(line), short.last()) {
            (true, Some(&"   (the map)")) => {}
            (true, _) => short.push("   (the map)"),
            _ => short.push(line),
        }
    }
    // The map before the next turn.
    while short
        .last()
        .is_some_and(|line| line.starts_with("   (the map)") || line.starts_with("More hexes"))
    {
        short.pop();
    }
    short.join("\n")
}

/// The turn that `docs/at-the-table.md` shows is a real one. `MOONBASE_SNAPSHOTS=1` writes it anew.
#[test]
fn the_sheet_shows_a_real_turn() {
    const HEAD: &str = "```text\n";
    let folder = tempfile::tempdir().unwrap();
    let options = PlayOptions {
        against: Some("uct:sims=100".parse().unwrap()),
        seed: Some(5),
        ..options(folder.path(), "ufo", "shado")
    };
    let (_, text) = run::<Ufo>(&options, driver(4));
    let turn = turn_of(&text, 2);
    let sheet = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/at-the-table.md");
    let page = std::fs::read_to_string(&sheet).unwrap();
    let (before, rest) = page.split_once(HEAD).unwrap();
    let (shown, after) = rest.split_once("\n```").unwrap();
    if std::env::var_os("MOONBASE_SNAPSHOTS").is_some() {
        std::fs::write(&sheet, format!("{before}{HEAD}{turn}\n```{after}")).unwrap();
        return;
    }
    assert_eq!(turn, shown);
    assert!(
        turn.contains("how many show")
            && turn.contains("which is it")
            && turn.contains("Why: then "),
        "{turn}"
    );
}

/// Searchers are told by chances, policies by their first sight, and who says nothing gives no reason.
#[test]
fn reasons_name_the_next_best() {
    let start = Ufo::new(&common::options::<Ufo>("ufo-mini", &[])).unwrap();
    let mut legal = Vec::new();
    start.legal_actions(&mut legal);
    let thought = |place: usize, visits, value: Option<f64>, prior| Thought {
        action: legal[place],
        visits,
        value: value.map(SeatValue),
        prior,
        bounds: None,
    };
    let why = |thoughts: Vec<Thought<_>>| {
        let decision = Decision {
            thoughts,
            ..Decision::plain(legal[0])
        };
        reason(&start, Seat::Second, &decision)
    };
    let searched = vec![
        thought(0, 60, Some(0.5), Some(0.1)),
        thought(1, 30, Some(0.0), Some(0.8)),
        thought(2, 0, None, Some(0.1)),
    ];
    let words = why(searched).unwrap();
    assert_eq!(
        words,
        "Why: then 75% for the Aliens; Exit 0,0 NE instead 50%."
    );
    let seen = [0.6, 0.15, 0.25].into_iter().enumerate();
    let seen = seen.map(|(place, prior)| thought(place, 0, None, Some(prior)));
    let words = why(seen.collect()).unwrap();
    assert_eq!(words, "Why: 60% at first sight; Exit 0,0 SE instead 25%.");
    assert_eq!(
        why(vec![thought(0, 9, Some(-1.0), None)]).unwrap(),
        "Why: then 0% for the Aliens."
    );
    assert_eq!(why(Vec::new()), None);
}
