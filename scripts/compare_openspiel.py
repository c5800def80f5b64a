#!/usr/bin/env python3
"""Compares random playouts of Moonbase and of OpenSpiel's C++ backgammon, in one run on one core.

    pip install open_spiel
    cargo build --release
    python3 scripts/compare_openspiel.py [--json] [--rounds 5] [--seconds 3] [--games ufo,lost_patrol]

What is measured
  Moonbase:   `moonbase bench --json`, rows `engine`: uniformly random games from the start position, plies
              (decisions and chance nodes) a second.
  OpenSpiel:  the fastest door that its Python wheel has: a C++ `MCTSBot` of one simulation whose C++
              `RandomRolloutEvaluator` plays many random games from the start position in one call. Python is
              entered once a call. The games' mean length comes from a sample of random games, played by Python
              outside the time that is measured.
The two take turns on one core, so that other work on the machine falls on both. Speeds are medians over the rounds;
the ratio is the median of the rounds' ratios.

What is alike: dice as explicit chance nodes, drawn by weight; every legal action equally likely; a position is
copied at the start of each game; one thread; no tree, no net.

What is not alike:
  - the games. No other engine has these; backgammon is the nearest with dice and a like number of legal actions. A
    ply of backgammon moves two checkers (OpenSpiel lists the pairs of moves), a ply here is one unit's act.
  - forced plies. Moonbase takes a decision with one choice by itself and does not count it; OpenSpiel counts the
    forced passes of backgammon. The sample says how many there are.
  - lists. OpenSpiel builds the list of legal actions at each ply; Moonbase selects a random one from masks and
    counts without a list. That is a property of the engines, and part of what is compared.
  - OpenSpiel keeps each game's history in the state; Moonbase keeps it outside.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time

ROLLOUTS = 200  # random games in one call
SAMPLE = 300  # random games for the mean length


def sample_openspiel(state, games, seed=1):
    """Mean plies of random games from `state`, mean legal actions, and the share of forced decisions."""
    rng = random.Random(seed)
    plies = decisions = legal = forced = 0
    for _ in range(games):
        game = state.clone()
        while not game.is_terminal():
            plies += 1
            if game.is_chance_node():
                outcomes, weights = zip(*game.chance_outcomes())
                game.apply_action(rng.choices(outcomes, weights)[0])
                continue
            actions = game.legal_actions()
            decisions += 1
            legal += len(actions)
            forced += len(actions) == 1
            game.apply_action(rng.choice(actions))
    return plies / games, legal / decisions, forced / plies


def decision_after(state, seed=1):
    """Rolls until a player decides."""
    rng = random.Random(seed)
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes())
        state.apply_action(rng.choices(outcomes, weights)[0])
    return state


def openspiel_speed(pyspiel, game, state, mean_plies, seconds, seed):
    """Plies a second of C++ rollouts."""
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=seed)
    bot = pyspiel.MCTSBot(
        game=game, evaluator=evaluator, uct_c=2.0, max_simulations=1,
        max_memory_mb=100, solve=False, seed=seed, verbose=False,
    )
    calls, start = 0, time.perf_counter()
    while calls == 0 or time.perf_counter() - start < seconds:
        bot.mcts_search(state)
        calls += 1
    return calls * ROLLOUTS * mean_plies / (time.perf_counter() - start)


def moonbase_rows(binary, games, seconds):
    """The rows of random play, by game."""
    command = [binary, "bench", "--json", "--seconds", str(seconds)]
    for game in games:
        command += ["--game", game]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        sys.exit(f"cannot run {binary}: {error.strerror}; build it with `cargo build --release`")
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.stderr.strip()}")
    rows = json.loads(done.stdout)
    return {row["game"]: row for row in rows if row["what"] == "engine"}


def one_core():
    """Keeps this process and its children on one core, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def measure(pyspiel, options):
    game = pyspiel.load_game("backgammon")
    state = decision_after(game.new_initial_state())
    mean_plies, branching, forced = sample_openspiel(state, SAMPLE)
    spiel, moon = [], {}
    for turn in range(options.rounds):
        speed = openspiel_speed(pyspiel, game, state, mean_plies, options.seconds, turn)
        spiel.append(speed)
        rows = moonbase_rows(options.moonbase, options.games.split(","), options.seconds)
        for name, row in rows.items():
            moon.setdefault(name, []).append(row)
    peer = {
        "game": "backgammon (OpenSpiel)",
        "plies_per_s": statistics.median(spiel),
        "mean_plies": mean_plies,
        "branching": branching,
        "forced": forced,
    }
    return [peer] + [summary(name, rows, spiel) for name, rows in moon.items()]


def summary(name, rows, spiel):
    speeds = [row["plies_per_s"] for row in rows]
    return {
        "game": f"{name} (Moonbase)",
        "plies_per_s": statistics.median(speeds),
        "mean_plies": rows[-1]["mean_plies"],
        "branching": rows[-1]["branching"],
        "ratio": statistics.median(ours / theirs for ours, theirs in zip(speeds, spiel)),
    }


def table(rows):
    lines = [f"{'game':<28}{'plies/s':>12}{'plies/game':>12}{'branching':>11}{'ratio':>8}"]
    for row in rows:
        ratio = f"{row['ratio']:.1f}" if "ratio" in row else "1"
        lines.append(
            f"{row['game']:<28}{row['plies_per_s']:>12,.0f}{row['mean_plies']:>12.0f}"
            f"{row['branching']:>11.1f}{ratio:>8}"
        )
    lines.append(f"forced plies in backgammon, counted there and not here: {rows[0]['forced']:.0%}")
    lines.append("What is and what is not like for like: see the head of this script.")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moonbase", default="target/release/moonbase", help="the binary")
    parser.add_argument("--games", default="ufo,lost_patrol")
    parser.add_argument("--rounds", type=int, default=5, help="turns that each side gets")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each figure of a round")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    try:
        import pyspiel
    except ImportError:
        sys.exit("OpenSpiel is missing: pip install open_spiel")
    one_core()
    rows = measure(pyspiel, options)
    print(json.dumps(rows) if options.json else table(rows))


if __name__ == "__main__":
    main()
