//! The loop of the terminal game.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use moonbase_agents::{AgentSpec, Decision};
use moonbase_engine::Seat;

use super::command::{Command, HELP};
use super::input::{Lines, Typed};
use super::open::Table;
use super::screen::{self, entry_lines, legal_list};
use super::{Finish, Left, Look, MakeAgent, PlayOptions, replay_line, resume_line};
use crate::draw::{Draw, Room};
use crate::explain::explain;
use crate::ink::{Ink, Line, wrap};
use crate::session::{Ending, Session, SessionError, SharedAgent, Thinking, Waiting};

/// How often the sign of thinking is renewed.
const BEAT: Duration = Duration::from_millis(100);

/// How much of the log is shown unasked.
const RECENT: usize = 20;

/// Where a game goes on after something was typed.
enum Next {
    /// Ask again, with the screen shown anew or not.
    Ask {
        anew: bool,
    },
    /// The position has changed.
    GoOn,
    Leave(Left),
}

type Reply = io::Result<Next>;

const ASK: Reply = Ok(Next::Ask { anew: false });

pub(super) struct Face<'a, G: Draw, W: Write> {
    session: Session<G>,
    save: PathBuf,
    make: MakeAgent<G>,
    hint: AgentSpec,
    look: Look,
    input: Lines,
    output: &'a mut W,
    stop: &'a AtomicBool,
    /// Steps already told.
    told: usize,
    /// The stage last told.
    stage: String,
}

impl<'a, G: Draw, W: Write> Face<'a, G, W> {
    pub(super) fn new(
        table: Table<G>,
        options: &PlayOptions,
        make: MakeAgent<G>,
        input: Lines,
        output: &'a mut W,
        stop: &'a AtomicBool,
    ) -> Self {
        let Table { session, save } = table;
        let told = session.steps().len();
        Face {
            session,
            save,
            make,
            hint: options.hint.clone(),
            look: options.look.within_reason(),
            input,
            output,
            stop,
            told,
            stage: String::new(),
        }
    }

