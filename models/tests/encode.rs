//! The laws of the encodings, on random games of every registered game and of odd options.

#[path = "common/reflected.rs"]
mod reflected;

use std::collections::HashMap;

use moonbase_engine::chance::rng_for;
use moonbase_engine::env::{Codec, Field, Observation};
use moonbase_engine::fg1::Fg1;
use moonbase_engine::hex::Symmetry;
use moonbase_engine::lost_patrol::LostPatrol;
use moonbase_engine::registry::{Family, names_of, options_of, preset_of};
use moonbase_engine::ufo::Ufo;
use moonbase_engine::{Game, KeyedDice, Seat, Turn, with_family};
use moonbase_models::encode::{Encoded, TileCode, TileEncoding};

/// For each game: the largest box, and other options away from their defaults.
const VARIANTS: &[(&str, &[&str])] = &[
    (
        "ufo",
        &[
            r#"tiles=[{"kind":"a","exits":[0,1,3],"heavy":false,"count":30},{"kind":"b","exits":[0,2],"heavy":true,"count":30}]"#,
        ],
    ),
    (
        "ufo",
        &["command_grant=true", "volley_once=true", "aliens=3"],
    ),
    (
        "ufo",
        &[
            "reveal=move",
            "drive_back=owner",
            r#"units=["C","G1","I1","I3"]"#,
        ],
    ),
    ("ufo", &["forest=dice", "ufo_in_last=29", "alien_actions=9"]),
    ("ufo", &["max_turns=3", "tiles=mini", "sky_hits_on=2"]),
    (
        "lost_patrol",
        &[
            r#"tiles=[{"kind":"a","exits":[0,1,3],"heavy":false,"count":30},{"kind":"b","exits":[0,2],"heavy":true,"count":30}]"#,
        ],
    ),
    (
        "lost_patrol",
        &[
            "fit=path",
            r#"tiles=[{"kind":"all","exits":[0,1,2,3,4,5],"heavy":false,"count":4},{"kind":"b","exits":[0,3],"heavy":true,"count":9}]"#,
        ],
    ),
    ("lost_patrol", &["drive_back=winner", "lurker_actions=12"]),
    (
        "lost_patrol",
        &[
            "fit=path",
            "max_turns=3",
            "lurkers=5",
            r#"soldiers=["S","T3"]"#,
        ],
    ),
    (
        "lost_patrol",
        &["tiles=mini", "lurker_actions=1", "lurkers=1"],
    ),
    ("fg1", &["scenario=mini", "moves=free", "max_initiatives=7"]),
    ("fg1", &["scenario=mini", "rally=roll", "crossfire=all"]),
    ("fg1", &["scenario=crossing", "scoring=win_loss"]),
];

fn variants<G: Game>() -> impl Iterator<Item = G::Options> {
    let of_game = |(preset, _): &&(&str, _)| *preset == G::NAME;
    VARIANTS.iter().filter(of_game).map(|(preset, settings)| {
        let settings: Vec<_> = settings.iter().map(|s| s.to_string()).collect();
        options_of::<G>(preset, &settings).unwrap()
    })
}

/// The options of all presets of a game, and its variants; each game must have some.
fn all_options<G: Game>() -> Vec<G::Options> {
    let presets = names_of::<G>()
        .into_iter()
        .map(preset_of::<G>)
        .map(Result::unwrap);
    let variants: Vec<_> = variants::<G>().collect();
    assert!(
        variants.len() >= 3,
        "{}: no options away from the defaults",
        G::NAME
    );
    presets.chain(variants).collect()
}

/// Random games; `look` sees every position.
fn play<G: Game>(options: &G::Options, games: u64, mut look: impl FnMut(&G)) {
    for seed in 0..games {
        let mut position = G::new(options).unwrap();
        let (mut dice, mut rng) = (KeyedDice::new(seed), rng_for(seed, 4));
        for _ in 0..2500 {
            look(&position);
            match position.turn() {
                Turn::Decide(_) => position.play_unchecked(position.random_action(&mut rng)),
                Turn::Chance => position.resolve_unchecked(dice.roll(&position)),
                Turn::Over(_) => break,
            }
        }
    }
}

