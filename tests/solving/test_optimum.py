"""Optimisation: the best value and all grids that have it, as brute force finds them; what is said where there is no proof."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from brute import assignments, visible
from encoding_variants import VARIANTS
from gridwright.compiler.compile import compile_spec, lower
from gridwright.compiler.encode.encode_module import encode
from gridwright.compiler.ir.module import write
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.limits import Limits
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.values import BLANK
from gridwright.runtime.cli.app import run
from gridwright.runtime.engines.engine import Optimizer
from gridwright.runtime.engines.engine_registry import ENGINES, make_engine
from gridwright.runtime.judging import objective
from gridwright.runtime.judging.judge import Assignment, Report, accepts, judge
from gridwright.runtime.solving import optimum
from gridwright.runtime.solving.endings import JudgeRejects
from gridwright.runtime.solving.expectations import differences, undecided_claims
from gridwright.runtime.solving.outcome import Outcome, Result
from gridwright.runtime.solving.progress import Progress
from gridwright.runtime.solving.solve import solve
from instances import sample, values_of
from optima import BLANKS, BOARD, GRIDS, HIDDEN, MIXED, TRUTHS, assert_optimum, puzzle
from ways import WAYS

# What stands on the board, the rule, the objective.
PUZZLES = {
    "sum": (BOARD, "all(distinct(number[r]) for r in columns)", "maximize: sum(number)"),
    "sum, as small as possible": (BOARD, "number[r1c1] != number[r1c2]", "minimize: sum(number)"),
    "with factors": (BOARD, "distinct(number[rows[0]])", "maximize: 3 * number[r1c1] - 2 * number[r1c2] + number[r2c3]"),
    "of one cell": (BOARD, "sum(number) == 9", "maximize: number[r1c2]"),
    "no unknown": (BOARD, "sum(number) == 8", "maximize: 3"),
    "ties": (BOARD, "number[r1c1] == 2", "minimize: max(number)"),
    "no solution": (BOARD, "distinct(number)", "maximize: sum(number)"),
    "known to be impossible": (BOARD, "false", "maximize: sum(number)"),
    "a count": (TRUTHS, "all(not (shaded[a] and shaded[b]) for a, b in links)", "maximize: count(shaded)"),
    "true and false as numbers": (TRUTHS, "connected(shaded)", "minimize: sum(shaded) - 2 * shaded[r1c4] - 2 * shaded[r2c1]"),
    "with cuts": (TRUTHS, "connected(shaded)", "maximize: count(shaded[a] != shaded[b] for a, b in links)"),
    "negative values and blanks": (BLANKS, "count(number == blank) == 2", "minimize: sum(number)"),
    "blank objectives": (BLANKS, "number[r1c1] != 3", "maximize: number[r1c1] + number[r3c2]"),
    "only blank objectives": (BLANKS, "all(number[:3] == blank)", "maximize: number[r1c1] * 2"),
    "a blank one among negatives": (BLANKS, "number[r1c1] in (blank, -2)", "maximize: number[r1c1]"),
    "division by zero is blank": (BLANKS, "sum(number) == 3", "minimize: number[r1c1] // number[r2c2]"),
    "multiples": (BOARD, "true", "maximize: number[r1c1] * number[r1c2] - number[r1c3] * number[r2c1]"),
    "product": (BOARD, "sum(number) == 12", "maximize: product(number)"),
    "a fold": (BOARD, "sum(number) == 11", "minimize: fold(number, start=0, step=lambda s, x: (3 * s + x) % 11)"),
    "numbers along a line": (BLANKS.replace("-2, 0", "0, 1"), "count(number == 1) == 2", "maximize: sum(numbers(number))"),
    "gcd": (BOARD, "distinct(number[columns[0]])", "maximize: gcd([read(number[row]) for row in rows])"),
    "wide": (MIXED, "total == 100 * number[r1c1] - sum(number) + 9 or total == blank", "maximize: total"),
    "wide and added up": (MIXED, "total == 3 * sum(number)", "minimize: total - 20 * number[r1c2] - 3 * number[r1c1]"),
    "evaluated": (TRUTHS, "count(shaded) == 4", "maximize: count(len(group(c, shaded)) == 2 for c in cells)"),
    "groups": (TRUTHS, "count(shaded) == 4", "minimize: product(len(g) for g in groups(not shaded))"),
    "groups, and blank at times": (TRUTHS, "count(shaded) < 3", "maximize: max(len(g) for g in groups(shaded))"),
    "opaque": (BOARD, "sum(number) == 12", "minimize: sorted(number)[4] - 2 * sorted(number)[1]"),
    "opaque, and blank at times": (BLANKS, "sum(number) == -6", "maximize: sorted([x for x in number])[0] * number[r1c2]"),
    "opaque, no solution": (BOARD, "sum(number) == 99", "maximize: sorted(number)[0]"),
    "a part that it does not read": (MIXED.replace("400", "2"), "total != 1 and sum(number) != 3", "maximize: sorted(number)[1]"),
    "hidden layers": (HIDDEN, "all(helper[r] == sum(number[r]) for r in rows) and sum(helper) < 6", "maximize: sum(number)"),
    "several grids": (GRIDS, "distinct(number)", "maximize: sum(sum(g.number) for g in grids) + 5"),
    "several grids, joined": (GRIDS, "distinct(number)", "minimize: max(sum(g.number) for g in grids)"),
    "several grids, opaque": (GRIDS, "distinct(number)", "minimize: sorted([g.number[0] for g in grids])[1]"),
    "one of several grids": (GRIDS, "distinct(number)", "maximize: grids['west'].number[0]"),
}


@pytest.mark.cases(ci=19)
@pytest.mark.parametrize(("engine", "lazy"), WAYS[::3])
@pytest.mark.parametrize("name", PUZZLES)
def test_optimum(name: str, engine: str, lazy: bool) -> None:
    """The best value, and every grid that has it, are those of brute force."""
    assert_optimum(puzzle(*PUZZLES[name]), engine, lazy)


@pytest.mark.cases(ci=3)
@pytest.mark.parametrize(
    "name",
    [
        "sum",
        "with factors",
        "no solution",
        "a count",
        "with cuts",
        "blank objectives",
        "product",
        "a fold",
        "hidden layers",
        "several grids",
    ],
)
def test_optimum_of_an_engine(name: str) -> None:
    """An engine that looks for the least cost itself comes to the same end, with candidates that lemmas exclude too."""
    assert isinstance(make_engine("cpsat", 0), Optimizer)
    assert_optimum(puzzle(*PUZZLES[name]), "cpsat", True)


@pytest.mark.cases(ci=13)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["sum", "with factors", "a count", "negative values and blanks", "product", "wide and added up"])
@pytest.mark.parametrize("cores", [0, 1])
def test_optimum_by_aiming(name: str, engine: str, cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second search alone, or nearly, comes to the same end."""
    monkeypatch.setattr(optimum, "FIRST_CORES", cores)
    assert_optimum(puzzle(*PUZZLES[name]), engine, True)


