//! Games on many machines: what a worker plays, and what the process that holds the results asks for. Python carries the bytes.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use moonbase_agents::{AgentSpec, Playable};
use moonbase_engine::registry::family_of;
use moonbase_engine::with_family;
use moonbase_eval::arena::{self, ArenaPlan, ArenaReport, StoreError, with_makers};
use moonbase_eval::away::{Item, Places, Worker as Plays, files_of, specs_at, unpacked};
use moonbase_eval::balance::{self, BalanceError, BalancePlan, BalanceReport};
use moonbase_eval::page::PageFormat;
use moonbase_eval::work::all_cores;
use moonbase_eval::{Control, progress};
use moonbase_training::away::{GameWorker, Intake, files as order_files, items_of};
use moonbase_training::{
    Bar, Helpers, Order, Progress, Recipe, Silent, TrainError, TrainOptions, TrainReport,
    train_with,
};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use serde_json::{Value, json};

use crate::callable::Trouble;
use crate::fault::{fault, guarded, locked, sound};
use crate::json;

const TOURNAMENT: &str = "tournament";
const SWEEP: &str = "sweep";
const SELF_PLAY: &str = "selfplay";

/// What this program calls itself in databases.
fn program() -> String {
    let commit = moonbase_training::COMMIT;
    format!("moonbase {}, commit {commit}", env!("CARGO_PKG_VERSION"))
}

fn told(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Plays items of a job, which is a tournament's or a comparison's plan as JSON, or an order of self-play, all as bytes.
///
/// `places` says where the copies are of the files that the job's agents are made of. `play` gives what each item gave, as
/// bytes: the same on every machine.
#[pyclass(frozen, module = "moonbase")]
pub struct Worker(Mutex<Box<dyn Plays>>);

#[pymethods]
impl Worker {
    #[new]
    fn new(py: Python<'_>, kind: &str, job: &[u8], places: Places) -> PyResult<Worker> {
        let made = py.detach(|| guarded(|| worker(kind, job, &places)));
        Ok(Worker(Mutex::new(made.map_err(fault)?)))
    }

    fn play<'py>(&self, py: Python<'py>, items: Vec<Item>) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let played = py.detach(|| guarded(|| locked(&self.0).play(&items).map_err(told)));
        let played = played.map_err(fault)?;
        Ok(played.iter().map(|bytes| PyBytes::new(py, bytes)).collect())
    }
}

fn worker(kind: &str, job: &[u8], places: &Places) -> Result<Box<dyn Plays>, String> {
    match kind {
        TOURNAMENT => {
            let plan: ArenaPlan = serde_json::from_slice(job).map_err(told)?;
            let family = family_of(&plan.game).map_err(told)?;
            with_family!(family, |G| boxed(arena::PairWorker::<G>::new(plan, places)))
        }
        SWEEP => {
            let plan: BalancePlan = serde_json::from_slice(job).map_err(told)?;
            let family = family_of(&plan.game).map_err(told)?;
            with_family!(family, |G| boxed(balance::CellWorker::<G>::new(
                plan, places
            )))
        }
        SELF_PLAY => {
            let order: Order = unpacked(job).map_err(told)?;
            let family = family_of(&order.recipe.game).map_err(told)?;
            with_family!(family, |G| boxed(GameWorker::<G>::new(order, places)))
        }
        other => Err(format!("no job is called `{other}`")),
    }
}

fn boxed<W: Plays + 'static, E: std::fmt::Display>(
    made: Result<W, E>,
) -> Result<Box<dyn Plays>, String> {
    match made {
        Ok(worker) => Ok(Box::new(worker)),
        Err(error) => Err(error.to_string()),
    }
}

/// Why work broke off.
enum Broken {
    /// Python code raised.
    Raised(PyErr),
    Said(String),
}

impl Broken {
    fn said(error: impl std::fmt::Display) -> Broken {
        Broken::Said(error.to_string())
    }

    fn raise(self) -> PyErr {
        match self {
            Broken::Raised(error) => error,
            Broken::Said(said) => fault(said),
        }
    }
}

impl From<StoreError> for Broken {
    fn from(error: StoreError) -> Broken {
        Broken::said(error)
    }
}

impl From<BalanceError> for Broken {
    fn from(error: BalanceError) -> Broken {
        Broken::said(error)
    }
}

/// A job as it is given away.
struct Job {
    kind: &'static str,
    bytes: Vec<u8>,
    /// What its agents are made of.
    files: Vec<String>,
}

