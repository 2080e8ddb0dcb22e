"""Names of places in YAML: `r1c2`, ranges `r1c1:r7c7`, midpoints `r1c1-r1c2`, and lists of cells."""

from __future__ import annotations

import re

from ..geometry.area import Area
from ..geometry.board import Board
from ..geometry.places import Border, Cell, Corner, Link
from ..language.scope import named_cell
from ..syntax.diagnostics import Code, Collector, Fault, Note
from ..syntax.foreign import cell_hint
from ..syntax.span import Span
from ..syntax.yaml_nodes import Node, Scalar, Sequence
from .pictures import Token, is_picture, read_picture

Place = Cell | Link | Border | Corner

_CELL = re.compile(r"r(\d{1,4})c(\d{1,4})")
_RANGE = re.compile(r"r(\d{1,4})c(\d{1,4}):r(\d{1,4})c(\d{1,4})")
_MIDPOINT = re.compile(r"r(\d{1,4})c(\d{1,4})-r(\d{1,4})c(\d{1,4})")


def looks_like_place(text: str) -> bool:
    """Check whether a key names a place and not an area."""
    return bool(_CELL.fullmatch(text) or _MIDPOINT.fullmatch(text))


def read_place(text: str, span: Span, board: Board, collector: Collector, *, holes: bool = False) -> tuple[Place, ...]:
    """Return the places that a name means: a cell; a link and its border; a border; a corner. Empty with a diagnostic if none.

    `holes`: a hole of the board is allowed, as it is for clues.
    """
    collector.look()
    cell = _CELL.fullmatch(text)
    if cell:
        place = _cell(int(cell[1]), int(cell[2]), span, board, collector, holes)
        return (place,) if place else ()
    middle = _MIDPOINT.fullmatch(text)
    if middle:
        first, second = (int(middle[1]) - 1, int(middle[2]) - 1), (int(middle[3]) - 1, int(middle[4]) - 1)
        places = board.midpoint(first, second)
        if not places:
            collector.add(
                Code.OFF_BOARD,
                f"`{text}` does not name two cells of the board that share a side or a corner",
                span,
                help="r1c1-r1c2 is the side between two cells, r0c1-r1c1 a side on the rim, r1c1-r2c2 a corner",
            )
        return places
    help = cell_hint(text) or "write a place as r1c1 or r1c1-r1c2"
    collector.add(Code.WRONG_VALUE, f"`{text}` is not the name of a place", span, help=help)
    return ()


def read_key(key: Scalar, board: Board, collector: Collector, *, holes: bool = False) -> tuple[Place, ...]:
    """Return the places that a key names, at which something is printed; empty with a diagnostic if there are none.

    A link is only named in the order of its cells: what stands there may be a sign, which is read in this order.
    """
    places = read_place(key.text, key.span, board, collector, holes=holes)
    middle = _MIDPOINT.fullmatch(key.text)
    if middle and places and isinstance(places[0], Link) and f"r{int(middle[1])}c{int(middle[2])}" != places[0].cells[0].name:
        first, second = places[0].cells
        collector.add(
            Code.WRONG_VALUE,
            f"`{key.text}` names the link of {first} and {second} the other way round",
            key.span,
            help=f"write `{first}-{second}`, and turn the value if it has a direction: the cells of a link are in reading order, "
            f"so a sign there is read from {first} to {second}",
        )
        return ()
    return places


def _cell(row: int, column: int, span: Span, board: Board, collector: Collector, holes: bool) -> Cell | None:
    try:
        return named_cell(board, row, column)
    except Fault as fault:
        if fault.code is Code.HOLE and holes:
            return board.at(row - 1, column - 1)
        collector.add(fault.code, fault.message, span, help=cell_hint(f"r{row}c{column}") if 0 in (row, column) else fault.help)
        return None


def read_cells(
    node: Node, board: Board, collector: Collector, name: str = "", listed: dict[Cell, Span] | None = None
) -> Area | None:
    """Return the area of a node: a range, names with spaces between them, a list of these, or a picture of `#` and `-`.

    A cell that is named twice is a mistake: an area holds it once. Ranges may overlap. `listed`: the cells named before.
    """
    listed = {} if listed is None else listed
    if isinstance(node, Sequence):
        parts = [read_cells(item, board, collector, listed=listed) for item in node.items]
        cells = [cell for part in parts if part for cell in part]
    elif isinstance(node, Scalar) and is_picture(node):
        rows = read_picture(node, board.row_lengths, collector)
        if rows is None:
            return None
        area = _cells_of_picture(rows, board, collector)
        cells = [cell for cell in area if cell]
    elif isinstance(node, Scalar):
        cells = _cells_by_name(node, board, collector, listed)
    else:
        collector.add(Code.WRONG_TYPE, "an area must be a range, a list of cells or a picture", node.span)
        return None
    return Area(tuple(dict.fromkeys(cells)), name)


def _cells_of_picture(rows: list[list[Token]], board: Board, collector: Collector) -> list[Cell | None]:
    cells: list[Cell | None] = []
    for row, tokens in enumerate(rows):
        for column, token in enumerate(tokens):
            collector.look()
            if token.value is True:
                cells.append(_cell(row + 1, column + 1, token.span, board, collector, False))
            elif token.value not in (None, False):
                collector.add(
                    Code.WRONG_VALUE,
                    f"the picture of one area cannot contain `{token.text}`",
                    token.span,
                    help="write `#` for a cell in the area, and `-` or `.` for other cells",
                )
    return cells


def _cells_by_name(scalar: Scalar, board: Board, collector: Collector, listed: dict[Cell, Span]) -> list[Cell]:
    cells: list[Cell] = []
    for match in re.finditer(r"[^\s,]+", scalar.text):
        collector.look()
        span = scalar.part(match.start(), match.end())
        corners = _RANGE.fullmatch(match.group())
        one = _CELL.fullmatch(match.group())
        if not corners and not one:
            collector.add(
                Code.WRONG_VALUE,
                f"`{match.group()}` is neither a cell nor a range of cells",
                span,
                help=cell_hint(match.group()) or "write r1c1, or r1c1:r7c7 for all cells from one to the other",
            )
            continue
        numbers = [int(part) for part in (corners or one or match).groups()]
        ends = (numbers[:2], numbers[-2:])
        ends_as_cells = [_cell(end[0], end[1], span, board, collector, bool(corners)) for end in ends]
        if one and ends_as_cells[0]:
            first = listed.setdefault(ends_as_cells[0], span)
            if first != span:
                help = "an area holds each cell once: remove one of the two; if a line ends where it begins, say so in a rule"
                notes = [Note("it is listed here already", first)]
                collector.add(Code.WRONG_VALUE, f"`{match.group()}` is listed twice in one area", span, notes=notes, help=help)
        if all(ends_as_cells):
            rows, columns = sorted((numbers[0], numbers[-2])), sorted((numbers[1], numbers[-1]))
            cells += [
                cell
                for row in range(rows[0], rows[1] + 1)
                for column in range(columns[0], columns[1] + 1)
                if (cell := board.cell(row - 1, column - 1))
            ]
    return cells
