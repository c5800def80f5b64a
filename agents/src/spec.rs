//! Agent specs: `NAME[:key=value,...]`, as the command line takes them.
//!
//! A value in double quotes may have commas in it; within the quotes `\"` is a quote and `\\` a backslash.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::mcts::AGAINST;
use crate::registry::EXT;

/// The setting that names a file.
const FILE: &str = "file";

/// An agent's name and settings, in the order given.
///
/// ```
/// use moonbase_agents::AgentSpec;
/// let spec: AgentSpec = "uct:sims=400,c=1.2".parse().unwrap();
/// assert_eq!((spec.name.as_str(), spec.get("sims")), ("uct", Some("400")));
/// assert_eq!(spec.to_string(), "uct:sims=400,c=1.2");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AgentSpec {
    pub name: String,
    pub settings: Vec<(String, String)>,
}

/// Why there is no such agent; each is one line that says what would have been right.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum AgentError {
    #[error("agent spec `{spec}`: `{part}` is not key=value; write NAME or NAME:key=value,...")]
    Malformed { spec: String, part: String },
    #[error("agent spec `{spec}`: the quotes of `{key}` are not closed, or something follows them")]
    Quotes { spec: String, key: String },
    #[error("agent spec `{spec}`: `{key}` is given twice")]
    Twice { spec: String, key: String },
    #[error("unknown agent `{name}`; agents: {valid}")]
    Unknown { name: String, valid: String },
    #[error("agent `{agent}` has no setting `{key}`; its settings: {valid}")]
    UnknownSetting {
        agent: String,
        key: String,
        valid: String,
    },
    #[error("agent `{agent}`: {key} cannot be `{value}`; valid: {valid}")]
    Invalid {
        agent: String,
        key: String,
        value: String,
        valid: String,
    },
    #[error("agent `{agent}` needs {key}=...")]
    Missing { agent: String, key: &'static str },
    #[error("agent `{agent}`: give {settings}, not both")]
    Conflict {
        agent: String,
        settings: &'static str,
    },
    /// A file that an agent needs is missing, damaged or not for this game.
    #[error("agent `{agent}`: {reason}")]
    File { agent: String, reason: String },
    #[error("agent `{agent}`: the bot refuses an option: {said}; its options: {valid}")]
    Options {
        agent: String,
        said: String,
        valid: String,
    },
    #[error("agent `{agent}`: cannot start `{program}`: {reason}")]
    Start {
        agent: String,
        program: String,
        reason: String,
    },
}

impl AgentSpec {
    /// A spec without settings.
    pub fn named(name: &str) -> Self {
        AgentSpec {
            name: name.into(),
            settings: Vec::new(),
        }
    }

    /// The same spec with one setting more.
    pub fn with(mut self, key: &str, value: impl fmt::Display) -> Self {
        self.settings.push((key.into(), value.to_string()));
        self
    }

    /// The value of a setting, as it was written.
    pub fn get(&self, key: &str) -> Option<&str> {
        let found = self.settings.iter().find(|(k, _)| k == key);
        found.map(|(_, value)| value.as_str())
    }

    /// Does it say how long to think? If not, an agent on a clock goes by that.
    pub fn names_a_budget(&self) -> bool {
        let budgets = ["sims", "nodes", "ms", "depth"];
        budgets.iter().any(|key| self.get(key).is_some())
    }

    /// An integer setting.
    ///
    /// # Errors
    /// Not an integer within `range`.
    pub fn integer(
        &self,
        key: &str,
        range: RangeInclusive<u64>,
    ) -> Result<Option<u64>, AgentError> {
        let parse = |text: &str| text.parse().ok().filter(|n| range.contains(n));
        let valid = || format!("an integer {}..{}", range.start(), range.end());
        self.parsed(key, parse, valid)
    }

    /// A real setting.
    ///
    /// # Errors
    /// Not a number within `range`.
    pub fn real(&self, key: &str, range: RangeInclusive<f64>) -> Result<Option<f64>, AgentError> {
        let parse = |text: &str| text.parse().ok().filter(|x| range.contains(x));
        let valid = || format!("a number {}..{}", range.start(), range.end());
        self.parsed(key, parse, valid)
    }

    fn parsed<T>(
        &self,
        key: &str,
        parse: impl Fn(&str) -> Option<T>,
        valid: impl Fn() -> String,
    ) -> Result<Option<T>, AgentError> {
        let Some(text) = self.get(key) else {
            return Ok(None);
        };
        let value = parse(text).ok_or_else(|| self.invalid(key, text, &valid()))?;
        Ok(Some(value))
    }

