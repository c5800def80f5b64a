//! Opponents of graded strength: levels 1 to 10 of each game (`docs/levels.md`).
//!
//! - `table`: the levels as they were measured (`moonbase levels --measure`);
//! - `agent`: [`build`], which makes them beside all other agents;
//! - `ladder`: the measurement, each level against the one below.
//!
//! A level is the net that comes with the program, held back in the open: it searches less or not at all, and it draws among
//! its actions instead of taking the best (a softer choice). It sees what every agent sees, and the dice fall for it as for anybody.

mod agent;
mod ladder;
mod table;

pub use agent::{LEVEL, Opponent, build, level_of, spec_of};
pub use ladder::{LadderPlan, LadderReport, Rung, measure};
pub use table::{Hold, LEVELS, Level, Levels, levels, tables, text};
