"""One seat as a Gymnasium environment against any agent: `Env("ufo-mini", seat="shado", opponent="scripted")`; and many at once: `VectorEnv`."""

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from . import _spaces
from ._native import SeatEnv, episode_seed
from ._native import VectorEnv as NativeVectorEnv

__all__ = ["Env", "VectorEnv"]

# Of so many games in a row one leaves the seat a choice, or the rule options are to blame.
_MOST_SKIPPED = 1000


class Env(gymnasium.Env):
    """A seat against an agent.

    `game` is a name of `moonbase.games()`, with rule options by name, or a `moonbase.Game`; `seat` its number or name; `opponent` an
    agent's spec, a `moonbase.Agent`, a function of a state, or an object with `decide(state)`.

    Observations: float32 (game.observation_len,). Actions: the codec's numbers; `info["action_mask"]` and `action_masks()` say which are
    legal. By default an illegal one loses the game (`on_illegal="resign"`); `refuse` raises, `random` plays any legal action.
    Rewards are 0 but at the end: the seat's return in [-1, 1]. `step_limit` truncates after so many decisions of both seats.
    """

    metadata = {"render_modes": ["ansi", "human"]}

    def __init__(
        self, game="ufo", seat=0, opponent="random", render_mode=None, on_illegal="resign", step_limit=None, **options
    ):
        if render_mode not in (None, "ansi", "human"):
            raise ValueError(f"render_mode cannot be {render_mode!r}; valid: None, 'ansi', 'human'")
        self.game = _spaces.as_game(game, options)
        self.render_mode = render_mode
        self._env = SeatEnv(self.game, seat, opponent, on_illegal, step_limit)
        self._mask = np.zeros(self.game.actions, bool)
        self.observation_space = _spaces.observations(self.game)
        self.action_space = spaces.Discrete(self.game.actions)

    @property
    def seat(self):
        """The learner's seat, 0 or 1."""
        return self._env.seat

    def reset(self, *, seed=None, options=None):
        """Begins an episode; with a seed this and all later ones follow from it. Games that end before the seat has a choice are passed over."""
        super().reset(seed=seed)
        dice = seed if seed is not None else int(self.np_random.integers(2**63))
        for skipped in range(_MOST_SKIPPED):
            told = self._env.reset(dice if skipped == 0 else episode_seed(dice, 0, skipped))
            if not (told[2] or told[3]):
                return told[0], self._info(told[4])
        raise ValueError(f"seat {self.seat} had no choice in {_MOST_SKIPPED} games under these options")

    def step(self, action):
        observation, reward, terminated, truncated, rest = self._env.step(int(action))
        if terminated and self.render_mode == "human":
            self.render()
        return observation, reward, terminated, truncated, self._info(rest)

    def _info(self, rest):
        self._mask, decisions, outcome, returns = rest
        info = {"action_mask": self._mask.view(np.int8), "decisions": decisions}
        if outcome is not None:
            info.update(outcome=outcome, returns=returns)
        return info

    def action_masks(self):
        """Which numbers are legal now: bool (game.actions,). Learners with masks ask for it by this name."""
        return self._mask

    def position(self):
        """The position as a `moonbase.State`; a copy."""
        return self._env.state()

    def render(self):
        if self.render_mode is None:
            return None
        text = self._env.state().text()
        if self.render_mode == "ansi":
            return text
        print(text)
        return None


class VectorEnv(gymnasium.vector.VectorEnv):
    """Many games in one call, stepped in Rust while other Python threads run.

    Without `opponent` every choice, of either seat, is the caller's: `info["seats"]` says whose, and a reward is that of the seat that
    acted (`info["acted"]`). With one, only the choices of `seat` are. A game that ends is begun anew in the same step: its last
    observation is `info["final_obs"]`'s, by `info["_final_obs"]`, its end `info["final_info"]`'s.

    `copy=False` hands out the arrays that the next step writes to, which is faster; the default copies observations and masks.
    An illegal number raises and changes no game, or as `on_illegal` says (see `Env`). `reset` takes one seed for all games.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self, game="ufo", num_envs=64, seat=None, opponent=None, on_illegal="refuse", step_limit=None, copy=True, **options
    ):
        self.game = _spaces.as_game(game, options)
        self.num_envs = num_envs
        self.native = NativeVectorEnv(self.game, num_envs, seat, opponent, on_illegal, step_limit)
        self.single_observation_space = _spaces.observations(self.game)
        self.single_action_space = spaces.Discrete(self.game.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy

    def _kept(self, array):
        return array.copy() if self._copy else array

    def _info(self):
        native = self.native
        return {
            "action_mask": self._kept(native.action_masks),
            "seats": self._kept(native.seats),
            "acted": self._kept(native.acted),
            "decisions": self._kept(native.decisions),
        }

    def reset(self, *, seed=None, options=None):
        if isinstance(seed, (list, tuple)):
            raise ValueError("give one seed for all games, an integer; game i's episodes follow from it")
        super().reset(seed=seed)
        self.native.reset(seed if seed is not None else int(self.np_random.integers(2**63)))
        return self._kept(self.native.observations), self._info()

    def step(self, actions):
        native = self.native
        native.step(np.ascontiguousarray(actions, np.int64))
        terminated, truncated, info = native.terminated.copy(), native.truncated.copy(), self._info()
        ended = terminated | truncated
        if ended.any():
            info["final_obs"] = self._kept(native.final_observations)
            info["final_info"] = {"outcome": np.array(native.outcomes, object), "decisions": info["decisions"]}
            info["_final_obs"] = info["_final_info"] = ended
        return self._kept(native.observations), native.rewards.copy(), terminated, truncated, info

    def action_masks(self):
        """Which numbers are legal now: bool (num_envs, game.actions)."""
        return self.native.action_masks
