"""`--cluster`: a real scheduler with two workers in processes of their own; what they say is checked, and one is killed."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from gridwright.compiler.language.budget import NO_DEADLINE
from gridwright.compiler.loader import load_text
from gridwright.runtime.cli.app import run
from gridwright.runtime.execution import cluster as clusters
from gridwright.runtime.execution.packed_query import pack, unpack
from gridwright.runtime.execution.query import Query
from gridwright.runtime.execution.wire_format import reply
from gridwright.runtime.exit_status import GAVE_UP, INTERRUPTED, OK, WRONG
from gridwright.runtime.solving.outcome import Result
from gridwright.runtime.solving.progress import Progress
from processes import processes_below, wait_for, within
from small_specs import GOOD, HARD, without_times, write_specs

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
LATIN = "gridwright: 1\ngrid: 3x4\nlayers: {x: {values: 1..4}}\nrules:\n  - for: line in lines\n    rule: distinct(x[line])\n"


@pytest.fixture(scope="module")
def distributed() -> Any:
    """The library, which takes a second to import."""
    return pytest.importorskip("distributed", reason="needs the extra `cluster`")


@pytest.fixture(scope="module")
def cluster(distributed: Any) -> Iterator[Any]:
    """A scheduler with two workers."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as local_cluster:
        yield local_cluster


