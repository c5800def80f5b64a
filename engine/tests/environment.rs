//! The three forms of the environment on a toy game, whose every number can be followed by hand.

use moonbase_engine::env::{
    Codec, EnvError, EnvSettings, Field, IllegalPolicy, Observation, RandomOpponent, SeatEnv,
    TurnEnv, VectorEnv, episode_seed,
};
use moonbase_engine::toy::{Pig, PigAction, PigOptions};
use moonbase_engine::{Game, Seat};

/// Indices 0 `roll`, 1 `hold`, 2 nothing; observed: own points, the other's, at risk.
#[derive(Clone)]
struct Numbers;

impl Codec<Pig> for Numbers {
    fn codec_version(&self) -> &'static str {
        "pig-actions-1"
    }
    fn actions(&self) -> usize {
        3
    }
    fn index(&self, _: &Pig, action: PigAction) -> usize {
        action as usize
    }
    fn action(&self, _: &Pig, index: usize) -> Option<PigAction> {
        [PigAction::Roll, PigAction::Hold].get(index).copied()
    }
    fn action_fields(&self) -> Vec<Field> {
        vec![]
    }
}

impl Observation<Pig> for Numbers {
    fn observation_version(&self) -> &'static str {
        "pig-observation-1"
    }
    fn observation_len(&self) -> usize {
        3
    }
    fn observe(&self, position: &Pig, seat: Seat, out: &mut [f32]) {
        let dump = position.dump();
        let number = |value: &serde_json::Value| value.as_f64().unwrap() as f32;
        out[0] = number(&dump["points"][seat.index()]);
        out[1] = number(&dump["points"][seat.other().index()]);
        out[2] = number(&dump["at_risk"]);
    }
    fn observation_fields(&self) -> Vec<Field> {
        vec![]
    }
}

const HOLD: usize = PigAction::Hold as usize;
const ROLL: usize = PigAction::Roll as usize;

fn turns(settings: EnvSettings) -> TurnEnv<Pig, Numbers> {
    TurnEnv::new(&PigOptions::default(), Numbers, settings).unwrap()
}

fn limited(step_limit: u32) -> EnvSettings {
    EnvSettings {
        step_limit: Some(step_limit),
        ..EnvSettings::default()
    }
}

fn on_illegal(on_illegal: IllegalPolicy) -> EnvSettings {
    EnvSettings {
        on_illegal,
        ..EnvSettings::default()
    }
}

#[test]
fn agents_take_turns_and_take_leave_at_the_end() {
    let mut env = turns(EnvSettings::default());
    env.reset(3);
    let mut decisions = 0;
    while !env.last().terminated {
        let last = env.last();
        assert_eq!((last.reward, last.truncated), (0.0, false));
        assert_eq!(last.info.action_mask, [true, true, false]);
        assert_eq!((last.info.decisions, last.info.returns), (decisions, None));
        // The two agents see the same points from their own sides.
        let mut other = [0.0; 3];
        env.observe(env.agent_selection().unwrap().other(), &mut other);
        assert_eq!(
            other,
            [
                last.observation[1],
                last.observation[0],
                last.observation[2]
            ]
        );
        env.step(Some(HOLD)).unwrap();
        decisions += 1;
    }
    let mut rewards = vec![];
    for present in [2, 1] {
        assert_eq!(env.agents().count(), present);
        let last = env.last();
        rewards.push(last.reward);
        assert_eq!(last.info.action_mask, [false; 3]);
        let seat = env.agent_selection().unwrap();
        assert_eq!(last.reward, last.info.returns.unwrap()[seat] as f32);
        assert!(matches!(
            env.step(Some(HOLD)),
            Err(EnvError::NoActionWanted(_))
        ));
        env.step(None).unwrap();
    }
    assert_eq!(rewards.iter().sum::<f32>(), 0.0);
    assert_eq!(rewards[0].abs(), 1.0);
    assert_eq!((env.agent_selection(), env.agents().count()), (None, 0));
    assert_eq!(env.step(None), Err(EnvError::Over));
    env.reset(3);
    assert_eq!((env.last().info.decisions, env.agents().count()), (0, 2));
}

/// All that is seen in an episode in which everybody holds at 4.
fn story(env: &mut TurnEnv<Pig, Numbers>, seed: u64) -> Vec<Vec<f32>> {
    env.reset(seed);
    let mut seen = vec![];
    while !env.last().terminated {
        let observation = env.last().observation.to_vec();
        let action = if observation[2] >= 4.0 { HOLD } else { ROLL };
        seen.push(observation);
        env.step(Some(action)).unwrap();
    }
    seen.push(env.last().observation.to_vec());
    seen
}

#[test]
fn a_seed_is_an_episode() {
    let (mut one, mut other) = (turns(EnvSettings::default()), turns(EnvSettings::default()));
    let first = story(&mut one, 1);
    assert_ne!(story(&mut one, 2), first);
    assert_eq!(story(&mut one, 1), first);
    assert_eq!(story(&mut other, 1), first);
}

