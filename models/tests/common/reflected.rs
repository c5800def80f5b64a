//! Games of `fg1` and their reflections: left is right, and a is b.

use moonbase_engine::chance::rng_for;
use moonbase_engine::fg1::{Action, BaseId, Fg1, Fg1Options, Firers};
use moonbase_engine::hex::{Dir, Symmetry};
use moonbase_engine::{Game, RuleOptions, Turn};

/// Random games of `fg1-mini`, whose board is the same for both sides by reflection, each together with its reflection,
/// in which `b` begins; `look` sees both at every decision.
pub fn play(games: u64, mut look: impl FnMut(&Fg1, &Fg1)) {
    let options = Fg1Options::presets().swap_remove(1).1;
    let mut other = options.clone();
    let text = options.scenario.text().replace("first a", "first b");
    other.set("scenario", &text.into()).unwrap();
    for game in 0..games {
        let (mut position, mut rng) = (Fg1::new(&options).unwrap(), rng_for(game, 9));
        let mut image = Fg1::new(&other).unwrap();
        loop {
            match position.turn() {
                Turn::Over(_) => break,
                Turn::Chance => {
                    let outcome = position.random_chance(&mut rng);
                    position.resolve_unchecked(outcome);
                    image.resolve_unchecked(outcome);
                }
                Turn::Decide(_) => {
                    look(&position, &image);
                    let chosen = position.random_action(&mut rng);
                    position.play_unchecked(chosen);
                    image.play(action(chosen)).unwrap();
                }
            }
        }
    }
}

/// The same action by the other side on the reflected board.
pub fn action(action: Action) -> Action {
    match action {
        Action::Move { base, mode } => Action::Move {
            base: other(base),
            mode,
        },
        Action::Fire { firers, target } => Action::Fire {
            firers: others(firers),
            target: other(target),
        },
        Action::Load { squad, hover } => Action::Load {
            squad: other(squad),
            hover: other(hover),
        },
        Action::Unload { squad, dir } => Action::Unload {
            squad: other(squad),
            dir: reflected(dir),
        },
        Action::Rally { base } => Action::Rally { base: other(base) },
        Action::Turn { by } => Action::Turn { by: 6 - by },
        Action::Step { dir, hexes } => Action::Step {
            dir: reflected(dir),
            hexes,
        },
        Action::Pass | Action::Ahead { .. } | Action::Stop | Action::Hold => action,
    }
}

fn other(base: BaseId) -> BaseId {
    BaseId::new(base.side().other(), base.number())
}

fn others(firers: Firers) -> Firers {
    let bases: Vec<BaseId> = firers.bases().map(other).collect();
    Firers::new(&bases).expect("as many of the other side")
}

/// North stays north.
fn reflected(dir: Dir) -> Dir {
    let left_to_right = Symmetry {
        mirror: true,
        turns: 1,
    };
    left_to_right.dir(dir)
}
