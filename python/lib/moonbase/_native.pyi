"""The compiled part of Moonbase. Everything here is in `moonbase` itself; errors are `MoonbaseError` unless told otherwise."""

from collections.abc import Callable, Iterable, Sequence
from os import PathLike
from typing import Any, Protocol, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

__version__: str

class MoonbaseError(ValueError):
    """What was asked cannot be; the message is one line that says what would have been right."""

class _Decides(Protocol):
    def decide(self, state: "State", /) -> "str | int | Decision": ...

# Who plays: a spec ("mcts:sims=100"), an Agent, a function of a state, or an object with `decide(state)` and perhaps `new_game(seed)`.
_Player: TypeAlias = "str | Agent | Callable[[State], str | int | Decision] | _Decides"
# A seat: its number, 0 or 1, or its name.
_Seat: TypeAlias = int | str

@final
class Game:
    """A game under its rule options. Immutable, hashable, picklable."""

    def __new__(cls, name: str, options: dict[str, Any] | None = None, **changes: Any) -> Game:
        """A game or preset of `games()`, changed by rule options: `Game("ufo", aliens=6)`.

        Raises MoonbaseError for unknown names, with the known ones, and for values out of range, with the valid ones.
        """
    @property
    def name(self) -> str:
        """The game's or preset's name."""
    @property
    def family(self) -> str:
        """The game of which it is a preset."""
    @property
    def seats(self) -> tuple[str, str]:
        """The names of seats 0 and 1."""
    @property
    def options(self) -> dict[str, Any]:
        """All rule options and their values."""
    @property
    def changes(self) -> dict[str, Any]:
        """The options that differ from the preset's."""
    @property
    def option_infos(self) -> list[dict[str, str]]:
        """`name`, `values` and `help` of each option."""
    @property
    def actions(self) -> int:
        """How many action numbers there are."""
    @property
    def observation_len(self) -> int:
        """Length of an observation."""
    @property
    def codec_version(self) -> str:
        """Name and date of the numbering of actions; it changes whenever a number changes its meaning."""
    @property
    def observation_version(self) -> str:
        """Name and date of the observations; likewise."""
    @property
    def action_fields(self) -> list[dict[str, Any]]:
        """The blocks of action numbers in order: `name`, `start`, `shape`, `range`, `meaning`."""
    @property
    def observation_fields(self) -> list[dict[str, Any]]:
        """The blocks of an observation in order, likewise."""
    @property
    def feature_names(self) -> tuple[list[str], list[str], list[str]]:
        """Names of the numbers that our nets see: of a position, of an action, of a tile."""
    def start(self) -> State:
        """The start position; it may wait for chance."""
    def after(self, words: Sequence[str]) -> State:
        """The position after these words of the notation, actions and chance outcomes. Raises for the first one that does not fit."""

