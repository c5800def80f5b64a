//! What the features of `ufo` need beyond the tables of all games on tiles.

use moonbase_engine::Game;
use moonbase_engine::board::{Bits, MAX_TILES, TileIndex, TileMask};
use moonbase_engine::hex::Hex;
use moonbase_engine::ufo::{AbductionOdds, GUNS, MOBILES, Phase, TEAMS, Ufo, Unit};

use super::super::ground::{FAR, Ground};

/// Distances, threats and sight, per tile.
pub struct Outlook<'a> {
    pub position: &'a Ufo,
    pub ground: Ground<'a, Ufo>,
    /// Gun Mobiles that see the tile.
    pub guns: [u8; MAX_TILES],
    pub command: Option<Hex>,
    bonuses: Bonuses,
    /// The Aliens' chance in a strike on each tile with units, see [`Outlook::strike`].
    pub strikes: [f32; MAX_TILES],
    /// By unit, turns until it can be at the goal, this one included while it may still move; up to [`FAR`].
    pub turns_to_goal: [u8; 7],
}

/// Farther than this from SHADO nobody asks about a strike.
const STRIKE_RANGE: u8 = 2;

/// More actions than this count as this many.
const MOST_ACTIONS: usize = 8;

impl<'a> Outlook<'a> {
    pub fn new(position: &'a Ufo) -> Self {
        let command = position.unit_tile(Unit::C);
        let mut outlook = Outlook {
            position,
            ground: Ground::new(position),
            guns: guns_watching(position),
            command: command.map(|tile| position.board().hex(tile)),
            bonuses: Bonuses::new(position),
            strikes: [0.0; MAX_TILES],
            turns_to_goal: [FAR; 7],
        };
        outlook.turns_to_goal = Unit::ALL.map(|unit| outlook.count_turns(unit));
        for tile in Bits(position.tiles_with_units()) {
            outlook.strikes[tile as usize] = outlook.strike_on(tile);
        }
        outlook
    }

    /// The Aliens' chance to win an abduction on the tile by all that can come in time; 0 far from SHADO.
    pub fn strike(&self, tile: TileIndex) -> f32 {
        match self.ground.to_troops[tile as usize] {
            0 => self.strikes[tile as usize],
            1..=STRIKE_RANGE => self.strike_on(tile),
            _ => 0.0,
        }
    }

    fn strike_on(&self, tile: TileIndex) -> f32 {
        self.abduction(tile, self.strikers(tile)).0
    }

    /// Actions that the Aliens have before the next abductions.
    pub fn alien_actions(&self) -> u8 {
        match self.position.phase() {
            Phase::Alien => self.position.actions_left(),
            Phase::Abduct => 0,
            _ => self.position.options().alien_actions,
        }
    }

    /// Aliens that can be on the tile for the next abductions: groups that walk there whole, an action a step, and
    /// with the actions left over new ones, placed at the nearest open exit or out of the Pod (on average).
    fn strikers(&self, target: TileIndex) -> u8 {
        let position = self.position;
        let actions = usize::from(self.alien_actions()).min(MOST_ACTIONS);
        // Aliens that so many actions can bring.
        let mut brought = [0u8; MOST_ACTIONS + 1];
        let (mut reached, mut ring, mut exit) = (0, 1 << target, None);
        for steps in 0..=actions {
            for tile in Bits(ring & position.tiles_with_aliens()) {
                self.bring(tile, steps, &mut brought[..=actions]);
            }
            if exit.is_none() && ring & position.board().open_tiles() != 0 {
                exit = Some(steps);
            }
            reached |= ring;
            if steps < actions {
                let near = Bits(ring).fold(0, |near, tile| near | self.ground.adjacent(tile));
                ring = near & !reached;
            }
        }
        let from_pod = if actions > 0 {
            self.comes_from_pod(target)
        } else {
            0
        };
        let exit = exit.unwrap_or(actions);
        let added = |left: usize| {
            let placed = left.saturating_sub(exit) as u8;
            let from_pod = if left > 0 { from_pod } else { 0 };
            placed.min(position.pool()).max(from_pod)
        };
        let all = (0..=actions).map(|spent| brought[spent] + added(actions - spent));
        all.max().unwrap_or(0)
    }

    /// Adds a group `steps` steps away, as in packing a knapsack.
    fn bring(&self, tile: TileIndex, steps: usize, brought: &mut [u8]) {
        let count = match self.position.phase() {
            Phase::Abduct => self.ground.fresh(tile),
            _ => self.position.aliens_on(tile),
        };
        for spent in (steps..brought.len()).rev() {
            brought[spent] = brought[spent].max(brought[spent - steps] + count);
        }
    }

