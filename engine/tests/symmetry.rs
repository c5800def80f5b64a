//! The representatives of turned and mirrored positions of `ufo`.

use moonbase_engine::chance::rng_for;
use moonbase_engine::hex::Symmetry;
use moonbase_engine::registry::preset_of;
use moonbase_engine::ufo::Ufo;
use moonbase_engine::{Game, RuleOptions, Turn};

/// Calls `check` on every position of a few random games.
fn positions(settings: &[&str], games: u64, mut check: impl FnMut(&Ufo)) {
    let mut options = preset_of::<Ufo>("ufo-mini").unwrap();
    for setting in settings {
        options.set_text(setting).unwrap();
    }
    for seed in 0..games {
        let mut rng = rng_for(seed, 0);
        let mut position = Ufo::new(&options).unwrap();
        loop {
            check(&position);
            match position.turn() {
                Turn::Over(_) => break,
                Turn::Decide(_) => position.play_unchecked(position.random_action(&mut rng)),
                Turn::Chance => position.resolve_unchecked(position.random_chance(&mut rng)),
            }
        }
    }
}

/// How many of a position's twelve images share its representative; all representatives are images.
fn sharing(position: &Ufo) -> usize {
    let images: Vec<Ufo> = Symmetry::all().map(|s| position.turned(s)).collect();
    let representative = position.canonical();
    assert!(images.contains(&representative));
    let shares = |image: &&Ufo| image.canonical() == representative;
    images.iter().filter(shares).count()
}

#[test]
fn all_images_have_one_representative() {
    positions(&["units=G1,G2,I1,I2"], 10, |position| {
        if position.pending().is_empty() {
            assert_eq!(sharing(position), 12, "{position:?}");
        }
    });
}

/// While SKY1 may bomb, only the images in which its runs go the same way.
#[test]
fn positions_with_sky1_have_one_other_image_of_equal_value() {
    let mut fewest = 12;
    positions(&[], 10, |position| fewest = fewest.min(sharing(position)));
    assert_eq!(fewest, 2);
    let kept = Symmetry::all().filter(|s| s.dirs(0b111) == 0b111);
    assert_eq!(kept.count(), 2);
}
