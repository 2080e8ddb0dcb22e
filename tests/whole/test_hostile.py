"""Inputs that take too much: a short version of the table of `tests/hostile.py`, and what ends work that does not end."""

from __future__ import annotations

import difflib
import io
import itertools
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("looks at /proc", allow_module_level=True)

from counted_deadline import CountedDeadline
from gridwright.compiler.compile import compile_spec, lower
from gridwright.compiler.ir.module import Module
from gridwright.compiler.language.budget import Deadline, Enter, GaveUp, OutOfTime
from gridwright.compiler.limits import USUAL
from gridwright.compiler.loader import load, load_text
from gridwright.compiler.passes.bound_group_sizes import bound_group_sizes
from gridwright.compiler.passes.intersect_automata import intersect_automata
from gridwright.compiler.syntax.suggestions import did_you_mean
from gridwright.runtime.cli.app import run
from gridwright.runtime.execution.options import Options
from gridwright.runtime.execution.process_limits import Overdue, SharedStatus, guarded_here, limit_own_memory, run_limited
from gridwright.runtime.judging.judge import judge
from gridwright.runtime.judging.partial_judge import judge_partly
from gridwright.runtime.solving.progress import Progress
from hostile import COMMAND, COMMANDS, Ended, complaints, tried
from hostile_inputs import HEAD, SPECS, Hostile, hostile_inputs

BUSY = 30.0  # seconds that a busy machine may take in addition


def each_kind() -> Iterator[tuple[Hostile, str]]:
    """Yield each kind of input in its largest size, with one command after the other."""
    turns = {kind: itertools.cycle(commands) for kind, commands in COMMANDS.items()}
    largest = {(hostile.kind, hostile.name.rpartition(", ")[0]): hostile for hostile in hostile_inputs()}
    return ((hostile, next(turns[hostile.kind])) for hostile in largest.values())


@pytest.mark.slow
@pytest.mark.cases(ci=12)
@pytest.mark.parametrize(("hostile", "command"), [pytest.param(*each, id=f"{each[0].name}-{each[1]}") for each in each_kind()])
def test_ends(hostile: Hostile, command: str) -> None:
    """Whatever the input is, the command ends, and says what it was doing."""
    assert list(complaints(tried(hostile, command, 1.0), 1.0, BUSY)) == []


def test_what_is_wrong_is_seen() -> None:
    """A run that hangs, takes too long or too much, ends wrongly, or does not say where it was, is told."""
    assert not list(complaints(Ended(3, "a: gave up: out of time while reading", 3.9, 3_000_000, 0)))
    assert list(complaints(Ended(1_000, "", 3.9, 0, 0))) == ["hangs"]
    wrong = Ended(70, "Traceback\ngave up: out of time", 4.1, 4_000_001, 1)
    assert len(list(complaints(wrong))) == 6


# the looks of stages that read


@pytest.mark.parametrize(
    "name", ["areas that are the board", "givens in ranges", "misspelt names", "clues outside", "givens at places that are none"]
)
def test_reading_looks(name: str, tmp_path: Path) -> None:
    """Reading looks at the deadline for each node, and again for what it stands for."""
    path = tmp_path / "puzzle.yaml"
    path.write_text(HEAD + SPECS[name][0](60), "utf-8")
    few = CountedDeadline(10**9)
    try:
        load(path, USUAL, few)
    except Exception as problem:
        assert not isinstance(problem, OutOfTime)
    looks = 10**9 - few.left_over
    assert looks > 120
    with pytest.raises(OutOfTime):
        load(path, USUAL, CountedDeadline(looks - 1))


