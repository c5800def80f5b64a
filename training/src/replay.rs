//! Replay: the games of the last iterations, which the nets go on learning from (Lin 1992; Silver et al. 2017).
//!
//! The last `learner.replay` iterations' games are kept in memory, and on disk beside the checkpoint, one file an
//! iteration, so that a run that was killed goes on with the same games. A file goes once no checkpoint can
//! ask for it. With a window of one iteration nothing is kept, and nothing is written.
//!
//! Returns are those of the nets that played: what the newer nets would think of an old position is not asked.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use crate::episode::Episode;
use crate::framed::{FramedError, Kind};

const KIND: Kind = Kind {
    letters: b"MOONPLAY",
    version: 1,
    name: "file of games to replay",
};

/// The folder of the games inside the run's folder.
pub const FOLDER: &str = "replay";

/// The games of the last iterations, those of the newest last.
#[derive(Debug)]
pub struct Replay {
    folder: PathBuf,
    /// Iterations whose games are learned from, the newest included.
    window: u64,
    iterations: VecDeque<Vec<Episode>>,
}

impl Replay {
    /// As it was when `iteration` iterations were done; what older runs left in the folder goes.
    ///
    /// # Errors
    /// Games that are missing or damaged.
    pub fn open(run: &Path, window: u64, iteration: u64) -> Result<Replay, FramedError> {
        let mut replay = Replay {
            folder: run.join(FOLDER),
            window: window.max(1),
            iterations: VecDeque::new(),
        };
        if iteration == 0 {
            replay.remove(|_| true)?;
        }
        for past in replay.oldest(iteration)..iteration {
            let games = KIND.read(&replay.file(past))?;
            replay.iterations.push_back(games);
        }
        Ok(replay)
    }

    /// Takes the games of iteration `iteration` (from 0).
    ///
    /// # Errors
    /// What the file system says.
    pub fn add(&mut self, iteration: u64, games: Vec<Episode>) -> Result<(), FramedError> {
        if self.window > 1 {
            std::fs::create_dir_all(&self.folder).map_err(|e| self.io(e))?;
            KIND.write(&self.file(iteration), &games)?;
        }
        self.iterations.push_back(games);
        let extra = self.iterations.len().saturating_sub(self.window as usize);
        self.iterations.drain(..extra);
        Ok(())
    }

    /// The iterations' games, the newest first.
    pub fn newest_first(&self) -> impl Iterator<Item = &[Episode]> {
        self.iterations.iter().rev().map(Vec::as_slice)
    }

    /// Removes what a run that goes on after `iteration` iterations does not need.
    ///
    /// # Errors
    /// What the file system says.
    pub fn saved(&self, iteration: u64) -> Result<(), FramedError> {
        let oldest = self.oldest(iteration);
        self.remove(|file| file < oldest)
    }

    /// The first iteration whose games are still wanted when `iteration` iterations are done.
    fn oldest(&self, iteration: u64) -> u64 {
        iteration.saturating_sub(self.window - 1)
    }

    fn file(&self, iteration: u64) -> PathBuf {
        self.folder.join(format!("{iteration:06}.games"))
    }

    fn remove(&self, goes: impl Fn(u64) -> bool) -> Result<(), FramedError> {
        let Ok(files) = std::fs::read_dir(&self.folder) else {
            return Ok(());
        };
        for file in files {
            let path = file.map_err(|e| self.io(e))?.path();
            let number = path.file_stem().and_then(|name| name.to_str());
            let number = number.and_then(|name| name.parse().ok());
            if path.extension().is_some_and(|e| e == "games") && number.is_some_and(&goes) {
                std::fs::remove_file(&path).map_err(|e| self.io(e))?;
            }
        }
        Ok(())
    }

    fn io(&self, source: std::io::Error) -> FramedError {
        FramedError::Io {
            path: self.folder.clone(),
            source,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(number: u64) -> Vec<Episode> {
        let game = Episode {
            plies: number,
            ..Episode::default()
        };
        vec![game]
    }

    fn plies(replay: &Replay) -> Vec<u64> {
        replay.newest_first().map(|games| games[0].plies).collect()
    }

    #[test]
    fn the_last_iterations_are_kept_and_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let mut replay = Replay::open(folder.path(), 3, 0).unwrap();
        for iteration in 0..5 {
            replay.add(iteration, games(iteration)).unwrap();
        }
        assert_eq!(plies(&replay), [4, 3, 2]);
        // Saved after three iterations: what came later is played again.
        let mut again = Replay::open(folder.path(), 3, 3).unwrap();
        assert_eq!(plies(&again), [2, 1]);
        again.add(3, games(30)).unwrap();
        assert_eq!(plies(&again), [30, 2, 1]);
        again.saved(4).unwrap();
        assert!(Replay::open(folder.path(), 3, 3).is_err());
        assert_eq!(plies(&Replay::open(folder.path(), 3, 4).unwrap()), [30, 2]);
        // A new run in the folder begins with nothing.
        assert!(plies(&Replay::open(folder.path(), 3, 0).unwrap()).is_empty());
        assert!(Replay::open(folder.path(), 3, 4).is_err());
    }

    #[test]
    fn a_window_of_one_keeps_the_newest_and_writes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut replay = Replay::open(folder.path(), 1, 7).unwrap();
        replay.add(7, games(7)).unwrap();
        replay.add(8, games(8)).unwrap();
        assert_eq!(plies(&replay), [8]);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
