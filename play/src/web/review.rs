//! A game looked at again, as a page is told of it, and kept beside the game's file.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use moonbase_agents::{AgentSpec, Playable};
use moonbase_engine::Seat;
use moonbase_engine::record::Record;
use moonbase_eval::Control;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::menu::called;
use super::table::TableError;
use crate::files::{read_text, write_text};
use crate::review::{Choice, Review, ReviewPlan, Side, Step, StepKind, review, signed};
use crate::words::Words;

/// Simulations for the positions of a game together; each gets its part of them, between these bounds. As many as that are spent on each
/// position that is looked at besides: after each outcome of a roll, and after what would have been better.
const SIMS: usize = 120_000;
const SIMS_EACH: (usize, usize) = (30, 500);

/// A game looked at again. Chances are those of the first seat to win, in percent.
#[derive(Serialize)]
pub struct ReviewView {
    pub judge: String,
    /// How many words of the game it is about.
    pub words: usize,
    pub first: &'static str,
    /// What a chance of 100% means, in words.
    pub full: String,
    /// How the game ended, if it did.
    pub outcome: Option<String>,
    /// Before each word, and after the last.
    pub chances: Vec<f64>,
    pub sides: [SideView; 2],
    pub turning_points: Vec<Told>,
    pub mistakes: Vec<Told>,
    /// How much the judge changed its mind, as a sentence.
    pub drift: String,
}

/// What one side did, in sentences.
#[derive(Serialize)]
pub struct SideView {
    pub name: &'static str,
    pub player: String,
    pub skill: String,
    pub luck: String,
    /// The same in points.
    pub given_away: f64,
    pub points: f64,
}

/// A word of the game that is worth a look.
#[derive(Serialize)]
pub struct Told {
    /// The word, counted from 0.
    pub number: usize,
    pub stage: String,
    /// The seat that chose; none for dice.
    pub seat: Option<u8>,
    pub words: String,
    pub notation: String,
    /// What it cost, or whose luck it was.
    pub worth: String,
    pub before: f64,
    pub after: f64,
    pub better: Option<Better>,
}

/// What would have been better.
#[derive(Serialize)]
pub struct Better {
    pub notation: String,
    pub words: String,
    pub why: Vec<String>,
}

/// How far a review has come.
#[derive(Default)]
pub struct Progress {
    done: AtomicU64,
    of: AtomicU64,
}

impl Progress {
    pub fn tell(&self, done: u64, of: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.of.store(of, Ordering::Relaxed);
    }

    /// The share that is done, 0 to 1.
    pub fn share(&self) -> f64 {
        let of = self.of.load(Ordering::Relaxed).max(1);
        self.done.load(Ordering::Relaxed) as f64 / of as f64
    }
}

/// Reviews a game with a judge that looks the less at each position the more there are; `None` if it was stopped.
///
/// # Errors
/// Nothing was played yet.
pub fn look_again<G: Words + Playable>(
    record: &Record,
    outcome: Option<String>,
    stop: &AtomicBool,
    progress: &Progress,
) -> Result<Option<ReviewView>, TableError> {
    let judge = judge(record.words().len());
    let plan = ReviewPlan::<G> {
        record,
        judge: &judge,
        seed: 1,
    };
    let mut control = Control {
        threads: 1,
        stop,
        progress: &mut |done, of| progress.tell(done, of),
    };
    let found = review::<G>(&plan, &mut control)?;
    Ok(found.map(|review| told::<G>(&review, outcome)))
}

fn judge(words: usize) -> AgentSpec {
    let (least, most) = SIMS_EACH;
    let sims = (SIMS / words.max(1)).clamp(least, most);
    AgentSpec::named("mcts").with("sims", sims)
}

/// The judge as the page calls it.
fn judge_words(judge: &str) -> String {
    match judge.strip_prefix("mcts:sims=") {
        Some(sims) => format!("a search of {sims} simulations a position"),
        None => judge.into(),
    }
}

fn told<G: Words>(review: &Review, outcome: Option<String>) -> ReviewView {
    let all = |places: &[usize]| places.iter().map(|p| entry::<G>(review, *p)).collect();
    ReviewView {
        judge: judge_words(&review.judge),
        words: review.steps.len(),
        first: G::seat_name(Seat::First),
        full: review.full.clone(),
        outcome,
        chances: review.chances.iter().copied().map(tenths).collect(),
        sides: Seat::BOTH.map(|seat| side(&review.sides[G::SEATS[seat]])),
        turning_points: all(&review.turning_points),
        mistakes: all(&review.mistakes()),
        drift: format!(
            "What neither choices nor dice explain: {} points, by which the judge changed its mind.",
            signed(review.drift)
        ),
    }
}

fn tenths(value: f64) -> f64 {
    (10.0 * value).round() / 10.0
}