@pytest.mark.cases(ci=6)
@pytest.mark.parametrize("variant", [variant for variant in VARIANTS if variant != "no tables"])
@pytest.mark.parametrize("name", ["sum", "with factors", "negative values and blanks", "blank objectives", "product", "wide"])
def test_variant(name: str, variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Encodings that small boards would never reach come to the same end."""
    for module, limit, value in VARIANTS[variant]:
        monkeypatch.setattr(module, limit, value)
    assert_optimum(puzzle(*PUZZLES[name]), "cadical", True)


@pytest.mark.parametrize("engine", ENGINES)
def test_few_conflicts(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns that end for want of conflicts change nothing."""
    monkeypatch.setattr(optimum, "FIRST_CONFLICTS", 1)
    board = "grid: 5x4\nlayers:\n  shaded: {values: bool}\n"
    rule = "all(count(shaded[touching(c)]) + 2 * shaded[c] > 1 for c in cells)"
    spec = puzzle(board, rule, "minimize: count(shaded) + shaded[r1c1] + 2 * shaded[r3c2]")
    slow, quick = solve(spec, limit=500, engine=engine), solve(spec, limit=500, engine="cadical" if engine == "z3" else "z3")
    assert slow.objective == quick.objective or (slow.objective.value, slow.count) == (quick.objective.value, quick.count)
    assert slow.complete


@pytest.mark.parametrize("name", ["sum", "product", "blank objectives", "a fold", "evaluated", "opaque"])
def test_no_lowering_changes_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Enumerated, an objective has the same best grids."""
    spec = puzzle(*PUZZLES[name])
    puzzles = []

    def without(compiled: Spec, **options: object) -> object:
        puzzle_compiled = compile_spec(compiled, **options)
        puzzles.append(puzzle_compiled)
        return replace(puzzle_compiled, parts=tuple(replace(part, objective=None) for part in puzzle_compiled.parts))

    monkeypatch.setattr("gridwright.runtime.solving.solve.compile_spec", without)
    assert_optimum(spec, "z3", True)
    assert puzzles


def test_parts_are_optimised_apart() -> None:
    """A sum over grids that nothing else joins is a sum for each of them; anything else joins what it reads."""
    apart = compile_spec(puzzle(*PUZZLES["several grids"]))
    joined = compile_spec(puzzle(*PUZZLES["several grids, joined"]))
    assert [part.objective is not None for part in apart.parts] == [True, True]
    assert sum(part.objective.ideal for part in apart.parts if part.objective) == 13
    assert len(joined.parts) == 1
    assert len(compile_spec(puzzle(*PUZZLES["several grids, opaque"])).parts) == 1
    assert len(compile_spec(puzzle(*PUZZLES["one of several grids"])).parts) == 2


def test_text_form() -> None:
    """The target stands at the end of the text form, and in what other solvers read as a remark."""
    lowered = write(compile_spec(puzzle(*PUZZLES["sum"])).module)
    assert lowered.splitlines()[-1].startswith("maximize %")
    assert write(compile_spec(puzzle(*PUZZLES["opaque"])).module).splitlines()[-1] == "minimize by enumeration"


# what is said

WHEELS = """\
gridwright: 1
grid: 9x10
layers:
  shaded: {values: bool}
rules:
  - rule: all(count(shaded[touching(c)]) % 3 == 1 or shaded[c] for c in cells)
  - rule: connected(shaded)
minimize: count(shaded)
answer: count(shaded)
"""


@pytest.fixture
def write_spec(tmp_path: Path):
    """Write a spec to a file and give its path."""

    def write(text: str, name: str = "puzzle.yaml") -> str:
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return str(path)

    return write


SECONDS = (1, 3, 9, 27)


def hard(more: str = "") -> Spec:
    """A spec whose optimum is not proved in a second."""
    return load_text(WHEELS + more)


def given_up(engine: str = "z3", more: str = "") -> tuple[Spec, Outcome]:
    """A spec, and what is known when time is up; on a machine that is busy with other work there is more of it."""
    spec = hard(more)
    for seconds in SECONDS:
        outcome = solve(spec, engine=engine, deadline=Deadline(seconds))
        if outcome.solutions:
            break
    return spec, outcome


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_out_of_time(engine: str) -> None:
    """When time is up, the best grid so far is there, and nothing is claimed of it."""
    spec, outcome = given_up(engine)
    assert (outcome.result, outcome.reason, outcome.count, outcome.unique) == (Result.GAVE_UP, "out of time", 0, None)
    assert not outcome.complete
    assert outcome.objective is not None
    assert not outcome.objective.optimal
    assert accepts(spec, outcome.solutions[0].grid)
    assert outcome.objective.value == outcome.solutions[0].answer
    assert outcome.objective.bound is not None
    assert outcome.objective.bound <= outcome.objective.value


def test_progress() -> None:
    """Whoever looks meanwhile sees the best so far, and what nothing is better than."""
    progress = Progress()
    outcome = solve(puzzle(*PUZZLES["sum"]), progress=progress)
    assert outcome.objective is not None
    assert outcome.objective.value == progress.best
    assert f"best so far {progress.best}, bound {progress.best}" in str(progress)


@pytest.mark.slow
def test_unproved_is_neither_met_nor_broken() -> None:
    """Without a proof no claim is met, and only what cannot be true any more is called different."""
    spec, outcome = given_up(more="expect: {solutions: 3, answer: 7, objective: 30}\n")
    assert undecided_claims(spec, outcome) == "out of time while optimizing"
    assert outcome.objective is not None
    value = outcome.objective.value
    for claimed, differs in ((value + 1, True), (value, False), (value - 1, False), (0, outcome.objective.bound > 0)):
        claims = replace(spec, expected=replace(spec.expected, objective=claimed))
        assert bool(differences(claims, outcome)) is differs


@pytest.mark.slow
def test_commands_on_an_unproved_optimum(write_spec, capsys: pytest.CaptureFixture[str]) -> None:
    """Status 3, the best grid so far, and no word that it is the optimum."""
    path = write_spec(WHEELS + "expect: {solutions: any}\n")

    def solved(*options: str) -> pytest.CaptureResult[str]:
        """What `solve` prints of a grid, which a machine that is busy with other work has not found after the first second."""
        for seconds in SECONDS:
            assert run(["solve", *options, "--timeout", str(seconds), path]) == 3
            captured = capsys.readouterr()
            if "best" in captured.out or '"objective"' in captured.out:
                break
        return captured

    captured = solved()
    assert "best found so far, not proved to be the minimum: " in captured.out
    assert "unique" not in captured.out
    assert "gave up: out of time while optimizing (the best grid so far is not proved to be optimal" in captured.err
    report = json.loads(solved("--json").out)
    assert (report["status"], report["solutions"], report["unique"]) == ("gave-up", 0, None)
    assert report["objective"]["optimal"] is False
    assert run(["verify", "--timeout", "1", path]) == 3
    assert "gave up: out of time" in capsys.readouterr().out
    assert run(["count", "--timeout", "1", path]) == 3
    assert capsys.readouterr().out == "at least 0 optimal solutions\n"


SMALL = "gridwright: 1\ngrid: 1x3\nlayers:\n  x: {values: 1..4}\nrules:\n  - distinct(x)\n"


def test_commands_on_an_optimum(write_spec, capsys: pytest.CaptureFixture[str]) -> None:
    """The optimum is said to be proved; solutions, uniqueness and counts are those of optimal grids."""
    path = write_spec(SMALL + "minimize: sum(x) - 4 * x[r1c1] + x[r1c2]\nanswer: x[r1c3]\nexpect: {objective: -8}\n")
    assert run(["solve", path]) == 0
    out = capsys.readouterr().out
    assert "minimum: -8 (proved)" in out
    assert "unique: there is no other optimal solution (proved)" in out
    assert run(["verify", path]) == 0
    assert run(["check", path]) == 0
    capsys.readouterr()
    assert run(["solve", "--json", path]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["objective"] == {"value": -8, "optimal": True}
    assert run(["count", write_spec(SMALL + "maximize: sum(x)\n")]) == 0
    assert capsys.readouterr().out == "6 optimal solutions\n"
    assert run(["solve", write_spec(SMALL + "maximize: sum(x)\n")]) == 1
    assert "not unique: there are several optimal solutions" in capsys.readouterr().out
    assert run(["verify", write_spec(SMALL + "maximize: x[r1c1]\nexpect: {objective: 3, solutions: any}\n")]) == 1
    assert "expected the objective 3, found 4" in capsys.readouterr().out


def test_compile_speaks_of_the_objective(write_spec, capsys: pytest.CaptureFixture[str]) -> None:
    """What is optimised is printed, and said where it has to be evaluated solution by solution."""
    path = write_spec(SMALL + "maximize: sum(x)\n")
    for form in ("ir", "dimacs", "smt2"):
        assert run(["compile", "--to", form, path]) == 0
        captured = capsys.readouterr()
        assert "maximize" in captured.out
        assert captured.err.startswith("engine: ")
        assert captured.err.count("\n") == 1
    assert run(["compile", write_spec(SMALL + "maximize: sorted(x)[1]\n")]) == 0
    assert "maximize: evaluated solution by solution" in capsys.readouterr().err


def test_judge_says_what_a_grid_is_worth(write_spec, capsys: pytest.CaptureFixture[str]) -> None:
    """An accepted grid has its objective beside it, and nothing is said of its being the best."""
    path = write_spec(SMALL + "maximize: x[r1c1] - x[r1c2]\n")
    assert run(["judge", path, write_spec("1 3 2\n", "grid")]) == 0
    assert "objective: -2 (judge does not check whether another grid is better)" in capsys.readouterr().out
    assert run(["judge", "--json", path, write_spec("4 3 2\n", "grid")]) == 0
    assert json.loads(capsys.readouterr().out)["objective"] == 1
    assert run(["judge", path, write_spec("4 4 2\n", "grid")]) == 1
    assert "objective" not in capsys.readouterr().out


def test_enumeration_has_a_limit() -> None:
    """Where every solution has to be looked at and there are too many, that is said, with the best so far."""
    outcome = solve(replace(puzzle(*PUZZLES["opaque"]), limits=Limits(enumerated=10)))
    assert outcome.result is Result.GAVE_UP
    assert "for each solution" in outcome.reason
    assert outcome.objective is not None
    assert not outcome.objective.optimal
    assert outcome.objective.value is not BLANK


def test_what_is_worse_is_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """If plain evaluation has to find the value of each solution, those that are worse than a judged one are not judged."""
    spec = puzzle(*PUZZLES["opaque"])
    judged: list[int] = []

    def noted(spec: Spec, grid: Assignment, *more: object) -> Report:
        judged.append(objective.objective_value(spec, grid))
        return judge(spec, grid)

    monkeypatch.setattr("gridwright.runtime.solving.solve.judge", noted)
    outcome = solve(spec, limit=10**6)
    assert outcome.objective.optimal
    assert len(judged) < outcome.statistics.rounds / 2
    assert judged.count(outcome.objective.value) >= outcome.count


def test_what_the_search_believes_is_held_against_plain_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    """An objective that plain evaluation puts at another value is a mistake of the program, and never an outcome."""
    monkeypatch.setattr("gridwright.runtime.solving.solve.objective_value", lambda *arguments: 17)
    with pytest.raises(JudgeRejects, match="the objective is 17, but"):
        solve(puzzle(*PUZZLES["sum"]))


def test_same_in_same_out() -> None:
    """The same spec has the same optimal grid every time."""
    spec = puzzle(BOARD, "number[r1c1] != 2", "maximize: number[r1c1] + number[r1c2]")
    assert len({visible(spec, solve(spec, limit=1).solutions[0].grid) for _ in range(3)}) == 1


@pytest.mark.parametrize(
    "asked",
    ["maximize: number[r1c1] == 1", "maximize: number", "minimize: rows[0]", "minimize: sum(helper)", "maximize: \"'a'\""],
)
def test_no_objective(asked: str) -> None:
    """What is no single number, or is hidden, is refused while compiling."""
    with pytest.raises(SpecError):
        compile_spec(load_text(f"gridwright: 1\n{HIDDEN}rules:\n  - distinct(number)\n{asked}\n"))


LOWERED = [
    name
    for name in PUZZLES
    if "opaque" not in name and "groups" not in name and name not in ("no unknown", "a part that it does not read")
]


@pytest.mark.cases(ci=12)
@pytest.mark.parametrize("name", LOWERED)
def test_every_grid_has_its_price(name: str) -> None:
    """On every grid, solution or not, what is read off and what prices add up to is what plain evaluation says."""
    spec = puzzle(*PUZZLES[name])
    module = lower(spec)
    problem = encode(module)
    assert problem.objective is not None
    toward = 1 if problem.objective.target.maximize else -1
    for grid in sample(list(assignments(spec)), 300):
        values = values_of(module, grid)
        model = [False, *(bool(values[meaning]) for meaning in problem.meanings)]
        true = {sign * at: model[at] == (sign > 0) for at in range(1, len(model)) for sign in (1, -1)}
        expected = objective.objective_value(spec, grid)
        worth = problem.objective.value(true.__getitem__)
        assert worth is expected or worth == expected
        for chain in problem.objective.chains:
            held = [true[literal] for _, literal in chain]
            assert held == sorted(held)
        cost = sum(weight for chain in problem.objective.chains for weight, literal in chain if not true[literal])
        assert problem.objective.ideal - toward * cost == (0 if expected is BLANK else expected)
