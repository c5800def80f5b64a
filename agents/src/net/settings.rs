//! The settings of `net`, as they stand in a spec.

use moonbase_models::AgentFile;

use crate::budget::Budget;
use crate::puct::PuctSettings;
use crate::registry::{MILLIS, SettingInfo};
use crate::spec::{AgentError, AgentSpec};

/// The settings of `net`.
pub const SETTINGS: [SettingInfo; 6] = [
    SettingInfo::new("file", "a path", "none", "the agent file"),
    SettingInfo::new(
        "sims",
        "1..1000000000",
        "the file's",
        "simulations for a decision",
    ),
    MILLIS,
    SettingInfo::new("c", "0..100", "1.5", "weight of the policy in the search"),
    SettingInfo::new(
        "temperature",
        "0..100",
        "0",
        "0: the most probable action; else draw, the more evenly the higher",
    ),
    SettingInfo::new(
        "rules",
        "same or any",
        "same",
        "any: play also under other rule options than in training",
    ),
];

/// How a net agent plays.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct NetSettings {
    /// 0: always the most probable action.
    pub temperature: f64,
    /// Search with this budget; `None`: the policy alone.
    pub search: Option<Budget>,
    pub puct: PuctSettings,
}

impl NetSettings {
    /// Reads `sims=` or `ms=`, `c=` and `temperature=`; the budget is by default the file's.
    ///
    /// # Errors
    /// Values out of range.
    pub(super) fn from_spec(spec: &AgentSpec, file: &AgentFile) -> Result<Self, AgentError> {
        let asked = spec.get("sims").is_some() || spec.get("ms").is_some();
        let default = u64::from(file.manifest.search.simulations);
        let search = match (asked, default) {
            (false, 0) => None,
            _ => Some(Budget::from_spec(spec, default)?),
        };
        let mut puct = PuctSettings::default();
        puct.c = spec.real("c", 0.0..=100.0)?.unwrap_or(puct.c);
        Ok(NetSettings {
            temperature: spec.real("temperature", 0.0..=100.0)?.unwrap_or(0.0),
            search,
            puct,
        })
    }
}

/// May the agent play under other rule options than in training?
pub(super) fn any_rules(spec: &AgentSpec) -> Result<bool, AgentError> {
    match spec.get("rules") {
        None | Some("same") => Ok(false),
        Some("any") => Ok(true),
        Some(value) => Err(AgentError::Invalid {
            agent: spec.name.clone(),
            key: "rules".into(),
            value: value.into(),
            valid: "same or any".into(),
        }),
    }
}
