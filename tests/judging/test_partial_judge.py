"""Grids with open places: what is called broken is broken however they are filled, compared with all ways to fill them."""

from __future__ import annotations

import contextlib
import itertools
import random
from collections.abc import Iterator
from unittest import mock

import pytest
from function_rules import RULES, spec_of
from gridwright.compiler.language.spec import Layer, Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.values import BLANK, Value
from gridwright.runtime.judging import open_values
from gridwright.runtime.judging.judge import Assignment, PartialAssignment, accepts
from gridwright.runtime.judging.partial_judge import PartialJudge, judge_partly, with_givens
from random_specs import given_specs
from ways import THOROUGH

MOST = 256  # ways to fill a grid that are tried


def _values(layer: Layer) -> list[Value]:
    return [*layer.values, *([BLANK] if layer.blank else [])]


def _partly(spec: Spec, chance: random.Random) -> PartialAssignment:
    """A random grid with random open places, as many as can be tried."""
    grid: dict[tuple[str, str], list[Value]] = {}
    for layer in spec.layers:
        grid[layer.grid, layer.name] = [chance.choice(_values(layer)) for _ in layer.places]
    places = [(layer, at) for layer in spec.layers for at in range(len(layer.places))]
    chance.shuffle(places)
    ways = 1
    for layer, at in places[: chance.randrange(len(places) + 1)]:
        ways *= len(_values(layer))
        if ways > MOST:
            break
        grid[layer.grid, layer.name][at] = None
    return with_givens(spec, {key: tuple(values) for key, values in grid.items()})


def _completions(spec: Spec, grid: PartialAssignment) -> Iterator[Assignment]:
    keys = [(layer, at) for layer in spec.layers for at, v in enumerate(grid[layer.grid, layer.name]) if v is None]
    for chosen in itertools.product(*(_values(layer) for layer, _ in keys)):
        values_by_layer = {key: list(values) for key, values in grid.items()}
        for (layer, at), value in zip(keys, chosen, strict=True):
            values_by_layer[layer.grid, layer.name][at] = value
        yield {key: tuple(values) for key, values in values_by_layer.items()}


@pytest.mark.cases(ci=147)
@pytest.mark.parametrize(("board", "rule"), RULES, ids=[rule for _, rule in RULES])
def test_broken_exactly_if_no_way_to_fill_it_is_right(board: str, rule: str) -> None:
    """With one instance and few open places, a rule is broken exactly if no completion meets it; so are the values that break
    it. What is known without cases is never wrong.
    """
    spec = spec_of(board, rule)
    chance = random.Random(rule)
    for _ in range(THOROUGH):
        grid = _partly(spec, chance)
        try:
            met = [accepts(spec, completion) for completion in _completions(spec, grid)]
        except SpecError:
            continue
        judged = judge_partly(spec, grid)
        assert bool(judged.violations) == (not any(met)), grid
        quick = PartialJudge(spec, grid).judge(by_cases=False)
        assert not (quick.violations and any(met)), grid
        assert quick.violations or quick.open_rules or all(met), grid
        for violation in judged.violations:
            _check_values(spec, grid, violation.values)


SUDOKU = load_text("""\
gridwright: 1
grid: 4x6
layers:
  number: {values: 1..6}
  shaded: {values: bool}
givens:
  number: {r4c6: 6}
clues:
  total: {left: [18, 12, 21, 21]}
  runs: {top: ["1 2", "4", "1 1", "3", "2", "2"]}
rules:
  - for: row in rows
    rule: distinct(number[row])
    says: distinct
  - for: clue in total
    rule: sum(number[clue.line]) == clue.value
    says: total
  - for: clue in runs
    rule: join([len(run) for run in runs(shaded[clue.line])], " ") == clue.value
    says: runs
  - for: line in columns[:1]
    rule: sum(number[line[:3]]) != 3 * number[r4c1]
    says: average
""")


