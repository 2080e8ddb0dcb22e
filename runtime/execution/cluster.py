"""Run jobs on a cluster: `--cluster ADDRESS` of a Dask scheduler.

Queries go there as JSON text with the texts of specs and numbers, and JSON text comes back. A worker runs a query in a process of
its own, which it ends when nobody wants the answer any more. The cluster takes care of workers that join and leave: what one was
doing when it was lost is done again by another.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import logging
import queue
import secrets
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from types import ModuleType
from typing import Any

import click

from ..exit_status import GAVE_UP, OK
from .cache import fingerprint
from .jobs import Job, JobResult, OnEvent
from .options import Options
from .runner import Runner
from .serialize import Plain
from .wire_format import answer_task, seconds_left

GRACE = 10.0  # seconds after its deadline until an answer of another machine is not waited for any longer
CONNECTING = 10.0  # seconds for the scheduler to answer
POLLING = 0.2  # seconds between two checks whether an answer is still wanted, or has arrived
CLOSING = 0.5  # seconds for taking leave
LOGGERS = ("distributed", "tornado", "asyncio")  # of the library and what it stands on; at the end they print tracebacks
AHEAD = 2  # queries for each thread of the workers that are handed over before answers have arrived


def ensure_usable(address: str) -> None:
    """Raise `click.UsageError` if the cluster at an address cannot be used."""
    with _connect(_library(), address):
        pass


def program_here() -> str:
    """Return the digest of this program."""
    return fingerprint()


def _library() -> ModuleType:
    try:
        module = importlib.import_module("distributed")
    except ImportError:
        where = "pip install distributed, or in a clone of the repository pip install '.[cluster]'"
        raise click.UsageError(f"--cluster needs Dask: {where}") from None
    for name in list(logging.root.manager.loggerDict):
        if name.split(".")[0] in LOGGERS:  # each has a level of its own: the library sets that of tornado.application
            logging.getLogger(name).setLevel(logging.CRITICAL)  # the commands report what goes wrong
    return module


@contextlib.contextmanager
def _connect(distributed: ModuleType, address: str) -> Iterator[Any]:
    gc.collect()  # a client that did not connect stops in its finalizer, which waits forever if another is being made just then
    try:
        client = distributed.Client(address, timeout=CONNECTING, set_as_default=False, name="gridwright")
    except (OSError, ValueError, TimeoutError) as problem:
        why = str(problem).split("\n", maxsplit=1)[0]
        raise click.UsageError(f"--cluster: no scheduler answers at {address}: {why}") from None
    try:
        try:
            _ensure_same(client, address)
        except OSError:  # it has ended just now
            raise click.UsageError(f"--cluster: no scheduler answers at {address}") from None
        yield client
    finally:
        with contextlib.suppress(Exception):  # it may be gone
            client.close(timeout=CLOSING)


def _ensure_same(client: Any, address: str) -> None:
    """Raise `click.UsageError` if there are no workers, or some of them run another program."""
    fingerprints = client.run(fingerprint, on_error="return")
    if not fingerprints:
        raise click.UsageError(f"--cluster: the scheduler at {address} has no workers; start one: dask worker {address}")
    for worker, program in fingerprints.items():
        if isinstance(program, Exception):
            raise click.UsageError(
                f"--cluster: the worker {worker} does not run Gridwright ({program}); install the same version there"
            )
        if program != program_here():
            raise click.UsageError(
                f"--cluster: the worker {worker} runs another version of Gridwright; install the same version there and here"
            )


class Cluster:
    """A back end that answers queries on a cluster: the only job that it knows is `answer_task`.

    A thread waits for answers. If the scheduler ends, the queries that are open are given up, and so is each one that follows.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self._stack = contextlib.ExitStack()
        self._client: Any = None
        self._threads = 1  # of all workers
        self._name = f"gridwright-{secrets.token_hex(8)}"
        self._count = 0
        self._lock = threading.Lock()
        self._open: dict[Any, tuple[Future[JobResult], Plain]] = {}  # by Dask's future: ours, and the query
        self._arrived: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._is_closed = False

    def __enter__(self) -> Cluster:
        with contextlib.suppress(click.UsageError):  # the scheduler answered before the work began, and has ended since
            self._client = self._stack.enter_context(_connect(_library(), self.address))
            threading.Thread(target=self._wait, daemon=True).start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._is_closed = True
        left = self._take_all()
        with contextlib.suppress(Exception):
            self._client.cancel([future for future, _, _ in left], force=True)
        for _, result, _ in left:
            result.set_result(JobResult(GAVE_UP, failed="interrupted"))
        self._stack.close()

    def capacity(self) -> int:
        """Return how many queries may be handed over at the same time."""
        if self._is_connected():
            with contextlib.suppress(Exception):  # if the scheduler is gone, the last known number is enough
                self._threads = sum(map(int, self._client.nthreads().values()))
        return AHEAD * max(1, self._threads)

    def submit(self, job: Job, on_event: OnEvent | None = None) -> Future[JobResult]:
        """Hand over a query, and return its result to come."""
        assert job.task is answer_task
        result: Future[JobResult] = Future()
        if self._is_closed:
            result.set_result(JobResult(GAVE_UP, failed="interrupted"))
            return result
        query: Plain = job.input
        sent = query | {"left": seconds_left(query), "memory": job.memory, "program": program_here()}  # clocks may differ
        with self._lock:
            self._count += 1
            key = f"{self._name}-{self._count}"
            try:
                if self._is_gone():
                    raise ConnectionError
                future = self._client.submit(work, json.dumps(sent), key=key, pure=False)
            except Exception:  # of many kinds, where the library does not expect that its connection has just ended
                result.set_result(JobResult(GAVE_UP, failed=self._loss()))
                return result
            self._open[future] = result, query
        future.add_done_callback(self._arrived.put)
        return result

    def _is_connected(self) -> bool:
        """Check whether the scheduler is there; if the connection is lost, the client tries for some seconds to restore it."""
        return self._client is not None and self._client.status == "running"

    def _is_gone(self) -> bool:
        return self._client is None or self._client.status in ("closed", "closing")

    def _loss(self) -> str:
        return f"the scheduler at {self.address} is gone"

    def _take(self, future: Any) -> Future[JobResult] | None:
        with self._lock:
            entry = self._open.pop(future, None)
        return entry and entry[0]

    def _take_all(self, *, overdue_only: bool = False) -> list[tuple[Any, Future[JobResult], Plain]]:
        with self._lock:
            overdue = [
                (future, result, query)
                for future, (result, query) in self._open.items()
                if not overdue_only or _is_overdue(query)
            ]
            for future, _, _ in overdue:
                del self._open[future]
        return overdue

    def _wait(self) -> None:
        """Pass answers on until this is closed."""
        while not self._is_closed:
            with contextlib.suppress(queue.Empty):
                future = self._arrived.get(timeout=POLLING)
                if (result := self._take(future)) is not None:
                    lost = future.status in ("cancelled", "lost") and not self._is_connected()
                    result.set_result(JobResult(GAVE_UP, failed=self._loss()) if lost else _answer(future))
            for late, overdue, _ in self._take_all(overdue_only=True):
                overdue.set_result(JobResult(GAVE_UP, failed="out of time"))
                late.cancel()
            if self._is_gone() and not self._is_closed:
                for _, given_up, _ in self._take_all():
                    given_up.set_result(JobResult(GAVE_UP, failed=self._loss()))


