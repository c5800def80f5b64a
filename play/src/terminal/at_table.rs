//! The terminal beside a real table: dice and draws are asked for, and everything can be corrected.

use std::io::{self, Write};

use super::Left;
use super::command::Command;
use super::face::{ASK, Face, Next, Reply};
use super::input::Typed;
use super::screen;
use crate::draw::{Draw, Room};
use crate::ink::{Ink, Line, wrap};
use crate::session::{Ending, Session, Step, Waiting};
use crate::table::{Asked, AtTable, Question, Reading, reason};

/// Rows of the screen that are left free below the map.
const REST: usize = 8;

/// How many answers are listed to go back to.
const LISTED: usize = 20;

/// Columns before the words of the log.
const INDENT: usize = 13;

/// What came of a question.
enum Answered {
    With(u8),
    /// To the question before.
    Back,
    /// Something else was typed, and has been done.
    Else(Next),
}

impl<G: AtTable, W: Write> Face<'_, G, W> {
    /// How the table is set: for a new game in words, for one that goes on as a picture.
    pub(super) fn set_out(&mut self) -> io::Result<()> {
        if !self.at_table {
            return Ok(());
        }
        if self.session.steps().is_empty() {
            let lines = self.session.position().setting_out();
            lines.into_iter().try_for_each(|line| self.say(line))?;
            return self.say("(m shows the whole map.)");
        }
        self.say("The table should look as the map says (m shows all of it).")?;
        match self.session.waiting() {
            // These show it anyway.
            Waiting::Human(_) | Waiting::Over(_) => Ok(()),
            Waiting::Dice | Waiting::Agent(_) => {
                let room = Room::new(self.look.width, self.look.height - REST);
                self.show(screen::board(self.session.position(), self.look, room))
            }
        }
    }

    /// Asks for what was rolled or drawn, in small steps, until an outcome is known.
    pub(super) fn ask_dice(&mut self) -> Reply {
        let mut answers: Vec<u8> = Vec::new();
        loop {
            let question = match self.session.position().ask(&answers) {
                Asked::Question(question) => question,
                Asked::Outcome(outcome) => {
                    return match self.session.resolve(outcome) {
                        Ok(_) => Ok(Next::GoOn),
                        Err(error) => self.refuse(&error),
                    };
                }
            };
            self.show(question_lines(&question, self.look.width))?;
            match self.answer(&question, answers.is_empty())? {
                Answered::With(answer) => answers.push(answer),
                Answered::Back => {
                    answers.pop();
                }
                Answered::Else(Next::Ask { .. }) => {}
                Answered::Else(next) => return Ok(next),
            }
        }
    }

    /// What is typed until it is an answer, or leads away. What is no answer and no command is refused.
    fn answer(&mut self, question: &Question, first: bool) -> io::Result<Answered> {
        let who = match question.reading {
            Reading::Pick { .. } => "table",
            _ => "dice",
        };
        loop {
            let line = match self.prompt(who)? {
                Typed::Line(line) => line,
                Typed::End => return Ok(Answered::Else(Next::Leave(Left::EndOfInput))),
                Typed::Stop => return Ok(Answered::Else(Next::Leave(Left::Stopped))),
            };
            let refused = match question.reading.read(&line) {
                Ok(answer) => return Ok(Answered::With(answer)),
                Err(refused) => refused,
            };
            match Command::parse(&line) {
                Command::Action(_) => self.warn(&refused.to_string())?,
                Command::Again => return Ok(Answered::Else(Next::Ask { anew: true })),
                Command::Back(1) | Command::Undo if !first => return Ok(Answered::Back),
                Command::Hint(_) | Command::Legal => {
                    self.warn("the dice decide: roll or draw, and type what came")?;
                }
                command => match self.obey(command)? {
                    Next::Ask { anew: false } => {}
                    next => return Ok(Answered::Else(next)),
                },
            }
        }
    }

    /// Goes back to before the answer given that many answers ago, and says what to undo on the table.
    pub(super) fn go_back(&mut self, back: usize) -> Reply {
        if let Waiting::Over(Ending::Resigned(_)) = self.session.waiting() {
            return self.change(Session::undo, "Not given up after all.");
        }
        let answers = self.session.answers();
        let Some(nth) = answers.len().checked_sub(back) else {
            let said = match answers.len() {
                0 => "there is no answer yet to go back to".to_string(),
                count => format!("answers given so far: {count}; back {count} is the first"),
            };
            self.warn(&said)?;
            return ASK;
        };
        let width = self.look.width;
        let taken = match self.session.back_to(answers[nth]) {
            Ok(taken) => undo_lines(taken, width),
            Err(error) => return self.refuse(&error),
        };
        self.told = self.session.steps().len();
        self.stage.clear();
        self.say("Undo on the table, the latest first:")?;
        self.show(taken)?;
        Ok(Next::GoOn)
    }

    /// Lists the last answers, and goes back to the one that is chosen.
    pub(super) fn choose_answer(&mut self) -> Reply {
        let answers = self.session.answers();
        if answers.is_empty() {
            return self.go_back(1);
        }
        let recent = answers.iter().rev().take(LISTED).enumerate();
        let row = |(back, step): (usize, &usize)| {
            let entry = self.session.steps()[*step].entry();
            let row = Line::new().and(Ink::Key, format!("{:>4} ", back + 1));
            let row = row.and(Ink::Faint, format!("{:>11}  ", entry.who));
            row.and(Ink::Plain, entry.words).cut_to(self.look.width)
        };
        let rows: Vec<Line> = recent.map(row).collect();
        self.show(rows.into_iter().rev().collect())?;
        let typed = match self.prompt("Back to which (Enter: none)")? {
            Typed::Line(line) => line,
            Typed::End => return Ok(Next::Leave(Left::EndOfInput)),
            Typed::Stop => return Ok(Next::Leave(Left::Stopped)),
        };
        match typed.trim() {
            "" => ASK,
            number => match number.parse() {
                Ok(back) if back > 0 => self.go_back(back),
                _ => {
                    self.warn(&format!("`{number}` is no number of the list"))?;
                    ASK
                }
            },
        }
    }
}

