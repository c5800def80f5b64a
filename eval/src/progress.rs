//! A progress bar for long work.

use indicatif::{ProgressBar, ProgressStyle};

use crate::solve::SolveProgress;

/// A bar on standard error, called as [`crate::Control::progress`] wants it; nothing is drawn where there is
/// no terminal. It clears itself when the work is done.
pub fn bar(label: &str) -> impl FnMut(u64, u64) + use<> {
    let bar = ProgressBar::no_length();
    let template = "{msg} [{bar:30}] {pos}/{len}, {eta} left";
    // The template is a constant of this file: it is well-formed, and a test draws it.
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.set_style(style.progress_chars("=> "));
    bar.set_message(label.to_string());
    move |done, total| {
        bar.set_length(total);
        bar.set_position(done);
        if done == total {
            bar.finish_and_clear();
        }
    }
}

/// A line about how far solving has come, called as [`crate::solve::solve`] wants it.
pub fn solving() -> impl FnMut(SolveProgress) + use<> {
    let line = ProgressBar::new_spinner();
    move |progress| {
        let SolveProgress {
            kept,
            bytes,
            seconds,
        } = progress;
        line.set_message(format!(
            "{kept} positions solved, {} MiB, {seconds:.0} s",
            bytes >> 20
        ));
        line.tick();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_is_well_formed_and_the_bar_runs_to_its_end() {
        assert!(ProgressStyle::with_template("{msg} [{bar:30}] {pos}/{len}, {eta} left").is_ok());
        let mut bar = bar("games");
        for done in 1..=3 {
            bar(done, 3);
        }
    }
}
