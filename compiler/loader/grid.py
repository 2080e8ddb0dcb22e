"""`grid` and `grids`: the boards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import pairwise

from ..geometry.board import Board
from ..geometry.hexagons import Hexagons
from ..limits import Limits
from ..syntax.diagnostics import Code, Collector
from ..syntax.yaml_nodes import Mapping, Node, Scalar, Sequence
from .places import read_cells

Make = Callable[[Iterable[tuple[int, int]]], Board]


def read_board(name: str, node: Node, collector: Collector, limits: Limits) -> Board | None:
    """Return the board that `9x9` or a mapping describes; None, with diagnostics, if it does not describe one."""
    mapping = node if isinstance(node, Mapping) else None
    hexagons = mapping.get("hex") if mapping else None
    make = _squares(name, node, collector, limits) if hexagons is None else _hexagons(name, node, hexagons, collector, limits)
    holes_node = mapping.get("holes") if mapping else None
    if make is None or holes_node is None:
        return None if make is None else make(())
    holes = read_cells(holes_node, make(()), collector)
    board = make([(cell.row, cell.column) for cell in holes or ()])
    if not board.cells:
        collector.add(Code.WRONG_SIZE, "the board has no cells, only holes", holes_node.span)
        return None
    return board


def _squares(name: str, node: Node, collector: Collector, limits: Limits) -> Make | None:
    """Return a function that makes a board of squares from its holes."""
    mapping = node if isinstance(node, Mapping) else None
    size_node, wrap_node = (mapping.get("size"), mapping.get("wrap")) if mapping else (node, None)
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
    allowed = limits.allows("side", "cells")
    if not (1 <= height <= limits.side and 1 <= width <= limits.side and height * width <= limits.cells):
        collector.add(
            Code.TOO_LARGE if height and width else Code.WRONG_SIZE,
            f"a board cannot have {height} rows and {width} columns",
            size_node.span,
            help=f"a board has 1 to {limits.side:,} rows and columns, and at most {limits.cells:,} cells; {allowed}",
        )
        return None
    wrap = wrap_node.text if isinstance(wrap_node, Scalar) else ""
    return lambda holes: Board(name, height, width, holes, wrap)


def _hexagons(name: str, node: Node, lengths_node: Node, collector: Collector, limits: Limits) -> Make | None:
    """Return a function that makes a board of hexagons from its holes."""
    assert isinstance(node, Mapping)
    for key in ("size", "wrap"):
        if node.get(key) is not None:
            message = f"a board of hexagons has no `{key}`"
            collector.add(Code.WRONG_VALUE, message, node.key(key).span, help="`hex` lists the lengths of its rows")
            return None
    if not isinstance(lengths_node, Sequence):
        return None  # the schema has said so
    lengths = [item.value for item in lengths_node.items if isinstance(item, Scalar) and isinstance(item.value, int)]
    if len(lengths) > limits.side or max(lengths) > limits.side or sum(lengths) > limits.cells:
        most, allowed = f"{limits.side:,}", limits.allows("side", "cells")
        help = f"a board has 1 to {most} rows of 1 to {most} cells, and at most {limits.cells:,} cells; {allowed}"
        message = f"a board cannot have {len(lengths)} rows of up to {max(lengths):,} cells"
        collector.add(Code.TOO_LARGE, message, lengths_node.span, help=help)
        return None
    for at, (first, second) in enumerate(pairwise(lengths)):
        if (second - first) % 2 == 0:
            collector.add(
                Code.WRONG_SIZE,
                f"a row of {second} hexagons does not fit below one of {first}",
                lengths_node.items[at + 1].span,
                help="rows are centred, so neighbouring rows must differ by an odd number of cells, as in [3, 4, 5, 4, 3]",
            )
            return None
    return lambda holes: Hexagons(name, lengths, holes)
