"""Sums whose bounds leave little: compared with brute force, and found and proved with few conflicts by every engine."""

from __future__ import annotations

import pytest
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.loader import load_text
from gridwright.runtime.engines.engine_registry import ENGINES
from gridwright.runtime.solving.solve import solve
from ways import assert_agree

HEAD = "gridwright: 1\ngrid: {}\nlayers:\n  n: {{values: {}}}\nrules:\n"

# What a summand can be: a number with few values, with gaps, blank, of both signs, chosen by a condition, in bits.
MEANINGS = [
    ("1x3", "1..4", "sum(n) == 11"),
    ("1x3", "[1, 4, 6]", "5 <= sum(n) <= 8"),
    ("1x3", "-2..2", "sum(n) >= 5"),
    ("1x3", "1..3, blank: true", "sum(n) == 8"),
    ("1x3", "-1..2, blank: true", "sum(n) <= -2"),
    ("1x3", "1..4", "n[r1c1] - 2 * n[r1c2] + n[r1c3] == 6"),
    ("1x3", "1..4", "sum(n) != 12"),
    ("2x2", "1..3", "sum(n[c] if n[c] != 2 else 0 for c in cells) == 10"),
    ("2x2", "1..3", "sum(n[c] * n[c] for c in cells) - n[r1c1] >= 30"),
    ("2x2", "1..3", "sum(n) == 12 or n[r1c1] == 1 and sum(n) == 4"),
    ("1x2", "1..300", "n[r1c1] - n[r1c2] == 297"),
    ("1x3", "1..9", "sum(n) == 6"),  # the first eighth of the range, where one sum states both bounds
    ("1x3", "1..5, blank: true", "1 <= sum(n) <= 3"),
    ("1x3", "1..5", "sum(n) == 3 or n[r1c1] > 1"),
]


@pytest.mark.cases(ci=5)
@pytest.mark.parametrize(("grid", "values", "rule"), MEANINGS)
def test_meaning(grid: str, values: str, rule: str) -> None:
    """Every engine, every clause and every sum agree with plain evaluation."""
    assert_agree(load_text(HEAD.format(grid, values) + f"- {rule}\n"))


# Searches that did not end when literals of values were added up: board, values, rules, solutions.
TIGHT = [
    ("4x4", "1..9", ["sum(n) == 144"], 1),
    ("3x3", "1..9", ["sum(n) == 81"], 1),
    ("4x4", "1..9", ["sum(n) == 16"], 1),
    ("4x4", "1..9", ["sum(n) >= 143"], 17),
    ("4x4", "1..9", ["sum(n) == 17"], 16),
    ("4x4", "1..9", ["all(n != 9)", "sum(n) == 128"], 1),
    ("4x4", "1..9", ["sum(-n[c] for c in cells) == -144"], 1),
    ("4x4", "1..9", ["sum(n[c] if n[c] != 4 else 0 for c in cells) == 144"], 1),
    ("4x4", "1..9, blank: true", ["sum(n) == 144"], 1),
    ("4x4", "1..1000", ["sum(n) == 16000"], 1),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("grid", "values", "rules", "solutions"), TIGHT)
def test_tight_sums(engine: str, grid: str, values: str, rules: list[str], solutions: int) -> None:
    """What the other summands leave for one of them is propagated, so such a search is short, whoever searches."""
    spec = load_text(HEAD.format(grid, values) + "".join(f"- {rule}\n" for rule in rules))
    outcome = solve(spec, limit=100, engine=engine, deadline=Deadline(20))
    assert (outcome.complete, outcome.count) == (True, solutions)
