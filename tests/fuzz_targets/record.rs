//! Game records: any text is read or refused, and what replays is written and read back the same.

use moonbase_engine::record::Record;
use moonbase_engine::registry::family_of;
use moonbase_engine::{Game, with_family};
use serde_json::json;

use super::input::assert_one_line;
use super::pool::may_use;

pub fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let record = match Record::parse(&text) {
        Ok(record) => record,
        Err(error) => return assert_one_line(error, &text),
    };
    match family_of(record.game()) {
        Err(error) => assert_one_line(error, &text),
        Ok(family) => with_family!(family, |G| replay::<G>(&record, &text)),
    }
}

fn replay<G: Game>(record: &Record, text: &str) {
    if !may_use(&json!([record.game(), record.options()]).to_string()) {
        return;
    }
    let positions = match record.replay::<G>() {
        Ok(positions) => positions,
        Err(error) => return assert_one_line(error, text),
    };
    assert_eq!(positions.len(), record.words().len() + 1);
    let text = record.to_text::<G>().expect("it has replayed");
    let read = Record::parse(&text).expect("a written record can be read");
    assert_eq!(read.replay::<G>().as_ref(), Ok(&positions), "{text}");
    assert_eq!(read.to_text::<G>(), Ok(text));
}