/// The question, what the rules make of it, and what can be picked.
fn question_lines(question: &Question, width: usize) -> Vec<Line> {
    let text = wrap(&question.line(), width, 2).into_iter();
    let mut lines: Vec<Line> = text.map(|row| Line::new().and(Ink::Strong, row)).collect();
    let note = match &question.reading {
        Reading::Pick { .. } => format!("The number or the name; {}", question.note),
        _ => question.note.clone(),
    };
    let note = wrap(&note, width - 2, 0).into_iter();
    let note = note.filter(|row| !row.is_empty());
    lines.extend(note.map(|row| Line::from("  ").and(Ink::Faint, row)));
    if let Reading::Pick { picks, .. } = &question.reading {
        let longest = picks.iter().map(|pick| pick.name.len()).max().unwrap_or(0);
        let rows = picks.iter().enumerate().map(|(place, pick)| {
            let row = Line::new().and(Ink::Key, format!("{:>4} ", place + 1));
            let row = row.and(Ink::Strong, format!("{:<longest$}  ", pick.name));
            row.and(Ink::Plain, pick.words.clone()).cut_to(width)
        });
        lines.extend(rows);
    }
    lines
}

/// Steps that were taken back, the latest first, in the words in which they were told.
fn undo_lines<G: Draw>(steps: &[Step<G>], width: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    for step in steps.iter().rev() {
        let entry = step.entry();
        for told in entry.news.iter().rev().chain([&entry.words]) {
            let rows = wrap(told, width - 4, 2).into_iter().enumerate();
            lines.extend(rows.map(|(row, words)| {
                let bullet = if row == 0 { "  - " } else { "    " };
                Line::new().and(Ink::Mark, bullet).and(Ink::Plain, words)
            }));
        }
    }
    lines
}

/// What is to be measured on the table, below the words of what was played.
pub(super) fn measure_line<G: AtTable>(step: &Step<G>, width: usize) -> Option<Line> {
    let measured = step.before.measured(step.played);
    let line = Line::from(" ".repeat(INDENT));
    (!measured.is_empty()).then(|| line.and(Ink::Plain, measured).cut_to(width))
}

/// Why an agent did what it did, below the words of it.
pub(super) fn why_line<G: Draw>(step: &Step<G>, width: usize) -> Option<Vec<Line>> {
    let seat = step.played.seat()?;
    let reason = reason(&step.before, seat, step.decision.as_ref()?)?;
    let rows = wrap(&reason, width - INDENT, 2).into_iter();
    let rows = rows.map(|row| Line::from(" ".repeat(INDENT)).and(Ink::Faint, row));
    Some(rows.collect())
}
