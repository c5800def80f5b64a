//! TensorBoard event files: scalars only, written by hand.
//!
//! A file is a row of TFRecords: length (u64), its masked CRC-32C (u32), the data, its masked CRC-32C, all
//! little-endian. The mask of a checksum c is rot15(c) + 0xa282ead8. The data is a protobuf `Event`:
//! field 1 wall time (double), 2 step (int64), 3 file version (string) or 5 summary; a summary's field 1 is a
//! value with 1 tag (string) and 2 simple value (float).
//! Source: tensorflow/core/lib/io/record_writer.h and tensorflow/core/util/event.proto.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use moonbase_models::crc32c;
use moonbase_models::protobuf::Message;

/// Appends events to a file.
pub struct EventFile {
    file: File,
}

impl EventFile {
    /// Opens the file for appending; a new one gets its version record.
    ///
    /// # Errors
    /// What the file system says.
    pub fn open(path: &Path) -> io::Result<EventFile> {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        let fresh = file.metadata()?.len() == 0;
        let mut events = EventFile { file };
        if fresh {
            events.record(&event(0.0, 0).text(3, "brain.Event:2"))?;
        }
        Ok(events)
    }

    /// Writes scalars of one step. `seconds`: time since 1970.
    ///
    /// # Errors
    /// What the file system says.
    pub fn scalars(&mut self, seconds: f64, step: u64, values: &[(String, f64)]) -> io::Result<()> {
        let entry =
            |(tag, value): &(String, f64)| Message::new().text(1, tag).float(2, *value as f32);
        let entries: Vec<Message> = values.iter().map(entry).collect();
        let summary = Message::new().messages(1, &entries);
        self.record(&event(seconds, step).message(5, &summary))
    }

    fn record(&mut self, event: &Message) -> io::Result<()> {
        // One write a record, so that a file cut off by a kill ends between two records.
        self.file.write_all(&framed(event.as_bytes()))
    }
}

fn framed(data: &[u8]) -> Vec<u8> {
    let length = (data.len() as u64).to_le_bytes();
    let mut record = length.to_vec();
    record.extend(masked_crc(&length).to_le_bytes());
    record.extend(data);
    record.extend(masked_crc(data).to_le_bytes());
    record
}

/// The beginning of an `Event`.
fn event(seconds: f64, step: u64) -> Message {
    Message::new().double(1, seconds).varint(2, step)
}

fn masked_crc(data: &[u8]) -> u32 {
    crc32c(data).rotate_right(15).wrapping_add(0xa282_ead8)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (step, tag, value) of every scalar; checks all checksums.
    fn read(mut bytes: &[u8]) -> Vec<(u64, String, f32)> {
        let mut scalars = Vec::new();
        while !bytes.is_empty() {
            let length = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
            let crc = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
            assert_eq!(crc(8), masked_crc(&bytes[..8]));
            let data = &bytes[12..12 + length];
            assert_eq!(crc(12 + length), masked_crc(data));
            let step = first(&fields(data), 2).map_or(0, |f| f.0);
            for (_, summary) in fields(data).iter().filter(|(n, _)| *n == 5) {
                for (_, value) in fields(&summary.1) {
                    let inner = fields(&value.1);
                    let tag = String::from_utf8(first(&inner, 1).unwrap().1).unwrap();
                    let bits = first(&inner, 2).unwrap().1;
                    let number = f32::from_le_bytes(bits.try_into().unwrap());
                    scalars.push((step, tag, number));
                }
            }
            bytes = &bytes[16 + length..];
        }
        scalars
    }

    type Field = (u64, Vec<u8>);

    fn first(fields: &[(u64, Field)], number: u64) -> Option<Field> {
        let found = fields.iter().find(|(n, _)| *n == number);
        found.map(|(_, field)| field.clone())
    }

    fn fields(mut bytes: &[u8]) -> Vec<(u64, Field)> {
        let mut all = Vec::new();
        while !bytes.is_empty() {
            let key = varint(&mut bytes);
            let field = match key & 7 {
                0 => (varint(&mut bytes), Vec::new()),
                1 => (0, take(&mut bytes, 8)),
                5 => (0, take(&mut bytes, 4)),
                2 => {
                    let len = varint(&mut bytes) as usize;
                    (0, take(&mut bytes, len))
                }
                wire => panic!("wire type {wire}"),
            };
            all.push((key >> 3, field));
        }
        all
    }

    fn take(bytes: &mut &[u8], len: usize) -> Vec<u8> {
        let (head, tail) = bytes.split_at(len);
        *bytes = tail;
        head.to_vec()
    }

    fn varint(bytes: &mut &[u8]) -> u64 {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = take(bytes, 1)[0];
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return number;
            }
            shift += 7;
        }
    }

    #[test]
    fn what_is_written_reads_back_also_after_reopening() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("events.out.tfevents.1");
        for step in [3, 300] {
            let mut file = EventFile::open(&path).unwrap();
            let values = [("loss/shado".to_string(), 0.5), ("x".to_string(), -2.0)];
            file.scalars(1.7e9, step, &values).unwrap();
        }
        let found = read(&std::fs::read(&path).unwrap());
        let expected = [3, 300].into_iter().flat_map(|step| {
            [(step, "loss/shado", 0.5), (step, "x", -2.0)]
                .map(|(step, tag, value)| (step, tag.to_string(), value))
        });
        assert_eq!(found, expected.collect::<Vec<_>>());
    }
}
