"""The environments: what Moonbase promises of them, and PettingZoo's and Gymnasium's own checks."""

import random

import gymnasium
import moonbase
import moonbase.gymnasium
import moonbase.pettingzoo
import numpy as np
import pytest
from conftest import SMALL, runs_beside
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

# What they only remark: our observations come with masks, agents have the seats' names, and ranges of counts may be unbounded.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.mark.parametrize("name", SMALL)
def test_pettingzoo_api(name):
    api_test(moonbase.pettingzoo.env(name), num_cycles=1000)


@pytest.mark.parametrize("name", SMALL)
def test_pettingzoo_api_with_a_step_limit(name):
    api_test(moonbase.pettingzoo.env(name, step_limit=7), num_cycles=300)


@pytest.mark.parametrize("name", SMALL)
def test_pettingzoo_seed(name):
    seed_test(lambda: moonbase.pettingzoo.env(name), num_cycles=300)


@pytest.mark.parametrize("name", SMALL)
def test_pettingzoo_render(name, capsys):
    render_test(lambda **keywords: moonbase.pettingzoo.env(name, **keywords))
    assert capsys.readouterr().out


def test_pettingzoo_benchmark(capsys):
    performance_benchmark(moonbase.pettingzoo.env("ufo"))
    assert "turns per second" in capsys.readouterr().out


def play(env, seed, most=100_000):
    """Plays an episode of a PettingZoo environment; what every agent saw, was paid and did."""
    env.reset(seed=seed)
    rng, story = random.Random(seed), []
    for agent in env.agent_iter(most):
        observation, reward, terminated, truncated, info = env.last()
        legal = np.flatnonzero(observation["action_mask"])
        action = None if terminated or truncated else rng.choice(legal.tolist())
        story.append((agent, reward, terminated, truncated, action, info))
        env.step(action)
    assert env.agents == []
    return story


@pytest.mark.parametrize("name", SMALL)
def test_pettingzoo_pays_at_the_end_and_both_sum_to_nothing(name):
    env = moonbase.pettingzoo.env(name)
    for seed in range(10):
        story = play(env, seed)
        assert all(reward == 0 for _, reward, terminated, *_ in story if not terminated)
        last = story[-2:]
        assert {agent for agent, *_ in last} == set(env.possible_agents)
        assert sum(reward for _, reward, *_ in last) == 0
        for agent, reward, terminated, truncated, action, info in last:
            assert terminated and not truncated and action is None
            assert reward == info["returns"][env.possible_agents.index(agent)]
            assert info["outcome"]


def test_pettingzoo_is_cut_short_at_the_limit():
    story = play(moonbase.pettingzoo.env("ufo", step_limit=9), 1)
    assert len(story) == 9 + 2
    assert [truncated for _, _, _, truncated, *_ in story[-2:]] == [True, True]
    assert story[-1][5]["outcome"] == "truncated" and story[-1][1] == 0


@pytest.mark.parametrize(("policy", "outcome"), [("resign", "resigned"), ("random", None)])
def test_pettingzoo_illegal_actions(policy, outcome):
    env = moonbase.pettingzoo.env("ufo-micro", on_illegal=policy)
    env.reset(seed=1)
    agent, number = env.agent_selection, env.game.actions - 1
    assert env.last()[0]["action_mask"][number] == 0
    env.step(number)
    ended = all(env.terminations.values())
    assert ended == (outcome is not None)
    if ended:
        assert env.rewards[agent] == -1 and env.infos[agent]["outcome"] == outcome


def test_pettingzoo_refuses_illegal_actions_by_default():
    env = moonbase.pettingzoo.env("ufo-micro")
    env.reset(seed=1)
    with pytest.raises(moonbase.MoonbaseError, match="is not legal for alien; legal: 0 1 2 3 4 5"):
        env.step(env.game.actions - 1)
    env.step(0)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("opponent", ["scripted", "mcts:sims=5"])
def test_gymnasium_check(name, seat, opponent):
    env = moonbase.gymnasium.Env(name, seat, opponent, render_mode="ansi")
    check_env(env, skip_render_check=True)
    env.reset(seed=1)
    assert len(env.render().splitlines()) > 3


@pytest.mark.parametrize("name", SMALL)
def test_gymnasium_is_the_seat_of_a_match(name):
    """Against an agent, with the same dice, an agent of the seat does as well in the environment as its returns say."""
    env = moonbase.gymnasium.Env(name, 0, moonbase.Agent("scripted"), on_illegal="refuse")
    agent = moonbase.Agent("scripted")
    for seed in range(5):
        _, info = env.reset(seed=seed)
        reward = 0
        while not info.get("outcome"):
            state = env.position()
            assert state.seat == 0
            assert np.array_equal(info["action_mask"].astype(bool), state.mask())
            assert np.array_equal(env.action_masks(), state.mask())
            seen, reward, terminated, truncated, info = env.step(agent.decide(state).index)
            assert np.array_equal(seen, env.position().observe(0))
            assert terminated == bool(info.get("outcome")) and not truncated
        assert reward == np.float32(info["returns"][0])
        assert info["returns"][0] == env.position().returns[0]


def test_gymnasium_against_python_code():
    asked = []

    def opponent(state):
        asked.append(state.seat)
        return state.legal()[-1]

    env = moonbase.gymnasium.Env("ufo-mini", "alien", opponent)
    env.reset(seed=3)
    ended = False
    while not ended:
        _, _, ended, _, _ = env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert asked and set(asked) == {0}

    def broken(state):
        raise KeyError("out of order")

    with pytest.raises(KeyError, match="out of order"):
        env = moonbase.gymnasium.Env("ufo-mini", "alien", broken)
        env.reset(seed=3)
        ended = False
        while not ended:
            _, _, ended, _, _ = env.step(int(np.flatnonzero(env.action_masks())[0]))


