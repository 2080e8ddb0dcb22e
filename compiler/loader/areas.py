"""`areas`: kinds of areas, each a picture with one label for each area, or a mapping or list of areas."""

from __future__ import annotations

from ..geometry.area import Area, AreaKind
from ..geometry.board import Board
from ..geometry.places import Cell
from ..syntax.diagnostics import Code, Collector
from ..syntax.span import Span
from ..syntax.yaml_nodes import Mapping, Node, Scalar, Sequence
from .pictures import read_picture
from .places import read_cells


def read_kind(name: str, node: Node, board: Board, collector: Collector) -> AreaKind:
    """Return one kind of areas, in the order written; those of a picture by first appearance."""
    if isinstance(node, Scalar):
        areas_with_spans = _from_picture(node, board, collector)
    elif isinstance(node, Mapping):
        written = [
            (
                read_cells(area, board, collector, key.text),
                Span(key.span.source, key.span.start, max(key.span.end, area.span.end)),
            )
            for key, area in node.items
        ]
        areas_with_spans = [(area, span) for area, span in written if area is not None]
    else:
        assert isinstance(node, Sequence)
        listed = [(read_cells(area, board, collector, str(number)), area.span) for number, area in enumerate(node.items, 1)]
        areas_with_spans = [(area, span) for area, span in listed if area is not None]
    areas, spans = tuple(area for area, _ in areas_with_spans), tuple(span for _, span in areas_with_spans)
    return AreaKind(name, areas, is_list=isinstance(node, Sequence), spans=spans)


def _from_picture(node: Scalar, board: Board, collector: Collector) -> list[tuple[Area, Span]]:
    """Return the areas of a picture, each with the place of its first label."""
    rows = read_picture(node, board.row_lengths, collector)
    if rows is None:
        return []
    labelled: dict[str, list[Cell]] = {}
    spans: dict[str, Span] = {}
    for row, tokens in enumerate(rows):
        for column, token in enumerate(tokens):
            if token.text == ".":
                continue
            cell = board.cell(row, column)
            if cell is None:
                collector.add(
                    Code.HOLE,
                    f"r{row + 1}c{column + 1} is a hole of the board, but the picture puts it into `{token.text}`",
                    token.span,
                    help="write `.` at holes",
                )
                continue
            labelled.setdefault(token.text, []).append(cell)
            spans.setdefault(token.text, token.span)
    return [(Area(tuple(cells), label), spans[label]) for label, cells in labelled.items()]
