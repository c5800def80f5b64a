//! The shape of a net, and where each of its layers lies among its weights.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Widths of the net's layers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Architecture {
    /// Numbers of the position as a whole: inputs of the trunk.
    pub state_features: usize,
    /// Inputs for each action.
    pub action_features: usize,
    /// Inputs for each tile; 0 without a tile encoder.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub tile_features: usize,
    /// Widths of the tile encoder's layers; empty: the net does not look at single tiles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tiles: Vec<usize>,
    /// Widths of the trunk's layers; the last is the embedding.
    pub trunk: Vec<usize>,
    /// Widths of the hidden layers between embedding and value.
    pub value: Vec<usize>,
    /// Widths of the hidden layers of the action scorer; the first joins embedding and action. Empty: the scorer is
    /// factored, see [`crate::net`].
    pub scorer: Vec<usize>,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// One affine layer: `inputs × outputs` weights, row by row, then the bias if it has one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layer {
    pub name: String,
    pub inputs: usize,
    pub outputs: usize,
    pub bias: bool,
    /// Index of the first weight.
    pub offset: usize,
}

impl Layer {
    /// Number of weights, the bias included.
    pub fn len(&self) -> usize {
        self.inputs * self.outputs + self.bias_len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn bias_len(&self) -> usize {
        if self.bias { self.outputs } else { 0 }
    }

    /// The range of the matrix among the weights.
    pub fn matrix(&self) -> std::ops::Range<usize> {
        self.offset..self.offset + self.inputs * self.outputs
    }

    /// The range of the bias among the weights; empty if there is none.
    pub fn bias(&self) -> std::ops::Range<usize> {
        let start = self.matrix().end;
        start..start + self.bias_len()
    }
}

/// A net that cannot be built.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ArchitectureError {
    #[error("architecture: `{0}` needs at least one layer")]
    NoLayers(&'static str),
    #[error("architecture: `{part}` has {layers} layers; at most {MAX_LAYERS} are allowed")]
    Layers { part: &'static str, layers: usize },
    #[error("architecture: a width of `{part}` is {width}; widths are 1 to {MAX_WIDTH}")]
    Width { part: &'static str, width: usize },
    #[error("architecture: `tiles` needs numbers of tiles, and these need `tiles`")]
    Tiles,
}

/// The widest layer that is accepted, so that a foreign file cannot ask for all memory.
pub const MAX_WIDTH: usize = 4096;

/// The most layers of a part that are accepted, for the same reason.
pub const MAX_LAYERS: usize = 64;

/// The layers of a net by their parts.
pub(crate) struct Parts<T> {
    /// From a tile's numbers to what is pooled.
    pub tiles: Vec<T>,
    pub trunk: Vec<T>,
    pub value: Vec<T>,
    pub scorer: Scorer<T>,
}

/// The layers that give an action its logit.
pub(crate) enum Scorer<T> {
    Joint {
        /// From the embedding to the first hidden layer; it has no bias.
        from_state: T,
        /// From the action's features to the first hidden layer.
        from_action: T,
        /// The further layers; the last has one output.
        rest: Vec<T>,
    },
    /// From the embedding to a weight for each of an action's features.
    Factored(T),
}

impl<T> Scorer<T> {
    fn map<'a, U>(&'a self, mut f: impl FnMut(&'a T) -> U) -> Scorer<U> {
        match self {
            Scorer::Joint {
                from_state,
                from_action,
                rest,
            } => Scorer::Joint {
                from_state: f(from_state),
                from_action: f(from_action),
                rest: rest.iter().map(f).collect(),
            },
            Scorer::Factored(layer) => Scorer::Factored(f(layer)),
        }
    }

    fn all(&self) -> Vec<&T> {
        match self {
            Scorer::Joint {
                from_state,
                from_action,
                rest,
            } => [from_state, from_action].into_iter().chain(rest).collect(),
            Scorer::Factored(layer) => vec![layer],
        }
    }
}

impl<T> Parts<T> {
    pub fn map<'a, U>(&'a self, mut f: impl FnMut(&'a T) -> U) -> Parts<U> {
        Parts {
            tiles: self.tiles.iter().map(&mut f).collect(),
            trunk: self.trunk.iter().map(&mut f).collect(),
            value: self.value.iter().map(&mut f).collect(),
            scorer: self.scorer.map(&mut f),
        }
    }

    /// All layers, in the order of their weights.
    pub fn all(&self) -> impl Iterator<Item = &T> {
        let others = self.tiles.iter().chain(&self.trunk).chain(&self.value);
        others.chain(self.scorer.all())
    }
}

impl Architecture {
    /// # Errors
    /// A trunk without layers, a part with too many, a width out of range, or a tile encoder without inputs.
    pub fn check(&self) -> Result<(), ArchitectureError> {
        let inputs = [self.state_features, self.action_features];
        let parts = [
            ("inputs", inputs.as_slice()),
            ("tiles", &self.tiles),
            ("trunk", &self.trunk),
            ("scorer", &self.scorer),
            ("value", &self.value),
        ];
        if self.tiles.is_empty() != (self.tile_features == 0) || self.tile_features > MAX_WIDTH {
            return Err(ArchitectureError::Tiles);
        }
        for (part, widths) in parts {
            if widths.is_empty() && part == "trunk" {
                return Err(ArchitectureError::NoLayers(part));
            }
            if widths.len() > MAX_LAYERS {
                let layers = widths.len();
                return Err(ArchitectureError::Layers { part, layers });
            }
            if let Some(&width) = widths.iter().find(|w| !(1..=MAX_WIDTH).contains(*w)) {
                return Err(ArchitectureError::Width { part, width });
            }
        }
        Ok(())
    }

    /// Width of the embedding.
    pub fn embedding(&self) -> usize {
        self.trunk[self.trunk.len() - 1]
    }

    /// Does the net look at single tiles?
    pub fn sees_tiles(&self) -> bool {
        !self.tiles.is_empty()
    }

    /// Is an action's logit a product of its numbers and weights that the embedding gives?
    pub fn is_factored(&self) -> bool {
        self.scorer.is_empty()
    }

    /// Numbers that pooling adds to the trunk's inputs: mean and maximum of each output of the tile encoder.
    pub fn pooled(&self) -> usize {
        2 * self.tiles.last().copied().unwrap_or(0)
    }

    /// Inputs of the trunk.
    pub fn trunk_inputs(&self) -> usize {
        self.state_features + self.pooled()
    }

    /// All layers, in the order of their weights.
    pub fn layers(&self) -> Vec<Layer> {
        self.parts().all().cloned().collect()
    }

    /// Number of weights.
    pub fn size(&self) -> usize {
        self.layers().iter().map(Layer::len).sum()
    }

    pub(crate) fn parts(&self) -> Parts<Layer> {
        let mut place = Place::default();
        let tiles = place.chain("tiles", self.tile_features, &self.tiles);
        let trunk = place.chain("trunk", self.trunk_inputs(), &self.trunk);
        let value: Vec<usize> = self.value.iter().copied().chain([1]).collect();
        let value = place.chain("value", self.embedding(), &value);
        let scorer = self.scorer(&mut place);
        Parts {
            tiles,
            trunk,
            value,
            scorer,
        }
    }

    fn scorer(&self, place: &mut Place) -> Scorer<Layer> {
        let (embedding, action) = (self.embedding(), self.action_features);
        let Some((&joined, rest)) = self.scorer.split_first() else {
            let name = "scorer.factored".into();
            return Scorer::Factored(place.layer(name, embedding, action, true));
        };
        let rest: Vec<usize> = rest.iter().copied().chain([1]).collect();
        Scorer::Joint {
            from_state: place.layer("scorer.state".into(), embedding, joined, false),
            from_action: place.layer("scorer.action".into(), action, joined, true),
            rest: place.chain("scorer", joined, &rest),
        }
    }
}

/// The widths of the hidden layers, part by part.
impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.sees_tiles() {
            write!(f, "tiles {:?}, ", self.tiles)?;
        }
        write!(f, "trunk {:?}, value {:?}, ", self.trunk, self.value)?;
        match self.is_factored() {
            true => f.write_str("scorer factored"),
            false => write!(f, "scorer {:?}", self.scorer),
        }
    }
}

/// Hands out the places of layers one after another.
#[derive(Default)]
struct Place {
    offset: usize,
}

impl Place {
    fn layer(&mut self, name: String, inputs: usize, outputs: usize, bias: bool) -> Layer {
        let layer = Layer {
            name,
            inputs,
            outputs,
            bias,
            offset: self.offset,
        };
        self.offset += layer.len();
        layer
    }