fn check_codec<G: Encoded>(options: &G::Options, games: u64) {
    let encoding = G::encoding(options);
    let mut mask = vec![true; encoding.actions()];
    let (mut legal, mut nodes) = (Vec::new(), 0);
    play::<G>(options, games, |position| {
        position.legal_actions(&mut legal);
        encoding.fill_mask(position, &legal, &mut mask);
        let marked = mask.iter().filter(|legal| **legal).count();
        assert_eq!(
            marked,
            legal.len(),
            "each legal action has an index of its own"
        );
        for action in &legal {
            let index = encoding.index(position, *action);
            assert!(index < encoding.actions());
            assert_eq!(encoding.action(position, index), Some(*action));
        }
        nodes += 1;
        if nodes % 50 == 0 {
            check_every_index(&encoding, position, &mask);
        }
    });
    let any = G::new(options).unwrap();
    assert_eq!(encoding.action(&any, encoding.actions()), None);
    assert_eq!(encoding.action(&any, usize::MAX), None);
    let sum: usize = encoding.action_fields().iter().map(Field::len).sum();
    assert_eq!(sum, encoding.actions());
}

/// An index is marked exactly if its action is legal.
fn check_every_index<G: Encoded>(encoding: &G::Encoding, position: &G, mask: &[bool]) {
    for (index, marked) in mask.iter().enumerate() {
        let action = encoding.action(position, index);
        let legal = action.is_some_and(|action| position.is_legal(action));
        assert_eq!(legal, *marked, "{index}: {action:?}");
    }
}

#[test]
fn actions_and_indices_go_both_ways() {
    for family in Family::ALL {
        with_family!(family, |G| for options in all_options::<G>() {
            check_codec::<G>(&options, 2);
        });
    }
}

fn within(range: &str, value: f32) -> bool {
    match range {
        "0 or 1" => value == 0.0 || value == 1.0,
        range => {
            let (low, high) = range.split_once("..").unwrap();
            (low.parse().unwrap()..=high.parse().unwrap()).contains(&value)
        }
    }
}

/// Every number is in its field's range, and the vector says as much as the dump: two positions with a
/// choice or a roll at hand have one vector exactly if they have one dump.
fn check_observation<G: Encoded>(options: &G::Options, games: u64) {
    let encoding = G::encoding(options);
    let fields = encoding.observation_fields();
    let mut out = vec![7.0; encoding.observation_len()];
    let mut dumps: HashMap<Vec<u32>, String> = HashMap::new();
    let mut seen: HashMap<String, Vec<u32>> = HashMap::new();
    play::<G>(options, games, |position| {
        encoding.observe(position, Seat::First, &mut out);
        let mut rest = &out[..];
        for field in &fields {
            let (block, after) = rest.split_at(field.len());
            let outlier = block.iter().find(|value| !within(field.range, **value));
            assert_eq!(outlier, None, "{field} of {position:?}");
            rest = after;
        }
        assert!(rest.is_empty());
        if !matches!(position.turn(), Turn::Over(_)) {
            let bits: Vec<u32> = out.iter().map(|value| value.to_bits()).collect();
            let dump = position.dump().to_string();
            assert_eq!(dumps.entry(bits.clone()).or_insert(dump.clone()), &dump);
            assert_eq!(seen.entry(dump).or_insert(bits.clone()), &bits);
        }
    });
    let mut other = out.clone();
    let start = G::new(options).unwrap();
    encoding.observe(&start, Seat::First, &mut out);
    encoding.observe(&start, Seat::Second, &mut other);
    assert_ne!(out, other, "it says which seat looks");
}

#[test]
fn observations_are_in_range_and_say_as_much_as_dumps() {
    for family in Family::ALL {
        with_family!(family, |G| for options in all_options::<G>() {
            check_observation::<G>(&options, 2);
        });
    }
}

