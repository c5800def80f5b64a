#!/usr/bin/env python3
"""Writes OpenSpiel's own alpha-rank and Nash averaging of some payoff matrices, for the tests of `eval/src/rating`.

    pip install open_spiel==2.0.2 numpy==2.4.6 scipy==1.17.1 cvxpy==1.9.3 matplotlib networkx
    python3 scripts/ratings_reference.py > eval/src/rating/reference.json

Nash averaging is asked only where its solver is exact to a few digits; `tolerance` says to how many.
"""

import json
from importlib.metadata import version

import numpy as np
import pyspiel
from open_spiel.python.algorithms.nash_averaging import nash_averaging
from open_spiel.python.egt import alpharank


def antisymmetric(upper):
    """A matrix from the rows of its upper triangle."""
    n = len(upper) + 1
    matrix = np.zeros((n, n))
    for i, row in enumerate(upper):
        matrix[i, i + 1 :] = row
    return matrix - matrix.T


ONE_POPULATION = {
    "rock, paper, scissors": antisymmetric([[-1, 1], [-1]]),
    "a circle with a copy": antisymmetric([[-0.4, 0.3, 0.3], [-0.2, -0.2], [0.0]]),
    "an uneven circle": antisymmetric([[0.05, -0.12], [0.31]]),
    "a ladder": antisymmetric([[0.1, 0.3, 0.5], [0.2, 0.4], [0.2]]),
    "a circle above a ladder": antisymmetric([[0.2, -0.1, 0.4, 0.6], [0.3, 0.5, 0.7], [0.35, 0.55], [0.25]]),
    "two circles": antisymmetric(
        [[0.11, -0.07, 0.02, 0.05, -0.03], [0.13, -0.04, 0.06, 0.01], [0.03, -0.02, 0.08], [0.09, -0.12], [0.17]]
    ),
}

TWO_POPULATIONS = {
    "matching pennies": np.array([[1.0, -1.0], [-1.0, 1.0]]),
    "agents by seat": np.array([[0.12, 0.31, -0.05], [-0.2, 0.08, 0.27], [0.15, -0.11, 0.02]]),
    "two against four": np.array([[0.1, -0.02, 0.04, 0.3], [-0.06, 0.12, 0.0, 0.05]]),
}

SETTINGS = [(100.0, 50), (10.0, 50), (1.0, 20), (0.1, 5)]


def ranks(tables):
    """The stationary distribution for each setting that OpenSpiel can do."""
    for alpha, m in SETTINGS:
        pi = alpharank.compute(tables, m=m, alpha=alpha)[2]
        yield {"selection": alpha, "population": m, "mass": pi.tolist()}


def one_population(name, matrix):
    game = pyspiel.create_matrix_game(matrix, -matrix)
    mixture, skill = nash_averaging(game)
    nash = {"mixture": mixture.flatten().tolist(), "skill": skill.flatten().tolist(), "tolerance": 1e-5}
    return {"name": name, "payoffs": matrix.tolist(), "nash": nash, "alpha_rank": list(ranks([matrix]))}


def two_populations(name, matrix):
    return {"name": name, "payoffs": matrix.tolist(), "alpha_rank": list(ranks([matrix, -matrix]))}


def main():
    packages = ["open_spiel", "numpy", "scipy", "cvxpy"]
    report = {
        "made_by": "scripts/ratings_reference.py",
        "versions": {package: version(package) for package in packages},
        "one_population": [one_population(*case) for case in ONE_POPULATION.items()],
        "two_populations": [two_populations(*case) for case in TWO_POPULATIONS.items()],
    }
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
