"""What a solver of rules' instances says they imply is what all grids show that keep to them."""

from __future__ import annotations

import functools
import random

import pytest
from brute import accepted
from gridwright.compiler.compile import lower
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import NO_DEADLINE
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.values import Value
from gridwright.runtime.engines.engine_registry import AUTO
from gridwright.runtime.solving.progress import Progress
from gridwright.runtime.steps.group_solver import GroupSolver, Workshop
from gridwright.runtime.steps.knowledge import Knowledge, bits
from gridwright.runtime.steps.rule_instance import rule_instances

RULES = [
    "count(x == 2) == 2",
    "count(x != blank) == 3",
    "x[r1c1] == 1 or x[r2c3] == 3",
    "any(x[c] == 2 for c in rows[0]) and x[r2c1] != 4",
    "not (x[r1c1] == 1 or x[r1c2] == blank) and x[r2c2] == 2",
    "count(x == 3) == count(x == 1)",
    "x[r1c1] == x[r2c1] and count(x == 4) == 1",
    "sum(x) == 5",
]


@functools.cache
def _spec_and_grids(rule: str) -> tuple[Spec, list[tuple[Value, ...]]]:
    """Return a spec with a rule, and the grids that keep to it."""
    spec = load_text(f"gridwright: 1\ngrid: 2x3\nlayers: {{x: {{values: 1..4, blank: true}}}}\nrules:\n  - {rule}\n")
    return spec, [tuple(solution["", "x"]) for solution in accepted(spec)]


def _solver(spec: Spec) -> tuple[dict[Variable, tuple[Value, ...]], GroupSolver]:
    """Return the values of each place, and a new solver of the rule."""
    module = lower(spec, independently=True)
    values = {variable: tuple(module.terms.unknown(variable).domain) for variable in module.variables}
    shop = Workshop(module.terms, values, AUTO, 0, NO_DEADLINE, NO_DEADLINE, Progress())
    return values, shop.group(rule_instances(module))


@pytest.mark.cases(quick=1)
@pytest.mark.parametrize("rule", RULES)
def test_implications(rule: str) -> None:
    """At random moments, also those that were there before with other values that the rule does not tell apart."""
    spec, grids = _spec_and_grids(rule)
    values, solver = _solver(spec)
    chance = random.Random(rule)
    contradictions = removals = 0
    for _ in range(150):
        knowledge = Knowledge.nothing(values)
        batch = knowledge.begin(None)
        for variable in chance.sample(sorted(values, key=str), chance.randint(1, 6)):
            kept = chance.sample(range(5), chance.choice((1, 2, 2, 3)))
            knowledge.exclude(batch, variable, 31 - sum(1 << at for at in kept))
        possible = [
            {values[variable][at] for at in bits(knowledge.possible[variable])}
            for variable in sorted(values, key=lambda variable: variable.position)
        ]
        agreeing = [grid for grid in grids if all(value in left for value, left in zip(grid, possible, strict=True))]
        implied = solver.implications(knowledge)
        assert implied.contradicts == (not agreeing)
        for variable in solver.places if agreeing else ():
            shown = {grid[variable.position] for grid in agreeing}
            removed = {values[variable][at] for at in bits(implied.removed.get(variable, 0))}
            assert removed == possible[variable.position] - shown
            removals += bool(removed)
        contradictions += implied.contradicts
    assert contradictions and removals


@pytest.mark.cases(quick=1)
@pytest.mark.parametrize("rule", RULES[:3])
def test_values_that_are_not_told_apart(rule: str) -> None:
    """A rule that holds with one of these values of a place holds with each of them."""
    spec, grids = _spec_and_grids(rule)
    values, solver = _solver(spec)
    keeping = {*grids}
    alike = 0
    for variable in solver.places:
        at = variable.position
        for possible in range(1, 32):
            if solver.tells_apart(variable, possible):
                continue
            alike += possible.bit_count() > 1
            group = [values[variable][number] for number in bits(possible)]
            assert all((*grid[:at], value, *grid[at + 1 :]) in keeping for grid in grids if grid[at] in group for value in group)
    assert alike
