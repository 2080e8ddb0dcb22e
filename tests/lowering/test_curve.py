"""Curves counted: as many loops and paths are found as others have counted, and what is inside is what a flood does not reach."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from gridwright.compiler.geometry.places import Border, Cell, Corner
from gridwright.compiler.geometry.plane import ends
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.runtime.engines.engine_registry import ENGINES
from gridwright.runtime.solving.outcome import Outcome
from gridwright.runtime.solving.solve import solve

# Cycles in the graph of a rectangle of points, and self-avoiding paths from corner to corner of a square (OEIS A231829, A007764).
LOOPS = {"2x2": 13, "2x3": 40}
PATHS = {"2x2": 12, "3x3": 184}


def found(size: str, rule: str, engine: str) -> tuple[Spec, Outcome]:
    """All solutions of a rule over the borders of a board."""
    spec = load_text(f"gridwright: 1\ngrid: {size}\nlayers:\n  side: {{over: borders, values: bool}}\nrules:\n  - {rule}\n")
    return spec, solve(spec, limit=1000, engine=engine)


@pytest.mark.cases(ci=4)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("size", "number"), LOOPS.items())
def test_loops(size: str, number: int, engine: str) -> None:
    """There are as many loops as are known, and each encloses what a flood from outside does not reach."""
    spec, outcome = found(size, "loop(side)", engine)
    assert outcome.complete
    assert outcome.count == number
    layer = spec.grids[0].layers[0]
    for solution in outcome.solutions[:: max(1, number // 8)]:
        drawn = [place for place, value in zip(layer.places, solution.grid["", "side"], strict=True) if value]
        assert_inside(spec, drawn)


def assert_inside(spec: Spec, drawn: Sequence[Border]) -> None:
    """Assert that the cells and corners inside are those that a flood from outside does not reach."""
    board = spec.grids[0].board
    given = ", ".join(f"{place}: {'true' if place in drawn else 'false'}" for place in board.borders)
    asked: list[Cell | Corner] = [*board.cells, *board.corners]
    named = [*(str(cell) for cell in board.cells), *(f"corners[{at}]" for at in range(len(board.corners)))]
    listed = ", ".join(f"inside(side, {name})" for name in named)
    spec_of_border = load_text(
        f"gridwright: 1\ngrid: {board.height}x{board.width}\nlayers:\n  side: {{over: borders, values: bool}}\n"
        f"givens:\n  side: {{{given}}}\nrules:\n  - true\nanswer: '[{listed}]'\n"
    )
    (answer,) = (solution.answer for solution in solve(spec_of_border).solutions)
    assert answer == [_is_enclosed(place, drawn) for place in asked]


def _is_enclosed(place: Cell | Corner, drawn: Sequence[Border]) -> bool:
    """Whether a flood from a place stays on the board; it starts from the cells at a corner, and on the curve not at all."""
    if isinstance(place, Corner):
        if any(place in (ends(border) or ()) for border in drawn) or len(place.cells) < 4:
            return False
        place = place.cells[0]
    reached = [place]
    for cell in reached:
        for border in cell.borders:
            if border in drawn:
                continue
            if len(border.cells) == 1:
                return False
            reached += [other for other in border.cells if other not in reached]
    return True


@pytest.mark.parametrize(("size", "number"), PATHS.items())
def test_paths(size: str, number: int) -> None:
    """There are as many paths from corner to corner as are known."""
    _, outcome = found(size, "path(side, corners[0], corners[-1])", "z3")
    assert outcome.complete
    assert outcome.count == number


def test_paths_with_ends_to_be_found() -> None:
    """Between all pairs of cells, one from each cell to itself included, as many as stepping from cell to cell finds."""
    spec = load_text(
        "gridwright: 1\ngrid: 2x3\nlayers:\n  line: {over: links, values: bool}\n  head: {over: grid, values: cells}\n"
        "  tail: {over: grid, values: cells}\nrules:\n  - path(line, head, tail)\n"
    )
    outcome = solve(spec, limit=1000)
    board = spec.grids[0].board
    assert outcome.complete
    assert outcome.count == sum(_paths(first, last, [first]) for first in board.cells for last in board.cells)


def _paths(here: Cell, last: Cell, met: list[Cell]) -> int:
    if here is last:
        return 1
    return sum(_paths(cell, last, [*met, cell]) for cell in here.board.neighbors(here) if cell not in met)
