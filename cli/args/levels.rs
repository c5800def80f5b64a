//! `moonbase levels`

use clap::Args;

/// Lists the levels of the opponents, or measures each against the one below
///
/// The measurement prints a table in Markdown, and how much the first seat is worth. docs/levels.md holds the one that the
/// program knows.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  moonbase levels\n  moonbase levels --measure --game ufo --levels 2-5 --games 800"
)]
pub struct Levels {
    /// Plays the levels against each other
    #[arg(long)]
    pub measure: bool,
    /// Game or preset
    #[arg(long, default_value = "ufo", requires = "measure")]
    pub game: String,
    /// The levels to measure, each against the one below
    #[arg(long, value_name = "FROM-TO", default_value = "2-10", value_parser = range, requires = "measure")]
    pub levels: (usize, usize),
    /// Number of games for each level; an odd one is rounded up to full pairs
    #[arg(long, default_value_t = 100, requires = "measure")]
    pub games: u64,
    /// One seed, one result, for any number of threads
    #[arg(long, default_value_t = 1, requires = "measure")]
    pub seed: u64,
    /// Threads; by default one for each core
    #[arg(long, value_parser = super::threads, requires = "measure")]
    pub threads: Option<usize>,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

/// Reads `FROM-TO` or one level.
fn range(text: &str) -> Result<(usize, usize), String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let both = number(from).zip(number(to));
    let valid = both.filter(|(from, to)| 2 <= *from && from <= to && *to <= 10);
    valid.ok_or_else(|| "levels from 2 to 10 are needed, such as 2-5".into())
}
