use std::sync::atomic::{AtomicBool, Ordering};

use moonbase_agents::{AgentSpec, MakeAgent, Playable};
use moonbase_engine::record::Record;
use moonbase_engine::registry::options_of;
use moonbase_engine::toy::{Courier, CourierOptions, Pig, PigOptions};
use moonbase_engine::ufo::Ufo;
use moonbase_engine::{Game, Seat, Turn};

use super::plan::Compared;
use super::*;
use crate::work::Control;

fn plan(game: &str, agents: &[&str], pairs: u64) -> ArenaPlan {
    ArenaPlan {
        game: game.into(),
        set: Vec::new(),
        agents: agents.iter().map(|agent| agent.to_string()).collect(),
        format: Format::RoundRobin,
        pairs,
        seed: 4,
        ..ArenaPlan::default()
    }
}

/// Plays on, and stops after so many new pairs.
fn play<G: Playable>(
    file: &std::path::Path,
    plan: &ArenaPlan,
    options: &G::Options,
    threads: usize,
    stop_after: u64,
) -> (Store, Played) {
    let specs = plan.agents.iter().map(|text| text.parse().unwrap());
    let specs: Vec<AgentSpec> = specs.collect();
    let agents: Vec<&dyn MakeAgent<G>> = specs.iter().map(|spec| spec as _).collect();
    let stop = AtomicBool::new(false);
    let mut progress = |done, _| stop.store(done >= stop_after, Ordering::Relaxed);
    let mut control = Control {
        threads,
        stop: &stop,
        progress: &mut progress,
    };
    let store = Store::open(file, plan, "a program").unwrap();
    play_missing(store, options, &agents, &mut control).unwrap()
}

#[test]
fn a_tournament_that_was_stopped_twice_ends_as_an_unbroken_one() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan("courier", &["scripted", "random", "uct:sims=10"], 12);
    let options = CourierOptions::default();
    let file = |name: &str| folder.path().join(name);
    let (whole, played) = play::<Courier>(&file("whole"), &plan, &options, 2, u64::MAX);
    assert_eq!((played.pairs, played.planned), (36, 36));
    let broken = file("broken");
    let (_, first) = play::<Courier>(&broken, &plan, &options, 3, 5);
    let (_, second) = play::<Courier>(&broken, &plan, &options, 1, 7);
    assert!(
        first.pairs < second.pairs && second.pairs < 36,
        "{first:?} {second:?}"
    );
    let (broken, _) = play::<Courier>(&broken, &plan, &options, 2, u64::MAX);
    assert_eq!(whole.games().unwrap(), broken.games().unwrap());
    let [whole, broken] = [&whole, &broken].map(|store| Standing::of(store).unwrap());
    assert_eq!(whole, broken);
    assert_eq!(whole.agents[2].agent, "random");
    let rating = |place: usize| whole.agents[place].rating.unwrap().value;
    assert!(rating(1) > rating(2) + 20.0, "{whole:?}");
}

#[test]
fn records_replay_and_pairs_share_their_dice_and_swap_seats() {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = plan("pig", &["scripted", "random"], 10);
    let options = PigOptions::default();
    let file = folder.path().join("games");
    let (store, _) = play::<Pig>(&file, &plan, &options, 2, u64::MAX);
    let games = store.games().unwrap();
    assert_eq!(games.len(), 20);
    for game in &games {
        let record = Record::parse(&game.record).unwrap();
        let last = record.replay::<Pig>().unwrap().pop().unwrap();
        let Turn::Over(outcome) = last.turn() else {
            panic!("{}", game.record);
        };
        assert_eq!(
            (outcome.name, outcome.score(Seat::First)),
            (game.outcome.as_str(), game.score)
        );
        let first = if game.first_is_a {
            "scripted"
        } else {
            "random"
        };
        assert_eq!(record.tag(Pig::SEATS.first).unwrap(), first);
    }
    let pairs: Vec<_> = games
        .chunks(2)
        .map(|pair| (pair[0].seed, pair[1].seed))
        .collect();
    assert!(pairs.iter().all(|(one, other)| one == other) && pairs[0] != pairs[1]);
    // More pairs prolong it; anything else is another tournament.
    drop(store);
    plan.pairs = 11;
    let (store, played) = play::<Pig>(&file, &plan, &options, 1, u64::MAX);
    assert_eq!((played.pairs, store.games().unwrap().len()), (11, 22));
    drop(store);
    plan.pairs = 5;
    let error = Store::open(&file, &plan, "a program")
        .unwrap_err()
        .to_string();
    assert!(error.contains("11 pairs"), "{error}");
    plan.pairs = 11;
    plan.seed += 1;
    let error = Store::open(&file, &plan, "a program")
        .unwrap_err()
        .to_string();
    assert!(error.contains("holds another tournament"), "{error}");
    // Before the first game nothing is lost by another plan, or a shorter one.
    let empty = file.with_extension("empty");
    drop(Store::open(&empty, &plan, "a program").unwrap());
    plan.seed += 1;
    assert_eq!(
        Store::open(&empty, &plan, "a program").unwrap().plan(),
        &plan
    );
    assert_eq!(Store::read(&empty).unwrap().plan(), &plan);
    plan.pairs -= 1;
    let shorter = Store::open(&empty, &plan, "a program").unwrap();
    assert_eq!((shorter.plan(), shorter.program()), (&plan, "a program"));
    std::fs::write(
        &file,
        "no database, but a text that is long enough to be looked at",
    )
    .unwrap();
    let error = Store::read(&file).unwrap_err().to_string();
    assert!(error.contains("not a tournament's database"), "{error}");
}

