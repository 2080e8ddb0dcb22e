"""`areas`: kinds of areas, each a picture with one label for each area, or a mapping or list of areas."""

from __future__ import annotations

from ..geometry.area import Area, AreaKind
from ..geometry.board import Board
from ..syntax.diagnostics import Code, Collector
from ..syntax.yaml_nodes import Mapping, Node, Scalar, Sequence
from .pictures import read_picture
from .places import read_cells


def read_kind(name: str, node: Node, board: Board, collector: Collector) -> AreaKind:
    """Return one kind of areas, in the order written; those of a picture by first appearance."""
    if isinstance(node, Scalar):
        return AreaKind(name, _from_picture(node, board, collector))
    if isinstance(node, Mapping):
        found = [read_cells(area, board, collector, key.text) for key, area in node.items]
    else:
        assert isinstance(node, Sequence)
        found = [read_cells(area, board, collector, str(number)) for number, area in enumerate(node.items, 1)]
    return AreaKind(name, tuple(area for area in found if area is not None), is_list=isinstance(node, Sequence))


def _from_picture(node: Scalar, board: Board, collector: Collector) -> tuple[Area, ...]:
    rows = read_picture(node, board.row_lengths, collector)
    if rows is None:
        return ()
    labelled: dict[str, list[tuple[int, int]]] = {}
    for row, tokens in enumerate(rows):
        for column, token in enumerate(tokens):
            if token.text == ".":
                continue
            if board.cell(row, column) is None:
                collector.add(
                    Code.HOLE,
                    f"r{row + 1}c{column + 1} is a hole of the board, but the picture puts it into `{token.text}`",
                    token.span,
                    help="write `.` at holes",
                )
                continue
            labelled.setdefault(token.text, []).append((row, column))
    return tuple(
        Area(tuple(cell for at in positions if (cell := board.cell(*at))), label) for label, positions in labelled.items()
    )
