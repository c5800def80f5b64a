"""Moonbase: AI opponents for board games of dice and tiles.

>>> import moonbase
>>> game = moonbase.Game("ufo-mini")
>>> state, dice = game.start(), moonbase.Dice(7)
>>> agent = moonbase.Agent("scripted")
>>> while not state.is_over:
...     rolled = dice.settle(state)
...     if state.seat is not None:
...         state.play(agent.decide(state).action)
>>> round(sum(state.returns), 6)
0.0

- `Game`, `State`, `Dice`: rules with explicit chance;
- `Agent`, `play_match`, `agents`: our agents, and matches between them and Python code; `Search`: our search, guided by Python;
- `TurnEnv`, `SeatEnv`, `VectorEnv`: environments; `moonbase.pettingzoo` and `moonbase.gymnasium` dress them;
- `moonbase.openspiel`: the games in OpenSpiel;
- `moonbase.ray`: tournaments, self-play and sweeps on many machines;
- `read_agent_file`, `replay`: trained nets and game records.

docs/python.md of the project has all of it.
"""

from ._native import (
    Agent,
    Decision,
    Dice,
    Game,
    MoonbaseError,
    Search,
    SeatEnv,
    State,
    Thought,
    TurnEnv,
    VectorEnv,
    __version__,
    agents,
    episode_seed,
    games,
    play_match,
    read_agent_file,
    record_tags,
    replay,
)

__all__ = [
    "Agent",
    "Decision",
    "Dice",
    "Game",
    "MoonbaseError",
    "Search",
    "SeatEnv",
    "State",
    "Thought",
    "TurnEnv",
    "VectorEnv",
    "__version__",
    "agents",
    "episode_seed",
    "games",
    "play_match",
    "read_agent_file",
    "record_tags",
    "replay",
]
