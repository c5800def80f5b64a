"""What the tests share: games of each family, small enough to be played often."""

import random
import threading
import time

import moonbase
import pytest


def smallest():
    """Of each game the preset with the fewest action numbers."""
    games = [moonbase.Game(name) for name in moonbase.games()]
    families = dict.fromkeys(game.family for game in games)
    sized = sorted(games, key=lambda game: game.actions)
    return [next(game.name for game in sized if game.family == family) for family in families]


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


def runs_beside(work, tries):
    """Does this thread run in the middle of one of so many calls of `work` in another? Not if those held the interpreter's lock."""
    for _ in range(tries):
        span, turns = [], []

        def run():
            start = time.monotonic()
            work()
            span.extend([start, time.monotonic()])

        thread = threading.Thread(target=run)
        thread.start()
        while thread.is_alive():
            turns.append(time.monotonic())
            time.sleep(0.0001)
        thread.join()
        start, end = span
        margin = (end - start) / 4
        if any(start + margin < turn < end - margin for turn in turns):
            return True
    return False
