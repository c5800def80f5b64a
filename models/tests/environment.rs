//! The environment forms over all games and their encodings: whole random games by index alone, nothing is
//! allocated on the way.

#[path = "../../tests/common/allocator.rs"]
mod allocator;

use moonbase_engine::chance::{MoonRng, rng_for};
use moonbase_engine::env::{EnvSettings, RandomOpponent, SeatEnv, TurnEnv, VectorEnv};
use moonbase_engine::registry::{Family, names_of, preset_of};
use moonbase_engine::{Seat, with_family};
use moonbase_models::encode::Encoded;
use rand::RngExt;

use allocator::allocations;

/// A random legal index.
fn choose(mask: &[bool], rng: &mut MoonRng) -> usize {
    let legal = mask.iter().filter(|legal| **legal).count();
    let nth = rng.random_range(0..legal);
    let mut indices = (0..mask.len()).filter(|index| mask[*index]);
    indices.nth(nth).unwrap()
}

fn whole_games<G: Encoded>(options: &G::Options) {
    let encoding = G::encoding(options);
    let mut env = TurnEnv::<G, _>::new(options, encoding, EnvSettings::default()).unwrap();
    for seed in 0..3 {
        let mut rng = rng_for(seed, 5);
        let (mut total, mut left) = ([0.0; 2], 0);
        env.reset(seed);
        while let Some(seat) = env.agent_selection() {
            let last = env.last();
            total[seat.index()] += last.reward;
            if last.terminated {
                left += 1;
                env.step(None).unwrap();
            } else {
                let action = choose(last.info.action_mask, &mut rng);
                env.step(Some(action)).unwrap();
            }
        }
        assert_eq!((left, total[0] + total[1]), (2, 0.0));
    }
}

#[test]
fn every_game_can_be_played_by_numbers() {
    for family in Family::ALL {
        with_family!(family, |G| for preset in names_of::<G>() {
            whole_games::<G>(&preset_of::<G>(preset).unwrap());
        });
    }
}

fn learn_from<G: Encoded>(seat: Seat) {
    let (options, settings) = (Default::default(), EnvSettings::default());
    let (encoding, opponent) = (G::encoding(&options), RandomOpponent::default());
    let env = SeatEnv::<G, _, _>::new(&options, encoding, settings, seat, opponent);
    let (mut env, mut rng) = (env.unwrap(), rng_for(1, 6));
    let mut mask = env.reset(1).unwrap().info.action_mask.to_vec();
    loop {
        let now = env.step(choose(&mask, &mut rng)).unwrap();
        if now.terminated {
            assert_eq!(now.reward, now.info.returns.unwrap()[seat] as f32);
            break;
        }
        mask = now.info.action_mask.to_vec();
    }
}

#[test]
fn either_seat_can_be_learned() {
    for family in Family::ALL {
        with_family!(family, |G| Seat::BOTH.into_iter().for_each(learn_from::<G>));
    }
}

/// Steps all games by random legal indices; returns how many episodes ended.
fn run<G: Encoded>(
    env: &mut VectorEnv<G, G::Encoding>,
    steps: usize,
    actions: &mut [usize],
    rng: &mut MoonRng,
) -> usize {
    let mut ended = 0;
    for _ in 0..steps {
        let batch = env.batch();
        let width = batch.action_masks.len() / batch.games();
        for (mask, action) in batch.action_masks.chunks(width).zip(actions.iter_mut()) {
            *action = choose(mask, rng);
        }
        env.step(actions).unwrap();
        let terminated = &env.batch().terminated;
        ended += terminated.iter().filter(|ended| **ended).count();
    }
    ended
}

fn many_games<G: Encoded>() {
    let options = Default::default();
    let (settings, games) = (EnvSettings::default(), 8);
    let mut env = VectorEnv::new(&options, G::encoding(&options), settings, games).unwrap();
    env.reset(4).unwrap();
    let (mut actions, mut rng) = (vec![0; games], rng_for(2, 7));
    let mut ended = 0;
    let allocated = allocations(|| ended = run::<G>(&mut env, 3000, &mut actions, &mut rng));
    assert_eq!(allocated, 0);
    assert!(ended > games, "also across the ends of games: {ended}");
}

#[test]
fn many_games_step_without_allocating() {
    for family in Family::ALL {
        with_family!(family, |G| many_games::<G>());
    }
}
