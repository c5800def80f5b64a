use super::figure::{Cell, Figure, Unit};
use super::svg::Scale;
use super::*;
use crate::arena::{ArenaPlan, ArenaReport, GameRow, Store};

/// What a browser, a Markdown reader and a spreadsheet would all fall for.
const HOSTILE: &str = r#"=cmd|'<script>alert("x")</script>&amp;](javascript:x),"quoted" `code`"#;

fn game(pair: u64, first_is_a: bool, score: f64, turns: u32) -> GameRow {
    GameRow {
        agents: [0, 1],
        pair,
        first_is_a,
        seed: 1,
        outcome: if score > 0.5 { "a_wins" } else { "b_<wins>" }.into(),
        score,
        value: 2.0 * score - 1.0,
        decisions: 3 * turns,
        rolls: turns,
        turns,
        forfeit: (score < 0.5 && pair == 3).then(|| format!("said {HOSTILE}\nand \u{1b}[2J died")),
        record: String::new(),
    }
}

/// A tournament whose agents have odd names.
fn report() -> ArenaReport {
    let folder = tempfile::tempdir().unwrap();
    let plan = serde_json::json!({
        "game": "pig <i>", "set": ["target=20"], "agents": [HOSTILE, "random"], "pairs": 12, "seed": 7,
    });
    let plan: ArenaPlan = serde_json::from_value(plan).unwrap();
    let mut store = Store::open(&folder.path().join("games"), &plan, "a program").unwrap();
    for pair in 0..12 {
        let score = if pair % 3 == 0 { 0.0 } else { 1.0 };
        let turns = 5 + pair as u32;
        let games = [
            game(pair, true, score, turns),
            game(pair, false, 0.0, turns + 1),
        ];
        store.add(&games).unwrap();
    }
    ArenaReport::of(&store, false).unwrap()
}

/// Elements opened and closed as they should be, and what text there is outside of tags; a tiny reader of markup.
fn read(markup: &str) -> (Vec<String>, String) {
    let (mut open, mut names, mut texts) = (Vec::new(), Vec::new(), String::new());
    let mut rest = markup.strip_prefix("<!DOCTYPE html>").unwrap();
    while let Some((text, tag)) = rest.split_once('<') {
        assert!(!text.contains('>'), "a stray > in {text}");
        texts += text;
        let (tag, after) = tag.split_once('>').expect("a tag that ends");
        assert!(!tag.contains('<'), "{tag}");
        assert_eq!(tag.matches('"').count() % 2, 0, "quotes of {tag}");
        let name: String = tag
            .chars()
            .take_while(|c| !c.is_whitespace() && *c != '/')
            .collect();
        match (tag.strip_prefix('/'), tag.ends_with('/')) {
            (Some(closed), _) => assert_eq!(open.pop().as_deref(), Some(closed)),
            (None, true) => names.push(name),
            (None, false) => {
                names.push(name.clone());
                open.push(name);
            }
        }
        rest = after;
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} {rest}");
    (names, texts)
}

#[test]
fn the_page_is_well_formed_and_asks_for_nothing() {
    let html = report().page().draw(PageFormat::Html);
    let (names, _) = read(&html);
    for name in ["table", "svg", "h1", "th", "caption", "title", "nav"] {
        assert!(names.iter().any(|found| found == name), "{name}");
    }
    for name in ["script", "img", "iframe", "object", "i"] {
        assert!(!names.iter().any(|found| found == name), "{name}");
    }
    // The one address is that of the icon: none.
    let addresses: Vec<&str> = html.split("href=\"").skip(1).collect();
    assert!(
        addresses
            .iter()
            .all(|rest| rest.starts_with('#') || rest.starts_with("data:,\""))
    );
    assert!(!html.contains("src=") && !html.contains("url(") && !html.contains("@import"));
    assert!(!html.contains("http://") && !html.contains("https://"));
    assert!(
        html.contains("prefers-color-scheme: dark") && html.contains("default-src &#39;none&#39;")
    );
    assert_eq!(
        html.matches("<svg").count(),
        html.matches("role=\"img\"").count() + axes(&html)
    );
}

/// Numbers under plots, which are in the rows' descriptions too.
fn axes(html: &str) -> usize {
    html.matches("aria-hidden=\"true\"").count()
}