#[test]
fn plans_that_cannot_be_played_are_refused() {
    let fault = |plan: ArenaPlan| plan.check().unwrap_err();
    assert_eq!(fault(plan("pig", &["random"], 1)), PlanError::TooFew);
    let twice = PlanError::Twice("random".into());
    assert_eq!(
        fault(plan("pig", &["random", "scripted", "random"], 1)),
        twice
    );
    for pairs in [0, u64::MAX] {
        let odd = plan("pig", &["random", "scripted"], pairs);
        assert_eq!(fault(odd), PlanError::Pairs);
    }
    let gauntlet = ArenaPlan {
        format: Format::Gauntlet,
        ..plan("pig", &["a", "b", "c"], 2)
    };
    assert_eq!(gauntlet.pairings(), [[0, 1], [0, 2]]);
    let order = Course::new(&gauntlet).next_round(&Scores::default());
    assert_eq!(order, [([0, 1], 0), ([0, 2], 0), ([0, 1], 1), ([0, 2], 1)]);
}

fn file(folder: &tempfile::TempDir, name: &str) -> std::path::PathBuf {
    folder.path().join(name)
}

/// The plans of formats that hang on results.
fn contests() -> Vec<ArenaPlan> {
    let agents = [
        "scripted",
        "random",
        "uct:sims=10",
        "uct:sims=3",
        "uct:c=0,sims=4",
    ];
    let of = |format, pairs| ArenaPlan {
        format,
        ..plan("courier", &agents, pairs)
    };
    vec![
        of(Format::Swiss, 3),
        ArenaPlan {
            most_pairs: Some(8),
            ..of(Format::Knockout, 5)
        },
        of(Format::Adaptive, 50),
        ArenaPlan {
            self_play: true,
            ..of(Format::RoundRobin, 3)
        },
    ]
}

/// All pairs of a tournament that was played to its end, in the order of its rounds.
fn order(plan: &ArenaPlan, all: &Scores) -> Vec<Slot> {
    let (mut course, mut scores, mut order) = (Course::new(plan), Scores::default(), Vec::new());
    loop {
        let round = course.next_round(&scores);
        if round.is_empty() {
            return order;
        }
        for slot in round {
            scores.add(slot, all.get(&slot).unwrap());
            order.push(slot);
        }
    }
}

/// Whatever hangs on results hangs on nothing else: not on threads, nor on where it was broken off.
#[test]
fn every_format_ends_alike_however_it_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let options = CourierOptions::default();
    for plan in contests() {
        let name = plan.format.name();
        let (whole, played) = play::<Courier>(&file(&folder, name), &plan, &options, 2, u64::MAX);
        let games = whole.games().unwrap();
        let order = order(&plan, &Scores::of(&games));
        assert!(
            played.pairs == played.planned && order.len() as u64 == played.pairs,
            "{played:?}"
        );
        for (done, threads) in [(0, 1), (4, 3), (11, 1), (17, 2)] {
            let path = file(&folder, &format!("{name} {done}"));
            let mut broken = Store::open(&path, &plan, "a program").unwrap();
            // With several threads the last but one may have been missing yet.
            for slot in order[..done]
                .iter()
                .filter(|slot| done < 2 || **slot != order[done - 2])
            {
                let pair = games
                    .iter()
                    .filter(|game| (game.agents, game.pair) == *slot);
                broken.add(&pair.cloned().collect::<Vec<_>>()).unwrap();
            }
            // A table can be had at any time.
            assert_eq!(
                Standing::of(&broken).unwrap().pairs,
                done.saturating_sub(1) as u64
            );
            drop(broken);
            let (broken, _) = play::<Courier>(&path, &plan, &options, threads, u64::MAX);
            assert_eq!(games, broken.games().unwrap(), "{name} after {done}");
            assert_eq!(
                Standing::of(&whole).unwrap(),
                Standing::of(&broken).unwrap()
            );
        }
    }
}

