//! The clock of a search in limited time.

use std::time::{Duration, Instant};

/// The clock is looked at after so many pieces of work at the latest.
const LOOK_EVERY: u64 = 64;

/// Says whether there is time for more work, piece by piece.
///
/// The deadline is an instant that is decided once. The clock is looked at as seldom as the pace allows: again when an eighth
/// of the time left will be gone, so that work of even pieces ends within half a piece of the deadline. Of pieces that are under way
/// at the same time each takes as many times longer than they come.
#[derive(Clone, Debug)]
pub struct Clock {
    started: Instant,
    deadline: Option<Instant>,
    now: fn() -> Instant,
    /// Pieces under way at the same time.
    at_once: usize,
    /// The piece before which the clock is looked at next.
    next_look: u64,
    /// Pieces that there was time for at the last look.
    time_for: Option<u64>,
}

impl Clock {
    /// Starts; without a limit there is always time.
    pub fn start(limit: Option<Duration>) -> Self {
        let started = Instant::now();
        Clock {
            started,
            deadline: limit.map(|limit| started + limit),
            now: Instant::now,
            at_once: 1,
            next_look: 1,
            time_for: None,
        }
    }

    /// So many pieces are under way at the same time, on threads or in a batch.
    pub fn at_once(self, pieces: usize) -> Clock {
        Clock {
            at_once: pieces,
            ..self
        }
    }

    /// The work begins only now; the deadline stays.
    pub fn restart(&mut self) {
        self.started = (self.now)();
    }

    /// After so many pieces of work: is there time for half a piece more?
    pub fn in_time(&mut self, done: u64) -> bool {
        match self.deadline {
            Some(deadline) => done < self.next_look || self.look(deadline, done),
            None => true,
        }
    }

    fn look(&mut self, deadline: Instant, done: u64) -> bool {
        let now = (self.now)();
        let each = (now - self.started).as_secs_f64() / done.max(1) as f64;
        let half = each * done.min(self.at_once as u64) as f64 / 2.0;
        let left = deadline.saturating_duration_since(now).as_secs_f64() - half;
        let time_for = (left / each.max(1e-9)) as u64;
        self.time_for = Some(time_for);
        let in_time = left > 0.0;
        // Time that is up stays up: whoever asks again is not told that it is too early to look.
        self.next_look = match in_time {
            true => done + (time_for / 8).clamp(1, LOOK_EVERY),
            false => 0,
        };
        in_time
    }

    /// Pieces that, at the pace then, there was time for at the last look; `None` without a limit, and before the first.
    pub fn time_for(&self) -> Option<u64> {
        self.time_for
    }

    /// How much of the time is used up: 0 to 1, and 0 without a limit.
    pub fn progress(&self) -> f64 {
        let Some(deadline) = self.deadline else {
            return 0.0;
        };
        let whole = deadline.saturating_duration_since(self.started);
        let share = self.elapsed().as_secs_f64() / whole.as_secs_f64().max(1e-9);
        share.min(1.0)
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Takes the time from elsewhere, and starts anew.
    #[cfg(test)]
    pub fn told_by(self, now: fn() -> Instant) -> Clock {
        let limit = self.deadline.map(|deadline| deadline - self.started);
        let started = now();
        Clock {
            started,
            deadline: limit.map(|limit| started + limit),
            now,
            ..self
        }
    }

    #[cfg(test)]
    pub fn with_time_for(self, pieces: u64) -> Clock {
        Clock {
            time_for: Some(pieces),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_limit_there_is_always_time() {
        let mut clock = Clock::start(None);
        assert!((0..1000).all(|done| clock.in_time(done)));
        assert_eq!((clock.time_for(), clock.progress()), (None, 0.0));
    }

    #[test]
    fn a_late_start_does_not_move_the_deadline() {
        let mut clock = Clock::start(Some(Duration::from_millis(4)));
        std::thread::sleep(Duration::from_millis(5));
        clock.restart();
        assert!(!clock.in_time(1));
        assert_eq!(clock.progress(), 1.0);
    }

    #[test]
    fn time_that_is_up_stays_up() {
        let mut clock = Clock::start(Some(Duration::from_millis(1)));
        std::thread::sleep(Duration::from_millis(2));
        assert!((0..5).all(|_| !clock.in_time(1)));
    }

    #[test]
    fn many_pieces_at_once_must_begin_earlier() {
        let mut clock = Clock::start(Some(Duration::from_millis(10))).at_once(8);
        std::thread::sleep(Duration::from_millis(7));
        // Eight in 7 ms, all at once, so that each took as long: less than half of that is left.
        assert!(!clock.in_time(8));
    }

    #[test]
    fn the_last_look_is_not_before_the_deadline() {
        let mut clock = Clock::start(Some(Duration::from_millis(3)));
        let mut done = 1;
        while clock.in_time(done) {
            done += 1;
        }
        // Less half a piece, which is next to nothing here.
        assert!(clock.elapsed() > Duration::from_micros(2900));
        assert!(clock.time_for() == Some(0));
    }
}