def test_suggestions_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A word is compared with a few hundred others at most, the likeliest first; a long one with none."""
    compared = []
    close_matches = difflib.get_close_matches

    def counted(word: str, known: list[str], **options: float) -> list[str]:
        compared.append(len(known))
        return close_matches(word, known, **options)

    monkeypatch.setattr(difflib, "get_close_matches", counted)
    known = [f"name{i:05}" for i in range(20_000)]
    assert did_you_mean("nane17777", known) == "did you mean 'name17777' or 'name19777'?"
    assert max(compared) <= 1_000
    assert did_you_mean("n" * 5_000, ["n" * 4_999]) == ""


# what ends work that does not look


def _for_ever(status: SharedStatus) -> None:
    status.note(Progress(stage="counting"))
    for _ in itertools.count():
        pass


@pytest.mark.slow
def test_asked_to_stop() -> None:
    """A loop that does not look at the deadline is ended from outside, in this process and in another one."""
    with pytest.raises(OutOfTime) as asked:
        run_limited(None, _for_ever, Deadline(0.2))
    assert "counting" in asked.value.__notes__[0]
    status = SharedStatus.here()
    status.begin()
    with pytest.raises(OutOfTime), guarded_here(status, None, Deadline(0.2), None):
        _for_ever(status)
    assert signal.getsignal(signal.SIGUSR1) == signal.SIG_DFL


@pytest.mark.slow
def test_asked_before_it_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is asked to stop before it handles such requests, as on a busy machine, is not ended by the signal."""

    def later(megabytes: int | None, status: SharedStatus) -> None:
        time.sleep(0.7)
        limit_own_memory(megabytes, status)

    monkeypatch.setattr("gridwright.runtime.execution.process_limits.limit_own_memory", later)
    with pytest.raises(OutOfTime):
        run_limited(None, _for_ever, Deadline(0.1))


