"""Two engines against each other: the first that ends counts, the other is a second opinion, and who contradicts is heard."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest
from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.language.budget import NO_DEADLINE, OutOfTime
from gridwright.compiler.loader import load_text
from gridwright.runtime.cli.app import run
from gridwright.runtime.engines.engine import Engine, Status
from gridwright.runtime.engines.engine_registry import make_engine
from gridwright.runtime.execution import back_ends
from gridwright.runtime.execution.jobs import Job, JobResult
from gridwright.runtime.execution.options import Options
from gridwright.runtime.execution.portfolio import Portfolio, SearchesContradict
from gridwright.runtime.execution.query import Query
from gridwright.runtime.exit_status import GAVE_UP, OK, OUR_MISTAKE
from gridwright.runtime.solving.endings import during_of
from gridwright.runtime.solving.outcome import Outcome
from gridwright.runtime.solving.progress import Progress

OPTIONS = Options(json=False, timeout=None, seed=0, engine="auto", quiet=True, verbose=False)
UNIQUE = """gridwright: 1
grid: 2x3
layers:
  x: {values: 1..3}
givens: {x: {r1c1: 1, r2c2: 1, r1c2: 3}}
rules:
  - for: line in lines
    rule: distinct(x[line])
"""
SEVERAL = UNIQUE.replace(", r1c2: 3", "")
BEST = UNIQUE.replace("givens: {x: {r1c1: 1, r2c2: 1, r1c2: 3}}\n", "") + "maximize: x[r1c1] * 3 + x[r2c3]\n"

Answer = Callable[[int, Job], JobResult | BaseException | None]


def honest(at: int, job: Job) -> JobResult:
    """Return what a process says."""
    return JobResult(*job.task(job.input, job.options))


class Stub:
    """A back end whose jobs are answered at once by a function; without an answer a job hangs until the end."""

    def __init__(self, answer: Answer = honest) -> None:
        self.answer = answer
        self.jobs: list[Job] = []
        self.is_closed = False

    def __enter__(self) -> Stub:
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, where: TracebackType | None) -> None:
        self.is_closed = True

    def capacity(self) -> int:
        """Return how many jobs may run."""
        return 2

    def submit(self, job: Job, on_event: object = None) -> Future[JobResult]:
        """Answer a job."""
        future: Future[JobResult] = Future()
        self.jobs.append(job)
        answer = self.answer(len(self.jobs) - 1, job)
        if isinstance(answer, BaseException):
            future.set_exception(answer)
        elif answer is not None:
            future.set_result(answer)
        return future


@pytest.fixture(autouse=True)
def _elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Work in a folder where what is kept of a contradiction may lie."""
    monkeypatch.chdir(tmp_path)


def found(stub: Stub, text: str = UNIQUE, limit: int = 2, **query: Any) -> Outcome:
    """Return the outcome of two searches on a stub."""
    asked = Query(load_text(text, "puzzle.yaml"), limit, "auto", 0, NO_DEADLINE, Progress())
    return Portfolio(2, lambda: stub, OPTIONS).search(replace(asked, **query))


class Liar:
    """An engine that finds no model, or always the same wrong one."""

    def __init__(self, lie: Status, seed: int) -> None:
        self.lie = lie
        self.name = "z3"
        self.conflicts = 0
        self.honest = make_engine("z3", seed)

    def another(self) -> Liar:
        """Return another one."""
        return self

    def load(self, problem: Problem) -> None:
        """Note the variables."""
        self.first = {place.literals[min(place.literals)] for place in problem.places.values()}

    def add(self, clauses: object, sums: object = ()) -> None:
        """Forget clauses."""

    def solve(self, assumptions: Sequence[int] = (), seconds: float | None = None, conflicts: int | None = None) -> Status:
        """Lie."""
        return self.lie

    def value(self, variable: int) -> bool:
        """Return a value: every unknown has its least one."""
        return variable in self.first

    def core(self) -> list[int]:
        """Return no core."""
        return []

    def interrupt(self) -> None:
        """Do nothing."""


def lying(monkeypatch: pytest.MonkeyPatch, lie: Status) -> None:
    """Let one of two engines lie."""

    def made(name: str, seed: int) -> Engine:
        return Liar(lie, seed) if name == "z3" else make_engine(name, seed)

    monkeypatch.setattr("gridwright.runtime.solving.solve.make_engine", made)


@pytest.mark.parametrize(("text", "count", "unique"), [(UNIQUE, 1, True), (SEVERAL, 2, False), (BEST, 2, False)])
def test_two_engines(text: str, count: int, unique: bool) -> None:
    """Both search the same with another engine and another seed, and the one that agrees is named."""
    stub = Stub()
    outcome = found(stub, text)
    assert [job.input["engine"] for job in stub.jobs] == ["auto", "runner-up"]
    assert [job.input["seed"] for job in stub.jobs] == [0, 1]
    assert (outcome.count, outcome.unique, outcome.agrees) == (count, unique, "z3")
    assert [use.engine for use in outcome.statistics.engines] == ["clasp"]
    assert stub.is_closed


def test_a_named_engine_has_another_against_it() -> None:
    """The engine that was asked for is one of the two."""
    stub = Stub()
    assert found(stub, engine="z3").agrees == "clasp"
    assert [job.input["engine"] for job in stub.jobs] == ["z3", "clasp"]


