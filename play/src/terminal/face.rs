//! The loop of the terminal game.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use moonbase_agents::{AgentSpec, Decision};
use moonbase_engine::Seat;

use super::at_table::{measure_line, why_line};
use super::command::Command;
use super::input::{Lines, Typed};
use super::open::{Table, going_news, saving_news};
use super::replies::story;
use super::screen;
use super::{Finish, Left, Look, MakeAgent, PlayOptions, ways_on};
use crate::draw::{Draw, Room};
use crate::ink::{Ink, Line, printable, wrap};
use crate::session::{Ending, Session, SessionError, Thinking, Waiting};
use crate::table::AtTable;

/// How often the sign of thinking is renewed.
const BEAT: Duration = Duration::from_millis(100);

/// Where a game goes on after something was typed.
pub(super) enum Next {
    /// Ask again, with the screen shown anew or not.
    Ask {
        anew: bool,
    },
    /// The position has changed.
    GoOn,
    Leave(Left),
}

pub(super) type Reply = io::Result<Next>;

pub(super) const ASK: Reply = Ok(Next::Ask { anew: false });

pub(super) struct Face<'a, G: Draw, W: Write> {
    pub(super) session: Session<G>,
    pub(super) save: PathBuf,
    pub(super) make: MakeAgent<G>,
    pub(super) hint: AgentSpec,
    pub(super) look: Look,
    pub(super) input: Lines,
    output: &'a mut W,
    stop: &'a AtomicBool,
    /// Steps already told.
    pub(super) told: usize,
    /// The stage last told.
    pub(super) stage: String,
    /// Are the dice and tiles real?
    pub(super) at_table: bool,
    /// Something to say at the beginning.
    pub(super) greeting: Option<String>,
    /// The file of the player's ratings.
    pub(super) player: Option<PathBuf>,
    /// Was the game over when it was opened? Then it has been counted.
    pub(super) was_over: bool,
}

impl<'a, G: AtTable, W: Write> Face<'a, G, W> {
    pub(super) fn new(
        table: Table<G>,
        options: &PlayOptions,
        make: MakeAgent<G>,
        input: Lines,
        output: &'a mut W,
        stop: &'a AtomicBool,
    ) -> Self {
        let Table {
            session,
            save,
            at_table,
        } = table;
        Face {
            told: session.steps().len(),
            was_over: session.ending().is_some(),
            session,
            save,
            make,
            hint: options.hint.clone(),
            look: options.look.within_reason(),
            input,
            output,
            stop,
            stage: String::new(),
            at_table,
            greeting: None,
            player: options.player.clone(),
        }
    }

    /// Plays until the player leaves; the game is then saved, as far as there is anything to save.
    pub(super) fn run(&mut self) -> Finish {
        let left = self
            .greet()
            .and_then(|()| self.go_on())
            .unwrap_or(Left::OutputGone);
        // A result that cannot be told is counted all the same.
        let _ = self.count_result();
        if self.session.has_choices() && left != Left::Quit && self.session.is_unsaved() {
            self.session.save_by_itself();
        }
        let news = saving_news(&mut self.session, &mut self.save);
        let saved = (!self.session.is_unsaved() && self.save.exists()).then(|| self.save.clone());
        // Whoever is gone need not be told.
        let _ = self.farewell(news.as_deref(), saved.as_deref());
        let lost = news.filter(|_| saved.is_none());
        Finish { left, saved, lost }
    }

    fn greet(&mut self) -> io::Result<()> {
        let seats =
            Seat::BOTH.map(|seat| format!("{} {}", G::seat_name(seat), self.session.player(seat)));
        let options = self.session.changed_options();
        let options = if options.is_empty() {
            String::new()
        } else {
            format!(" ({})", options.join(", "))
        };
        let (preset, seed) = (self.session.preset(), self.session.seed());
        self.say(format!(
            "{preset}{options}: {}; seed {seed}.",
            seats.join(", ")
        ))?;
        let save = self.save.display().to_string();
        self.say(format!(
            "Saved as you play in {save}. Type ? for help, rules for the rules."
        ))?;
        if let Some(greeting) = self.greeting.take() {
            self.say(greeting)?;
        }
        self.set_out()
    }