    /// Aliens that would come out of a Pod on the tile, on average, rounded; none if it is in play.
    fn comes_from_pod(&self, tile: TileIndex) -> u8 {
        if self.position.pod().is_some() || self.position.ufo_tile() == Some(tile) {
            return 0;
        }
        let out = self.pod_crew(tile);
        (out + 3) / 6
    }

    /// Aliens that would come out of a Pod on the tile, summed over the faces of the die.
    pub fn pod_crew(&self, tile: TileIndex) -> u8 {
        let here = self.position.units_on(tile).count_ones() as u8;
        let crowd = here + self.ground.troops_at_1[tile as usize];
        let pool = self.position.pool();
        (1..=6u8).map(|d| d.saturating_sub(crowd).min(pool)).sum()
    }

    /// Turns until a unit, or the Mobile that carries it, can be at the goal.
    fn count_turns(&self, unit: Unit) -> u8 {
        let position = self.position;
        let mover = position.carrier(unit).unwrap_or(unit);
        let Some(tile) = position.unit_tile(mover) else {
            return FAR;
        };
        let way = self.ground.goal[tile as usize];
        let pace = if mover.is_mobile() { 2 } else { 1 };
        let now = self.moves_left(mover, pace);
        match way {
            0 => 0,
            FAR => FAR,
            way if way <= now => 1,
            way => 1 + (way - now).div_ceil(pace),
        }
    }

    /// Moves that a unit still has this turn; those of the next turn once SHADO's phase is over.
    fn moves_left(&self, mover: Unit, pace: u8) -> u8 {
        let position = self.position;
        if position.phase() != Phase::Shado {
            return pace;
        }
        if position.activated() & mover.bit() != 0 {
            return 0;
        }
        match position.active() == Some(mover) {
            true if !mover.is_mobile() && position.has_moved() => 0,
            true => position.actions_left().min(pace),
            false => pace,
        }
    }

    /// Unspent Aliens on a tile and on those next to it.
    pub fn gathered(&self, tile: TileIndex) -> u8 {
        let near = Bits(self.ground.adjacent(tile)).map(|near| self.ground.fresh(near));
        self.ground.fresh(tile) + near.sum::<u8>()
    }

    /// Steps from the Command Mobile; [`FAR`] if it is lost.
    pub fn command_distance(&self, tile: TileIndex) -> u8 {
        let hex = self.position.board().hex(tile);
        self.command.map_or(FAR, |command| command.distance(hex))
    }

    /// Chances that so many Aliens win an abduction on the tile, and that SHADO does.
    pub fn abduction(&self, tile: TileIndex, aliens: u8) -> (f32, f32) {
        if aliens == 0 {
            return (0.0, 1.0);
        }
        let odds = AbductionOdds::new(aliens.min(12), self.bonus(tile));
        (odds.alien as f32 / 36.0, odds.shado as f32 / 36.0)
    }

    /// SHADO's bonus in an abduction on the tile, 0 to 4: as [`Ufo::abduction_bonus`], for many tiles.
    pub fn bonus(&self, tile: TileIndex) -> u8 {
        let Bonuses {
            hosed,
            mobiles,
            aboard,
        } = self.bonuses;
        let is_in = |mask: TileMask| (mask >> tile & 1) as u8;
        u8::from(self.command_distance(tile) <= 2) + is_in(hosed) + is_in(mobiles) + is_in(aboard)
    }

    /// Teams on foot on a tile.
    pub fn on_foot(&self, tile: TileIndex) -> u8 {
        let here = self.position.units_on(tile) & TEAMS & !self.position.teams_aboard();
        here.count_ones() as u8
    }

    /// Gun Mobiles on tiles adjacent to this one: they reach it by mortar.
    pub fn mortars(&self, tile: TileIndex) -> u8 {
        let guns = Unit::all_in(self.position.units_alive() & GUNS);
        let near = |gun: &Unit| {
            let at = self.position.unit_tile(*gun);
            at.is_some_and(|at| self.ground.adjacent(tile) >> at & 1 == 1)
        };
        guns.filter(near).count() as u8
    }
}

/// Tiles where SHADO has a bonus in an abduction.
struct Bonuses {
    /// Connected to a Gun Mobile's tile.
    hosed: TileMask,
    mobiles: TileMask,
    aboard: TileMask,
}

