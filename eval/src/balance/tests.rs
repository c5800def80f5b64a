use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use moonbase_agents::{AgentSpec, Playable, ScriptedAgent};
use moonbase_engine::chance::rng_for;
use moonbase_engine::toy::{Courier, Pig, PigOptions};
use moonbase_engine::{Game, KeyedDice, Turn};
use serde_json::json;

use super::run::{check, sides};
use super::store::Place;
use super::*;
use crate::page::PageFormat;
use crate::work::Control;

fn plan(game: &str, vary: &[&str], agents: &[&str], games: u64) -> BalancePlan {
    BalancePlan {
        game: game.into(),
        set: Vec::new(),
        vary: vary.iter().map(|text| text.parse().unwrap()).collect(),
        design: Design::Grid,
        lineups: agents.iter().map(|agent| Lineup::mirror(agent)).collect(),
        games,
        seed: 4,
    }
}

/// Plays on, and stops after so many new games.
fn play<G: Playable>(
    file: Option<&Path>,
    plan: &BalancePlan,
    threads: usize,
    stop_after: u64,
) -> (Store, Played) {
    let specs = plan
        .lineups
        .iter()
        .map(|l| [&l.first, &l.second].map(|text| text.parse().unwrap()));
    let specs: Vec<[AgentSpec; 2]> = specs.collect();
    let lineups: Vec<_> = specs.iter().map(sides::<G>).collect();
    let grid = plan.grid::<G>().unwrap();
    check::<G>(&grid, &lineups).unwrap();
    let stop = AtomicBool::new(false);
    let mut progress = |done, _| stop.store(done >= stop_after, Ordering::Relaxed);
    let mut control = Control {
        threads,
        stop: &stop,
        progress: &mut progress,
    };
    let store = Store::open(file, plan, "a program").unwrap();
    play_missing(store, &grid, &lineups, &mut control).unwrap()
}

