//! The one place that knows all games by name.
//!
//! [`with_game!`](crate::with_game) turns a game's or preset's name into its type and options; all
//! other code is generic over [`Game`].

use crate::game::Game;
use crate::options::{OptionsError, RuleOptions};

/// A registered game family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    Ufo,
}

impl Family {
    pub const ALL: [Family; 1] = [Family::Ufo];
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
        }
    };
}

/// The names of all presets of all games, in order.
pub fn preset_names() -> Vec<&'static str> {
    let of = |family| with_family!(family, |G| names_of::<G>());
    Family::ALL.into_iter().flat_map(of).collect()
}

fn names_of<G: Game>() -> Vec<&'static str> {
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
    found.ok_or_else(|| RegistryError::UnknownGame {
        name: name.into(),
        valid: preset_names().join(", "),
    })
}

/// The options of preset `name` of `G`, changed by `settings` (each `name=value`).
///
/// # Errors
/// An unknown preset, or the first refused option.
pub fn options_of<G: Game>(name: &str, settings: &[String]) -> Result<G::Options, RegistryError> {
    let presets = G::Options::presets();
    let found = presets.into_iter().find(|(preset, _)| *preset == name);
    let (_, mut options) = found.ok_or_else(|| RegistryError::UnknownGame {
        name: name.into(),
        valid: preset_names().join(", "),
    })?;
    for setting in settings {
        options.set_text(setting)?;
    }
    G::new(&options)?;
    Ok(options)
}