def _is_overdue(query: Plain) -> bool:
    return query["until"] is not None and time.time() > query["until"] + GRACE


def _answer(future: Any) -> JobResult:
    """Return the result of a query."""
    if future.status != "finished":
        problem = future.exception() if future.status == "error" else None
        return JobResult(
            GAVE_UP,
            failed=f"the cluster has no answer ({type(problem).__name__}: {problem})"
            if problem
            else "the cluster lost the question",
        )
    try:
        answer = json.loads(future.result())
    except (TypeError, ValueError):
        return JobResult(GAVE_UP, failed="the answer is not JSON")
    return JobResult(OK, answer) if isinstance(answer, dict) else JobResult(GAVE_UP, failed="the answer is not a mapping")


# at a worker


def work(sent: str) -> str:
    """Answer a query, in a process of its own; a worker of the cluster calls this."""
    query = json.loads(sent)
    if query["program"] != fingerprint():
        return json.dumps({"failed": "a worker runs another version of Gridwright; install the same version there and here"})
    left = query["left"]
    query["until"] = None if left is None else time.time() + left
    options = Options(json=False, timeout=None, seed=0, engine=query["engine"], quiet=True, verbose=False)
    runner = _runner()
    future = runner.submit(Job(answer_task, query, options, left, query.get("memory")))
    while True:
        try:
            done = future.result(timeout=POLLING)
            return json.dumps({"failed": done.failed.removeprefix("gave up: ")} if done.failed else done.result)
        except TimeoutError:
            if not _is_wanted():
                runner.stop_jobs()


_own = threading.local()  # a process for each thread of the worker, which stays


def _runner() -> Runner:
    runner: Runner | None = getattr(_own, "runner", None)
    if runner is None:
        runner = _own.runner = Runner(1)
    return runner


def _is_wanted() -> bool:
    """Check whether the query on which this thread works is still to be answered."""
    worker = importlib.import_module("distributed").get_worker()
    task = worker.state.tasks.get(worker.get_current_task())
    return task is not None and task.state == "executing"
