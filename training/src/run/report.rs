//! What a run tells: the numbers of an iteration, and its agents.

use std::path::Path;

use moonbase_engine::{BySeat, Seat};
use moonbase_eval::Estimate;
use moonbase_models::agent_file::TrainingManifest;
use moonbase_models::{AgentFile, Manifest, Rating, Weights};

use super::{AgentPaths, IterationStats, Run};
use crate::checkpoint::Checkpoint;
use crate::error::TrainError;
use crate::learn::LossStats;
use crate::progress::IterationReport;
use crate::strength::{Strength, Trainable};

impl<G: Trainable> Run<G> {
    pub(super) fn report(&self, stats: &IterationStats, cpu: f64) -> IterationReport {
        let seconds = stats.play_seconds + stats.learn_seconds;
        let games_per_second = stats.games as f64 / seconds;
        let samples = stats.samples.first + stats.samples.second;
        let samples_per_second = samples as f64 / seconds;
        let (done, of) = (self.state.iteration as f64, self.recipe.iterations as f64);
        let seconds_left = self.state.seconds / done * (of - done);
        let mut metrics = Vec::new();
        let mut put = |name: &str, value: f64| metrics.push((name.to_string(), value));
        put("games", self.state.games as f64);
        put("samples", self.state.samples as f64);
        put("seconds", self.state.seconds);
        put("plies_per_game", stats.plies as f64 / stats.games as f64);
        put("self_play_score", stats.self_play_score);
        if self.recipe.gating.every > 0 {
            put("gate_score", stats.gate_score.unwrap_or(f64::NAN));
            put("champion_since", self.state.champion_since as f64);
        }
        put("play_seconds", stats.play_seconds);
        put("learn_seconds", stats.learn_seconds);
        put("games_per_second", games_per_second);
        put("samples_per_second", samples_per_second);
        put("cpu", cpu);
        put("seconds_left", seconds_left);
        for seat in Seat::BOTH {
            let (name, loss) = (G::SEATS[seat], &stats.loss[seat]);
            put(&format!("{name}/policy_loss"), loss.policy);
            put(&format!("{name}/value_error"), loss.value);
            put(&format!("{name}/entropy"), loss.entropy);
            put(&format!("{name}/divergence"), loss.divergence);
            put(&format!("{name}/gradient"), loss.gradient);
        }
        let measured = self.due(self.recipe.evaluation.every);
        for seat in Seat::BOTH {
            for opponent in &self.recipe.evaluation.against {
                let of = |s: &&Strength| s.seat == G::SEATS[seat] && &s.opponent == opponent;
                let found = self.strengths.iter().find(of).filter(|_| measured);
                let name = format!("{}/score_{opponent}", G::SEATS[seat]);
                let score = |of: fn(&Estimate) -> f64| found.map_or(f64::NAN, |s| of(&s.score));
                put(&name, score(|s| s.mean));
                put(&format!("{name}_low"), score(|s| s.low));
                put(&format!("{name}_high"), score(|s| s.high));
            }
        }
        let mean = |of: fn(&LossStats) -> f64| {
            let loss = &stats.loss;
            (of(&loss.first) + of(&loss.second)) / 2.0
        };
        IterationReport {
            iteration: self.state.iteration,
            iterations: self.recipe.iterations,
            games_per_second,
            samples_per_second,
            policy_loss: mean(|loss| loss.policy),
            value_error: mean(|loss| loss.value),
            entropy: mean(|loss| loss.entropy),
            cpu,
            seconds_left,
            strength: self.strength_line(),
            metrics,
        }
    }

    fn strength_line(&self) -> String {
        let word = |s: &Strength| format!("{} {:.0}% {}", s.seat, 100.0 * s.score.mean, s.opponent);
        let words: Vec<String> = self.strengths.iter().map(word).collect();
        words.join(", ")
    }

    /// The strengths of the agents as they are now; none if others were measured.
    pub(super) fn ratings(&self) -> Vec<Rating> {
        match self.measured_at == Some(self.state.iteration) {
            true => self.strengths.iter().map(Strength::rating).collect(),
            false => Vec::new(),
        }
    }

    /// Writes the agent files into a folder, with these ratings.
    ///
    /// # Errors
    /// What the file system says.
    pub fn write_agents(
        &self,
        folder: &Path,
        ratings: &[Rating],
    ) -> Result<AgentPaths, TrainError> {
        write_agents(&self.state, &self.start, folder, ratings)
    }
}

/// Writes the agent files of a run that has come to `state` into a folder, with these ratings.
///
/// # Errors
/// What the file system says.
pub(crate) fn write_agents<G: Trainable>(
    state: &Checkpoint,
    start: &G,
    folder: &Path,
    ratings: &[Rating],
) -> Result<AgentPaths, TrainError> {
    let weights = state.agent_weights::<G>();
    let mut manifest = Manifest::new::<G>(start.options(), &weights.first.architecture);
    manifest.training = TrainingManifest {
        recipe: state.recipe.to_toml(),
        seed: state.recipe.seed,
        commit: crate::COMMIT.into(),
        iterations: state.iteration,
        games: state.games,
        samples: state.samples,
    };
    let path = |name: &str| folder.join(format!("{name}.safetensors"));
    let paths = AgentPaths {
        seats: G::SEATS.map(path),
        both: path(G::NAME),
    };
    let file = |nets: BySeat<Option<Weights>>| {
        let played = |s: &Seat| nets[*s].is_some();
        let names: Vec<&str> = (Seat::BOTH.into_iter().filter(played))
            .map(|s| G::SEATS[s])
            .collect();
        let of = |r: &&Rating| names.contains(&r.seat.as_str());
        let mut manifest = manifest.clone();
        manifest.ratings = ratings.iter().filter(of).cloned().collect();
        AgentFile { manifest, nets }.with_vectors(start)
    };
    for seat in Seat::BOTH {
        let mut nets = BySeat::default();
        nets[seat] = Some(weights[seat].clone());
        file(nets).write(&paths.seats[seat])?;
    }
    file(weights.map(Some)).write(&paths.both)?;
    Ok(paths)
}
