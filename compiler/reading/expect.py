"""`expect`: what the author says comes out."""

from __future__ import annotations

from ..diagnostics import Code, Collector, did_you_mean
from ..geometry.board import Board
from ..source import Mapping, Node, Scalar
from ..spec import Expected, Grids, Layer
from ..values import BLANK, Value
from .data import read_data
from .layers import read_givens

Solution = dict[tuple[str, str], tuple[Value, ...]]


def read_expected(node: Node | None, grids: Grids, collector: Collector) -> Expected:
    """The claims about answer, number of solutions and solution."""
    if not isinstance(node, Mapping):
        return Expected()
    answer, count, solution = node.get("answer"), node.get("solutions"), node.get("solution")
    number: int | None = 1
    if isinstance(count, Scalar):
        number = None if count.text == "any" else count.value if isinstance(count.value, int) else 1
    return Expected(
        answer=None if answer is None else read_data(answer),
        solutions=number,
        solution=_solution(solution, grids, collector) if isinstance(solution, Mapping) else None,
        span=node.span,
    )


def _solution(node: Mapping, grids: Grids, collector: Collector) -> Solution:
    """The layers that are written out, by grid and name; with several grids under each grid's name."""
    found: Solution = {}
    by_grid = [(grid, node.get(grid.name)) for grid in grids] if len(grids) > 1 else [(grids[0], node)]
    known = [grid.name for grid in grids] if len(grids) > 1 else [layer.name for layer in grids[0].layers]
    for key, _ in node.items:
        if key.text not in known:
            collector.add(
                Code.UNKNOWN_KEY, f"there is no `{key.text}` to expect", key.span, help=did_you_mean(key.text, known)
            )
    for grid, part in by_grid:
        if not isinstance(part, Mapping):
            continue
        for key, written in part.items:
            layer = next((layer for layer in grid.layers if layer.name == key.text), None)
            if layer is not None:
                found[grid.name, layer.name] = _values(written, layer, grid.board, collector)
    return found


def _values(node: Node, layer: Layer, board: Board, collector: Collector) -> tuple[Value, ...]:
    """The values of a layer; where nothing is written blank, or none where the layer cannot be blank: it is not said."""
    values: list[Value] = [BLANK if layer.blank else None] * len(layer.places)
    for given in read_givens(node, layer, board, collector):
        values[given.position] = given.value
    return tuple(values)
