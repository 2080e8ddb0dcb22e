"""A hard part cut into cases: they cover everything once, and the verdict merged from them is that of one search."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from clauses import satisfied
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.encode.problem import Sum
from gridwright.compiler.language.budget import NO_DEADLINE
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.runtime.cli.app import run
from gridwright.runtime.execution.cubes.cube_scheduler import Answers, CubeScheduler, ScheduledPuzzle
from gridwright.runtime.execution.cubes.split import cubes, literals_of
from gridwright.runtime.execution.cubes.unit_propagation import CubePropagation
from gridwright.runtime.execution.query import Query
from gridwright.runtime.execution.serialize import to_portable
from gridwright.runtime.execution.wire_format import answer_query
from gridwright.runtime.exit_status import GAVE_UP, NOT_AS_CLAIMED, OK
from gridwright.runtime.solving.endings import JudgeRejects
from gridwright.runtime.solving.outcome import Outcome, Result
from gridwright.runtime.solving.progress import Progress
from gridwright.runtime.solving.solve import solve

SEVERAL = """gridwright: 1
grid: 2x3
layers:
  x: {values: 1..3}
rules:
  - for: line in lines
    rule: distinct(x[line])
"""
UNIQUE = SEVERAL + "givens: {x: {r1c1: 1, r2c2: 1, r1c2: 3}}\n"
NONE = SEVERAL + "  - sum(x) == 13\n"
SHADED = """gridwright: 1
grid: 3x4
layers:
  shaded: {values: bool}
rules:
  - connected(shaded)
  - count(shaded) == 5
"""
HIDDEN = """gridwright: 1
grid: 2x3
layers:
  x: {values: 1..3}
  y: {values: 1..2, hidden: true}
  z: {over: grid, values: 0..1000}
rules:
  - for: row in rows
    rule: distinct(x[row])
  - sum(x[rows[1]] * y[rows[1]]) >= z + 6
  - z > 1
"""
PARTS = """gridwright: 1
grids: {left: 2x2, right: 1x3}
layers:
  x: {values: 1..3}
rules:
  - for: line in lines
    rule: distinct(x[line])
