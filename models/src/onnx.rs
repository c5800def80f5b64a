//! Nets as ONNX models, for other programs.
//!
//! ```text
//! inputs   state   [N, state features]     the positions
//!          actions [A, action features]    their legal actions, those of all positions one after another
//!          owner   [A], int64              for each action the number of its position, from 0
//!          tiles   [N, M, tile features]   the positions' tiles, zeros where there are fewer than M; M is 1 at least
//!          there   [N, M, 1]               1 for a tile, 0 where there is none
//! outputs  value   [N]                     in [-1, 1], seen by the seat that the features are of
//!          logits  [A]                     policy = softmax over the actions of a position
//! ```
//!
//! Nets that do not look at single tiles have no `tiles` and no `there`. The file is a protocol-buffer `ModelProto` (<https://github.com/onnx/onnx/blob/main/onnx/onnx.proto>), written by
//! hand; the operators follow the formulas of [`crate::net`].

use crate::net::{Layer, Scorer, Weights};
use crate::protobuf::Message;

/// The version of ONNX's file format, and of its operators.
const IR_VERSION: u64 = 8;
const OPERATORS: u64 = 18;

/// Element types of tensors.
const FLOAT: u64 = 1;
const INT64: u64 = 7;

/// The type of attributes that are whole numbers.
const INTEGER: u64 = 2;

/// The model's bytes. `properties` are put into its metadata: names and values.
pub fn to_onnx(weights: &Weights, properties: &[(&str, String)]) -> Vec<u8> {
    let property = |(key, value): &(&str, String)| Message::new().text(1, key).text(2, value);
    let properties: Vec<Message> = properties.iter().map(property).collect();
    let operators = Message::new().varint(2, OPERATORS);
    Message::new()
        .varint(1, IR_VERSION)
        .text(2, "moonbase")
        .text(3, env!("CARGO_PKG_VERSION"))
        .message(7, &net(weights))
        .message(8, &operators)
        .messages(14, &properties)
        .into_bytes()
}

/// The net as a `GraphProto`.
fn net(weights: &Weights) -> Message {
    let (shape, parts) = (&weights.architecture, weights.architecture.parts());
    let mut graph = Graph::new(weights);
    let mut inputs = vec![
        port("state", FLOAT, &["N", &shape.state_features.to_string()]),
        port("actions", FLOAT, &["A", &shape.action_features.to_string()]),
        port("owner", INT64, &["A"]),
    ];
    let mut position = "state".to_string();
    if shape.sees_tiles() {
        let width = shape.tile_features.to_string();
        inputs.push(port("tiles", FLOAT, &["N", "M", &width]));
        inputs.push(port("there", FLOAT, &["N", "M", "1"]));
        position = graph.pool(&parts.tiles);
    }
    let embedding = graph.chain(&parts.trunk, &position, true);
    let value = graph.chain(&parts.value, &embedding, false);
    let value = graph.node("Tanh", &[&value], "value.tanh");
    graph.flat(&value, "value");
    graph.score(&parts.scorer, &embedding);
    let outputs = [port("value", FLOAT, &["N"]), port("logits", FLOAT, &["A"])];
    graph.finish(&inputs, &outputs)
}

/// A graph while it is built. Tensors are known by their names; a part of a net takes the name of its input and
/// gives that of its output.
struct Graph<'a> {
    weights: &'a Weights,
    nodes: Vec<Message>,
    constants: Vec<Message>,
}

