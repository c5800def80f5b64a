//! Features of the toy games: their dump's numbers, and which action it is.

use moonbase_engine::toy::{Courier, CourierAction, Nim, Pig, PigAction, Take};
use moonbase_engine::{Game, RuleOptions, Seat};

use super::{Features, Inputs};

/// A number of the position's dump; `true` counts 1.
fn number<G: Game>(position: &G, name: &str) -> f32 {
    let dump = position.dump();
    let value = &dump[name];
    let flag = || f64::from(u8::from(value.as_bool().unwrap_or(false)));
    value.as_f64().unwrap_or_else(flag) as f32
}

/// A number among the position's options.
fn option<G: Game>(position: &G, name: &str) -> f32 {
    position.options().get(name).as_f64().unwrap_or(0.0) as f32
}

impl Features for Courier {
    const FEATURES_VERSION: u32 = 1;
    const STATE_NAMES: &'static [&'static str] = &[
        "seat",
        "way to go",
        "turns left",
        "actions left",
        "obstacles left",
        "delayed",
    ];
    const ACTION_NAMES: &'static [&'static str] = &["walk", "run", "push", "delay", "wait"];

    fn features(&self, seat: Seat, actions: &[CourierAction], inputs: Inputs) {
        let short = option(self, "length") - number(self, "at");
        let turns = option(self, "turns") - number(self, "turn");
        inputs.state.copy_from_slice(&[
            seat.index() as f32,
            short / 10.0,
            turns / 4.0,
            number(self, "actions_left") / 3.0,
            number(self, "obstacles") / 2.0,
            number(self, "delayed"),
        ]);
        for (row, action) in inputs.actions.chunks_exact_mut(5).zip(actions) {
            row[*action as usize] = 1.0;
        }
    }
}

impl Features for Pig {
    const FEATURES_VERSION: u32 = 1;
    const STATE_NAMES: &'static [&'static str] = &["own points", "other's points", "at risk"];
    const ACTION_NAMES: &'static [&'static str] = &["roll", "hold"];

    fn features(&self, seat: Seat, actions: &[PigAction], inputs: Inputs) {
        let target = option(self, "target").max(1.0);
        let points = &self.dump()["points"];
        let of = |seat: Seat| points[seat.index()].as_f64().unwrap_or(0.0) as f32 / target;
        let at_risk = number(self, "at_risk") / target;
        inputs
            .state
            .copy_from_slice(&[of(seat), of(seat.other()), at_risk]);
        for (row, action) in inputs.actions.chunks_exact_mut(2).zip(actions) {
            row[*action as usize] = 1.0;
        }
    }
}

impl Features for Nim {
    const FEATURES_VERSION: u32 = 1;
    const STATE_NAMES: &'static [&'static str] = &["largest", "second", "third", "fourth"];
    const ACTION_NAMES: &'static [&'static str] = &["taken", "left in the heap"];
    const TILE_NAMES: &'static [&'static str] = &["stones", "odd"];

    fn features(&self, _seat: Seat, actions: &[Take], inputs: Inputs) {
        let dump = self.dump();
        let heap = |i: usize| dump["heaps"][i].as_f64().unwrap_or(0.0) as f32;
        let mut sorted: Vec<f32> = (0..inputs.state.len()).map(|i| heap(i) / 4.0).collect();
        sorted.sort_by(|a, b| b.total_cmp(a));
        inputs.state.copy_from_slice(&sorted);
        for (row, take) in inputs.actions.chunks_exact_mut(2).zip(actions) {
            let taken = f32::from(take.stones) / 4.0;
            row.copy_from_slice(&[taken, heap(take.heap.into()) / 4.0 - taken]);
        }
        if inputs.all_tiles {
            let heaps = (0..inputs.state.len()).map(heap).filter(|heap| *heap > 0.0);
            inputs
                .tiles
                .extend(heaps.flat_map(|heap| [heap / 4.0, heap % 2.0]));
        }
    }
}
