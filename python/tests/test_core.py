"""Games, states, notation, chance, numbers, records."""

import copy
import pickle

import moonbase
import numpy as np
import pytest
from conftest import play_out


def test_a_game_tells_what_it_is(any_game):
    assert any_game.name in moonbase.games()
    assert len(set(any_game.seats)) == 2
    assert any_game.changes == {}
    assert set(any_game.options) == {info["name"] for info in any_game.option_infos}
    for fields, total in [(any_game.action_fields, any_game.actions), (any_game.observation_fields, any_game.observation_len)]:
        assert fields[0]["start"] == 0
        ends = [field["start"] + int(np.prod(field["shape"])) for field in fields]
        assert ends[:-1] == [field["start"] for field in fields[1:]]
        assert ends[-1] == total


def test_options_change_a_game():
    game = moonbase.Game("ufo", aliens=6)
    assert game.changes == {"aliens": 6}
    assert game == moonbase.Game("ufo", {"aliens": 6}) and game != moonbase.Game("ufo")
    assert repr(game) == 'Game("ufo", aliens=6)'


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: moonbase.Game("chess"), "unknown game `chess`; games: ufo, "),
        (lambda: moonbase.Game("ufo", alines=6), "unknown option `alines`; valid options: "),
        (lambda: moonbase.Game("ufo", aliens=0), "option `aliens` cannot be `0`; valid: "),
        (lambda: moonbase.Game("ufo-micro").after(["lay:0,0:4", "no"]), "word 2: `no` is not a possible chance outcome here"),
        (lambda: moonbase.Game("ufo-micro").start().play("end"), "`end` is not a legal action of alien here; legal: lay:0,0:0"),
        (lambda: moonbase.Game("ufo-micro").start().play(10**6), "action 1000000 is not legal for alien; legal: 0 1 2 3 4 5"),
        (lambda: moonbase.Game("ufo-micro").start().play(-1), "is not legal for alien"),
        (lambda: moonbase.Dice(1).roll(moonbase.Game("ufo-micro").start()), "nothing to roll: a seat has a choice"),
        (lambda: moonbase.Agent("nobody"), "unknown agent `nobody`; agents: "),
        (lambda: moonbase.Agent("uct:sims=0").decide(moonbase.Game("ufo-micro").start()), "sims cannot be `0`"),
        (lambda: moonbase.replay("[game \"ufo\"]\nnonsense"), "line 2: `nonsense` is not a"),
        (lambda: moonbase.read_agent_file("no such file"), "no such file"),
        (lambda: moonbase.Game("ufo").start().observe("nobody"), 'no such seat; seats: 0 or "shado", 1 or "alien"'),
        (lambda: moonbase.TurnEnv(moonbase.Game("ufo"), "maybe"), "on_illegal cannot be `maybe`; valid: refuse, resign, random"),
    ],
)
def test_errors_are_one_line_that_says_what_is_right(make, said):
    with pytest.raises(moonbase.MoonbaseError) as raised:
        make()
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("step", [None, 1.5, [], object()])
def test_steps_are_words_or_numbers(step):
    with pytest.raises(TypeError, match="^a step is a word or a number, not a `[A-Za-z]*`$"):
        moonbase.Game("ufo-micro").start().play(step)


def test_words_and_numbers_say_the_same(any_game):
    for state in play_out(any_game.start(), 1):
        if state.seat is None:
            assert len(state.legal()) == len(state.legal_indices()) == 0
            assert not state.mask().any()
            continue
        words, numbers = state.legal(), state.legal_indices()
        assert len(words) >= 2 and len(set(words)) == len(words)
        assert np.flatnonzero(state.mask()).tolist() == sorted(numbers.tolist())
        assert [state.word(number) for number in numbers] == words
        assert [state.index(word) for word in words] == numbers.tolist()
        chosen = len(state) % len(words)
        assert state.after(words[chosen]) == state.after(numbers[chosen])
        assert state.explain(words[0])


def test_chance_is_explicit(game):
    seen = 0
    for state in play_out(game.start(), 2):
        assert bool(state.chance()) == state.is_chance
        if state.is_chance:
            seen += 1
            outcomes = state.chance()
            assert len(outcomes) >= 2 and all(weight > 0 for _, weight in outcomes)
            # Outcomes are effects: each leads elsewhere.
            assert len({state.after(place).key for place in range(len(outcomes))}) == len(outcomes)
            assert state.after(1) == state.after(outcomes[1][0])
            assert state.index(outcomes[1][0]) == 1 and state.word(1) == outcomes[1][0]
            assert state.explain(outcomes[0][0])
    assert seen > 0


