#!/usr/bin/env python3
"""OpenSpiel's search against ours at equal simulations: pairs of games on the same dice with the seats swapped.

    pip install './python[test]'
    python python/benchmarks/searches.py [--game ufo-mini] [--sims 50] [--games 20] [--ours uct] [--seed 1]

Both are UCT with random rollouts, one a simulation. OpenSpiel's is its Python `MCTSBot` over its Python door, with c = 2 and the
final choice it comes with; ours is the agent that the spec names, with its own defaults. Equal simulations are not equal time: what each took
for a decision is told too.
"""

import argparse
import time

import moonbase
import moonbase.openspiel as door
import numpy as np
from open_spiel.python.algorithms import mcts


class Timed:
    """An agent, with what it takes for a decision."""

    def __init__(self, decide):
        self.ask, self.seconds, self.decisions = decide, 0.0, 0

    def decide(self, state):
        start = time.perf_counter()
        answer = self.ask(state)
        self.seconds += time.perf_counter() - start
        self.decisions += 1
        return answer

    def millis(self):
        return 1000 * self.seconds / max(self.decisions, 1)


class Theirs(Timed):
    __name__ = "OpenSpiel"

    def __init__(self, game, sims):
        self.game = game
        self.sims = sims
        super().__init__(None)

    def new_game(self, seed):
        random = np.random.RandomState(seed % 2**32)
        evaluator = mcts.RandomRolloutEvaluator(1, random)
        bot = mcts.MCTSBot(self.game, 2, self.sims, evaluator, random_state=random)
        self.ask = door.bot_as_agent(bot, self.game)


class Ours(Timed):
    def __init__(self, spec):
        self.__name__ = spec
        self.agent = moonbase.Agent(spec)
        super().__init__(self.agent.decide)

    def new_game(self, seed):
        self.agent.new_game(seed)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="ufo-mini")
    parser.add_argument("--sims", type=int, default=50)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--ours", default="uct", help="an agent with the setting `sims`")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    theirs = Theirs(door.load(given.game), given.sims)
    ours = Ours(f"{given.ours}:sims={given.sims}")
    report = moonbase.play_match(moonbase.Game(given.game), ours, theirs, games=given.games, seed=given.seed)
    score = report["score"]
    print(f"{given.game}, {given.sims} simulations, {report['games']} games, seed {given.seed}")
    print(f"{ours.__name__} against OpenSpiel's MCTSBot: score {score['overall']:.3f} ({score['low']:.3f} to {score['high']:.3f})")
    for seat, figure in score["seats"].items():
        print(f"  as {seat}: {figure['mean']:.3f} ({figure['low']:.3f} to {figure['high']:.3f})")
    print(f"a decision: ours {ours.millis():.2f} ms, OpenSpiel's {theirs.millis():.1f} ms")


if __name__ == "__main__":
    main()
