"""The games in OpenSpiel, by OpenSpiel's own tests and tools."""

import moonbase
import moonbase.openspiel as door
import numpy as np
import pyspiel
import pytest
from conftest import SMALL, play_out
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import evaluate_bots, expected_game_score, mcts, minimax
from open_spiel.python.bots import uniform_random
from open_spiel.python import policy as policies


def test_all_games_are_registered():
    known = pyspiel.registered_names()
    assert [name for name in moonbase.games() if door.name_of(name) not in known] == []


@pytest.mark.parametrize("name", moonbase.games())
def test_openspiels_own_test(name):
    game = door.load(name)
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)


@pytest.mark.parametrize("name", SMALL)
def test_openspiels_own_test_with_saving(name):
    pyspiel.random_sim_test(door.load(name), num_sims=5, serialize=True, verbose=False)


def test_options():
    game = door.load("ufo", aliens=6, max_turns=4)
    assert game.rules == moonbase.Game("ufo", aliens=6, max_turns=4)
    again = pyspiel.load_game(str(game))
    assert again.rules == game.rules
    tiles = moonbase.Game("ufo-micro").options["tiles"]
    game = door.load("ufo", tiles=tiles)
    assert pyspiel.load_game(str(game)).rules == moonbase.Game("ufo", tiles=tiles)
    with pytest.raises(ValueError, match="is not NAME:VALUE"):
        pyspiel.load_game("moonbase_ufo", {"options": "aliens"})


@pytest.mark.parametrize("name", SMALL)
def test_states_are_ours(name):
    game = door.load(name)
    state, position = game.new_initial_state(), game.rules.start()
    while not position.is_over:
        assert not state.is_terminal() and state.is_chance_node() == position.is_chance
        if position.is_chance:
            weights = [weight for _, weight in position.chance()]
            places, probabilities = zip(*state.chance_outcomes())
            assert list(places) == list(range(len(weights))) and len(places) <= game.max_chance_outcomes()
            assert np.allclose(probabilities, np.array(weights) / sum(weights), rtol=1e-15)
            step = len(position) % len(weights)
        else:
            assert state.current_player() == position.seat
            assert state.legal_actions() == sorted(position.legal_indices().tolist())
            step = state.legal_actions()[len(position) % len(state.legal_actions())]
            assert state.action_to_string(position.seat, step) == position.word(step)
        clone = state.clone()
        clone.apply_action(step)
        assert state.position == position and clone.position == position.after(step)
        state.apply_action(step)
        position.play(step)
    assert state.is_terminal() and tuple(state.returns()) == position.returns
    assert state.position == position and len(state.history()) == len(position)


@pytest.mark.parametrize("name", SMALL)
def test_observers_show_what_seats_see(name):
    game = door.load(name)
    observer = game.make_py_observer()
    state = game.new_initial_state()
    for player in (0, 1):
        observer.set_from(state, player)
        assert np.array_equal(observer.tensor, state.position.observe(player))
        flat = np.concatenate([block.ravel() for block in observer.dict.values()])
        assert np.array_equal(flat, observer.tensor)


@pytest.mark.parametrize("name", SMALL)
def test_openspiels_search_plays(name):
    game = door.load(name)
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bots = [mcts.MCTSBot(game, 2, 20, evaluator, random_state=random), uniform_random.UniformRandomBot(1, random)]
    returns = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, random)
    assert sum(returns) == 0 and all(-1 <= value <= 1 for value in returns)


# Two squads and one initiative, for a game whose last turns have more lines than can be counted.
DUEL = """fg1-scenario 1
name duel
first a
max_initiatives 1
size 3 2
map
...
...
base a1 inf 0,0 - p
base b1 inf 2,0 - p
"""
SHORT = {"fg1-mini": {"scenario": DUEL}}


def positions_below(position, room):
    """How many positions follow, itself included; more than `room` count as `room` + 1."""
    count = 1
    if not position.is_over:
        for step in position.legal() or [word for word, _ in position.chance()]:
            if count > room:
                break
            count += positions_below(position.after(step), room - count)
    return count


def endgame(game):
    """A position with some play left, of which every line is short."""
    for seed in range(100):
        for position in play_out(game.rules.start(), seed):
            if position.seat is not None and 20 < positions_below(position, 2000) <= 2000:
                return position.copy()
    raise AssertionError("no such position")


def plain_value(position, choose):
    """Seat 0's value of a position, each decision's being `choose(seat, values)`."""
    if position.is_over:
        return position.returns[0]
    if position.is_chance:
        outcomes = position.chance()
        total = sum(weight for _, weight in outcomes)
        return sum(weight / total * plain_value(position.after(word), choose) for word, weight in outcomes)
    return choose(position.seat, [plain_value(position.after(word), choose) for word in position.legal()])


@pytest.mark.parametrize("name", SMALL)
def test_openspiels_expectiminimax_agrees_with_ours(name):
    """Both are exact where every line ends within the depth."""
    game = door.load(name, **SHORT.get(name, {}))
    position = endgame(game)
    state, player = door.spiel_state(game, position), position.seat

    def worth(state):
        assert state.is_terminal(), "deeper than the end"
        return state.returns()[player]

    value, _ = minimax.expectiminimax(state, 500, worth, player)
    plain = plain_value(position, lambda seat, values: min(values) if seat else max(values))
    assert value == pytest.approx(-plain if player else plain, abs=1e-9)
    ours = moonbase.Agent("mcts:sims=20000").decide(position)
    assert ours.bounds[1] - ours.bounds[0] < 1e-4
    assert ours.value == pytest.approx(value, abs=1e-4)


@pytest.mark.parametrize("name", SMALL)
def test_openspiels_evaluation_of_policies(name):
    game = door.load(name, **SHORT.get(name, {}))
    position = endgame(game)
    uniform = policies.UniformRandomPolicy(game)
    values = expected_game_score.policy_value(door.spiel_state(game, position), [uniform, uniform])
    plain = plain_value(position, lambda seat, values: np.mean(values))
    assert values[0] == pytest.approx(plain, abs=1e-9) and values[1] == pytest.approx(-plain, abs=1e-9)


def test_openspiels_reinforcement_learning_environment():
    env = rl_environment.Environment(door.load("ufo-micro"), observation_type=rl_environment.ObservationType.OBSERVATION)
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == env.game.rules.observation_len
        step = env.step([step.observations["legal_actions"][player][0]])
    assert sum(step.rewards) == 0


@pytest.mark.parametrize("name", SMALL)
def test_our_agents_are_bots_and_their_bots_agents(name):
    game = door.load(name)
    random = np.random.RandomState(2)
    bots = [door.AgentBot("scripted", 0), door.AgentBot("uct:sims=20", 1)]
    assert sum(evaluate_bots.evaluate_bots(game.new_initial_state(), bots, random)) == 0
    searcher = mcts.MCTSBot(game, 2, 10, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    report = moonbase.play_match(game.rules, door.bot_as_agent(searcher, game), "random", games=2, seed=1)
    assert report["agents"] == ["MCTSBot", "random"] and report["games"] == 2