#[test]
fn what_comes_from_outside_is_escaped() {
    let page = report().page();
    let html = page.draw(PageFormat::Html);
    let (_, texts) = read(&html);
    let said = "=cmd|&#39;&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;amp;](javascript:x),&quot;quoted&quot; `code`";
    assert!(texts.contains(said) && !html.contains("<script"));
    assert!(html.contains(&format!("<th scope=\"row\">{said}</th>")));
    assert!(html.contains("pig &lt;i&gt;") && html.contains("b_&lt;wins&gt;"));
    assert!(!html.contains('\u{1b}'));
    let markdown = page.draw(PageFormat::Markdown);
    let shown = r#"| =cmd\|'&lt;script&gt;alert("x")&lt;/script&gt;&amp;amp;\](javascript:x),"quoted" \`code\` |"#;
    assert!(markdown.contains(shown), "{markdown}");
    assert!(!markdown.contains("<script") && !markdown.contains("\u{1b}"));
    let text = page.draw(PageFormat::Text);
    assert!(!text.contains('\u{1b}') && text.contains(HOSTILE));
}

/// All records of a CSV file (RFC 4180).
fn parse(csv: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field) = (Vec::new(), Vec::new(), String::new());
    let mut quoted = false;
    let mut rest = csv.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '"' if quoted && rest.peek() == Some(&'"') => {
                rest.next();
                field.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut field)),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            c => field.push(c),
        }
    }
    assert!(!quoted && field.is_empty() && row.is_empty());
    rows
}

#[test]
fn csv_holds_every_figure_of_the_json() {
    let report = report();
    let json = serde_json::to_value(&report).unwrap();
    let rows = parse(&report.page().draw(PageFormat::Csv));
    assert_eq!(rows[0], ["table", "row", "column", "value", "low", "high"]);
    assert!(rows.iter().all(|row| row.len() == 6));
    let numbers = |table: &str, head: &str, column: &str| -> Vec<f64> {
        let is = |row: &&Vec<String>| row[0] == table && row[1] == head && row[2] == column;
        let row = rows
            .iter()
            .find(is)
            .unwrap_or_else(|| panic!("{table} {head} {column}"));
        row[3..]
            .iter()
            .filter_map(|field| field.parse().ok())
            .collect()
    };
    let told = |place: &serde_json::Value, names: [&str; 3]| -> Vec<f64> {
        names.map(|name| place[name].as_f64().unwrap()).to_vec()
    };
    // A spreadsheet takes no formula from us.
    let hostile = format!("'{HOSTILE}");
    for (at, head) in [(0, hostile.as_str()), (1, "random")] {
        let agent = &json["agents"][at];
        assert_eq!(
            agent["agent"].as_str().unwrap(),
            head.trim_start_matches('\'')
        );
        let rating = told(&agent["rating"], ["value", "low", "high"]);
        assert_eq!(numbers("ratings", head, "Elo"), rating);
        assert_eq!(numbers("ratings", head, "pairs"), [12.0]);
    }
    let turns = &json["lengths"]["turns"];
    assert_eq!(
        numbers("length of games", "turns", "mean"),
        told(turns, ["mean", "low", "high"])
    );
    // By hand: games of 5 to 16 and of 6 to 17 turns, each once.
    assert_eq!(turns["mean"].as_f64(), Some(11.0));
    let lost = &json["endings"]["rows"][0]["shares"][1];
    assert_eq!(
        numbers("outcomes", "all", "b_<wins>"),
        told(lost, ["mean", "low", "high"])
    );
    assert_eq!(lost["mean"].as_f64(), Some(16.0 / 24.0));
    let first = &json["first_seat"];
    let seat = report.standing.seats[0];
    assert_eq!(
        numbers("balance of the game", seat, "score"),
        told(first, ["mean", "low", "high"])
    );
    // Each lost one of the two games that were given up.
    assert_eq!(json["forfeits"].as_array().unwrap().len(), 2);
    assert_eq!(
        (&json["forfeits"][0][2], &json["forfeits"][1][2]),
        (&1.into(), &1.into())
    );
}

#[test]
fn all_formats_show_the_same_figures() {
    let page = report().page();
    let [text, html, markdown] =
        [PageFormat::Text, PageFormat::Html, PageFormat::Markdown].map(|format| page.draw(format));
    let mut drawn = html_tables(&html).into_iter();
    let mut shown = 0;
    for table in page.tables() {
        for ((_, cells), drawn) in table.rows.iter().zip(drawn.next().unwrap()) {
            assert_eq!(cells.len(), drawn.len(), "{}", table.name);
            for (cell, drawn) in cells.iter().zip(drawn) {
                let Cell::Figure(figure) = cell else {
                    continue;
                };
                let written = figure.written();
                let expected = match table.heat {
                    true => figure.unit.write(figure.value),
                    false => written.clone(),
                };
                assert_eq!(drawn, expected, "{}", table.name);
                assert!(markdown.contains(&written) && text.contains(&written));
                shown += 1;
            }
        }
    }
    assert!(shown > 20 && drawn.next().is_none());
}

