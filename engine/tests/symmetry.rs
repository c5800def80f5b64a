//! The representatives of turned and mirrored positions.

use moonbase_engine::chance::rng_for;
use moonbase_engine::hex::Symmetry;
use moonbase_engine::lost_patrol::LostPatrol;
use moonbase_engine::registry::preset_of;
use moonbase_engine::ufo::Ufo;
use moonbase_engine::{Game, RuleOptions, Turn};

/// Calls `check` on every position of a few random games.
fn positions<G: Game>(preset: &str, settings: &[&str], games: u64, mut check: impl FnMut(&G)) {
    let mut options = preset_of::<G>(preset).unwrap();
    for setting in settings {
        options.set_text(setting).unwrap();
    }
    for seed in 0..games {
        let mut rng = rng_for(seed, 0);
        let mut position = G::new(&options).unwrap();
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
    positions("ufo-mini", &["units=G1,G2,I1,I2"], 10, |position: &Ufo| {
        if position.pending().is_empty() {
            assert_eq!(sharing(position), 12, "{position:?}");
        }
    });
}

/// While SKY1 may bomb, only the images in which its runs go the same way.
#[test]
fn positions_with_sky1_have_one_other_image_of_equal_value() {
    let mut fewest = 12;
    positions("ufo-mini", &[], 10, |position: &Ufo| {
        fewest = fewest.min(sharing(position));
    });
    assert_eq!(fewest, 2);
    let kept = Symmetry::all().filter(|s| s.dirs(0b111) == 0b111);
    assert_eq!(kept.count(), 2);
}

/// All twelve images of a position of `lost_patrol` have one representative, whatever is in hand, and dice
/// and actions lead from it to representatives of the same positions.
#[test]
fn a_patrol_may_be_turned_at_any_time() {
    for preset in ["lost_patrol-micro", "lost_patrol-mini", "lost_patrol"] {
        positions(preset, &[], 3, |position: &LostPatrol| {
            let representative = position.canonical();
            let images: Vec<_> = Symmetry::all().map(|s| position.turned(s)).collect();
            assert!(images.contains(&representative));
            for image in images {
                assert_eq!(image.canonical(), representative, "{position:?}");
            }
            assert_eq!(followers(position), followers(&representative));
        });
    }
}

/// The representatives of the positions that may follow.
fn followers(position: &LostPatrol) -> Vec<String> {
    let (mut actions, mut outcomes, mut after) = (Vec::new(), Vec::new(), Vec::new());
    position.legal_actions(&mut actions);
    position.chance_outcomes(&mut outcomes);
    let mut add = |follow: &dyn Fn(&mut LostPatrol)| {
        let mut next = position.clone();
        follow(&mut next);
        after.push(format!("{:?}", next.canonical()));
    };
    for action in actions {
        add(&|next| next.play_unchecked(action));
    }
    for (outcome, _) in outcomes {
        add(&|next| next.resolve_unchecked(outcome));
    }
    after.sort_unstable();
    after
}
