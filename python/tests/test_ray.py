"""Ray: what many machines play is what one machine plays, also when workers and machines are killed.

A cluster of several nodes on this machine stands for many machines: each node has its own processes, store and identity.
"""

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

# On the loopback interface, for as long as the tests run.
os.environ.setdefault("RAY_AUTH_MODE", "disabled")
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")

import pytest

ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'moonbase[ray]'")
pytest.importorskip("ray.cluster_utils")

import moonbase
import moonbase.ray
from moonbase import _native

NODE = {"num_cpus": 1, "include_dashboard": False, "object_store_memory": 80 * 2**20}

RECIPE = """
game = "ufo-micro"
seed = 3
iterations = 2
games = 6
decisions = 60
[net]
trunk = [8]
scorer = [8]
[learner]
rate = 2e-3
final_rate = 0.5
epochs = 1
minibatch = 32
value_weight = 0.5
lambda = 0.9
max_gradient = 1.0
replay = 2
[learner.method.search]
sims = 8
scale = 1.0
final_scale = 2.0
share = 0.5
warm_up = 0
[opponents]
random = 0.2
final_random = 0.1
scripted = 0.2
final_scripted = 0.2
past = 0.2
every = 1
pool = 2
[evaluation]
every = 0
games = 2
against = []
[checkpoint]
every = 1
"""


@pytest.fixture(scope="module")
def cluster():
    """A head that plays nothing, with the driver, and two nodes of a core each."""
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={**NODE, "num_cpus": 0})
    for _ in range(2):
        cluster.add_node(**NODE)
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def plan(**changes):
    agents = ["mcts:sims=20", "uct:sims=20", "scripted"]
    return {"game": "ufo-mini", "agents": agents, "pairs": 4, "seed": 5, **changes}


def alone(plan, db, threads=2):
    """The same tournament on this machine, without Ray."""
    import json

    return _native.tournament(json.dumps(plan), db, threads=threads, quiet=True)


def table(db):
    """All rows of a database's games."""
    with contextlib.closing(sqlite3.connect(db)) as connection:
        keys = "a, b, pair, first_is_a" if "a" in columns(connection) else "lineup, cell, game"
        return connection.execute(f"SELECT * FROM game ORDER BY {keys}").fetchall()


def columns(connection):
    return [row[1] for row in connection.execute("PRAGMA table_info(game)")]


def until_busy(pid):
    """Waits until a process has worked some more: it is in the middle of a task."""

    def ticks():
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])

    before, end = ticks(), time.monotonic() + 20
    while ticks() < before + 3:
        assert time.monotonic() < end, "the worker has nothing to do"
        time.sleep(0.005)


