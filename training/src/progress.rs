//! What a run tells while it works.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// One finished iteration.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct IterationReport {
    /// From 1.
    pub iteration: u64,
    pub iterations: u64,
    pub games_per_second: f64,
    pub samples_per_second: f64,
    /// Latest scores against fixed opponents, as `shado 71% random`.
    pub strength: String,
    /// Name and value of everything measured, as in `metrics.csv`.
    pub metrics: Vec<(String, f64)>,
}

/// Listens to a run.
pub trait Progress {
    /// A stage begins, with so many steps of which some are done already.
    fn begin(&mut self, stage: &str, steps: u64, done: u64);
    /// A step of an iteration was done: `share` of the iteration in 0 to 1.
    fn within(&mut self, share: f64);
    fn iteration(&mut self, report: &IterationReport);
    /// So many steps of a stage without iterations are done.
    fn step(&mut self, done: u64);
    /// The stage is over.
    fn end(&mut self);
}

/// Says nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn begin(&mut self, _stage: &str, _steps: u64, _done: u64) {}
    fn within(&mut self, _share: f64) {}
    fn iteration(&mut self, _report: &IterationReport) {}
    fn step(&mut self, _done: u64) {}
    fn end(&mut self) {}
}

/// A progress bar on standard error; where that is no terminal, a line from time to time.
pub struct Bar {
    bar: ProgressBar,
    plain: bool,
    steps: u64,
    last_line: Instant,
    message: String,
}

/// Progress within a step is shown in so many parts.
const PARTS: u64 = 100;

/// Time between two lines where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(20);

impl Bar {
    pub fn new() -> Bar {
        Bar {
            bar: ProgressBar::hidden(),
            plain: !std::io::stderr().is_terminal(),
            steps: 0,
            last_line: Instant::now(),
            message: String::new(),
        }
    }
}

impl Default for Bar {
    fn default() -> Self {
        Bar::new()
    }
}

impl Progress for Bar {
    fn begin(&mut self, stage: &str, steps: u64, done: u64) {
        self.steps = steps;
        if self.plain {
            eprintln!("{stage}: {steps} steps");
            return;
        }
        let template = "{prefix} [{bar:24}] {percent:>3}% {elapsed} (left {eta}) {wide_msg}";
        let style = ProgressStyle::with_template(template);
        self.bar = ProgressBar::new(steps * PARTS);
        self.bar
            .set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        self.bar.set_prefix(stage.to_string());
        self.bar.set_position(done * PARTS);
        self.bar.reset_eta();
    }

    fn within(&mut self, share: f64) {
        let whole = self.bar.position() / PARTS * PARTS;
        let part = (share * PARTS as f64) as u64;
        self.bar.set_position(whole + part.min(PARTS - 1));
    }

    fn iteration(&mut self, report: &IterationReport) {
        self.message = format!("{:.0} games/s {}", report.games_per_second, report.strength);
        self.bar.set_position(report.iteration * PARTS);
        self.bar.set_message(self.message.clone());
        if self.plain && self.last_line.elapsed() > LINE_EVERY {
            self.last_line = Instant::now();
            let (done, of) = (report.iteration, report.iterations);
            eprintln!("iteration {done}/{of}: {}", self.message);
        }
    }

    fn step(&mut self, done: u64) {
        self.bar.set_position(done * PARTS);
    }

    fn end(&mut self) {
        self.bar.finish_and_clear();
    }
}
