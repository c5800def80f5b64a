//! The observation of `ufo`: everything that its dump says, in fields of fixed size.

use moonbase_engine::game::Seat;
use moonbase_engine::hex::Dir;
use moonbase_engine::ufo::{Lay, Run, Task, Ufo, Unit, Weapon};

use crate::encode::layout::Axis::{self, Dirs, Plain, Slots};
use crate::encode::layout::{Layout, Row, numbered};
use crate::encode::tiles::{CommonWords, OWN, Writer, common_rows};

numbered! {
    /// The fields after the common ones, in the order of the layout.
    Part from OWN; Pod, PodAge, Pool, Deck, DeckShare, SkyLeft, SkyDie, Units, Aboard, Activated, Active, Granted,
    ActionsLeft, Weapon, Moved, Laying, Edge, Drawn, Task, TaskTile, TaskDir, TaskShot, TaskNumbers, TaskFlags, TaskSeat,
}

/// Counts of Aliens, dice and actions are divided by this.
pub(super) const DOZEN: f32 = 12.0;

const WORDS: CommonWords = CommonWords {
    seat: "the seat that looks: shado, alien",
    to_move: "who chooses: shado, alien, nobody",
    phases: 7,
    phase: "setup, shado, forest, alien, abduct, overstack, over",
    goal: ("ufo", "the UFO tile"),
    stack: ("aliens", "Aliens there, of 12"),
    spent: "spent Aliens there, of 12",
};

pub(super) fn layout(slots: usize, kinds: usize) -> Layout {
    let mut rows = common_rows(slots, &WORDS);
    rows.extend(own_rows(Slots(slots), kinds));
    assert_eq!(rows.len(), OWN + Part::ALL.len());
    Layout::new(rows)
}

fn own_rows(tile: Axis, kinds: usize) -> Vec<Row> {
    vec![
        ("pod", vec![tile], "0 or 1", "the Pod is there"),
        ("pod_age", vec![], "0..1", "the Pod's age, of 6"),
        ("pool", vec![], "0..1", "Aliens in the pool, of 12"),
        (
            "deck",
            vec![Plain(kinds)],
            "0..1",
            "tiles left of each kind, of those in the box",
        ),
        (
            "deck_left",
            vec![],
            "0..1",
            "forest tiles left, of all in the box",
        ),
        ("sky_left", vec![], "0..1", "SKY1's runs left, of 3"),
        (
            "sky_die",
            vec![],
            "0 or 1",
            "a die of SKY1's is won for this turn's assault",
        ),
        (
            "units",
            vec![Plain(7), tile],
            "0 or 1",
            "the unit is there (`C G1 G2 G3 I1 I2 I3`)",
        ),
        (
            "aboard",
            vec![Plain(3), Plain(3)],
            "0 or 1",
            "the team is aboard the Gun Mobile",
        ),
        (
            "activated",
            vec![Plain(7)],
            "0 or 1",
            "the unit's activation has ended",
        ),
        ("active", vec![Plain(7)], "0 or 1", "the unit is active"),
        (
            "granted",
            vec![Plain(7)],
            "0 or 1",
            "the unit was granted a third action",
        ),
        (
            "actions_left",
            vec![],
            "0..1",
            "of the active unit or the Aliens, of 12",
        ),
        (
            "weapon",
            vec![Plain(2)],
            "0 or 1",
            "the active Gun Mobile has used: cannon, mortar",
        ),
        ("moved", vec![], "0 or 1", "the active team has moved"),
        (
            "laying",
            vec![Plain(4)],
            "0 or 1",
            "no, an edge is chosen, a tile drawn, turned",
        ),
        (
            "edge",
            vec![tile, Dirs],
            "0 or 1",
            "the edge at which a tile is laid",
        ),
        (
            "drawn",
            vec![Plain(kinds + 1)],
            "0 or 1",
            "the kind of the tile in hand, last the UFO",
        ),
        ("task", vec![Plain(TASKS)], "0 or 1", TASK_NAMES),
        (
            "task_tile",
            vec![tile],
            "0 or 1",
            "where; in SKY1's run all tiles left",
        ),
        (
            "task_dir",
            vec![Dirs],
            "0 or 1",
            "by which way a Mobile leaves, Aliens are driven off",
        ),
        (
            "task_shot",
            vec![Plain(4)],
            "0 or 1",
            "fired with: cannon, mortar, small arms, missile",
        ),
        (
            "task_numbers",
            vec![Plain(3)],
            "0..2",
            "hits, own losses, dice or Aliens, of 12",
        ),
        (
            "task_flags",
            vec![Plain(2)],
            "0 or 1",
            "SKY1 is asked for the assault; then the others scatter",
        ),
        (
            "task_seat",
            vec![Plain(2)],
            "0 or 1",
            "who places those driven away: shado, alien",
        ),
    ]
}