/// What stands in the cells of each table, row by row, without its tags.
fn html_tables(html: &str) -> Vec<Vec<Vec<String>>> {
    let bare = |markup: &str| -> String {
        let parts = markup.split('<').enumerate();
        let text = parts.map(|(at, part)| match at {
            0 => part,
            _ => part.split_once('>').map_or("", |(_, text)| text),
        });
        text.collect()
    };
    let row = |row: &str| -> Vec<String> {
        let cells = row.split("<td").skip(1);
        let inner = |cell: &str| {
            let (_, rest) = cell.split_once('>').unwrap();
            bare(rest.split("</td>").next().unwrap())
        };
        cells.map(inner).collect()
    };
    let bodies = html.split("<tbody>").skip(1);
    let body = |body: &str| {
        let body = body.split("</tbody>").next().unwrap();
        body.split("<tr>").skip(1).map(row).collect()
    };
    bodies.map(body).collect()
}

#[test]
fn figures_are_written_with_their_unit_and_never_as_minus_zero() {
    let written = |value, unit| {
        Figure::new(value, unit)
            .within(value - 0.1, value + 0.1)
            .written()
    };
    assert_eq!(written(0.615, Unit::Percent), "61.5% [51.5, 71.5]");
    assert_eq!(written(-0.0001, Unit::Points), "0.0 [-10.0, +10.0]");
    assert_eq!(written(101.5, Unit::Elo), "+102 [+101, +102]");
    assert_eq!(written(2.25, Unit::Signed(2)), "+2.25 [+2.15, +2.35]");
    assert_eq!(Unit::Elo.write(-0.4), "0");
    assert_eq!(Unit::Percent.write(-0.0001), "0.0%");
    assert_eq!(Unit::Percent.write(-0.001), "-0.1%");
    assert_eq!(Unit::Number(1).write(-0.04), "0.0");
    assert_eq!(Unit::Signed(1).write(0.04), "0.0");
    assert_eq!(Unit::Count.write(-0.2), "0");
    assert_eq!(Unit::Percent.write_short(0.6), "60%");
    assert_eq!(Unit::Number(1).write_short(12.5), "12.5");
    assert_eq!(Unit::Elo.write_short(100.0), "+100");
}

#[test]
fn scales_have_round_ticks_that_hold_the_values() {
    let scale = Scale::of([-130.0, 88.0].into_iter());
    assert_eq!(scale.ticks, [-100.0, -50.0, 0.0, 50.0]);
    assert_eq!((scale.place(-130.0), scale.place(88.0)), (4.0, 96.0));
    for odd in [vec![], vec![3.0], vec![f64::NAN, f64::INFINITY]] {
        let scale = Scale::of(odd.into_iter());
        assert!(!scale.ticks.is_empty() && scale.place(3.0).is_finite());
    }
}

#[test]
fn histograms_count_every_value_once() {
    let values: Vec<u32> = (10..100).chain([99, 99]).collect();
    let of = |values: &[u32]| {
        let mut counts = std::collections::BTreeMap::new();
        for value in values {
            *counts.entry(*value).or_insert(0) += 1;
        }
        let spread = crate::stats::Spread::of(values);
        Histogram::of("turns", &counts, &spread)
    };
    let histogram = of(&values).unwrap();
    // 90 different values in at most 30 bars or one more: bars of three.
    assert_eq!(
        histogram.bins[0],
        Bin {
            low: 9,
            high: 11,
            count: 2
        }
    );
    assert_eq!(
        histogram.bins.last(),
        Some(&Bin {
            low: 99,
            high: 101,
            count: 3
        })
    );
    assert_eq!(histogram.bins.iter().map(|bin| bin.count).sum::<u64>(), 92);
    assert_eq!(of(&[]), None);
    assert_eq!(of(&[4]).unwrap().bins.len(), 1);
}

#[test]
fn columns_without_anything_are_left_out() {
    let mut table = Table::new("t", "row", &["a", "b", "c"]);
    table.row("x", vec![Cell::count(1), Cell::Empty, Cell::text("y")]);
    table.row("z", vec![Cell::Empty, Cell::Empty, Cell::Empty]);
    let table = table.without_empty_columns();
    assert_eq!(table.columns, ["a", "c"]);
    assert_eq!(table.rows[0].1, [Cell::count(1), Cell::text("y")]);
}
