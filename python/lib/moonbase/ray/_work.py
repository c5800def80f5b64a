"""Items of a job, played by Ray's tasks wherever there is room."""

import collections
import hashlib
import os
import tempfile
import time
from pathlib import Path

try:
    import ray
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("moonbase.ray needs Ray: pip install 'moonbase[ray]'") from error

import moonbase
from moonbase import _native

# A task should last as long, in seconds; shorter ones carry more items the next time. On many cores it is longer, so that this process has
# no more tasks a second to hand out and take in than it can.
SECONDS = 0.5
TASKS_A_SECOND = 500
MOST_ITEMS = 1024
# Tasks in Ray's hands, for each core: one that plays, and what follows it.
AHEAD = 2
# Jobs that a worker process remembers: its agents stay built.
REMEMBERED = 2

# What Ray says when a machine has taken a result with it. Ray plays tasks again by itself; this is what is left.
LOST = (
    ray.exceptions.NodeDiedError,
    ray.exceptions.ObjectLostError,
    ray.exceptions.OutOfMemoryError,
    ray.exceptions.WorkerCrashedError,
)

_workers = collections.OrderedDict()


def _place(path, content):
    """A copy of a file on this machine, by what is in it."""
    folder = Path(tempfile.gettempdir()) / f"moonbase-{os.getuid() if hasattr(os, 'getuid') else 0}"
    folder.mkdir(mode=0o700, exist_ok=True)
    copy = folder / (hashlib.sha256(content).hexdigest() + Path(path).suffix)
    if not copy.exists():
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as whole:
            whole.write(content)
        os.replace(whole.name, copy)
    return str(copy)


def _worker(key, kind, job, files):
    """This process's worker for a job."""
    if key not in _workers:
        places = {path: _place(path, content) for path, content in files.items()}
        _workers[key] = _native.Worker(kind, job, places)
        while len(_workers) > REMEMBERED:
            _workers.popitem(last=False)
    _workers.move_to_end(key)
    return _workers[key]


# Ray plays a task again, for as long as it takes, if its process or machine is lost.
@ray.remote(max_retries=-1, num_cpus=1)
def _play(version, key, kind, job, files, items):
    """Plays items. Gives what they gave (or one line that says what is wrong), the seconds it took, and where that was."""
    where = (ray.get_runtime_context().get_node_id(), os.getpid())
    if version != moonbase.__version__:
        fault = f"a machine has moonbase {moonbase.__version__}, this one {version}"
        return fault, 0.0, where
    begun = time.monotonic()
    try:
        results = _worker(key, kind, job, files).play(items)
    except moonbase.MoonbaseError as error:
        return str(error), 0.0, where
    return results, time.monotonic() - begun, where


class Crew:
    """Plays items of jobs on a cluster that `ray.init` has joined.

    `watch(done, planned, where)`, if given, is called for each item that is saved; `where` is the node's id and the process that played it.
    `most_items` bounds how many items a task has: 1 for agents that think for long. A crew can be used again and again, and follows the cluster
    as machines come and go.
    """

    def __init__(self, watch=None, most_items=MOST_ITEMS):
        self.watch = watch
        self.most_items = most_items
        self.size = 1
        self._cores, self._counted = 1, 0.0

    def __call__(self, kind, job, files, items, done, planned):
        """An iterator of lists of pairs, an item and what it gave: each has what came in together, to be saved together."""
        # The job and its files are put into the store once; each machine fetches them once.
        shipped = ray.put({path: Path(path).read_bytes() for path in files if Path(path).is_file()})
        given = (moonbase.__version__, hashlib.sha256(job).hexdigest(), kind, ray.put(job), shipped)
        left, pending = collections.deque(items), {}
        while left or pending:
            self._send(given, left, pending)
            catch, places = [], []
            for task in self._ready(pending):
                batch = pending.pop(task)
                results, where = self._fetch(task, batch)
                if results is None:
                    left.extendleft(reversed(batch))
                    continue
                catch.extend(zip(batch, results, strict=True))
                places.extend([where] * len(batch))
            if catch:
                yield catch
            for where in places:
                done += 1
                if self.watch:
                    self.watch(done, planned, where)

    def _send(self, given, left, pending):
        while left and len(pending) < AHEAD * self.cores():
            # Towards the end no core should have much while others have nothing.
            fair = -(-len(left) // (AHEAD * self.cores()))
            size = max(1, min(self.size, self.most_items, fair))
            batch = [left.popleft() for _ in range(min(size, len(left)))]
            pending[_play.remote(*given, batch)] = batch

    @staticmethod
    def _ready(pending):
        """What is there, once anything is; nothing after a second."""
        tasks = list(pending)
        ray.wait(tasks, num_returns=1, timeout=1.0)
        return ray.wait(tasks, num_returns=len(tasks), timeout=0)[0]

    def _fetch(self, task, batch):
        """What a task gave and where, or nothing if it was lost."""
        try:
            results, seconds, where = ray.get(task)
        except LOST:
            return None, None
        if isinstance(results, str):
            raise moonbase.MoonbaseError(results)
        worth = max(SECONDS, self.cores() / TASKS_A_SECOND)
        if seconds < worth / 2:
            self.size = min(max(self.size, 2 * len(batch)), MOST_ITEMS)
        elif seconds > 2 * worth:
            self.size = max(1, self.size // 2)
        return results, where

    def cores(self):
        """Cores of the cluster, as they were in the last seconds."""
        now = time.monotonic()
        if now - self._counted > 2.0 or not self._counted:
            self._cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
            self._counted = now
        return self._cores
