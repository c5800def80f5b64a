//! What can be typed.

use super::*;

fn said(reading: &Reading, typed: &str) -> String {
    match reading.read(typed) {
        Ok(answer) => answer.to_string(),
        Err(error) => error.to_string(),
    }
}

const THREE: Reading = Reading::Count {
    dice: 3,
    at_least: 5,
};

#[test]
fn numbers_and_dice_are_read() {
    let best = Reading::Best { dice: 3 };
    for (reading, typed, answer) in [
        (&THREE, "0", "0"),
        (&THREE, " 3 ", "3"),
        (&THREE, "5 6 4", "2"),
        (&THREE, "5,6,6", "3"),
        (&Reading::Sum, "12", "12"),
        (&Reading::Sum, "3+4", "7"),
        (&Reading::Face, "6", "6"),
        (&best, "2 5 1", "5"),
    ] {
        assert_eq!(said(reading, typed), answer, "{typed}");
    }
}

#[test]
fn what_cannot_be_is_one_clear_line() {
    for (reading, typed, line) in [
        (
            &THREE,
            "two",
            "`two` is no number; type 0 to 3, or what each die shows",
        ),
        (
            &THREE,
            "",
            "`` is no number; type 0 to 3, or what each die shows",
        ),
        (&THREE, "4", "3 dice cannot show 4 of them; type 0 to 3"),
        (
            &THREE,
            "-1",
            "`-1` is no number; type 0 to 3, or what each die shows",
        ),
        (
            &THREE,
            "5 6",
            "3 dice are to be rolled, and 2 numbers typed",
        ),
        (&THREE, "5 6 7", "a die shows 1 to 6, not 7"),
        (&Reading::Face, "0", "a die shows 1 to 6, not 0"),
        (&Reading::Face, "x", "`x` is no number; type 1 to 6"),
        (&Reading::Sum, "13", "two dice add up to 2 to 12, not 13"),
        (&Reading::Sum, "256", "two dice add up to 2 to 12, not 256"),
    ] {
        assert_eq!(said(reading, typed), line, "{typed}");
    }
    let long = said(&Reading::Face, &"9".repeat(500));
    assert!(long.len() < 100, "{long}");
}

#[test]
fn lists_take_numbers_names_and_beginnings() {
    let pick = |name: &str| Pick {
        name: name.into(),
        words: String::new(),
    };
    let list = Reading::Pick {
        picks: ["straight", "straight-heavy", "sharp"].map(pick).into(),
        gone: vec![pick("y")],
    };
    for (typed, answer) in [
        ("3", "2"),
        ("STRAIGHT", "0"),
        ("straight-h", "1"),
        ("sh", "2"),
        ("4", "the list has 3 lines; there is none numbered 4"),
        ("0", "the list has 3 lines; there is none numbered 0"),
        ("y", "no y is left"),
        (
            "st",
            "`st` may be straight, straight-heavy; type more of it, or the number",
        ),
        (
            "s",
            "`s` is not in the list: straight, straight-heavy, sharp",
        ),
        (
            "x",
            "`x` is not in the list: straight, straight-heavy, sharp",
        ),
    ] {
        assert_eq!(said(&list, typed), answer, "{typed}");
    }
}

/// What is printed beside the name can be typed as well, with or without article and in any letters.
#[test]
fn lists_take_what_is_printed() {
    let pick = |(name, words): (&str, &str)| Pick {
        name: name.into(),
        words: words.into(),
    };
    let list = Reading::Pick {
        picks: [
            ("straight", "a straight: 6 left"),
            ("gentle-heavy", "a gentle bend with heavy going: 2 left"),
            ("sharp", "a sharp bend: 3 left"),
            ("wye", "a Y junction: 1 left"),
            ("y2", "a Y junction: 2 left"),
            ("ufo", "the UFO: the end tile"),
        ]
        .map(pick)
        .into(),
        gone: [("gentle", "a gentle bend"), ("hairpin", "a sharp bend")]
            .map(pick)
            .into(),
    };
    for (typed, answer) in [
        ("sharp bend", "2"),
        ("A  Sharp bend", "2"),
        ("the ufo", "5"),
        ("gentle bend with", "1"),
        ("a straight", "0"),
        // In the box there is none, though another begins so.
        ("gentle bend", "no gentle bend is left"),
        ("gentle", "no gentle is left"),
        ("hairpin", "no hairpin is left"),
        (
            "y junction",
            "`y junction` may be wye, y2; type more of it, or the number",
        ),
        (
            "3 left",
            "`3 left` is not in the list: straight, gentle-heavy, sharp, wye, y2, ufo",
        ),
    ] {
        assert_eq!(said(&list, typed), answer, "{typed}");
    }
}
