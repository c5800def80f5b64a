//! `moonbase report`, and the forms that reports come in.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Prints what is in the database of a tournament, or of `moonbase balance`, or writes it as a page
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  moonbase report games.sqlite --luck\n  moonbase report games.sqlite --out games.html\n  moonbase report games.sqlite --format csv > games.csv\n  moonbase report games.sqlite --json"
)]
pub struct Report {
    /// A database that `moonbase tournament` or `moonbase balance` has made
    pub db: PathBuf,
    /// Replays all games of a tournament and takes their luck out of the scores: fewer games for the same interval; of pairings of ten pairs or more
    #[arg(long)]
    pub luck: bool,
    #[command(flatten)]
    pub form: Form,
}

/// The form in which a report is wanted, and where.
#[derive(Args, Debug)]
pub struct Form {
    /// The report's format; by default that of the ending of --out, or else text
    #[arg(long, value_enum, conflicts_with = "json")]
    pub format: Option<FormatName>,
    /// Writes the report into this file, whole, instead of printing it
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Prints JSON: the same as --format json
    #[arg(long)]
    pub json: bool,
}

/// A format of reports.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum FormatName {
    Text,
    Json,
    /// One page that needs nothing else
    Html,
    #[value(alias = "md")]
    Markdown,
    /// A line for each figure
    Csv,
}