@pytest.fixture
def address(cluster: Any, distributed: Any) -> str:
    """Where the scheduler is, with two workers."""
    with distributed.Client(cluster.scheduler_address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
    return str(cluster.scheduler_address)


def question(text: str = GOOD) -> Query:
    """A question of a spec."""
    return Query(load_text(text), 2, "z3", 0, NO_DEADLINE, Progress())


def test_same_as_here(address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Several specs: the same status and table, also for those that are wrong or contradict themselves without a search."""
    paths = write_specs(tmp_path)
    Path(tmp_path, "mine.yaml").write_text("rules: [increasing(number)]\n", "utf-8")
    Path(tmp_path, "e.yaml").write_text(GOOD.replace("rules:\n  - increasing(number)", "use: [mine.yaml]"), "utf-8")
    Path(tmp_path, "f.yaml").write_text(GOOD.replace("increasing(number)", "number[r1c1] == 7"), "utf-8")
    paths += [str(tmp_path / "e.yaml"), str(tmp_path / "f.yaml")]
    expected = run(["verify", *paths]), without_times(capsys.readouterr().out)
    assert (run(["verify", "--cluster", address, *paths]), without_times((caught := capsys.readouterr()).out)) == expected
    assert "did you mean" in caught.err
    assert "contradiction" in caught.err
    assert run(["verify", "--cluster", address, "--timeout", "0", paths[0], paths[1]]) == GAVE_UP


def test_minimize_and_count(address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    """The same comes out, and the limit on memory goes with the question."""
    monkeypatch.setattr(importlib.import_module("gridwright.runtime.commands.minimize"), "ALONE", 0)
    spec = tmp_path / "a.yaml"
    spec.write_text(LATIN + "givens:\n  x: |\n    1 2 3 4\n    2 1 4 3\n    3 4 1 .\n", "utf-8")
    assert run(["minimize", str(spec)]) == OK
    expected = capsys.readouterr().out
    assert run(["minimize", "--cluster", address, str(spec)]) == OK
    assert capsys.readouterr().out == expected
    assert run(["count", "--cluster", address, "--cubes", "3", str(spec)]) == OK
    assert capsys.readouterr().out == "1 solution\n"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_a_worker_is_killed(distributed: Any, address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a worker was doing when it was killed is done again by the other; every solution is counted, once."""
    spec = tmp_path / "a.yaml"
    spec.write_text(LATIN, "utf-8")
    sent = json.dumps(pack(question()) | {"left": None, "program": clusters.program_here()})
    with distributed.Client(address, set_as_default=False) as client:
        workers = client.run(os.getpid)
        for worker in workers:  # each has its process
            assert json.loads(client.submit(clusters.work, sent, workers=[worker], pure=False).result(timeout=60))["count"] == 1
        for process in _at_work(list(workers.values())):
            os.kill(process, signal.SIGSTOP)  # so that both are in mid-work for as long as we like

        def kill() -> None:
            """Kill one when both have something to do, and let the other go on."""
            wait_for(lambda: all(client.processing().values()))
            victim, other = workers.values()
            below = processes_below(victim)
            os.kill(victim, signal.SIGKILL)
            for process in below:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            for process in processes_below(other):
                os.kill(process, signal.SIGCONT)
            killed.append(victim)

        killed: list[int] = []
        thread = threading.Thread(target=kill)
        thread.start()
        assert run(["count", "--timeout", "60", "--cluster", address, "--cubes", "4", str(spec)]) == OK
        thread.join()
        assert killed
    assert capsys.readouterr().out == "576 solutions\n"


def _at_work(workers: list[int]) -> dict[int, float]:
    """The processes of workers, with the processor time that they have had."""
    return {below: _seconds(below) for worker in workers for below in processes_below(worker)}


def _busy(workers: list[int], before: dict[int, float], seconds: float) -> list[int]:
    """Those that have had so many seconds more than before; not those that start others, which import for long and stay."""
    busy = [process for process, had in _at_work(workers).items() if had > seconds + before.get(process, 0.0)]
    return [process for process in busy if not processes_below(process)]


def _seconds(process: int) -> float:
    """The processor time that a process has had."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return int(fields[11]) / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_interrupt(distributed: Any, address: str, tmp_path: Path, ended_at_last: list[int]) -> None:
    """Ctrl-C ends the command, and what its workers were doing."""
    spec = tmp_path / "hard.yaml"
    spec.write_text(HARD, "utf-8")
    with distributed.Client(address, set_as_default=False) as client:
        workers = list(client.run(os.getpid).values())
    command = [sys.executable, "-c", "from gridwright.runtime.cli.app import main; main()", "verify", "--cluster", address]
    running = subprocess.Popen([*command, str(spec), str(spec), str(ROOT / "specs/classics/sudoku.yaml")], stderr=subprocess.PIPE)
    ended_at_last.append(running.pid)
    before = _at_work(workers)
    wait_for(lambda: _busy(workers, before, 1.0))
    busy = _busy(workers, before, 1.0)
    with within(10):  # a second, on a machine that has nothing else to do
        running.send_signal(signal.SIGINT)
        _, error = running.communicate(timeout=60)
    assert running.returncode == INTERRUPTED
    assert b"interrupted" in error
    assert b"Traceback" not in error
    wait_for(lambda: not any(Path(f"/proc/{process}").exists() for process in busy))


def test_what_cannot_be(
    distributed: Any, address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody there, no workers, another program, no library, and too much asked for: a message, before any work."""
    spec = str(ROOT / "specs/classics/sudoku.yaml")
    for options, message in (
        (["--cluster", address, "--jobs", "2"], "not both"),
        (["--cluster", "nonsense://x"], "no scheduler answers at nonsense://x"),
        (["--cluster", "tcp://127.0.0.1:1"], "no scheduler answers at tcp://127.0.0.1:1"),
    ):
        monkeypatch.setattr(clusters, "CONNECTING", 1.0)
        assert run(["verify", *options, spec]) == WRONG
        assert message in capsys.readouterr().err
    monkeypatch.setattr(clusters, "CONNECTING", 10.0)
    with distributed.LocalCluster(n_workers=0, dashboard_address=":0", processes=False) as empty:
        assert run(["solve", "--cluster", empty.scheduler_address, spec]) == WRONG
        assert "has no workers" in capsys.readouterr().err
    with monkeypatch.context() as patched:
        patched.setattr(clusters, "program_here", lambda: "another")
        assert run(["count", "--cluster", address, spec]) == WRONG
    assert "runs another version of Gridwright" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert run(["minimize", "--cluster", address, spec]) == WRONG
    assert "pip install distributed" in capsys.readouterr().err


class Cancelled:
    """An answer that will not come."""

    status = "cancelled"

    def add_done_callback(self, act: Callable[[Any], None]) -> None:
        """Tell that it will not."""
        act(self)


class Lost:
    """A client of a scheduler that ends: before the first query, with it, or after it."""

    def __init__(self, ends: str) -> None:
        self.ends = ends
        self.status = "running"

    def nthreads(self) -> dict[str, int]:
        """Return the threads of the workers."""
        if self.status != "running":
            raise RuntimeError("ConnectionPool is closed")
        return {"worker": 1}

    def submit(self, *given: object, **options: object) -> Any:
        """Take a query."""
        assert self.status == "running"
        self.status = "closed"
        if self.ends == "with it":
            raise AttributeError("'NoneType' object has no attribute 'send'")
        return Cancelled()


@pytest.mark.parametrize("ends", ["before", "with it", "after it"])
def test_the_scheduler_ends(ends: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    """A scheduler that ends in mid-run was no mistake of the call: each spec that is not done says so, and the status is 3."""
    calls: list[Lost] = []

    @contextlib.contextmanager
    def connected(*given: object) -> Iterator[Lost]:
        if calls and ends == "before":  # the first time it is asked before any work
            raise click.UsageError("--cluster: no scheduler answers at tcp://a:1")
        calls.append(Lost(ends))
        yield calls[-1]

    monkeypatch.setattr(clusters, "_library", lambda: None)
    monkeypatch.setattr(clusters, "_connect", connected)
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_text(GOOD, "utf-8")
    assert run(["verify", "--cluster", "tcp://a:1", str(tmp_path)]) == GAVE_UP
    captured = capsys.readouterr()
    assert captured.err.count("gave up: the scheduler at tcp://a:1 is gone") == 2
    assert captured.out.count("gave up") == 2
    assert "Usage" not in captured.err


def test_what_a_worker_does() -> None:
    """Another program is refused by a worker too, and whatever goes wrong there is an answer."""
    sent = pack(question())
    assert (
        "another version of Gridwright" in json.loads(clusters.work(json.dumps(sent | {"left": None, "program": "x"})))["failed"]
    )
    assert reply(sent | {"engine": "none"}, Progress())["failed"].startswith("an error in this program: No module named")
    assert reply(sent | {"memory": None}, Progress())["count"] == 1
    assert reply(pack(question(GOOD.replace("increasing(number)", "number[r1c1] > 2"))), Progress())["contradicts"]


def test_what_is_not_believed() -> None:
    """An answer that is none, or a grid that the judge rejects, is no outcome, and nothing is claimed."""
    asked = question()
    good = reply(pack(asked), Progress())
    assert unpack(asked, good).unique
    wrong = {"solutions": [[[1, 0]]]}
    for answer in (good | wrong, good | {"count": 0}, {}, {"failed": "x"}, "lost", good | {"complete": False}):
        outcome = unpack(asked, answer)
        assert outcome.result is Result.GAVE_UP
        assert not outcome.complete
        assert outcome.reason
    assert unpack(asked, {"wrong": True}).result is Result.GAVE_UP
