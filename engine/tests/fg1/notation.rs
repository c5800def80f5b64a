//! Words of the notation: each has one spelling.

use moonbase_engine::fg1::{Action, BaseId, Chance, Firers};

#[test]
fn each_kind_of_word_is_read_and_written() {
    for word in [
        "a1:move",
        "b20:move:ground",
        "a3:move:hover",
        "a1:fire:b1",
        "b1+b2:fire:a10",
        "a2+a10+a11:fire:b3",
        "a1:load:a4",
        "a1:unload:5",
        "b7:rally",
        "pass",
        "ahead:30",
        "turn:5",
        "step:0:2",
        "stop",
        "hold",
    ] {
        assert_eq!(word.parse::<Action>().unwrap().to_string(), word);
    }
    for word in [
        "none",
        "pinned",
        "suppressed",
        "killed",
        "rally:no",
        "rally:yes",
    ] {
        assert_eq!(word.parse::<Chance>().unwrap().to_string(), word);
    }
}

#[test]
fn other_spellings_are_refused() {
    for word in [
        "",
        "a0:move",
        "a01:move",
        "a21:move",
        "c1:move",
        "a1:move:air",
        "a2+a1:fire:b1",
        "a1+a1:fire:b1",
        "a1+b1:fire:b2",
        "a1+a2+a3+a4:fire:b1",
        "a1+:fire:b1",
        "a1:fire",
        "a1:unload:6",
        "ahead:0",
        "ahead:31",
        "ahead:+1",
        "turn:0",
        "turn:6",
        "step:6:1",
        "step:1",
        "Pass",
        "pass ",
        "é",
    ] {
        assert!(word.parse::<Action>().is_err(), "{word}");
    }
    for word in ["rally", "rally:maybe", "hit", "None"] {
        assert!(word.parse::<Chance>().is_err(), "{word}");
    }
}

#[test]
fn bases_are_ordered_by_side_and_number() {
    let ids = ["a1", "a2", "a10", "a20", "b1", "b2", "b10"];
    let bases: Vec<BaseId> = ids.iter().map(|id| id.parse().unwrap()).collect();
    assert!(bases.is_sorted());
    let firers: Firers = "b1+b10".parse().unwrap();
    assert_eq!(firers.bases().collect::<Vec<_>>(), [bases[4], bases[6]]);
    assert_eq!(firers.mask(), 1 | 1 << 9);
}
