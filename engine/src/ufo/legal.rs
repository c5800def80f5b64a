//! Legal actions of `ufo`, by groups (see [`crate::groups`]).

use super::notation::Action;
use super::state::{Lay, NONE, Phase, Task, Ufo};
use super::units::Unit;
use crate::board::{Bits, NO_TILE, TileIndex, TileMask, tile_bit};
use crate::groups::{self, Grouped, Sink, give};
use crate::hex::Dir;

mod shado;

pub(super) use shado::within_limit;

/// The kind of the actions of a group, and what their mask holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// Mask of directions of the tile.
    Lay,
    /// Mask of orientations, by their number in the kind's list.
    Turn,
    /// Mask of units.
    Off,
    /// Mask of directions for the unit.
    Move,
    /// Mask of target tiles for the unit.
    Cannon,
    /// Mask of directions for the unit.
    Mortar,
    Fire,
    Missile,
    /// One action.
    Sky,
    SkyAssault,
    /// Mask of units.
    Grant,
    /// Mask of Mobiles for the team.
    On,
    /// Mask of units.
    Done,
    End,
    /// Mask of directions of the tile.
    Strike,
    /// Mask of units.
    Lost,
    /// Two actions.
    Lose,
    /// Mask of tiles.
    Place,
    Pod,
    /// Mask of directions of the tile, each with 1 to `per` Aliens.
    Walk,
    Shoot,
    /// Mask of tiles.
    Abduct,
    NoAbduction,
    /// Mask of directions for the unit.
    Back,
    /// One direction, 0 to `per` - 1 Aliens.
    Flee,
    /// One direction, all the Aliens.
    FleeLast,
}

/// Legal actions of one verb that differ in one or two numbers.
pub type Group = groups::Group<Verb>;

impl Grouped for Ufo {
    type Verb = Verb;
    type Action = Action;

    #[inline]
    fn has_choice(&self) -> bool {
        if !self.is_idle() {
            // Each of these tiles has an open exit that is seen.
            return self.lay == Lay::Edge && has_two(self.board.open_tiles() & self.unit_tiles());
        }
        match self.phase {
            Phase::Shado => self.has_shado_choice(),
            // Every tile has a neighbour, and all but one may take the Pod.
            Phase::Alien => {
                self.board.len() > 2 && self.pod_tile == NO_TILE
                    || self.pool > 0 && has_two(self.board.open_tiles())
                    || has_two(self.aliens.tiles())
            }
            _ => false,
        }
    }

    /// In phases that the player may end at any time, that comes last.
    #[inline]
    fn more_follow(&self, verb: Verb) -> bool {
        let endable = self.is_idle() && matches!(self.phase, Phase::Shado | Phase::Abduct);
        endable && !matches!(verb, Verb::End | Verb::Done | Verb::NoAbduction)
    }

    #[inline]
    fn action_of(&self, group: Group, nth: u32) -> Action {
        let (bit, count) = group.choice(nth);
        let at = || self.board.hex(group.subject);
        let tile = || self.board.hex(bit);
        let actor = || Unit::from_index(group.subject);
        let unit = || Unit::from_index(bit);
        match group.verb {
            Verb::Lay => Action::Lay { at: at(), dir: bit },
            Verb::Turn => Action::Turn {
                exits: self.rules.kinds.rule(group.subject).orientations[bit as usize],
            },
            Verb::Off => Action::Off { unit: unit() },
            Verb::Move => Action::Move {
                unit: actor(),
                dir: bit,
            },
            Verb::Cannon => Action::Cannon {
                unit: actor(),
                at: tile(),
            },
            Verb::Mortar => Action::Mortar {
                unit: actor(),
                dir: bit,
            },
            Verb::Fire => Action::Fire {
                unit: actor(),
                at: tile(),
            },
            Verb::Missile => Action::Missile { at: tile() },
            Verb::Sky => Action::Sky,
            Verb::SkyAssault => Action::SkyAssault,
            Verb::Grant => Action::Grant { unit: unit() },
            Verb::On => Action::On {
                unit: actor(),
                mobile: unit(),
            },
            Verb::Done => Action::Done { unit: unit() },
            Verb::End => Action::End,
            Verb::Strike => Action::Strike { at: at(), dir: bit },
            Verb::Lost => Action::Lost { unit: unit() },
            Verb::Lose if bit == 0 => Action::LoseAlien,
            Verb::Lose => Action::LosePod,
            Verb::Place => Action::Place { at: tile() },
            Verb::Pod => Action::Pod { at: tile() },
            Verb::Walk => Action::Walk {
                at: at(),
                dir: bit,
                count: count + 1,
            },
            Verb::Shoot => Action::Shoot { at: at(), dir: bit },
            Verb::Abduct => Action::Abduct { at: tile() },
            Verb::NoAbduction => Action::NoAbduction,
            Verb::Back => Action::Back {
                unit: actor(),
                dir: bit,
            },
            Verb::Flee => Action::Flee { dir: bit, count },
            Verb::FleeLast => Action::Flee {
                dir: bit,
                count: group.subject,
            },
        }
    }

