//! Agent files as numpy arrays.

use std::path::PathBuf;

use moonbase_engine::Seat;
use moonbase_models::{AgentFile, Weights};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::array::owned;
use crate::fault::sound;
use crate::json;

/// An agent file (`.safetensors`): its manifest as a dictionary, and a dictionary of its tensors as float32 arrays,
/// `SEAT.LAYER.weight` (inputs, outputs) and `SEAT.LAYER.bias`, with `SEAT` `first` or `second`.
///
/// Raises `MoonbaseError` for files that cannot be read, are damaged, or of another version.
#[pyfunction]
pub fn read_agent_file<'py>(
    py: Python<'py>,
    path: PathBuf,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyDict>)> {
    let file = sound(AgentFile::read(&path))?;
    let manifest = sound(serde_json::to_value(&file.manifest))?;
    let tensors = PyDict::new(py);
    for (seat, name) in [(Seat::First, "first"), (Seat::Second, "second")] {
        if let Some(weights) = &file.nets[seat] {
            add(&tensors, name, weights)?;
        }
    }
    Ok((json::to_python(py, &manifest)?, tensors))
}

fn add(tensors: &Bound<'_, PyDict>, seat: &str, weights: &Weights) -> PyResult<()> {
    let py = tensors.py();
    for layer in weights.architecture.layers() {
        let shape = [layer.inputs, layer.outputs];
        let matrix = owned(py, weights.matrix(&layer).to_vec(), &shape)?;
        tensors.set_item(format!("{seat}.{}.weight", layer.name), matrix)?;
        let bias = weights.bias(&layer).to_vec();
        if !bias.is_empty() {
            let shape = [bias.len()];
            tensors.set_item(
                format!("{seat}.{}.bias", layer.name),
                owned(py, bias, &shape)?,
            )?;
        }
    }
    Ok(())
}
