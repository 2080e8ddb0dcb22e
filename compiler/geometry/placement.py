"""Placements: where a shape can lie on a board, each an area that remembers the shape and how it lies."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterator, Sequence
from typing import ClassVar

from ..records import dataclass
from .area import Area, AreaKind
from .board import Board
from .places import Cell
from .shape import Shape
from .tiling import Tiling

_DOT = Shape(((0, 0),))
_Look = tuple[Shape, int, int, bool]  # a shape, how much it is enlarged, its turns, and whether it is mirrored


@dataclass(frozen=True, slots=True, eq=False)
class Placement(Area):
    """The cells, in reading order, that a shape covers, enlarged by `scale`, and then mirrored and turned clockwise.

    `turn`: quarter turns, on hexagons sixth turns.
    """

    shape: Shape = _DOT
    scale: int = 1
    turn: int = 0
    reflected: bool = False

    kind: ClassVar[str] = "a placement"
    attributes: ClassVar[tuple[str, ...]] = ("name", "cells", "shape", "scale", "turn", "reflected")

    def __str__(self) -> str:
        return self.name


class TooMany(Exception):
    """More placements than the limit."""


def placements(
    board: Board, shapes: Sequence[Shape], scales: Sequence[int], within: Area, *, rotate: bool, reflect: bool, limit: int
) -> AreaKind:
    """Return all placements of shapes on cells of an area: by shape, scale, orientation, and in reading order.

    The same cells come once, also if a shape looks the same turned, or two shapes look the same. Raise `TooMany` past the limit.
    """
    key = (tuple((shape.name, shape) for shape in shapes), tuple(scales), rotate, reflect, within.cells)
    known: AreaKind | None = board.placed.get(key)
    if known is not None:
        return known
    by_cells: dict[tuple[Cell, ...], Placement] = {}
    for shape in shapes:
        for scale in scales:
            for placement in _laid_out(board, shape, scale, within, rotate=rotate, reflect=reflect, limit=limit):
                by_cells.setdefault(placement.cells, placement)
            if len(by_cells) > limit:
                raise TooMany
    kind = board.placed[key] = AreaKind("placements", tuple(by_cells.values()))
    return kind


def _laid_out(
    board: Board, shape: Shape, scale: int, within: Area, *, rotate: bool, reflect: bool, limit: int
) -> tuple[Placement, ...]:
    """Return all placements of one enlarged shape; computed once, because rules ask for the same again."""
    key = (shape.name, shape, scale, rotate, reflect, within.cells)
    if key not in board.laid_out:
        laid_out: list[Placement] = []
        if len(shape.cells) * scale**2 <= len(within):
            for laid, turn, reflected in shape.orientations(rotate=rotate, reflect=reflect):
                laid_out += _positions(laid.enlarge(scale), within, (shape, scale, turn, reflected))
                if len(laid_out) > limit:
                    raise TooMany
        board.laid_out[key] = tuple(laid_out)
    return board.laid_out[key]


def _positions(large: Shape, within: Area, look: _Look) -> Iterator[Placement]:
    """Yield the placements of one orientation whose cells are all in the area, in reading order.

    The area is a number with a bit for each cell, in rows twice as long as it is wide, so that nothing reaches from one row into
    the next. Shifted by the way from its corner to each cell of the look, and joined, it has the bits of all corners that fit.
    """
    inside = {cell.board.position(cell): cell for cell in within}
    top, left = min(row for row, _ in inside), min(column for _, column in inside)
    width = max(column for _, column in inside) - left + 1
    if max(at for _, at in large.cells) >= width:
        return
    by_bit: list[Cell | None] = [None] * (2 * width * (max(row for row, _ in inside) - top + 1))
    for (row, column), cell in inside.items():
        by_bit[(row - top) * 2 * width + column - left] = cell
    area = int("".join("0" if cell is None else "1" for cell in reversed(by_bit)), 2)
    ways = {row * 2 * width + column: None for row, column in large.cells}
    fits = functools.reduce(operator.and_, (area >> way for way in ways))
    starts, ends = [way for way in ways if way - 1 not in ways], [way + 1 for way in ways if way + 1 not in ways]
    stretches = list(zip(starts, ends, strict=True))
    shape, scale, turn, reflected = look
    before, after = shape.name or "shape", _orientation_name(look)
    for at in _bits(fits):
        row, column = divmod(at, 2 * width)
        cells = [cell for start, end in stretches for cell in by_bit[at + start : at + end]]
        corner = f"r{row + top + 1}c{column + left + 1}" if large.tiling is Tiling.SQUARES else cells[0].name  # type: ignore[union-attr]
        name = f"{before} {corner}{after}"
        yield Placement(tuple(cells), name, shape, scale, turn, reflected)  # type: ignore[arg-type]


def _bits(number: int) -> Iterator[int]:
    """Yield the positions of the ones of a number, from the lowest."""
    return (at for at, bit in enumerate(reversed(bin(number)[2:])) if bit == "1")


def _orientation_name(look: _Look) -> str:
    """Return the orientation as text, without the defaults: ` turn 3 reflected scale 2`."""
    _, scale, turn, reflected = look
    return f" turn {turn}" * (turn > 0) + " reflected" * reflected + f" scale {scale}" * (scale > 1)