fn check_turns<G: TileCode>(position: &G, encoding: &TileEncoding<G>, symmetry: Symmetry) {
    let turned = position.turned(symmetry);
    let turning = TileEncoding::turning(position, symmetry);
    let (mut ours, mut theirs) = (vec![0.0; encoding.observation_len()], vec![]);
    theirs.resize(ours.len(), 0.0);
    encoding.observe(position, Seat::Second, &mut ours);
    encoding.observe(&turned, Seat::Second, &mut theirs);
    for (index, value) in ours.iter().enumerate() {
        let image = encoding.observation_layout().turned(&turning, index);
        let block = encoding.observation_layout().find(index).unwrap().1;
        assert_eq!(theirs[image], *value, "{} {symmetry:?}", block.field.name);
    }
    let mut legal = Vec::new();
    position.legal_actions(&mut legal);
    for action in legal {
        let index = encoding.index(position, action);
        let image = encoding.action_layout().turned(&turning, index);
        let turned_action = position.turned_action(action, symmetry);
        let turned_index = encoding.index(&turned, turned_action);
        assert_eq!(turned_index, image, "{action} {symmetry:?}");
    }
}

fn check_all_turns<G: TileCode + Encoded>() {
    for options in all_options::<G>() {
        let encoding = TileEncoding::<G>::new(&options);
        let (mut nodes, symmetries) = (0, Vec::from_iter(Symmetry::all()));
        play::<G>(&options, 1, |position| {
            check_turns(position, &encoding, symmetries[nodes % 12]);
            nodes += 1;
        });
    }
}

#[test]
fn turned_boards_have_the_same_numbers_in_turned_places() {
    check_all_turns::<Ufo>();
    check_all_turns::<LostPatrol>();
}

fn permutes<G: TileCode>(last: &G) {
    let encoding = TileEncoding::<G>::new(last.options());
    for symmetry in Symmetry::all() {
        let turning = TileEncoding::turning(last, symmetry);
        for layout in [encoding.action_layout(), encoding.observation_layout()] {
            let images: Vec<_> = (0..layout.len())
                .map(|i| layout.turned(&turning, i))
                .collect();
            let mut sorted = images.clone();
            sorted.sort();
            assert!(sorted.into_iter().eq(0..layout.len()));
            let fixed = images.into_iter().eq(0..layout.len());
            assert_eq!(fixed, symmetry == Symmetry::IDENTITY);
        }
    }
}

fn check_permutations<G: TileCode>() {
    let mut last = None;
    play::<G>(&Default::default(), 1, |position| {
        last = Some(position.clone())
    });
    permutes(&last.unwrap());
}

#[test]
fn a_turn_permutes_the_indices() {
    check_permutations::<Ufo>();
    check_permutations::<LostPatrol>();
}

/// At each decision of a game and of its reflection, both seats see the reflected numbers.
#[test]
fn a_reflected_board_has_the_same_numbers_in_reflected_places() {
    let mut looks = 0;
    reflected::play(2, |position, image| {
        let encoding = Fg1::encoding(position.options());
        let len = encoding.observation_len();
        let [mut ours, mut theirs, mut image_of_ours] =
            [vec![0.0; len], vec![0.0; len], vec![0.0; len]];
        for seat in Seat::BOTH {
            encoding.observe(position, seat, &mut ours);
            encoding.observe(image, seat.other(), &mut theirs);
            encoding.reflected(&ours, &mut image_of_ours);
            assert_eq!(image_of_ours, theirs);
        }
        let mut legal = Vec::new();
        position.legal_actions(&mut legal);
        for action in legal {
            let index = encoding.index(position, action);
            let other = encoding.index(image, reflected::action(action));
            assert_eq!(encoding.reflected_action(index), other, "{action}");
        }
        looks += 1;
    });
    assert!(looks > 100, "{looks}");
}
