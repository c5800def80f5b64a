#!/usr/bin/env python3
"""A tour in cells, as of a notebook (editors run them one by one); writes its plots to `tour.png`. Some seconds.

    pip install ./python[plots]
    python python/examples/tour.py [--out tour.png]
"""

# %% A game, its numbers, its start
import argparse

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import moonbase
import numpy as np

parser = argparse.ArgumentParser()
parser.add_argument("--out", default="tour.png")
out = parser.parse_args().out

game = moonbase.Game("ufo")
print(f"{game.name}: seats {game.seats}, {game.actions} action numbers, {game.observation_len} numbers seen")

# %% A game between two agents, move by move, with what the first thinks of it
searcher, opponent = moonbase.Agent("mcts:sims=200", seed=1), moonbase.Agent("scripted", seed=2)
state, dice = game.start(), moonbase.Dice(5)
values, choices, widest = [], [], None
while True:
    dice.settle(state)
    if state.is_over:
        break
    choices.append(len(state.legal()))
    if state.seat == 0:
        decision = searcher.decide(state)
        values.append((len(state), decision.value))
        # Of all decisions the one with the most to think about.
        if widest is None or len(decision.thoughts) > len(widest[1].thoughts):
            widest = (state.copy(), decision)
    else:
        decision = opponent.decide(state)
    state.play(decision.action)
print(f"{state.outcome} after {len(state)} plies; returns {state.returns}")

# %% The position with the widest choice
position, decision = widest
print(position.text(80, 24))
print("chosen:", position.explain(decision.action))

# %% Luck: what the next chance node of a random game may bring
chance = game.start()
rng = np.random.default_rng(3)
while len(chance.chance()) < 4:
    chance.play(int(rng.integers(len(chance.chance()))) if chance.is_chance else str(rng.choice(chance.legal())))
    if chance.is_over:
        chance = game.start()
words, weights = zip(*chance.chance())

# %% A match, and what a vector environment sees
report = moonbase.play_match(game, "scripted", "random", games=100, seed=1)
many = moonbase.VectorEnv(game, 256)
lengths = []
while len(lengths) < 500:
    masks = many.action_masks
    many.step((rng.random(masks.shape, np.float32) * masks).argmax(axis=1))
    lengths.extend(many.decisions[many.terminated].tolist())

# %% Plots
figure, axes = plt.subplots(2, 3, figsize=(15, 8), layout="constrained")
axes[0, 0].plot(*zip(*values))
axes[0, 0].set(title=f"what mcts thinks of its game ({game.seats[0]})", xlabel="ply", ylabel="value", ylim=(-1.05, 1.05))
axes[0, 1].hist(choices, bins=30)
axes[0, 1].set(title="legal actions of a decision", xlabel="actions")
best = sorted(decision.thoughts, key=lambda thought: -thought.visits)[:12]
axes[0, 2].barh([thought.action for thought in best][::-1], [thought.visits for thought in best][::-1])
axes[0, 2].set(title="visits of the widest choice")
axes[1, 0].bar(words, np.array(weights) / sum(weights))
axes[1, 0].set(title="a chance node", ylabel="probability")
axes[1, 0].tick_params(axis="x", rotation=60)
score = report["score"]["seats"]
axes[1, 1].bar(list(score), [figure["mean"] for figure in score.values()])
axes[1, 1].set(title="scripted against random, by seat", ylabel="score", ylim=(0, 1))
axes[1, 2].hist(lengths, bins=30)
axes[1, 2].set(title="decisions of random games", xlabel="decisions")
figure.savefig(out, dpi=80)
print(f"plots: {out}")