#[test]
fn values_are_read() {
    let read = |text: &str| text.parse::<Vary>().map(|vary| (vary.option, vary.values));
    let of = |option: &str, values: &[&str]| {
        let values = values.iter().map(|value| value.to_string()).collect();
        Some((option.to_string(), values))
    };
    assert_eq!(read("a=3..5").ok(), of("a", &["3", "4", "5"]));
    assert_eq!(read("a=1, 3..4,9").ok(), of("a", &["1", "3", "4", "9"]));
    assert_eq!(
        read("forest=alien,dice").ok(),
        of("forest", &["alien", "dice"])
    );
    let units = r#"units=["C","G1"],["C..G"]"#;
    assert_eq!(
        read(units).ok(),
        of("units", &[r#"["C","G1"]"#, r#"["C..G"]"#])
    );
    let tiles = r#"tiles=mini,[{"kind":"straight","exits":9,"heavy":0,"count":2},{"kind":"x"}]"#;
    assert_eq!(read(tiles).unwrap().1.len(), 2);
    for odd in ["a", "=3", "a=", "a=3,,4", "a=3,"] {
        assert!(
            matches!(read(odd), Err(BalanceError::Malformed(_))),
            "{odd}"
        );
    }
    for odd in ["a=5..3", "a=x..3", "a=1..", "a=1..5000", "a=-1..3"] {
        assert!(matches!(read(odd), Err(BalanceError::Range(_))), "{odd}");
    }
}

#[test]
fn cells_come_in_order_and_the_base_is_the_games_own() {
    let labels = |plan: &BalancePlan| {
        let grid = plan.grid::<Pig>().unwrap();
        let labels = grid.cells.iter().map(|cell| cell.label.clone());
        (grid.base, labels.collect::<Vec<_>>())
    };
    // Pig's own target is 12, its die has six faces.
    let mut plan = plan("pig", &["target=10,12", "faces=4..6"], &["random"], 1);
    let own = PigOptions::default();
    assert_eq!((own.target, own.faces), (12, 6));
    let (base, cells) = labels(&plan);
    let expected = [
        "target=10, faces=4",
        "target=10, faces=5",
        "target=10, faces=6",
        "target=12, faces=4",
        "target=12, faces=5",
        "target=12, faces=6",
    ];
    assert_eq!((base, cells), (5, expected.map(String::from).to_vec()));
    plan.design = Design::OneAtATime;
    let (base, cells) = labels(&plan);
    let expected = ["base", "target=10", "faces=4", "faces=5"];
    assert_eq!((base, cells), (0, expected.map(String::from).to_vec()));
    // Settings choose the base; an own value that is not listed leaves the first listed.
    plan.set = vec!["faces=4".into(), "target=30".into()];
    assert_eq!(labels(&plan).1, ["base", "target=12", "faces=5", "faces=6"]);
    let grid = plan.grid::<Pig>().unwrap();
    assert_eq!(
        (grid.cells[2].options.target, grid.cells[2].options.faces),
        (10, 5)
    );
    plan.vary.clear();
    let (base, cells) = labels(&plan);
    assert_eq!((base, cells), (0, vec!["pig".to_string()]));
    assert_eq!(plan.grid::<Pig>().unwrap().cells[0].options.target, 30);
}

#[test]
fn plans_that_cannot_be_played_are_refused_in_a_line() {
    let fault = |plan: BalancePlan| plan.grid::<Pig>().unwrap_err().to_string();
    let with = |vary: &[&str]| plan("pig", vary, &["random"], 10);
    assert!(fault(with(&["wings=1,2"])).starts_with("unknown option `wings`"));
    assert!(fault(with(&["faces=5..7"])).starts_with("option `faces` cannot be `7`"));
    assert_eq!(
        fault(with(&["faces=4,5,4"])),
        "option `faces` has the value 4 twice"
    );
    assert_eq!(
        fault(with(&["faces=4,5", "faces=6"])),
        "option `faces` is varied twice"
    );
    let many = plan("ufo", &["max_turns=1..1000", "aliens=1,2"], &["random"], 1);
    let many = many.grid::<moonbase_engine::ufo::Ufo>().unwrap_err();
    assert_eq!(many.to_string(), "2000 cells are too many: at most 1000");
    assert!(fault(plan("chess", &[], &["random"], 1)).starts_with("unknown game `chess`"));
    assert_eq!(fault(plan("pig", &[], &[], 1)), "no agents are named");
    assert_eq!(
        fault(plan("pig", &[], &["random", "random"], 1)),
        "`random` is named twice"
    );
    for games in [0, u64::MAX] {
        assert_eq!(
            fault(plan("pig", &[], &["random"], games)),
            "a cell has 1 to 1000000 games"
        );
    }
    let all = fault(plan("pig", &["target=2..50"], &["random"], 1_000_000));
    assert_eq!(all, "49000000 games in all are too many: at most 2000000");
}

#[test]
fn a_comparison_that_was_stopped_twice_ends_as_an_unbroken_one() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(
        "pig",
        &["target=8,12", "faces=4,6"],
        &["scripted", "uct:sims=8"],
        15,
    );
    let (whole, played) = play::<Pig>(None, &plan, 2, u64::MAX);
    assert_eq!((played.games, played.planned), (120, 120));
    let file = folder.path().join("broken");
    let (_, first) = play::<Pig>(Some(&file), &plan, 3, 10);
    let (_, second) = play::<Pig>(Some(&file), &plan, 1, 20);
    assert!(
        first.games < second.games && second.games < 120,
        "{first:?} {second:?}"
    );
    let (broken, _) = play::<Pig>(Some(&file), &plan, 2, u64::MAX);
    assert_eq!(whole.games().unwrap(), broken.games().unwrap());
    let [whole, broken] = [&whole, &broken].map(|store| BalanceReport::of::<Pig>(store).unwrap());
    assert_eq!(whole, broken);
    let read = Store::read(&file).unwrap();
    assert_eq!(BalanceReport::of::<Pig>(&read).unwrap(), whole);
    // The one seat's score is what the other's is not.
    let cell = &whole.lineups[0].cells[0];
    assert_eq!(cell.score["a"].mean + cell.score["b"].mean, 1.0);
    assert!(cell.turns.mean > 1.0 && cell.games == 15 && cell.without_luck.is_some());
}

#[test]
fn a_cells_games_do_not_depend_on_the_rest_of_the_grid() {
    let wide = plan("courier", &[], &["scripted", "random"], 12);
    let narrow = BalancePlan {
        lineups: vec![Lineup::mirror("random")],
        games: 7,
        ..wide.clone()
    };
    let [wide, narrow] = [wide, narrow].map(|plan| play::<Courier>(None, &plan, 2, u64::MAX).0);
    let of = |store: &Store, lineup: usize| -> Vec<GameRow> {
        let games = store.games().unwrap().into_iter();
        let these = games.filter(|row| row.place.lineup == lineup && row.place.game < 7);
        let renamed = these.map(|row| GameRow {
            place: Place {
                lineup: 0,
                ..row.place
            },
            ..row
        });
        renamed.collect()
    };
    assert_eq!(of(&wide, 1), of(&narrow, 0));
    assert_ne!(of(&wide, 0), of(&narrow, 0));
}

#[test]
fn databases_are_prolonged_and_never_mixed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games");
    let mut plan = plan("pig", &["faces=4,6"], &["random"], 3);
    play::<Pig>(Some(&file), &plan, 1, u64::MAX);
    plan.games = 5;
    let (store, played) = play::<Pig>(Some(&file), &plan, 1, u64::MAX);
    assert_eq!((played.games, store.games().unwrap().len()), (10, 10));
    drop(store);
    let fault = |plan: &BalancePlan| Store::open(Some(&file), plan, "").unwrap_err().to_string();
    plan.games = 2;
    assert!(fault(&plan).contains("5 games a cell already"));
    plan.games = 5;
    plan.seed += 1;
    assert!(fault(&plan).contains("holds another comparison"));
    // An older one kept no records; it is played on. One that was killed at once left nothing.
    let older = folder.path().join("older");
    let (store, _) = play::<Pig>(Some(&older), &plan, 1, 3);
    let busy = Store::open(Some(&older), &plan, "")
        .unwrap_err()
        .to_string();
    assert!(
        busy.ends_with("another process is playing this comparison"),
        "{busy}"
    );
    drop(store);
    let connection = rusqlite::Connection::open(&older).unwrap();
    let edit = "ALTER TABLE game DROP COLUMN record; PRAGMA user_version = 1001";
    connection.execute_batch(edit).unwrap();
    drop(connection);
    let before = Store::read(&older).unwrap().games().unwrap();
    assert!(before.len() >= 3 && before.iter().all(|game| game.record.is_empty()));
    let (store, _) = play::<Pig>(Some(&older), &plan, 1, u64::MAX);
    let games = store.games().unwrap();
    assert_eq!(games.len(), 10);
    assert!(games.iter().filter(|game| !game.record.is_empty()).count() == 10 - before.len());
    let empty = folder.path().join("empty");
    std::fs::write(&empty, "").unwrap();
    drop(Store::open(Some(&empty), &plan, "").unwrap());
    // Before the first game any plan will do.
    plan.games -= 1;
    drop(Store::open(Some(&empty), &plan, "").unwrap());
    assert_eq!(Store::read(&empty).unwrap().plan(), &plan);
    let missing = Store::read(&folder.path().join("no"))
        .unwrap_err()
        .to_string();
    assert!(missing.ends_with("no: there is no such file"), "{missing}");
    let text = folder.path().join("text");
    std::fs::write(
        &text,
        "no database at all, but a text that is long enough to look at",
    )
    .unwrap();
    assert!(
        Store::read(&text)
            .unwrap_err()
            .to_string()
            .contains("not a balance lab's database")
    );
    assert!(super::store::is_comparison(&file) && !super::store::is_comparison(&text));
}

