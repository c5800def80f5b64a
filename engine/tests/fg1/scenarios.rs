//! Scenario files: what is read, and each fault with its place.

use moonbase_engine::fg1::{Fg1, Fg1Options, Mode, Scenario, Terrain};
use moonbase_engine::hex::Hex;
use moonbase_engine::{Game, RuleOptions, Seat};
use serde_json::json;

const GOOD: &str = "\
fg1-scenario 1
name test-1_x
first b
max_initiatives 7
size 4 3
map
.b.W
w..s
.r..
objective 1,0
objective 3,1
base a1 inf 0,0 - p
base a2 inf 2,0 - q a3
base a3 lh 2,0 5 r hover
base b1 mw 2,1 0 p
base b2 f 3,-1 1 s
";

/// The good file with one text replaced.
fn changed(from: &str, to: &str) -> String {
    assert_eq!(GOOD.matches(from).count(), 1, "`{from}` is there once");
    GOOD.replace(from, to)
}

#[track_caller]
fn refused(from: &str, to: &str, message: &str) {
    let error = Scenario::parse(&changed(from, to)).unwrap_err().to_string();
    assert_eq!(error, message);
}

#[test]
fn a_good_file_is_read() {
    let scenario = Scenario::parse(GOOD).unwrap();
    assert_eq!(
        (scenario.name(), scenario.first()),
        ("test-1_x", Seat::Second)
    );
    assert_eq!(scenario.max_initiatives(), 7);
    let field = scenario.field();
    assert_eq!((field.width(), field.height(), field.len()), (4, 3, 12));
    assert_eq!(field.terrain_of(Hex::new(0, 1)), Some(Terrain::Wood));
    // Column 3, row 1: r = 1 - 1.
    assert_eq!(field.terrain_of(Hex::new(3, 0)), Some(Terrain::Swamp));
    assert_eq!(field.terrain_of(Hex::new(3, -1)), Some(Terrain::Water));
    assert_eq!(field.terrain_of(Hex::new(3, 2)), None);
    assert_eq!(scenario.objectives(), [Hex::new(1, 0), Hex::new(3, 1)]);
    let squad = &scenario.bases()[1];
    assert_eq!(squad.aboard, Some("a3".parse().unwrap()));
    assert_eq!(scenario.bases()[2].mode, Some(Mode::Hover));
    assert_eq!((scenario.bases()[3].facing, squad.facing), (Some(0), None));
    assert_eq!(scenario.stakes(), 1 + 1 + 2 + 5 + 5 + 6);
}

#[test]
fn comments_and_empty_lines_do_not_count() {
    let text =
        changed("map\n", "# a map\n\nmap\n\n# row 0\n").replace("name ", "\n# a name\nname ");
    assert_eq!(Scenario::parse(&text).unwrap().bases().len(), 5);
    let spaced = "# first\n\n".to_string() + GOOD + "\n\n# last";
    assert!(Scenario::parse(&spaced).is_ok());
}

#[test]
fn faults_of_the_head_are_named() {
    refused(
        "fg1-scenario 1",
        "fg1-scenario 2",
        "line 1, column 14: `2` is no version that is known here: 1",
    );
    refused(
        "fg1-scenario 1",
        "scenario 1",
        "line 1, column 1: `scenario` stands where `fg1-scenario 1` is wanted",
    );
    refused(
        "fg1-scenario 1",
        "fg1-scenario",
        "line 1, column 1: write `fg1-scenario 1`",
    );
    refused(
        "name test-1_x",
        "name test 1",
        "line 2, column 11: write `name NAME`, no more and no less",
    );
    refused(
        "name test-1_x",
        "name té",
        "line 2, column 6: `té` is no name: letters, digits, - and _ only",
    );
    refused(
        "name test-1_x",
        "name  x",
        "line 2, column 6: one space too many: words are separated by single spaces",
    );
    refused(
        "name test-1_x\n",
        "",
        "line 2, column 1: `first` stands where `name NAME` is wanted",
    );
    refused(
        "first b",
        "first c",
        "line 3, column 7: `c` is no side: a or b",
    );
    for wrong in ["0", "1001", "07", "+7", "7.0", "x"] {
        let message = format!("line 4, column 17: `{wrong}` is no number from 1 to 1000");
        refused(
            "max_initiatives 7",
            &format!("max_initiatives {wrong}"),
            &message,
        );
    }
    refused(
        "size 4 3",
        "size 1 3",
        "line 5, column 6: `1` is no number from 2 to 40",
    );
    refused(
        "size 4 3",
        "size 4 41",
        "line 5, column 8: `41` is no number from 2 to 40",
    );
    refused(
        "size 4 3",
        "size 4",
        "line 5, column 6: write `size W H`, no more and no less",
    );
    refused(
        "map\n",
        "map 1\n",
        "line 6, column 5: write `map`, no more and no less",
    );
}

