"""Work with a deadline begins in this process and may go on in a fork: nobody sees where, however it ends."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import ROOT
from gridwright.runtime.execution import movable_work
from gridwright.runtime.execution.movable_work import MovableWork, run_movable
from gridwright.runtime.execution.process_limits import Overdue, is_supported
from gridwright.runtime.solving.progress import Progress
from processes import cpu_seconds, ended_cpu_seconds, processes_below, within
from small_specs import GOOD, INVALID, ODD

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not is_supported(), reason="only Linux forks"),
]

HERE, FORKED = math.inf, 0.0
BOTH = pytest.mark.parametrize("short", [HERE, FORKED])
LOWERING = GOOD.replace("1x2", "60x60").replace(
    "increasing(number)", "all(distance(a, b) != number[a] for a in cells for b in cells)"
)
ENCODING = "gridwright: 1\ngrid: 100x100\nlayers: {x: {values: 1..200}}\nrules: [true]\n"
READING = """
import time
from gridwright.compiler import loader
def load(path, limits, deadline, **_):
    while True:
        time.sleep(0.01)
        deadline.check()
loader.load = load
"""
MAIN = "from gridwright.runtime.execution import movable_work\nmovable_work.SHORT = {short}\n"
RUN = "from gridwright.runtime.cli import main\nmain()\n"


def never(problem: Exception) -> int:
    """What has to stop is not ended."""
    raise AssertionError(problem)


def command(short: float, *arguments: str, before: str = "") -> list[str]:
    """A command line whose work is that short."""
    return [sys.executable, "-c", before + MAIN.format(short=f"float('{short}')") + RUN, *arguments]


def run(short: float, *arguments: str, before: str = "") -> subprocess.CompletedProcess[str]:
    """Run it."""
    return subprocess.run(command(short, *arguments, before=before), capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """A function that sets what is short."""
    return lambda short: monkeypatch.setattr(movable_work, "SHORT", short)


@BOTH
def test_result(short: float, alone: Callable[[float], None]) -> None:
    """The result comes back, and what is raised; work that takes long went on in another process, which has ended."""
    alone(short)
    before = set(processes_below(os.getpid()))

    def work(movable: MovableWork) -> int:
        movable.deadline.check()
        return os.getpid()

    assert (run_movable(60, work, never) == os.getpid()) is (short == HERE)

    def failing(movable: MovableWork) -> int:
        movable.deadline.check()
        raise KeyError("x")

    with pytest.raises(KeyError, match="x"):
        run_movable(60, failing, never)
    assert set(processes_below(os.getpid())) <= before


def test_stays_where_a_search_began(alone: Callable[[float], None]) -> None:
    """A solver may have threads, so nothing moves after that; before its first stage it is decided where it runs."""
    alone(HERE)

    def work(movable: MovableWork) -> int:
        movable.enter(Progress(stage="loading"))
        movable_work.SHORT, movable._next_look = FORKED, 0.0
        movable.enter(Progress(stage="lowering"))
        movable.deadline.check()
        return os.getpid()

    assert run_movable(60, work, never) == os.getpid()
    assert run_movable(60, lambda movable: movable.enter(Progress(stage="loading")) or os.getpid(), never) != os.getpid()


@BOTH
def test_threads(short: float, alone: Callable[[float], None]) -> None:
    """A thread that looks on runs in the process in which the work goes on, and not before that is known."""
    alone(short)

    def work(movable: MovableWork) -> tuple[bool, int]:
        began: list[int] = []
        seen = threading.Event()

        def look_on(done: threading.Event) -> None:
            began.append(os.getpid())
            seen.set()

        with movable.thread_beside(lambda done: began.append(0)):
            pass  # it ends before that is known
        with movable.thread_beside(look_on):
            is_early = bool(began)
            movable.enter(Progress(stage="loading"))
            assert seen.wait(60)
        return is_early, began[0] - os.getpid()

    assert run_movable(60, work, never) == (False, 0)


def test_fork_that_does_not_stop(alone: Callable[[float], None]) -> None:
    """It is killed, and the stage is in the message."""
    alone(FORKED)

    def work(movable: MovableWork) -> None:
        movable.status.begin()
        movable.enter(Progress(stage="lowering"))
        for number in (signal.SIGINT, signal.SIGUSR1):
            signal.signal(number, signal.SIG_IGN)
        time.sleep(60)

    with within(10), pytest.raises(Overdue, match=r"^out of time while lowering \(\d\.\d s\)$"):
        run_movable(0.5, work, never)


def test_search_that_does_not_stop(tmp_path: Path) -> None:
    """It is reported as anything else that gave up is, and what has to be written is written."""
    (tmp_path / "puzzle.yaml").write_text(GOOD, "utf-8")
    deaf = """