@pytest.mark.parametrize(
    ("number", "shaded", "broken"),
    [
        ("...... ...... ...... ......", "...... ...... ...... ......", []),
        ("3.3... ...... ...... ......", "...... ...... ...... ......", ["distinct: r1c1 = 3, r1c3 = 3"]),
        (
            "66.66. ...... ...... ......",
            "...... ...... ...... ......",
            ["distinct: r1c4 = 6, r1c5 = 6", "total: r1c2 = 6, r1c4 = 6, r1c5 = 6"],
        ),
        ("12345. ...... ...... ......", "...... ...... ...... ......", []),
        ("12354. 1..... ...... ......", "...... ...... ...... ......", []),
        ("6..1.. 6..... ...... ......", "...... ...... ...... ......", []),
        ("...... ...... ...... 6.....", "...... ...... ...... ......", ["distinct: r4c1 = 6, r4c6 = 6"]),
        ("...... ...... ...... 12345.", "...... ...... ...... ......", []),
        ("...... ...... ...... 1234..", "...... ...... ...... ......", []),
        ("...... ...... ...... 4321..", "...... ...... ...... ......", []),
        ("...... ...... ...... 4321.5", "...... ...... ...... ......", ["r4c6 is 5, but 6 is given"]),
        ("2..... 2..... 2..... 2.....", "...... ...... ...... ......", ["average: r1c1 = 2, r2c1 = 2, r3c1 = 2, r4c1 = 2"]),
        ("...... ...... ...... ......", "#..... ...... ...... -.....", ["runs: r4c1 = false"]),
        ("...... ...... ...... ......", ".#.... .-.... .#.... ......", ["runs: r2c2 = false"]),
        ("...... ...... ...... ......", "..#... ..-... ..#... ..-...", []),
        ("...... ...... ...... ......", "..#... ..-... ..-... ..-...", ["runs: r3c3 = false, r4c3 = false"]),
        ("...... ...... ...... ......", "....#. ....-. ....#. ......", ["runs: r1c5 = true, r3c5 = true"]),
    ],
)
def test_what_is_broken_so_far(number: str, shaded: str, broken: list[str]) -> None:
    """Duplicates, totals that are exceeded or out of reach, lines that are complete, and clues that cannot be met any more."""
    numbers = tuple(None if sign == "." else int(sign) for sign in number.replace(" ", ""))
    truths = tuple(None if sign == "." else sign == "#" for sign in shaded.replace(" ", ""))
    violations = judge_partly(SUDOKU, {("", "number"): numbers, ("", "shaded"): truths}).violations
    lines = [
        f"{violation.message}: {', '.join(map(str, violation.values))}" if violation.bindings else str(violation)
        for violation in violations
    ]
    assert [line.removeprefix("number at ") for line in lines] == broken


def _check_values(spec: Spec, grid: PartialAssignment, values: object) -> None:
    """The values that are said to break a rule break it if all other places are open."""
    only: dict[tuple[str, str], list[Value]] = {key: [None] * len(layer_values) for key, layer_values in grid.items()}
    for value in values:  # type: ignore[attr-defined]
        only[value.layer.grid, value.layer.name][value.position] = value.value
        assert grid[value.layer.grid, value.layer.name][value.position] is value.value
    opened: PartialAssignment = {key: tuple(layer_values) for key, layer_values in only.items()}
    ways = 1
    for layer in spec.layers:
        ways *= len(_values(layer)) ** opened[layer.grid, layer.name].count(None)
    if ways <= 1000:
        assert not any(accepts(spec, completion) for completion in _completions(spec, opened)), (grid, opened)


@pytest.mark.slow
@given_specs
def test_random_specs(text: str) -> None:
    """Whatever the spec, and whether values are kept one by one or by their ends: what is broken has no completion."""
    spec = load_text(text)
    chance = random.Random(text)
    for listed in (open_values.LISTED, 1):
        grid = _partly(spec, chance)
        with contextlib.suppress(SpecError), mock.patch.object(open_values, "LISTED", listed):
            is_possible = any(accepts(spec, completion) for completion in _completions(spec, grid))
            judged = judge_partly(spec, grid)
            assert not (judged.violations and is_possible), grid
            for violation in judged.violations:
                _check_values(spec, grid, violation.values)


def test_values_that_a_condition_reads_break_its_rule() -> None:
    """A rule that is false whenever its condition holds is broken by the values that make the condition true."""
    spec = load_text(
        "gridwright: 1\ngrid: 1x2\nlayers: {x: {values: 1..3}}\nrules:\n  - {if: 'x[r1c1] == 2', rule: 'x[r1c2] < 1'}\n"
    )
    (violation,) = judge_partly(spec, {("", "x"): (2, 1)}).violations
    assert {str(value) for value in violation.values} >= {"r1c1 = 2"}
    assert not judge_partly(spec, {("", "x"): (None, 1)}).violations


def test_a_mistake_for_values_that_the_grid_does_not_have() -> None:
    """A rule may be a mistake for other values than those of the grid: that is no mistake of this grid, and proves nothing."""
    spec = load_text(
        "gridwright: 1\ngrid: 1x2\nlayers: {x: {values: 1..3}}\n"
        "rules:\n  - sum(x) > 0\n  - x[r1c1] == 1 or x[r1c2] + (x[r1c2] if x[r1c2] < 3 else 'a') == 99\n"
    )
    (violation,) = judge_partly(spec, {("", "x"): (2, 1)}).violations
    assert [str(value) for value in violation.values] == ["r1c1 = 2", "r1c2 = 1"]
    for grid in ((2, None), (None, 3)):
        assert not judge_partly(spec, {("", "x"): grid}).violations
    with pytest.raises(SpecError):
        judge_partly(spec, {("", "x"): (2, 3)})


@pytest.mark.parametrize(
    "loop", ["g in groups(x)", "c in cells if x[c] == 1", "k in 1..x[r1c1]", "c in [r1c1] for k in [x[c], 7]"]
)
def test_loops_over_open_values(loop: str) -> None:
    """A rule that loops over values of open places, which `check` refuses or not, ends in no traceback, and proves nothing."""
    spec = load_text(
        f"gridwright: 1\ngrid: 1x2\nlayers: {{x: {{values: 1..3}}}}\nrules:\n  - {{for: '{loop}', rule: 'x[r1c2] == 1'}}\n"
    )
    try:
        assert not judge_partly(spec, {("", "x"): (None, None)}).violations
    except SpecError as problem:
        assert "must be fixed before solving" in str(problem)