    fn chain(&mut self, name: &str, inputs: usize, widths: &[usize]) -> Vec<Layer> {
        let inputs = std::iter::once(inputs).chain(widths.iter().copied());
        let ends: Vec<_> = inputs.zip(widths).enumerate().collect();
        ends.into_iter()
            .map(|(i, (from, &to))| self.layer(format!("{name}.{i}"), from, to, true))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Architecture {
        Architecture {
            state_features: 3,
            action_features: 2,
            trunk: vec![5, 4],
            scorer: vec![6],
            ..Architecture::default()
        }
    }

    fn seeing_tiles() -> Architecture {
        Architecture {
            tile_features: 7,
            tiles: vec![3, 2],
            ..small()
        }
    }

    fn factored() -> Architecture {
        Architecture {
            scorer: vec![],
            ..small()
        }
    }

    /// Checks the layers' names and lengths, and that each begins where the one before ends.
    fn are_laid_out(architecture: &Architecture, expected: &[(&str, usize)]) {
        let layers = architecture.layers();
        let found: Vec<_> = layers.iter().map(|l| (l.name.as_str(), l.len())).collect();
        assert_eq!(found, expected);
        let mut offset = 0;
        for layer in &layers {
            assert_eq!(layer.offset, offset, "{}", layer.name);
            offset += layer.len();
        }
        assert_eq!(architecture.size(), offset);
    }

    #[test]
    fn layers_follow_each_other_without_gaps() {
        // By hand.
        let body = [
            ("trunk.0", 3 * 5 + 5),
            ("trunk.1", 5 * 4 + 4),
            ("value.0", 4 + 1),
        ];
        let joint = [
            ("scorer.state", 4 * 6),
            ("scorer.action", 2 * 6 + 6),
            ("scorer.0", 6 + 1),
        ];
        are_laid_out(&small(), &[&body[..], &joint].concat());
        let head = [("scorer.factored", 4 * 2 + 2)];
        are_laid_out(&factored(), &[&body[..], &head].concat());
    }

    #[test]
    fn a_net_is_described_by_the_widths_of_its_parts() {
        let [joint, factored] = [seeing_tiles(), factored()].map(|net| net.to_string());
        assert_eq!(joint, "tiles [3, 2], trunk [5, 4], value [], scorer [6]");
        assert_eq!(factored, "trunk [5, 4], value [], scorer factored");
    }

    #[test]
    fn a_tile_encoder_comes_first_and_widens_the_trunk() {
        let layers = seeing_tiles().layers();
        let shape = |i: usize| (layers[i].name.as_str(), layers[i].inputs, layers[i].outputs);
        assert_eq!(shape(0), ("tiles.0", 7, 3));
        assert_eq!(shape(1), ("tiles.1", 3, 2));
        // Mean and maximum of two numbers beside the three of the position.
        assert_eq!(shape(2), ("trunk.0", 7, 5));
        assert_eq!(seeing_tiles().size() - small().size(), 24 + 8 + 4 * 5);
    }

    #[test]
    fn without_a_tile_encoder_it_is_written_as_it_always_was() {
        let text = serde_json::to_string(&small()).unwrap();
        assert!(!text.contains("tile"), "{text}");
        assert_eq!(
            serde_json::from_str::<Architecture>(&text).unwrap(),
            small()
        );
        let text = serde_json::to_string(&seeing_tiles()).unwrap();
        let read: Architecture = serde_json::from_str(&text).unwrap();
        assert_eq!(read, seeing_tiles());
    }

    #[test]
    fn impossible_shapes_are_refused() {
        let mut none = small();
        none.trunk.clear();
        assert_eq!(none.check(), Err(ArchitectureError::NoLayers("trunk")));
        let mut wide = small();
        wide.scorer = vec![1_000_000];
        assert!(wide.check().is_err());
        for (tile_features, tiles) in [(0, vec![8]), (7, vec![]), (7, vec![0])] {
            let odd = Architecture {
                tile_features,
                tiles,
                ..small()
            };
            assert!(odd.check().is_err(), "{odd:?}");
        }
        assert_eq!(seeing_tiles().check(), Ok(()));
        assert_eq!(small().check(), Ok(()));
        assert_eq!(factored().check(), Ok(()));
    }
}
