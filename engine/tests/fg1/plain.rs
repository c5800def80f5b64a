//! A slow, plain version of what is legal, written from the rules with tables and geometry of its own; and that
//! the engine agrees with it at every decision of random games.

use moonbase_engine::chance::rng_for;
use moonbase_engine::fg1::{Act, BaseId, Fg1, Leg, Mode, Status};
use moonbase_engine::hex::Hex;
use moonbase_engine::{Game, KeyedDice, Seat, Turn};

use super::common::legal;
use super::scene::variants;

/// mm on the ground and in the air, of a turn, straight on the ground and in the air; range, dice.
type Row = (&'static str, [i32; 2], i32, [i32; 2], i32, i32);

const TABLE: [Row; 8] = [
    ("inf", [50, 50], 0, [0, 0], 7, 1),
    ("lh", [300, 450], 40, [40, 60], 9, 2),
    ("mh", [250, 370], 40, [30, 50], 12, 3),
    ("hh", [200, 300], 40, [20, 40], 15, 4),
    ("lw", [200, 200], 10, [10, 10], 11, 3),
    ("mw", [150, 150], 10, [20, 20], 17, 5),
    ("hw", [100, 100], 10, [30, 30], 21, 7),
    ("f", [600, 600], 50, [80, 80], 16, 5),
];

/// `no`, `stop`, `50%`, `20 mm` or `0`, as the rules' table has it.
fn toll(id: &str, hovering: bool, terrain: char) -> &'static str {
    let row: [&str; 5] = match (id, hovering) {
        ("inf", _) => ["0", "0", "50%", "stop", "no"],
        ("lw", _) => ["10%", "20%", "30%", "20 mm", "no"],
        ("mw", _) => ["15%", "30%", "45%", "40 mm", "no"],
        ("hw", _) => ["20%", "40%", "60%", "60 mm", "no"],
        ("f", _) | (_, true) => ["0"; 5],
        _ => ["50%", "no", "no", "0", "0"],
    };
    match "bwsrW".find(terrain) {
        Some(column) => row[column],
        None => "0",
    }
}

/// The movement left after a toll; `None` if it cannot be paid.
fn pay(left: i32, toll: &str) -> Option<i32> {
    if let Some(percent) = toll.strip_suffix('%') {
        let percent: i32 = percent.parse().unwrap();
        return Some((left * (100 - percent)).div_euclid(100));
    }
    match toll {
        "no" => None,
        "stop" | "0" => Some(left),
        length => {
            let length: i32 = length.strip_suffix(" mm").unwrap().parse().unwrap();
            Some(left - length).filter(|left| *left >= 0)
        }
    }
}

/// A position, read anew for each question.
struct Plain<'p>(&'p Fg1);

