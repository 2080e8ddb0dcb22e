"""Values of terms on many grids at once: what each grid has by itself, and the clauses that it satisfies."""

from __future__ import annotations

import itertools
import random

import pytest
from gridwright.compiler.ir.evaluation import evaluate, topological_order
from gridwright.compiler.ir.term import Term
from gridwright.compiler.language.budget import NO_DEADLINE
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.runtime.proofs.check.audit_grids import AuditGrids, Changes, share
from gridwright.runtime.proofs.check.constraints import cell_of
from gridwright.runtime.proofs.check.term_values import StatedClauses, TermValues
from gridwright.runtime.proofs.formula import Formula

HEAD = "gridwright: 1\ngrid: 1x3\nlayers: {number: {values: 1..3, blank: true}}\nrules:\n"
LOWERED = "  - count(number != blank) >= 2\n  - 'number[r1c1] == blank or number[r1c2] == blank or number[r1c1] < number[r1c2]'\n"
LOWERED += "  - number[r1c1] == 1 and number[r1c2] == 2 or number[r1c3] != 3\n"
EVALUATED = "  - sorted(number) != [1, 2, 3]\n"
MISTAKEN = "  - sorted(number) != [1, 2, 2]\n"


def made(rules: str, head: str = HEAD) -> tuple[Formula, AuditGrids, TermValues, list[Changes]]:
    """The formula of rules, and all grids of three cells."""
    spec = load_text(head + rules)
    formula = Formula(spec, NO_DEADLINE)
    grids = AuditGrids(spec.layers, [], 0)
    return formula, grids, TermValues(formula, grids), list(grids.all([("", "number", at) for at in range(3)]))


@pytest.mark.parametrize("start", [0, 63])
def test_values_are_those_of_each_grid(start: int) -> None:
    """Each term has on each grid the value that it has there alone, whatever the grid is that all are compared with."""
    formula, grids, _, every = made(LOWERED)
    grids = AuditGrids(formula.spec.layers, [grids.with_changes(every[start])], 0)
    values = TermValues(formula, grids)
    every = list(grids.all([("", "number", at) for at in range(3)]))
    stated = [each.term for each in formula.module.assertions if isinstance(each.term, Term)]
    order = topological_order([*formula.encoder.meanings, *stated])
    assert len({term.op for term in order}) > 4
    for batch in (every, every[7:9], every[:0]):
        differing, mistaken = values.differing(order, batch)
        assert not mistaken
        for at, changes in enumerate(batch):
            grid = grids.with_changes(changes)["", "number"]
            given = {term: grid[cell_of(term)[2]] for term in order if term.op == "unknown"}
            for term in order:
                value = differing.get(term, {}).get(at, values.usual[term])
                assert value == evaluate(term, given), (term.op, grid)


