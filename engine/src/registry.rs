//! The one place that knows all games by name.
//!
//! [`with_family!`](crate::with_family) turns a game family into its type; all other code is
//! generic over [`Game`].

use serde_json::{Map, Value};

use crate::game::Game;
use crate::options::{OptionsError, RuleOptions};

/// A registered game family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    Ufo,
    LostPatrol,
    Fg1,
}

impl Family {
    pub const ALL: [Family; 3] = [Family::Ufo, Family::LostPatrol, Family::Fg1];
}

/// An unknown game name, or refused options.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RegistryError {
    #[error("unknown game `{name}`; games: {valid}")]
    UnknownGame { name: String, valid: String },
    #[error(transparent)]
    Options(#[from] OptionsError),
}

/// Runs `$body` with `$G` bound to the type of the family `$family`.
///
/// ```
/// use moonbase_engine::{registry::Family, with_family, Game};
/// assert_eq!(with_family!(Family::Ufo, |G| G::NAME), "ufo");
/// ```
#[macro_export]
macro_rules! with_family {
    ($family:expr, |$G:ident| $body:expr) => {
        match $family {
            $crate::registry::Family::Ufo => {
                type $G = $crate::ufo::Ufo;
                $body
            }
            $crate::registry::Family::LostPatrol => {
                type $G = $crate::lost_patrol::LostPatrol;
                $body
            }
            $crate::registry::Family::Fg1 => {
                type $G = $crate::fg1::Fg1;
                $body
            }
        }
    };
}

/// The names of all presets of all games, in order.
pub fn preset_names() -> Vec<&'static str> {
    let of = |family| with_family!(family, |G| names_of::<G>());
    Family::ALL.into_iter().flat_map(of).collect()
}

/// The names of the presets of one game; the first is the game's own.
pub fn names_of<G: Game>() -> Vec<&'static str> {
    let presets = G::Options::presets();
    presets.into_iter().map(|(name, _)| name).collect()
}

/// The family of a game or preset name.
///
/// # Errors
/// An unknown name, with the list of the known ones.
pub fn family_of(name: &str) -> Result<Family, RegistryError> {
    let has = |family: &Family| with_family!(*family, |G| names_of::<G>().contains(&name));
    let found = Family::ALL.into_iter().find(has);
    found.ok_or_else(|| unknown_game(name, &preset_names()))
}

/// The options of preset `name` of `G`, unchanged.
///
/// # Errors
/// A name that is no preset of `G`, with the list of those that are.
pub fn preset_of<G: Game>(name: &str) -> Result<G::Options, RegistryError> {
    let presets = G::Options::presets();
    let found = presets.into_iter().find(|(preset, _)| *preset == name);
    let (_, options) = found.ok_or_else(|| unknown_game(name, &names_of::<G>()))?;
    Ok(options)
}

/// The options of preset `name` of `G`, changed by `settings` (each `name=value`).
///
/// # Errors
/// An unknown preset, the first refused option, or options that contradict each other.
pub fn options_of<G: Game>(name: &str, settings: &[String]) -> Result<G::Options, RegistryError> {
    let mut options = preset_of::<G>(name)?;
    for setting in settings {
        options.set_text(setting)?;
    }
    G::new(&options)?;
    Ok(options)
}

/// The options of preset `name` of `G`, changed by the JSON values `changes`, as in the headers of
/// records and traces.
///
/// # Errors
/// As [`options_of`].
pub fn options_from<G: Game>(
    name: &str,
    changes: &Map<String, Value>,
) -> Result<G::Options, RegistryError> {
    let mut options = preset_of::<G>(name)?;
    for (option, value) in changes {
        options.set(option, value)?;
    }
    G::new(&options)?;
    Ok(options)
}

fn unknown_game(name: &str, valid: &[&str]) -> RegistryError {
    RegistryError::UnknownGame {
        name: name.into(),
        valid: valid.join(", "),
    }
}