/// What items gave, as it came in together.
type Catch = Vec<(Item, PyBackedBytes)>;

/// Has Python play items and takes in what they give, each once, as it comes.
///
/// `play(kind, job, files, items, done, planned)` gives an iterator of lists of pairs: an item and what it gave.
fn gather(
    play: &Py<PyAny>,
    job: &Job,
    items: Vec<Item>,
    [done, planned]: [u64; 2],
    mut take: impl FnMut(Python<'_>, Catch) -> Result<(), String>,
) -> Result<(), Broken> {
    let mut missing: HashSet<Item> = items.iter().copied().collect();
    let asked = |py: Python<'_>| -> PyResult<()> {
        let bytes = PyBytes::new(py, &job.bytes);
        let given = (job.kind, bytes, job.files.clone(), items, done, planned);
        for results in play.bind(py).call1(given)?.try_iter()? {
            let mut catch: Catch = results?.extract()?;
            catch.retain(|(item, _)| missing.remove(item));
            take(py, catch).map_err(fault)?;
        }
        Ok(())
    };
    Python::attach(asked).map_err(Broken::Raised)?;
    match missing.len() {
        0 => Ok(()),
        missing => Err(Broken::Said(format!("{missing} items were not played"))),
    }
}

/// A long piece of work's report, as a dictionary and as text, and whether it came to its end.
fn result<'py>(py: Python<'py>, told: (Value, String, bool)) -> PyResult<Bound<'py, PyAny>> {
    let (report, text, finished) = told;
    json::to_python(
        py,
        &json!({"report": report, "text": text, "finished": finished}),
    )
}

/// A spec as `moonbase` writes it.
#[pyfunction]
pub fn agent_spec(text: &str) -> PyResult<String> {
    Ok(sound(text.parse::<AgentSpec>())?.to_string())
}

/// Plays what is missing of a tournament, as `moonbase tournament` does, into the same database.
///
/// `plan` is JSON with the keys of a plan's file (docs/tournaments.md). `play` has the pairs played; without it, threads of this process
/// play them. Gives `{"report", "text", "finished"}`.
#[pyfunction]
#[pyo3(signature = (plan, db, play=None, threads=None, quiet=false))]
pub fn tournament<'py>(
    py: Python<'py>,
    plan: &str,
    db: PathBuf,
    play: Option<Py<PyAny>>,
    threads: Option<usize>,
    quiet: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let plan: ArenaPlan = sound(serde_json::from_str(plan))?;
    let family = sound(family_of(&plan.game))?;
    let host = Host {
        play,
        threads,
        quiet,
    };
    let told = py.detach(|| with_family!(family, |G| host.tournament::<G>(plan, db)));
    result(py, told.map_err(Broken::raise)?)
}

/// Plays what is missing of a comparison of rules, as `moonbase balance` does, into the same database.
///
/// `plan` is JSON: `game`, `set`, `vary` (texts such as `aliens=4..6`), `design`, `lineups` (each `first` and `second`), `games`, `seed`. The rest is as
/// with `tournament`.
#[pyfunction]
#[pyo3(signature = (plan, db, play=None, threads=None, quiet=false))]
pub fn sweep<'py>(
    py: Python<'py>,
    plan: &str,
    db: PathBuf,
    play: Option<Py<PyAny>>,
    threads: Option<usize>,
    quiet: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let plan = comparison(plan).map_err(fault)?;
    let family = sound(family_of(&plan.game))?;
    let host = Host {
        play,
        threads,
        quiet,
    };
    let told = py.detach(|| with_family!(family, |G| host.sweep::<G>(plan, db)));
    result(py, told.map_err(Broken::raise)?)
}

/// A plan whose varied options are texts.
fn comparison(text: &str) -> Result<BalancePlan, String> {
    let mut plan: Value = serde_json::from_str(text).map_err(told)?;
    if let Some(Value::Array(all)) = plan.get_mut("vary") {
        for vary in all {
            if let Value::String(text) = vary {
                let read = text.parse::<balance::Vary>().map_err(told)?;
                *vary = serde_json::to_value(read).map_err(told)?;
            }
        }
    }
    serde_json::from_value(plan).map_err(told)
}