const TASKS: usize = 19;

const TASK_NAMES: &str = "what is begun: nothing, leaving heavy going, a shot, what a shot removes, SKY1 asked, its run \
    chosen, a bombing, what bombs remove, own units bombed, the Pod opens, a volley, teams shot, an abduction, the unit \
    abducted, who scatters first, SHADO driven back, Aliens driven off, then the Aliens scatter, the assault";

pub(super) fn write_own(writer: &mut Writer, position: &Ufo) {
    write_counts(writer, position);
    write_units(writer, position);
    write_laying(writer, position);
    write_task(writer, position);
}

fn write_counts(writer: &mut Writer, position: &Ufo) {
    if let Some((tile, age)) = position.pod() {
        writer.mark(Part::Pod, [tile.into()]);
        writer.put(Part::PodAge, [], f32::from(age) / 6.0);
    }
    writer.put(Part::Pool, [], f32::from(position.pool()) / DOZEN);
    let decks = (position.deck(), &position.kinds().deck());
    writer.put_deck(Part::Deck, Part::DeckShare, decks);
    writer.put(Part::SkyLeft, [], f32::from(position.sky_left()) / 3.0);
    writer.put(Part::SkyDie, [], f32::from(u8::from(position.sky_die())));
}

fn write_units(writer: &mut Writer, position: &Ufo) {
    for tile in 0..position.board().len() as u8 {
        writer.mark_units_on(Part::Units, tile, position.units_on(tile));
    }
    for team in Unit::all_in(position.teams_aboard()) {
        if let Some(mobile) = position.carrier(team) {
            let place = [
                team as usize - Unit::I1 as usize,
                mobile as usize - Unit::G1 as usize,
            ];
            writer.mark(Part::Aboard, place);
        }
    }
    writer.mark_units(Part::Activated, position.activated());
    writer.mark_units(Part::Active, position.active().map_or(0, Unit::bit));
    writer.mark_units(Part::Granted, position.granted().map_or(0, Unit::bit));
    writer.put(
        Part::ActionsLeft,
        [],
        f32::from(position.actions_left()) / DOZEN,
    );
    match position.weapon() {
        Some(Weapon::Cannon) => writer.mark(Part::Weapon, [0]),
        Some(Weapon::Mortar) => writer.mark(Part::Weapon, [1]),
        Some(Weapon::SmallArms | Weapon::Missile) | None => {}
    }
    writer.put(Part::Moved, [], f32::from(u8::from(position.has_moved())));
}

fn write_laying(writer: &mut Writer, position: &Ufo) {
    let (step, edge) = match position.laying() {
        Lay::No => (0, None),
        Lay::Edge => (1, None),
        Lay::Draw { tile, dir } => (2, Some((tile, dir))),
        Lay::Turn { tile, dir, kind } => {
            writer.mark(Part::Drawn, [kind.into()]);
            (3, Some((tile, dir)))
        }
    };
    writer.mark(Part::Laying, [step]);
    if let Some((tile, dir)) = edge {
        writer.mark(Part::Edge, [tile.into(), dir.into()]);
    }
}

/// A task taken apart into the fields.
#[derive(Default)]
struct Parts {
    number: usize,
    tile: Option<u8>,
    run: Option<Run>,
    dir: Option<Dir>,
    shot: Option<Weapon>,
    /// Hits, own losses, dice or Aliens.
    numbers: [u8; 3],
    assault: bool,
    then: bool,
    seat: Option<Seat>,
}

