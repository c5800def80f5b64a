//! The perft tables in `tests/perft/` hold.
//!
//! They are written by `moonbase perft`, and say only that nothing has changed: that the rules are
//! right is what the reference traces and the rules' own tests show.

use std::path::Path;

use moonbase_engine::perft::Table;

#[test]
fn every_table_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let mut tables = 0;
    for entry in std::fs::read_dir(folder).expect("the folder of tables") {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for table in Table::parse_all(&text).unwrap() {
            if let Err(error) = table.check() {
                panic!("{}: {error}", path.display());
            }
            tables += 1;
        }
    }
    assert!(tables >= 12, "only {tables} tables were found");
}
