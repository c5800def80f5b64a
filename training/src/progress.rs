//! What a run tells while it works.

use std::fmt;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

/// One finished iteration.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct IterationReport {
    /// From 1.
    pub iteration: u64,
    pub iterations: u64,
    pub games_per_second: f64,
    pub samples_per_second: f64,
    /// Means over both seats, see [`crate::learn::LossStats`].
    pub policy_loss: f64,
    pub value_error: f64,
    pub entropy: f64,
    /// Share of all cores' time that was used; NaN if the system does not tell.
    pub cpu: f64,
    /// Seconds until the last iteration, if all go on as on average so far.
    pub seconds_left: f64,
    /// Latest scores against fixed opponents, as `shado 71% random`.
    pub strength: String,
    /// Name and value of everything measured, as in `metrics.csv`.
    pub metrics: Vec<(String, f64)>,
}

impl fmt::Display for IterationReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (games, samples) = (self.games_per_second, self.samples_per_second);
        write!(f, "{games:.0} games/s, {samples:.0} samples/s")?;
        write!(f, ", loss {:.3}", self.policy_loss)?;
        write!(f, ", value error {:.3}", self.value_error)?;
        write!(f, ", entropy {:.2}", self.entropy)?;
        if self.cpu.is_finite() {
            write!(f, ", cpu {:.0}%", 100.0 * self.cpu)?;
        }
        match self.strength.as_str() {
            "" => Ok(()),
            strength => write!(f, ", {strength}"),
        }
    }
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
        self.message = report.to_string();
        self.bar.set_position(report.iteration * PARTS);
        self.bar.set_message(self.message.clone());
        if self.plain && self.last_line.elapsed() > LINE_EVERY {
            self.last_line = Instant::now();
            let (done, of) = (report.iteration, report.iterations);
            let left = HumanDuration(Duration::from_secs_f64(report.seconds_left.max(0.0)));
            eprintln!("iteration {done}/{of}, {left} left: {}", self.message);
        }
    }

    fn step(&mut self, done: u64) {
        self.bar.set_position(done * PARTS);
    }

    fn end(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_is_known() {
        let mut report = IterationReport {
            games_per_second: 12.4,
            samples_per_second: 3456.7,
            policy_loss: -0.5,
            value_error: 0.25,
            entropy: 1.5,
            cpu: f64::NAN,
            ..IterationReport::default()
        };
        let known = "12 games/s, 3457 samples/s, loss -0.500, value error 0.250, entropy 1.50";
        assert_eq!(report.to_string(), known);
        (report.cpu, report.strength) = (0.984, "shado 71% random".into());
        let all = format!("{known}, cpu 98%, shado 71% random");
        assert_eq!(report.to_string(), all);
    }
}
