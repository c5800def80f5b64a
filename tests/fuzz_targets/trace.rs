//! The trace checker: any lines are followed, or refused with their number.

use moonbase_engine::trace::Checker;
use serde_json::Value;

use super::pool::may_use;

pub fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut checker = Checker::new();
    let (mut lines, mut nodes) = (0, 0);
    for line in text.lines().take_while(|line| is_allowed(line)) {
        checker.line(line);
        lines += 1;
        nodes += usize::from(!line.trim().is_empty());
    }
    let report = checker.finish();
    assert!(report.nodes <= nodes && report.games <= nodes);
    assert!(report.faults.len() <= report.games + 1);
    for fault in &report.faults {
        assert!(fault.line <= lines && !fault.to_string().is_empty());
    }
}

/// A line that begins a game puts its options to use.
fn is_allowed(line: &str) -> bool {
    match serde_json::from_str::<Value>(line) {
        Ok(header) if header.get("game").is_some() => {
            may_use(&format!("{} {}", header["game"], header["options"]))
        }
        _ => true,
    }
}