impl Plain<'_> {
    fn row(&self, base: BaseId) -> Row {
        let id = self.0.kind(base).id();
        *TABLE.iter().find(|row| row.0 == id).unwrap()
    }

    fn hex(&self, base: BaseId) -> Hex {
        self.0.hex(base).unwrap()
    }

    fn terrain(&self, hex: Hex) -> Option<char> {
        let terrain = self.0.field().terrain_of(hex);
        terrain.map(|terrain| terrain.letter())
    }

    fn outside(&self) -> Vec<BaseId> {
        let all = self.0.bases();
        all.filter(|base| self.0.carrier(*base).is_none()).collect()
    }

    fn on(&self, hex: Hex) -> Vec<BaseId> {
        let outside = self.outside().into_iter();
        outside.filter(|base| self.hex(*base) == hex).collect()
    }

    fn hovers(&self, base: BaseId) -> bool {
        self.0.mode(base) == Some(Mode::Hover)
    }

    /// The lengths of legs in a direction, and whether the last one ends the move.
    fn legs(&self, base: BaseId, dir: u8, mut left: i32) -> Vec<u8> {
        let (id, fighter) = (self.row(base).0, self.row(base).0 == "f");
        let (mut at, mut lengths) = (self.hex(base), Vec::new());
        for n in 1.. {
            let next = at.step(dir);
            let (Some(here), Some(there)) = (self.terrain(at), self.terrain(next)) else {
                break;
            };
            let due = if here == there {
                "0"
            } else {
                toll(id, self.hovers(base), there)
            };
            let Some(rest) = pay(left, due).filter(|rest| *rest >= 20) else {
                break;
            };
            let others: Vec<BaseId> = self.on(next);
            let enemy = others.iter().any(|other| other.side() != base.side());
            if enemy && !fighter {
                break;
            }
            if others.is_empty() {
                lengths.push(n);
            }
            if due == "stop" {
                break;
            }
            (left, at) = (rest - 20, next);
        }
        lengths
    }

    /// Movement at the start of a move; `None` if the mode cannot be taken up here.
    fn movement(&self, base: BaseId, hovering: bool) -> Option<i32> {
        let row = self.row(base);
        let mut left = row.1[usize::from(hovering)];
        if self.0.loaded() & base.bit() != 0 && base.side() == self.0.side() {
            left -= 20;
        }
        let due = toll(row.0, hovering, self.terrain(self.hex(base)).unwrap());
        match due {
            "no" => None,
            due if due.ends_with('%') => pay(left, due),
            _ => Some(left),
        }
    }

    /// The legs of a move, without `stop`.
    fn move_legs(&self, base: BaseId, left: i32, straight: i32, last: Leg) -> Vec<String> {
        let row = self.row(base);
        let mut words = Vec::new();
        if row.0 == "inf" {
            for dir in (0..6).filter(|dir| last != Leg::Step(*dir)) {
                let legs = self.legs(base, dir, left).into_iter();
                words.extend(legs.map(|n| format!("step:{dir}:{n}")));
            }
            return words;
        }
        let ahead = self.legs(base, self.0.facing(base).unwrap(), left);
        if last != Leg::Ahead {
            words.extend(ahead.iter().map(|n| format!("ahead:{n}")));
        }
        let first = matches!(last, Leg::First { .. });
        let far_enough = straight >= row.3[usize::from(self.hovers(base))];
        let turns = last != Leg::Turn && left >= row.2;
        if turns && (far_enough || first && ahead.is_empty()) {
            words.extend((1..6).map(|k| format!("turn:{k}")));
        }
        words
    }

    /// Would a first leg other than `stop` be legal, were the base in that mode?
    fn may_begin(&self, base: BaseId, hovering: bool) -> bool {
        let Some(left) = self.movement(base, hovering) else {
            return false;
        };
        if self.0.mode(base).is_some() && self.hovers(base) != hovering {
            return true;
        }
        let first = Leg::First { changed: false };
        !self.move_legs(base, left, 0, first).is_empty()
    }

    /// The line of centres, nudged to one side, keeps out of wood.
    fn clear_line(&self, from: Hex, to: Hex, side: f64) -> bool {
        let cube = |hex: Hex| {
            let (q, r) = (f64::from(hex.q), f64::from(hex.r));
            [q, r, -q - r]
        };
        let (a, b) = (cube(from), cube(to));
        let d: [f64; 3] = std::array::from_fn(|i| b[i] - a[i]);
        let across = [d[1] - d[2], d[2] - d[0], d[0] - d[1]];
        let steps = from.distance(to);
        (1..steps).all(|i| {
            let part = f64::from(i) / f64::from(steps);
            let point = std::array::from_fn(|k| a[k] + d[k] * part + side * 1e-6 * across[k]);
            self.terrain(nearest(point)) != Some('w')
        })
    }

    fn sees(&self, from: BaseId, to: BaseId) -> bool {
        let flies = |base| self.hovers(base) || self.row(base).0 == "f";
        let (a, b) = (self.hex(from), self.hex(to));
        flies(from) || flies(to) || self.clear_line(a, b, 1.0) || self.clear_line(a, b, -1.0)
    }

    /// Shots at a target: the firers of each, and the target.
    fn shots_at(&self, target: BaseId, defensive: bool) -> Vec<(Vec<BaseId>, BaseId)> {
        let able = |firer: &BaseId| {
            let distance = i32::from(self.hex(*firer).distance(self.hex(target)));
            let spent = self.0.spent() & firer.bit() != 0;
            firer.side() != target.side()
                && distance <= self.row(*firer).4
                && (distance <= 9 || self.0.status(*firer) == Status::Ok && !defensive)
                && self.0.status(*firer) != Status::Suppressed
                && self.sees(*firer, target)
                && !(defensive && spent)
        };
        let able: Vec<BaseId> = self.outside().into_iter().filter(able).collect();
        let mut shots = Vec::new();
        for x in &able {
            shots.push(vec![*x]);
            for y in able.iter().filter(|y| *y > x && self.together(*x, **y)) {
                shots.push(vec![*x, *y]);
                for z in able.iter().filter(|z| *z > y && self.together(*x, **z)) {
                    shots.push(vec![*x, *y, *z]);
                }
            }
        }
        let fewest = if self.0.status(target) == Status::Ok {
            1
        } else {
            2
        };
        shots.retain(|firers| self.dice(firers, target) >= fewest);
        shots.into_iter().map(|firers| (firers, target)).collect()
    }

    fn together(&self, x: BaseId, y: BaseId) -> bool {
        let all = self.0.options().crossfire as u8 == 1;
        let platoon = |base| &self.0.scenario().base(base).unwrap().platoon;
        platoon(x) == platoon(y) && (all || self.row(x).0 == "inf" && self.row(y).0 == "inf")
    }

    fn dice(&self, firers: &[BaseId], target: BaseId) -> i32 {
        let sum: i32 = firers.iter().map(|base| self.row(*base).5).sum();
        let cover = match self.terrain(self.hex(target)) {
            Some('w' | 's') => 2,
            Some('b') => 1,
            _ => 0,
        };
        let far = |base: &BaseId| self.hex(*base).distance(self.hex(target)) > 9;
        let long = if firers.iter().any(far) { 2 } else { 0 };
        let hovering = if self.hovers(target) { 3 } else { 0 };
        let loading = match self.0.act() {
            Act::Load { squad, .. } | Act::Unload { squad } if squad == target => 1,
            _ => 0,
        };
        sum - cover - long + hovering + loading
    }

    /// All shots at these targets, in order, in words.
    fn shots(&self, targets: &[BaseId], defensive: bool) -> Vec<String> {
        let shots = targets.iter().flat_map(|t| self.shots_at(*t, defensive));
        let mut shots: Vec<_> = shots.collect();
        shots.sort_by_key(|(firers, target)| (firers.len(), firers.clone(), *target));
        let word = |(firers, target): &(Vec<BaseId>, BaseId)| {
            let names: Vec<String> = firers.iter().map(|base| base.to_string()).collect();
            format!("{}:fire:{target}", names.join("+"))
        };
        shots.iter().map(word).collect()
    }

    fn legal(&self) -> Vec<String> {
        let Turn::Decide(seat) = self.0.turn() else {
            return vec![];
        };
        if seat != self.0.side() {
            let mut words = self.shots(&[self.0.act().actor().unwrap()], true);
            words.push("hold".into());
            return words;
        }
        let Act::Move(under_way) = self.0.act() else {
            return self.actions(seat);
        };
        let (left, straight) = (i32::from(under_way.left), i32::from(under_way.straight));
        let mut words = self.move_legs(under_way.actor, left, straight, under_way.leg);
        if under_way.leg != (Leg::First { changed: false }) {
            words.push("stop".into());
        }
        words
    }

    fn actions(&self, side: Seat) -> Vec<String> {
        let ours = |base: &BaseId| base.side() == side;
        let outside: Vec<BaseId> = self.outside().into_iter().filter(ours).collect();
        let mut words = Vec::new();
        let ok = |base: &BaseId| self.0.status(*base) == Status::Ok;
        let unmoved = |base: &&BaseId| ok(base) && self.0.moved() & base.bit() == 0;
        for base in outside.iter().filter(unmoved) {
            if self.0.kind(*base).is_hover() {
                for (mode, hovering) in [("ground", false), ("hover", true)] {
                    if self.may_begin(*base, hovering) {
                        words.push(format!("{base}:move:{mode}"));
                    }
                }
            } else if self.may_begin(*base, false) {
                words.push(format!("{base}:move"));
            }
        }
        let enemies = self.outside().into_iter().filter(|base| !ours(base));
        words.extend(self.shots(&enemies.collect::<Vec<_>>(), false));
        let free = self.0.options().moves as u8 == 1;
        let squads = outside.iter().filter(|base| self.row(**base).0 == "inf");
        for squad in squads.filter(|base| ok(base)) {
            let noted = self.0.moved() | self.0.loaded();
            for hover in outside.iter().filter(|base| self.0.kind(**base).is_hover()) {
                let room = self.aboard(*hover).len() < 3;
                let near = self.hex(*squad).distance(self.hex(*hover)) == 1;
                if room && near && ok(hover) && (free || noted & squad.bit() == 0) {
                    words.push(format!("{squad}:load:{hover}"));
                }
            }
        }
        for squad in self.0.bases().filter(ours) {
            let Some(hover) = self.0.carrier(squad).filter(ok) else {
                continue;
            };
            for dir in 0..6 {
                let next = self.hex(hover).step(dir);
                let dry = self.terrain(next).is_some_and(|terrain| terrain != 'W');
                let fresh = free || self.0.loaded() & squad.bit() == 0;
                if dry && fresh && self.on(next).is_empty() {
                    words.push(format!("{squad}:unload:{dir}"));
                }
            }
        }
        let shaken = self.0.bases().filter(|base| ours(base) && !ok(base));
        words.extend(shaken.map(|base| format!("{base}:rally")));
        words.push("pass".into());
        words
    }

    fn aboard(&self, hover: BaseId) -> Vec<BaseId> {
        let bases = self.0.bases();
        bases
            .filter(|base| self.0.carrier(*base) == Some(hover))
            .collect()
    }
}

