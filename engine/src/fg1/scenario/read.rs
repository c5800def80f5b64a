//! Reading scenario files: lines, words and their places; the head and the map.

use super::super::field::Field;
use super::super::kind::Terrain;
use super::Scenario;
use super::bases::read_bases;
use crate::game::Seat;
use crate::hex::Hex;

/// At most so many objectives.
const MOST_OBJECTIVES: usize = 8;

/// A fault of a scenario file, where it is; lines and columns are counted from 1, columns in characters.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct ScenarioError {
    pub line: usize,
    pub column: usize,
    pub fault: String,
}

/// A word of the file, and where it begins.
#[derive(Clone, Copy)]
pub(super) struct Word<'t> {
    pub text: &'t str,
    pub line: usize,
    pub column: usize,
}

impl Word<'_> {
    /// The fault, at the word.
    pub fn fault<T>(self, fault: impl Into<String>) -> Result<T, ScenarioError> {
        Err(ScenarioError {
            line: self.line,
            column: self.column,
            fault: fault.into(),
        })
    }

    /// The word in a message: printable, and not too long.
    pub fn shown(self) -> String {
        shown(self.text)
    }

    /// A number in a range, spelled plainly.
    pub fn number(self, least: u16, most: u16) -> Result<u16, ScenarioError> {
        let parsed = self.text.parse::<u16>().ok();
        let plain = parsed.filter(|n| n.to_string() == self.text);
        match plain.filter(|n| (least..=most).contains(n)) {
            Some(number) => Ok(number),
            None => self.fault(format!(
                "{} is no number from {least} to {most}",
                self.shown()
            )),
        }
    }

    /// A name: letters, digits, `-`, `_`.
    pub fn name(self) -> Result<String, ScenarioError> {
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        match self.text.chars().all(fits) {
            true => Ok(self.text.into()),
            false => self.fault(format!(
                "{} is no name: letters, digits, - and _ only",
                self.shown()
            )),
        }
    }

    /// A hex on the board.
    pub fn hex(self, field: &Field) -> Result<Hex, ScenarioError> {
        let Ok(hex) = self.text.parse::<Hex>() else {
            return self.fault(format!("{} is no hex; write Q,R", self.shown()));
        };
        match field.cell(hex) {
            Some(_) => Ok(hex),
            None => self.fault(format!("hex {hex} is off the board")),
        }
    }
}

/// Foreign text in a message: printable, and not too long.
fn shown(text: &str) -> String {
    const MOST: usize = 24;
    let cut: String = text.chars().take(MOST).collect();
    let dots = if cut.len() < text.len() { "..." } else { "" };
    format!("`{}{dots}`", cut.escape_debug())
}

/// The lines that count, one after another.
pub(super) struct Lines<'t> {
    rest: std::vec::IntoIter<(usize, &'t str)>,
    /// The number of the line after the last.
    end: usize,
}

impl<'t> Lines<'t> {
    fn new(text: &'t str) -> Lines<'t> {
        let counts = |(_, line): &(usize, &str)| !line.is_empty() && !line.starts_with('#');
        let lines: Vec<_> = (1..).zip(text.lines()).filter(counts).collect();
        Lines {
            rest: lines.into_iter(),
            end: text.lines().count() + 1,
        }
    }

    /// The next line, and its number.
    fn next(&mut self, wanted: &str) -> Result<(usize, &'t str), ScenarioError> {
        self.rest.next().ok_or_else(|| ScenarioError {
            line: self.end,
            column: 1,
            fault: format!("the file ends; `{wanted}` is missing"),
        })
    }

    /// The first word of the next line, if there is one.
    fn peek(&self) -> Option<&'t str> {
        let line = self.rest.as_slice().first();
        line.and_then(|(_, line)| line.split(' ').next())
    }

    /// The words of the next line after the first, which must be that of `wanted`, as must their number.
    fn keyed<const N: usize>(&mut self, wanted: &str) -> Result<[Word<'t>; N], ScenarioError> {
        let words = self.words(wanted)?;
        let Ok(words) = <[Word; N]>::try_from(words.as_slice()) else {
            let at = words.get(N).or(words.last()).expect("a line has words");
            return at.fault(format!("write `{wanted}`, no more and no less"));
        };
        Ok(words)
    }

