"""Our agents in Python, and Python code in our matches."""

import pickle
from pathlib import Path

import moonbase
import numpy as np
import pytest
from conftest import play_out, runs_beside

ROOT = Path(__file__).resolve().parents[2]
TRAINED = sorted((ROOT / "models" / "agents").glob("*.safetensors"))


def first(state):
    return state.legal()[0]


@pytest.mark.parametrize("spec", ["random", "scripted", "uct:sims=30", "mcts:sims=30", "expectimax:depth=1"])
def test_agents_choose_legally_and_say_what_they_thought(game, spec):
    agent = moonbase.Agent(spec, seed=1)
    assert agent.spec == spec
    for state in play_out(game.start(), 1):
        if state.seat is None or len(state) % 3:
            continue
        decision = agent.decide(state)
        assert decision.action in state.legal()
        assert decision.index == state.index(decision.action)
        assert decision.value is None or -1 <= decision.value <= 1
        assert {thought.action for thought in decision.thoughts} <= set(state.legal())
        if spec.startswith(("uct", "mcts")):
            assert decision.sims == 30
            assert decision.line[0] == decision.action
            # A search may go on with what it found before.
            assert sum(thought.visits for thought in decision.thoughts) >= 29


def test_an_agent_begins_anew_with_its_seed(game):
    state = game.start()
    moonbase.Dice(1).settle(state)
    agent = moonbase.Agent("uct:sims=40", seed=3)

    def visits(agent):
        return [thought.visits for thought in agent.decide(state).thoughts]

    once = visits(agent)
    agent.new_game(3)
    assert visits(agent) == once
    assert visits(pickle.loads(pickle.dumps(agent))) == once


def test_agents_refuse_where_nobody_decides():
    state = moonbase.Game("ufo-micro").after(["lay:0,0:4"])
    with pytest.raises(moonbase.MoonbaseError, match="where a seat has a choice"):
        moonbase.Agent("scripted").decide(state)


@pytest.mark.parametrize("path", TRAINED, ids=lambda path: path.stem)
def test_trained_agents_play_and_are_read_as_arrays(path):
    manifest, tensors = moonbase.read_agent_file(path)
    game = moonbase.Game(manifest["game"], manifest["options"])
    assert manifest["options"] == game.options
    assert all(array.dtype == np.float32 and np.isfinite(array).all() for array in tensors.values())
    weights = {name for name in tensors if name.endswith(".weight")}
    assert {name.split(".")[0] for name in weights} == {"first", "second"}
    state = game.start()
    moonbase.Dice(1).settle(state)
    decision = moonbase.Agent(f"net:file={path}").decide(state)
    assert decision.action in state.legal()
    assert abs(sum(thought.prior for thought in decision.thoughts) - 1) < 1e-3
    # Other rules than those that it was made for are refused in a line.
    presets = [moonbase.Game(name) for name in moonbase.games() if name.startswith(manifest["game"] + "-")]
    small = next(preset for preset in presets if preset.options != manifest["options"])
    other = small.start()
    moonbase.Dice(1).settle(other)
    with pytest.raises(moonbase.MoonbaseError):
        moonbase.Agent(f"net:file={path}").decide(other)


def test_other_threads_run_while_an_agent_thinks():
    state, agent = moonbase.Game("ufo").start(), moonbase.Agent("uct:sims=2000")
    assert runs_beside(lambda: agent.decide(state), 5)


def test_a_match_of_our_agents_is_that_of_the_command_line(game):
    one, other = "scripted", "random"
    report = moonbase.play_match(game, one, other, games=20, seed=4)
    assert report == moonbase.play_match(game, moonbase.Agent(one), other, games=20, seed=4, threads=1)
    assert (report["games"], report["agents"]) == (20, [one, other])
    assert 0 <= report["score"]["low"] <= report["score"]["overall"] <= report["score"]["high"] <= 1


