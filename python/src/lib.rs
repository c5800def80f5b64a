//! The Python door: games, positions, agents, matches and environments as the module `moonbase._native`.
//!
//! No game is named here. `with_family!` binds a game's type where a [`Game`](game::Game) is opened; from there on Python holds trait
//! objects: [`Rules`](game::Rules) (a game under its options), [`Position`](position::Position), [`Player`](agent::Player) and the environments. Numbers
//! cross as memory under the buffer protocol ([`array`]), so that numpy sees them without a copy. Errors are one line each, as
//! `MoonbaseError`; whatever may take long lets other Python threads run. The package around this module is in `python/lib/moonbase`.

mod agent;
mod array;
mod away;
mod callable;
mod dice;
mod fault;
mod files;
mod game;
mod json;
mod matches;
mod position;
mod search;
mod seat;
mod state;
mod turns;
mod vector;

use pyo3::prelude::*;

/// The module's contents; `_native.pyi` documents them.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add(
        "MoonbaseError",
        module.py().get_type::<fault::MoonbaseError>(),
    )?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::Game>()?;
    module.add_class::<state::State>()?;
    module.add_class::<dice::Dice>()?;
    module.add_class::<agent::Agent>()?;
    module.add_class::<agent::Decision>()?;
    module.add_class::<agent::Thought>()?;
    module.add_class::<search::Search>()?;
    module.add_class::<turns::TurnEnv>()?;
    module.add_class::<seat::SeatEnv>()?;
    module.add_class::<vector::VectorEnv>()?;
    module.add_class::<array::Memory>()?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(game::replay, module)?)?;
    module.add_function(wrap_pyfunction!(game::record_tags, module)?)?;
    module.add_function(wrap_pyfunction!(agent::agents, module)?)?;
    module.add_function(wrap_pyfunction!(matches::play_match, module)?)?;
    module.add_function(wrap_pyfunction!(files::read_agent_file, module)?)?;
    module.add_class::<away::Worker>()?;
    module.add_function(wrap_pyfunction!(away::agent_spec, module)?)?;
    module.add_function(wrap_pyfunction!(away::tournament, module)?)?;
    module.add_function(wrap_pyfunction!(away::sweep, module)?)?;
    module.add_function(wrap_pyfunction!(away::self_play, module)?)?;
    module.add_function(wrap_pyfunction!(vector::episode_seed, module)?)
}