/// The hex whose centre is nearest.
fn nearest(point: [f64; 3]) -> Hex {
    let mut rounded = point.map(f64::round);
    let error: [f64; 3] = std::array::from_fn(|i| (rounded[i] - point[i]).abs());
    let worst = (0..3)
        .max_by(|a, b| error[*a].total_cmp(&error[*b]))
        .unwrap();
    rounded[worst] = 0.0;
    rounded[worst] = -rounded.iter().sum::<f64>();
    Hex::new(rounded[0] as i8, rounded[1] as i8)
}

#[test]
fn legal_lists_agree_with_the_plain_version() {
    let (mut kinds, mut nodes) = ([0; 3], 0);
    for seed in 0..300 {
        let mut rng = rng_for(seed, 8);
        let mut position = Fg1::new(&variants(&mut rng)).unwrap();
        let mut dice = KeyedDice::new(seed);
        for _ in 0..250 {
            match position.turn() {
                Turn::Decide(seat) => {
                    let expected = Plain(&position).legal();
                    assert_eq!(legal(&position), expected, "{position:?}");
                    let leg = matches!(position.act(), Act::Move(_));
                    let answer = seat != position.side();
                    kinds[usize::from(leg) + usize::from(answer && leg)] += 1;
                    position.play_unchecked(position.random_action(&mut rng));
                }
                Turn::Chance => position.resolve_unchecked(dice.roll(&position)),
                Turn::Over(_) => break,
            }
            nodes += 1;
        }
    }
    assert!(
        nodes > 10_000 && kinds.iter().all(|n| *n > 700),
        "{kinds:?} of {nodes}"
    );
}