@final
class State:
    """A position: a seat decides, chance does, or the game is over. Choices of one are never there: the engine takes them.

    Actions and outcomes are words of the game's notation, or numbers: an action's number is the codec's, an outcome's its place in
    `chance()`. States can be copied, compared and pickled; `len` is the number of words played.
    """

    @property
    def game(self) -> Game: ...
    @property
    def seat(self) -> int | None:
        """The seat that decides; None at chance nodes and at the end."""
    @property
    def seat_name(self) -> str | None: ...
    @property
    def is_chance(self) -> bool: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def outcome(self) -> str | None:
        """How the game ended, by the rules' name."""
    @property
    def returns(self) -> tuple[float, float] | None:
        """Both seats' returns in [-1, 1] at the end; they sum to 0."""
    def legal(self) -> list[str]:
        """The legal actions' words in the rules' order; empty unless a seat decides."""
    def legal_indices(self) -> NDArray[np.int64]:
        """Their numbers, in the same order."""
    def mask(self) -> NDArray[np.bool_]:
        """Which numbers are legal: (game.actions,)."""
    def chance(self) -> list[tuple[str, int]]:
        """The possible outcomes and their positive integer weights; probability is the weight's share of the sum. Empty unless chance decides."""
    def word(self, index: int) -> str:
        """The word of a legal action's number, or of an outcome's place. Raises if nothing legal has it."""
    def index(self, word: str) -> int:
        """The number of a legal action's word, or the place of an outcome's. Raises if it is not legal."""
    def play(self, step: str | int) -> None:
        """Carries out an action or a chance outcome. If it raises, the state is unchanged."""
    def after(self, step: str | int) -> State:
        """A copy on which the step has been carried out."""
    def copy(self) -> State: ...
    def observe(self, seat: _Seat | None = None) -> NDArray[np.float32]:
        """What a seat sees: (game.observation_len,). By default the seat that decides, else seat 0."""
    def features(
        self, seat: _Seat | None = None
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
        """What our nets see: the position's numbers, a row for each legal action, a row for each tile."""
    def dump(self) -> dict[str, Any]:
        """The position dump of the rules. Positions of a game are equal exactly when their dumps are."""
    @property
    def key(self) -> int:
        """A 64-bit hash, equal for equal positions."""
    @property
    def words(self) -> list[str] | None:
        """Actions and outcomes since the start; None for positions from environments."""
    def record(self, **tags: Any) -> str:
        """The game so far as a record, which `replay` and `moonbase play` read. Raises for positions from environments."""
    def text(self, width: int = 100, height: int = 40) -> str:
        """The board as text, in at most so many columns (60..400) and rows (10..400)."""
    def explain(self, word: str) -> str:
        """A legal action's or possible outcome's word as a sentence."""
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, _memo: Any, /) -> State: ...

@final
class Dice:
    """Dice keyed by event: a result depends on the seed and the event only, so what players do cannot shift the next roll."""

    def __new__(cls, seed: int) -> Dice:
        """`seed`: 0 below 2**64."""
    @property
    def seed(self) -> int: ...
    def roll(self, state: State) -> str:
        """Draws the outcome of a chance node by its weight, carries it out on the state, and returns its word. Raises elsewhere."""
    def settle(self, state: State) -> list[str]:
        """Rolls until a seat has a choice or the game is over."""

@final
class Thought:
    """What an agent thought of one action; values are the deciding seat's, in [-1, 1]."""

    @property
    def action(self) -> str: ...
    @property
    def index(self) -> int: ...
    @property
    def visits(self) -> int: ...
    @property
    def value(self) -> float | None: ...
    @property
    def prior(self) -> float | None: ...
    @property
    def bounds(self) -> tuple[float, float] | None: ...

