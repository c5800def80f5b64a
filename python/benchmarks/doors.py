#!/usr/bin/env python3
"""Steps a second through each Python door of Moonbase, beside OpenSpiel's backgammon and pgx's, in one run on one core.

    pip install './python[test]'            # and, for pgx: pip install pgx jax
    python python/benchmarks/doors.py [--game ufo] [--rounds 5] [--seconds 0.5] [--json]

A step is a decision: whose choices are taken, one after the other, uniformly at random among the legal ones. What is timed is what a
learner asks a door for: the step itself, with the chance behind it, the observation and the legal actions after it, and a new game where
one has ended. Choosing the action is not timed, for no door. The doors take turns, so that other work on the machine falls on all of
them; figures are medians over the rounds.

What is not alike: the games (nobody else has these; backgammon is the nearest with dice and a like number of legal actions), and their
encodings: `ufo` shows 1462 numbers and 3223 possible actions, OpenSpiel's backgammon 200 and 1352, pgx's 34 and 156 (its step moves one
checker, not two).
"""

import argparse
import json
import os
import random
import statistics
import sys
import time

import moonbase
import moonbase.gymnasium
import moonbase.openspiel
import moonbase.pettingzoo
import numpy as np
import pyspiel


class Door:
    """Steps games; `timed` tells the seconds that count and the decisions taken."""

    def __init__(self, name, make):
        self.name, self.run = name, make()

    def timed(self, seconds):
        spent = steps = 0
        while spent < seconds:
            took, taken = self.run()
            spent, steps = spent + took, steps + taken
        return steps / spent


def clocked(work, *given):
    start = time.perf_counter()
    result = work(*given)
    return time.perf_counter() - start, result


def bare(game):
    """States by their numbers, without observations."""
    rng, seeds = random.Random(1), iter(range(1 << 60))

    def begin():
        state, dice = game.start(), moonbase.Dice(next(seeds))
        dice.settle(state)
        return state, dice, state.legal_indices()

    box = [begin()]

    def act(state, dice, action):
        state.play(action)
        dice.settle(state)
        return begin() if state.is_over else (state, dice, state.legal_indices())

    def run():
        state, dice, legal = box[0]
        took, box[0] = clocked(act, state, dice, int(rng.choice(legal)))
        return took, 1

    return run


def turns(game):
    """The turn-based environment as it is."""
    env, rng, seeds = moonbase.TurnEnv(game), random.Random(1), iter(range(1 << 60))

    def see():
        return env.observe(env.selected), env.mask()

    def act(action):
        env.step(action)
        if env.outcome is not None:
            env.reset(next(seeds))
        return see()

    box = [see()]

    def run():
        took, box[0] = clocked(act, int(rng.choice(np.flatnonzero(box[0][1]))))
        return took, 1

    return run


def pettingzoo(game):
    env, rng, seeds = moonbase.pettingzoo.env(game), random.Random(1), iter(range(1 << 60))
    env.reset(seed=0)

    def act(action):
        env.step(action)
        if env.terminations[env.agent_selection]:
            env.reset(seed=next(seeds))
        return env.last()

    box = [env.last()]

    def run():
        took, box[0] = clocked(act, int(rng.choice(np.flatnonzero(box[0][0]["action_mask"]))))
        return took, 1

    return run


def gymnasium(game):
    """One seat against `random`; only the seat's own steps count."""
    env, rng, seeds = moonbase.gymnasium.Env(game, 0, "random"), random.Random(1), iter(range(1 << 60))
    box = [env.reset(seed=0)[1]]

    def act(action):
        _, _, terminated, _, info = env.step(action)
        return env.reset(seed=next(seeds))[1] if terminated else info

    def run():
        took, box[0] = clocked(act, int(rng.choice(np.flatnonzero(box[0]["action_mask"]))))
        return took, 1

    return run


def chosen(masks, rng):
    """A random legal action of each row."""
    rows, columns = np.nonzero(masks)
    counts = np.bincount(rows, minlength=len(masks))
    starts = np.cumsum(counts) - counts
    return columns[starts + (rng.random(len(masks)) * counts).astype(np.int64)]