#[test]
fn illegal_actions_are_refused_and_nothing_changes() {
    let mut env = turns(EnvSettings::default());
    env.reset(1);
    let before = env.last().observation.to_vec();
    let error = env.step(Some(2)).unwrap_err();
    let seat = Pig::SEATS[env.agent_selection().unwrap()];
    let text = format!("action 2 is not legal for {seat}; legal: 0 1");
    assert_eq!(error.to_string(), text);
    assert!(env.step(Some(usize::MAX)).is_err());
    assert_eq!(env.step(None), Err(EnvError::ActionWanted(seat)));
    assert_eq!(
        (env.last().observation, env.last().info.decisions),
        (&before[..], 0)
    );
    env.step(Some(HOLD)).unwrap();
}

#[test]
fn illegal_actions_resign_if_so_wanted() {
    let mut env = turns(on_illegal(IllegalPolicy::Resign));
    env.reset(1);
    let seat = env.agent_selection().unwrap();
    env.step(Some(2)).unwrap();
    assert_eq!(env.agent_selection(), Some(seat.other()));
    let last = env.last();
    assert_eq!(
        (last.reward, last.terminated, last.info.outcome),
        (1.0, true, Some("resigned"))
    );
    env.step(None).unwrap();
    assert_eq!(env.last().reward, -1.0);
}

#[test]
fn illegal_actions_become_random_ones_if_so_wanted() {
    let play = || {
        let mut env = turns(on_illegal(IllegalPolicy::Random));
        env.reset(8);
        let mut seen = vec![];
        while !env.last().terminated {
            seen.push(env.last().observation.to_vec());
            env.step(Some(2)).unwrap();
        }
        seen
    };
    let seen = play();
    assert!(seen.iter().any(|o| o[2] > 6.0), "sometimes it rolled again");
    assert!(seen.len() > 4, "sometimes it held");
    assert_eq!(seen, play(), "the seed says which");
}

#[test]
fn episodes_are_truncated_at_the_step_limit() {
    let mut env = turns(limited(3));
    env.reset(1);
    for _ in 0..3 {
        assert!(!env.last().truncated);
        env.step(Some(HOLD)).unwrap();
    }
    let last = env.last();
    assert_eq!(
        (last.terminated, last.truncated, last.reward),
        (false, true, 0.0)
    );
    assert_eq!(last.info.outcome, Some("truncated"));
    env.step(None).unwrap();
    env.step(None).unwrap();
    assert_eq!(env.step(None), Err(EnvError::Over));
}

fn holds_at(points: f32) -> impl FnMut(&Pig, Seat) -> PigAction + Clone {
    move |position, seat| {
        let mut seen = [0.0; 3];
        Numbers.observe(position, seat, &mut seen);
        if seen[2] >= points {
            PigAction::Hold
        } else {
            PigAction::Roll
        }
    }
}

#[test]
fn the_single_seat_form_is_the_turn_form_with_the_opponents_choices_made() {
    let options = PigOptions::default();
    for (seat, seed) in [(Seat::First, 5), (Seat::Second, 5), (Seat::Second, 6)] {
        let settings = EnvSettings::default();
        let mut single =
            SeatEnv::<Pig, _, _>::new(&options, Numbers, settings, seat, holds_at(5.0)).unwrap();
        let mut both = turns(settings);
        both.reset(seed);
        let mut opponent = holds_at(5.0);
        let mut seen = single.reset(seed).unwrap().observation.to_vec();
        loop {
            while both.agent_selection() == Some(seat.other()) && !both.last().terminated {
                let action = opponent(both.episode().position(), seat.other());
                both.step(Some(action as usize)).unwrap();
            }
            if both.last().terminated {
                break;
            }
            assert_eq!(both.last().observation, &seen[..]);
            let action = if seen[2] >= 3.0 { HOLD } else { ROLL };
            both.step(Some(action)).unwrap();
            seen = single.step(action).unwrap().observation.to_vec();
        }
        let returns = both.last().info.returns.unwrap();
        assert_eq!(single.episode().ending().unwrap().returns(), returns);
        assert_eq!(single.step(HOLD).unwrap_err(), EnvError::Over);
        let first = single.reset(seed).unwrap();
        assert_eq!((first.terminated, first.info.returns), (false, None));
    }
}

#[test]
fn an_opponent_that_cheats_is_named() {
    use moonbase_engine::toy::{Courier, CourierAction, CourierOptions};
    #[derive(Clone)]
    struct Blank;
    impl Codec<Courier> for Blank {
        fn codec_version(&self) -> &'static str {
            "courier-1"
        }
        fn actions(&self) -> usize {
            5
        }
        fn index(&self, _: &Courier, action: CourierAction) -> usize {
            action as usize
        }
        fn action(&self, _: &Courier, index: usize) -> Option<CourierAction> {
            use CourierAction::*;
            [Walk, Run, Push, Delay, Wait].get(index).copied()
        }
        fn action_fields(&self) -> Vec<Field> {
            vec![]
        }
    }
    impl Observation<Courier> for Blank {
        fn observation_version(&self) -> &'static str {
            "courier-1"
        }
        fn observation_len(&self) -> usize {
            0
        }
        fn observe(&self, _: &Courier, _: Seat, _: &mut [f32]) {}
        fn observation_fields(&self) -> Vec<Field> {
            vec![]
        }
    }
    let cheat = |_: &Courier, _: Seat| CourierAction::Push;
    let (options, settings) = (CourierOptions::default(), EnvSettings::default());
    let env = SeatEnv::<Courier, _, _>::new(&options, Blank, settings, Seat::Second, cheat);
    let error = env.unwrap().reset(0).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the opponent chose `push`, which is not legal"
    );
}