@pytest.mark.slow
def test_ended() -> None:
    """A process that does not stop is killed a second later, and what it was doing is in the message."""

    def deaf(status: SharedStatus) -> None:
        for number in (signal.SIGUSR1, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        _for_ever(status)

    with pytest.raises(Overdue, match=r"^out of time while counting \(\d\.\d s\)$"):
        run_limited(None, deaf, Deadline(0.2))


@pytest.mark.slow
def test_printing_is_not_ended() -> None:
    """Whoever reads what was found may take longer than the deadline."""

    def printing(status: SharedStatus) -> str:
        status.note(Progress(stage=""))
        time.sleep(2.5)
        return "printed"

    assert run_limited(None, printing, Deadline(0.2)) == "printed"


def test_reporting_is_not_ended() -> None:
    """Work that stopped by itself is not asked to stop while that is printed: its parent would print it once more."""
    status = SharedStatus.here()

    def stopped(options: Options) -> str:
        assert status.is_working
        raise OutOfTime

    options = Options(json=False, timeout=60, seed=0, engine="auto", quiet=True, verbose=False, status=status)
    with pytest.raises(OutOfTime):
        options.run_limited(stopped)
    status.request_stop(for_time=True)
    assert not status.is_working
    assert not status.wants_stop


@pytest.mark.parametrize("make", [lambda: {}, lambda: {"x": [0] * 10}])
def test_memory_without_a_limit(make: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without `--memory` as well, work is asked to stop shortly before it has all that there is for it."""
    monkeypatch.setattr("gridwright.runtime.execution.process_limits.used_memory", lambda pid: 3_700.0)
    status = SharedStatus.here()
    status.begin()
    with pytest.raises(MemoryError), guarded_here(status, None, Deadline(None), None):
        for _ in itertools.count():
            make()


# what is said


@pytest.mark.slow
def test_says_where(tmp_path: Path) -> None:
    """Text and JSON say the stage, and the rule that it was at."""
    path = tmp_path / "puzzle.yaml"
    path.write_text(HEAD + SPECS["distances"][0](10), "utf-8")
    call = [*COMMAND, "check", "--timeout", "1", "puzzle.yaml"]
    ended = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == 3
    assert ended.stderr == "puzzle.yaml: gave up: out of time while lowering the rule puzzle.yaml:6:11\n"
    ended = subprocess.run([*call, "--json"], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    report = json.loads(ended.stdout)
    assert (report["reason"], report["during"]) == ("out of time", "lowering the rule puzzle.yaml:6:11")


def test_tells_stages_and_rules() -> None:
    """Compiling calls `enter` once for each stage, and `on_progress` for each rule as well."""
    spec = load_text(HEAD + SPECS["cells"][0](2), "puzzle.yaml")
    stages: list[str] = []
    compile_spec(spec, enter=stages.append)
    assert stages == ["lowering", "encoding"]
    entered: list[tuple[str, str]] = []
    compile_spec(spec, on_progress=lambda stage, rule=None: entered.append((stage, str(rule or ""))))
    assert {("lowering", "puzzle.yaml:6:11"), ("encoding", "puzzle.yaml:6:11"), ("encoding", "")} <= {*entered}


@pytest.mark.parametrize(
    ("pass_of", "rule"),
    [
        (bound_group_sizes, "len(group(r1c1, x == 1)) == 2"),
        (intersect_automata, "len(runs(x == 1)) == 1 and sum(len(r) for r in runs(x == 1)) == 3"),
    ],
)
def test_passes_tell_rules(pass_of: Callable[[Module, Enter], Module], rule: str) -> None:
    """So do the passes before clauses are written."""
    text = f"gridwright: 1\ngrid: 1x4\nlayers: {{x: {{values: 1..2}}}}\nrules:\n  - true\n  - {rule}\n"
    stages: list[tuple[str, str]] = []
    pass_of(lower(load_text(text, "p.yaml")), lambda stage, rule=None: stages.append((stage, str(rule or ""))))
    assert ("encoding", "p.yaml:6:5") in stages


def test_judge_tells_rules() -> None:
    """So does the judge, with all rules that it comes to."""
    spec = load_text(
        "gridwright: 1\ngrid: 1x2\nlayers: {x: {values: 1..2}}\nrules:\n  - distinct(x)\n  - sum(x) == 3\n", "p.yaml"
    )
    stages: list[tuple[str, str]] = []
    verdict = judge(spec, {("", "x"): (1, 2)}, on_progress=lambda stage, rule=None: stages.append((stage, str(rule or ""))))
    assert verdict.accepted
    assert stages == [("judging", "p.yaml:5:5"), ("judging", "p.yaml:6:5"), ("judging", "")]
    stages.clear()
    judge_partly(spec, {}, on_progress=lambda stage, rule=None: stages.append((stage, str(rule or ""))))
    assert stages == [("judging", "p.yaml:5:5"), ("judging", "p.yaml:6:5"), ("judging", "")]


@pytest.mark.slow
def test_judge_says_where(tmp_path: Path) -> None:
    """`judge` that is out of time names the rule. On a busy machine the start alone takes more than a second."""
    text = "gridwright: 1\ngrid: 1x1\nlayers: {x: {values: 1..2}}\nlimits: {steps: 1000000000}\nrules:\n  - true\n"
    text += "  - all(x[r1c1] + b + c != d + 4000 for b in 1..999 for c in 1..999 for d in 1..999)\n"
    (tmp_path / "puzzle.yaml").write_text(text, "utf-8")
    (tmp_path / "grid").write_text("1\n", "utf-8")
    call = [*COMMAND, "judge", "--timeout", "3", "puzzle.yaml", "grid"]
    ended = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == 3
    assert "out of time while judging the rule puzzle.yaml:7:5" in ended.stderr


def test_output_that_is_captured(tmp_path: Path) -> None:
    """What a caller captures is not printed by another process, where it would be lost."""
    path = tmp_path / "puzzle.yaml"
    path.write_text(HEAD + SPECS["cells"][0](3), "utf-8")
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        assert run(["check", "--timeout", "60", "--memory", "2000", str(path)]) == 0
    assert "ok (9 unknowns" in out.getvalue()


@pytest.mark.slow
def test_largest_rule() -> None:
    """The limit of clauses names the rule that has the most of them, also where a deep term is encoded first."""
    limits = USUAL.with_set("clauses", 2_000)
    with pytest.raises(GaveUp, match=r"more than 2,000 clauses, [\d,]+ of them for the rule large.yaml:6:11; `--max clauses=N`"):
        compile_spec(load_text(HEAD + SPECS["distances"][0](7), "large.yaml", limits))
    two = f"{HEAD}grid: 6x6\nlayers: {{x: {{values: 1..9}}}}\nrules:\n  - x[r1c1] > 1\n  - all(x[a] != x[b] for a, b in links)\n"
    with pytest.raises(GaveUp, match=r"clauses, [\d,]+ of them for the rule two.yaml:6:5;"):
        compile_spec(load_text(two, "two.yaml", limits.with_set("clauses", 1_800)))
