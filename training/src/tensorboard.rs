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
            let mut event = header(0.0, 0);
            put_bytes(&mut event, 3, b"brain.Event:2");
            events.record(&event)?;
        }
        Ok(events)
    }

    /// Writes scalars of one step. `seconds`: time since 1970.
    ///
    /// # Errors
    /// What the file system says.
    pub fn scalars(&mut self, seconds: f64, step: u64, values: &[(String, f64)]) -> io::Result<()> {
        let mut summary = Vec::new();
        for (tag, value) in values {
            let mut entry = Vec::new();
            put_bytes(&mut entry, 1, tag.as_bytes());
            entry.push(2 << 3 | 5);
            entry.extend((*value as f32).to_le_bytes());
            put_bytes(&mut summary, 1, &entry);
        }
        let mut event = header(seconds, step);
        put_bytes(&mut event, 5, &summary);
        self.record(&event)
    }

    fn record(&mut self, data: &[u8]) -> io::Result<()> {
        // One write a record, so that a file cut off by a kill ends between two records.
        self.file.write_all(&framed(data))
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

fn header(seconds: f64, step: u64) -> Vec<u8> {
    let mut event = vec![1 << 3 | 1];
    event.extend(seconds.to_le_bytes());
    event.push(2 << 3);
    put_varint(&mut event, step);
    event
}

fn put_bytes(message: &mut Vec<u8>, field: u8, bytes: &[u8]) {
    message.push(field << 3 | 2);
    put_varint(message, bytes.len() as u64);
    message.extend(bytes);
}

fn put_varint(message: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        message.push(number as u8 | 0x80);
        number >>= 7;
    }
    message.push(number as u8);
}

fn masked_crc(data: &[u8]) -> u32 {
    crc32c(data).rotate_right(15).wrapping_add(0xa282_ead8)
}

/// CRC-32C (Castagnoli), bit by bit: polynomial 0x1EDC6F41, reflected.
pub fn crc32c(data: &[u8]) -> u32 {
    let mut crc = !0u32;
    for byte in data {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = crc >> 1 ^ (0x82f6_3b78 & (crc & 1).wrapping_neg());
        }
    }
    !crc
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
    fn the_checksum_has_its_published_values() {
        // RFC 3720, appendix B.4.
        assert_eq!(crc32c(b"123456789"), 0xe306_9283);
        assert_eq!(crc32c(&[0; 32]), 0x8a91_36aa);
        assert_eq!(crc32c(&[0xff; 32]), 0x62a8_ab43);
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