#[test]
fn faults_of_the_map_are_named() {
    refused(
        ".b.W\n",
        ".b.x\n",
        "line 7, column 4: `x` is no terrain; write one of . b w s r W",
    );
    refused(
        ".b.W\n",
        ".b.\n",
        "line 7, column 4: the row has 3 letters of 4",
    );
    refused(
        ".b.W\n",
        ".b.W.\n",
        "line 7, column 5: the row is longer than 4 letters",
    );
    refused(
        ".b.W\n",
        "",
        "line 9, column 1: `o` is no terrain; write one of . b w s r W",
    );
}

#[test]
fn faults_of_objectives_are_named() {
    refused(
        "objective 3,1",
        "objective 1,0",
        "line 11, column 11: hex 1,0 is an objective already",
    );
    refused(
        "objective 3,1",
        "objective 3,2",
        "line 11, column 11: hex 3,2 is off the board",
    );
    refused(
        "objective 3,1",
        "objective 3",
        "line 11, column 11: `3` is no hex; write Q,R",
    );
    refused(
        "objective 3,1",
        "objective 3,01",
        "line 11, column 11: `3,01` is no hex; write Q,R",
    );
    let nine = "objective 0,0\nobjective 0,1\nobjective 0,2\nobjective 1,1\nobjective 1,2\nobjective 2,-1\nobjective 2,0\nobjective 2,1";
    refused(
        "objective 3,1",
        nine,
        "line 18, column 11: more than 8 objectives",
    );
    refused(
        "objective 3,1",
        "goal 3,1",
        "line 11, column 1: `goal` stands where `base ID TYPE Q,R FACING PLATOON` is wanted",
    );
}

#[test]
fn faults_of_a_base_are_named() {
    refused(
        "base a1 inf 0,0 - p",
        "base a2 inf 0,0 - p",
        "line 12, column 6: `a2` stands where `a1` is wanted",
    );
    refused(
        "base a3 lh",
        "base a4 lh",
        "line 14, column 6: `a4` stands where `a3` or `b1` is wanted",
    );
    refused(
        "base b2 f",
        "base a4 f",
        "line 16, column 6: `a4` stands where `b2` is wanted",
    );
    refused(
        "a1 inf 0,0",
        "a1 tank 0,0",
        "line 12, column 9: `tank` is no type; types: inf lh mh hh lw mw hw f",
    );
    refused(
        "a1 inf 0,0",
        "a1 inf 0,9",
        "line 12, column 13: hex 0,9 is off the board",
    );
    refused(
        "a1 inf 0,0 -",
        "a1 inf 0,0 1",
        "line 12, column 17: `1`: a squad's facing is -",
    );
    refused(
        "mw 2,1 0",
        "mw 2,1 6",
        "line 15, column 16: `6` is no number from 0 to 5",
    );
    refused(
        "mw 2,1 0",
        "mw 2,1 -",
        "line 15, column 16: `-` is no number from 0 to 5",
    );
    refused(
        "0,0 - p",
        "0,0 - p!",
        "line 12, column 19: `p!` is no name: letters, digits, - and _ only",
    );
    refused(
        "0,0 - p",
        "0,0 -",
        "line 12, column 17: write `base ID TYPE Q,R FACING PLATOON`, and perhaps a last word",
    );
    refused(
        "5 r hover",
        "5 r ground",
        "line 14, column 20: `ground`: a hover's last word is hover",
    );
    refused(
        "0 p\n",
        "0 p b1\n",
        "line 15, column 20: `b1`: `mw` has no last word",
    );
    refused(
        "5 r hover",
        "5 r hover now",
        "line 14, column 26: write `base ID TYPE Q,R FACING PLATOON`, and perhaps a last word",
    );
}

#[test]
fn faults_of_places_are_named() {
    refused(
        "a1 inf 0,0",
        "a1 inf 3,-1",
        "line 12, column 13: hex 3,-1 is `W`, impassable for this `inf`",
    );
    refused(
        "mw 2,1 0",
        "lh 0,1 0",
        "line 15, column 12: hex 0,1 is `w`, impassable for this `lh`",
    );
    refused(
        "mw 2,1",
        "mw 0,0",
        "line 15, column 12: a1 stands on hex 0,0 already",
    );
    refused(
        "mw 2,1",
        "mw 2,0",
        "line 15, column 12: a3 stands on hex 2,0 already",
    );
}

/// Aboard, a squad may be on any hex.
#[test]
fn a_squad_aboard_takes_no_room_and_does_not_get_wet() {
    let text = GOOD.replace("f 3,-1", "f 2,0");
    let text = text.replace("2,0 -", "3,-1 -").replace("lh 2,0", "lh 3,-1");
    assert!(
        Scenario::parse(&text).is_ok(),
        "{:?}",
        Scenario::parse(&text)
    );
}

