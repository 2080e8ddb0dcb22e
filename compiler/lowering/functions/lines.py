"""`rows`, `columns`, `lines`, `bounding_box` and `around` of unknown cells: lines and areas, any part of which may be missing."""

from __future__ import annotations

from collections.abc import Sequence

from ...geometry.area import Area, Line
from ...geometry.board import Board
from ...geometry.places import Cell
from ...geometry.plane import check_plane
from ...ir.term import Operand
from ...values import Field, Value
from ..algebra import Algebra
from ..lowering_registry import lowering
from ..not_lowered import PartialArea, PartialLines, not_lowered_inside, passed_on


@lowering("rows", takes_groups=True)
def rows(algebra: Algebra, board: Board, area: Value) -> Value:
    """Return the rows of all cells that may be there, each with the condition that one of its cells is."""
    presence = _cells(algebra, area)
    return passed_on(area) if presence is None else _of_lines(algebra, board.rows(Area(tuple(presence))), presence)


@lowering("columns", takes_groups=True)
def columns(algebra: Algebra, board: Board, area: Value) -> Value:
    """Return the columns, as `rows`."""
    presence = _cells(algebra, area)
    return passed_on(area) if presence is None else _of_lines(algebra, board.columns(Area(tuple(presence))), presence)


@lowering("lines", takes_groups=True)
def lines(algebra: Algebra, board: Board, area: Value) -> Value:
    """Return the lines, as `rows`."""
    presence = _cells(algebra, area)
    return passed_on(area) if presence is None else _of_lines(algebra, board.lines(Area(tuple(presence))), presence)


@lowering("bounding_box", takes_groups=True)
def bounding_box(algebra: Algebra, board: Board, area: Value) -> Value:
    """Return the cells whose row lies between two that have something, and so does their column."""
    presence = _cells(algebra, area)
    if presence is None:
        return passed_on(area)
    for cell in board.cells[:1]:
        check_plane(cell, "`bounding_box`")
    down = _between(algebra, {cell: cell.row for cell in board.cells}, presence)
    right = _between(algebra, {cell: cell.column for cell in board.cells}, presence)
    members = [(algebra.terms.conjunction([down[cell.row], right[cell.column]]), cell) for cell in board.cells]
    return PartialArea(members, area.missing if isinstance(area, PartialArea) else False)


@lowering("around", takes_groups=True)
def around(algebra: Algebra, board: Board, area: Value, corners: bool = False) -> Value:
    """Return the cells that are not there, each with the condition that a neighbour is; None of a known area."""
    presence = _cells(algebra, area) if isinstance(area, PartialArea) else None
    if presence is None:
        return passed_on(area) if isinstance(area, PartialArea) else None
    terms, beside_each = algebra.terms, board.touching if corners else board.neighbors
    members = []
    for cell in board.cells:
        beside = terms.disjunction([presence.get(neighbor, False) for neighbor in beside_each(cell)])
        members.append((terms.conjunction([beside, terms.negation(presence.get(cell, False))]), cell))
    return PartialArea(members, area.missing)


def _cells(algebra: Algebra, area: Value) -> dict[Cell, Operand] | None:
    """Return the truth of each cell of an area or a field; None if it is opaque."""
    if isinstance(area, PartialArea):
        presence = {place: present for present, place in area.members if present is not False}
        return presence if all(isinstance(place, Cell) for place in presence) else None
    if isinstance(area, Area):
        return dict.fromkeys(area.cells, True)
    if not isinstance(area, Field) or not_lowered_inside(area):
        return None
    return {cell: algebra.truth(area[at]) for at, cell in enumerate(area.places) if not cell.hole}


def _of_lines(algebra: Algebra, lines: Sequence[Line], truths: dict[Cell, Operand]) -> PartialLines:
    members = []
    for line in lines:
        of_line = [(truths[cell], cell) for cell in line]
        members.append((algebra.terms.disjunction([truth for truth, _ in of_line]), PartialArea(of_line)))
    return PartialLines(members)


def _between(algebra: Algebra, numbers: dict[Cell, int], truths: dict[Cell, Operand]) -> dict[int, Operand]:
    """Return for each row (or column) whether it lies between two that have something, or has something itself."""
    terms = algebra.terms
    held: dict[int, list[Operand]] = {number: [] for number in sorted(set(numbers.values()))}
    for cell, truth in truths.items():
        held[numbers[cell]].append(truth)
    ends = [_up_to(algebra, {number: terms.disjunction(held[number]) for number in order}) for order in (held, reversed(held))]
    return {number: terms.conjunction([ends[0][number], ends[1][number]]) for number in held}


def _up_to(algebra: Algebra, held: dict[int, Operand]) -> dict[int, Operand]:
    """Return for each line whether it or one before it has something."""
    up_to: dict[int, Operand] = {}
    before: Operand = False
    for number, truth in held.items():
        before = up_to[number] = algebra.terms.disjunction([before, truth])
    return up_to
