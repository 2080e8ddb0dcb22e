"""Extremes under conditions: how many clauses they take, and a puzzle of them. `functions.md` tests that they are right."""

from __future__ import annotations

import time

import pytest
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.loader import load_text
from gridwright.runtime.solving.solve import solve

NUMBERS = "  number: {values: 1..5}\n"
EIGHT = "  number: {values: 1..8}\n"
SHADED = NUMBERS + "  shaded: {values: bool}\n"
NEAREST = "all(min(distance(c, d) for d in cells if d != c and number[d] == number[c]) == number[c] for c in cells)"

# On 8x8. With a table for each two numbers six of them came to between 1,100,000 and 2,400,000 clauses on 10x10.
FEW_CLAUSES = {
    "nearest equal number": (NUMBERS, NEAREST, 6_000),
    "nearest, with a number for none": (
        NUMBERS,
        "all(min([distance(c, d) if number[d] == number[c] else 99 for d in cells if d != c]) == number[c] for c in cells)",
        6_000,
    ),
    "nearest shaded cell": (
        SHADED,
        "all(min(distance(c, d) for d in cells if shaded[d]) == number[c] for c in cells if not shaded[c])",
        12_000,
    ),
    "furthest shaded cell": (
        SHADED,
        "all(max(distance(c, d) for d in cells if shaded[d] and d != c) >= number[c] for c in cells)",
        12_000,
    ),
    "nearer than": (
        SHADED,
        "all(min(distance(c, d) for d in cells if shaded[d] and d != c) < max(distance(c, d) for d in cells if number[d] == 1)"
        " for c in cells)",
        22_000,
    ),
    "sum of distances": (
        NUMBERS,
        "sum(min(distance(c, d) for d in cells if d != c and number[d] == number[c]) for c in cells) == 90",
        45_000,
    ),
    "number in the first shaded cell": (
        SHADED,
        "all(number[first(d for d in cells if shaded[d] and d != c)] == number[c] for c in cells if shaded[c])",
        60_000,
    ),
    "highest of lines": (EIGHT, "all(max(number[row]) == max(number[column]) for row, column in zip(rows, columns))", 6_000),
    "how often the highest": (EIGHT, "all(count(number[c] == max(number[row]) for c in row) == 2 for row in rows)", 7_000),
    "place of the highest": (EIGHT, "all(max(row, key=lambda c: number[c]).column == row[0].row for row in rows)", 8_000),
    "number of the nearest": (
        SHADED,
        "all(number[min((d for d in cells if shaded[d] and d != c), key=lambda d: distance(c, d))] > number[c] for c in cells)",
        70_000,
    ),
    "largest assignment": (EIGHT, "max_assignment([number[row[:5]] for row in rows[:5]]) == 30", 4_000),
}


@pytest.mark.slow
@pytest.mark.parametrize("said", FEW_CLAUSES.values(), ids=FEW_CLAUSES)
def test_few_clauses(said: tuple[str, str, int]) -> None:
    """They grow with the numbers that are compared, and not with all pairs of values; nothing is left to the general lemma."""
    layers, rule, most = said
    puzzle = compile_spec(load_text(f'gridwright: 1\ngrid: 8x8\nlayers:\n{layers}rules:\n  - "{rule}"\n'))
    assert not puzzle.fallback_instances
    assert sum(1 for part in puzzle.parts for _ in part.clauses()) <= most


GIVENS = """\
    . 3 4 . . . . 2 . 1
    2 . . 2 . . 4 . 3 2
    . . . . 3 2 . . 1 .
    . 3 . 1 1 . . 2 . .
    . . 1 . 2 . . . . 5
    . 2 1 3 . . . 2 3 .
    . 5 . . . 2 . . . .
    . 3 2 . . . 4 . . 2
    2 . . . 3 . . . 1 3
    . . . . . 2 . . 5 4
"""
SPELT = {
    "in one rule": f"  - {NEAREST}\n",
    "number by number": """\
  - for: c in cells for k in 1..5
    if: number[c] == k
    rule: min(distance(c, d) for d in cells if d != c and number[d] == k) == k
""",
    "by the nearest cell": """\
  - for: c in cells
    rule: "distance(c, min((d for d in cells if d != c and number[d] == number[c]), key=lambda d: distance(c, d))) == number[c]"
""",
}


@pytest.mark.slow
@pytest.mark.parametrize("rules", SPELT.values(), ids=SPELT)
def test_nearest_equal_numbers(rules: str) -> None:
    """On 10x10, the nearest cell with the number k is k steps away: proved to be unique in a few seconds of work."""
    before = time.process_time()
    outcome = solve(load_text(f"gridwright: 1\ngrid: 10x10\nlayers:\n{NUMBERS}givens:\n  number: |\n{GIVENS}rules:\n{rules}"))
    assert len(outcome.solutions) == 1
    assert outcome.complete
    assert time.process_time() - before < 15