#[test]
fn tables_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let options = CourierOptions::default();
    let text = |plan: &ArenaPlan| {
        let name = plan.format.name();
        let (store, _) = play::<Courier>(&file(&folder, name), plan, &options, 2, u64::MAX);
        ArenaReport::of(&store, false).unwrap().to_string()
    };
    let texts: Vec<String> = contests().iter().map(text).collect();
    assert!(texts[0].contains("\nSwiss, round 3 of 3\n") && texts[0].contains("Sonneborn-Berger"));
    // Five agents: three byes, and a final that somebody won.
    assert_eq!(texts[1].matches("bye").count(), 3, "{}", texts[1]);
    assert!(
        texts[1].contains("semi-finals") && texts[1].contains("\nWinner: "),
        "{}",
        texts[1]
    );
    assert_eq!(texts[3].matches("alpha-rank as").count(), 2, "{}", texts[3]);
    let single = "; a game of an agent against itself counts as a pair\n";
    assert!(texts[3].contains(single) && !texts[0].contains(single));
}

/// Each against itself as well: 6 pairings of 3 agents, a game each time for the 3 against themselves.
#[test]
fn against_itself_an_agent_plays_single_games() {
    let folder = tempfile::tempdir().unwrap();
    let plan = ArenaPlan {
        self_play: true,
        ..plan("courier", &["scripted", "random", "uct:sims=5"], 4)
    };
    let options = CourierOptions::default();
    let (store, played) = play::<Courier>(&file(&folder, "games"), &plan, &options, 2, u64::MAX);
    let games = store.games().unwrap();
    assert_eq!((played.pairs, games.len()), (24, 3 * 8 + 3 * 4));
    assert!(
        games
            .iter()
            .all(|game| game.agents[0] < game.agents[1] || game.first_is_a)
    );
    let standing = Standing::of(&store).unwrap();
    for seat in 0..2 {
        let masses = standing
            .agents
            .iter()
            .map(|entry| entry.alpha_by_seat.unwrap()[seat]);
        assert!((masses.sum::<f64>() - 1.0).abs() < 1e-9);
    }
}

/// Without time the first who is asked has lost, in both games of a pair the same seat; with a day nothing changes.
#[test]
fn clocks_are_part_of_the_plan_and_time_outs_of_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let options = PigOptions::default();
    let clocked = |clock: &str| {
        let plan = ArenaPlan {
            clock: (!clock.is_empty()).then(|| clock.parse().unwrap()),
            ..plan("pig", &["scripted", "random"], 3)
        };
        let specs: Vec<AgentSpec> = plan
            .agents
            .iter()
            .map(|text| text.parse().unwrap())
            .collect();
        let agents: Vec<moonbase_agents::OnClock<Pig>> = specs
            .iter()
            .map(|spec| {
                moonbase_agents::OnClock::new(spec, plan.clock.unwrap_or("1h".parse().unwrap()))
            })
            .collect();
        let agents: Vec<&dyn MakeAgent<Pig>> = agents.iter().map(|agent| agent as _).collect();
        let store = Store::open(
            &file(&folder, &format!("clock {clock}")),
            &plan,
            "a program",
        )
        .unwrap();
        let mut control = Control {
            threads: 2,
            stop: &AtomicBool::new(false),
            progress: &mut |_, _| {},
        };
        play_missing(store, &options, &agents, &mut control)
            .unwrap()
            .0
    };
    let none = clocked("0s");
    for game in none.games().unwrap() {
        assert_eq!((game.outcome.as_str(), game.decisions), ("forfeit", 0));
        assert_eq!(game.forfeit.as_deref(), Some("it ran out of time"));
    }
    let text = ArenaReport::of(&none, false).unwrap().to_string();
    assert!(
        text.contains("\nclock: 0s+0s\n") && text.contains("\nseed: 4\n"),
        "{text}"
    );
    let forfeits = Standing::of(&none).unwrap().forfeits;
    let row = |agent: &str| (agent.to_string(), "it ran out of time".to_string(), 3);
    assert_eq!(forfeits, [row("scripted"), row("random")]);
    let records = |store: &Store| -> Vec<String> {
        let games = store.games().unwrap();
        games.into_iter().map(|game| game.record).collect()
    };
    assert_eq!(records(&clocked("24h")), records(&clocked("")));
}

