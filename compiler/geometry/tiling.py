"""Tilings of the plane: where cells lie, how what they form is turned and mirrored, and how it is drawn.

A position is a row and a number in it, so that a step in any direction is the same everywhere. Of squares that number is the
column. Rows of hexagons are half a cell further right each, so it counts along the lines down to the right: with position (0, 0),
the cells below are (1, 0) on the right and (1, -1) on the left. Turns and reflections are about position (0, 0).
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence

Position = tuple[int, int]


class Tiling(enum.Enum):
    """A plane of squares, or of hexagons.

    >>> Tiling.SQUARES.turn_position((0, 1)), Tiling.HEXAGONS.turn_position((0, 1)), Tiling.HEXAGONS.mirror_position((1, 0))
    ((1, 0), (1, 0), (1, -1))
    """

    SQUARES = "squares"
    HEXAGONS = "hexagons"

    @property
    def turns(self) -> int:
        """Return how many turns there are, the one that changes nothing included."""
        return 4 if self is Tiling.SQUARES else 6

    @property
    def steps(self) -> Sequence[Position]:
        """Return the positions beside (0, 0)."""
        return ((-1, 0), (0, 1), (1, 0), (0, -1)) if self is Tiling.SQUARES else _AROUND_A_HEXAGON

    def turn_position(self, position: Position) -> Position:
        """Return the position after the smallest turn, clockwise."""
        row, at = position
        return (at, -row) if self is Tiling.SQUARES else (row + at, -row)

    def mirror_position(self, position: Position) -> Position:
        """Return the position after a reflection that swaps left and right."""
        row, at = position
        return (row, -at) if self is Tiling.SQUARES else (row, -row - at)

    def images(self, positions: Iterable[Position], *, rotate: bool, reflect: bool) -> Iterable[tuple[list[Position], int, bool]]:
        """Yield the positions in every orientation, with the number of turns clockwise and whether they are mirrored.

        As they are come first, then turned; then mirrored left to right, and then turned.
        """
        given = list(positions)
        for is_mirrored in (False, True) if reflect else (False,):
            image = [self.mirror_position(position) for position in given] if is_mirrored else given
            for turn in range(self.turns if rotate else 1):
                yield image, turn, is_mirrored
                image = [self.turn_position(position) for position in image]

    def draw(self, positions: Iterable[Position]) -> list[str]:
        """Return a picture, a text for each row; rows of hexagons have a space between cells.

        >>> Tiling.HEXAGONS.draw([(0, 0), (0, 1), (1, 0)])
        ['# #', ' # ']
        """
        signs = {(row, self._sign(row, at)) for row, at in positions}
        rows = range(min(row for row, _ in signs), max(row for row, _ in signs) + 1)
        columns = range(min(at for _, at in signs), max(at for _, at in signs) + 1)
        row, at = next(iter(signs))
        gap = (row + at + 1) % 2 if self is Tiling.HEXAGONS else None  # whether row and column add up to an odd number there
        return ["".join("#" if (row, at) in signs else " " if (row + at) % 2 == gap else "-" for at in columns) for row in rows]

    def _sign(self, row: int, at: int) -> int:
        """Return where in its row a cell is drawn."""
        return at if self is Tiling.SQUARES else 2 * at + row


_AROUND_A_HEXAGON = ((-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0))
