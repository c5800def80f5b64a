"""Gymnasium spaces of a game: what PettingZoo's and Gymnasium's faces share."""

import re

import numpy as np
from gymnasium import spaces

from ._native import Game


def as_game(game, options):
    """A `Game`, from one or from its name and options."""
    if isinstance(game, Game):
        if options:
            raise ValueError("give rule options with the game's name, not with a Game")
        return game
    return Game(game, **options)


def observations(game):
    """The box of the observations, with each block's range."""
    low = np.full(game.observation_len, -np.inf, np.float32)
    high = np.full(game.observation_len, np.inf, np.float32)
    for field in game.observation_fields:
        numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", field["range"])]
        if numbers:
            part = slice(field["start"], field["start"] + int(np.prod(field["shape"])))
            low[part], high[part] = min(numbers), max(numbers)
    return spaces.Box(low, high, dtype=np.float32)


def masked(game):
    """The dictionary of an observation and the mask of legal numbers, as PettingZoo's classic games have it."""
    return spaces.Dict({"observation": observations(game), "action_mask": spaces.MultiBinary(game.actions)})