def test_dice_fall_by_weight():
    # After a tile is laid on the start tile of the smallest game one of two tiles is drawn, as likely as the other.
    state = moonbase.Game("ufo-micro").after(["lay:0,0:4"])
    assert [weight for _, weight in state.chance()] == [1, 1]
    drawn = [moonbase.Dice(seed).roll(state.copy()) for seed in range(400)]
    # 5 standard deviations of a binomial of 400 fair coins.
    assert abs(drawn.count("draw:gentle") - 200) < 50


def test_one_seed_one_game(game):
    def words(seed):
        state, dice, agent = game.start(), moonbase.Dice(seed), moonbase.Agent("random", seed)
        while not state.is_over:
            dice.settle(state)
            if state.seat is not None:
                state.play(agent.decide(state).action)
        assert sum(state.returns) == 0 and state.outcome
        return state.words

    assert words(5) == words(5)
    assert words(5) != words(6)


def test_a_refused_step_changes_nothing(game):
    for state in play_out(game.start(), 3):
        before, words = state.dump(), state.words
        for wrong in ["nonsense", "", 10**9, -1, 2**70]:
            with pytest.raises(moonbase.MoonbaseError):
                state.play(wrong)
        assert state.dump() == before and state.words == words


def test_copies_share_nothing(game):
    for state in play_out(game.start(), 4):
        kept, dump = [state.copy(), copy.copy(state), copy.deepcopy(state)], state.dump()
        if not state.is_over:
            state.after(state.legal()[0] if state.seat is not None else 0)
        assert all(other == state and other.dump() == dump and other.key == state.key for other in kept)


def test_states_go_through_pickle_and_records(game):
    for state in play_out(game.start(), 5):
        last = state
    again = pickle.loads(pickle.dumps(last))
    assert again == last and again.words == last.words and again.game == last.game
    text = last.record(seed=5, result=last.outcome)
    back = moonbase.replay(text)
    assert back == last and back.words == last.words
    assert moonbase.record_tags(text, ["seed", "result", "nothing"]) == {"seed": 5, "result": last.outcome}
    with pytest.raises(moonbase.MoonbaseError, match="the tag `result` says"):
        moonbase.replay(last.record(result="nobody wins"))


def test_changed_games_go_through_pickle():
    game = moonbase.Game("ufo-mini", aliens=4)
    assert pickle.loads(pickle.dumps(game)) == game
    assert pickle.loads(pickle.dumps(game.start())).game.options["aliens"] == 4


def test_observations_are_of_their_seat_and_within_their_ranges(any_game):
    fields = {field["name"]: field["start"] for field in any_game.observation_fields}
    for state in play_out(any_game.start(), 6):
        both = [state.observe(seat) for seat in (0, 1)]
        for seat, seen in enumerate(both):
            assert seen.dtype == np.float32 and seen.shape == (any_game.observation_len,)
            assert np.isfinite(seen).all()
            assert "seat" not in fields or seen[fields["seat"] + seat] == 1
            assert np.array_equal(seen, state.observe(any_game.seats[seat]))
        assert np.array_equal(state.observe(), both[state.seat or 0])


def test_features_are_those_of_our_nets(any_game):
    names = any_game.feature_names
    for state in play_out(any_game.start(), 7):
        if state.seat is not None:
            numbers, actions, tiles = state.features()
            assert numbers.shape == (len(names[0]),)
            assert actions.shape == (len(state.legal()), len(names[1]))
            assert tiles.shape[1] == len(names[2])


def test_arrays_outlive_what_they_came_from():
    seen = [moonbase.Game("ufo-mini").start().observe() for _ in range(50)]
    assert all(np.array_equal(one, seen[0]) for one in seen)
    seen[0][:] = 7  # They are the caller's.
    assert not np.array_equal(seen[0], seen[1])


def test_the_board_is_drawn(any_game):
    state = any_game.start()
    assert len(state.text().splitlines()) > 3
    assert max(map(len, state.text(80, 20).splitlines())) <= 80
    assert str(state) == state.text()
