"""The constraints that the audit compares clauses with: they hold on a grid exactly if the judge does not find them broken."""

from __future__ import annotations

import random

import pytest
from function_rules import SECTIONS
from gridwright.compiler.compile import lower
from gridwright.compiler.loader import load_text
from gridwright.compiler.values import BLANK
from gridwright.runtime.judging.judge import Assignment, violations
from gridwright.runtime.proofs.check.constraints import Cells, constraints

RULES: dict[str, list[str]] = {}
for board, rule in dict.fromkeys(each for rules in SECTIONS.values() for each in rules):
    RULES.setdefault(board, []).append(rule)

HEAD = "gridwright: 1\ngrid: 2x3\nlayers: {number: {values: 1..3, blank: true}}\n"
LOOPS = """gridwright: 1
grid: 2x3
layers: {number: {values: 1..3, blank: true}}
givens: {number: {r1c1: 2}}
clues:
  size: |
    . 2 .
    1 . 3
define: {more(a): "number[a] != blank and number[a] > 1"}
rules:
  - for: line in rows
    if: number[line[0]] != blank
    rule: distinct(number[line])
  - for: c in cells if c.row == 1 for d in cells
    let: {low: "number[d] == 1"}
    if: c.column < d.column and not low
    rule: more(c) or number[d] != number[c]
  - for: c in cells if c.column == 1 for c in neighbors(c)
    rule: more(c)
  - for: n, m in [(number[r1c1], number[r2c1]), (number[r1c2], number[r2c2])]
    if: n != blank and m != blank
    rule: n != m
  - for: clue in size
    rule: count(more(c) for c in neighbors(clue.cell)) <= clue.value
"""


def rows(board: str, rules: list[str]) -> str:
    """A spec of rules."""
    return f"gridwright: 1\n{board}rules:\n" + "".join(f"  - rule: |\n      {rule}\n" for rule in rules)


@pytest.mark.cases(quick=1)
@pytest.mark.parametrize("text", [*(rows(*each) for each in RULES.items()), LOOPS], ids=range(len(RULES) + 1))
def test_constraints_hold_as_the_judge_says(text: str) -> None:
    """What is not broken holds, on random grids, and what it reads decides that alone."""
    spec = load_text(text)
    module = lower(spec)
    every = list(constraints(spec, module))  # used on all grids: nothing of one may be left on the next
    source = random.Random(text)
    for _ in range(3 if text != LOOPS else 200):
        grid: Assignment = {
            (layer.grid, layer.name): tuple(
                source.choice([*layer.values, *([BLANK] if layer.blank else [])]) for _ in layer.places
            )
            for layer in spec.layers
        }
        broken = {(violation.span, violation.bindings) for violation in violations(spec, grid)}
        spans = {span for span, _ in broken}
        for each, assertion in zip(every, module.assertions, strict=True):
            reads: Cells = {}
            holds = each.holds(grid, reads)
            is_twice = each.span.text == "more(c)"  # whose loops use a name twice
            if assertion.origin.kind == "given" or not assertion.origin.scope.is_known() or is_twice:  # all instances are one
                assert holds == (each.span not in spans), each.span
            else:
                assert holds == ((each.span, assertion.origin.bindings) not in broken), each.span
            assert each.holds(_changed(grid, reads, source), {}) == holds, each.span


def _changed(grid: Assignment, reads: Cells, source: random.Random) -> Assignment:
    """A grid that is the same where a constraint reads it."""
    return {
        key: tuple(value if (*key, at) in reads else source.choice((1, True, BLANK, value)) for at, value in enumerate(values))
        for key, values in grid.items()
    }
