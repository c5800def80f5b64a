//! What a spec says about a bot.

use std::time::Duration;

use super::process::Errors;
use crate::registry::SettingInfo;
use crate::spec::{AgentError, AgentSpec};

/// Begins the settings that are the bot's own options.
const OPTION: &str = "option.";

/// Milliseconds for an answer, if nothing else is said.
const LIMIT: u64 = 60_000;

pub(crate) const SETTINGS: [SettingInfo; 7] = [
    SettingInfo::new(
        "cmd",
        "a command, in quotes if there is a comma in it",
        "none",
        "the program and its arguments",
    ),
    SettingInfo::new(
        "ms",
        "1..3600000",
        "none",
        "milliseconds that the bot is told to think for a decision",
    ),
    SettingInfo::new(
        "limit",
        "1..86400000",
        "60000, or ten times ms",
        "milliseconds for a decision, after which the game is lost",
    ),
    SettingInfo::new(
        "hello",
        "1..86400000",
        "10000",
        "milliseconds for any other answer, after which the game is lost",
    ),
    SettingInfo::new(
        "fresh",
        "on or off",
        "off",
        "starts the program anew for each game",
    ),
    SettingInfo::new(
        "stderr",
        "hide or show",
        "hide",
        "what becomes of what the program says on standard error",
    ),
    SettingInfo::new(
        "option.NAME",
        "any text",
        "the bot's",
        "an option of the bot's own",
    ),
];

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Settings {
    /// The program, then its arguments.
    pub command: Vec<String>,
    pub think: Option<Duration>,
    pub limit: Duration,
    pub hello: Duration,
    pub fresh: bool,
    pub errors: Errors,
    pub options: Vec<(String, String)>,
}

impl Settings {
    /// Reads a spec.
    ///
    /// # Errors
    /// No command, or values out of range.
    pub fn from_spec(spec: &AgentSpec) -> Result<Settings, AgentError> {
        let millis = |key| spec.integer(key, 1..=86_400_000);
        let think = spec.integer("ms", 1..=3_600_000)?;
        let limit = millis("limit")?.unwrap_or(think.map_or(LIMIT, |ms| LIMIT.max(10 * ms)));
        if let Some(think) = think.filter(|think| *think > limit) {
            return Err(spec.invalid("limit", &limit.to_string(), &format!("at least {think}")));
        }
        Ok(Settings {
            command: command(spec)?,
            think: think.map(Duration::from_millis),
            limit: Duration::from_millis(limit),
            hello: Duration::from_millis(millis("hello")?.unwrap_or(10_000)),
            fresh: spec.one_of("fresh", ["off", "on"])? == 1,
            errors: [Errors::Hidden, Errors::Shown][spec.one_of("stderr", ["hide", "show"])?],
            options: options(spec),
        })
    }
}

fn command(spec: &AgentSpec) -> Result<Vec<String>, AgentError> {
    let agent = spec.name.clone();
    let missing = || AgentError::Missing { agent, key: "cmd" };
    let text = spec.get("cmd").ok_or_else(missing)?;
    split_command(text).ok_or_else(|| spec.invalid("cmd", text, "a command, its quotes closed"))
}

/// The words of a command as a shell would split them, without variables and the like; `None` if there is none, or a quote is open.
pub fn split_command(text: &str) -> Option<Vec<String>> {
    shlex::split(text).filter(|words| !words.is_empty())
}

fn options(spec: &AgentSpec) -> Vec<(String, String)> {
    let own = |(key, value): &(String, String)| {
        let name = key.strip_prefix(OPTION)?;
        Some((name.to_string(), value.clone()))
    };
    spec.settings.iter().filter_map(own).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Settings, String> {
        let spec: AgentSpec = text.parse().map_err(|e: AgentError| e.to_string())?;
        Settings::from_spec(&spec).map_err(|error| error.to_string())
    }

    #[test]
    fn a_spec_says_all_of_it() {
        let text = r#"ext:cmd="python3 'my bot.py' --level=1,2",ms=7000,fresh=on,stderr=show,option.depth=3"#;
        let settings = read(text).unwrap();
        assert_eq!(settings.command, ["python3", "my bot.py", "--level=1,2"]);
        assert_eq!(settings.think, Some(Duration::from_secs(7)));
        assert_eq!(settings.limit, Duration::from_secs(70));
        assert_eq!((settings.fresh, settings.errors), (true, Errors::Shown));
        assert_eq!(settings.options, [("depth".to_string(), "3".to_string())]);
        let plain = read("ext:cmd=./bot").unwrap();
        assert_eq!((plain.think, plain.fresh), (None, false));
        assert_eq!(plain.limit, Duration::from_secs(60));
    }

    #[test]
    fn what_cannot_be_is_refused_in_one_line() {
        let refused = |text: &str| read(text).unwrap_err();
        assert_eq!(refused("ext"), "agent `ext` needs cmd=...");
        assert!(refused("ext:cmd=").ends_with("valid: a command, its quotes closed"));
        assert!(refused("ext:cmd=it's").contains("cmd cannot be `it's`"));
        let short = refused("ext:cmd=bot,ms=500,limit=400");
        assert_eq!(
            short,
            "agent `ext`: limit cannot be `400`; valid: at least 500"
        );
        assert!(refused("ext:cmd=bot,fresh=maybe").ends_with("valid: off or on"));
    }
}
