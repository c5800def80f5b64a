//! Scenarios that are named on the command line.

use moonbase_play::fg1::scenario::{check, shipped};

/// The text of a scenario by its name, or of a file.
pub fn scenario_text(name: &str) -> Result<String, String> {
    if let Some(text) = shipped(name) {
        return Ok(text);
    }
    let text = std::fs::read_to_string(name);
    text.map_err(|error| {
        format!("no scenario is called `{name}` (mini, skirmish and crossing are), and no such file can be read: {error}")
    })
}

/// The setting that puts a scenario to use: what `--scenario` keeps.
pub fn scenario_setting(name: &str) -> Result<String, String> {
    let text = scenario_text(name)?;
    check(&text).map_err(|error| format!("{name}: {error}"))?;
    Ok(format!("scenario={text}"))
}