    /// Which of two words a setting is, the first if it is not given.
    pub(crate) fn one_of(&self, key: &str, words: [&str; 2]) -> Result<usize, AgentError> {
        let parse = |text: &str| words.iter().position(|word| *word == text);
        let chosen = self.parsed(key, parse, || words.join(" or "))?;
        Ok(chosen.unwrap_or(0))
    }

    /// The error for a value that cannot be.
    pub(crate) fn invalid(&self, key: &str, value: &str, valid: &str) -> AgentError {
        AgentError::Invalid {
            agent: self.name.clone(),
            key: key.into(),
            value: value.into(),
            valid: valid.into(),
        }
    }

    /// Does the agent start a program that the spec names? Such specs are not to be taken from files of others.
    pub fn starts_a_program(&self) -> bool {
        // A search may be told of another agent.
        let opponent = self.get(AGAINST).map(str::parse::<AgentSpec>);
        let starts = |spec: AgentSpec| spec.starts_a_program();
        self.name == EXT || opponent.and_then(Result::ok).is_some_and(starts)
    }

    /// The files that the agent is made of (nets, solutions), those of an agent that a search is told of included. What a bot's
    /// command names is not among them.
    pub fn files(&self) -> Vec<String> {
        let own = self.get(FILE).map(String::from);
        let opponent = self.get(AGAINST).map(str::parse::<AgentSpec>);
        let others = opponent.and_then(Result::ok).map(|spec| spec.files());
        own.into_iter()
            .chain(others.into_iter().flatten())
            .collect()
    }

    /// The same agent, made of copies of its files: `places` says where the copy of each is. A file that is not in it stays where it is.
    pub fn with_files_at(&self, places: &BTreeMap<String, String>) -> AgentSpec {
        let moved = |(key, value): &(String, String)| {
            let value = match (key.as_str(), value.parse::<AgentSpec>()) {
                (FILE, _) => places.get(value).unwrap_or(value).clone(),
                (AGAINST, Ok(opponent)) => opponent.with_files_at(places).to_string(),
                _ => value.clone(),
            };
            (key.clone(), value)
        };
        AgentSpec {
            name: self.name.clone(),
            settings: self.settings.iter().map(moved).collect(),
        }
    }

    /// The parts of a text between commas that are not within quotes, for lists of specs or of settings.
    pub fn parts(text: &str) -> Vec<&str> {
        let (mut quoted, mut escaped) = (false, false);
        let comma = |c: char| {
            let ends = c == ',' && !quoted;
            quoted ^= c == '"' && !escaped;
            escaped = quoted && c == '\\' && !escaped;
            ends
        };
        text.split(comma).collect()
    }
}

impl FromStr for AgentSpec {
    type Err = AgentError;

    /// Only the form is checked; names and values are when the agent is built.
    fn from_str(text: &str) -> Result<Self, AgentError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut spec = AgentSpec::named(name.trim());
        let parts = AgentSpec::parts(rest).into_iter();
        for part in parts.filter(|part| !part.is_empty()) {
            let (key, value) = setting(text, part)?;
            let value = unquoted(value).ok_or_else(|| AgentError::Quotes {
                spec: text.into(),
                key: key.into(),
            })?;
            if spec.get(key).is_some() {
                let (spec, key) = (text.into(), key.into());
                return Err(AgentError::Twice { spec, key });
            }
            spec = spec.with(key, value);
        }
        Ok(spec)
    }
}

fn setting<'a>(spec: &str, part: &'a str) -> Result<(&'a str, &'a str), AgentError> {
    let split = part.split_once('=').filter(|(key, _)| !key.is_empty());
    split.ok_or_else(|| AgentError::Malformed {
        spec: spec.into(),
        part: part.into(),
    })
}

/// A value without its quotes, if it has any; `None` if they do not end where it does.
fn unquoted(value: &str) -> Option<String> {
    let Some(inner) = value.strip_prefix('"') else {
        return Some(value.into());
    };
    let (mut plain, mut escaped) = (String::new(), false);
    let mut rest = inner.chars();
    loop {
        match rest.next()? {
            '"' if !escaped => return rest.next().is_none().then_some(plain),
            '\\' if !escaped => escaped = true,
            c => {
                // Other backslashes are themselves.
                if escaped && c != '"' && c != '\\' {
                    plain.push('\\');
                }
                plain.push(c);
                escaped = false;
            }
        }
    }
}

/// A value as a spec shows it: in quotes where it needs them.
fn quoted(value: &str) -> String {
    if !value.contains([',', '"', ' ']) {
        return value.into();
    }
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (i, (key, value)) in self.settings.iter().enumerate() {
            write!(
                f,
                "{}{key}={}",
                if i == 0 { ':' } else { ',' },
                quoted(value)
            )?;
        }
        Ok(())
    }
}