def test_python_plays_what_it_says(game):
    """Code that asks an agent of ours plays as that agent."""

    class Same:
        def __init__(self):
            self.agent = moonbase.Agent("random")
            self.games = 0

        def new_game(self, seed):
            self.games += 1
            self.agent.new_game(seed)

        def decide(self, state):
            assert state.words is not None and state.seat is not None
            return self.agent.decide(state)

    same = Same()
    ours = moonbase.play_match(game, "random", "scripted", games=10, seed=2)
    theirs = moonbase.play_match(game, same, "scripted", games=10, seed=2)
    assert same.games == 10
    assert theirs["agents"] == ["Same", "scripted"]
    assert {**theirs, "agents": 0} == {**ours, "agents": 0}


def test_words_and_numbers_of_python_code_both_play(game):
    by_word = moonbase.play_match(game, first, "random", games=6, seed=1)
    by_number = moonbase.play_match(game, lambda state: state.legal_indices()[0], "random", games=6, seed=1)
    assert {**by_word, "agents": 0} == {**by_number, "agents": 0}


def test_threads_do_not_change_a_match_of_pure_code(game):
    one, many = (moonbase.play_match(game, first, "random", games=12, seed=3, threads=n) for n in (1, 4))
    assert one == many


def test_exceptions_of_python_code_come_out(game):
    def broken(state):
        raise KeyError("out of order")

    with pytest.raises(KeyError, match="out of order"):
        moonbase.play_match(game, broken, "random", games=4)
    with pytest.raises(moonbase.MoonbaseError, match="agent `cheat` chose `nonsense`, which is not legal"):

        def cheat(state):
            return "nonsense"

        moonbase.play_match(game, cheat, "random", games=4)
    with pytest.raises(moonbase.MoonbaseError, match="an agent is a spec"):
        moonbase.play_match(game, 5, "random")
    with pytest.raises(moonbase.MoonbaseError, match="at least one game"):
        moonbase.play_match(game, "random", "random", games=0)


def test_agents_are_listed():
    listed = {agent["name"]: agent for agent in moonbase.agents()}
    assert {"random", "scripted", "mcts", "net"} <= set(listed)
    assert {"key", "values", "default", "help"} == set(listed["mcts"]["settings"][0])


def test_levels_play():
    game = moonbase.Game("ufo")
    assert moonbase.Agent("level:n=1").decide(game.start()).action in game.start().legal()


def test_our_search_asks_python(game):
    """With a judge that knows the value of ends only, and the seat to move, the search finds a sure win."""
    asked = []

    def evaluate(state):
        asked.append(len(state.legal()))
        assert state.seat is not None
        return 0.0, [1.0] * len(state.legal())

    history = [position.copy() for position in play_out(game.start(), 3) if position.seat is not None]
    state = history[-1]
    search = moonbase.Search(evaluate, sims=300, seed=2)
    decision = search.decide(state)
    assert decision.sims == 300 and decision.action in state.legal()
    assert asked[0] == len(state.legal()) and sum(t.visits for t in decision.thoughts) <= 300
    exact = moonbase.Agent("mcts:sims=4000").decide(state)
    best = next(thought for thought in exact.thoughts if thought.action == decision.action)
    assert best.value >= exact.value - 0.2
    search.new_game(2)
    assert [t.visits for t in search.decide(state).thoughts] == [t.visits for t in decision.thoughts]
    uniform = moonbase.Search(lambda state: (0.0, None), sims=300, seed=2).decide(state)
    assert [t.visits for t in uniform.thoughts] == [t.visits for t in decision.thoughts]


@pytest.mark.parametrize(
    ("answer", "said"),
    [(5, "a pair"), ((2.0, None), "in \\[-1, 1\\]"), ((0.0, [1.0]), "of the 6 legal actions"), ((0.0, [0.0] * 6), "not all 0")],
)
def test_our_search_refuses_what_is_no_evaluation(answer, said):
    state = moonbase.Game("ufo-micro").start()
    with pytest.raises(moonbase.MoonbaseError, match=said):
        moonbase.Search(lambda state: answer).decide(state)


def test_our_search_raises_what_its_judge_raises():
    def broken(state):
        raise KeyError("out of order")

    with pytest.raises(KeyError, match="out of order"):
        moonbase.Search(broken).decide(moonbase.Game("ufo-micro").start())
