//! Protocol-buffer messages as bytes, as far as event files and ONNX need them: writing only.
//!
//! A field is a key, `number << 3 | wire type`, and its content; see
//! <https://protobuf.dev/programming-guides/encoding>.

/// A message: the fields put so far, in that order.
///
/// ```
/// use moonbase_models::protobuf::Message;
/// let point = Message::new().varint(1, 150).text(2, "hi");
/// assert_eq!(point.as_bytes(), [0x08, 0x96, 0x01, 0x12, 0x02, b'h', b'i']);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Message {
    bytes: Vec<u8>,
}

/// Wire types.
const VARINT: u64 = 0;
const FIXED_64: u64 = 1;
const LENGTH: u64 = 2;
const FIXED_32: u64 = 5;

impl Message {
    pub fn new() -> Message {
        Message::default()
    }

    /// A field of type `uint64`, `int64` (not negative), `int32`, `bool` or an enum.
    pub fn varint(mut self, field: u64, number: u64) -> Message {
        self.key(field, VARINT);
        self.raw_varint(number);
        self
    }

    pub fn double(mut self, field: u64, number: f64) -> Message {
        self.key(field, FIXED_64);
        self.bytes.extend(number.to_le_bytes());
        self
    }

    pub fn float(mut self, field: u64, number: f32) -> Message {
        self.key(field, FIXED_32);
        self.bytes.extend(number.to_le_bytes());
        self
    }

    pub fn bytes(mut self, field: u64, content: &[u8]) -> Message {
        self.key(field, LENGTH);
        self.raw_varint(content.len() as u64);
        self.bytes.extend(content);
        self
    }

    pub fn text(self, field: u64, text: &str) -> Message {
        self.bytes(field, text.as_bytes())
    }

    pub fn message(self, field: u64, message: &Message) -> Message {
        self.bytes(field, &message.bytes)
    }

    /// A repeated field.
    pub fn messages(self, field: u64, messages: &[Message]) -> Message {
        let add = |all: Message, message| all.message(field, message);
        messages.iter().fold(self, add)
    }

    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    fn key(&mut self, field: u64, wire: u64) {
        self.raw_varint(field << 3 | wire);
    }

    /// Seven bits a byte, the lowest first; the top bit says that more follow.
    fn raw_varint(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }
}
