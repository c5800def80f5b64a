//! Positions from dumps, and what is refused.

use moonbase_engine::fg1::{Fg1, Fg1Options};
use moonbase_engine::{Game, RuleOptions};
use serde_json::{Value, json};

use super::scene::{Scene, key, legal};

fn scene() -> Scene {
    Scene::new(&["..w....", "...W...", ".......", "......."])
        .objective(3, 1)
        .base("a1 lh 0,1 2 p")
        .base("a2 inf 0,1 - q a1")
        .base("a3 inf 0,2 - q")
        .base("b1 inf 6,-1 - p")
        .base("b2 mw 6,0 4 r")
}

#[test]
fn the_start_of_mini_is_as_the_file_says() {
    let mut options = Fg1Options::default();
    options.set("scenario", &json!("mini")).unwrap();
    let start = Fg1::new(&options).unwrap();
    let dump = start.dump();
    assert_eq!(
        (&dump["initiative"], &dump["side"]),
        (&json!(1), &json!("a"))
    );
    assert_eq!(
        (&dump["phase"], &dump["player"]),
        (&json!("action"), &json!("a"))
    );
    let squad = json!({"aboard": null, "at": [1, 2], "facing": null, "mode": null, "status": "ok"});
    assert_eq!(dump["bases"]["a1"], squad);
    let hover =
        json!({"aboard": null, "at": [10, -2], "facing": 4, "mode": "ground", "status": "ok"});
    assert_eq!(dump["bases"]["b4"], hover);
    for list in ["moved", "loaded", "spent", "pending"] {
        assert_eq!(dump[list], json!([]), "{list}");
    }
    assert_eq!(dump.get("actions"), None);
    let expected = [
        "a1:move",
        "a2:move",
        "a3:move",
        "a4:move:ground",
        "a4:move:hover",
        "a5:move",
        "a4:fire:b1",
        "a4:fire:b2",
        "a4:fire:b3",
        "a5:fire:b1",
        "a5:fire:b2",
        "a5:fire:b4",
        "a5:fire:b5",
        "a1:load:a4",
        "a2:load:a4",
        "pass",
    ];
    assert_eq!(legal(&start), expected);
}

#[test]
fn a_changed_dump_is_set_up() {
    let position = scene()
        .status("b2", "pinned")
        .with("/bases/a1/mode", "hover")
        .with("/moved", json!(["a3"]))
        .with("/spent", json!(["b1", "b2"]))
        .build();
    assert_eq!(key(&position, "moved"), json!(["a3"]));
    assert_eq!(position.dump()["bases"]["a1"]["mode"], "hover");
}

#[track_caller]
fn refused(pointer: &str, value: impl Into<Value>, message: &str) {
    let changed = scene().with(pointer, value);
    let error = changed.try_build().unwrap_err().to_string();
    assert!(error.contains(message), "{error}");
}

#[test]
fn what_does_not_fit_together_is_refused() {
    refused("/initiative", 0, "`initiative`: 1 to 9");
    refused("/initiative", 10, "`initiative`: 1 to 9");
    refused("/initiative", 2, "`side`: the sides take turns");
    refused("/side", "c", "`side`");
    refused("/phase", "move", "the middle of an action");
    refused("/phase", "war", "`war` is no phase");
    refused("/player", "b", "`player`");
    refused("/bases/a1/at", json!([9, 9]), "a1 is off the board");
    refused(
        "/bases/a3/at",
        json!([3, 0]),
        "a base stands where it cannot",
    );
    refused("/bases/a1/at", json!([0, 2]), "two bases");
    refused(
        "/bases/a1/at",
        json!([1, 1]),
        "a squad aboard is on its hover's hex",
    );
    refused(
        "/bases/a2/aboard",
        "b2",
        "only squads that are `ok` are aboard",
    );
    refused(
        "/bases/a2/status",
        "pinned",
        "only squads that are `ok` are aboard",
    );
    refused("/bases/a1/facing", 6, "a facing is 0 to 5");
    refused("/bases/a3/facing", 1, "a facing for vehicles");
    refused("/bases/a3/mode", "ground", "a mode for hovers");
    refused("/bases/a1/mode", "air", "unknown mode or status");
    refused("/bases/a1/status", "dead", "unknown mode or status");
    refused("/moved", json!(["b1"]), "`moved`: names a base");
    refused("/moved", json!(["a9"]), "`a9` is no base of this scenario");
    refused(
        "/moved",
        json!(["a3", "a1"]),
        "`moved` is [\"a3\",\"a1\"], but with the rest it must be",
    );
    refused("/loaded", json!(["a1"]), "only squads load");
    refused("/spent", json!(["a1"]), "`spent`: names a base");
    refused("/score/a", 1, "`score`");
    refused("/pending", json!(["a shot"]), "`pending` is not empty");
}

#[test]
fn bases_may_be_missing_but_not_all_of_a_side() {
    let mut dump = scene().dump();
    dump["bases"].as_object_mut().unwrap().remove("b1");
    dump["score"]["a"] = json!(1);
    let options = scene().options();
    assert!(Fg1::from_dump(&options, &dump).is_ok());
    dump["bases"].as_object_mut().unwrap().remove("b2");
    let error = Fg1::from_dump(&options, &dump).unwrap_err().to_string();
    assert!(error.contains("a side without bases has lost"), "{error}");
    let mut alone = scene().dump();
    alone["bases"].as_object_mut().unwrap().remove("a1");
    let error = Fg1::from_dump(&options, &alone).unwrap_err().to_string();
    assert!(error.contains("the hover of a2 is not there"), "{error}");
}

#[test]
fn no_json_is_a_position() {
    for dump in [
        json!(null),
        json!([]),
        json!({}),
        json!({"phase": "action"}),
    ] {
        assert!(Fg1::from_dump(&scene().options(), &dump).is_err());
    }
}
