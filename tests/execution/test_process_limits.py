"""`--memory`: work that takes too much is asked to stop, says what it knows, and is ended where it does not stop."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from command_line import COMMAND, ROOT
from gridwright.compiler.loader import load_text
from gridwright.runtime.cli.app import run
from gridwright.runtime.engines.engine_registry import make_engine
from gridwright.runtime.execution.process_limits import Guard, OutOfMemory, SharedStatus, is_supported, run_limited, used_memory
from gridwright.runtime.solving.progress import Progress
from gridwright.runtime.solving.solve import solve
from processes import wait_for, within
from small_specs import ODD

pytestmark = pytest.mark.skipif(not is_supported(), reason="only Linux tells what a process has")

SUDOKU = str(ROOT / "specs" / "classics" / "sudoku.yaml")
LARGE = "gridwright: 1\ngrid: 100x100\nlayers: {x: {values: 1..200}}\nrules: [true]\n"
BLOCK = 1 << 20


def fill(megabytes: int) -> list[bytearray]:
    """Take so much memory, not all at once."""
    held = []
    for _ in range(megabytes):
        held.append(bytearray(b"1") * BLOCK)
        time.sleep(0.001)
    return held


@pytest.mark.slow
def test_work_that_stays_below() -> None:
    """The result comes back, and so do exceptions; no process is left."""
    enough = int(used_memory()) + 200  # the copy begins with what the tests before have left here
    before = children(os.getpid())  # of the tests before
    assert run_limited(enough, lambda status: len(fill(20))) == 20
    with pytest.raises(KeyError, match="x"):
        run_limited(enough, lambda status: {}["x"])
    assert set(children(os.getpid())) <= set(before)


@pytest.mark.slow
def test_work_is_asked_to_stop() -> None:
    """It gets `MemoryError` before the limit, while there is room to say what is known."""
    most = int(1.2 * used_memory()) + 100  # more than the reserve, whatever the tests before this one have left in memory

    def work(status: SharedStatus) -> tuple[int, float]:
        held: list[bytearray] = []
        try:
            while True:
                held += fill(1)
        except MemoryError:
            return len(held), used_memory()

    number, had = run_limited(most, work)
    assert number > 30
    assert had < most


@pytest.mark.slow
def test_work_that_does_not_stop() -> None:
    """It is ended, and its last word about itself is in the message."""

    def work(status: SharedStatus) -> None:
        held: list[bytearray] = []
        status.note(Progress(stage="solving", found=4))
        for number in (signal.SIGINT, signal.SIGUSR1):
            signal.signal(number, signal.SIG_IGN)
        while True:
            with contextlib.suppress(MemoryError):
                held += fill(1)

    most = int(1.2 * used_memory()) + 100
    message = rf"^out of memory \(more than {most:,} MB; solving, 4 found \(\d+\.\d s\)\)$"
    with within(30), pytest.raises(OutOfMemory, match=message):
        run_limited(most, work)


@pytest.mark.slow
def test_work_that_ends_before_it_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is paused for the last look, and goes on if it has ended by then: its report, printed already, is the only one."""
    states: list[str] = []

    def is_exceeded(guard: Guard) -> bool:
        states.append(Path(f"/proc/{guard.process.pid}/stat").read_text("ascii").rsplit(") ", 1)[1][0])
        return len(states) == 1

    monkeypatch.setattr(Guard, "is_exceeded", is_exceeded)
    assert run_limited(None, lambda status: time.sleep(0.2) or 7) == 7
    assert states[1] == "T"
    assert "T" not in states[2:]


@pytest.mark.slow
def test_a_library_that_ends_the_process() -> None:
    """Nothing is claimed, and it is said how the process ended."""
    with pytest.raises(OutOfMemory, match=r"ended by signal 9 with \d+ of 10,000 MB"):
        run_limited(10_000, lambda status: os.kill(os.getpid(), signal.SIGKILL))


@pytest.mark.slow
@pytest.mark.cases(ci=2)
@pytest.mark.parametrize("engine", ["z3", "cadical", "clasp", "cpsat"])
def test_a_search_is_asked_to_stop(engine: str) -> None:
    """In the middle of a search it is memory, and no interrupt, that is said to be the reason."""
    spec = load_text(ODD)
    make_engine(engine, 0)  # its library is not what takes memory

    def work(status: SharedStatus) -> str:
        held: list[bytearray] = []

        def take() -> None:
            while not status.stop_requests:
                held.extend(fill(1))

        threading.Timer(0.5, take).start()
        return solve(spec, engine=engine).reason

    assert run_limited(int(used_memory()) + 150, work) == "out of memory"


def alive(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return "(zombie)" not in Path(f"/proc/{pid}/status").read_text("ascii")
    except OSError:
        return False


def children(pid: int) -> list[int]:
    """The processes that another has started."""
    return [int(number) for number in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()]


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_ended_with_its_parent(number: signal.Signals) -> None:
    """When we are killed the copy ends as well; an interrupt is handed on to it."""
    code = (
        "import signal, time; from gridwright.runtime.execution.process_limits import run_limited\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "run_limited(500, lambda status: print('there', flush=True) or time.sleep(60))"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    assert process.stdout.readline() == b"there\n"
    (copy,) = children(process.pid)
    process.send_signal(number)
    process.wait(60)
    process.stdout.close()
    wait_for(lambda: not alive(copy))


@pytest.fixture
def large(tmp_path: Path) -> str:
    """A spec that takes some hundred megabytes."""
    path = tmp_path / "large.yaml"
    path.write_text(LARGE, "utf-8")
    return str(path)


@pytest.mark.slow
def test_too_little_for_the_program(capfd: pytest.CaptureFixture[str]) -> None:
    """The message says the least that works, and it works."""
    assert run(["solve", "--memory", "10", SUDOKU]) == 2
    match = re.search(r"the least is --memory (\d+)", capfd.readouterr().err)
    assert match
    assert run(["solve", "--memory", match[1], "--quiet", SUDOKU]) in (0, 3)
    assert run(["solve", "--memory", str(3 * int(match[1])), "--quiet", SUDOKU]) == 0


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_each_spec_has_its_own(jobs: str, large: str) -> None:
    """A spec that takes too much is given up, and the next one is solved."""
    command = [*COMMAND, "verify", "--memory", "130", "--json", "--jobs", jobs, large, SUDOKU]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    first, second = map(json.loads, ended.stdout.splitlines())
    assert ended.returncode == 3
    assert (first["status"], first["reason"]) == ("gave-up", "out of memory")
    assert second["status"] == "solved"


@pytest.mark.slow
@pytest.mark.parametrize("command", ["check --clauses", "explain", "minimize"])
def test_commands(command: str, large: str) -> None:
    """Each ends with status 3 and without a traceback."""
    call = [*COMMAND, *command.split(), "--memory", "130", large]
    ended = subprocess.run(call, capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == 3
    assert re.search(r"gave up: out of memory while encoding( the rule \S+)?\n$", ended.stderr)
    assert "Traceback" not in ended.stderr
