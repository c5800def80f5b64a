//! Reports in the form that was asked for.

use std::path::Path;

use moonbase_eval::page::{Page, PageFormat};
use moonbase_models::files::write_whole;
use moonbase_play::files::check_writable;
use serde::Serialize;

use crate::args::{Form, FormatName};
use crate::failure::Failure;
use crate::output::with_stdout;
use std::fmt::Display;
use std::io::Write;

impl Form {
    /// The format that was asked for, in so many words or by the ending of the file's name.
    ///
    /// # Errors
    /// A file's ending that says nothing.
    pub fn format(&self) -> Result<FormatName, Failure> {
        match (self.json, self.format, &self.out) {
            (true, _, _) => Ok(FormatName::Json),
            (_, Some(format), _) => Ok(format),
            (_, None, None) => Ok(FormatName::Text),
            (_, None, Some(path)) => by_ending(path),
        }
    }

    /// Checks beforehand that the report can be given.
    ///
    /// # Errors
    /// As [`Form::format`]; a place where no file can be written.
    pub fn check(&self) -> Result<(), Failure> {
        self.format()?;
        let out = self.out.as_deref();
        out.map_or(Ok(()), check_writable).map_err(Failure::input)
    }

    /// Prints the report, or writes its file and says so.
    ///
    /// # Errors
    /// As [`Form::format`]; a file that cannot be written.
    pub fn give(
        &self,
        report: &(impl Serialize + Display),
        page: impl FnOnce() -> Page,
    ) -> Result<(), Failure> {
        let text = match self.format()? {
            FormatName::Text => report.to_string(),
            FormatName::Json => format!("{}\n", serde_json::json!(report)),
            FormatName::Html => page().draw(PageFormat::Html),
            FormatName::Markdown => page().draw(PageFormat::Markdown),
            FormatName::Csv => page().draw(PageFormat::Csv),
        };
        let Some(path) = &self.out else {
            return with_stdout(|out| Ok(write!(out, "{text}")?));
        };
        let written = write_whole(path, text.as_bytes());
        let shown = path.display();
        written.map_err(|error| Failure::Failed(format!("cannot write {shown}: {error}")))?;
        with_stdout(|out| Ok(writeln!(out, "{shown} written")?))
    }
}

fn by_ending(path: &Path) -> Result<FormatName, Failure> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    match ending.map(str::to_ascii_lowercase).as_deref() {
        Some("txt") => Ok(FormatName::Text),
        Some("json") => Ok(FormatName::Json),
        Some("html" | "htm") => Ok(FormatName::Html),
        Some("md" | "markdown") => Ok(FormatName::Markdown),
        Some("csv") => Ok(FormatName::Csv),
        _ => Err(Failure::Input(format!(
            "the ending of {} names no format; give --format text, json, html, markdown or csv",
            path.display()
        ))),
    }
}