#[test]
fn faults_of_platoons_are_named() {
    refused(
        "5 r hover",
        "5 p hover",
        "line 14, column 18: squads and vehicles share no platoon, but a1 has this one",
    );
    refused(
        "1 s",
        "1 p",
        "line 16, column 18: a fighter shares no platoon, but b1 has this one",
    );
    let four = "base a1 inf 0,0 - p\nbase a2 inf 2,0 - p a3\nbase a3 lh 2,0 5 r hover\nbase a4 inf 1,0 - p\nbase a5 inf 0,1 - p\n";
    let from = "base a1 inf 0,0 - p\nbase a2 inf 2,0 - q a3\nbase a3 lh 2,0 5 r hover\n";
    refused(
        from,
        four,
        "line 16, column 19: more than 3 bases in a platoon",
    );
    // Each side has platoons of its own: p is a's squads' and b's walker's.
    assert!(Scenario::parse(GOOD).is_ok());
}

#[test]
fn faults_of_squads_aboard_are_named() {
    refused(
        "- q a3",
        "- q b1",
        "line 13, column 21: `b1` is no base of the squad's side",
    );
    refused("- q a3", "- q a1", "line 13, column 21: a1 is no hover");
    refused("- q a3", "- q a9", "line 13, column 21: a9 is no hover");
    refused(
        "- q a3",
        "- q hover",
        "line 13, column 21: `hover` is no base of the squad's side",
    );
    refused(
        "lh 2,0",
        "lh 1,0",
        "line 13, column 21: a3 is on another hex: 1,0",
    );
    let four: String = (4..7)
        .map(|n| format!("base a{n} inf 2,0 - z a3\n"))
        .collect();
    let text = changed("base b1", &(four + "base b1"));
    let error = Scenario::parse(&text).unwrap_err().to_string();
    assert_eq!(error, "line 17, column 21: more than 3 squads aboard a3");
}

#[test]
fn both_sides_have_bases() {
    let only_a: String = GOOD
        .lines()
        .take(14)
        .map(|line| format!("{line}\n"))
        .collect();
    let error = Scenario::parse(&only_a).unwrap_err().to_string();
    assert_eq!(
        error,
        "line 15, column 1: the file ends; `base ID TYPE Q,R FACING PLATOON` is missing"
    );
    let only_b = GOOD.lines().filter(|line| !line.starts_with("base a"));
    let only_b: Vec<&str> = only_b.collect();
    let error = Scenario::parse(&only_b.join("\n")).unwrap_err().to_string();
    assert_eq!(error, "line 12, column 6: `b1` stands where `a1` is wanted");
}

#[test]
fn a_side_has_twenty_bases_at_most() {
    let rows = ["..............................."; 3].join("\n");
    let bases = |side: &str, count: usize, row: i8| -> String {
        let base = |n: usize| {
            let (q, r) = (n as i8, row - n as i8 / 2);
            format!("base {side}{n} inf {q},{r} - p{}\n", n / 3)
        };
        (1..=count).map(base).collect()
    };
    let text = |count: usize| {
        let head = "fg1-scenario 1\nname many\nfirst a\nmax_initiatives 9\nsize 31 3\nmap\n";
        format!(
            "{head}{rows}\n{}{}",
            bases("a", count, 0),
            bases("b", 20, 2)
        )
    };
    let mut options = Fg1Options::default();
    options.set("scenario", &json!(text(20))).unwrap();
    assert_eq!(Fg1::new(&options).unwrap().bases().count(), 40);
    let error = Scenario::parse(&text(21)).unwrap_err().to_string();
    assert_eq!(
        error,
        "line 30, column 6: `a21` stands where `b1` is wanted"
    );
}

#[test]
fn nothing_follows_the_bases() {
    let text = GOOD.to_string() + "objective 0,0\n";
    let error = Scenario::parse(&text).unwrap_err().to_string();
    assert_eq!(
        error,
        "line 17, column 1: `objective` stands where `base ID TYPE Q,R FACING PLATOON` is wanted"
    );
}

#[test]
fn an_empty_file_and_long_words_are_refused_in_one_line() {
    let error = Scenario::parse("").unwrap_err().to_string();
    assert_eq!(
        error,
        "line 1, column 1: the file ends; `fg1-scenario 1` is missing"
    );
    let long = "x".repeat(10_000) + "\u{7}";
    let error = Scenario::parse(&long).unwrap_err().to_string();
    assert!(error.len() < 200 && !error.contains('\n'), "{error}");
}

/// Shipped scenarios that are the same for both sides: the right half mirrors the left.
#[test]
fn mini_and_skirmish_are_mirrored() {
    for name in ["mini", "skirmish"] {
        let scenario = Scenario::named(name).unwrap();
        let (width, field) = (scenario.field().width() as i8, scenario.field());
        // Column c to w - 1 - c, which is of the same parity, so rows stay.
        let mirror = |hex: Hex| {
            let row = hex.r + hex.q / 2;
            let q = width - 1 - hex.q;
            Hex::new(q, row - q / 2)
        };
        for hex in field.hexes() {
            assert_eq!(
                field.terrain_of(*hex),
                field.terrain_of(mirror(*hex)),
                "{hex}"
            );
        }
        let of = |side| scenario.bases_of(side);
        for (a, b) in of(Seat::First).zip(of(Seat::Second)) {
            assert_eq!((a.kind, mirror(a.hex)), (b.kind, b.hex));
            assert_eq!(a.facing.map(|facing| (6 - facing) % 6), b.facing);
        }
    }
}