impl<'a> Graph<'a> {
    fn new(weights: &'a Weights) -> Graph<'a> {
        // The shape of a list: as long as it needs to be.
        let list = tensor("list", INT64, &[1], &(-1i64).to_le_bytes());
        let second = tensor("second", INT64, &[1], &1i64.to_le_bytes());
        let one = tensor("one", FLOAT, &[1], &1f32.to_le_bytes());
        Graph {
            weights,
            nodes: Vec::new(),
            constants: vec![list, second, one],
        }
    }

    /// Layers one after another, with a ReLU between them and, if wanted, after the last.
    fn chain(&mut self, layers: &[Layer], input: &str, relu_last: bool) -> String {
        let (mut x, last) = (input.to_string(), layers.len() - 1);
        for (i, layer) in layers.iter().enumerate() {
            x = self.affine(layer, &x);
            if i < last || relu_last {
                x = self.node("Relu", &[&x], &format!("{}.relu", layer.name));
            }
        }
        x
    }

    /// The positions' own numbers, then the means and the maxima of their encoded tiles. After a ReLU what is not there
    /// is no maximum.
    fn pool(&mut self, layers: &[Layer]) -> String {
        let encoded = self.chain(layers, "tiles", true);
        let encoded = self.node("Mul", &[&encoded, "there"], "pool.there");
        let count = self.over_second("ReduceSum", "there", "pool.count");
        let count = self.node("Max", &[&count, "one"], "pool.count.one");
        let sum = self.over_second("ReduceSum", &encoded, "pool.sum");
        let mean = self.node("Div", &[&sum, &count], "pool.mean");
        let most = self.over_second("ReduceMax", &encoded, "pool.most");
        let inputs = ["state", &mean, &most];
        self.node_with("Concat", &inputs, "pool", ("axis", 1))
    }

    /// The output `logits`.
    fn score(&mut self, scorer: &Scorer<Layer>, embedding: &str) {
        match scorer {
            Scorer::Joint {
                from_state,
                from_action,
                rest,
            } => {
                let shared = self.shared(from_state, embedding);
                let own = self.affine(from_action, "actions");
                let joined = self.node("Add", &[&shared, &own], "scorer.joined");
                let joined = self.node("Relu", &[&joined], "scorer.joined.relu");
                let logits = self.chain(rest, &joined, false);
                self.flat(&logits, "logits");
            }
            Scorer::Factored(layer) => {
                let weights = self.shared(layer, embedding);
                let products = self.node("Mul", &[&weights, "actions"], "scorer.products");
                self.over_second("ReduceSum", &products, "logits");
            }
        }
    }

    /// What a layer makes of the embedding of each action's position.
    fn shared(&mut self, layer: &Layer, embedding: &str) -> String {
        let shared = self.affine(layer, embedding);
        self.node("Gather", &[&shared, "owner"], "scorer.shared")
    }

    /// Reduces `[N, M, …]` to `[N, …]`.
    fn over_second(&mut self, operator: &str, input: &str, name: &str) -> String {
        let inputs = [input, "second"];
        self.node_with(operator, &inputs, name, ("keepdims", 0))
    }

    /// input · weight + bias, or without a bias if the layer has none.
    fn affine(&mut self, layer: &Layer, input: &str) -> String {
        let (weight, bias) = (
            format!("{}.weight", layer.name),
            format!("{}.bias", layer.name),
        );
        let shape = [layer.inputs, layer.outputs];
        self.constant(&weight, &shape, self.weights.matrix(layer));
        let product = self.node("MatMul", &[input, &weight], &layer.name);
        if !layer.bias {
            return product;
        }
        self.constant(&bias, &[layer.outputs], self.weights.bias(layer));
        self.node("Add", &[&product, &bias], &format!("{product}.sum"))
    }

    /// A column as a list.
    fn flat(&mut self, input: &str, output: &str) {
        self.node("Reshape", &[input, "list"], output);
    }

    /// One operator; its output has its name.
    fn node(&mut self, operator: &str, inputs: &[&str], name: &str) -> String {
        self.nodes.push(node(operator, inputs, name));
        name.into()
    }

    /// One operator with an attribute, a whole number.
    fn node_with(
        &mut self,
        operator: &str,
        inputs: &[&str],
        name: &str,
        (attribute, number): (&str, u64),
    ) -> String {
        let attribute = Message::new().text(1, attribute).varint(3, number);
        let attribute = attribute.varint(20, INTEGER);
        let node = node(operator, inputs, name).message(5, &attribute);
        self.nodes.push(node);
        name.into()
    }

    fn constant(&mut self, name: &str, shape: &[usize], values: &[f32]) {
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.constants.push(tensor(name, FLOAT, shape, &bytes));
    }

    /// The `GraphProto`.
    fn finish(self, inputs: &[Message], outputs: &[Message]) -> Message {
        Message::new()
            .messages(1, &self.nodes)
            .text(2, "net")
            .messages(5, &self.constants)
            .messages(11, inputs)
            .messages(12, outputs)
    }
}

/// A `NodeProto`.
fn node(operator: &str, inputs: &[&str], name: &str) -> Message {
    let add = |node: Message, input: &&str| node.text(1, input);
    let node = inputs.iter().fold(Message::new(), add);
    node.text(2, name).text(3, name).text(4, operator)
}

/// A `TensorProto`: numbers in little-endian bytes, row by row.
fn tensor(name: &str, kind: u64, shape: &[usize], bytes: &[u8]) -> Message {
    let add = |tensor: Message, length: &usize| tensor.varint(1, *length as u64);
    let tensor = shape.iter().fold(Message::new(), add);
    tensor.varint(2, kind).text(8, name).bytes(9, bytes)
}

/// A `ValueInfoProto`: an input or output. A length that is no number is free, and has this name.
fn port(name: &str, kind: u64, shape: &[&str]) -> Message {
    let dimension = |length: &&str| match length.parse() {
        Ok(length) => Message::new().varint(1, length),
        Err(_) => Message::new().text(2, length),
    };
    let dimensions: Vec<Message> = shape.iter().map(dimension).collect();
    let shape = Message::new().messages(1, &dimensions);
    let tensor = Message::new().varint(1, kind).message(2, &shape);
    let kind = Message::new().message(1, &tensor);
    Message::new().text(1, name).message(2, &kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Architecture;

    /// Whether the numbers are right is for `tests/onnx.rs` to say.
    #[test]
    fn the_model_holds_every_weight_as_it_is() {
        holds_every_weight(vec![8, 2]);
        holds_every_weight(vec![]);
    }

    fn holds_every_weight(scorer: Vec<usize>) {
        let architecture = Architecture {
            state_features: 5,
            action_features: 3,
            tile_features: 4,
            tiles: vec![9],
            trunk: vec![7, 6],
            value: vec![4],
            scorer,
        };
        let weights = Weights::random(&architecture, 1);
        let model = to_onnx(&weights, &[("game", "ufo".into())]);
        let has = |bytes: &[u8]| model.windows(bytes.len()).any(|window| window == bytes);
        for layer in architecture.layers() {
            let matrix = weights.matrix(&layer).iter();
            let bytes: Vec<u8> = matrix.flat_map(|w| w.to_le_bytes()).collect();
            assert!(has(&bytes), "{}", layer.name);
            assert_eq!(has(format!("{}.bias", layer.name).as_bytes()), layer.bias);
        }
        for name in [
            "state", "actions", "owner", "tiles", "there", "value", "logits", "game",
        ] {
            assert!(has(name.as_bytes()), "{name}");
        }
        assert_eq!(model, to_onnx(&weights, &[("game", "ufo".into())]));
    }
}
