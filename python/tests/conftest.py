"""What the tests share: games of each family, small enough to be played often."""

import random

import moonbase
import pytest


def smallest():
    """Of each game the preset that was named last, which is the smallest."""
    last = {}
    for name in moonbase.games():
        game = moonbase.Game(name)
        last[game.family] = name
    return list(last.values())


SMALL = smallest()


def play_out(state, seed, most=10_000):
    """Plays uniformly to the end; yields the state before each step."""
    rng = random.Random(seed)
    for _ in range(most):
        yield state
        if state.is_over:
            return
        if state.is_chance:
            words, weights = zip(*state.chance())
            state.play(rng.choices(words, weights)[0])
        else:
            state.play(rng.choice(state.legal()))
    raise AssertionError("the game does not end")


@pytest.fixture(params=SMALL)
def game(request):
    return moonbase.Game(request.param)


@pytest.fixture(params=moonbase.games())
def any_game(request):
    return moonbase.Game(request.param)