#[test]
fn plans_go_on_grow_or_are_others() {
    let of = |format, pairs, rounds| ArenaPlan {
        format,
        rounds,
        ..plan("pig", &["a", "b", "c", "d", "e"], pairs)
    };
    let shorter = |has: &str| Compared::Shorter(has.into());
    let cases = [
        (Format::Swiss, (2, None), (2, Some(3)), Compared::GoesOn),
        (Format::Swiss, (2, Some(3)), (2, Some(7)), Compared::GoesOn),
        (Format::Swiss, (2, Some(4)), (2, None), shorter("4 rounds")),
        (Format::Swiss, (2, Some(4)), (3, Some(4)), Compared::Other),
        (Format::Knockout, (2, None), (2, None), Compared::GoesOn),
        (Format::Knockout, (2, None), (4, None), Compared::Other),
        (Format::Adaptive, (20, None), (30, None), Compared::GoesOn),
        (
            Format::Adaptive,
            (20, None),
            (10, None),
            shorter("20 pairs"),
        ),
        (
            Format::Gauntlet,
            (4, None),
            (3, None),
            shorter("4 pairs a pairing"),
        ),
    ];
    for (format, (pairs, rounds), (new, more), expected) in cases {
        let (older, newer) = (of(format, pairs, rounds), of(format, new, more));
        assert_eq!(newer.compared(&older), expected, "{format:?}");
    }
    let misfit = |plan: ArenaPlan| plan.check().unwrap_err().to_string();
    assert_eq!(
        misfit(of(Format::Gauntlet, 2, Some(3))),
        "rounds are only for the format swiss, not for gauntlet"
    );
    assert!(misfit(of(Format::Swiss, 2, Some(0))).contains("1 to 1000 rounds"));
    let knockout = ArenaPlan {
        most_pairs: Some(3),
        ..of(Format::Knockout, 4, None)
    };
    assert_eq!(
        misfit(knockout),
        "a tie of 4 pairs can go on to 4 to 1000000 pairs in all, not to 3"
    );
}

#[test]
fn a_tournament_is_played_by_one_process_and_begins_in_an_empty_file() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan("pig", &["scripted", "random"], 2);
    let path = file(&folder, "games");
    // So it is left by a process that was killed when it had just made it.
    std::fs::write(&path, "").unwrap();
    let store = Store::open(&path, &plan, "a program").unwrap();
    let error = Store::open(&path, &plan, "a program")
        .unwrap_err()
        .to_string();
    assert!(
        error.ends_with("another process is playing this tournament"),
        "{error}"
    );
    assert_eq!(Store::read(&path).unwrap().plan(), &plan);
    drop(store);
    assert!(Store::open(&path, &plan, "a program").is_ok());
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        1,
        "the lock is gone"
    );
}

#[test]
fn damage_is_told_in_plain_words() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan("pig", &["scripted", "random"], 60);
    let path = file(&folder, "games");
    drop(play::<Pig>(
        &path,
        &plan,
        &PigOptions::default(),
        2,
        u64::MAX,
    ));
    let whole = std::fs::read(&path).unwrap();
    let told = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        let found = Store::read(&path).and_then(|store| Standing::of(&store));
        found.map(|_| ()).unwrap_err().to_string()
    };
    // Cut short, and a page in the middle overwritten.
    let cut = told(&whole[..whole.len() / 2]);
    let mut torn = whole.clone();
    let middle = whole.len() / 2 / 4096 * 4096;
    torn[middle..middle + 4096].fill(0xA5);
    for said in [cut, told(&torn)] {
        assert!(
            said.contains("damaged") && !said.to_lowercase().contains("sql"),
            "{said}"
        );
    }
    let missing = Store::read(&file(&folder, "nope")).unwrap_err().to_string();
    assert!(
        missing.ends_with("nope: there is no such file"),
        "{missing}"
    );
    let nowhere = Store::open(&file(&folder, "no/where"), &plan, "a program")
        .unwrap_err()
        .to_string();
    assert!(nowhere.ends_with("there is no such folder"), "{nowhere}");
}