/// Trains by a recipe (a TOML file), as `moonbase train` does: `play` has the games of self-play played, this process learns. The weights
/// are those of `moonbase train`.
#[pyfunction]
#[pyo3(signature = (recipe, folder, play=None, threads=None, resume=false, overwrite=false, quiet=false))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn self_play<'py>(
    py: Python<'py>,
    recipe: PathBuf,
    folder: PathBuf,
    play: Option<Py<PyAny>>,
    threads: Option<usize>,
    resume: bool,
    overwrite: bool,
    quiet: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let recipe = sound(Recipe::read(&recipe))?;
    let options = TrainOptions {
        folder,
        resume,
        overwrite,
        threads: threads.unwrap_or_else(all_cores),
    };
    let trouble = Arc::<Trouble>::default();
    let trained = py.detach(|| {
        guarded(|| trained(&recipe, &options, play, &trouble, quiet).map_err(|e| e.to_string()))
    });
    trouble.check()?;
    let report = trained.map_err(fault)?;
    let text = format!(
        "{} iterations, {} games, {} decisions learned from, {:.0} s\n",
        report.iterations, report.games, report.samples, report.seconds
    );
    let figures = json!({
        "iterations": report.iterations, "games": report.games, "samples": report.samples,
        "seconds": report.seconds, "agent": report.agents.both,
    });
    result(py, (figures, text, report.finished))
}

fn trained(
    recipe: &Recipe,
    options: &TrainOptions,
    play: Option<Py<PyAny>>,
    trouble: &Arc<Trouble>,
    quiet: bool,
) -> Result<TrainReport, TrainError> {
    let helpers = play.map(|play| {
        let trouble = trouble.clone();
        Box::new(Cluster { play, trouble }) as Box<dyn Helpers>
    });
    let mut progress: Box<dyn Progress> = match quiet {
        true => Box::new(Silent),
        false => Box::new(Bar::new()),
    };
    train_with(recipe, options, helpers, &mut *progress, &trouble.stop)
}

/// Python's machines, for a run.
struct Cluster {
    play: Py<PyAny>,
    trouble: Arc<Trouble>,
}

impl Helpers for Cluster {
    /// An exception stops the run, which is saved.
    fn play(
        &mut self,
        order: &Order,
        done: &mut dyn FnMut(),
    ) -> Result<Option<Vec<moonbase_training::episode::Episode>>, TrainError> {
        let job = Job {
            kind: SELF_PLAY,
            bytes: moonbase_eval::away::packed(order)?,
            files: order_files(order)?,
        };
        let mut intake = Intake::new(order);
        let counts = [0, order.games];
        let gathered = gather(&self.play, &job, items_of(order), counts, |_, catch| {
            for (item, bytes) in catch {
                done();
                intake.add(item, &bytes).map_err(told)?;
            }
            Ok(())
        });
        if let Err(broken) = gathered {
            self.trouble.note(broken.raise());
            return Ok(None);
        }
        Ok(intake.all())
    }
}

/// The process that holds the results.
struct Host {
    play: Option<Py<PyAny>>,
    threads: Option<usize>,
    quiet: bool,
}

impl Host {
    fn bar(&self, label: &str) -> Box<dyn FnMut(u64, u64)> {
        match self.quiet {
            true => Box::new(|_, _| {}),
            false => Box::new(progress::bar(label)),
        }
    }

    fn tournament<G: Playable>(
        &self,
        plan: ArenaPlan,
        db: PathBuf,
    ) -> Result<(Value, String, bool), Broken> {
        // What cannot be played is said before a database is made.
        arena::PairWorker::<G>::new(plan.clone(), &Places::new()).map_err(Broken::said)?;
        let store = arena::Store::open(&db, &plan, &program())?;
        let (store, played) = match &self.play {
            Some(play) => self.pairs(store, play, &plan)?,
            None => self.own_pairs::<G>(store, &plan)?,
        };
        let report = ArenaReport::of(&store, false)?;
        let value = serde_json::to_value(&report).map_err(Broken::said)?;
        Ok((value, report.to_string(), played.pairs >= played.planned))
    }

    fn own_pairs<G: Playable>(
        &self,
        store: arena::Store,
        plan: &ArenaPlan,
    ) -> Result<(arena::Store, arena::Played), Broken> {
        let specs = specs_at(&plan.agents, &Places::new()).map_err(Broken::said)?;
        let options = moonbase_engine::registry::options_of::<G>(&plan.game, &plan.set);
        let options = options.map_err(Broken::said)?;
        let trouble = Trouble::default();
        let mut control = Control {
            threads: self.threads.unwrap_or_else(all_cores),
            stop: &trouble.stop,
            progress: &mut watched(&trouble, self.bar("pairs")),
        };
        let played = with_makers::<G, _>(&specs, plan.clock, |makers| {
            arena::play_missing(store, &options, makers, &mut control)
        });
        trouble.check().map_err(Broken::Raised)?;
        played.map_err(Broken::said)
    }