@final
class Decision:
    """An agent's choice and what it thought; values are the deciding seat's, in [-1, 1]."""

    @property
    def action(self) -> str: ...
    @property
    def index(self) -> int: ...
    @property
    def value(self) -> float | None: ...
    @property
    def bounds(self) -> tuple[float, float] | None:
        """What is proven of the value."""
    @property
    def thoughts(self) -> list[Thought]: ...
    @property
    def line(self) -> list[str]:
        """The play that is expected, actions and outcomes, the action first."""
    @property
    def sims(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def millis(self) -> float: ...

@final
class Agent:
    """One of our agents, for any game. One seed gives one result for the same questions in the same order; other Python threads run
    while it thinks. Picklable (the copy begins anew)."""

    def __new__(cls, spec: str, seed: int = 0) -> Agent:
        """By a spec of `moonbase match`: "scripted", "mcts:sims=400", "net:file=...", "level:n=5". Raises for unknown names and values."""
    @property
    def spec(self) -> str: ...
    def new_game(self, seed: int = 0) -> None:
        """Forgets the last game and starts the agent's own generator afresh."""
    def decide(self, state: State) -> Decision:
        """A legal action for the seat that decides. Raises where none does, and where the agent was made for other rules or the other seat."""
    def __call__(self, state: State) -> Decision: ...

@final
class Search:
    """Our search through dice (PUCT), guided by Python. Other Python threads run between the questions."""

    def __new__(
        cls,
        evaluate: Callable[[State], tuple[float, Sequence[float] | None]],
        sims: int = 100,
        c: float = 1.5,
        noise: tuple[float, float] | None = None,
        seed: int = 0,
    ) -> Search:
        """`evaluate(state)` gives the value for the seat that decides, in [-1, 1], and a prior for each of `state.legal()` in its order (any
        numbers from 0 on, made to sum to 1), or None for equal ones. `noise=(share, alpha)`: Dirichlet noise in the root's priors.
        """
    @property
    def sims(self) -> int: ...
    def new_game(self, seed: int = 0) -> None: ...
    def decide(self, state: State) -> Decision:
        """The most visited action, with what the search thought of all. Raises what `evaluate` raises, and where nobody decides."""
    def __call__(self, state: State) -> Decision: ...

@final
class TurnEnv:
    """Both seats by turns; `moonbase.pettingzoo.env` dresses it. `on_illegal`: "refuse", "resign" or "random"."""

    def __new__(cls, game: Game, on_illegal: str = "refuse", step_limit: int | None = None) -> TurnEnv: ...
    @property
    def game(self) -> Game: ...
    def reset(self, seed: int = 0) -> None: ...
    @property
    def selected(self) -> int | None:
        """The seat whose step is next; None when both have taken leave."""
    def observe(self, seat: _Seat) -> NDArray[np.float32]: ...
    def mask(self) -> NDArray[np.bool_]:
        """Which numbers are legal for the selected seat; none after the end."""
    def step(self, action: int | None) -> None:
        """The selected seat acts; after the end each seat steps once with None."""
    @property
    def terminated(self) -> bool: ...
    @property
    def truncated(self) -> bool: ...
    @property
    def outcome(self) -> str | None: ...
    @property
    def returns(self) -> tuple[float, float] | None: ...
    @property
    def decisions(self) -> int: ...
    def state(self) -> State: ...

_Told: TypeAlias = tuple[
    NDArray[np.float32],
    float,
    bool,
    bool,
    tuple[NDArray[np.bool_], int, str | None, tuple[float, float] | None],
]

@final
class SeatEnv:
    """One seat against an agent; `moonbase.gymnasium.Env` dresses it. Steps give observation, reward, terminated, truncated, and
    (mask, decisions, outcome, returns)."""

    def __new__(
        cls, game: Game, seat: _Seat, opponent: _Player, on_illegal: str = "refuse", step_limit: int | None = None
    ) -> SeatEnv: ...
    @property
    def game(self) -> Game: ...
    @property
    def seat(self) -> int: ...
    def reset(self, seed: int) -> _Told:
        """Begins the episode of a seed; the game may be over before the seat has a choice."""
    def step(self, action: int) -> _Told: ...
    def state(self) -> State: ...

@final
class VectorEnv:
    """Many games in one call. Without `seat` and `opponent` every choice is the caller's.

    The arrays are read-only views of the memory that a step writes to, row i being game i's: copy what you keep. A game that ends is
    begun anew in the same step: `rewards`, `terminated`, `truncated`, `outcomes`, `final_observations` tell of the old episode,
    `observations`, `action_masks` and `seats` of the new one.
    """

    def __new__(
        cls,
        game: Game,
        games: int,
        seat: _Seat | None = None,
        opponent: _Player | None = None,
        on_illegal: str = "refuse",
        step_limit: int | None = None,
    ) -> VectorEnv: ...
    @property
    def game(self) -> Game: ...
    @property
    def games(self) -> int: ...
    @property
    def observations(self) -> NDArray[np.float32]:
        """(games, game.observation_len), as the seat to choose sees it."""
    @property
    def action_masks(self) -> NDArray[np.bool_]:
        """(games, game.actions)."""
    @property
    def seats(self) -> NDArray[np.uint8]:
        """(games,): the seat to choose."""
    @property
    def acted(self) -> NDArray[np.uint8]:
        """(games,): the seat that acted."""
    @property
    def rewards(self) -> NDArray[np.float32]:
        """(games,): the reward of the seat that acted; the other seat's is its negative."""
    @property
    def terminated(self) -> NDArray[np.bool_]: ...
    @property
    def truncated(self) -> NDArray[np.bool_]: ...
    @property
    def final_observations(self) -> NDArray[np.float32]:
        """(games, game.observation_len): the last observation of an episode that has ended, as the seat that acted sees it."""
    @property
    def decisions(self) -> NDArray[np.uint32]:
        """(games,): decisions of the episode that has ended, else of the running one."""
    @property
    def outcomes(self) -> list[str | None]: ...
    @property
    def episodes(self) -> list[int]:
        """The numbers of the running episodes, from 0."""
    def reset(self, seed: int = 0) -> None:
        """Episode e of game i has the seed `episode_seed(seed, i, e)`."""
    def step(self, actions: NDArray[np.int64] | Sequence[int]) -> None:
        """Plays an action in every game; (games,). If one is illegal it raises, and no game has changed."""
    def state(self, game: int) -> State: ...
    def __len__(self) -> int: ...

@final
class Memory:
    """Numbers of this library under the buffer protocol; `numpy.asarray` of it copies nothing."""

def games() -> list[str]:
    """The names of all games and presets."""

def agents() -> list[dict[str, Any]]:
    """`name`, `help`, `example` and `settings` (each `key`, `values`, `default`, `help`) of all agents."""

def play_match(
    game: Game, a: _Player, b: _Player, games: int = 100, seed: int = 0, threads: int | None = None
) -> dict[str, Any]:
    """Pairs of games on the same dice with the seats swapped, as `moonbase match`: its report, from a's point of view.

    `threads`: one for each core, but 1 if Python code plays. One seed gives one result for any number of threads, as far as Python code looks
    at its state and seed only. An exception of Python code ends the match and is raised, and so does Ctrl-C.
    """

def replay(text: str) -> State:
    """The position at the end of a game record. Raises for the first wrong line, with its number and what would have been legal."""

def record_tags(text: str, names: Sequence[str]) -> dict[str, Any]:
    """Those of a record's tags that are asked for and there."""

def read_agent_file(path: str | PathLike[str]) -> tuple[dict[str, Any], dict[str, NDArray[np.float32]]]:
    """An agent file's manifest, and its tensors: `SEAT.LAYER.weight` (inputs, outputs), `SEAT.LAYER.bias`; SEAT is first or second."""

def episode_seed(seed: int, game: int, episode: int) -> int:
    """The seed of an episode of a `VectorEnv` that was reset with `seed`."""

class Worker:
    """Plays items of a job of `tournament`, `sweep` or `selfplay`; `moonbase.ray` carries both.

    `job` is what `play` was given; `places` says where the copies are of the files that its agents are made of. The same item gives the
    same bytes on every machine.
    """

    def __init__(self, kind: str, job: bytes, places: dict[str, str]) -> None: ...
    def play(self, items: Sequence[Sequence[int]]) -> list[bytes]: ...

# kind, job, files, items, done, planned: lists of items and what they gave, in any order; each list is saved at once.
Play: TypeAlias = "Callable[[str, bytes, list[str], list[list[int]], int, int], Iterable[list[tuple[Sequence[int], bytes]]]]"

def agent_spec(text: str) -> str:
    """A spec as `moonbase` writes it."""

def tournament(
    plan: str, db: str | PathLike[str], play: Play | None = None, threads: int | None = None, quiet: bool = False
) -> dict[str, Any]:
    """Plays what is missing of a tournament (a plan as JSON) into its database: `report`, `text`, `finished`. Without `play` on threads of this process."""

def sweep(
    plan: str, db: str | PathLike[str], play: Play | None = None, threads: int | None = None, quiet: bool = False
) -> dict[str, Any]:
    """The same for a comparison of rules."""

def self_play(
    recipe: str | PathLike[str],
    folder: str | PathLike[str],
    play: Play | None = None,
    threads: int | None = None,
    resume: bool = False,
    overwrite: bool = False,
    quiet: bool = False,
) -> dict[str, Any]:
    """Trains by a recipe's file into a folder; `play` plays the games, this process learns."""