/// The luck noted beside a game is that of its positions.
#[test]
fn luck_is_that_of_the_luck_meter() {
    let plan = plan("pig", &[], &["scripted"], 3);
    let (store, _) = play::<Pig>(None, &plan, 1, u64::MAX);
    for row in store.games().unwrap() {
        let mut dice = KeyedDice::new(rand::Rng::next_u64(&mut rng_for(plan.seed, row.place.game)));
        let mut position = Pig::new(&PigOptions::default()).unwrap();
        let mut positions = vec![position.clone()];
        let mut agent = ScriptedAgent::default();
        loop {
            match position.turn() {
                Turn::Over(_) => break,
                Turn::Chance => {
                    let outcome = dice.roll(&position);
                    position.resolve_unchecked(outcome);
                }
                Turn::Decide(_) => {
                    let decision = moonbase_agents::Agent::decide(&mut agent, &position);
                    position.play_unchecked(decision.action);
                }
            }
            positions.push(position.clone());
        }
        let mut evaluator = crate::luck::RulesOfThumb;
        let luck = crate::luck::LuckMeter::new(&mut evaluator)
            .game(&positions)
            .unwrap();
        assert!((luck.0 - row.luck).abs() < 1e-12, "{} {}", luck.0, row.luck);
        assert_ne!(row.luck, 0.0);
    }
}

/// A game that somebody thought up.
fn row(cell: usize, game: u64, score: f64, turns: u32) -> GameRow {
    let lineup = 0;
    GameRow {
        place: Place { lineup, cell, game },
        outcome: ["lost", "drawn", "won"][(2.0 * score) as usize].into(),
        score,
        value: 2.0 * score - 1.0,
        decisions: 2 * turns,
        rolls: turns,
        turns,
        luck: 0.0,
        forfeit: None,
        record: String::new(),
    }
}