def test_an_opponent_cannot_step_its_own_environment():
    box = []

    def opponent(state):
        for env in box:
            env.reset(3)
        return state.legal()[0]

    env = moonbase.SeatEnv(moonbase.Game("ufo-mini"), 1, opponent)
    told = env.reset(1)
    box.append(env)
    with pytest.raises(moonbase.MoonbaseError, match="in the middle of a step"):
        while not told[2]:
            told = env.step(int(told[4][0].argmax()))


def test_gymnasium_resigns_by_an_illegal_action():
    env = moonbase.gymnasium.Env("ufo-micro", 1)
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(env.game.actions - 1)
    assert (reward, terminated, truncated, info["outcome"]) == (-1, True, False, "resigned")


def first_legal(masks):
    return masks.argmax(axis=1)


def random_legal(masks, rng):
    return np.array([rng.choice(np.flatnonzero(row)) for row in masks])


@pytest.mark.parametrize("name", SMALL)
def test_many_games_are_as_one_after_the_other(name):
    """Game i of a vector environment is the turn-based one with its episodes' seeds."""
    game, games = moonbase.Game(name), 5
    many, rng = moonbase.VectorEnv(game, games), np.random.default_rng(1)
    many.reset(11)
    one = [moonbase.TurnEnv(game) for _ in range(games)]
    for index, env in enumerate(one):
        env.reset(moonbase.episode_seed(11, index, 0))
    ended = 0
    for _ in range(400):
        for index, env in enumerate(one):
            assert many.seats[index] == env.selected
            assert np.array_equal(many.observations[index], env.observe(env.selected))
            assert np.array_equal(many.action_masks[index], env.mask())
            assert many.state(index) == env.state()
        actions = random_legal(many.action_masks, rng)
        movers = many.seats.copy()
        many.step(actions)
        assert np.array_equal(many.acted, movers)
        for index, env in enumerate(one):
            env.step(int(actions[index]))
            assert many.terminated[index] == env.terminated and many.outcomes[index] == env.outcome
            if env.terminated:
                ended += 1
                assert many.rewards[index] == np.float32(env.returns[movers[index]])
                assert np.array_equal(many.final_observations[index], env.observe(int(movers[index])))
                number = many.episodes[index]
                env.reset(moonbase.episode_seed(11, index, number))
            else:
                assert many.rewards[index] == 0
    assert ended > games


def test_many_games_share_their_memory_and_cannot_be_written():
    many = moonbase.VectorEnv(moonbase.Game("ufo-mini"), 3)
    observations, masks = many.observations, many.action_masks
    assert observations is many.observations and not observations.flags.owndata
    before = observations.copy()
    many.step(first_legal(masks))
    assert not np.array_equal(before, observations)
    with pytest.raises(ValueError, match="read-only"):
        observations[0, 0] = 1
    del many
    assert np.isfinite(observations).all() and masks.any()


def test_many_games_refuse_together():
    many = moonbase.VectorEnv(moonbase.Game("ufo-mini"), 4)
    before = [many.state(index) for index in range(4)]
    actions = first_legal(many.action_masks)
    actions[2] = many.game.actions - 1
    with pytest.raises(moonbase.MoonbaseError, match="in game 2; legal: "):
        many.step(actions)
    with pytest.raises(moonbase.MoonbaseError, match="3 actions were given for 4 games"):
        many.step(actions[:3])
    assert [many.state(index) for index in range(4)] == before
    many.step([int(action) for action in first_legal(many.action_masks)])  # A list does too.
    with pytest.raises(moonbase.MoonbaseError, match="give `seat` and `opponent` together"):
        moonbase.VectorEnv(many.game, 4, seat=0)
    with pytest.raises(moonbase.MoonbaseError, match="games cannot be 0; valid: 1..65536"):
        moonbase.VectorEnv(many.game, 0)


def test_many_games_against_agents():
    game = moonbase.Game("ufo-mini")
    many = moonbase.VectorEnv(game, 8, seat=1, opponent="scripted")
    for _ in range(60):
        assert (many.seats == 1).all()
        many.step(first_legal(many.action_masks))
    assert max(many.episodes) > 0


def test_other_threads_run_during_steps():
    many = moonbase.VectorEnv(moonbase.Game("ufo"), 8, seat=0, opponent="uct:sims=300")
    assert runs_beside(lambda: many.step(first_legal(many.action_masks)), 30)


def test_gymnasium_vector():
    env = moonbase.gymnasium.VectorEnv("ufo-mini", num_envs=6)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    observations, info = env.reset(seed=3)
    assert env.observation_space.contains(observations)
    rng, ended = np.random.default_rng(2), 0
    for _ in range(300):
        actions = random_legal(info["action_mask"], rng)
        before = observations.copy()
        kept = observations
        observations, rewards, terminated, truncated, info = env.step(actions)
        assert np.array_equal(kept, before)  # Copies are the caller's.
        assert env.observation_space.contains(observations) and rewards.dtype == np.float32
        ended += terminated.sum()
        assert ("final_obs" in info) == bool(terminated.any())
        if "final_obs" in info:
            assert np.array_equal(info["_final_obs"], terminated)
            outcomes = info["final_info"]["outcome"]
            assert all((outcome is not None) == end for outcome, end in zip(outcomes, terminated))
    assert ended > 0
    again, _ = env.reset(seed=3)
    first, _ = moonbase.gymnasium.VectorEnv("ufo-mini", num_envs=6).reset(seed=3)
    assert np.array_equal(again, first)
