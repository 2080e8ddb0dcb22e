"""What no grid changes in a rule, evaluated once: constraints hold on the same grids as without that."""

from __future__ import annotations

import random

import pytest
from function_rules import SECTIONS
from gridwright.compiler.language.budget import Budget
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.rule_instances import holds
from gridwright.compiler.language.spec import Layer
from gridwright.compiler.loader import load_text
from gridwright.compiler.values import BLANK, Value
from gridwright.runtime.judging.judge import Assignment
from gridwright.runtime.proofs.check.constraints import Unrolled, constraints

HEAD = """gridwright: 1
grid: 2x3
layers: {number: {values: 1..3, blank: true}, shaded: {values: bool}}
define: {there(a): "[c for c in cells if c.row >= a.row]"}
rules:
"""
RULES: dict[str, list[str]] = {}
for board, rule in dict.fromkeys(each for rules in SECTIONS.values() for each in rules):
    RULES.setdefault(board, []).append(rule)
SETTLED = {
    "count(number[[c for c in cells if c.row == 1]] == 2) == 1 + 1": ["[c for c in cells if c.row == 1]", "1 + 1"],
    "any(number[c] == len(there(c)) for c in cells)": ["cells"],
    "sum(number[c] for c in cells if c in there(r2c1)) in 2..(4 + 1)": ["2..(4 + 1)", "cells", "there(r2c1)"],
    "fold(lambda s, v: s + len(cells), 0, number) < 9": ["len(cells)"],
    "[c for c in cells if shaded[c]] == []": ["[]", "cells"],
    "shaded[r1c1] or [c.row for c in cells if 1 < 2][0] == number[r1c2]": [
        "r1c1",
        "[c.row for c in cells if 1 < 2][0]",
        "r1c2",
    ],
    "shaded[r1c1] or len(cells[9:]) == 0 or len(3) == 1": ["r1c1", "len(cells[9:]) == 0"],
}


def rows(board: str, rules: list[str]) -> str:
    """A spec of rules."""
    return f"gridwright: 1\n{board}rules:\n" + "".join(f"  - rule: |\n      {rule}\n" for rule in rules)


@pytest.mark.parametrize("board", RULES, ids=range(len(RULES)))
def test_nothing_else_holds(board: str) -> None:
    """Every rule of every function holds on the same grids whether something is settled or not."""
    spec = load_text(rows(board, RULES[board]))
    source = random.Random(board)
    for _ in range(3):
        grid: Assignment = {
            (layer.grid, layer.name): tuple(
                source.choice([*layer.values, *([BLANK] if layer.blank else [])]) for _ in layer.places
            )
            for layer in spec.layers
        }

        def read(layer: Layer, position: int, grid: Assignment = grid) -> Value:
            return grid[layer.grid, layer.name][position]

        for each in constraints(spec):
            if isinstance(each.of, Unrolled):
                found = holds(each.of.instance, Interpreter(read, budget=Budget("a rule", None)))
                assert found == each.holds(grid), (str(each), each.of.instance.rule.expression.span.text)


@pytest.mark.parametrize("rule", SETTLED)
def test_what_is_settled(rule: str) -> None:
    """The largest expressions without cells are settled; fields, functions, what is bound inside and what fails are not."""
    (only,) = constraints(load_text(f"{HEAD}  - rule: |\n      {rule}\n"))
    assert isinstance(only.of, Unrolled)
    assert sorted({node.span.text for node in only.of.constants}) == sorted(SETTLED[rule])