"""
LARGEST = SEVERAL + "maximize: x[r1c1] * 3 + x[r2c3]\n"
SPECS = {
    "several": SEVERAL,
    "unique": UNIQUE,
    "none": NONE,
    "shaded": SHADED,
    "hidden": HIDDEN,
    "parts": PARTS,
    "largest": LARGEST,
}

Answerer = Callable[[int, dict[str, Any]], Any]


def wire(question: object) -> Any:
    """What arrives of data that are sent."""
    return json.loads(json.dumps(question))


def honest(index: int, question: dict[str, Any]) -> Any:
    """The answer of another process."""
    return wire(answer_query(wire(question), Progress()))


def shared(spec: Spec, limit: int, *, cases: int = 7, seed: int | None = None, answer: Answerer = honest) -> Outcome:
    """The outcome of a search that is cut at once; with a seed, answers come in another order."""

    def elsewhere(questions: Sequence[dict[str, Any]]) -> Answers:
        order = list(range(len(questions)))
        if seed is not None:
            random.Random(seed).shuffle(order)
        for index in order:
            yield index, answer(index, questions[index])

    sharing = CubeScheduler(cases, elsewhere, at_once=True)
    part_of = ScheduledPuzzle(sharing, Query(spec, limit, "z3", 0, NO_DEADLINE, Progress())).part
    return solve(spec, limit=limit, part_of=part_of)


def seen(spec: Spec, outcome: Outcome) -> list[tuple[Any, ...]]:
    """What is visible of the solutions."""
    visible = [layer for layer in spec.layers if not layer.hidden]
    grids = [to_portable(spec, solution.grid) for solution in outcome.solutions]
    return [tuple(grid[layer.grid, layer.name] for layer in visible) for grid in grids]


@dataclass(frozen=True)
class Small:
    """A problem over a few variables."""

    size: int
    given: list[tuple[int, ...]]
    added: list[Sum]

    def clauses(self) -> list[tuple[int, ...]]:
        """All clauses."""
        return self.given

    def sums(self) -> list[Sum]:
        """All sums."""
        return self.added

    def models(self) -> list[tuple[bool, ...]]:
        """Every model, by trying all there are; the first member is not used."""
        every = itertools.product((False, True), repeat=self.size)
        return [model for values in every if self._holds(model := (False, *values))]

    def _holds(self, model: tuple[bool, ...]) -> bool:
        def total(constraint: Sum) -> int:
            return sum(factor for factor, literal in constraint.pairs if model[abs(literal)] == (literal > 0))

        return all(satisfied(clause, model) for clause in self.given) and all(
            (constraint.low is None or total(constraint) >= constraint.low)
            and (constraint.high is None or total(constraint) <= constraint.high)
            for constraint in self.added
        )


def small(chance: random.Random) -> Small:
    """A random one."""
    size = chance.randint(3, 8)

    def literals(most: int) -> list[int]:
        return [
            chance.choice((-1, 1)) * variable
            for variable in chance.sample(range(1, size + 1), chance.randint(1, min(most, size)))
        ]

    sums = []
    for _ in range(chance.randint(0, 3)):
        pairs = tuple((chance.randint(1, 4), literal) for literal in literals(5))
        low, high = sorted(chance.randint(0, sum(factor for factor, _ in pairs)) for _ in range(2))
        sums.append(Sum(pairs, *chance.choice([(low, high), (low, None), (None, high)])))
    return Small(size, [tuple(literals(3)) for _ in range(chance.randint(0, size))], sums)


def test_propagation() -> None:
    """What follows holds in every model in which the assumptions hold, and nothing is left of it when it is undone."""
    chance, followed, refuted = random.Random(5), 0, 0
    for _ in range(150):
        problem = small(chance)
        models, known = problem.models(), CubePropagation(problem)  # type: ignore[arg-type]
        if not known.is_possible:
            assert not models
            continue
        before = known.since(0), list(known.arrays.left)
        assert all(model[abs(literal)] == (literal > 0) for model in models for literal in known.since(0))
        for _ in range(10):
            assumed = [chance.choice((-1, 1)) * chance.randint(1, problem.size) for _ in range(chance.randint(1, 3))]
            fitting = [model for model in models if all(model[abs(literal)] == (literal > 0) for literal in assumed)]
            if known.assume_all(assumed):
                followed += len(set(known.since(0)) - {*before[0], *assumed})
                assert all(model[abs(literal)] == (literal > 0) for model in fitting for literal in known.since(0))
                assert known.length < problem.size or fitting  # when all is known, nothing is overlooked
            else:
                refuted += 1
                assert not fitting
            known.undo(len(before[0]))
            assert (known.since(0), known.arrays.left) == before
            assert sum(value > 0 for value in known.arrays.value) == known.length
    assert followed > 250
    assert refuted > 100


@pytest.mark.cases(ci=7)
@pytest.mark.parametrize("name", ["several", "shaded", "hidden", "parts", "unique"])
@pytest.mark.parametrize("wanted", [1, 2, 9, 1_000])
def test_every_solution_is_in_one_case(name: str, wanted: int) -> None:
    """Whatever is visible is in exactly one case, and the cases fix nothing hidden; those come first that leave least open."""
    for problem in compile_spec(load_text(SPECS[name])).parts:
        cut = cubes(problem, wanted, NO_DEADLINE)
        assert len(cut) >= min(wanted, 2) or name in ("unique", "hidden")
        assert [cube.open for cube in cut] == sorted(cube.open for cube in cut)
        assert not any(variable.layer.hidden for cube in cut for variable, _ in cube.values)
        for cube in cut:
            literals_of(problem, cube.values)
        spec = load_text(SPECS[name])
        outcome = solve(spec, limit=10_000)
        assert outcome.complete
        here = {variable.name for variable in problem.places}
        for solution in outcome.solutions:
            values = {
                f"{layer.grid}:{layer.name}:{at}": value
                for layer in spec.layers
                for at, value in enumerate(solution.grid[layer.grid, layer.name])
            }
            fitting = [
                cube
                for cube in cut
                if all(values[f"{place.layer.grid}:{place.layer.name}:{place.position}"] == value for place, value in cube.values)
            ]
            assert len(fitting) == 1, here


@pytest.mark.cases(quick=1, ci=4)
@pytest.mark.parametrize("name", SPECS)
def test_the_verdict_is_that_of_one_search(name: str) -> None:
    """The same solutions, as many, and the same claim, in whatever order the answers come; the solutions in one order."""
    spec = load_text(SPECS[name])
    for limit in (1, 2, 10_000):
        whole = solve(spec, limit=limit)
        first = shared(spec, limit)
        assert (first.result, first.count, first.complete, first.unique) == (
            whole.result,
            whole.count,
            whole.complete,
            whole.unique,
        )
        if whole.complete:
            assert sorted(seen(spec, first)) == sorted(seen(spec, whole))
        for seed in (1, 2):
            other = shared(spec, limit, seed=seed)
            assert seen(spec, other) == seen(spec, first)
            assert (other.statistics.rounds, other.statistics.lemmas) == (first.statistics.rounds, first.statistics.lemmas)


def test_a_case_that_gave_up() -> None:
    """One case without an answer, or without an end, and nothing is claimed of the whole; what is known is said."""
    for spec, at, known in ((load_text(UNIQUE + "answer: x[r1c1]"), 0, 1), (load_text(SEVERAL), 2, 12), (load_text(NONE), 1, 0)):
        whole = solve(spec, limit=10_000)
        for lost in ("its process ended by signal 9", {"solutions": [], "reason": "out of time"}, {"further": 1}, None, []):
            count = 0

            def answer(index: int, question: dict[str, Any], lost: Any = lost, at: int = at) -> Any:
                if index == at:
                    return honest(index, question) | {"exhausted": False} | lost if isinstance(lost, dict) else lost
                return honest(index, question)

            cut = cubes(compile_spec(spec).parts[0], 7, NO_DEADLINE)
            if len(cut) <= at:
                continue
            outcome = shared(spec, 10_000, answer=answer)
            assert not outcome.complete
            assert outcome.unique is not True
            assert outcome.result is not Result.NO_SOLUTION
            assert outcome.count <= whole.count
            assert f"in 1 of {len(cut)} cubes" in outcome.reason
            count += outcome.count
            assert count <= known


def test_a_solution_that_is_none() -> None:
    """A grid that somebody sends and that breaks a rule is not believed."""
    spec = load_text(SEVERAL)

    def wrong(index: int, question: dict[str, Any]) -> Any:
        answer = honest(index, question)
        fixed = {name[2]: number for name, number in question["values"]}
        return answer | {"solutions": [[fixed.get(at, 0) for at in range(6)]]}

    with pytest.raises(JudgeRejects):
        shared(spec, 10_000, answer=wrong)


@pytest.mark.parametrize("wrong", ["twice", "belongs to another cube", "none"])
def test_an_answer_that_counts_wrongly(wrong: str) -> None:
    """A solution that comes twice, or of another case, or a case of which nothing comes, makes no claim."""
    spec = load_text(UNIQUE if wrong == "twice" else SEVERAL)
    known: list[Any] = []

    def elsewhere(questions: Sequence[dict[str, Any]]) -> Answers:
        for index, question in enumerate(questions):
            answer = honest(index, question)
            known.extend(answer["solutions"])
            if wrong == "twice":
                answer["solutions"] *= 2
            if wrong == "belongs to another cube":
                answer["solutions"] = list(known)
            if wrong != "none" or index != 2:
                yield index, answer

    part_of = ScheduledPuzzle(
        CubeScheduler(7, elsewhere, at_once=True), Query(spec, 1_000, "z3", 0, NO_DEADLINE, Progress())
    ).part
    outcome = solve(spec, limit=1_000, part_of=part_of)
    assert not outcome.complete
    assert outcome.count < (1 if wrong == "twice" else 12)
    assert ("no answer in 1 of" if wrong == "none" else wrong) in outcome.reason


def test_a_case_is_not_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """A case that stopped at the limit is not taken for one that has no more."""
    spec = load_text(SEVERAL)
    outcome = shared(spec, 10_000, answer=lambda index, question: honest(index, question | {"limit": 1}))
    assert not outcome.complete
    assert "stopped at the limit" in outcome.reason


@pytest.mark.slow
def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """`--cubes` on several processes, with libraries of the spec's own folder; an easy spec is not cut unless asked."""
    monkeypatch.chdir(tmp_path)
    Path("rules.yaml").write_text("rules:\n  - for: line in lines\n    rule: distinct(x[line])\n", "utf-8")
    text = SEVERAL.partition("rules:")[0] + "use: [rules.yaml]\n"
    Path("several.yaml").write_text(text, "utf-8")
    Path("unique.yaml").write_text(text + "givens: {x: {r1c1: 1, r2c2: 1, r1c2: 3}}\n", "utf-8")
    assert run(["count", "--jobs", "2", "--cubes", "5", "several.yaml"]) == OK
    assert "12 solutions" in capsys.readouterr().out
    assert run(["verify", "--jobs", "2", "--cubes", "4", "unique.yaml", "several.yaml"]) == NOT_AS_CLAIMED
    out = capsys.readouterr().out
    assert "as expected" in out
    assert "found at least 2" in out
    assert run(["count", "--jobs", "2", "--cubes", "5", "--timeout", "0", "several.yaml"]) == GAVE_UP


def test_an_easy_part_is_not_cut() -> None:
    """What is done with in a few conflicts is searched here."""

    def nobody(questions: Sequence[dict[str, Any]]) -> Answers:
        raise AssertionError
        yield 0, ""

    spec = load_text(PARTS)
    shared_out = ScheduledPuzzle(CubeScheduler(7, nobody), Query(spec, 1_000, "z3", 0, NO_DEADLINE, Progress()))
    assert solve(spec, limit=1_000, part_of=shared_out.part).complete
