//! Options: values, presets, refusals.

use moonbase_engine::fg1::{Fg1, Fg1Options, Scenario};
use moonbase_engine::{Game, RuleOptions};
use serde_json::{Value, json};

use super::scene::Scene;

fn set(name: &str, value: Value) -> Result<Fg1Options, String> {
    let mut options = Fg1Options::default();
    match options.set(name, &value) {
        Ok(()) => Ok(options),
        Err(error) => Err(error.to_string()),
    }
}

#[test]
fn presets_differ_in_the_scenario_only() {
    let base = Fg1Options::default();
    for (name, options) in Fg1Options::presets() {
        let expected = match name {
            "fg1" | "fg1-skirmish" => json!({}),
            "fg1-mini" => json!({"scenario": "mini"}),
            _ => json!({"scenario": "crossing"}),
        };
        assert_eq!(json!(options.difference(&base)), expected, "{name}");
        let scenario = options.scenario.name();
        assert_eq!(Some(scenario), options.scenario.shipped_as());
    }
}

#[test]
fn every_value_is_taken_and_given_back() {
    for (name, values) in [
        ("scenario", json!(["mini", "skirmish", "crossing"])),
        ("max_initiatives", json!([0, 1, 1000])),
        ("moves", json!(["once", "free"])),
        ("rally", json!(["sure", "roll"])),
        ("crossfire", json!(["squads", "all"])),
        ("scoring", json!(["graded", "win_loss"])),
    ] {
        for value in values.as_array().unwrap() {
            let options = set(name, value.clone()).unwrap();
            assert_eq!(&options.get(name), value);
        }
    }
}

#[test]
fn other_values_are_refused_with_the_valid_ones() {
    for (name, value, valid) in [
        ("max_initiatives", json!(1001), "0..1000"),
        ("max_initiatives", json!(-1), "0..1000"),
        ("max_initiatives", json!("5"), "0..1000"),
        ("moves", json!("twice"), "once or free"),
        ("rally", json!(true), "sure or roll"),
        ("crossfire", json!("vehicles"), "squads or all"),
        ("scoring", json!(null), "graded or win_loss"),
        (
            "scenario",
            json!("big"),
            "mini, skirmish, crossing, or the whole text",
        ),
        (
            "scenario",
            json!(1),
            "mini, skirmish, crossing, or the whole text",
        ),
    ] {
        let error = set(name, value.clone()).unwrap_err();
        assert!(error.contains(valid) && error.contains(name), "{error}");
    }
    let unknown = set("tiles", json!("mini")).unwrap_err();
    assert!(
        unknown.contains("scenario, max_initiatives, moves, rally, crossfire, scoring"),
        "{unknown}"
    );
}

#[test]
fn a_scenario_is_given_by_its_whole_text() {
    let text = Scene::plain(4, 4)
        .base("a1 inf 0,0 - p")
        .base("b1 inf 3,0 - p")
        .text();
    let options = set("scenario", json!(text)).unwrap();
    assert_eq!(options.get("scenario"), json!(text));
    assert_eq!(options.scenario.name(), "scene");
    let again = set("scenario", json!(text)).unwrap();
    assert_eq!(options, again);
    let (one, two) = (Fg1::new(&options).unwrap(), Fg1::new(&again).unwrap());
    assert_eq!(one, two, "positions are compared across equal options");
    let error = set("scenario", json!(text.replace("size 4 4", "size 4 5"))).unwrap_err();
    assert_eq!(
        error,
        "scenario: line 11, column 2: `a` is no terrain; write one of . b w s r W"
    );
}

/// The text of a scenario that the program brings is that scenario.
#[test]
fn the_text_of_a_shipped_scenario_is_its_name() {
    for name in Scenario::shipped() {
        let scenario = Scenario::named(name).unwrap();
        let options = set("scenario", json!(scenario.text())).unwrap();
        assert_eq!(options.get("scenario"), json!(name));
    }
}

#[test]
fn the_scenario_says_how_long_unless_the_options_do() {
    let last = |settings: &[(&str, Value)]| {
        let mut options = Fg1Options::default();
        for (name, value) in settings {
            options.set(name, value).unwrap();
        }
        Fg1::new(&options).unwrap().last_initiative()
    };
    assert_eq!(last(&[]), 24);
    assert_eq!(last(&[("scenario", json!("mini"))]), 16);
    assert_eq!(last(&[("max_initiatives", json!(3))]), 3);
    assert_eq!(
        last(&[("max_initiatives", json!(3)), ("max_initiatives", json!(0))]),
        24
    );
}
