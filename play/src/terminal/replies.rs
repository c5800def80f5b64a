//! What the player's commands do.

use std::io::{self, Write};
use std::path::PathBuf;

use super::Left;
use super::command::{AT_TABLE_HELP, Command, HELP};
use super::face::{ASK, Face, Next, Reply};
use super::input::Typed;
use super::screen::{self, entry_lines, legal_list};
use crate::draw::{Draw, Room};
use crate::explain::{explain, why};
use crate::ink::{Ink, Line};
use crate::session::{Session, SessionError, Step, Thinking, Waiting};
use crate::table::AtTable;

/// How much of the log is shown unasked, in steps.
const RECENT: usize = 20;

impl<G: AtTable, W: Write> Face<'_, G, W> {
    pub(super) fn obey(&mut self, command: Command) -> Reply {
        match command {
            Command::Action(word) => self.act(&word),
            Command::Back(back) if self.at_table => self.go_back(back),
            Command::Undo if self.at_table => self.go_back(1),
            Command::Answers if self.at_table => self.choose_answer(),
            Command::Back(_) | Command::Answers => {
                self.warn(
                    "back and answers are for games at a real table (--table); u takes back",
                )?;
                ASK
            }
            Command::Undo => self.change(Session::undo, "Taken back."),
            Command::Redo => self.play_again(),
            Command::Hint(spec) => self.advise(spec),
            Command::Why(back) => self.why(back),
            Command::Save { path, over } => self.store(path, over),
            Command::Resign => self.resign(),
            Command::Quit => self.quit(),
            command => self.inform(command),
        }
    }

    /// Commands that only show something.
    fn inform(&mut self, command: Command) -> Reply {
        let width = self.look.width;
        match command {
            Command::Help => self.help()?,
            Command::Rules(chapter) => self.rules(chapter)?,
            Command::Log { all } => self.log(all)?,
            Command::Board(focus) => {
                let room = Room {
                    focus,
                    ..Room::new(width, self.look.height - 2)
                };
                self.show(screen::board(self.session.position(), self.look, room))?;
            }
            Command::Map => self.show(screen::map(self.session.position(), self.look))?,
            Command::Legal => self.show(legal_list(&self.session))?,
            Command::Unclear(mend) => self.warn(mend)?,
            _ => return Ok(Next::Ask { anew: true }),
        }
        ASK
    }

    fn act(&mut self, word: &str) -> Reply {
        let done = self
            .session
            .find(word)
            .and_then(|action| self.session.act(action).map(|_| ()));
        match done {
            Ok(()) => Ok(Next::GoOn),
            Err(error) => self.refuse(&error),
        }
    }

    pub(super) fn change(
        &mut self,
        change: impl FnOnce(&mut Session<G>) -> Result<(), SessionError>,
        said: &str,
    ) -> Reply {
        match change(&mut self.session) {
            Ok(()) => {
                self.told = self.session.steps().len();
                self.stage.clear();
                self.say(said)?;
                Ok(Next::GoOn)
            }
            Err(error) => self.refuse(&error),
        }
    }

    pub(super) fn refuse(&mut self, error: &SessionError) -> Reply {
        self.warn(&error.to_string())?;
        ASK
    }

    /// Plays again what was taken back; at a real table that is to be done there, and so told.
    fn play_again(&mut self) -> Reply {
        let kept = self.session.steps().len();
        if !self.at_table {
            return self.change(Session::redo, "Played again.");
        }
        let reply = self.change(Session::redo, "Played again; do so on the table:")?;
        self.told = kept;
        Ok(reply)
    }

    /// Gives up, if it is meant.
    fn resign(&mut self) -> Reply {
        if let Err(error) = self.session.who_resigns() {
            return self.refuse(&error);
        }
        let typed = match self.prompt("Give up the game? y: yes; Enter: no")? {
            Typed::Line(line) => line,
            Typed::End => return Ok(Next::Leave(Left::EndOfInput)),
            Typed::Stop => return Ok(Next::Leave(Left::Stopped)),
        };
        match typed.trim().to_ascii_lowercase().as_str() {
            "y" | "yes" => self.change(|session| session.resign().map(|_| ()), "Given up."),
            _ => {
                self.say("Not given up.")?;
                ASK
            }
        }
    }

    fn advise(&mut self, spec: Option<String>) -> Reply {
        let Waiting::Human(seat) = self.session.waiting() else {
            return self.refuse(&SessionError::NoHint);
        };
        let thinking = match self.seek_advice(spec) {
            Ok(thinking) => thinking,
            Err(error) => return self.refuse(&error),
        };
        let name = format!("Hint of {}", thinking.agent());
        match self.watch(&thinking, "The adviser")? {
            Ok(Some(decision)) => {
                let lines = explain(self.session.position(), seat, &name, &decision);
                self.paragraphs(lines)?;
                ASK
            }
            Ok(None) => Ok(Next::Leave(Left::Stopped)),
            Err(error) => self.refuse(&error),
        }
    }

    /// The usual adviser, or one with this spec, at work.
    fn seek_advice(&mut self, spec: Option<String>) -> Result<Thinking<G>, SessionError> {
        let spec = match spec {
            Some(spec) => spec.parse()?,
            None => self.hint.clone(),
        };
        let adviser = (self.make)(&spec)?;
        Ok(self.session.advice(adviser)?.start())
    }

    /// Explains the agents' decision that many back.
    fn why(&mut self, back: usize) -> Reply {
        match why(&self.session, back - 1) {
            Some(lines) => self.paragraphs(lines)?,
            None => {
                self.warn("no agent has decided so often since the game was begun or loaded")?
            }
        }
        ASK
    }

    /// Saves to a file; another game's file only if told so.
    fn store(&mut self, path: Option<PathBuf>, over: bool) -> Reply {
        let path = path.unwrap_or_else(|| self.save.clone());
        let others = match path == self.save {
            true => self
                .session
                .is_file_changed()
                .then_some("was changed by somebody else"),
            false => path.exists().then_some("exists"),
        };
        if let (Some(fault), false) = (others, over) {
            let path = path.display();
            self.warn(&format!("{path} {fault}; s! {path} writes over it"))?;
            return ASK;
        }
        match self.session.save(&path) {
            Ok(()) => {
                self.say(format!("Saved in {}.", path.display()))?;
                self.session.set_autosave(Some(path.clone()));
                self.save = path;
                ASK
            }
            Err(error) => self.refuse(&error),
        }
    }

    /// Leaves; asks first whether to save, if there is anything to save.
    fn quit(&mut self) -> Reply {
        if !self.session.is_unsaved() {
            return Ok(Next::Leave(Left::Quit));
        }
        let path = loop {
            let save = self.save.display().to_string();
            self.say(format!(
                "Save the game? Enter or y: in {save}; n: no; c: play on; or another file's name, with a dot in it."
            ))?;
            let answer = match self.prompt("Save")? {
                Typed::Line(line) => line,
                Typed::End => return Ok(Next::Leave(Left::EndOfInput)),
                Typed::Stop => return Ok(Next::Leave(Left::Stopped)),
            };
            let answer = answer.trim();
            match answer.to_ascii_lowercase().as_str() {
                "n" | "no" => return Ok(Next::Leave(Left::Quit)),
                "c" | "cancel" => return Ok(Next::Ask { anew: true }),
                "" | "y" | "yes" => break None,
                name if name.contains('.') => break Some(PathBuf::from(answer)),
                _ => self.warn(&format!("`{answer}` is none of these"))?,
            }
        };
        self.store(path, false)?;
        let saved = !self.session.is_unsaved();
        Ok(if saved {
            Next::Leave(Left::Quit)
        } else {
            Next::Ask { anew: false }
        })
    }

    fn log(&mut self, all: bool) -> io::Result<()> {
        let steps = self.session.steps();
        let from = if all {
            0
        } else {
            steps.len().saturating_sub(RECENT)
        };
        let lines = story(&steps[from..], &mut String::new(), self.look.width);
        if lines.is_empty() {
            return self.say("Nothing has happened yet.");
        }
        self.show(lines)
    }

    fn help(&mut self) -> io::Result<()> {
        let legal = self.session.legal();
        let example = legal.first().map(|action| format!(" ({action})"));
        self.say(format!(
            "Type the number of an action, or its notation{}. Besides:",
            example.unwrap_or_default()
        ))?;
        self.show(HELP.lines().map(Line::from).collect())?;
        if self.at_table {
            self.show(AT_TABLE_HELP.lines().map(Line::from).collect())?;
        }
        self.show(G::legend())
    }

    /// The chapters of the rules, or one of them.
    fn rules(&mut self, chapter: Option<usize>) -> io::Result<()> {
        let chapters: Vec<&str> = chapters(G::rules());
        match chapter {
            None => {
                let titles = chapters.iter().enumerate().map(|(index, text)| {
                    let title = text.lines().next().unwrap_or_default();
                    Line::new()
                        .and(Ink::Key, format!("{:>3} ", index + 1))
                        .and(Ink::Plain, without_number(title))
                });
                let titles = titles.collect();
                self.show(titles)?;
                self.say("rules N shows a chapter.")
            }
            Some(number) => match chapters.get(number - 1) {
                Some(text) => self.show(text.lines().map(Line::from).collect()),
                None => self.warn(&format!("the rules have chapters 1 to {}", chapters.len())),
            },
        }
    }
}

/// Steps in words, with a headline where a new stage begins; `stage` is the one told last.
pub(crate) fn story<G: Draw>(steps: &[Step<G>], stage: &mut String, width: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    for step in steps {
        let now = step.before.stage();
        if now != *stage {
            lines.push(Line::new().and(Ink::Key, format!("-- {now} --")));
            *stage = now;
        }
        lines.extend(entry_lines(&step.entry(), width));
    }
    lines
}

/// A chapter's title without its number.
fn without_number(title: &str) -> &str {
    let digits = title.trim_start_matches(|c: char| c.is_ascii_digit());
    digits.strip_prefix(". ").unwrap_or(title)
}

/// A Markdown text in its chapters, each beginning with its title without signs.
fn chapters(text: &str) -> Vec<&str> {
    let parts = text.split("\n## ").skip(1);
    parts.map(str::trim).collect()
}