@pytest.mark.parametrize("rules", [LOWERED, EVALUATED, LOWERED + EVALUATED])
def test_which_grids_clauses_refuse(rules: str) -> None:
    """Clauses at random refuse the grids that satisfy them one literal after the other nowhere."""
    formula, grids, values, every = made(rules)
    source = random.Random(rules)
    order = topological_order(formula.encoder.meanings)
    truths = []
    for changes in every:
        differing, _ = values.differing(order, [changes])
        truths.append([bool(differing.get(term, {}).get(0, values.usual[term])) for term in formula.encoder.meanings])
    if EVALUATED in rules:
        (number,) = (at for at, term in enumerate(formula.encoder.meanings) if term.op == "evaluated")
        whole = [grids.with_changes(changes)["", "number"] for changes in every]
        assert [each[number] for each in truths] == [{*grid} != {1, 2, 3} for grid in whole]
    for _ in range(60):
        clauses = [
            tuple(source.choice((1, -1)) * source.randint(1, formula.variables) for _ in range(source.randint(1, 4)))
            for _ in range(source.randint(0, 3))
        ]
        refused = [
            at
            for at, true in enumerate(truths)
            if not all(any(true[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in clauses)
        ]
        assert StatedClauses(clauses, values).refused_grids(every) == refused
    assert StatedClauses([()], values).refused_grids(every) == list(range(len(every)))
    assert StatedClauses([], values).refused_grids(every) == []


def test_grids_on_which_evaluating_is_a_mistake() -> None:
    """They are told apart, and are never refused; the others are compared."""
    formula, grids, values, every = made(MISTAKEN, HEAD.replace("1..3", "[1, 2, red]"))
    (number,) = (at for at, term in enumerate(formula.encoder.meanings, 1) if term.op == "evaluated")
    term = formula.encoder.meanings[number - 1]
    _, mistaken = values.differing([term], every)
    mixed = {at for at, changes in enumerate(every) if len({*map(type, grids.with_changes(changes)["", "number"])}) > 1}
    assert 0 < len(mistaken) < len(every)
    assert mistaken <= mixed  # numbers and texts have no order
    assert {*StatedClauses([(number,), (-number,)], values).refused_grids(every)} == {*range(len(every))} - mistaken
    assert values.totals({term: [0, 5]}, every).keys() == {*range(len(every))} - mistaken


def test_a_limit_is_no_mistake() -> None:
    """Where evaluating takes too many steps nothing is known, and that is said."""
    formula, grids, _, every = made(EVALUATED)
    object.__setattr__(formula.spec.limits, "steps", 1)
    try:
        values = TermValues(formula, grids)
        with pytest.raises(SpecError, match="steps"):
            values.differing([term for term in formula.encoder.meanings if term.op == "evaluated"], every)
    finally:
        object.__setattr__(formula.spec.limits, "steps", 10**6)


def test_totals_of_values() -> None:
    """Each value has its factor, blank too, and one that has none adds nothing."""
    formula, grids, values, every = made(LOWERED)
    order = topological_order(formula.encoder.meanings)
    first, second, *_ = (term for term in order if term.op == "unknown")
    factors = {first: [7 * at for at, _ in enumerate(first.domain)], second: [-1] * len(list(second.domain))}
    for at, total in values.totals(factors, every).items():
        grid = grids.with_changes(every[at])["", "number"]
        assert total == 7 * [*first.domain].index(grid[cell_of(first)[2]]) - 1


def test_grids_are_written_as_changes() -> None:
    """All grids of some cells, and drawn ones: none twice, near one of the solutions, and others with another seed."""
    spec = load_text("gridwright: 1\ngrid: 1x4\nlayers: {x: {values: bool}, y: {values: 1..9}}\n")
    solutions = [{("", "x"): (True, False, True, False), ("", "y"): (at, 2, 3, 4)} for at in (1, 5)]
    grids = AuditGrids(spec.layers, solutions, 3)
    x, y = ("", "x", 0), ("", "y", 1)
    assert grids.count([x, y]) == 18
    found = [grids.with_changes(changes) for changes in grids.all([x, y])]
    assert [(grid["", "x"][0], grid["", "y"][1]) for grid in found] == [*itertools.product([False, True], range(1, 10))]
    assert all(grid["", "x"][1:] == (False, True, False) and grid["", "y"][2:] == (3, 4) for grid in found)
    assert {} in list(grids.all([x, y]))
    cells = [("", layer, at) for layer in "xy" for at in range(4)]
    drawn = list(grids.draw("a rule", cells, 20))
    whole = [grids.with_changes(changes) for changes in drawn]
    assert drawn[0] == {}
    assert len({tuple(grid.values()) for grid in whole}) == 21
    for grid in whole:
        others = [
            sum(one != another for layer in grid for one, another in zip(grid[layer], solution[layer], strict=True))
            for solution in solutions
        ]
        assert min(others) <= 4
    assert {grid["", "y"][0] for grid in whole} >= {1, 5}
    assert list(AuditGrids(spec.layers, solutions, 3).draw("a rule", cells, 20)) == drawn
    assert list(AuditGrids(spec.layers, solutions, 4).draw("a rule", cells, 20)) != drawn
    assert list(grids.draw("another", cells, 20)) != drawn


def test_grids_that_run_out() -> None:
    """Of a cell with two values there are two grids, however many are asked for; of no cell there is one."""
    spec = load_text("gridwright: 1\ngrid: 1x2\nlayers: {x: {values: bool}}\n")
    grids = AuditGrids(spec.layers, [], 0)
    assert grids.start == {("", "x"): (False, False)}
    assert list(grids.draw("a rule", [("", "x", 1)], 20)) == [{}, {("", "x", 1): True}]
    assert list(grids.draw("a rule", [], 20)) == [{}]


def test_how_many_grids_are_drawn() -> None:
    """Twenty beside the solution; fewer where a rule has many instances, but not less than six."""
    assert [share(number) for number in (1, 100, 101, 200, 300, 10**6)] == [20, 20, 19, 10, 6, 6]
