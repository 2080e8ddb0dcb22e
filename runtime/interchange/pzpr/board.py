"""The lists of places over which codecs run, in the order of pzpr."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gridwright.compiler.records import dataclass

from ..puzzle import Outside, Place, Point, is_point, neighbors

SIDES = ("top", "bottom", "left", "right")


@dataclass(frozen=True, slots=True)
class PzprBoard:
    """A board of pzpr: its size, and whether the spec has a further row above and column left of it for clues."""

    height: int
    width: int
    is_framed: bool = False

    @property
    def shift(self) -> int:
        """Return how far the first cell lies from where it lies without a frame, in half cells."""
        return 2 * self.is_framed

    def cell(self, row: int, column: int) -> Point:
        """Return the position of a cell, from 0."""
        return (2 * row + 1 + self.shift, 2 * column + 1 + self.shift)

    @property
    def cells(self) -> list[Point]:
        """Return all cells in reading order."""
        return [self.cell(row, column) for row in range(self.height) for column in range(self.width)]

    @property
    def links(self) -> list[Point]:
        """Return the borders between two cells: first those between neighbours in a row, then those in a column."""
        right = [(y, x + 1) for y, x in self.cells if x + 2 < 2 * self.width + self.shift]
        return right + [(y + 1, x) for y, x in self.cells if y + 2 < 2 * self.height + self.shift]

    @property
    def corners(self) -> list[Point]:
        """Return all corners in reading order, those on the edge too."""
        return [(2 * row, 2 * column) for row in range(self.height + 1) for column in range(self.width + 1)]

    @property
    def inner_corners(self) -> list[Point]:
        """Return the corners that are not on the edge."""
        return [(2 * row, 2 * column) for row in range(1, self.height) for column in range(1, self.width)]

    @property
    def dots(self) -> list[Point]:
        """Return the cells, and the middles and corners between them, row by row of half cells."""
        return [(y, x) for y in range(1, 2 * self.height) for x in range(1, 2 * self.width)]

    def outside(self, sides: Sequence[str]) -> list[Outside]:
        """Return the places outside the board, side by side, each from the top or from the left."""
        return [(side, at) for side in sides for at in range(self.width if side in ("top", "bottom") else self.height)]

    def places(self, over: str, areas: Mapping[str, Mapping[str, tuple[Point, ...]]], holes: frozenset[Point]) -> list[Place]:
        """Return the places that a word names: cells, links, holes, a kind of areas, or sides such as `top left`.

        >>> PzprBoard(1, 2).places("links", {}, frozenset())
        [(1, 2)]
        """
        if over in areas:
            return list(areas[over])
        words = over.split()
        if words and all(word in SIDES for word in words):
            return list(self.outside(words))
        named: dict[str, Sequence[Place]] = {
            "cells": self.cells,
            "links": self.links,
            "corners": self.corners,
            "inner_corners": self.inner_corners,
            "dots": self.dots,
            "holes": sorted(holes),
            "frame_top": [(1, 2 * at + 3) for at in range(self.width)],
            "frame_left": [(2 * at + 3, 1) for at in range(self.height)],
        }
        if over in ("open_top", "open_left"):  # only where the first cell of the line is no hole
            points = filter(is_point, named[over.replace("open", "frame")])
            return [(y, x) for y, x in points if (max(y, 3), max(x, 3)) not in holes]
        return list(named.get(over, ()))

    def default_places(self, on: Sequence[str]) -> str:
        """Return the word for the places of clues that stand on these."""
        first = on[0] if on else "cells"
        return "dots" if len(on) > 1 else "links" if first in ("links", "borders") else first

    def components(self, walls: frozenset[Point], without: frozenset[Point]) -> list[tuple[Point, ...]]:
        """Return the areas that walls make, in the order of their first cells; `without` are cells of no area."""
        height, width = 2 * self.height + self.shift, 2 * self.width + self.shift
        done, areas = set(without), []
        for start in self.cells:
            if start in done:
                continue
            area, todo = [], [start]
            done.add(start)
            while todo:
                cell = todo.pop()
                area.append(cell)
                for y, x in neighbors(cell):
                    middle = ((cell[0] + y) // 2, (cell[1] + x) // 2)
                    if self.shift < y < height and self.shift < x < width and (y, x) not in done and middle not in walls:
                        done.add((y, x))
                        todo.append((y, x))
            areas.append(tuple(sorted(area)))
        return areas

    def walls(self, areas: Mapping[str, tuple[Point, ...]], without: frozenset[Point] = frozenset()) -> frozenset[Point]:
        """Return the places between cells of different areas. `without`: cells around which there are no walls."""
        of = {cell: label for label, area in areas.items() for cell in area}
        pairs = ((middle, [*cells_beside(middle)]) for middle in self.links)
        return frozenset(
            middle for middle, pair in pairs if len({of.get(cell) for cell in pair}) > 1 and without.isdisjoint(pair)
        )


def cells_beside(middle: Point) -> Iterator[Point]:
    """Yield the two cells on both sides of a place between them.

    >>> list(cells_beside((1, 2)))
    [(1, 1), (1, 3)]
    """
    y, x = middle
    yield from ((y, x - 1), (y, x + 1)) if y % 2 else ((y - 1, x), (y + 1, x))
