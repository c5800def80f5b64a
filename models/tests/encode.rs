//! The laws of the encodings, on random games of every registered game and of odd options.

use std::collections::HashMap;

use moonbase_engine::chance::rng_for;
use moonbase_engine::env::{Codec, Field, Observation};
use moonbase_engine::hex::Symmetry;
use moonbase_engine::registry::{Family, names_of, options_of, preset_of};
use moonbase_engine::ufo::Ufo;
use moonbase_engine::{Game, KeyedDice, Seat, Turn, with_family};
use moonbase_models::encode::{Encoded, UfoEncoding};

/// The largest box, and others with options away from their defaults.
const VARIANTS: &[&[&str]] = &[
    &[
        r#"tiles=[{"kind":"a","exits":[0,1,3],"heavy":false,"count":30},{"kind":"b","exits":[0,2],"heavy":true,"count":30}]"#,
    ],
    &["command_grant=true", "volley_once=true", "aliens=3"],
    &[
        "reveal=move",
        "drive_back=owner",
        r#"units=["C","G1","I1","I3"]"#,
    ],
    &["forest=dice", "ufo_in_last=29", "alien_actions=9"],
    &["max_turns=3", "tiles=mini", "sky_hits_on=2"],
];

fn variants() -> Vec<<Ufo as Game>::Options> {
    let settings = |variant: &&[&str]| variant.iter().map(|s| s.to_string()).collect::<Vec<_>>();
    let variants = VARIANTS.iter().map(settings);
    variants
        .map(|settings| options_of::<Ufo>("ufo", &settings).unwrap())
        .collect()
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
        with_family!(family, |G| for preset in names_of::<G>() {
            check_codec::<G>(&preset_of::<G>(preset).unwrap(), 2);
        });
    }
    for options in variants() {
        check_codec::<Ufo>(&options, 2);
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
        with_family!(family, |G| for preset in names_of::<G>() {
            check_observation::<G>(&preset_of::<G>(preset).unwrap(), 2);
        });
    }
    for options in variants() {
        check_observation::<Ufo>(&options, 2);
    }
}

fn check_turns(position: &Ufo, encoding: &UfoEncoding, symmetry: Symmetry) {
    let turned = position.turned(symmetry);
    let turning = UfoEncoding::turning(position, symmetry);
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
        let turned_action = Ufo::turned_action(action, symmetry);
        let turned_index = encoding.index(&turned, turned_action);
        assert_eq!(turned_index, image, "{action} {symmetry:?}");
    }
}

#[test]
fn turned_boards_have_the_same_numbers_in_turned_places() {
    for options in variants() {
        let encoding = Ufo::encoding(&options);
        let (mut nodes, symmetries) = (0, Vec::from_iter(Symmetry::all()));
        play::<Ufo>(&options, 1, |position| {
            check_turns(position, &encoding, symmetries[nodes % 12]);
            nodes += 1;
        });
    }
}

#[test]
fn a_turn_permutes_the_indices() {
    let options = Default::default();
    let encoding = Ufo::encoding(&options);
    let mut last = None;
    play::<Ufo>(&options, 1, |position| last = Some(position.clone()));
    for symmetry in Symmetry::all() {
        let turning = UfoEncoding::turning(last.as_ref().unwrap(), symmetry);
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
