//! Phase 3: the Aliens' actions.

use serde_json::json;

use super::scene::{Scene, after, assert_odds, key, legal, legal_with};

#[test]
fn aliens_are_placed_at_open_exits_and_the_pod_anywhere_but_on_the_ufo() {
    let scene = Scene::line(&[])
        .unit("C", (4, 0))
        .unit("I1", (3, 0))
        .aliens((2, 0), 2);
    let start = scene.clone().phase_alien(2).build();
    let places = ["place:-1,0", "place:0,0"];
    assert_eq!(
        legal_with(&start, "place"),
        places,
        "also after the deck is spent"
    );
    let pods = [
        "pod:-1,0", "pod:0,0", "pod:1,0", "pod:2,0", "pod:3,0", "pod:4,0",
    ];
    assert_eq!(legal_with(&start, "pod"), pods);
    let walks = [
        "move:2,0:2:1",
        "move:2,0:2:2",
        "move:2,0:5:1",
        "move:2,0:5:2",
    ];
    assert_eq!(legal_with(&start, "move"), walks);
    assert_eq!(legal_with(&start, "shoot"), ["shoot:2,0:2"]);
    let with_pod = scene.clone().pod((0, 0), 1).phase_alien(2).build();
    assert!(legal_with(&with_pod, "pod").is_empty(), "one Pod at a time");
    // An empty pool places nobody; a team aboard is no target.
    let drained = scene.aliens((1, 0), 10).phase_alien(2).build();
    assert!(legal_with(&drained, "place").is_empty());
    let aboard = Scene::line(&[])
        .loaded("G1", "I1", (3, 0))
        .aliens((2, 0), 2)
        .phase_alien(2);
    assert!(legal_with(&aboard.build(), "shoot").is_empty());
}

#[test]
fn aliens_walk_past_walls_and_in_any_number() {
    // 0,1 and -1,1 are neighbours without a path.
    let scene = Scene::line(&[])
        .tile((0, 1), "dead-end", 1)
        .tile((-1, 1), "straight", 0b010010);
    let scene = scene
        .unit("C", (4, 0))
        .aliens((0, 1), 7)
        .aliens((-1, 1), 5)
        .phase_alien(1);
    let walked = scene.after(&["move:0,1:5:7"]);
    // Until the turn's end twelve may stand there; then all above four go back.
    assert_eq!(
        (key(&walked, "aliens"), key(&walked, "pool")),
        (json!([[-1, 1, 4, 0]]), json!(8))
    );
}

#[test]
fn aliens_that_have_shot_are_spent_only_with_volley_once() {
    let scene = |setting: &str| {
        let scene = Scene::line(&[setting])
            .aliens((2, 0), 3)
            .unit("I1", (3, 0))
            .unit("C", (4, 0));
        scene.phase_alien(4).after(&["shoot:2,0:2", "hits:0"])
    };
    let again = scene("volley_once=false");
    assert_eq!(key(&again, "aliens"), json!([[2, 0, 3, 0]]));
    assert_eq!(legal_with(&again, "shoot"), ["shoot:2,0:2"]);
    let once = scene("volley_once=true");
    assert_eq!(key(&once, "aliens"), json!([[2, 0, 3, 3]]));
    assert!(legal_with(&once, "shoot").is_empty());
    // A fresh one that joins them shoots alone.
    let joined = Scene::line(&["volley_once=true"])
        .unit("I1", (3, 0))
        .unit("C", (4, 0));
    let joined = joined.stack((2, 0), 3, 3).aliens((1, 0), 1).phase_alien(4);
    let volley = joined.after(&["move:1,0:2:1", "shoot:2,0:2"]);
    assert_odds(&volley, &[("hits:0", 5), ("hits:1", 1)]);
    // Of those that move the unspent go first; all rest when the phase ends.
    let mixed = Scene::line(&["volley_once=true"])
        .unit("I1", (3, 0))
        .unit("I2", (2, 0));
    let mixed = mixed.stack((2, 0), 3, 1).phase_alien(2);
    let walked = mixed.after(&["move:2,0:5:2"]);
    assert_eq!(key(&walked, "aliens"), json!([[1, 0, 2, 0], [2, 0, 1, 1]]));
    let more = mixed.after(&["move:2,0:5:3"]);
    assert_eq!(key(&more, "aliens"), json!([[1, 0, 3, 1]]));
    let rested = after(&walked, &["place:0,0"]);
    assert_eq!(key(&rested, "phase"), "abduct");
    assert_eq!(
        key(&rested, "aliens"),
        json!([[0, 0, 1, 0], [1, 0, 2, 0], [2, 0, 1, 0]])
    );
}

#[test]
fn teams_shot_are_shados_choice() {
    let scene = Scene::line(&[])
        .aliens((2, 0), 3)
        .unit("I1", (3, 0))
        .unit("I2", (3, 0));
    let scene = scene.loaded("G3", "I3", (3, 0)).phase_alien(4);
    let shot = scene.after(&["shoot:2,0:2", "hits:1"]);
    assert_eq!(
        (key(&shot, "player"), legal(&shot).join(" ")),
        (json!("shado"), "lost:I1 lost:I2".into())
    );
    let both = scene.after(&["shoot:2,0:2", "hits:2", "lost:I2"]);
    assert_eq!(
        key(&both, "units").as_object().unwrap().len(),
        2,
        "the last one without a choice"
    );
    assert_eq!(key(&both, "actions_left"), json!(3));
}

#[test]
fn alien_actions_lapse_when_none_is_legal() {
    // One Alien in all, in the pool; no open exit is left; the Pod is in play.
    let tiles = [((0, -1), 8), ((1, -1), 16), ((0, 1), 1), ((-1, 1), 2)];
    let set = r#"tiles=[{"kind":"end","exits":[0],"heavy":false,"count":9},{"kind":"straight","exits":[0,3],"heavy":false,"count":9}]"#;
    let scene = Scene::new(&[set, "aliens=1"])
        .tile((1, 0), "ufo", 32)
        .tile((-1, 0), "end", 4);
    let scene = tiles
        .iter()
        .fold(scene, |s, (at, exits)| s.tile(*at, "end", *exits));
    // Six units around the Pod, so that nobody comes out.
    let ids = ["C", "G1", "G2", "I1", "I2", "I3"];
    let scene = ids
        .iter()
        .fold(scene.pod((0, 0), 0), |s, id| s.unit(id, (0, 0)));
    let next = scene.after(&["end"]);
    assert_eq!(
        (key(&next, "turn"), key(&next, "phase")),
        (json!(2), json!("shado"))
    );
    assert_eq!(key(&next, "pool"), json!(1));
}
