//! Tile sets that are named on the command line.

use moonbase_engine::tiles::TileSet;

/// A tile set by its name, or from a file.
pub fn tile_set(name: &str) -> Result<TileSet, String> {
    if let Some(set) = TileSet::named(name) {
        return Ok(set);
    }
    let text = std::fs::read_to_string(name);
    let text = text.map_err(|error| {
        format!("no tile set is called `{name}` (default and mini are), and no such file can be read: {error}")
    })?;
    TileSet::from_toml(&text).map_err(|error| format!("{name}: {error}"))
}
