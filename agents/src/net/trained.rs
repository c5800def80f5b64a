//! Agent files that were read, and the games that they fit.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use moonbase_engine::{BySeat, Seat};
use moonbase_models::{AgentFile, FastNet, Features};

use super::evaluator::SeatNets;
use super::settings::any_rules;
use crate::spec::{AgentError, AgentSpec};

/// An agent file that was read, and how a spec wants it used.
#[derive(Clone)]
pub(crate) struct Trained {
    origin: Arc<Origin>,
    any_rules: bool,
}

struct Origin {
    agent: String,
    path: PathBuf,
    file: AgentFile,
}

impl Trained {
    /// Reads `file=` and `rules=any`.
    ///
    /// # Errors
    /// No file or one that cannot be used for this game.
    pub(crate) fn from_spec<G: Features>(spec: &AgentSpec) -> Result<Trained, AgentError> {
        let path = spec.get("file").ok_or_else(|| AgentError::Missing {
            agent: spec.name.clone(),
            key: "file",
        })?;
        let refused = |e: moonbase_models::AgentFileError| AgentError::File {
            agent: spec.name.clone(),
            reason: e.to_string(),
        };
        let path = Path::new(path);
        let file = AgentFile::read(path).map_err(refused)?;
        file.check::<G>(path, None).map_err(refused)?;
        let origin = Origin {
            agent: spec.name.clone(),
            path: path.into(),
            file,
        };
        Ok(Trained {
            origin: Arc::new(origin),
            any_rules: any_rules(spec)?,
        })
    }

    /// The file itself.
    pub(super) fn file(&self) -> &AgentFile {
        &self.origin.file
    }

    /// The file's nets, ready for use.
    pub(crate) fn nets(&self) -> SeatNets {
        let net = |weights: &Option<_>| weights.as_ref().map(|w| Arc::new(FastNet::new(w)));
        let nets = &self.origin.file.nets;
        BySeat::new(net(&nets.first), net(&nets.second))
    }

    /// Does the file fit a game that starts so, for this seat?
    ///
    /// # Errors
    /// Other rules than in training, or no net for the seat.
    pub(crate) fn check<G: Features>(&self, start: &G, seat: Seat) -> Result<(), AgentError> {
        let Origin { agent, path, file } = &*self.origin;
        let options = (!self.any_rules).then(|| start.options());
        let fits = file.check::<G>(path, options);
        let fits = fits.and_then(|()| file.net::<G>(path, seat).map(|_| ()));
        fits.map_err(|e| AgentError::File {
            agent: agent.clone(),
            reason: e.to_string(),
        })
    }
}
