"""The games in OpenSpiel: importing this module registers them with `pyspiel`.

>>> import pyspiel, moonbase.openspiel
>>> game = pyspiel.load_game("moonbase_ufo_micro")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.legal_actions())
(False, 6)

Every game and preset of `moonbase.games()` is there as `moonbase_NAME`, with `_` for `-`; rule options go into the parameter `options`,
as `NAME:VALUE` with `;` between them and percent codes for what OpenSpiel reads itself:
`pyspiel.load_game("moonbase_ufo(options=aliens:6;max_turns:4)")`. `load("ufo", aliens=6)` writes it.

Games are sequential, zero-sum, of perfect information and explicitly stochastic: chance nodes list their outcomes with exact probabilities. An
action's number is the codec's, an outcome's its place in `State.chance()`. States are deep copies of `moonbase.State` inside
(`state.position`), so OpenSpiel's searches, evaluations and bots work on them.
"""

import json
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from ._native import Agent, Game, games

__all__ = ["AgentBot", "SpielGame", "SpielState", "bot_as_agent", "load", "name_of", "spiel_state"]

# No game of this library comes near these; OpenSpiel wants bounds, and nothing is allocated by them but masks at chance nodes.
MAX_DECISIONS = 100_000
MAX_CHANCE_OUTCOMES = 4096


def name_of(preset):
    """The name in OpenSpiel of a game or preset."""
    return "moonbase_" + preset.replace("-", "_")


def load(preset, **options):
    """The OpenSpiel game of a name of `moonbase.games()` under rule options."""
    text = ";".join(f"{name}:{quote(json.dumps(value))}" for name, value in options.items())
    return pyspiel.load_game(name_of(preset), {"options": text} if text else {})


def _read_options(text):
    options = {}
    for part in filter(None, text.split(";")):
        name, colon, value = part.partition(":")
        if not colon:
            raise ValueError(f"option `{part}` is not NAME:VALUE; put `;` between options")
        value = unquote(value)
        try:
            options[name] = json.loads(value)
        except json.JSONDecodeError:
            options[name] = value
    return options


def _game_type(preset):
    kinds = pyspiel.GameType
    return kinds(
        short_name=name_of(preset),
        long_name=f"Moonbase {preset}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"options": ""},
    )


class SpielGame(pyspiel.Game):
    """A game of `moonbase.games()`; `rules` is the `moonbase.Game`."""

    PRESET = None
    TYPE = None

    def __init__(self, params=None):
        params = params or {}
        self.rules = Game(self.PRESET, _read_options(params.get("options", "")))
        self.start = self.rules.start()
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.actions,
            max_chance_outcomes=MAX_CHANCE_OUTCOMES,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MAX_DECISIONS,
        )
        super().__init__(self.TYPE, info, params)

    def new_initial_state(self):
        return SpielState(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        return Observer(self.rules, params)


class SpielState(pyspiel.State):
    """A position in OpenSpiel; `position` is the `moonbase.State`."""

    def __init__(self, game):
        super().__init__(game)
        self.position = game.start.copy()

    def current_player(self):
        position = self.position
        if position.is_over:
            return pyspiel.PlayerId.TERMINAL
        if position.is_chance:
            return pyspiel.PlayerId.CHANCE
        return position.seat

    def _legal_actions(self, player):
        if player != self.position.seat:
            return []
        return np.sort(self.position.legal_indices()).tolist()

    def chance_outcomes(self):
        weights = [weight for _, weight in self.position.chance()]
        total = sum(weights)
        return [(number, weight / total) for number, weight in enumerate(weights)]

    def _apply_action(self, action):
        self.position.play(action)

    def _action_to_string(self, player, action):
        return self.position.word(action)

    def is_terminal(self):
        return self.position.is_over

    def returns(self):
        return list(self.position.returns or (0.0, 0.0))

    def __str__(self):
        return json.dumps(self.position.dump(), separators=(",", ":"), sort_keys=True)


class Observer:
    """What a seat sees, by OpenSpiel's protocol of observers: `tensor`, and its blocks in `dict`."""

    def __init__(self, rules, params):
        if params:
            raise ValueError(f"observers take no parameters; given: {params}")
        self.tensor = np.zeros(rules.observation_len, np.float32)
        self.dict = {}
        for field in rules.observation_fields:
            size = int(np.prod(field["shape"]))
            block = self.tensor[field["start"] : field["start"] + size]
            self.dict[field["name"]] = block.reshape(field["shape"])

    def set_from(self, state, player):
        self.tensor[:] = state.position.observe(player)

    def string_from(self, state, player):
        return str(state)


class AgentBot(pyspiel.Bot):
    """One of our agents as an OpenSpiel bot: `AgentBot("mcts:sims=100", player)`."""

    def __init__(self, agent, player=0, seed=0):
        super().__init__()
        self.agent = Agent(agent) if isinstance(agent, str) else agent
        self._player, self._seed = player, seed
        self.restart()

    def player_id(self):
        return self._player

    def restart(self):
        self.agent.new_game(self._seed)

    def restart_at(self, state):
        self.restart()

    def provides_policy(self):
        return True

    def step(self, state):
        return self.agent.decide(state.position).index

    def step_with_policy(self, state):
        chosen = self.step(state)
        return [(action, float(action == chosen)) for action in state.legal_actions()], chosen


def spiel_state(game, position):
    """A `moonbase.State` as a state of an OpenSpiel game of ours; OpenSpiel's own history of it is empty."""
    state = game.new_initial_state()
    state.position = position.copy()
    return state


def bot_as_agent(bot, game):
    """An OpenSpiel bot as an agent for `moonbase.play_match` and environments: a function of a `moonbase.State`."""

    def agent(position):
        return bot.step(spiel_state(game, position))

    agent.__name__ = type(bot).__name__
    return agent


def _register():
    known = set(pyspiel.registered_names())
    for preset in games():
        if name_of(preset) in known:
            continue
        kind = _game_type(preset)
        made = type(f"SpielGame_{preset}", (SpielGame,), {"PRESET": preset, "TYPE": kind})
        pyspiel.register_game(kind, made)


_register()
