#!/usr/bin/env python3
"""Trains a small policy in plain numpy against one of our agents, and measures it; about half a minute.

    pip install ./python[gymnasium]
    python python/examples/train.py [--game ufo-micro] [--seat shado] [--opponent random] [--seconds 25]

The learner is REINFORCE with a baseline (Williams 1992): a net of one hidden layer gives a score to each action number, illegal ones are
masked away, an action is drawn from the softmax, and each action's logarithm is pushed by how much better than expected its game ended. Written
as one would with PyTorch (`Net.forward`, `Net.backward`, `Adam.step`), so that swapping it in is a matter of lines.
"""

import argparse
import time

import moonbase
import numpy as np


class Net:
    """Observation to action scores and a value: tanh hidden layer, two heads."""

    def __init__(self, inputs, hidden, actions, rng):
        def matrix(rows, columns, scale=1.0):
            return (rng.standard_normal((rows, columns)) * scale / np.sqrt(rows)).astype(np.float32)

        self.weights = {
            "hidden": matrix(inputs, hidden),
            "hidden_bias": np.zeros(hidden, np.float32),
            "policy": matrix(hidden, actions, 0.05),
            "value": matrix(hidden, 1, 0.05),
        }

    def forward(self, seen, mask):
        w = self.weights
        hidden = np.tanh(seen @ w["hidden"] + w["hidden_bias"])
        scores = np.where(mask, hidden @ w["policy"], -np.inf)
        scores -= scores.max(axis=1, keepdims=True)
        odds = np.exp(scores)
        return hidden, odds / odds.sum(axis=1, keepdims=True), (hidden @ w["value"])[:, 0]

    def backward(self, seen, hidden, d_scores, d_value):
        """Gradients, from those of the scores and of the value."""
        w = self.weights
        d_hidden = (d_scores @ w["policy"].T + d_value[:, None] * w["value"].T) * (1 - hidden**2)
        return {
            "hidden": seen.T @ d_hidden,
            "hidden_bias": d_hidden.sum(axis=0),
            "policy": hidden.T @ d_scores,
            "value": hidden.T @ d_value[:, None],
        }


class Adam:
    def __init__(self, net, rate):
        self.net, self.rate, self.steps = net, rate, 0
        self.first = {name: np.zeros_like(w) for name, w in net.weights.items()}
        self.second = {name: np.zeros_like(w) for name, w in net.weights.items()}

    def step(self, gradients):
        self.steps += 1
        rate = self.rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for name, gradient in gradients.items():
            self.first[name] += 0.1 * (gradient - self.first[name])
            self.second[name] += 0.001 * (gradient**2 - self.second[name])
            self.net.weights[name] -= rate * self.first[name] / (np.sqrt(self.second[name]) + 1e-8)


def drawn(odds, rng):
    """A column of each row, drawn by the row's probabilities."""
    ladder = odds.cumsum(axis=1)
    return (ladder < rng.random((len(odds), 1)) * ladder[:, -1:]).sum(axis=1)


class Learner:
    """Plays many games at once and learns from each that ends."""

    def __init__(self, game, seat, opponent, games=64, seed=1):
        self.rng = np.random.default_rng(seed)
        self.env = moonbase.VectorEnv(game, games, seat=seat, opponent=opponent)
        self.env.reset(seed)
        self.net = Net(game.observation_len, 64, game.actions, self.rng)
        self.adam = Adam(self.net, 2e-3)
        self.running = [[] for _ in range(games)]
        self.returns = []

    def collect(self, decisions):
        """Decisions of games that have ended: observations, masks, actions, returns."""
        done = []
        while len(done) < decisions:
            seen, mask = self.env.observations.copy(), self.env.action_masks.copy()
            _, odds, _ = self.net.forward(seen, mask)
            actions = drawn(odds, self.rng)
            self.env.step(actions)
            for index, story in enumerate(self.running):
                story.append((seen[index], mask[index], actions[index]))
                if self.env.terminated[index]:
                    value = float(self.env.rewards[index])
                    done.extend((*step, value) for step in story)
                    story.clear()
                    self.returns.append(value)
        return [np.array(column) for column in zip(*done)]

    def learn(self, decisions=2048, entropy=0.01):
        seen, mask, actions, returns = self.collect(decisions)
        hidden, odds, value = self.net.forward(seen, mask)
        better = returns - value
        rows = np.arange(len(seen))
        logs = np.where(mask, np.log(odds + 1e-9), 0)
        spread = -(odds * logs).sum(axis=1, keepdims=True)
        d_scores = odds * better[:, None]
        d_scores[rows, actions] -= better
        d_scores += entropy * odds * (logs + spread)
        d_scores, d_value = d_scores / len(rows), -better / len(rows)
        self.adam.step(self.net.backward(seen, hidden, d_scores.astype(np.float32), d_value.astype(np.float32)))


class Player:
    """The learned policy as an agent: its most probable action. In the other seat it plays at random."""

    __name__ = "learned"

    def __init__(self, net, game, seat):
        self.net, self.seat = net, game.seats.index(seat)
        self.other = moonbase.Agent("random")

    def new_game(self, seed):
        self.other.new_game(seed)

    def decide(self, state):
        if state.seat != self.seat:
            return self.other.decide(state)
        _, odds, _ = self.net.forward(state.observe()[None], state.mask()[None])
        return int(odds[0].argmax())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="ufo-micro")
    parser.add_argument("--seat", default=None, help="the learner's; by default the first")
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--seconds", type=float, default=25)
    given = parser.parse_args()
    game = moonbase.Game(given.game)
    seat = given.seat or game.seats[0]
    learner = Learner(game, seat, given.opponent)
    start = told = time.time()
    while time.time() - start < given.seconds:
        learner.learn()
        if time.time() - told > given.seconds / 10:
            told = time.time()
            lately = np.mean(learner.returns[-500:])
            print(f"{told - start:5.1f} s  {len(learner.returns):6} games  mean return of the last 500: {lately:+.2f}", flush=True)
    player = Player(learner.net, game, seat)
    for name, agent in [("random", "random"), ("learned", player)]:
        report = moonbase.play_match(game, agent, given.opponent, games=400, seed=99)
        score = report["score"]["seats"][seat]
        print(f"{name} as {seat} against {given.opponent}: score {score['mean']:.2f} ({score['low']:.2f} to {score['high']:.2f})")


if __name__ == "__main__":
    main()
