//! How busy this process keeps the processors.

use std::time::Instant;

use moonbase_eval::work::all_cores;

/// Tells the share of all cores' time that this process uses.
#[derive(Clone, Copy, Debug)]
pub struct Meter {
    begun: Instant,
    used: Option<f64>,
    share: f64,
}

/// Shares are of so many seconds at least: the system counts in hundredths.
const SPAN: f64 = 1.0;

impl Meter {
    pub fn start() -> Meter {
        Meter {
            begun: Instant::now(),
            used: processor_seconds(),
            share: f64::NAN,
        }
    }

    /// The share in [0, 1] since the last call that had something new to tell. NaN before the first second is
    /// over, and where the system tells nothing.
    pub fn share(&mut self) -> f64 {
        let seconds = self.begun.elapsed().as_secs_f64();
        if seconds >= SPAN {
            let now = Meter::start();
            let used = now.used.zip(self.used).map(|(now, then)| now - then);
            let share = used.map_or(f64::NAN, |used| used / (seconds * all_cores() as f64));
            *self = Meter { share, ..now };
        }
        self.share
    }
}

/// Ticks in a second of the times in `/proc`, the same on every Linux that programs see.
const TICKS: f64 = 100.0;

/// Processor time of all threads of this process so far, in user and kernel mode; to a hundredth of a second.
/// `None` where there is no `/proc`, as it is outside Linux.
fn processor_seconds() -> Option<f64> {
    ticks(&std::fs::read_to_string("/proc/self/stat").ok()?).map(|ticks| ticks / TICKS)
}

/// Fields 14 and 15 of proc_pid_stat(5). The second field, the program's name, is in brackets and may hold spaces.
fn ticks(stat: &str) -> Option<f64> {
    let (_, after_name) = stat.rsplit_once(')')?;
    let mut fields = after_name.split_whitespace().skip(11);
    let mut next = || fields.next()?.parse::<f64>().ok();
    Some(next()? + next()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_are_found_behind_any_name() {
        let stat = "7 (a (b) c) S 1 7 7 0 -1 4194304 90 0 1 0 250 30 0 0 20 0 4 0 100 1000 50";
        assert_eq!(ticks(stat), Some(280.0));
        assert_eq!(ticks("7 (name) S 1"), None);
        assert_eq!(ticks(""), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn work_is_seen() {
        let before = processor_seconds().unwrap();
        let mut number = 1u64;
        while processor_seconds().unwrap() < before + 0.03 {
            number = std::hint::black_box(number.wrapping_mul(3));
        }
        let mut meter = Meter {
            begun: Instant::now() - std::time::Duration::from_secs(2),
            used: Some(before),
            share: f64::NAN,
        };
        let share = meter.share();
        assert!(share > 0.0);
        // Nothing new within the next second.
        assert_eq!(meter.share(), share);
        assert!(Meter::start().share().is_nan());
    }
}
