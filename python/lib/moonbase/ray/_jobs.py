"""The jobs: what a crew plays, and where it goes."""

import json
from pathlib import Path

from moonbase import _native

from ._work import Crew


def tournament(plan, db, crew=None, quiet=True):
    """Plays what is missing of a tournament into the database `db`, as `moonbase tournament` does; either goes on with what the other began.

    `plan` is a dictionary with the keys of a plan's file (docs/tournaments.md). Gives `{"report", "text", "finished"}`.
    """
    return _native.tournament(json.dumps(plan), Path(db), crew or Crew(), quiet=quiet)


def sweep(plan, db, crew=None, quiet=True):
    """Plays what is missing of a comparison of rules into the database `db`, as `moonbase balance --db` does.

    `plan` is a dictionary: `game`, `set`, `vary` (texts such as `"aliens=4..6"`), `design` (`"grid"` or `"one-at-a-time"`), `lineups` (dictionaries
    of `first` and `second`), `games`, `seed`. Gives `{"report", "text", "finished"}`.
    """
    return _native.sweep(json.dumps(plan), Path(db), crew or Crew(), quiet=quiet)


def selfplay(recipe, folder, crew=None, threads=None, resume=False, overwrite=False, quiet=True):
    """Trains by a recipe (a TOML file) as `moonbase train` does: the crew plays, this process learns, on `threads` threads.

    Gives `{"report", "text", "finished"}`. After Ctrl-C the run is saved; `resume` goes on with it.
    """
    return _native.self_play(
        Path(recipe), Path(folder), crew or Crew(), threads, resume, overwrite, quiet=quiet
    )