def until_dead(node):
    """Waits until Ray knows that a node is gone, which is later than its tasks are played again."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if node not in {found["NodeID"] for found in ray.nodes() if found["Alive"]}:
            return True
        time.sleep(0.1)
    return False


class Killer:
    """Kills a worker, later a node, each in the middle of a task."""

    def __init__(self, cluster, worker_at, node_at):
        self.cluster, self.worker_at, self.node_at = cluster, worker_at, node_at
        self.dead_worker = self.dead_node = None
        self.after = set()

    def __call__(self, done, planned, where):
        node, pid = where
        if self.dead_worker is None and done >= self.worker_at:
            until_busy(pid)
            os.kill(pid, signal.SIGKILL)
            self.dead_worker = pid
        elif self.dead_node is None and done >= self.node_at:
            # Not a process that has been killed.
            others = {found.node_id: found for found in self.cluster.worker_nodes}
            if node in others and pid != self.dead_worker:
                until_busy(pid)
                self.cluster.remove_node(others[node], allow_graceful=False)
                self.dead_node = node
        elif self.dead_node:
            self.after.add(node)


def test_a_killed_worker_and_a_killed_node_change_nothing(cluster, tmp_path):
    slow = plan(agents=["mcts:sims=200", "uct:sims=200", "scripted"], pairs=6)
    expected = alone(slow, tmp_path / "one.sqlite")
    killer = Killer(cluster, worker_at=2, node_at=5)
    crew = moonbase.ray.Crew(watch=killer, most_items=1)
    told = moonbase.ray.tournament(slow, tmp_path / "many.sqlite", crew)
    assert killer.dead_worker and not Path(f"/proc/{killer.dead_worker}").exists()
    assert killer.dead_node and until_dead(killer.dead_node)
    assert killer.after - {killer.dead_node}, "others went on"
    assert told["finished"]
    # Two games of a pair, six pairs of three pairings: none lost, none twice.
    assert len(table(tmp_path / "many.sqlite")) == 36
    assert table(tmp_path / "many.sqlite") == table(tmp_path / "one.sqlite")
    assert told["text"] == expected["text"] and told["report"] == expected["report"]
    cluster.add_node(**NODE)


@pytest.mark.parametrize(
    "changes",
    [
        {"format": "swiss", "rounds": 2, "pairs": 2, "agents": ["scripted", "random", "uct:sims=5", "mcts:sims=5"]},
        {"format": "knockout", "pairs": 1, "agents": ["random", "scripted", "uct:sims=5"]},
        {"format": "adaptive", "pairs": 20, "agents": ["random", "scripted", "uct:sims=5"]},
        {"self_play": True, "pairs": 2, "agents": ["random", "scripted"]},
    ],
    ids=["swiss", "knockout", "adaptive", "self_play"],
)
def test_every_format_is_that_of_one_machine(cluster, tmp_path, changes):
    of_many = moonbase.ray.tournament(plan(**changes), tmp_path / "many.sqlite")
    of_one = alone(plan(**changes), tmp_path / "one.sqlite")
    assert table(tmp_path / "many.sqlite") == table(tmp_path / "one.sqlite")
    assert of_many["text"] == of_one["text"] and of_many["finished"]


def test_one_machine_goes_on_where_many_were_stopped(cluster, tmp_path):
    def stop(done, planned, where):
        if done == 5:
            raise KeyboardInterrupt

    db = tmp_path / "games.sqlite"
    crew = moonbase.ray.Crew(watch=stop, most_items=1)
    with pytest.raises(KeyboardInterrupt):
        moonbase.ray.tournament(plan(), db, crew)
    # Whole pairs, at least those, not all twelve.
    assert len(table(db)) in range(2 * 5, 2 * 12, 2)
    assert alone(plan(), db)["finished"]
    alone(plan(), tmp_path / "one.sqlite")
    assert table(db) == table(tmp_path / "one.sqlite")


def test_a_sweep_is_that_of_one_machine(cluster, tmp_path):
    import json

    grid = {
        "game": "ufo-mini",
        "set": [],
        "vary": ["alien_actions=4,5"],
        "design": "grid",
        "lineups": [{"first": "scripted", "second": "uct:sims=5"}],
        "games": 6,
        "seed": 2,
    }
    of_many = moonbase.ray.sweep(grid, tmp_path / "many.sqlite")
    of_one = _native.sweep(json.dumps(grid), tmp_path / "one.sqlite", threads=2, quiet=True)
    assert len(table(tmp_path / "many.sqlite")) == 12
    assert table(tmp_path / "many.sqlite") == table(tmp_path / "one.sqlite")
    assert of_many["text"] == of_one["text"] and of_many["report"] == of_one["report"]


def test_nets_learn_the_same_from_the_games_of_many_machines(cluster, tmp_path):
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(RECIPE)
    of_many = moonbase.ray.selfplay(recipe, tmp_path / "many", threads=1)
    of_one = _native.self_play(recipe, tmp_path / "one", threads=2, quiet=True)
    assert of_many["finished"] and of_many["report"]["games"] == of_one["report"]["games"]
    files = [Path(told["report"]["agent"]).read_bytes() for told in (of_many, of_one)]
    assert files[0] == files[1]


def test_the_command_prints_the_table_of_one_machine(cluster, tmp_path):
    db = tmp_path / "many.sqlite"
    command = [sys.executable, "-m", "moonbase.ray", "tournament", "scripted", "random"]
    command += ["--game", "ufo-mini", "--pairs", "3", "--db", db, "--address", cluster.address]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    two = {"game": "ufo-mini", "agents": ["scripted", "random"], "pairs": 3, "seed": 1}
    assert done.stdout == alone(two, tmp_path / "one.sqlite")["text"]
    done = subprocess.run([*command, "--seed", "2"], capture_output=True, text=True, timeout=600)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"error: {db}: holds another tournament; name another file"


def test_files_travel_with_the_job(tmp_path):
    import json

    recipe = tmp_path / "recipe.toml"
    recipe.write_text(RECIPE)
    told = _native.self_play(recipe, tmp_path / "run", threads=1, quiet=True)
    net = Path(told["report"]["agent"])
    spec = f"net:file={net}"
    two = {"game": "ufo-micro", "agents": [spec, "random"], "pairs": 1, "seed": 1}
    job = json.dumps(two).encode()
    at_home = _native.Worker("tournament", job, {}).play([(0, 1, 0)])
    copy = tmp_path / "copy.safetensors"
    net.rename(copy)
    with pytest.raises(moonbase.MoonbaseError, match="safetensors"):
        _native.Worker("tournament", job, {})
    away = _native.Worker("tournament", job, {str(net): str(copy)}).play([(0, 1, 0)])
    assert away == at_home


@pytest.mark.parametrize(
    ("kind", "job", "said"),
    [
        ("tournament", b"{}", "missing field"),
        ("holiday", b"", "no job is called `holiday`"),
        ("selfplay", b"", "of another version"),
        ("tournament", b'{"game": "ufo-mini", "agents": ["random", "nobody"], "pairs": 1}', "unknown agent `nobody`"),
    ],
)
def test_jobs_that_cannot_be_are_refused_in_a_line(kind, job, said):
    with pytest.raises(moonbase.MoonbaseError, match=said) as raised:
        _native.Worker(kind, job, {})
    assert "\n" not in str(raised.value)


def test_items_that_a_job_has_not_are_refused():
    job = b'{"game": "ufo-mini", "agents": ["random", "scripted"], "pairs": 1}'
    worker = _native.Worker("tournament", job, {})
    for item in [(1, 0, 0), (0, 2, 0)]:
        with pytest.raises(moonbase.MoonbaseError, match="is not of this job"):
            worker.play([item])


def test_the_database_takes_each_pair_once_and_nothing_else(tmp_path):
    """What `play` gives twice counts once; another pair's games, or none, end the work."""
    import json

    two = json.dumps({"game": "ufo-mini", "agents": ["random", "scripted"], "pairs": 2})

    def twice(kind, job, files, items, done, planned):
        worker = _native.Worker(kind, job, {})
        for item, games in zip(items, worker.play(items)):
            yield [(item, games), (item, games)]
            yield [(item, games)]

    db = tmp_path / "games.sqlite"
    assert _native.tournament(two, db, twice, quiet=True)["finished"]
    assert len(table(db)) == 4

    def exchanged(kind, job, files, items, done, planned):
        return [list(zip(items, reversed(_native.Worker(kind, job, {}).play(items))))]

    with pytest.raises(moonbase.MoonbaseError, match="is not of this job"):
        _native.tournament(two, tmp_path / "exchanged.sqlite", exchanged, quiet=True)
    with pytest.raises(moonbase.MoonbaseError, match="2 items were not played"):
        _native.tournament(two, tmp_path / "idle.sqlite", lambda *job: [], quiet=True)