/// Cells in order: target 10 or 12 (base) with faces 4, then with 6 (base).
#[test]
fn differences_and_effects_by_hand() {
    let plan = plan("pig", &["target=10,12", "faces=4,6"], &["random"], 4);
    let mut store = Store::open(None, &plan, "a program").unwrap();
    let scores = [
        [1.0, 1.0, 0.5, 1.0],
        [1.0, 0.0, 0.5, 1.0],
        [0.0, 1.0, 0.5, 0.0],
        [0.0, 0.0, 0.5, 1.0],
    ];
    for (cell, scores) in scores.iter().enumerate() {
        for (game, score) in (0..).zip(scores) {
            let turns = 10 + 2 * cell as u32;
            store.add(&row(cell, game, *score, turns)).unwrap();
        }
    }
    let report = BalanceReport::of::<Pig>(&store).unwrap();
    assert_eq!((report.played, report.planned), (16, 16));
    let lineup = &report.lineups[0];
    let cell = &lineup.cells[0];
    assert_eq!(cell.label, "target=10, faces=4");
    assert_eq!(
        cell.options,
        *json!({"target": 10, "faces": 4}).as_object().unwrap()
    );
    assert_eq!((cell.score["a"].mean, cell.score["b"].mean), (0.875, 0.125));
    assert_eq!((cell.draws.mean, cell.returns.mean), (0.25, 0.75));
    let ends: Vec<_> = cell
        .outcomes
        .iter()
        .map(|o| (o.outcome.as_str(), o.share.mean))
        .collect();
    assert_eq!(ends, [("won", 0.75), ("drawn", 0.25)]);
    assert_eq!(
        (cell.turns.mean, cell.decisions.mean, cell.plies.mean),
        (10.0, 20.0, 30.0)
    );
    assert!(cell.without_luck.is_none(), "too few games");
    // Cell 0 less cell 3, game by game: 1, 1, 0, 0.
    let against = cell.against_base.as_ref().unwrap();
    assert_eq!((against.score.mean, against.score.samples), (0.5, 4));
    // All alike: a guarded deviation of sqrt(1/3), t(0.975, 3) = 3.18245, half = 3.18245 · sqrt(1/3/4) = 0.91869.
    for (found, mean) in [(against.turns, -6.0), (against.plies, -18.0)] {
        let expected = [mean, mean - 0.91869, mean + 0.91869];
        assert!(
            found
                .iter()
                .zip(expected)
                .all(|(a, b)| (a - b).abs() < 1e-4),
            "{found:?}"
        );
    }
    // Cell 1 less cell 3: 1, 0, 0, 0. Deviations of cell 1: 3/8, -5/8, -1/8, 3/8; of cell 3: -3/8, -3/8, 1/8, 5/8.
    // Sums of products 20/64, of squares 44/64 and 44/64.
    let against = lineup.cells[1].against_base.as_ref().unwrap();
    assert_eq!(against.score.mean, 0.25);
    assert!((against.correlation.unwrap() - 20.0 / 44.0).abs() < 1e-12);
    assert!(lineup.cells[3].base && lineup.cells[3].against_base.is_none());
    // target=10: the mean of cell 0 less 2 (1, 0, 0, 1) and cell 1 less 3 (1, 0, 0, 0): 1, 0, 0, ½.
    let told: Vec<_> = lineup
        .effects
        .iter()
        .map(|e| {
            (
                e.option.as_str(),
                &e.value,
                e.cells,
                e.difference.score.mean,
            )
        })
        .collect();
    let (ten, four) = (json!(10), json!(4));
    // faces=4: cell 0 less 1 (0, 1, 0, 0) and cell 2 less 3 (0, 1, 0, -1): 0, 1, 0, -½.
    assert_eq!(
        told,
        [("target", &ten, 2, 0.375), ("faces", &four, 2, 0.125)]
    );
    assert_eq!(lineup.effects[0].difference.turns[0], -4.0);
}

