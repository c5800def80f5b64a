//! Options, presets, and positions from dumps.

use moonbase_engine::lost_patrol::{Fit, LostPatrol, LostPatrolOptions, Soldier};
use moonbase_engine::{Game, RuleOptions};
use serde_json::json;

use super::scene::{Scene, key, options};

#[test]
fn the_start_has_all_soldiers_on_the_start_tile() {
    let start = LostPatrol::new(&LostPatrolOptions::default()).unwrap();
    let home = json!([0, 0]);
    let all = json!({"S": home, "L": home, "T1": home, "T2": home, "T3": home});
    assert_eq!(key(&start, "soldiers"), all);
    assert_eq!(
        (key(&start, "turn"), key(&start, "phase")),
        (json!(0), json!("setup"))
    );
    assert_eq!(
        (key(&start, "supply"), key(&start, "redeals")),
        (json!(18), json!(0))
    );
    assert_eq!(key(&start, "tiles"), json!([[0, 0, "start", 63]]));
}

#[test]
fn presets_are_as_the_rules_say() {
    let presets = LostPatrolOptions::presets();
    let (names, values): (Vec<_>, Vec<_>) = presets.into_iter().unzip();
    assert_eq!(
        names,
        ["lost_patrol", "lost_patrol-mini", "lost_patrol-micro"]
    );
    assert_eq!(values[0], LostPatrolOptions::default());
    let changes = values[1].difference(&values[0]);
    let expected = json!({"tiles": "mini", "soldiers": ["S", "L"], "lurkers": 6, "lurker_actions": 2, "max_turns": 12});
    assert_eq!(json!(changes), expected);
    let mut changes = values[2].difference(&values[0]);
    let tiles = changes.remove("tiles").unwrap();
    let kinds = tiles.as_array().unwrap().iter().map(|tile| &tile["kind"]);
    assert_eq!(kinds.collect::<Vec<_>>(), ["straight-heavy", "gentle"]);
    let expected = json!({"soldiers": ["S", "T1"], "lurkers": 6, "max_turns": 5});
    assert_eq!(json!(changes), expected);
}

#[test]
fn options_are_checked() {
    let mut options = LostPatrolOptions::default();
    for (name, value) in [
        ("max_turns", json!(0)),
        ("max_turns", json!(1001)),
        ("lurkers", json!(19)),
        ("lurkers", json!(0)),
        ("lurker_actions", json!(13)),
        ("soldiers", json!([])),
        ("soldiers", json!(["S", "S"])),
        ("soldiers", json!(["G1"])),
        ("drive_back", json!("alien")),
        ("fit", json!(true)),
    ] {
        let error = options.set(name, &value).unwrap_err().to_string();
        assert!(error.contains(name) && error.contains("valid"), "{error}");
    }
    let unknown = options.set("aliens", &json!(3)).unwrap_err().to_string();
    assert!(
        unknown.contains("max_turns, soldiers, lurkers"),
        "{unknown}"
    );
    assert_eq!(
        options,
        LostPatrolOptions::default(),
        "a refused value changes nothing"
    );
    options.set("soldiers", &json!(["T3", "S"])).unwrap();
    options.set("fit", &json!("path")).unwrap();
    assert_eq!(options.soldiers, Soldier::S.bit() | Soldier::T3.bit());
    assert_eq!(
        (options.get("soldiers"), options.fit),
        (json!(["S", "T3"]), Fit::Path)
    );
}

fn refused(scene: Scene) -> String {
    scene.try_build().unwrap_err().to_string()
}

#[test]
fn dumps_whose_parts_do_not_fit_are_refused_with_the_key() {
    let scene = || Scene::line(&[]).soldier("S", (2, 0));
    scene().build();
    let cases = [
        (
            scene().soldier("T1", (9, 9)),
            "`soldiers`: no tile lies at 9,9",
        ),
        (
            scene().tile((2, 0), "straight", 9),
            "`tiles`: two tiles on one hex",
        ),
        (
            scene().tile((0, 0), "straight", 1),
            "`tiles`: a `straight` has no orientation 1",
        ),
        (
            scene().tile((0, 0), "palm", 1),
            "`tiles`: `palm` is no kind of this tile set",
        ),
        (
            scene().tile((1, 1), "start", 63),
            "`tiles`: the start tile lies at 0,0",
        ),
        (scene().deck(json!({"dead-end": 11})), "`deck`: `dead-end`"),
        (scene().deck(json!({"ship": 1})), "`deck`: `ship`"),
        (
            scene().stack((2, 0), 3, 1),
            "`lurkers`: none is spent in this phase",
        ),
        (scene().lurkers((2, 0), 19), "`supply`"),
        (scene().set("turn", json!(61)), "`turn`"),
        (
            scene().set("phase", json!("shado")),
            "`phase`: `shado` is no phase",
        ),
        (
            scene().set("player", json!("lurker")),
            "`player` is \"lurker\"",
        ),
        (scene().set("activated", json!(["L"])), "`activated`"),
        (
            scene().set("activated", json!(["S"])),
            "`phase`: leaves `patrol` 1 choices",
        ),
        (
            scene().set("wings", json!(1)),
            "not a position dump of `lost_patrol`",
        ),
        (
            scene().phase("ambush", "lurker"),
            "`phase`: leaves `lurker` 1 choices",
        ),
        (
            scene().phase("clearing", "patrol"),
            "`phase`: leaves `patrol` 1 choices",
        ),
    ];
    for (scene, expected) in cases {
        let error = refused(scene);
        assert!(error.starts_with(expected), "{error}, not {expected}");
        assert!(!error.contains('\n'));
    }
    let mut options = options(&[]);
    options.set("soldiers", &json!(["L"])).unwrap();
    let error = LostPatrol::from_dump(&options, &scene().dump()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`soldiers`: `S` is no soldier of this game"
    );
}
