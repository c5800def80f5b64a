"""Tournaments, self-play and balance sweeps on many machines, by Ray.

>>> import ray, moonbase.ray                                        # doctest: +SKIP
>>> ray.init(address="auto")                                        # doctest: +SKIP
>>> moonbase.ray.tournament(plan, "games.sqlite")["finished"]       # doctest: +SKIP
True

The process that calls holds the database, or the nets that learn; machines only play. What a job gives is the same as on one
machine, with the same seed. `python -m moonbase.ray` has the same as commands. docs/scale.md of the project has all of it.
"""

from ._jobs import selfplay, sweep, tournament
from ._work import Crew

__all__ = ["Crew", "selfplay", "sweep", "tournament"]