    /// Plays until the player leaves; the game is then saved, as far as there is anything to save.
    pub(super) fn run(&mut self) -> Finish {
        let left = self
            .greet()
            .and_then(|()| self.go_on())
            .unwrap_or(Left::OutputGone);
        let keep = self.session.steps().iter().any(|step| step.is_choice());
        if keep && left != Left::Quit && self.session.is_unsaved() {
            self.session.save_by_itself();
        }
        // Whoever is gone need not be told.
        let _ = self.farewell();
        let saved = (!self.session.is_unsaved() && self.save.exists()).then(|| self.save.clone());
        Finish { left, saved }
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
        ))
    }

    /// The loop: dice and agents by themselves, people at the prompt.
    fn go_on(&mut self) -> io::Result<Left> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(Left::Stopped);
            }
            let next = match self.session.waiting() {
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

    fn prompt(&mut self, who: &str) -> io::Result<Typed> {
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
            Typed::Line(line) => writeln!(self.output, "{line}")?,
            Typed::End | Typed::Stop => writeln!(self.output)?,
        }
        Ok(typed)
    }

    fn obey(&mut self, command: Command) -> Reply {
        match command {
            Command::Action(word) => self.act(&word),
            Command::Undo => self.change(Session::undo, "Taken back."),
            Command::Redo => self.change(Session::redo, "Played again."),
            Command::Hint(spec) => self.advise(spec),
            Command::Why(back) => self.why(back),
            Command::Save { path, over } => self.store(path, over),
            Command::Resign => self.change(|session| session.resign().map(|_| ()), "Given up."),
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

    fn change(
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

    fn refuse(&mut self, error: &SessionError) -> Reply {
        self.warn(&error.to_string())?;
        ASK
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
            Ok(()) => Ok(Next::GoOn),
            Err(error) => {
                // An agent that fails would fail again.
                self.warn(&error.to_string())?;
                Ok(Next::Leave(Left::Stopped))
            }
        }
    }

    /// Shows that an agent thinks until it has decided; `None` if the stop flag was raised.
    #[allow(clippy::type_complexity)]
    fn watch(
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

    fn advise(&mut self, spec: Option<String>) -> Reply {
        let agent = spec.map_or(Ok(self.hint.clone()), |spec| spec.parse());
        let agent = match agent.and_then(|spec| (self.make)(&spec)) {
            Ok(agent) => agent,
            Err(error) => {
                self.warn(&error.to_string())?;
                return ASK;
            }
        };
        let agent: SharedAgent<G> = Arc::new(Mutex::new(agent));
        let thinking = self.session.consult(&agent);
        let name = thinking.agent().to_string();
        match self.watch(&thinking, "The adviser")? {
            Ok(Some(decision)) => {
                if let Waiting::Human(seat) = self.session.waiting() {
                    let position = self.session.position();
                    let lines = explain(position, seat, &format!("Hint of {name}"), &decision);
                    self.paragraphs(lines)?;
                }
                ASK
            }
            Ok(None) => Ok(Next::Leave(Left::Stopped)),
            Err(error) => self.refuse(&error),
        }
    }

    /// Explains the agents' decision that many back.
    fn why(&mut self, back: usize) -> Reply {
        let decisions = self.session.steps().iter().rev();
        let mut thought =
            decisions.filter_map(|step| Some((step, step.played.seat()?, step.decision.as_ref()?)));
        let lines = thought.nth(back - 1).map(|(step, seat, decision)| {
            explain(&step.before, seat, self.session.player(seat), decision)
        });
        match lines {
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
        if path != self.save && path.exists() && !over {
            let path = path.display();
            self.warn(&format!("{path} exists; s! {path} writes over it"))?;
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

    fn quit(&mut self) -> Reply {
        if !self.session.is_unsaved() {
            return Ok(Next::Leave(Left::Quit));
        }
        let save = self.save.display().to_string();
        self.say(format!(
            "Save the game? Enter or y: in {save}; n: no; or another file's name."
        ))?;
        let answer = match self.prompt("Save")? {
            Typed::Line(line) => line,
            Typed::End => return Ok(Next::Leave(Left::EndOfInput)),
            Typed::Stop => return Ok(Next::Leave(Left::Stopped)),
        };
        let path = match answer.trim() {
            "n" | "no" => return Ok(Next::Leave(Left::Quit)),
            "" | "y" | "yes" => None,
            name => Some(PathBuf::from(name)),
        };
        self.store(path, false)?;
        let saved = !self.session.is_unsaved();
        Ok(if saved {
            Next::Leave(Left::Quit)
        } else {
            Next::Ask { anew: false }
        })
    }

    /// The end: the result, and what can still be done.
    fn close(&mut self, ending: Ending) -> Reply {
        self.tell()?;
        let room = Room::new(self.look.width, self.look.height - 8);
        self.show(screen::board(self.session.position(), self.look, room))?;
        let result = ending_words::<G>(ending);
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

    fn farewell(&mut self) -> io::Result<()> {
        if let Some(error) = self.session.take_autosave_error() {
            self.warn(&error.to_string())?;
        }
        if self.save.exists() && !self.session.is_unsaved() {
            self.say(format!("The game is saved in {}.", self.save.display()))?;
            if !matches!(self.session.waiting(), Waiting::Over(_)) {
                let line = resume_line(self.session.preset(), &self.save);
                self.say(format!("To go on with it:    {line}"))?;
            }
            let line = replay_line(&self.save);
            self.say(format!("To see it again:     {line}"))?;
        }
        self.output.flush()
    }

    /// Tells what has happened since it was last told.
    fn tell(&mut self) -> io::Result<()> {
        let mut lines = Vec::new();
        for step in &self.session.steps()[self.told..] {
            let stage = step.before.stage();
            if stage != self.stage {
                lines.push(headline(&stage));
                self.stage = stage;
            }
            lines.extend(entry_lines(&step.entry(), self.look.width));
        }
        self.told = self.session.steps().len();
        self.show(lines)?;
        if let Some(error) = self.session.take_autosave_error() {
            self.warn(&format!("the game goes on, but {error}"))?;
        }
        Ok(())
    }

    fn log(&mut self, all: bool) -> io::Result<()> {
        let steps = self.session.steps();
        let from = if all {
            0
        } else {
            steps.len().saturating_sub(RECENT)
        };
        let (mut lines, mut stage) = (Vec::new(), String::new());
        for step in &steps[from..] {
            let now = step.before.stage();
            if now != stage {
                lines.push(headline(&now));
                stage = now;
            }
            lines.extend(entry_lines(&step.entry(), self.look.width));
        }
        if steps.is_empty() {
            lines.push(Line::from("Nothing has happened yet."));
        }
        self.show(lines)
    }

    fn help(&mut self) -> io::Result<()> {
        self.show(HELP.lines().map(Line::from).collect())?;
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
                        .and(Ink::Plain, title)
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

    fn show(&mut self, lines: Vec<Line>) -> io::Result<()> {
        for line in lines {
            writeln!(self.output, "{}", line.render(self.look.colour))?;
        }
        self.output.flush()
    }

    fn say(&mut self, text: impl Into<String>) -> io::Result<()> {
        let lines = wrap(&text.into(), self.look.width, 0);
        self.show(lines.into_iter().map(Line::from).collect())
    }

    /// Sentences, each with its own indent.
    fn paragraphs(&mut self, texts: Vec<String>) -> io::Result<()> {
        for text in texts {
            let indent = text.len() - text.trim_start().len();
            if text.chars().count() <= self.look.width {
                self.show(vec![Line::from(text)])?;
                continue;
            }
            let rows = wrap(&text, self.look.width - indent, 2);
            let rows = rows
                .into_iter()
                .map(|row| Line::from(" ".repeat(indent) + &row));
            self.show(rows.collect())?;
        }
        Ok(())
    }

    fn warn(&mut self, text: &str) -> io::Result<()> {
        let lines = wrap(text, self.look.width, 2);
        self.show(
            lines
                .into_iter()
                .map(|line| Line::new().and(Ink::Warning, line))
                .collect(),
        )
    }
}

fn headline(stage: &str) -> Line {
    Line::new().and(Ink::Key, format!("-- {stage} --"))
}

fn ending_words<G: Draw>(ending: Ending) -> String {
    match ending {
        Ending::Outcome(outcome) => G::outcome_words(&outcome),
        Ending::Resigned(seat) => {
            format!(
                "{} gives up: a win for {}.",
                G::seat_name(seat),
                G::seat_name(seat.other())
            )
        }
    }
}

/// A Markdown text in its chapters, each beginning with its title without signs.
fn chapters(text: &str) -> Vec<&str> {
    let parts = text.split("\n## ").skip(1);
    parts.map(str::trim).collect()
}