def vector(game, games):
    env, rng = moonbase.VectorEnv(game, games), np.random.default_rng(1)

    def run():
        actions = chosen(env.action_masks, rng)
        return clocked(env.step, actions)[0], games

    return run


def gymnasium_vector(game, games):
    env, rng = moonbase.gymnasium.VectorEnv(game, games), np.random.default_rng(1)
    box = [env.reset(seed=1)[1]]

    def run():
        took, told = clocked(env.step, chosen(box[0]["action_mask"], rng))
        box[0] = told[4]
        return took, games

    return run


def spiel(game, observed):
    """A game in OpenSpiel; `observed` writes an observation for who decides."""
    rng = random.Random(1)

    def settle(state):
        while state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            state.apply_action(rng.choices(outcomes, weights)[0])
        return state

    def see(state):
        if state.is_terminal():
            state = settle(game.new_initial_state())
        if observed:
            observed(state)
        return state, state.legal_actions()

    def act(state, action):
        state.apply_action(action)
        return see(settle(state))

    box = [see(settle(game.new_initial_state()))]

    def run():
        state, legal = box[0]
        took, box[0] = clocked(act, state, rng.choice(legal))
        return took, 1

    return run


def ours_in_spiel(game):
    theirs = moonbase.openspiel.load(game.name)
    observer = theirs.make_py_observer()
    return spiel(theirs, lambda state: observer.set_from(state, state.current_player()))


def backgammon():
    return spiel(pyspiel.load_game("backgammon"), lambda state: state.observation_tensor(state.current_player()))


def pgx_backgammon(games):
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make("backgammon")
    init, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    choose = jax.jit(lambda key, mask: jax.random.categorical(key, jax.numpy.where(mask, 0.0, -1e9), axis=-1))
    keys = jax.random.split(jax.random.PRNGKey(1), games)
    box = [init(keys), jax.random.PRNGKey(2)]

    def act(state, action, keys):
        return jax.block_until_ready(step(state, action, keys))

    def run():
        box[1], one, other = jax.random.split(box[1], 3)
        action = jax.block_until_ready(choose(one, box[0].legal_action_mask))
        keys = jax.block_until_ready(jax.random.split(other, games))
        took, box[0] = clocked(act, box[0], action, keys)
        return took, games

    run()  # Compiles.
    return run


def doors(game):
    yield Door(f"{game.name}: State", lambda: bare(game))
    yield Door(f"{game.name}: TurnEnv", lambda: turns(game))
    yield Door(f"{game.name}: PettingZoo", lambda: pettingzoo(game))
    yield Door(f"{game.name}: Gymnasium", lambda: gymnasium(game))
    for games in (64, 1024):
        yield Door(f"{game.name}: VectorEnv {games}", lambda: vector(game, games))
        yield Door(f"{game.name}: Gymnasium vector {games}", lambda: gymnasium_vector(game, games))
    yield Door(f"{game.name}: OpenSpiel", lambda: ours_in_spiel(game))
    yield Door("backgammon: OpenSpiel", backgammon)
    for games in (1, 64, 1024):
        try:
            yield Door(f"backgammon: pgx {games}", lambda: pgx_backgammon(games))
        except ImportError as missing:
            print(f"no pgx: {missing}", file=sys.stderr)
            return


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="ufo", help="a game or preset")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each door in each round")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    all_doors = list(doors(moonbase.Game(given.game)))
    speeds = {door.name: [] for door in all_doors}
    for _ in range(given.rounds):
        for door in all_doors:
            speeds[door.name].append(door.timed(given.seconds))
    medians = {name: statistics.median(of) for name, of in speeds.items()}
    if given.json:
        print(json.dumps({name: {"median": medians[name], "rounds": of} for name, of in speeds.items()}, indent=1))
        return
    base = medians["backgammon: OpenSpiel"]
    print(f"{'door':34}{'decisions/s':>14}{'of OpenSpiel':>14}")
    for name, speed in medians.items():
        print(f"{name:34}{speed:14,.0f}{speed / base:14.2f}")


if __name__ == "__main__":
    main()