import signal, time
from gridwright.runtime.solving import part
def load(self):
    for number in (signal.SIGINT, signal.SIGUSR1):
        signal.signal(number, signal.SIG_IGN)
    time.sleep(60)
part.Part.load = load
"""
    ended = run(
        HERE, "verify", "--json", "--timeout", "0.5", "--junit", f"{tmp_path}/r.xml", f"{tmp_path}/puzzle.yaml", before=deaf
    )
    report = json.loads(ended.stdout)
    assert (ended.returncode, report["status"]) == (3, "gave-up")
    assert report["reason"].startswith("out of time while loading")
    assert "out of time while loading" in (tmp_path / "r.xml").read_text("utf-8")


@BOTH
@pytest.mark.parametrize(
    ("text", "stage"),
    [(GOOD, "reading"), (LOWERING, "lowering the rule"), (ENCODING, "encoding"), (ODD, "solving")],
    ids=["reading", "lowering", "encoding", "solving"],
)
def test_out_of_time(short: float, text: str, stage: str, tmp_path: Path) -> None:
    """In every stage it gives up, and the report says the stage."""
    path = tmp_path / "puzzle.yaml"
    path.write_text(text, "utf-8")
    before = READING if stage == "reading" else ""
    ended = run(short, "solve", "--json", "--timeout", "1.5", str(path), before=before)
    assert ended.returncode == 3
    assert "Traceback" not in ended.stderr
    report = json.loads(ended.stdout)
    assert (report["reason"], report["during"].startswith(stage)) == ("out of time", True)


@BOTH
@pytest.mark.parametrize("text", [GOOD, INVALID, GOOD.replace("1x2", "1x3")], ids=["good", "invalid", "no solution"])
def test_same_as_without_a_limit(short: float, text: str, tmp_path: Path) -> None:
    """What is printed, and the status, are the same."""
    (tmp_path / "puzzle.yaml").write_text(text, "utf-8")
    usual = run(HERE, "solve", "--quiet", f"{tmp_path}/puzzle.yaml")
    ended = run(short, "solve", "--quiet", "--timeout", "60", f"{tmp_path}/puzzle.yaml")
    assert (ended.returncode, ended.stdout, ended.stderr) == (usual.returncode, usual.stdout, usual.stderr)


@pytest.mark.parametrize(  # what takes long before a search always moves
    ("short", "text", "stage"), [(HERE, ODD, "solving"), (FORKED, ODD, "solving"), (FORKED, LOWERING, "lowering")]
)
def test_interrupt(short: float, text: str, stage: str, tmp_path: Path) -> None:
    """Ctrl-C stops within a second of work, and nothing is left."""
    (tmp_path / "puzzle.yaml").write_text(text, "utf-8")
    call = command(short, "solve", "--timeout", "100", f"{tmp_path}/puzzle.yaml")
    process = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stderr
    while stage not in process.stderr.readline():  # progress, from the first second on
        assert process.poll() is None
    before = cpu_seconds(process.pid) + ended_cpu_seconds()
    with within(10):
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=120)
    assert process.returncode == 130, error
    assert "Traceback" not in error
    if short == HERE:
        assert ended_cpu_seconds() - before < 1, "seconds of work after the signal"


@pytest.mark.timing
def test_interrupts_at_any_time(tmp_path: Path) -> None:
    """Whenever it comes, around the fork as well, the status is that of an interrupt or of the result."""
    (tmp_path / "puzzle.yaml").write_text(GOOD, "utf-8")
    for at in range(12):
        process = subprocess.Popen(
            command(FORKED, "solve", "--timeout", "100", f"{tmp_path}/puzzle.yaml", before="print('there', flush=True)\n"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdout
        assert process.stdout.readline() == "there\n"
        time.sleep(0.35 + at * 0.02)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=60)
        assert process.returncode in (0, 130), error
        assert "Traceback" not in error