    /// The loop: dice and agents by themselves, people at the prompt.
    fn go_on(&mut self) -> io::Result<Left> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(Left::Stopped);
            }
            let next = match self.session.waiting() {
                Waiting::Dice if self.at_table => self.ask_dice()?,
                Waiting::Dice => match self.session.roll() {
                    Ok(_) => Next::GoOn,
                    Err(error) => self.refuse(&error)?,
                },
                Waiting::Agent(_) => self.let_think()?,
                Waiting::Human(_) => self.ask()?,
                Waiting::Over(ending) => self.close(ending)?,
            };
            if let Next::Leave(left) = next {
                return Ok(left);
            }
            self.tell()?;
        }
    }

    /// Shows the screen and takes commands until the position changes.
    fn ask(&mut self) -> Reply {
        let mut anew = true;
        loop {
            if anew {
                self.show(screen::screen(&self.session, self.look))?;
            }
            let who = self.session.position().to_move();
            let command = match self.prompt(who)? {
                Typed::Line(line) => Command::parse(&line),
                Typed::End => return Ok(Next::Leave(Left::EndOfInput)),
                Typed::Stop => return Ok(Next::Leave(Left::Stopped)),
            };
            match self.obey(command)? {
                Next::Ask { anew: again } => anew = again,
                next => return Ok(next),
            }
        }
    }

    pub(super) fn prompt(&mut self, who: &str) -> io::Result<Typed> {
        let prompt = Line::new().and(Ink::Strong, format!("{who}> "));
        write!(
            self.output,
            "{}",
            if self.look.colour {
                prompt.coloured()
            } else {
                format!("{who}> ")
            }
        )?;
        self.output.flush()?;
        let typed = self.input.next(self.stop);
        match &typed {
            Typed::Line(_) if self.look.live => {}
            // What was typed does not show.
            Typed::Line(line) => writeln!(self.output, "{}", printable(line))?,
            Typed::End | Typed::Stop => writeln!(self.output)?,
        }
        Ok(typed)
    }

    /// Lets the agent to move think, and carries out what it decides.
    fn let_think(&mut self) -> Reply {
        let who = self.session.position().to_move();
        let decided = match self.session.think() {
            Ok(thinking) => self.watch(&thinking, who)?,
            Err(error) => Err(error),
        };
        let done = match decided {
            Ok(Some(decision)) => self.session.accept(decision).map(|_| ()),
            Ok(None) => return Ok(Next::Leave(Left::Stopped)),
            Err(error) => Err(error),
        };
        match done {
            Ok(()) => {
                if self.at_table {
                    // It is about to be carried out with figures.
                    self.session.save_by_itself();
                }
                Ok(Next::GoOn)
            }
            Err(error) => {
                // An agent that fails would fail again.
                self.warn(&error.to_string())?;
                Ok(Next::Leave(Left::Stopped))
            }
        }
    }

    /// Shows that an agent thinks until it has decided; `None` if the stop flag was raised.
    #[allow(clippy::type_complexity)]
    pub(super) fn watch(
        &mut self,
        thinking: &Thinking<G>,
        who: &str,
    ) -> io::Result<Result<Option<Decision<G::Action>>, SessionError>> {
        let began = Instant::now();
        let mut shown = false;
        let decided = loop {
            match thinking.wait(BEAT) {
                Ok(None) if self.stop.load(Ordering::Relaxed) => break Ok(None),
                Ok(None) if self.look.live => {
                    let seconds = began.elapsed().as_secs_f32();
                    write!(
                        self.output,
                        "\r{who} ({}) thinks ... {seconds:.1} s",
                        thinking.agent()
                    )?;
                    self.output.flush()?;
                    shown = true;
                }
                Ok(None) => {}
                decided => break decided,
            }
        };
        if shown {
            write!(
                self.output,
                "\r{:width$}\r",
                "",
                width = self.look.width - 1
            )?;
        }
        Ok(decided)
    }

    /// The end: the result, and what can still be done.
    fn close(&mut self, ending: Ending) -> Reply {
        self.tell()?;
        let room = Room::new(self.look.width, self.look.height - 8);
        self.show(screen::board(self.session.position(), self.look, room))?;
        let result = ending.words::<G>();
        self.show(vec![Line::new().and(Ink::Strong, result)])?;
        if Seat::BOTH
            .into_iter()
            .all(|seat| !self.session.is_human(seat))
        {
            return Ok(Next::Leave(Left::Over(ending)));
        }
        self.say("u takes back, l all shows the log, w says why; Enter or q leaves.")?;
        loop {
            let command = match self.prompt("over")? {
                Typed::Line(line) => Command::parse(&line),
                Typed::End | Typed::Stop => return Ok(Next::Leave(Left::Over(ending))),
            };
            match command {
                Command::Again | Command::Quit => return Ok(Next::Leave(Left::Over(ending))),
                Command::Action(_) | Command::Hint(_) | Command::Legal => {
                    self.warn("the game is over: u takes back, Enter leaves")?;
                }
                command => match self.obey(command)? {
                    Next::Ask { .. } => {}
                    next => return Ok(next),
                },
            }
        }
    }

    fn farewell(&mut self, news: Option<&str>, saved: Option<&Path>) -> io::Result<()> {
        if let Some(news) = news {
            self.warn(news)?;
        }
        if let Some(path) = saved {
            let ways = ways_on(&self.session, path, "");
            ways.into_iter().try_for_each(|line| self.say(line))?;
        }
        self.output.flush()
    }

    /// Tells what has happened since it was last told.
    fn tell(&mut self) -> io::Result<()> {
        let steps = &self.session.steps()[self.told..];
        let mut lines = story(steps, &mut self.stage, self.look.width);
        if let (true, Some(step)) = (self.at_table, steps.last()) {
            lines.extend(measure_line(step, self.look.width));
            lines.extend(why_line(step, self.look.width).into_iter().flatten());
        }
        self.told = self.session.steps().len();
        self.show(lines)?;
        if let Some(news) = going_news(&mut self.session, &mut self.save) {
            self.warn(&news)?;
        }
        Ok(())
    }

    pub(super) fn show(&mut self, lines: Vec<Line>) -> io::Result<()> {
        for line in lines {
            writeln!(self.output, "{}", line.render(self.look.colour))?;
        }
        self.output.flush()
    }

    pub(super) fn say(&mut self, text: impl Into<String>) -> io::Result<()> {
        let lines = wrap(&text.into(), self.look.width, 0);
        self.show(lines.into_iter().map(Line::from).collect())
    }

    /// Sentences, each with its own indent.
    pub(super) fn paragraphs(&mut self, texts: Vec<String>) -> io::Result<()> {
        let lines = texts.into_iter().map(Line::from);
        self.show(
            lines
                .flat_map(|line| line.broken(self.look.width))
                .collect(),
        )
    }

    pub(super) fn warn(&mut self, text: &str) -> io::Result<()> {
        let lines = wrap(&printable(text), self.look.width, 2);
        self.show(
            lines
                .into_iter()
                .map(|line| Line::new().and(Ink::Warning, line))
                .collect(),
        )
    }
}
