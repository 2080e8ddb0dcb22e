"""Placements: where a shape can lie on a board, each an area that remembers the shape and how it lies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from .area import Area, AreaKind
from .board import Board
from .places import Cell
from .shape import Position, Shape

_DOT = Shape(((0, 0),))


@dataclass(frozen=True, slots=True, eq=False)
class Placement(Area):
    """The cells, in reading order, that a shape covers, enlarged by `scale`, and then mirrored and turned clockwise."""

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
    """Every way to lay one of the shapes on cells of an area: by shape, scale, look, and in reading order.

    The same cells come once, also where a shape looks the same turned, or two shapes look the same. `TooMany` past the limit.
    """
    key = (tuple((shape.name, shape) for shape in shapes), tuple(scales), rotate, reflect, within.cells)
    if key not in board.laid_out:
        found: dict[tuple[Cell, ...], Placement] = {}
        for look, cells, corner in _laid(board, shapes, scales, within, rotate=rotate, reflect=reflect):
            if cells not in found:
                found[cells] = Placement(cells, _name(look, corner), look.shape, look.scale, look.turn, look.reflected)
                if len(found) > limit:
                    raise TooMany
        board.laid_out[key] = AreaKind("placements", tuple(found.values()))
    return board.laid_out[key]


@dataclass(frozen=True, slots=True)
class _Look:
    """A shape as it is laid: enlarged, mirrored, turned."""

    shape: Shape
    scale: int
    turn: int
    reflected: bool
    laid: Shape


def _laid(
    board: Board, shapes: Sequence[Shape], scales: Sequence[int], within: Area, *, rotate: bool, reflect: bool
) -> Iterator[tuple[_Look, tuple[Cell, ...], Position]]:
    """Every look at every position where its cells all are in the area, with its cells and its top left corner."""
    if not within:
        return
    inside = {(cell.row, cell.column): cell for cell in within}
    rows, columns = [row for row, _ in inside], [column for _, column in inside]
    top, left, bottom, right = min(rows), min(columns), max(rows), max(columns)
    for shape in shapes:
        for scale in (scale for scale in scales if len(shape.cells) * scale**2 <= len(within)):
            for laid, turn, reflected in shape.orientations(rotate=rotate, reflect=reflect):
                large = laid.enlarged(scale)
                last = large.cells[-1]
                look = _Look(shape, scale, turn, reflected, large)
                for row in range(top, bottom - large.height + 2):
                    for column in range(left, right - large.width + 2):
                        if (row + last[0], column + last[1]) not in inside:
                            continue
                        cells = [inside.get((row + down, column + across)) for down, across in large.cells]
                        if all(cells):
                            yield look, tuple(cell for cell in cells if cell), (row, column)


def _name(look: _Look, corner: Position) -> str:
    """`F r2c1 turn 3 reflected scale 2`, as far as it is not plain."""
    parts = [look.shape.name or "shape", f"r{corner[0] + 1}c{corner[1] + 1}"]
    parts += [f"turn {look.turn}"] if look.turn else []
    parts += ["reflected"] if look.reflected else []
    parts += [f"scale {look.scale}"] if look.scale > 1 else []
    return " ".join(parts)
