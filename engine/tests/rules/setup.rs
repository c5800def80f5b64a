//! Setting up positions from dumps.

use moonbase_engine::chance::rng_for;
use moonbase_engine::ufo::{SetupError, Ufo};
use moonbase_engine::{Game, KeyedDice, Turn};
use serde_json::{Value, json};

use super::properties::VARIANTS;
use super::scene::{Scene, options};

#[test]
fn dumps_between_actions_come_back() {
    let mut count = 0;
    for (seed, settings) in (0..).zip(VARIANTS) {
        let options = options(settings);
        let mut position = Ufo::new(&options).unwrap();
        let (mut dice, mut rng) = (KeyedDice::new(seed), rng_for(seed, 1));
        loop {
            let dump = position.dump();
            match Ufo::from_dump(&options, &dump) {
                Ok(again) => {
                    assert_eq!(again, position);
                    assert_eq!(again.turn(), position.turn());
                    assert_eq!(again.key(), position.key());
                    count += 1;
                }
                Err(error) => {
                    assert_eq!(error, SetupError::Pending);
                    assert_ne!(dump["pending"], json!([]));
                }
            }
            match position.turn() {
                Turn::Decide(_) => position.play_unchecked(position.random_action(&mut rng)),
                Turn::Chance => position.resolve_unchecked(dice.roll(&position)),
                Turn::Over(_) => break,
            }
        }
    }
    assert!(count > 1000, "{count} positions");
}

fn refused(scene: &Scene) -> String {
    scene.try_build().unwrap_err().to_string()
}

fn scene() -> Scene {
    Scene::line(&[])
        .loaded("G1", "I1", (3, 0))
        .unit("C", (0, 0))
        .aliens((2, 0), 3)
}

#[test]
fn what_does_not_fit_is_refused_in_one_line() {
    assert!(scene().try_build().is_ok());
    let cases: [(Scene, &str); 17] = [
        (
            scene().tile((6, 0), "elm", 36),
            "`tiles`: `elm` is no kind of this tile set",
        ),
        (
            scene().tile((6, 0), "y", 36),
            "`tiles`: a `y` has no orientation 36",
        ),
        (
            scene().tile((4, 0), "y", 21),
            "`tiles`: two tiles on one hex",
        ),
        (
            scene().tile((7, 0), "y", 21),
            "`tiles`: every tile must be joined to the start tile",
        ),
        (
            scene().tile((0, 1), "ufo", 1),
            "`tiles`: the start and the end tile lie there once at most",
        ),
        (
            scene().tile((101, 0), "y", 21),
            "`tiles`: coordinates are within -100 to 100",
        ),
        (scene().unit("I2", (9, 9)), "`units`: no tile lies at 9,9"),
        (
            scene().unit("I9", (0, 0)),
            "`units`: `I9` is no unit of this game",
        ),
        (
            scene().loaded("G1", "I2", (3, 0)),
            "`units`: a Gun Mobile carries one team",
        ),
        (
            scene().loaded("C", "I2", (0, 0)),
            "`units`: only teams ride, and only on Gun Mobiles",
        ),
        (
            scene().aliens((1, 0), 10),
            "`pool`: placed Aliens and the pool must make all of them",
        ),
        (
            scene().pod((5, 0), 0),
            "`pod`: its age is 0 to 6, and it is not on the UFO tile",
        ),
        (
            scene().set("turn", json!(61)),
            "`turn`: beyond the last turn",
        ),
        (
            scene().set("turn", json!(0)),
            "`turn`: 0 at set-up and only then",
        ),
        (
            scene().set("phase", json!("dusk")),
            "`phase`: `dusk` is no phase",
        ),
        (
            scene().set("player", json!("alien")),
            "`player` is \"alien\", but with the rest it must be \"shado\"",
        ),
        (
            scene().phase("overstack", "shado"),
            "`phase`: leaves `shado` 0 choices; at least 2 are needed",
        ),
    ];
    for (scene, message) in cases {
        assert_eq!(refused(&scene), message);
    }
}

#[test]
fn faults_of_single_keys_are_named() {
    let with = |key: &str, value: Value| {
        let mut dump = scene().dump();
        dump[key] = value;
        let refused = Ufo::from_dump(&options(&[]), &dump);
        refused.unwrap_err().to_string()
    };
    let malformed = "not a position dump of `ufo`: ";
    assert!(with("wings", json!(2)).starts_with(malformed));
    assert!(with("pool", json!(-1)).starts_with(malformed));
    assert!(with("pool", json!(1.5)).starts_with(malformed));
    assert!(with("tiles", json!([[1]])).starts_with(malformed));
    assert!(with("pending", json!(["strike 0,0"])).starts_with("`pending` is not empty"));
    assert!(with("deck", json!({"y": 5})).starts_with("`deck`: "));
    assert!(with("ufo_placed", json!(false)).starts_with("`ufo_placed`: "));
    assert!(with("sky_left", json!(4)).starts_with("`sky_left`: "));
    assert!(with("granted", json!("G1")).starts_with("`granted`: "));
    assert!(with("active", json!("I1")).starts_with("`active`: "));
    assert!(with("activated", json!(["I2"])).starts_with("`activated`: "));
    assert!(with("redeals", json!(1)).starts_with("`redeals` is 1, but"));
    assert!(with("aliens", json!([[2, 0, 3, 1]])).starts_with("`aliens`: "));
    assert!(with("units", json!({})).starts_with("`units`: "));
    let old = json!([[2, 0, 3, 4]]);
    assert!(with("aliens", old).starts_with("`aliens`: "));
    assert!(Ufo::from_dump(&options(&[]), &json!(null)).is_err());
}
