"""Sets that can be few are compared by what they are: the same grids satisfy a module before and after."""

from __future__ import annotations

import random

import pytest
from brute import assignments, solutions, visible
from gridwright.compiler.compile import compile_spec, lower
from gridwright.compiler.ir.evaluation import evaluate
from gridwright.compiler.ir.module import Module, verify
from gridwright.compiler.ir.network import Graph
from gridwright.compiler.ir.term import Term
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.passes.encode_set_placements import _connected_sets, encode_set_placements
from gridwright.compiler.values import Value
from gridwright.runtime.engines.engine_registry import ENGINES
from gridwright.runtime.solving.solve import solve
from instances import values_of
from ways import THOROUGH

BOARDS = [
    ("2x5", "a a a b b\n      a a b b b"),
    ("3x3", "a a b\n      a b b\n      a b b"),
    ("5x2", "a a\n      a b\n      a b\n      b b\n      b b"),
]
SIZES = [
    "count({of}[rooms[0]]) == {a} and connected({of}[rooms[0]])",
    "count({of}[rooms[1]]) == {b} and connected({of}[rooms[1]])",
]
SHAPES = ["not same_shape({of}[rooms[0]], {of}[rooms[1]]{how})", "same_shape({of}[rooms[0]], {of}[rooms[1]]{how})"]
FURTHER = ["no_full_block(shaded)", "connected(shaded)", "shaded[r1c1]", "not shaded[r2c2]", "shaded[r1c2] or not {shape}"]


def spec_of(seed: int) -> Spec:
    """A random spec with two rooms whose shaded, or white, cells are compared."""
    chance = random.Random(seed)
    board, rooms = chance.choice(BOARDS)
    of = chance.choice(["shaded", "(not shaded)"])
    how = chance.choice(["", ", rotate=false", ", reflect=false", ", rotate=false, reflect=false"])
    a = chance.randint(1, 4)
    words = {"of": of, "how": how, "a": a, "b": a if chance.random() < 0.8 else chance.randint(1, 4)}
    shape = chance.choice(SHAPES).format(**words)
    rules = [*SIZES, shape if chance.random() < 0.8 else "true", *chance.sample(FURTHER, chance.randint(0, 2))]
    text = f"gridwright: 1\nuse: [no_full_block]\ngrid: {board}\nareas:\n  rooms: |\n      {rooms}\n"
    text += "layers: {shaded: {values: bool}}\nrules:\n"
    return load_text(text + "".join(f"  - rule: |\n      {rule.format(shape=shape, **words)}\n" for rule in rules), "rule.yaml")


def holds(module: Module, values: dict[Term, Value]) -> bool:
    """Whether all assertions hold on a grid."""
    return all(
        evaluate(assertion.term, values, values) if isinstance(assertion.term, Term) else assertion.term
        for assertion in module.assertions
    )


@pytest.mark.cases(quick=4, ci=12)
@pytest.mark.parametrize("seed", range(48 * THOROUGH))
def test_laid_says_the_same(seed: int) -> None:
    """On every grid all assertions hold before the pass exactly if they do after it."""
    spec = spec_of(seed)
    module = lower(spec)
    after = verify(encode_set_placements(module))
    for grid in assignments(spec):
        values = values_of(module, grid)
        assert holds(module, values) == holds(after, values), grid


@pytest.mark.parametrize("engine", ENGINES)
def test_solutions_are_those_of_brute_force(engine: str) -> None:
    """What is compared so is solved as by brute force, and no set is turned or moved while solving."""
    spec = spec_of(3)
    outcome = solve(spec, limit=1_000, engine=engine)
    assert outcome.complete
    assert {visible(spec, solution.grid) for solution in outcome.solutions} == solutions(spec)
    assert any(term.op == "fits" for term in lower(spec).reachable_terms())
    assert not any(term.op == "fits" for term in encode_set_placements(lower(spec)).reachable_terms())
    assert any(term.op == "fits" for term in compile_spec(spec, passes=False).module.reachable_terms())


def test_connected_sets_are_gone_through_once() -> None:
    """Of 3 by 3 cells there are 218 connected sets (OEIS A059525)."""
    cells = [(row, column) for row in range(3) for column in range(3)]
    edges = [
        (a, b, -1) for a in range(9) for b in range(a) if sum(abs(x - y) for x, y in zip(cells[a], cells[b], strict=True)) == 1
    ]
    connected = [frozenset(some) for some in _connected_sets(Graph(9, tuple(edges)), 9)]
    assert len(connected) == len({*connected}) == 218