#[test]
fn games_without_a_partner_do_not_count_in_differences() {
    let plan = plan("pig", &["faces=4,6"], &["random"], 4);
    let mut store = Store::open(None, &plan, "a program").unwrap();
    for (cell, game, score) in [
        (0, 0, 1.0),
        (0, 1, 0.0),
        (0, 3, 0.0),
        (1, 0, 0.0),
        (1, 2, 1.0),
    ] {
        store.add(&row(cell, game, score, 5)).unwrap();
    }
    let report = BalanceReport::of::<Pig>(&store).unwrap();
    let against = report.lineups[0].cells[0].against_base.as_ref().unwrap();
    assert_eq!((against.score.mean, against.score.samples), (1.0, 1));
    // A single game has no interval.
    let csv = report.page().draw(PageFormat::Csv);
    assert!(csv.contains("lengths,faces=4,against base,0,,\n"), "{csv}");
    assert!(csv.contains("lengths,faces=6 (base),turns,5,"), "{csv}");
    let empty = Store::open(None, &plan, "a program").unwrap();
    let report = BalanceReport::of::<Pig>(&empty).unwrap();
    assert_eq!(report.lineups[0].cells[0].against_base, None);
    assert!(report.to_string().contains("0 of 8 games"));
    // All formats can say so.
    for format in [PageFormat::Html, PageFormat::Markdown, PageFormat::Csv] {
        assert!(!report.page().draw(format).is_empty());
    }
}

#[test]
fn the_page_says_what_the_report_says() {
    let plan = plan("pig", &["target=8,12", "faces=4,6"], &["scripted"], 12);
    let (store, _) = play::<Pig>(None, &plan, 2, u64::MAX);
    let report = BalanceReport::of::<Pig>(&store).unwrap();
    let csv = report.page().draw(PageFormat::Csv);
    for cell in &report.lineups[0].cells {
        let base = if cell.base { " (base)" } else { "" };
        let score = cell.score["a"];
        let line = format!(
            "scores,\"{}{base}\",a,{},{},{}\n",
            cell.label, score.mean, score.low, score.high
        );
        assert!(csv.contains(&line), "{line}\n{csv}");
    }
    let html = report.page().draw(PageFormat::Html);
    assert!(html.contains("class=\"hot\"") || html.contains("class=\"cold\""));
    assert!(html.contains("target=8, faces=4") && html.contains("scripted in both seats"));
}

/// A process that is killed while it writes leaves its file half changed, and beside it what there was before: reading puts that back.
#[test]
fn a_hot_journal_is_put_back_by_reading() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let plan = plan("pig", &[], &["random"], 2);
    let (store, _) = play::<Pig>(Some(&path("games")), &plan, 1, u64::MAX);
    let games = store.games().unwrap();
    drop(store);
    let writer = rusqlite::Connection::open(path("games")).unwrap();
    // So small a cache is written to the file before the end of the change.
    writer
        .execute_batch("PRAGMA cache_size = 1; BEGIN")
        .unwrap();
    let more = "INSERT INTO game SELECT lineup, cell, game + ?1, outcome, score, value, decisions, rolls, turns, luck, forfeit, record \
                FROM game WHERE game < 2";
    for add in 1..200 {
        writer.execute(more, [2 * add]).unwrap();
    }
    for name in ["games", "games-journal"] {
        let copy = path(&name.replace("games", "killed"));
        std::fs::copy(path(name), copy).unwrap();
    }
    assert!(std::fs::metadata(path("killed-journal")).unwrap().len() > 512);
    assert!(super::store::is_comparison(&path("killed")));
    assert_eq!(
        Store::read(&path("killed")).unwrap().games().unwrap(),
        games
    );
    assert!(!path("killed-journal").exists());
}

/// Records replay to the end that is noted, under the rules of their cell.
#[test]
fn records_replay_and_forfeits_are_counted_by_kind() {
    let plan = plan("pig", &["target=8,12"], &["scripted"], 3);
    let (mut store, _) = play::<Pig>(None, &plan, 1, u64::MAX);
    let games = store.games().unwrap();
    assert_eq!(games.len(), 6);
    for game in &games {
        let record = moonbase_engine::record::Record::parse(&game.record).unwrap();
        let last = record.replay::<Pig>().unwrap().pop().unwrap();
        let Turn::Over(outcome) = last.turn() else {
            panic!("{}", game.record);
        };
        assert_eq!(outcome.name, game.outcome);
        assert_eq!(last.options().target, [8, 12][game.place.cell]);
    }
    for (game, reason) in [
        (3, "it chose what is not legal: `x`"),
        (4, "it chose what is not legal: `y`"),
    ] {
        let lost = GameRow {
            forfeit: Some(format!("a: {reason}")),
            ..row(0, game, 0.0, 3)
        };
        store.add(&lost).unwrap();
    }
    let report = BalanceReport::of::<Pig>(&store).unwrap();
    let forfeits = &report.lineups[0].cells[0].forfeits;
    assert_eq!(
        forfeits.iter().collect::<Vec<_>>(),
        [(&"a: it chose what is not legal".to_string(), &2)]
    );
    let said = "Luck is not taken out of fewer than 10 games.";
    assert!(report.to_string().contains(said), "{report}");
}
