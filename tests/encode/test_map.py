"""Tables as clauses: with what is asserted of a result, just those arguments are left that have it."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from gridwright.compiler.compile import lower
from gridwright.compiler.encode.encode_module import encode
from gridwright.compiler.encode.operations import map as encoding
from gridwright.compiler.encode.pb_to_cnf import as_clauses
from gridwright.compiler.ir.term import Table, Variable
from gridwright.compiler.loader import load_text
from pysat.solvers import Cadical195

SPEC = """\
gridwright: 1
title: A few numbers
grid: 1x{size}
layers:
  number: {{values: 0..2}}
rules:
  - sum(number) >= 1
"""


def mixed(*values: int) -> int:
    """A function whose result no argument alone excludes."""
    return sum((at + 1) * value * value for at, value in enumerate(values)) % 4


@pytest.mark.parametrize("few", [encoding.FEW, 0], ids=["for each", "for the fewest"])
@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("result", range(4))
def test_result_excludes_others(size: int, result: int, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three arguments, no clause about one of them with its result says which results go with all three."""
    monkeypatch.setattr(encoding, "FEW", few)
    spec = load_text(SPEC.format(size=size))
    module = lower(spec)
    unknowns = [module.terms.unknown(Variable(spec.layers[0], at)) for at in range(size)]
    wanted = module.terms.equals(module.terms.map(Table("mixed", mixed), unknowns), result)
    problem = encode(replace(module, assertions=(replace(module.assertions[0], term=wanted),)))
    solver = Cadical195(bootstrap_with=[list(clause) for clause in problem.clauses()])
    fresh = itertools.count(problem.size + 1)
    for constraint in problem.sums():
        for clause in as_clauses(constraint, lambda: next(fresh)):
            solver.add_clause(list(clause))
    for values in itertools.product(range(3), repeat=size):
        assumed = [place.literals[values[variable.position]] for variable, place in problem.places.items()]
        assert solver.solve(assumptions=assumed) == (mixed(*values) == result), values