    fn pairs(
        &self,
        store: arena::Store,
        play: &Py<PyAny>,
        plan: &ArenaPlan,
    ) -> Result<(arena::Store, arena::Played), Broken> {
        let job = Job {
            kind: TOURNAMENT,
            bytes: serde_json::to_vec(plan).map_err(Broken::said)?,
            files: files_of(&plan.agents).map_err(Broken::said)?,
        };
        let mut bar = self.bar("pairs");
        arena::play_rounds(store, |mut store, round, [done, planned]| {
            let mut new = Vec::new();
            if round.is_empty() {
                return Ok((store, new));
            }
            let items = round.iter().map(arena::item_of).collect();
            gather(play, &job, items, [done, planned], |py, catch| {
                let pairs: Vec<_> = catch
                    .iter()
                    .map(|(item, bytes)| (arena::slot_of(item), &bytes[..]))
                    .collect();
                let added = py.detach(|| arena::add(&mut store, &pairs));
                new.extend(added.map_err(told)?);
                bar(done + new.len() as u64, planned);
                Ok(())
            })?;
            Ok((store, new))
        })
    }

    fn sweep<G: Playable>(
        &self,
        plan: BalancePlan,
        db: PathBuf,
    ) -> Result<(Value, String, bool), Broken> {
        balance::CellWorker::<G>::new(plan.clone(), &Places::new())?;
        let grid = plan.grid::<G>()?;
        let store = balance::Store::open(Some(&db), &plan, &program())?;
        let (store, played) = match &self.play {
            Some(play) => self.games(store, play, grid.cells.len())?,
            None => self.own_games::<G>(store, &grid)?,
        };
        let report = BalanceReport::of::<G>(&store)?;
        let value = serde_json::to_value(&report).map_err(Broken::said)?;
        let text = report.page().draw(PageFormat::Text);
        Ok((value, text, played.games >= played.planned))
    }

    fn own_games<G: Playable>(
        &self,
        store: balance::Store,
        grid: &balance::Grid<G::Options>,
    ) -> Result<(balance::Store, balance::Played), Broken> {
        let specs = balance::specs_of(store.plan(), &Places::new()).map_err(Broken::said)?;
        let lineups: Vec<_> = specs.iter().map(balance::run::sides::<G>).collect();
        let trouble = Trouble::default();
        let mut control = Control {
            threads: self.threads.unwrap_or_else(all_cores),
            stop: &trouble.stop,
            progress: &mut watched(&trouble, self.bar("games")),
        };
        let played = balance::play_missing(store, grid, &lineups, &mut control);
        trouble.check().map_err(Broken::Raised)?;
        Ok(played?)
    }

    fn games(
        &self,
        store: balance::Store,
        play: &Py<PyAny>,
        cells: usize,
    ) -> Result<(balance::Store, balance::Played), Broken> {
        let plan = store.plan();
        let agents = plan.lineups.iter().flat_map(|l| [&l.first, &l.second]);
        let job = Job {
            kind: SWEEP,
            bytes: serde_json::to_vec(plan).map_err(Broken::said)?,
            files: files_of(agents).map_err(Broken::said)?,
        };
        let mut bar = self.bar("games");
        balance::play_rest(store, cells, |mut store, missing, [done, planned]| {
            let mut new = 0;
            let items = missing.iter().map(balance::item_of).collect();
            gather(play, &job, items, [done, planned], |py, catch| {
                let games: Vec<_> = catch
                    .iter()
                    .map(|(item, bytes)| (balance::place_of(item), &bytes[..]))
                    .collect();
                let added = py.detach(|| balance::add(&mut store, &games));
                added.map_err(told)?;
                new += games.len();
                bar(done + new as u64, planned);
                Ok(())
            })?;
            Ok((store, new))
        })
    }
}

/// Progress that also sees Ctrl-C.
fn watched<'a>(
    trouble: &'a Trouble,
    mut bar: Box<dyn FnMut(u64, u64)>,
) -> impl FnMut(u64, u64) + use<'a> {
    move |done, planned| {
        if let Err(error) = Python::attach(|py| py.check_signals()) {
            trouble.note(error);
        }
        bar(done, planned);
    }
}