    /// With `forest=dice`, also the dice's choices.
    fn each_group(&self, sink: &mut impl Sink<Verb>) {
        if self.is_idle() {
            return self.each_of_phase(sink);
        }
        match self.lay {
            Lay::Edge => return self.each_edge(sink),
            Lay::Turn { tile, dir, kind } => {
                give!(
                    sink,
                    Verb::Turn,
                    kind,
                    self.best_orientations(tile, dir, kind)
                );
                return;
            }
            Lay::Draw { .. } | Lay::No => {}
        }
        match self.task {
            Task::Lose { .. } | Task::BombingLose { .. } => {
                give!(sink, Verb::Lose, 0, 0b11u8);
            }
            Task::SkyComes => self.each_strike(sink),
            Task::BombingLost { run, .. } => {
                give!(sink, Verb::Lost, 0, self.units_at(run.tile));
            }
            Task::VolleyLost { tile, .. } => {
                give!(sink, Verb::Lost, 0, self.teams_on_foot(tile));
            }
            Task::Abducted { tile } => {
                give!(sink, Verb::Lost, 0, self.units_at(tile));
            }
            Task::DriveBack { tile, seat, .. } => self.each_back(tile, seat, sink),
            Task::DriveOff { tile, dir, .. } => self.each_flee(tile, dir, sink),
            _ => {}
        }
    }
}

impl Ufo {
    /// Is it certain at a glance that SHADO has a choice? It may end something, and step off or move.
    #[inline]
    fn has_shado_choice(&self) -> bool {
        let who = if self.active == NONE {
            self.alive() & !self.activated
        } else {
            1 << self.active
        };
        if who & self.aboard() != 0 {
            return true;
        }
        let spent = self.active != NONE && (self.actions_left == 0 || self.moved);
        if who == 0 || spent {
            return false;
        }
        let from = self.at[who.trailing_zeros() as usize];
        let near = self.board.connected_tiles(from);
        // Another group on the tile leaves room, whatever it is.
        near != 0 && !has_two(self.units_at(near.trailing_zeros() as u8).into())
    }

    fn each_of_phase(&self, sink: &mut impl Sink<Verb>) {
        match self.phase {
            Phase::Shado => self.each_shado(sink),
            Phase::Alien => self.each_alien(sink),
            Phase::Abduct => {
                give!(sink, Verb::Abduct, 0, self.abduction_tiles());
                give!(sink, Verb::NoAbduction, 0, 1u8);
            }
            Phase::Overstack => {
                let tile = self.overstacked();
                give!(
                    sink,
                    Verb::Lost,
                    0,
                    tile.map_or(0, |tile| self.units_at(tile))
                );
            }
            Phase::Setup | Phase::Forest | Phase::Over => {}
        }
    }

    fn each_edge(&self, sink: &mut impl Sink<Verb>) {
        let edges = self.board.visible_edges(self.unit_tiles());
        for tile in Bits(edges.tiles) {
            give!(sink, Verb::Lay, tile, edges.dirs[tile as usize]);
        }
    }

    fn each_strike(&self, sink: &mut impl Sink<Verb>) {
        for tile in Bits(self.board.all()) {
            give!(sink, Verb::Strike, tile, self.run_dirs(tile));
        }
    }

    fn each_alien(&self, sink: &mut impl Sink<Verb>) {
        if self.pool > 0 {
            give!(sink, Verb::Place, 0, self.board.open_tiles());
        }
        if self.pod_tile == NO_TILE {
            let ufo = tile_bit(self.ufo_tile);
            give!(sink, Verb::Pod, 0, self.board.all() & !ufo);
        }
        for tile in Bits(self.aliens.tiles()) {
            let (dirs, count) = (self.board.adjacent_dirs(tile), self.aliens.on(tile));
            if sink(Group::of_several(Verb::Walk, tile, dirs, count)) {
                return;
            }
        }
        let prey = self.tiles_with_teams_on_foot();
        if prey != 0 {
            self.each_volley(prey, sink);
        }
    }

    fn each_volley(&self, prey: TileMask, sink: &mut impl Sink<Verb>) {
        let near = Bits(prey).fold(0, |mask, tile| mask | self.board.adjacent(tile));
        for tile in Bits(self.aliens.tiles() & near) {
            if self.volley_dice(tile) > 0 {
                give!(sink, Verb::Shoot, tile, self.board.dirs_to(tile, prey));
            }
        }
    }

    /// Tiles where an abduction may be tried.
    pub(super) fn abduction_tiles(&self) -> TileMask {
        self.aliens.fresh_tiles(self.unit_tiles())
    }

    fn each_back(&self, tile: TileIndex, seat: crate::game::Seat, sink: &mut impl Sink<Verb>) {
        let Some(unit) = Unit::all_in(self.units_at(tile) & !self.aboard()).next() else {
            return;
        };
        let joined = self.board.joined(tile);
        let ufo = self.board.dirs_to(tile, tile_bit(self.ufo_tile));
        let pushed = seat == crate::game::Seat::Second && joined & !ufo != 0;
        let dirs = if pushed { joined & !ufo } else { joined };
        give!(sink, Verb::Back, unit, dirs);
    }

    fn each_flee(&self, tile: TileIndex, dir: Dir, sink: &mut impl Sink<Verb>) {
        let left = self.aliens.on(tile);
        let last = self.board.adjacent_dirs(tile) >> dir == 1;
        let verb = if last { Verb::FleeLast } else { Verb::Flee };
        let per = if last { 1 } else { left + 1 };
        sink(Group::of_several(verb, left, 1u8 << dir, per));
    }
}

/// Has a mask two bits or more?
#[inline]
fn has_two(mask: TileMask) -> bool {
    mask & mask.wrapping_sub(1) != 0
}