impl Bonuses {
    fn new(position: &Ufo) -> Bonuses {
        let tiles = |units| {
            let tiles = Unit::all_in(units).filter_map(|unit| position.unit_tile(unit));
            tiles.fold(0, |mask, tile| mask | 1 << tile)
        };
        let (alive, board) = (position.units_alive(), position.board());
        let guns = Bits(tiles(alive & GUNS));
        Bonuses {
            hosed: guns.fold(0, |mask, tile| mask | board.connected_tiles(tile)),
            mobiles: tiles(alive & MOBILES),
            aboard: tiles(position.teams_aboard()),
        }
    }
}

fn guns_watching(position: &Ufo) -> [u8; MAX_TILES] {
    let mut guns = [0; MAX_TILES];
    let tiles =
        Unit::all_in(position.units_alive() & GUNS).filter_map(|gun| position.unit_tile(gun));
    for tile in tiles {
        Bits(position.board().sight(tile)).for_each(|seen| guns[seen as usize] += 1);
    }
    guns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripted::testing::walk;

    /// The most over all sets of groups that have actions enough.
    fn plain_strikers(outlook: &Outlook, target: TileIndex) -> u8 {
        let position = outlook.position;
        let (board, actions) = (position.board(), usize::from(outlook.alien_actions()));
        let way = |tiles: TileMask| {
            (0..=actions).find(|steps| board.within(1 << target, *steps) & tiles != 0)
        };
        let groups = Bits(position.tiles_with_aliens());
        let groups: Vec<_> = groups.filter_map(|t| way(1 << t).map(|w| (t, w))).collect();
        let mut most = 0;
        for set in 0..1u32 << groups.len() {
            let chosen = groups.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
            let (tiles, ways): (Vec<_>, Vec<_>) = chosen.map(|(_, group)| *group).unzip();
            let Some(left) = actions.checked_sub(ways.iter().sum()) else {
                continue;
            };
            let walkers: u8 = tiles.iter().map(|t| position.aliens_on(*t)).sum();
            let exit = way(board.open_tiles());
            let placed = exit.map_or(0, |exit| left.saturating_sub(exit)) as u8;
            let pod = if left > 0 {
                outlook.comes_from_pod(target)
            } else {
                0
            };
            most = most.max(walkers + placed.min(position.pool()).max(pod));
        }
        most
    }

    #[test]
    fn bonuses_are_those_of_the_rules() {
        walk(6, |position: &Ufo| {
            let outlook = Outlook::new(position);
            for tile in Bits(position.board().all()) {
                assert_eq!(outlook.bonus(tile), position.abduction_bonus(tile));
            }
        });
    }

    #[test]
    fn strikers_are_those_of_the_best_set_of_groups() {
        let mut looks = 0;
        walk(6, |position: &Ufo| {
            looks += 1;
            if looks % 13 != 0 || position.phase() == Phase::Abduct {
                return;
            }
            let outlook = Outlook::new(position);
            for tile in Bits(position.tiles_with_units()) {
                assert_eq!(outlook.strikers(tile), plain_strikers(&outlook, tile));
            }
        });
        assert!(looks > 500, "{looks}");
    }

    #[test]
    fn a_strike_at_the_time_of_abductions_is_by_those_who_are_there() {
        let mut looks = 0;
        walk(6, |position: &Ufo| {
            if position.phase() == Phase::Abduct {
                looks += 1;
                let outlook = Outlook::new(position);
                for tile in Bits(position.tiles_with_units()) {
                    assert_eq!(outlook.strikers(tile), outlook.ground.fresh(tile));
                }
            }
        });
        assert!(looks > 20, "{looks}");
    }

    #[test]
    fn turns_to_the_goal_are_counted_in_moves() {
        let mut seen = [0; 3];
        walk(6, |position: &Ufo| {
            let outlook = Outlook::new(position);
            for unit in Unit::all_in(position.units_alive()) {
                let mover = position.carrier(unit).unwrap_or(unit);
                let way = position
                    .unit_tile(mover)
                    .map(|t| outlook.ground.goal[t as usize]);
                let idle = position.phase() == Phase::Shado
                    && position.active().is_none()
                    && position.activated() & mover.bit() == 0;
                let turns = outlook.turns_to_goal[unit as usize];
                match (way, idle, mover.is_mobile()) {
                    (Some(0), ..) => assert_eq!(turns, 0),
                    (Some(FAR), ..) => assert_eq!(turns, FAR),
                    (Some(way), true, true) => assert_eq!(turns, way.div_ceil(2)),
                    (Some(way), true, false) => assert_eq!(turns, way),
                    _ => continue,
                }
                seen[usize::from(turns).min(2)] += 1;
            }
        });
        assert!(seen.iter().all(|count| *count > 10), "{seen:?}");
    }
}
