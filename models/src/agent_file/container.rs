//! Agents as the bytes of a `.safetensors` file.

use std::collections::HashMap;

use moonbase_engine::{BySeat, Seat};
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde::Deserialize;

use super::checksum;
use super::fault::Fault;
use super::{AgentFile, FORMAT, KEY, Manifest, TestVector};
use crate::net::{Architecture, Layer, Weights};

impl AgentFile {
    pub(super) fn to_bytes(&self) -> Result<Vec<u8>, Fault> {
        let layers = self.manifest.architecture.layers();
        let mut bytes: Vec<(String, Vec<usize>, Vec<u8>)> = Vec::new();
        for (seat, weights) in self.named_nets() {
            for layer in &layers {
                for (name, shape, range) in tensors_of(layer) {
                    let numbers = weights.values[range].iter();
                    let data = numbers.flat_map(|w| w.to_le_bytes()).collect();
                    bytes.push((format!("{seat}.{name}"), shape, data));
                }
            }
        }
        let mut views = Vec::with_capacity(bytes.len());
        for (name, shape, data) in &bytes {
            views.push((name, TensorView::new(Dtype::F32, shape.clone(), data)?));
        }
        let manifest = checksum::with_room(&serde_json::to_string(&self.manifest)?);
        let metadata = HashMap::from([(KEY.to_string(), manifest)]);
        let mut file = safetensors::serialize(views, Some(metadata))?;
        checksum::seal(&mut file);
        Ok(file)
    }

    fn named_nets(&self) -> impl Iterator<Item = (&'static str, &Weights)> {
        let named = |seat| self.nets[seat].as_ref().map(|net| (seat_label(seat), net));
        Seat::BOTH.into_iter().filter_map(named)
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Result<AgentFile, Fault> {
        let (_, header) = SafeTensors::read_metadata(bytes)?;
        let metadata = header.metadata().as_ref();
        let text = metadata.and_then(|m| m.get(KEY)).ok_or(Fault::NoManifest)?;
        let (claimed, text) = checksum::split(text);
        check_format(&text)?;
        let manifest: Manifest = serde_json::from_str(&text)?;
        manifest.architecture.check()?;
        if !manifest.vectors.iter().all(TestVector::is_finite) {
            return Err(Fault::Vectors);
        }
        let tensors = SafeTensors::deserialize(bytes)?;
        let mut names: Vec<String> = tensors.names().into_iter().map(String::from).collect();
        let mut read = |seat| read_net(&tensors, &manifest.architecture, seat, &mut names);
        let nets = BySeat::new(read(Seat::First)?, read(Seat::Second)?);
        if let Some(extra) = names.pop() {
            return Err(Fault::Extra(extra));
        }
        if nets.first.is_none() && nets.second.is_none() {
            return Err(Fault::NoNet);
        }
        // Last: what is wrong is more helpful than that something is.
        match claimed {
            Some(claimed) => checksum::check(bytes, claimed)?,
            None if manifest.format == 1 => {}
            None => return Err(Fault::Checksum),
        }
        Ok(AgentFile { manifest, nets })
    }
}

/// Seats in tensor names, the same for every game.
fn seat_label(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "first",
        Seat::Second => "second",
    }
}

/// A newer format may have other fields: its number is looked at before anything else.
fn check_format(manifest: &str) -> Result<(), Fault> {
    #[derive(Deserialize)]
    struct Head {
        format: u32,
    }
    let head: Head = serde_json::from_str(manifest)?;
    match head.format {
        1..=FORMAT => Ok(()),
        other => Err(Fault::Format(other)),
    }
}

type NamedTensor = (String, Vec<usize>, std::ops::Range<usize>);

fn tensors_of(layer: &Layer) -> Vec<NamedTensor> {
    let shape = vec![layer.inputs, layer.outputs];
    let mut tensors = vec![(format!("{}.weight", layer.name), shape, layer.matrix())];
    if layer.bias {
        tensors.push((
            format!("{}.bias", layer.name),
            vec![layer.outputs],
            layer.bias(),
        ));
    }
    tensors
}

/// Reads a seat's net and takes its tensors off the list of `names`; `None` if it has none.
fn read_net(
    tensors: &SafeTensors,
    architecture: &Architecture,
    seat: Seat,
    names: &mut Vec<String>,
) -> Result<Option<Weights>, Fault> {
    let prefix = format!("{}.", seat_label(seat));
    if !names.iter().any(|name| name.starts_with(&prefix)) {
        return Ok(None);
    }
    let held: usize = tensors.iter().map(|(_, tensor)| tensor.data().len()).sum();
    // Before room is made for them.
    if architecture.size() > held / size_of::<f32>() {
        return Err(Fault::Short(architecture.size()));
    }
    let mut values = vec![0.0; architecture.size()];
    for layer in &architecture.layers() {
        for (name, shape, range) in tensors_of(layer) {
            let name = format!("{prefix}{name}");
            read_tensor(tensors, &name, &shape, &mut values[range])?;
            names.retain(|other| *other != name);
        }
    }
    let architecture = architecture.clone();
    Ok(Some(Weights {
        architecture,
        values,
    }))
}

fn read_tensor(
    tensors: &SafeTensors,
    name: &str,
    shape: &[usize],
    values: &mut [f32],
) -> Result<(), Fault> {
    let tensor = tensors.tensor(name);
    let tensor = tensor.map_err(|_| Fault::Missing(name.into()))?;
    if tensor.dtype() != Dtype::F32 || tensor.shape() != shape {
        return Err(Fault::Shape {
            name: name.into(),
            found: format!("{:?} {:?}", tensor.dtype(), tensor.shape()),
            wanted: shape.into(),
        });
    }
    for (value, bytes) in values.iter_mut().zip(tensor.data().chunks_exact(4)) {
        *value = f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        if !value.is_finite() {
            return Err(Fault::NotFinite(name.into()));
        }
    }
    Ok(())
}
