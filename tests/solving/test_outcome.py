"""The ends of a search: one solution, several, none, and giving up."""

from __future__ import annotations

import gc
import itertools
import math
import operator
import sys
import weakref
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from types import FrameType
from typing import Any

import pytest
from counted_deadline import CountedDeadline
from gridwright.compiler.language.budget import Deadline, OutOfTime
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.runtime.engines.engine import Engine
from gridwright.runtime.engines.engine_registry import ENGINES, make_engine
from gridwright.runtime.explaining.judge_visible import judge_visible
from gridwright.runtime.output.reports import report
from gridwright.runtime.output.text import print_text
from gridwright.runtime.solving.expectations import differences, same_answer, undecided_claims
from gridwright.runtime.solving.outcome import Best, Outcome, Result, Solution, Statistics
from gridwright.runtime.solving.session import OutOfConflicts, PartSolution, Session
from gridwright.runtime.solving.solve import solve
from small_specs import ODD, PIGEONS


def spec(rules: str, more: str = "", layers: str = "number: {values: 1..2}") -> Spec:
    """A 2x3 board with rules."""
    listed = "".join(f"  - rule: |\n      {rule}\n" for rule in rules.split(";"))
    return load_text(f"gridwright: 1\ngrid: 2x3\nlayers:\n  {layers}\n{more}rules:\n{listed}", "puzzle.yaml")


