"""Arithmetic with fractions: random comparisons of unknown numbers, compared with plain evaluation in every way."""

from __future__ import annotations

import random

import pytest
from brute import assignments
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, GaveUp, OutOfTime
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.runtime.judging.judge import accepts
from instances import faults
from time_limits import RecordProperty, left_out
from ways import WAYS, disagreements, told_apart

BOARDS = ("0..2", "-1..1", "[1/2, 1]", "[-1/3, 0, 3/4]", "0..1, blank: true", "[1/2, 3/2], blank: true")
SIGNS = ("+", "-", "*", "/", "/", "/", "//", "%")
KNOWN = ("2", "1/2", "-3", "0.75", "4/3", "0")
SECONDS = 5  # for the searches of one rule
FUNCTIONS = ("abs", "floor", "ceil", "numerator", "denominator")


def _number(chance: random.Random, depth: int) -> str:
    """A random expression whose value is a number or blank."""
    kind = chance.random()
    if depth == 0 or kind < 0.15:
        return f"number[{chance.randrange(3)}]" if chance.random() < 0.7 else f"({chance.choice(KNOWN)})"
    if kind < 0.6:
        return f"({_number(chance, depth - 1)} {chance.choice(SIGNS)} {_number(chance, depth - 1)})"
    if kind < 0.75:
        name = chance.choice(FUNCTIONS)
        return f"{name}({_number(chance, depth - 1)})"
    if kind < 0.85:
        name = chance.choice(("min", "max", "sum", "product"))
        return f"{name}([{_number(chance, depth - 1)}, {_number(chance, depth - 1)}, {_number(chance, 0)}])"
    if kind < 0.93:
        return f"{chance.choice(('sum', 'max', 'product'))}({_number(chance, 0)} / x for x in number)"
    return f"(-{_number(chance, depth - 1)})"


def _rule(chance: random.Random) -> str:
    signs = chance.choice(("==", "==", "!=", "<", "<=", ">", ">="))
    return f"{_number(chance, 2)} {signs} {_number(chance, chance.choice((0, 0, 2)))}"


def _spec(chance: random.Random) -> Spec:
    board = f"gridwright: 1\ngrid: 1x3\nlayers:\n  number: {{values: {chance.choice(BOARDS)}}}\n"
    return load_text(f"{board}rules:\n  - rule: |\n      {_rule(chance)}\n", "random.yaml")


def _assert_agrees(spec: Spec, lazy: bool, engine: str, deadline: Deadline = NO_DEADLINE) -> None:
    grids = list(assignments(spec))
    inside, outside = told_apart(spec, grids=grids)
    puzzle = compile_spec(spec, lazy=lazy)
    assert not disagreements(puzzle, inside, outside, engine, deadline), spec.source
    assert not list(faults(spec, grids, lazy=lazy)), spec.source


def _compared(seed: int, number: int, record_property: RecordProperty) -> int:
    """How many of so many random rules could be compared; what is a mistake for some values is not, nor what takes too long."""
    chance = random.Random(seed)
    compared = 0
    for _ in range(number):
        try:
            spec = _spec(chance)
            for grid in assignments(spec):
                accepts(spec, grid)
            compile_spec(spec)
        except SpecError:
            continue
        engine, lazy = chance.choice(WAYS)
        try:
            _assert_agrees(spec, lazy, engine, Deadline(SECONDS))
        except (GaveUp, OutOfTime):
            left_out(record_property, f"{engine} gave up after {SECONDS} s")
            continue
        compared += 1
    return compared


@pytest.mark.slow
def test_random_comparisons(record_property: RecordProperty) -> None:
    """With all engines, lazily and eagerly; every clause keeps every solution."""
    assert _compared(2, 40, record_property) > 20


@pytest.mark.parametrize(
    ("values", "rule"),
    [
        ("[1/2, 3]", "max_assignment([[number[r1c1], 2], [number[r1c2], 5/2]]) == 11/2"),
        ("[-1/2, 3], blank: true", "min_assignment([[number[r1c1], 2], [1, number[r1c2] / 3]], product=true) == 1/12"),
    ],
)
def test_beside_other_functions(values: str, rule: str) -> None:
    """Fractions among what other functions combine."""
    spec = load_text(f"gridwright: 1\ngrid: 1x2\nlayers:\n  number: {{values: {values}}}\nrules:\n  - {rule}\n", "x.yaml")
    assert not compile_spec(spec).fallback_instances
    for lazy in (True, False):
        _assert_agrees(spec, lazy, "clasp")
