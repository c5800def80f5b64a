"""The games as PettingZoo environments (AEC): `env("ufo-mini")`."""

import numpy as np
import pettingzoo
from gymnasium import spaces
from gymnasium.utils import seeding

from . import _spaces
from ._native import TurnEnv

__all__ = ["AECEnv", "env"]


def env(game="ufo", render_mode=None, on_illegal="refuse", step_limit=None, **options):
    """A PettingZoo AEC environment of a game.

    `game` is a name of `moonbase.games()`, with rule options by name, or a `moonbase.Game`. `on_illegal` says what becomes of an
    illegal number: `refuse` (raises `MoonbaseError`), `resign` (the seat loses) or `random` (any legal action).
    `step_limit` truncates an episode after so many decisions of both seats. `render_mode` is None, `ansi` (`render` returns
    text) or `human` (it prints).
    """
    return AECEnv(_spaces.as_game(game, options), render_mode, on_illegal, step_limit)


class AECEnv(pettingzoo.AECEnv):
    """Both seats by turns. The agents are the seats' names; they do not alternate strictly.

    Observations: `{"observation": float32 (game.observation_len,), "action_mask": int8 (game.actions,)}`, the mask empty for who
    does not choose. Actions: the codec's numbers. Rewards are 0 but at the end: the seat's return in [-1, 1]. Infos: `decisions`, and
    at the end `outcome` and `returns`.
    """

    def __init__(self, game, render_mode=None, on_illegal="refuse", step_limit=None):
        super().__init__()
        if render_mode not in (None, "ansi", "human"):
            raise ValueError(f"render_mode cannot be {render_mode!r}; valid: None, 'ansi', 'human'")
        self.metadata = {"name": f"moonbase_{game.name}", "render_modes": ["ansi", "human"], "is_parallelizable": False}
        self.game = game
        self.render_mode = render_mode
        self.possible_agents = list(game.seats)
        self.agents = []
        self._seats = {name: seat for seat, name in enumerate(game.seats)}
        self._env = TurnEnv(game, on_illegal, step_limit)
        self._random, _ = seeding.np_random()
        self.observation_spaces = {name: _spaces.masked(game) for name in game.seats}
        self.action_spaces = {name: spaces.Discrete(game.actions) for name in game.seats}
        self._no_mask = np.zeros(game.actions, np.int8)

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        """Begins an episode. With a seed this and all later episodes follow from it; the first one has the dice of that very seed."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        dice = seed if seed is not None else int(self._random.integers(2**63))
        self._env.reset(dice)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._look()

    def _look(self):
        env = self._env
        ended = env.outcome
        self.infos = {agent: {"decisions": env.decisions} for agent in self.agents}
        if ended is not None:
            terminated, truncated, returns = env.terminated, env.truncated, env.returns
            for agent in self.agents:
                self.rewards[agent] = returns[self._seats[agent]]
                self.terminations[agent], self.truncations[agent] = terminated, truncated
                self.infos[agent].update(outcome=ended, returns=returns)
        self.agent_selection = self.possible_agents[env.selected]

    def observe(self, agent):
        seat = self._seats[agent]
        chooses = self._env.selected == seat and self._env.outcome is None
        mask = self._env.mask().view(np.int8) if chooses else self._no_mask.copy()
        return {"observation": self._env.observe(seat), "action_mask": mask}

    def step(self, action):
        """The selected agent acts by a number; after the end each agent steps once with None."""
        if not self.agents:
            raise ValueError("the episode is over; begin another with `reset`")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._env.step(None if action is None else int(action))
            self._was_dead_step(action)
            return
        self._env.step(None if action is None else int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._look()
        self._accumulate_rewards()

    def position(self):
        """The position as a `moonbase.State`, for agents and for looking at; a copy."""
        return self._env.state()

    def render(self):
        if self.render_mode is None:
            return None
        text = self._env.state().text()
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self):
        pass