fn write_task(writer: &mut Writer, position: &Ufo) {
    let parts = parts_of(position.task());
    writer.mark(Part::Task, [parts.number]);
    writer.mark_tile(Part::TaskTile, parts.tile);
    if let Some(run) = parts.run {
        let board = position.board();
        let tiles =
            std::iter::successors(Some(run.tile), |tile| Some(board.neighbour(*tile, run.dir)));
        for tile in tiles.take(run.left.into()) {
            writer.mark(Part::TaskTile, [tile.into()]);
        }
    }
    if let Some(dir) = parts.dir {
        writer.mark(Part::TaskDir, [dir.into()]);
    }
    if let Some(weapon) = parts.shot {
        writer.mark(Part::TaskShot, [weapon as usize]);
    }
    for (place, number) in parts.numbers.into_iter().enumerate() {
        writer.put(Part::TaskNumbers, [place], f32::from(number) / DOZEN);
    }
    writer.put(Part::TaskFlags, [0], f32::from(u8::from(parts.assault)));
    writer.put(Part::TaskFlags, [1], f32::from(u8::from(parts.then)));
    if let Some(seat) = parts.seat {
        writer.mark(Part::TaskSeat, [seat.index()]);
    }
}

fn parts_of(task: Task) -> Parts {
    let none = Parts::default;
    match task {
        Task::Idle => none(),
        Task::Leave { dir } => Parts {
            number: 1,
            dir: Some(dir),
            ..none()
        },
        Task::Shot { weapon, tile } => Parts {
            number: 2,
            tile: Some(tile),
            shot: Some(weapon),
            ..none()
        },
        Task::Lose { tile, hits } => Parts {
            number: 3,
            tile: Some(tile),
            numbers: [hits, 0, 0],
            ..none()
        },
        Task::SkyAsked { assault } => Parts {
            number: 4,
            assault,
            ..none()
        },
        Task::SkyComes => Parts {
            number: 5,
            ..none()
        },
        Task::Bombing { run } => of_run(6, run, [0, 0, 0]),
        Task::BombingLose { run, hits, own } => of_run(7, run, [hits, own, 0]),
        Task::BombingLost { run, own } => of_run(8, run, [0, own, 0]),
        Task::PodOpens => Parts {
            number: 9,
            ..none()
        },
        Task::Volley { tile, dice } => Parts {
            number: 10,
            tile: Some(tile),
            numbers: [0, 0, dice],
            ..none()
        },
        Task::VolleyLost { tile, left } => Parts {
            number: 11,
            tile: Some(tile),
            numbers: [0, left, 0],
            ..none()
        },
        Task::Abduction { tile, aliens } => Parts {
            number: 12,
            tile: Some(tile),
            numbers: [0, 0, aliens],
            ..none()
        },
        Task::Abducted { tile } => Parts {
            number: 13,
            tile: Some(tile),
            ..none()
        },
        Task::DrawFirst { tile } => Parts {
            number: 14,
            tile: Some(tile),
            ..none()
        },
        Task::DriveBack {
            tile,
            seat,
            then_aliens,
        } => Parts {
            number: 15,
            tile: Some(tile),
            seat: Some(seat),
            then: then_aliens,
            ..none()
        },
        Task::DriveOff {
            tile,
            dir,
            seat,
            then_shado,
        } => Parts {
            number: 16,
            tile: Some(tile),
            dir: Some(dir),
            seat: Some(seat),
            then: then_shado,
            ..none()
        },
        Task::ThenAliens { tile } => Parts {
            number: 17,
            tile: Some(tile),
            ..none()
        },
        Task::Assault { dice } => Parts {
            number: 18,
            numbers: [0, 0, dice],
            ..none()
        },
    }
}

fn of_run(number: usize, run: Run, numbers: [u8; 3]) -> Parts {
    Parts {
        number,
        run: Some(run),
        numbers,
        ..Parts::default()
    }
}
