//! Both seats by turns, as PettingZoo's agent-environment cycle (AEC).

use super::encoding::Encoding;
use super::episode::{EnvError, EnvSettings, Episode};
use crate::game::{BySeat, Game, Seat};

/// What is known beside the observation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Info<'a> {
    /// The legal indices of the seat's choice; all `false` when it has none.
    pub action_mask: &'a [bool],
    /// Decisions taken so far, of both seats.
    pub decisions: u32,
    /// The outcome's name (`resigned`, `truncated`, or one of the rules), at the end.
    pub outcome: Option<&'static str>,
    /// Both seats' returns, at the end; they sum to 0.
    pub returns: Option<BySeat<f64>>,
}

/// What the selected agent sees.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Last<'a> {
    pub observation: &'a [f32],
    /// The seat's reward since it last acted.
    pub reward: f32,
    pub terminated: bool,
    pub truncated: bool,
    pub info: Info<'a>,
}

/// The turn-based form. After the end each agent is selected once more, sees its reward, and steps
/// without an action; then no agent is left.
///
/// ```
/// # use moonbase_engine::{Game, Seat, env::*, toy::{Pig, PigAction, PigOptions}};
/// # struct Numbers;
/// # impl Codec<Pig> for Numbers {
/// #     fn codec_version(&self) -> &'static str { "pig-1" }
/// #     fn actions(&self) -> usize { 2 }
/// #     fn index(&self, _: &Pig, action: PigAction) -> usize { action as usize }
/// #     fn action(&self, _: &Pig, index: usize) -> Option<PigAction> { [PigAction::Roll, PigAction::Hold].get(index).copied() }
/// #     fn action_fields(&self) -> Vec<Field> { vec![] }
/// # }
/// # impl Observation<Pig> for Numbers {
/// #     fn observation_version(&self) -> &'static str { "pig-1" }
/// #     fn observation_len(&self) -> usize { 1 }
/// #     fn observe(&self, position: &Pig, _: Seat, out: &mut [f32]) { out[0] = position.dump()["at_risk"].as_f64().unwrap() as f32; }
/// #     fn observation_fields(&self) -> Vec<Field> { vec![] }
/// # }
/// let mut env = TurnEnv::<Pig, _>::new(&PigOptions::default(), Numbers, EnvSettings::default()).unwrap();
/// env.reset(7);
/// while env.agent_selection().is_some() {
///     let last = env.last();
///     let action = last.info.action_mask.iter().position(|legal| *legal); // `None` at the end
///     env.step(action).unwrap();
/// }
/// ```
#[derive(Clone, Debug)]
pub struct TurnEnv<G: Game, E> {
    episode: Episode<G>,
    encoding: E,
    observation: Vec<f32>,
    mask: Vec<bool>,
    /// Rewards since each seat last acted.
    rewards: BySeat<f32>,
    /// Seats that have not taken leave after the end.
    present: BySeat<bool>,
    selected: Option<Seat>,
}

impl<G: Game, E: Encoding<G>> TurnEnv<G, E> {
    /// An environment at the begin of the episode of seed 0.
    ///
    /// # Errors
    /// Options that contradict each other.
    pub fn new(options: &G::Options, encoding: E, settings: EnvSettings) -> Result<Self, EnvError> {
        let mut env = TurnEnv {
            episode: Episode::new(options, settings)?,
            observation: vec![0.0; encoding.observation_len()],
            mask: vec![false; encoding.actions()],
            encoding,
            rewards: BySeat::default(),
            present: BySeat::default(),
            selected: None,
        };
        env.reset(0);
        Ok(env)
    }

    /// Begins the episode of a seed.
    pub fn reset(&mut self, seed: u64) {
        self.episode.begin(seed);
        self.rewards = BySeat::default();
        self.present = BySeat::new(true, true);
        self.after_play(Seat::Second);
    }

    /// Agents that have not taken leave, in order.
    pub fn agents(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::BOTH.into_iter().filter(|seat| self.present[*seat])
    }

    /// The agent whose step is next; `None` when all have taken leave.
    pub fn agent_selection(&self) -> Option<Seat> {
        self.selected
    }

    /// What the selected agent sees (when none is, what the one before saw).
    pub fn last(&self) -> Last<'_> {
        let ending = self.episode.ending();
        Last {
            observation: &self.observation,
            reward: self.selected.map_or(0.0, |seat| self.rewards[seat]),
            terminated: ending.is_some_and(|ending| ending.is_terminated()),
            truncated: ending.is_some_and(|ending| ending.is_truncated()),
            info: Info {
                action_mask: &self.mask,
                decisions: self.episode.decisions(),
                outcome: ending.map(|ending| ending.name()),
                returns: ending.map(|ending| ending.returns()),
            },
        }
    }

    /// What any seat sees now.
    pub fn observe(&self, seat: Seat, out: &mut [f32]) {
        self.encoding.observe(self.episode.position(), seat, out);
    }

    pub fn episode(&self) -> &Episode<G> {
        &self.episode
    }

    pub fn encoding(&self) -> &E {
        &self.encoding
    }

    /// The selected agent acts: by an index, or after the end by `None`, its leave.
    ///
    /// # Errors
    /// An illegal index (under [`IllegalPolicy::Refuse`](super::IllegalPolicy)), an action after the end or
    /// none before it, no agent left. Nothing changes then.
    pub fn step(&mut self, action: Option<usize>) -> Result<(), EnvError> {
        let seat = self.selected.ok_or(EnvError::Over)?;
        let ended = self.episode.ending().is_some();
        match action {
            None if ended => self.take_leave(seat),
            None => return Err(EnvError::ActionWanted(G::SEATS[seat])),
            Some(_) if ended => return Err(EnvError::NoActionWanted(G::SEATS[seat])),
            Some(index) => {
                let judged = self
                    .episode
                    .judge(&self.encoding, seat, index, &self.mask, None);
                let verdict = judged?;
                self.rewards[seat] = 0.0;
                self.episode.carry_out(seat, verdict);
                self.after_play(seat);
            }
        }
        Ok(())
    }

    fn after_play(&mut self, actor: Seat) {
        if let Some(ending) = self.episode.ending() {
            let returns = ending.returns();
            self.rewards = BySeat::from_fn(|seat| self.rewards[seat] + returns[seat] as f32);
        }
        self.selected = Some(self.episode.seat().unwrap_or(actor.other()));
        self.look();
    }

    fn take_leave(&mut self, seat: Seat) {
        self.present[seat] = false;
        let next = self.agents().next();
        self.selected = next;
        self.look();
    }

    fn look(&mut self) {
        let Some(seat) = self.selected else {
            return;
        };
        let position = self.episode.position();
        self.encoding.observe(position, seat, &mut self.observation);
        self.encoding
            .fill_mask(position, self.episode.legal(), &mut self.mask);
    }
}