/// A database of somebody else: whatever plan is in it.
#[test]
fn plans_of_others_are_checked_and_older_databases_are_played_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "games");
    let plan = plan("pig", &["scripted", "random"], 2);
    let options = PigOptions::default();
    let (whole, _) = play::<Pig>(&path, &plan, &options, 1, 1);
    let games = whole.games().unwrap();
    drop(whole);
    let edit = |text: &str| {
        let connection = rusqlite::Connection::open(&path).unwrap();
        connection.execute_batch(text).unwrap();
    };
    // As it was made before the program was noted.
    edit("ALTER TABLE plan DROP COLUMN program; PRAGMA user_version = 1");
    let older = Store::read(&path).unwrap();
    assert_eq!((older.plan(), older.program()), (&plan, "unknown"));
    drop(older);
    let (store, played) = play::<Pig>(&path, &plan, &options, 1, u64::MAX);
    assert_eq!((played.pairs, store.program()), (2, "unknown"));
    assert_eq!(store.games().unwrap()[..games.len()], games);
    drop(store);
    assert_eq!(Store::read(&path).unwrap().program(), "unknown");
    edit(r#"UPDATE plan SET text = '{"game":"pig","agents":[],"pairs":2}'"#);
    let told = Store::read(&path).unwrap_err().to_string();
    assert!(
        told.ends_with("a tournament needs at least two agents"),
        "{told}"
    );
}

/// A game that somebody thought up, without dice that anybody could be lucky with.
fn thought_up(agents: [usize; 2], pair: u64, first_is_a: bool, score: f64) -> GameRow {
    GameRow {
        agents,
        pair,
        first_is_a,
        seed: 1,
        outcome: "thought up".into(),
        score,
        value: 2.0 * score - 1.0,
        decisions: 2,
        rolls: 0,
        turns: 0,
        forfeit: None,
        record: String::new(),
    }
}

/// The records of real games with scores as if the agent of the higher number had won them all: it comes first in its pairing.
#[test]
fn luck_follows_the_pairings_and_leaves_short_ones_out() {
    let folder = tempfile::tempdir().unwrap();
    let (path, other) = (file(&folder, "games"), file(&folder, "other"));
    let plan = plan("ufo-micro", &["scripted", "random", "uct:sims=1"], 10);
    let options = options_of::<Ufo>(&plan.game, &plan.set).unwrap();
    let (store, _) = play::<Ufo>(&path, &plan, &options, 2, u64::MAX);
    let mut turned = Store::open(&other, &plan, "").unwrap();
    for pair in store.games().unwrap().chunks(2) {
        let won = |game: &GameRow| GameRow {
            score: f64::from(u8::from(!game.first_is_a)),
            ..game.clone()
        };
        // A pairing of nine pairs only.
        if (pair[0].agents, pair[0].pair) != ([0, 1], 9) {
            turned
                .add(&pair.iter().map(won).collect::<Vec<_>>())
                .unwrap();
        }
    }
    let report = ArenaReport::of(&turned, true).unwrap();
    let standing = &report.standing;
    let names = |agents: [&str; 2]| agents.map(String::from);
    let [best, middle, last] = ["uct:sims=1", "random", "scripted"];
    let pairings: Vec<_> = standing.pairings.iter().map(|p| p.agents.clone()).collect();
    let expected = [[best, middle], [best, last], [middle, last]].map(names);
    assert_eq!(pairings, expected);
    let rows = standing.without_luck.as_ref().unwrap();
    let agents: Vec<_> = rows.iter().map(|row| row.agents.clone()).collect();
    assert_eq!(agents, expected[..2]);
    assert!(rows.iter().all(|row| row.score.plain.mean == 1.0));
    assert_eq!(standing.luck_left_out, expected[2..]);
    let said = "\nLeft out, with fewer than 10 pairs: random – scripted.\n";
    assert!(report.to_string().contains(said), "{report}");
}

/// What a database holds does not steer the terminal, and reasons that quote are one kind.
#[test]
fn the_text_is_clean_and_counts_forfeits_by_kind() {
    let folder = tempfile::tempdir().unwrap();
    let hostile = "ext:cmd=\"\u{1b}[2J\"";
    let plan = plan("nim", &["scripted", hostile], 3);
    let mut store = Store::open(&file(&folder, "games"), &plan, "\u{1b}[31m").unwrap();
    for pair in 0..3 {
        let lost = |first_is_a: bool| GameRow {
            forfeit: Some(format!("it chose what is not legal: `\u{1b}{pair}`")),
            ..thought_up([0, 1], pair, first_is_a, f64::from(u8::from(first_is_a)))
        };
        store.add(&[lost(true), lost(false)]).unwrap();
    }
    let report = ArenaReport::of(&store, false).unwrap();
    let reason = "it chose what is not legal".to_string();
    assert_eq!(report.standing.forfeits, [(hostile.to_string(), reason, 6)]);
    let text = report.to_string();
    assert!(
        !text.contains(|c: char| c.is_control() && c != '\n'),
        "{text:?}"
    );
    assert_eq!(text, report.page().draw(crate::page::PageFormat::Text));
    // A game without dice has no turns.
    assert!(!text.contains("turns") && text.contains("plies"), "{text}");
}
