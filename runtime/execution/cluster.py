"""Questions answered on a cluster: `--cluster ADDRESS` of a Dask scheduler.

What goes there is JSON text with the texts of specs and numbers, and JSON text comes back. A worker hands a question to a process
of its own (`answering.py`), which it ends when nobody wants the answer any more. The cluster takes care of workers that come and
go: what one was doing when it was lost is done again by another.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import logging
import queue
import secrets
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any

import click

from .cache import fingerprint
from .cubes.cube_scheduler import Answers, Elsewhere
from .options import GRACE
from .serialize import Plain

CONNECTING = 10.0  # seconds for the scheduler to answer
LOOKING = 0.2  # seconds between two looks at whether an answer is still wanted, or has come
CLOSING = 0.5  # seconds for taking leave
AHEAD = 2  # questions for each thread of the workers that are handed over before answers have come


def answers_of(address: str) -> Elsewhere:
    """What answers questions on the cluster at an address. `click.UsageError` where that cannot be."""
    distributed = _library()
    with _connected(distributed, address):  # said before any work that it cannot be used
        pass

    def answers(questions: Iterable[Plain]) -> Answers:
        with _connected(distributed, address) as client:
            yield from _ClusterRun(client, address).answers(questions)

    return answers


def program_here() -> str:
    """Which program asks."""
    return fingerprint()


def _library() -> ModuleType:
    try:
        found = importlib.import_module("distributed")
    except ImportError:
        where = "pip install distributed, or in a clone of the repository pip install '.[cluster]'"
        raise click.UsageError(f"--cluster needs Dask: {where}") from None
    for name in ("distributed", *(name for name in logging.root.manager.loggerDict if name.startswith("distributed."))):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is said by whoever asks
    return found


@contextlib.contextmanager
def _connected(distributed: ModuleType, address: str) -> Iterator[Any]:
    try:
        client = distributed.Client(address, timeout=CONNECTING, set_as_default=False, name="gridwright")
    except (OSError, ValueError, TimeoutError) as problem:
        why = str(problem).split("\n", maxsplit=1)[0]
        raise click.UsageError(f"--cluster: no scheduler answers at {address}: {why}") from None
    try:
        _ensure_same(client, address)
        yield client
    finally:
        with contextlib.suppress(Exception):  # whoever is gone cannot be taken leave of
            client.close(timeout=CLOSING)


def _ensure_same(client: Any, address: str) -> None:
    """`click.UsageError` where there are no workers, or some of them run another program."""
    found = client.run(fingerprint, on_error="return")
    if not found:
        raise click.UsageError(f"--cluster: the scheduler at {address} has no workers; start one: dask worker {address}")
    for worker, program in found.items():
        if isinstance(program, Exception):
            raise click.UsageError(
                f"--cluster: the worker {worker} does not run Gridwright ({program}); install the same version there"
            )
        if program != program_here():
            raise click.UsageError(
                f"--cluster: the worker {worker} runs another version of Gridwright; install the same version there and here"
            )


class _ClusterRun:
    """The questions of one run, and the answers that have come."""

    def __init__(self, client: Any, address: str) -> None:
        self.client = client
        self.address = address
        self.came: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.asked: dict[Any, tuple[int, Plain]] = {}  # futures, with their questions
        self.threads = 1  # of all workers

    def answers(self, questions: Iterable[Plain]) -> Answers:
        """Each question's index with its answer, or with why there is none."""
        waiting = enumerate(questions)
        name, is_more = f"gridwright-{secrets.token_hex(8)}", True
        try:
            while is_more or self.asked:
                while is_more and len(self.asked) < self._wanted():
                    index, question = next(waiting, (-1, {}))
                    is_more = index >= 0
                    if is_more:
                        self._ask(index, question, f"{name}-{index}")
                yield from self._come()
        finally:
            with contextlib.suppress(Exception):
                self.client.cancel(list(self.asked), force=True)

    def _wanted(self) -> int:
        """How many questions are handed over at the same time."""
        with contextlib.suppress(OSError):  # of a scheduler that is gone what was known last is enough
            self.threads = sum(map(int, self.client.nthreads().values()))
        return AHEAD * max(1, self.threads)

    def _ask(self, index: int, question: Plain, key: str) -> None:
        left = None if question["until"] is None else max(0.0, question["until"] - time.time())
        sent = json.dumps(question | {"left": left, "program": program_here()})  # clocks of other machines may differ
        future = self.client.submit(work, sent, key=key, pure=False)
        self.asked[future] = index, question
        future.add_done_callback(self.came.put)

    def _come(self) -> Iterator[tuple[int, Plain | str]]:
        """The answers that have come within a moment."""
        with contextlib.suppress(queue.Empty):
            future = self.came.get(timeout=LOOKING)
            if future in self.asked:
                index, _ = self.asked.pop(future)
                yield index, _answer(future)
        over = [future for future, (_, question) in self.asked.items() if _is_over(question)]
        for future in over:
            yield self.asked.pop(future)[0], "out of time"
            future.cancel()
        if self.client.status in ("closed", "closing"):
            for future in list(self.asked):
                yield self.asked.pop(future)[0], f"the scheduler at {self.address} is gone"


def _is_over(question: Plain) -> bool:
    return question["until"] is not None and time.time() > question["until"] + GRACE


def _answer(future: Any) -> Plain | str:
    """What has come of a question."""
    if future.status != "finished":
        problem = future.exception() if future.status == "error" else None
        return f"the cluster has no answer ({type(problem).__name__}: {problem})" if problem else "the cluster lost the question"
    try:
        found = json.loads(future.result())
    except (TypeError, ValueError):
        return "the answer is not JSON"
    return found if isinstance(found, dict) else "the answer is not a mapping"


# at a worker


def work(sent: str) -> str:
    """What a worker of the cluster does with a question: has it answered by a process of its own."""
    question = json.loads(sent)
    if question["program"] != fingerprint():
        return json.dumps({"failed": "a worker runs another version of Gridwright; install the same version there and here"})
    left = question["left"]
    question["until"] = None if left is None else time.time() + left
    return _process().ask(json.dumps(question), None if left is None else left + GRACE)


_own = threading.local()  # a process for each thread of the worker, which stays


def _process() -> _Process:
    found: _Process | None = getattr(_own, "process", None)
    if found is None or found.process.poll() is not None:
        found = _own.process = _Process()
    return found


def _is_wanted() -> bool:
    """Whether the question on which this thread works is still to be answered."""
    worker = importlib.import_module("distributed").get_worker()
    task = worker.state.tasks.get(worker.get_current_task())
    return task is not None and task.state == "executing"


class _Process:
    """A process that answers questions, one after the other."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "gridwright.runtime.execution.worker_main"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put("")  # it has ended

    def ask(self, question: str, seconds: float | None) -> str:
        """The answer; one that says what happened where it ends, takes too long, or is no longer wanted, and then it is ended."""
        assert self.process.stdin is not None
        end = None if seconds is None else time.monotonic() + seconds
        with contextlib.suppress(OSError):
            self.process.stdin.write(question + "\n")
            self.process.stdin.flush()
        while True:
            try:
                line = self.lines.get(timeout=LOOKING)
            except queue.Empty:
                if not _is_wanted():
                    return self._ended("interrupted")
                if end is not None and time.monotonic() > end:
                    return self._ended("out of time")
                continue
            return line or self._ended("")

    def _ended(self, why: str) -> str:
        if why:
            self.process.kill()
        code = self.process.wait()
        how = f"by signal {-code}" if code < 0 else f"with exit status {code}"
        return json.dumps({"failed": why or f"its process ended {how}"})
