"""`grid` and `grids`: the boards."""

from __future__ import annotations

import re

from ..diagnostics import Code, Collector
from ..geometry.board import Board
from ..source import Mapping, Node, Scalar
from .places import read_cells

MAX_SIDE = 200
MAX_CELLS = 10_000


def read_board(name: str, node: Node, collector: Collector) -> Board | None:
    """The board that `9x9` or a mapping with `size` and `holes` describes; none, with diagnostics, where it does not."""
    size_node = node.get("size") if isinstance(node, Mapping) else node
    if not isinstance(size_node, Scalar):
        return None  # the schema has said so
    size = re.fullmatch(r"\s*(\d{1,9})\s*[x×]\s*(\d{1,9})\s*", size_node.text)
    if not size:
        collector.add(
            Code.WRONG_VALUE,
            f"`{size_node.text}` is not the size of a board",
            size_node.span,
            help="write rows x columns, as in 9x9",
        )
        return None
    height, width = int(size[1]), int(size[2])
    if not (1 <= height <= MAX_SIDE and 1 <= width <= MAX_SIDE and height * width <= MAX_CELLS):
        collector.add(
            Code.WRONG_SIZE,
            f"a board of {height} rows and {width} columns",
            size_node.span,
            help=f"a board has 1 to {MAX_SIDE} rows and columns, and at most {MAX_CELLS:,} cells",
        )
        return None
    holes_node = node.get("holes") if isinstance(node, Mapping) else None
    if holes_node is None:
        return Board(name, height, width)
    holes = read_cells(holes_node, Board(name, height, width), collector)
    board = Board(name, height, width, [(cell.row, cell.column) for cell in holes or ()])
    if not board.cells:
        collector.add(Code.WRONG_SIZE, "the board has no cells, only holes", holes_node.span)
        return None
    return board