#[test]
fn many_games_are_as_many_single_games() {
    let (games, seed) = (7, 11);
    let options = PigOptions::default();
    let mut many =
        VectorEnv::<Pig, _>::new(&options, Numbers, EnvSettings::default(), games).unwrap();
    many.reset(seed).unwrap();
    let mut single: Vec<_> = (0..games).map(|_| turns(EnvSettings::default())).collect();
    for (game, env) in single.iter_mut().enumerate() {
        env.reset(episode_seed(seed, game, 0));
    }
    let mut ended = 0;
    for step in 0..200 {
        let mut actions = vec![];
        for (game, env) in single.iter().enumerate() {
            let (batch, last) = (many.batch(), env.last());
            assert_eq!(&batch.observations[3 * game..][..3], last.observation);
            assert_eq!(&batch.action_masks[3 * game..][..3], last.info.action_mask);
            assert_eq!(Some(batch.seats[game]), env.agent_selection());
            actions.push((game + step) % 2);
        }
        many.step(&actions).unwrap();
        for (game, env) in single.iter_mut().enumerate() {
            let seat = env.agent_selection().unwrap();
            env.step(Some(actions[game])).unwrap();
            let (batch, ending) = (many.batch(), env.episode().ending());
            assert_eq!((batch.acted[game], batch.truncated[game]), (seat, false));
            assert_eq!(batch.terminated[game], ending.is_some());
            assert_eq!(batch.decisions[game], env.last().info.decisions);
            if let Some(ending) = ending {
                ended += 1;
                let mut last = [0.0; 3];
                env.observe(seat, &mut last);
                assert_eq!(&batch.final_observations[3 * game..][..3], last);
                assert_eq!(batch.rewards[game], ending.returns()[seat] as f32);
                assert_eq!(batch.outcomes[game], Some(ending.name()));
                env.reset(episode_seed(seed, game, batch.episodes[game]));
            } else {
                assert_eq!((batch.rewards[game], batch.outcomes[game]), (0.0, None));
            }
        }
    }
    assert!(ended > games, "finished games were begun anew: {ended}");
}

#[test]
fn a_refused_action_stops_every_game_of_the_call() {
    let options = PigOptions::default();
    let mut many = VectorEnv::<Pig, _>::new(&options, Numbers, EnvSettings::default(), 3).unwrap();
    let before = many.batch().clone();
    let error = many.step(&[HOLD, HOLD, 2]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "action 2 is not legal for a in game 2; legal: 0 1"
    );
    let error = many.step(&[HOLD]).unwrap_err();
    assert_eq!(error.to_string(), "1 actions were given for 3 games");
    assert_eq!(many.batch(), &before);
}

#[test]
fn many_games_against_opponents_are_as_many_single_seats() {
    let (games, seed, seat) = (5, 21, Seat::Second);
    let (options, settings) = (PigOptions::default(), limited(30));
    let opponents = vec![RandomOpponent::default(); games];
    let mut many =
        VectorEnv::<Pig, _, _>::against(&options, Numbers, settings, seat, opponents).unwrap();
    many.reset(seed).unwrap();
    let mut single: Vec<_> = (0..games)
        .map(|_| {
            let opponent = RandomOpponent::default();
            SeatEnv::<Pig, _, _>::new(&options, Numbers, settings, seat, opponent).unwrap()
        })
        .collect();
    // The reset passes over games in which the seat had no choice.
    for (game, env) in single.iter_mut().enumerate() {
        env.reset(episode_seed(seed, game, many.batch().episodes[game]))
            .unwrap();
    }
    for step in 0..100 {
        let actions: Vec<usize> = (0..games).map(|game| (game + step) % 2).collect();
        many.step(&actions).unwrap();
        let batch = many.batch();
        for (game, env) in single.iter_mut().enumerate() {
            let now = env.step(actions[game]).unwrap();
            assert_eq!(batch.acted[game], seat);
            assert_eq!(batch.rewards[game], now.reward);
            assert_eq!(
                (batch.terminated[game], batch.truncated[game]),
                (now.terminated, now.truncated)
            );
            if now.terminated || now.truncated {
                env.reset(episode_seed(seed, game, batch.episodes[game]))
                    .unwrap();
            } else {
                assert_eq!(&batch.observations[3 * game..][..3], now.observation);
            }
        }
    }
}