@pytest.mark.parametrize("engine", ENGINES)
def test_two_solutions(engine: str) -> None:
    """Two solutions are both shown, and they differ."""
    outcome = solve(
        spec("all(a != b for r in rows for a, b in zip(number[r[:-1]], number[r[1:]])); number[r1c1] == number[r2c1]"),
        engine=engine,
    )
    assert outcome.result is Result.SOLVED
    assert outcome.unique is False
    assert [solution.grid["", "number"] for solution in outcome.solutions] in (
        [(1, 2, 1, 1, 2, 1), (2, 1, 2, 2, 1, 2)],
        [(2, 1, 2, 2, 1, 2), (1, 2, 1, 1, 2, 1)],
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_no_solution(engine: str) -> None:
    """No solution is a result, with the whole search behind it."""
    outcome = solve(spec("all(distinct(number[r]) for r in rows)"), engine=engine)
    assert outcome.result is Result.NO_SOLUTION
    assert outcome.complete
    assert outcome.count == 0
    assert outcome.unique is False
    assert not outcome.contradictions


@pytest.mark.parametrize("engine", ENGINES)
def test_wide_layers(engine: str) -> None:
    """A layer of a hundred thousand values is compared and added up, and may be blank: 24,678 + 37,019 is 61,697."""
    outcome = solve(
        spec(
            "number[r1c1] + number[r1c2] == 61697; 3 * number[r1c1] - number[r1c2] == 37015; number[r1c3] > 99998;"
            " count(number[c] == blank for c in cells) == 2; number[r2c1] > number[r1c3] - 1; number[r1c3] != 99999;"
            " number[r2c1] >= 100000",
            layers="number: {values: 1..100000, blank: true}",
        ),
        engine=engine,
    )
    assert outcome.unique
    assert outcome.solutions[0].grid["", "number"][:4] == (24678, 37019, 100000, 100000)


@pytest.mark.parametrize("engine", ENGINES)
def test_factors_beyond_a_machine_word(engine: str) -> None:
    """A sum with factors of more than 31 bits means what it says."""
    layers = "number: {values: 0..9}"
    rest = "; ".join(f"number[{cell}] == 0" for cell in ("r2c1", "r2c2", "r2c3"))
    factors = (3000000001, 5000000003, 4294967296)
    total = " + ".join(f"{factor} * number[r1c{column}]" for column, factor in enumerate(factors, 1))
    outcome = solve(spec(f"{total} < 20000000000; {rest}", layers=layers), limit=100, engine=engine)
    ways = itertools.product(range(10), repeat=3)
    assert outcome.count == sum(sum(map(operator.mul, factors, way)) < 20000000000 for way in ways)


def test_unique_is_not_said_of_nothing() -> None:
    """Without a solution nothing is unique."""
    assert solve(spec("false")).unique is False


def test_rule_known_to_be_false() -> None:
    """A rule that can never hold is found without a search, and its place is named."""
    outcome = solve(spec("number[r1c1] == 7"))
    assert outcome.result is Result.NO_SOLUTION
    assert [origin.span.line for contradiction in outcome.contradictions for origin in contradiction.origins] == [7]


def test_givens_that_contradict() -> None:
    """Two givens on one cell are no solution, with both places named, and no crash."""
    more = "givens:\n  number:\n    - |\n      1 . .\n      . . .\n    - {r1c1: 2}\n"
    outcome = solve(spec("true", more))
    assert outcome.result is Result.NO_SOLUTION
    (contradiction, *_) = outcome.contradictions
    assert "number[r1c1] is given as 1 and as 2" in contradiction.message
    assert [origin.span.line for origin in contradiction.origins] == [8, 10]


@pytest.mark.cases(ci=2)
@pytest.mark.parametrize("engine", ENGINES)
def test_out_of_time(engine: str) -> None:
    """When time is up nothing is claimed."""
    outcome = solve(load_text(ODD), engine=engine, deadline=Deadline(0.7))
    assert outcome.result is Result.GAVE_UP
    assert outcome.reason == "out of time"
    assert outcome.unique is None
    assert not outcome.complete
    assert sum(outcome.statistics.seconds.values()) < 3


def test_out_of_time_while_compiling() -> None:
    """The deadline holds while compiling too."""
    outcome = solve(spec("true; all(a + b != 99 for a in 1..300 for b in 1..300)"), deadline=Deadline(0.0))
    assert outcome.result is Result.GAVE_UP
    assert outcome.unique is None


@pytest.mark.slow
def test_out_of_time_after_a_solution() -> None:
    """A solution found before time was up stands; that it is the only one is not said."""
    text = PIGEONS.replace("1..13", "1..14").replace("1x14", "1x14") + "  - hole[r1c1] == 1 or hole[r1c1] == 2\n"
    text = text.replace("rules:", "  odd: {over: grid, values: bool}\nrules:\n  - hole[r1c2] == 14 or not odd")
    outcome = solve(load_text(text), limit=1_000_000, deadline=Deadline(1.5))
    assert outcome.result is Result.SOLVED
    assert outcome.reason == "out of time"
    assert not outcome.complete
    assert outcome.unique is False


def test_one_solution_without_a_proof() -> None:
    """With one solution asked for, uniqueness is not known."""
    outcome = solve(spec("number[r1c1] == 1"), limit=1)
    assert outcome.unique is None
    assert outcome.count == 1


def test_hidden_layers_do_not_count() -> None:
    """Solutions that differ in hidden layers only are one solution."""
    layers = "number: {values: 1..2}\n  helper: {values: 1..3, hidden: true}"
    outcome = solve(spec("all(number == 1); sum(helper) < 9", layers=layers), limit=10)
    assert outcome.unique is True
    assert outcome.count == 1


def test_parts_multiply() -> None:
    """Independent parts are solved apart, and their numbers of solutions multiply."""
    outcome = solve(
        spec("number[r1c1] != number[r1c2]; number[r2c1] != number[r2c2]; number[r1c3] == 1; number[r2c3] == 2"), limit=10
    )
    assert (outcome.count, outcome.complete, outcome.statistics.parts) == (4, True, 3)


@pytest.mark.parametrize(("rule", "in_time", "count", "most"), [("<", True, 1, 1), ("<", False, 1, 3), ("!=", True, 8, 3)])
def test_solvers_make_room(monkeypatch: pytest.MonkeyPatch, rule: str, in_time: bool, count: int, most: int) -> None:
    """A part soon shown to have one solution keeps no solver while others are looked at; any other is asked again later."""
    alive: weakref.WeakSet[Engine] = weakref.WeakSet()
    numbers = []

    def counted(name: str, seed: int) -> Engine:
        made = make_engine(name, seed)
        alive.add(made)
        numbers.append(len(alive))
        return made

    def hurried(session: Session, assumptions: Sequence[int] = (), conflicts: int | None = None) -> PartSolution | None:
        if conflicts is not None and not in_time:
            raise OutOfConflicts
        return patient(session, assumptions)

    patient = Session.next_solution
    monkeypatch.setattr("gridwright.runtime.solving.solve.make_engine", counted)
    monkeypatch.setattr(Session, "next_solution", hurried)
    grids = "grids: {a: {size: 1x2}, b: {size: 1x2}, c: {size: 1x2}}\nlayers: {number: {values: 1..2}}"
    outcome = solve(load_text(f"gridwright: 1\n{grids}\nrules: ['number[r1c1] {rule} number[r1c2]']", "three.yaml"), limit=100)
    assert (outcome.count, outcome.complete, max(numbers)) == (count, True, most)


def test_count_stops_at_the_limit() -> None:
    """A count that reached its limit is not called complete."""
    outcome = solve(spec("true"), limit=10)
    assert (outcome.count, outcome.complete) == (10, False)
    assert len(outcome.solutions) == 10
    assert solve(spec("true"), limit=65).complete


def test_judging_without_the_hidden_layers() -> None:
    """Hidden layers are searched before a grid is judged, and the verdict says what it rests on."""
    puzzle = spec("helper == sum(number)", layers="number: {values: 1..2}\n  helper: {over: grid, values: 0..7, hidden: true}")
    good = judge_visible(puzzle, {("", "number"): (1, 1, 1, 1, 1, 1)}, engine="z3", seed=0, deadline=Deadline(None))
    bad = judge_visible(puzzle, {("", "number"): (2, 2, 2, 2, 2, 2)}, engine="z3", seed=0, deadline=Deadline(None))
    assert good.report.accepted
    assert "search" in good.rests_on
    assert not bad.report.accepted


def test_expectations() -> None:
    """What differs from `expect` is said; what the search did not decide is not called met."""
    puzzle = spec("number[r1c1] == 1; all(number == number[r1c1])", "answer: sum(number)\nexpect: {answer: 7, solutions: 2}\n")
    outcome = solve(puzzle, limit=3)
    assert [difference.message for difference in differences(puzzle, outcome)] == [
        "expected 2 solutions, found 1",
        "expected the answer 7, found 6",
    ]
    several = spec("true", "answer: number[r1c1]\nexpect: {solutions: any, answer: 1}\n")
    outcome = solve(several, limit=5)
    assert undecided_claims(several, outcome)


@pytest.mark.parametrize(
    ("found", "expected", "same"),
    [(5, 5, True), (5, "5", False), ("05", "05", True), (True, 1, False), ([1, 2], (1, 2), True), ({"a": 1}, {"a": 1}, True)],
)
def test_same_answer(found: object, expected: object, same: bool) -> None:
    """Answers are compared with their types."""
    assert same_answer(found, expected) is same


@pytest.mark.parametrize(
    "rules",
    [
        # Were it tried on any grid, a run of three would be no pair: another rule excludes it.
        "all(len(r) == 2 for r in runs(number[rows[0]])); all(a < b for a, b in runs(number[rows[0]])); len(runs(number)) == 1",
        # An index that is found may fall outside, and a step may meet what no other rule allows.
        "fold(number[rows[0]], start=(0, 0), step=lambda s, x: (s[1], x + number[r2c1]), result=lambda s: s[number[r2c2]]) == 2",
    ],
)
def test_what_is_tried_is_not_refused_for_what_others_exclude(rules: str) -> None:
    """What is left to evaluation is tried while compiling; only what is wrong on every grid is a mistake."""
    outcome = solve(spec(rules, layers="number: {values: 1..2, blank: true}"))
    assert outcome.result is Result.SOLVED


def test_more_cells_than_small_numbers() -> None:
    """Layers whose values are cells are compared cell by cell, however many there are."""
    outcome = solve(
        load_text(
            "gridwright: 1\ngrid: 17x17\nlayers:\n  head: {over: grid, values: cells}\n  tail: {over: grid, values: cells}\n"
            "rules:\n  - head == tail\n  - head == r17c16\n"
        )
    )
    assert outcome.unique is True


@pytest.mark.parametrize("written", ["1 2", "2 1"])
def test_claimed_solution_that_was_not_judged_in_time(written: str) -> None:
    """A claimed solution is no other one only because the time was over before it was judged."""
    spec = load_text(
        "gridwright: 1\ngrid: 1x2\nlayers: {n: {values: 1..2}}\nrules: [distinct(n)]\n"
        f"expect:\n  solutions: 2\n  solution:\n    n: |\n      {written}\n"
    )
    outcome = solve(spec, limit=3)
    assert outcome.complete
    assert not differences(spec, replace(outcome, solutions=outcome.solutions[:1], reason="out of time"))


TWO_PARTS = spec("number[r1c1] != number[r1c2]; sum(number[rows[1]]) >= 4")
OPTIMIZED = spec("number[r1c1] != number[r1c2]", "minimize: sum(number)\n")
IMPOSSIBLE = spec("all(distinct(number[r]) for r in rows)")
UNIQUE = spec("all(number[c] == 1 for c in cells)")
ENDED_EARLY = pytest.mark.parametrize(
    "puzzle", [TWO_PARTS, OPTIMIZED, IMPOSSIBLE, UNIQUE], ids=["parts", "optimized", "impossible", "unique"]
)


def ensure_true(puzzle: Spec, whole: Outcome, outcome: Outcome) -> None:
    """Compare what is said of a search that may have ended early with the whole search; text and JSON follow from the same."""
    shown = report.of_outcome(puzzle, outcome)
    text = " ".join(print_text.verdict(puzzle, outcome))
    assert outcome.count <= whole.count
    assert shown["status"] == outcome.result.value
    assert text.startswith("unique: ") == (outcome.unique is True and not outcome.objective)
    assert ("no solution:" in text) == (outcome.result is Result.NO_SOLUTION)
    if outcome.complete:
        assert outcome.count == whole.count
    if outcome.result is Result.NO_SOLUTION:
        assert whole.count == 0
    if outcome.result is Result.GAVE_UP:
        assert outcome.reason
        assert outcome.unique is None
    if outcome.unique is not None:
        assert (outcome.unique, outcome.count > 1) in ((whole.unique, False), (False, True))


@pytest.mark.cases(quick=2)
@ENDED_EARLY
def test_time_that_runs_out_is_never_a_claim(puzzle: Spec) -> None:
    """Wherever the time ends, what is said is true, and what is not known is not said."""
    whole = solve(puzzle, limit=100)
    assert whole.complete
    ends = Counter[str]()
    for looks in itertools.count():
        deadline = CountedDeadline(looks)
        try:
            outcome = solve(puzzle, limit=100, deadline=deadline)
        except OutOfTime:  # before there was anything to search for
            continue
        ends[outcome.result.value] += 1
        ensure_true(puzzle, whole, outcome)
        if deadline.left_over > 0:
            break
    assert ends[Result.GAVE_UP.value] or whole.result is Result.NO_SOLUTION


class MemoryEnds:
    """Memory that is used up when so many functions of the program have been called.

    A function of Python is called in every stage, and their order is always the same. What a profiler raises is raised in the
    function that is being called.
    """

    def __init__(self, calls: float) -> None:
        self.left = calls
        self.seen = 0

    def __enter__(self) -> MemoryEnds:
        gc.disable()  # finalizers, which pass nothing on, are called at any time
        sys.setprofile(self.look)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        gc.enable()

    def look(self, frame: FrameType, event: str, _: object) -> None:
        """Count a call."""
        if event != "call" or not frame.f_globals.get("__name__", "").startswith("gridwright."):
            return
        self.seen += 1
        if self.seen > self.left:
            sys.setprofile(None)  # there is some again, once what needed it has ended
            raise MemoryError


@pytest.mark.parametrize("part", range(20))
@pytest.mark.cases(quick=1, ci=4)
@ENDED_EARLY
def test_memory_that_runs_out_is_never_a_claim(puzzle: Spec, part: int) -> None:
    """In whichever function the memory ends, what is said is true, and what is not known is not said."""
    whole = solve(puzzle, limit=100)
    with MemoryEnds(math.inf) as usual:
        solve(puzzle, limit=100)
    step = max(1, usual.seen // 400)
    ends = Counter[str]()
    for calls in range(part * step, usual.seen, 20 * step):
        try:
            with MemoryEnds(calls):
                outcome = solve(puzzle, limit=100)
        except MemoryError:  # before there was anything to search for
            ends[""] += 1
            continue
        ends[outcome.result.value] += 1
        ensure_true(puzzle, whole, outcome)
    assert ends[Result.GAVE_UP.value]


@pytest.mark.parametrize(
    "fields",
    [
        {"count": 1},
        {"complete": True, "reason": "out of time"},
        {"count": -1},
        {"solutions": (Solution({}, None),), "complete": True},
        {"solutions": (Solution({}, None),), "count": 1, "objective": Best(1, False)},
    ],
    ids=str,
)
def test_what_no_search_comes_to(fields: dict[str, Any]) -> None:
    """Fields that contradict each other make no outcome."""
    usual = {"solutions": (), "count": 0, "complete": False, "reason": "", "contradictions": (), "statistics": Statistics({})}
    Outcome(**usual)
    with pytest.raises(ValueError, match="solution"):
        Outcome(**usual | fields)