/// A word of a command as a shell would need it: in quotes where there are blanks or the like.
///
/// ```
/// assert_eq!(moonbase_agents::shell_word("net:file=runs/a,sims=4"), "net:file=runs/a,sims=4");
/// assert_eq!(moonbase_agents::shell_word("my runs/it's"), r#""my runs/it's""#);
/// ```
pub fn shell_word(text: impl fmt::Display) -> String {
    let text = text.to_string();
    // No shell sees anything in these, so that usual specs stay readable.
    let plain = |c: char| c.is_alphanumeric() || "+-./:@_=,".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text;
    }
    // Only a NUL cannot be quoted, and no path has one.
    shlex::try_quote(&text).map_or(text.clone(), |quoted| quoted.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_print_as_they_parse() {
        for text in [
            "random",
            "uct:sims=400",
            "net:file=runs/a=b:c/x.safetensors,sims=64",
        ] {
            assert_eq!(text.parse::<AgentSpec>().unwrap().to_string(), text);
        }
        let spec: AgentSpec = "net:file=runs/a=b:c/x.safetensors".parse().unwrap();
        assert_eq!(spec.get("file"), Some("runs/a=b:c/x.safetensors"));
    }

    #[test]
    fn quoted_values_keep_their_commas() {
        for (text, value) in [
            (r#"ext:cmd="python3 a,b.py""#, "python3 a,b.py"),
            (r#"ext:cmd="sh -c \"x, \\ y\"""#, r#"sh -c "x, \ y""#),
            (r"ext:cmd=C:\bots\a.exe", r"C:\bots\a.exe"),
        ] {
            let spec: AgentSpec = text.parse().unwrap();
            assert_eq!(spec.get("cmd"), Some(value));
            assert_eq!(spec.to_string(), text);
        }
        let bare: AgentSpec = "ext:cmd=python3 bot.py,ms=5".parse().unwrap();
        assert_eq!(bare.get("cmd"), Some("python3 bot.py"));
        assert_eq!(bare.to_string(), r#"ext:cmd="python3 bot.py",ms=5"#);
        for open in [r#"ext:cmd="a,ms=5"#, r#"ext:cmd="a"b"#, r#"ext:cmd="a\""#] {
            let error = open.parse::<AgentSpec>().unwrap_err().to_string();
            assert!(
                error.contains("the quotes of `cmd` are not closed"),
                "{error}"
            );
        }
    }

    #[test]
    fn a_program_may_be_started_by_an_agent_within() {
        let starts = |text: &str| text.parse::<AgentSpec>().unwrap().starts_a_program();
        assert!(starts("ext:cmd=bot") && starts(r#"mcts:sims=5,against="ext:cmd=bot,ms=5""#));
        assert!(!starts("mcts:sims=5,against=scripted"));
        let inner = AgentSpec::named("mcts").with("against", "ext:cmd=a b");
        let outer = AgentSpec::named("mcts").with("against", inner);
        assert!(starts(&outer.to_string()));
    }

    #[test]
    fn malformed_specs_are_refused_in_one_line() {
        let error = |text: &str| text.parse::<AgentSpec>().unwrap_err().to_string();
        assert_eq!(
            error("uct:400"),
            "agent spec `uct:400`: `400` is not key=value; write NAME or NAME:key=value,..."
        );
        assert_eq!(
            error("uct:c=1,c=2"),
            "agent spec `uct:c=1,c=2`: `c` is given twice"
        );
        assert!(error("uct:=4").contains("not key=value"));
    }

    #[test]
    fn numbers_out_of_range_name_the_range() {
        let spec: AgentSpec = "uct:sims=-1,c=NaN".parse().unwrap();
        assert_eq!(
            spec.integer("sims", 1..=9).unwrap_err().to_string(),
            "agent `uct`: sims cannot be `-1`; valid: an integer 1..9"
        );
        assert!(spec.real("c", 0.0..=9.0).is_err());
        assert_eq!(spec.real("ms", 0.0..=9.0), Ok(None));
    }

    #[test]
    fn files_are_found_and_moved_also_those_of_a_searchs_opponent() {
        let text = "mcts:file=a.safetensors,against=\"net:file=b.safetensors,sims=4\",sims=9";
        let spec: AgentSpec = text.parse().unwrap();
        assert_eq!(spec.files(), ["a.safetensors", "b.safetensors"]);
        let places = [("b.safetensors", "/tmp/b"), ("9", "no file")];
        let places = places.map(|(from, to)| (from.to_string(), to.to_string()));
        let moved = spec.with_files_at(&places.into());
        let files = moved.files();
        assert_eq!(files, ["a.safetensors", "/tmp/b"]);
        assert_eq!(moved.get("sims"), Some("9"));
    }
}
