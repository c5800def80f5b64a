//! Plain text: tables, and what is foreign.

/// Messages and tables quote foreign text: what would break the line or steer the terminal is spelt out.
///
/// ```
/// assert_eq!(moonbase_eval::table::printable("a\n\u{1b}[2J"), "a\\n\\u{1b}[2J");
/// ```
pub fn printable(text: &str) -> String {
    let spelt = |c: char| match c.is_control() {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    };
    text.chars().map(spelt).collect()
}

/// Lines up cells: the first column to the left, the others to the right, two spaces between.
///
/// ```
/// let rows = [["agent", "score"], ["uct:sims=400", "61.5"]].map(|row| row.map(String::from).to_vec());
/// assert_eq!(moonbase_eval::table::render(&rows), "agent         score\nuct:sims=400   61.5\n");
/// ```
pub fn render(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    rows.iter().map(|row| line(row, &widths)).collect()
}

fn line(row: &[String], widths: &[usize]) -> String {
    let mut line = String::new();
    for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
        if column == 0 {
            line += &format!("{cell:<width$}");
        } else {
            line += &format!("  {cell:>width$}");
        }
    }
    line.truncate(line.trim_end().len());
    line + "\n"
}