def test_more_processes_have_other_seeds() -> None:
    """From three on the engines take turns."""
    stub = Stub()
    asked = Query(load_text(UNIQUE, "puzzle.yaml"), 2, "clasp", 2**31 - 1, NO_DEADLINE, Progress())
    assert Portfolio(4, lambda: stub, OPTIONS).search(asked).unique
    assert [(job.input["engine"], job.input["seed"]) for job in stub.jobs] == [
        ("clasp", 2**31 - 1),
        ("z3", 0),
        ("clasp", 1),
        ("z3", 2),
    ]


@pytest.mark.parametrize("text", [UNIQUE, SEVERAL, BEST])
def test_who_finds_nothing_is_heard(text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An engine that says "no solution" where the other has one: no result, and both searches are kept."""
    lying(monkeypatch, Status.UNSAT)
    with pytest.raises(SearchesContradict, match=r"clasp and z3 contradict each other \(solutions: .* in the first") as caught:
        found(Stub(), text)
    assert "disagreement-puzzle-1" in str(caught.value)
    kept = json.loads((tmp_path / "disagreement-puzzle-1" / "outcomes.json").read_text("utf-8"))
    assert [outcome["stats"]["engines"][0]["engine"] for outcome in kept["outcomes"]] == ["clasp", "z3"]


def test_who_finds_too_much_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine whose models are wrong: the judge does not accept them, although the other search is fine."""
    lying(monkeypatch, Status.SAT)
    with pytest.raises(SearchesContradict):
        found(Stub())


@pytest.mark.parametrize("is_json", [False, True])
def test_command_is_loud(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], is_json: bool) -> None:
    """The command says so, with a status of its own, and prints no solution."""
    lying(monkeypatch, Status.UNSAT)
    monkeypatch.setattr(back_ends, "processes", lambda jobs: Stub)
    Path("puzzle.yaml").write_text(UNIQUE, "utf-8")
    assert run(["solve", "--jobs", "2", *(["--json"] if is_json else []), "puzzle.yaml"]) == OUR_MISTAKE
    out, err = capsys.readouterr()
    assert "contradict each other" in err
    assert "please report it" in err
    assert json.loads(out)["status"] == "mistake" if is_json else not out


@pytest.mark.slow
def test_who_hangs_is_ended() -> None:
    """The first that ends is the result, whichever it is, and the other one is not waited for."""
    for slow in (0, 1):
        stub = Stub(lambda at, job, slow=slow: None if at == slow else honest(at, job))  # type: ignore[misc]
        began = time.process_time()
        outcome = found(stub)
        assert (outcome.unique, outcome.agrees, stub.is_closed) == (True, "", True)
        assert [use.engine for use in outcome.statistics.engines] == [["z3", "clasp"][slow]]
        assert time.process_time() - began < 5


@pytest.mark.parametrize("broken", [JobResult(GAVE_UP, failed="the process ended"), JobResult(OK, {"failed": "no library"})])
def test_who_fails_says_nothing(broken: JobResult) -> None:
    """A search that failed leaves the other; if both do, the search gave up and says why."""
    assert found(Stub(lambda at, job: honest(at, job) if at else broken)).unique
    outcome = found(Stub(lambda at, job: broken))
    assert outcome.unique is None
    assert outcome.reason == (broken.failed or "no library")


def early(job: Job, **changed: object) -> JobResult:
    """Return an answer of a search that gave up."""
    done = honest(0, job)
    return replace(done, result=done.result | {"reason": "out of time", "complete": False} | changed)


def test_who_gives_up_is_no_second_opinion() -> None:
    """One that gave up does not end the race, and agrees with nothing; but more solutions than there are is a contradiction."""
    given_up = found(Stub(lambda at, job: honest(at, job) if at else early(job, solutions=[], count=0)))
    assert (given_up.unique, given_up.agrees) == (True, "")
    both = found(Stub(lambda at, job: early(job)))
    assert (both.count, both.unique, both.reason) == (1, None, "out of time")
    with pytest.raises(SearchesContradict, match="solutions: 0 in the first search, at least 1"):
        found(Stub(lambda at, job: early(job) if at else replace(
            honest(at, job), result=honest(at, job).result | {"solutions": [], "count": 0}
        )))  # fmt: skip


def test_the_stage_in_which_time_ran_out() -> None:
    """It is named as without `--jobs`: from the outcome, and where the searches had to be ended, from what they said last."""
    assert found(Stub(lambda at, job: early(job, during="lowering"))).during == "lowering"

    class Late(Stub):
        """A back end that says how far a search is when the time is over."""

        def submit(self, job: Job, on_event: Any = None) -> Future[JobResult]:
            """Say it, and end."""
            on_event(0, None)
            on_event(0, "encoding the rule puzzle.yaml:9:5")
            raise OutOfTime

    with pytest.raises(OutOfTime) as late:
        found(Late())
    assert during_of(late.value) == "encoding the rule puzzle.yaml:9:5"


def test_interrupted() -> None:
    """Ctrl-C ends both, and that is what the outcome says."""
    stub = Stub(lambda at, job: KeyboardInterrupt())
    assert found(stub).reason == "interrupted"
    assert stub.is_closed


@pytest.mark.slow
def test_processes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With processes of their own; limits of time and memory hold."""
    path = tmp_path / "puzzle.yaml"
    path.write_text(UNIQUE, "utf-8")
    assert run(["verify", "--jobs", "2", "--json", str(path)]) == OK
    report = json.loads(capsys.readouterr().out)
    assert report["unique"] is True
    assert report["stats"]["engines"][0]["parts"] == 1
    assert run(["solve", "--jobs", "2", "--timeout", "0", str(path)]) == GAVE_UP