    /// The words of the next line after the first, which must be that of `wanted`.
    pub fn words(&mut self, wanted: &str) -> Result<Vec<Word<'t>>, ScenarioError> {
        let (line, text) = self.next(wanted)?;
        let mut words = split(line, text)?;
        let key = wanted.split(' ').next().unwrap_or_default();
        if words[0].text != key {
            let given = words[0].shown();
            return words[0].fault(format!("{given} stands where `{wanted}` is wanted"));
        }
        if words.len() == 1 && key != wanted {
            return words[0].fault(format!("write `{wanted}`"));
        }
        words.remove(0);
        Ok(words)
    }

    /// Nothing but bases may follow the bases.
    pub fn more(&self) -> bool {
        self.rest.len() > 0
    }
}

/// The words of a line that is not empty, one or more.
fn split(line: usize, text: &str) -> Result<Vec<Word<'_>>, ScenarioError> {
    let (mut words, mut column) = (Vec::new(), 1);
    for text in text.split(' ') {
        let word = Word { text, line, column };
        if text.is_empty() {
            return word.fault("one space too many: words are separated by single spaces");
        }
        words.push(word);
        column += text.chars().count() + 1;
    }
    Ok(words)
}

pub(super) fn read(text: &str) -> Result<Scenario, ScenarioError> {
    let mut lines = Lines::new(text);
    read_version(&mut lines)?;
    let [name] = lines.keyed("name NAME")?;
    let name = name.name()?;
    let first = read_first(&mut lines)?;
    let [most] = lines.keyed("max_initiatives N")?;
    let max_initiatives = most.number(1, 1000)?;
    let field = read_field(&mut lines)?;
    let objectives = read_objectives(&mut lines, &field)?;
    let bases = read_bases(&mut lines, &field)?;
    Ok(Scenario {
        text: text.into(),
        name,
        first,
        max_initiatives,
        field,
        objectives,
        bases,
    })
}

fn read_version(lines: &mut Lines) -> Result<(), ScenarioError> {
    let [version] = lines.keyed("fg1-scenario 1")?;
    match version.text {
        "1" => Ok(()),
        _ => version.fault(format!(
            "{} is no version that is known here: 1",
            version.shown()
        )),
    }
}

fn read_first(lines: &mut Lines) -> Result<Seat, ScenarioError> {
    let [side] = lines.keyed("first a")?;
    match side.text {
        "a" => Ok(Seat::First),
        "b" => Ok(Seat::Second),
        _ => side.fault(format!("{} is no side: a or b", side.shown())),
    }
}

fn read_field(lines: &mut Lines) -> Result<Field, ScenarioError> {
    let [width, height] = lines.keyed("size W H")?;
    let (width, height) = (width.number(2, 40)?, height.number(2, 40)?);
    let [] = lines.keyed("map")?;
    let rows: Result<Vec<_>, _> = (0..height).map(|_| read_row(lines, width)).collect();
    Ok(Field::new(usize::from(width), &rows?))
}

fn read_row(lines: &mut Lines, width: u16) -> Result<Vec<Terrain>, ScenarioError> {
    let (line, text) = lines.next("a row of the map")?;
    let at = |column| Word { text, line, column };
    let mut row = Vec::new();
    for (letter, column) in text.chars().zip(1..) {
        match Terrain::of_letter(letter) {
            Some(_) if row.len() == usize::from(width) => {
                return at(column).fault(format!("the row is longer than {width} letters"));
            }
            Some(terrain) => row.push(terrain),
            None => {
                let letter = shown(&letter.to_string());
                return at(column)
                    .fault(format!("{letter} is no terrain; write one of . b w s r W"));
            }
        }
    }
    match row.len() == usize::from(width) {
        true => Ok(row),
        false => at(row.len() + 1).fault(format!("the row has {} letters of {width}", row.len())),
    }
}

fn read_objectives(lines: &mut Lines, field: &Field) -> Result<Vec<Hex>, ScenarioError> {
    let mut objectives = Vec::new();
    while lines.peek() == Some("objective") {
        let [word] = lines.keyed("objective Q,R")?;
        let hex = word.hex(field)?;
        if objectives.contains(&hex) {
            return word.fault(format!("hex {hex} is an objective already"));
        }
        if objectives.len() == MOST_OBJECTIVES {
            return word.fault(format!("more than {MOST_OBJECTIVES} objectives"));
        }
        objectives.push(hex);
    }
    Ok(objectives)
}