fn side(side: &Side) -> SideView {
    let decisions = match side.decisions {
        1 => "1 decision".to_string(),
        count => format!("{count} decisions"),
    };
    let mistakes = match side.mistakes {
        0 => "none of them a mistake".to_string(),
        1 => "1 of them a mistake".to_string(),
        count => format!("{count} of them mistakes"),
    };
    SideView {
        name: side.name,
        player: side.player.as_deref().map(called).unwrap_or_default(),
        skill: format!(
            "gave away {:.1} points in {decisions}, {mistakes}",
            side.given_away
        ),
        luck: match tenths(side.luck) {
            0.0 => "the dice were even".into(),
            luck if luck > 0.0 => format!("the dice gave it {luck:.1} points"),
            luck => format!("the dice cost it {:.1} points", -luck),
        },
        given_away: tenths(side.given_away),
        points: tenths(side.luck),
    }
}

fn entry<G: Words>(review: &Review, number: usize) -> Told {
    let step = &review.steps[number];
    Told {
        number,
        stage: step.stage.clone(),
        seat: step.choice().and_then(seat_number::<G>),
        words: step.words.clone(),
        notation: step.word.clone(),
        worth: worth::<G>(step),
        before: tenths(review.chances[number]),
        after: tenths(review.chances[number + 1]),
        better: step.choice().and_then(better),
    }
}

fn seat_number<G: Words>(choice: &Choice) -> Option<u8> {
    let mut seats = Seat::BOTH.into_iter();
    let seat = seats.find(|seat| G::SEATS[*seat] == choice.seat)?;
    Some(seat.index() as u8)
}

fn worth<G: Words>(step: &Step) -> String {
    match &step.kind {
        StepKind::Decision(choice) => format!("gave away {:.1} points", choice.given_away),
        StepKind::Roll { luck } => {
            let lucky = match *luck >= 0.0 {
                true => Seat::First,
                false => Seat::Second,
            };
            let name = G::seat_name(lucky);
            format!("{:.1} points of luck for {name}", luck.abs())
        }
    }
}

fn better(choice: &Choice) -> Option<Better> {
    (!choice.why.is_empty()).then(|| Better {
        notation: choice.best.clone(),
        words: choice.best_words.clone(),
        why: choice.why.clone(),
    })
}

/// A review in its file, of one record and by one version of the program.
#[derive(Serialize, Deserialize)]
struct Kept {
    version: String,
    record: String,
    review: Value,
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The review in a file, if it is of this record.
pub fn kept(path: &Path, record: &str) -> Option<Value> {
    let kept: Kept = serde_json::from_str(&read_text(path).ok()?).ok()?;
    (kept.version == VERSION && kept.record == record).then_some(kept.review)
}

/// Keeps a review in a file. One that cannot be kept is made anew when it is asked for again.
pub fn keep(path: &Path, record: String, review: &Value) {
    let kept = Kept {
        version: VERSION.into(),
        record,
        review: review.clone(),
    };
    if let Ok(text) = serde_json::to_string(&kept) {
        let _ = write_text(path, &text);
    }
}

/// Raises a flag when it is dropped: whoever waited for something has gone.
#[derive(Default)]
pub struct Waiter(Arc<AtomicBool>);

impl Waiter {
    /// The flag.
    pub fn gone(&self) -> Arc<AtomicBool> {
        self.0.clone()
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longer_a_game_the_less_is_each_position_looked_at() {
        let sims = |words| judge(words).to_string();
        assert_eq!(sims(0), "mcts:sims=500");
        assert_eq!(sims(240), "mcts:sims=500");
        assert_eq!(sims(480), "mcts:sims=250");
        assert_eq!(sims(12_000), "mcts:sims=30");
    }

    #[test]
    fn a_review_is_kept_for_its_own_record() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.review");
        assert_eq!(kept(&path, "a record"), None);
        let review = serde_json::json!({"words": 3});
        keep(&path, "a record".into(), &review);
        assert_eq!(kept(&path, "a record"), Some(review));
        assert_eq!(kept(&path, "another record"), None);
        std::fs::write(&path, "{").unwrap();
        assert_eq!(kept(&path, "a record"), None, "a damaged file is no review");
    }

    #[test]
    fn luck_and_skill_are_told_in_words() {
        let side_of = |luck, mistakes| {
            side(&Side {
                name: "SHADO",
                decisions: 41,
                mistakes,
                given_away: 23.4,
                luck,
                ..Side::default()
            })
        };
        let lucky = side_of(12.0, 6);
        assert_eq!(
            lucky.skill,
            "gave away 23.4 points in 41 decisions, 6 of them mistakes"
        );
        assert_eq!(lucky.luck, "the dice gave it 12.0 points");
        assert_eq!(side_of(-3.2, 1).luck, "the dice cost it 3.2 points");
        assert_eq!(side_of(0.04, 0).luck, "the dice were even");
    }

    #[test]
    fn progress_is_a_share() {
        let progress = Progress::default();
        assert_eq!(progress.share(), 0.0);
        progress.tell(3, 12);
        assert_eq!(progress.share(), 0.25);
    }

    #[test]
    fn who_goes_raises_the_flag() {
        let waiter = Waiter::default();
        let gone = waiter.gone();
        assert!(!gone.load(Ordering::Relaxed));
        drop(waiter);
        assert!(gone.load(Ordering::Relaxed));
    }
}
