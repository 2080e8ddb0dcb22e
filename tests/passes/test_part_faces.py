"""Two connected sets along the faces of a board: the pass against every grid there is, and the solutions that engines find."""

from __future__ import annotations

import random

import pytest
from brute import assignments, solutions, visible
from gridwright.compiler.compile import lower
from gridwright.compiler.ir.module import Module, verify
from gridwright.compiler.ir.plane_faces import plane_faces
from gridwright.compiler.loader import load_text
from gridwright.compiler.passes.part_faces import part_faces
from gridwright.runtime.engines.engine_registry import ENGINES
from gridwright.runtime.solving.solve import solve
from instances import values_of
from test_multicut import holds

BOTH = "connected(shaded) and connected(not shaded)"
EDGE = "connected(shaded) and all(any({} for c in g) for g in groups(not shaded))"
COLOURS = "connected(colour == 'red') and connected(colour == 'blue')"
SHADED = "{shaded: {values: bool}}"
NUMBERS = " and ".join(f"connected(number == {value})" for value in range(4))
NUMBER = "{number: {values: 0..3}}"
CROSSING = " and ".join(f"connected(number {compare} {value})" for compare in ("==", "!=") for value in (0, 1))
THREE = "{number: {values: 0..2}}"
COLOUR = "{colour: {values: [red, green, blue]}}"

# board, layers, rule, assertions that are added: two for each corner of four cells and pair of sets, one for each rim
BOARDS = [
    ("2x3", SHADED, BOTH, 5),
    ("3x4", SHADED, BOTH, 13),
    ("{size: 3x4, holes: [r1c1, r3c4]}", SHADED, BOTH, 9),
    ("{size: 3x4, holes: [r2c2]}", SHADED, BOTH, 0),  # between r1c1, r1c2, r1c3 there is no corner of four cells
    ("{size: 3x3, holes: [r2c2]}", SHADED, BOTH, 0),
    ("{hex: [2, 3, 2]}", SHADED, BOTH, 1),
    ("{size: 3x4, wrap: rows}", SHADED, BOTH, 0),
    ("{size: 3x3, wrap: both}", SHADED, BOTH, 0),
    ("1x4", SHADED, BOTH, 0),
    ("3x4", SHADED, EDGE.format("len(neighbors(c)) < 4"), 12),
    ("3x3", SHADED, EDGE.format("c.column == 0"), 8),
    ("3x3", SHADED, EDGE.format("c in (r1c1, r2c2)"), 0),  # the further vertex cannot be drawn
    ("2x3", COLOUR, COLOURS, 4),
    ("2x3", NUMBER, NUMBERS, 0),  # each number has three disjoint sets beside it
    ("2x2", NUMBER, NUMBERS, 0),
    ("2x2", THREE, " and ".join(f"connected(number == {value})" for value in range(3)), 6),
    ("2x2", f"{SHADED[:-1]}, {NUMBER[1:]}", f"{BOTH} and {NUMBERS}", 2),  # shaded and numbers overlap
    ("2x2", THREE, CROSSING, 6),  # only three of the six pairs of sets are disjoint
    ("3x3", SHADED, "connected(shaded, by=touching) and connected(not shaded, by=touching)", 0),
    ("2x2", SHADED, "connected(shaded) and connected(shaded)", 0),
    ("2x3", SHADED, "connected(shaded) or connected(not shaded)", 0),
]


def added(before: Module, after: Module) -> int:
    """How many assertions the pass adds."""
    return len(after.assertions) - len(before.assertions)


@pytest.mark.cases(quick=1)
@pytest.mark.parametrize(("grid", "layers", "rule", "count"), BOARDS)
def test_every_grid(grid: str, layers: str, rule: str, count: int) -> None:
    """All assertions hold on a grid before the pass exactly if they do after it; engines find these grids."""
    spec = load_text(f"gridwright: 1\ngrid: {grid}\nlayers: {layers}\nrules:\n  - {rule}\n", "rule.yaml")
    module = lower(spec)
    after = verify(part_faces(module))
    assert added(module, after) == count
    grids = list(assignments(spec))
    for drawn_grid in random.Random(0).sample(grids, min(len(grids), 600)):
        assert holds(module, values_of(module, drawn_grid)) == holds(after, values_of(after, drawn_grid)), drawn_grid
    wanted = solutions(spec)
    for engine in ENGINES if len(wanted) <= 200 else ("clasp",):
        outcome = solve(spec, limit=len(wanted) + 1, engine=engine)
        assert {visible(spec, solution.grid) for solution in outcome.solutions} == wanted, engine
        assert outcome.complete


def grid_edges(height: int, width: int, gone: set[int]) -> list[tuple[int, int]]:
    """The edges of a board of squares without some of its cells."""
    right = [(at, at + 1) for at in range(height * width) if (at + 1) % width]
    down = [(at, at + width) for at in range((height - 1) * width)]
    return [edge for edge in (*right, *down) if gone.isdisjoint(edge)]


def test_rims() -> None:
    """A board with a hole has two rims; a torus, and two boards side by side, have no faces."""
    faces = plane_faces(grid_edges(7, 8, {27, 28}))
    assert faces is not None
    assert (len(faces.rings), sorted(map(len, faces.rims))) == (36, [10, 26])
    torus = [(5 * r + c, other) for r in range(5) for c in range(5) for other in (5 * r + (c + 1) % 5, 5 * ((r + 1) % 5) + c)]
    assert plane_faces(torus) is None
    assert plane_faces([*grid_edges(2, 2, set()), *((a + 9, b + 9) for a, b in grid_edges(2, 2, set()))]) is None
    assert plane_faces([(a, b) for b in range(5) for a in range(b)]) is None
    assert plane_faces([]) is None
