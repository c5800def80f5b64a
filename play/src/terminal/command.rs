//! What players can type besides actions.

use std::path::PathBuf;

use moonbase_engine::hex::Hex;

/// A line typed at the prompt.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Command {
    /// A number of the list or an action's notation.
    Action(String),
    Help,
    /// The list of the rules' chapters, or one chapter.
    Rules(Option<usize>),
    Undo,
    Redo,
    /// At a real table: to before the answer given that many answers ago.
    Back(usize),
    /// At a real table: a list of the answers given, to go back to one.
    Answers,
    /// From the usual agent, or from one with this spec.
    Hint(Option<String>),
    /// Why the opponent did what it did: its last decision, or that many back.
    Why(usize),
    Save {
        path: Option<PathBuf>,
        over: bool,
    },
    /// The last words, or all.
    Log {
        all: bool,
    },
    Board(Option<Hex>),
    Map,
    Legal,
    Resign,
    Quit,
    /// An empty line.
    Again,
    /// A command with something after it that makes no sense.
    Unclear(&'static str),
}

/// The help on commands besides actions, in lines of at most 80 columns.
pub(super) const HELP: &str = "\
  ?           this help                  legal       all actions in full
  rules [N]   the rules, chapter N       b [Q,R]     the board [around a hex]
  u, r        take back, play again      m           the whole map
  h [AGENT]   a hint and its reasons     l [all]     the log: what happened
  w [N]       why the opponent did its   s [FILE]    save (s! writes over it)
              last action [N-th last]    resign, q   give up, quit";

/// The help on what can be typed at a real table besides.
pub(super) const AT_TABLE_HELP: &str = "\
  back [N]    back to the last answer [the N-th last]: dice, tile or choice
  answers     a list of your answers, to go back to one";

impl Command {
    /// Never fails: what is no command is taken for an action.
    pub(super) fn parse(line: &str) -> Command {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let some = (!rest.is_empty()).then(|| rest.to_string());
        match word.to_ascii_lowercase().as_str() {
            "" => Command::Again,
            "?" | "help" => Command::Help,
            "rules" => number(
                rest,
                "rules takes the number of a chapter: rules 3",
                Command::Rules,
            ),
            "u" | "undo" => Command::Undo,
            "r" | "redo" => Command::Redo,
            "back" => number(
                rest,
                "back takes a number: back 3 is the third last answer",
                |n| Command::Back(n.unwrap_or(1)),
            ),
            "answers" => Command::Answers,
            "h" | "hint" => Command::Hint(some),
            "w" | "why" => number(
                rest,
                "w takes a number: w 2 is its second last decision",
                |n| Command::Why(n.unwrap_or(1)),
            ),
            "s" | "save" => Command::Save {
                path: some.map(PathBuf::from),
                over: false,
            },
            "s!" | "save!" => Command::Save {
                path: some.map(PathBuf::from),
                over: true,
            },
            "l" | "log" => Command::Log { all: rest == "all" },
            "b" | "board" => board(rest),
            "m" | "map" => Command::Map,
            "legal" => Command::Legal,
            "resign" => Command::Resign,
            "q" | "quit" | "exit" => Command::Quit,
            _ => Command::Action(line.into()),
        }
    }
}

fn number(rest: &str, unclear: &'static str, make: impl Fn(Option<usize>) -> Command) -> Command {
    if rest.is_empty() {
        return make(None);
    }
    match rest.parse() {
        Ok(number) if number > 0 => make(Some(number)),
        _ => Command::Unclear(unclear),
    }
}

fn board(rest: &str) -> Command {
    if rest.is_empty() {
        return Command::Board(None);
    }
    match rest.parse() {
        Ok(hex) => Command::Board(Some(hex)),
        Err(_) => Command::Unclear("b takes a hex: b 2,-1 shows the board around it"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_from_actions() {
        assert_eq!(
            Command::parse(" G1:move:2 "),
            Command::Action("G1:move:2".into())
        );
        assert_eq!(Command::parse("17"), Command::Action("17".into()));
        assert_eq!(
            Command::parse("H uct:sims=9"),
            Command::Hint(Some("uct:sims=9".into()))
        );
        assert_eq!(Command::parse("w"), Command::Why(1));
        assert_eq!(
            Command::parse("b 2,-1"),
            Command::Board(Some(Hex::new(2, -1)))
        );
        assert!(matches!(Command::parse("b there"), Command::Unclear(_)));
        assert!(matches!(Command::parse("w 0"), Command::Unclear(_)));
        assert_eq!(Command::parse(""), Command::Again);
    }

    #[test]
    fn the_help_fits_on_a_screen() {
        let all = HELP.lines().chain(AT_TABLE_HELP.lines());
        assert!(all.into_iter().all(|line| line.len() <= 80));
    }
}
