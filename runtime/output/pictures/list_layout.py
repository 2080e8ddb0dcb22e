"""Lay out the numbers of a list in a cell, as Tapa prints them: two in corners, three and four around the middle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .scene import CELL, Item, Point
from .text_metrics import fit

# by their number: where the members stand, in cells from the centre, and how large they are
LAYOUTS: dict[int, tuple[Sequence[Point], float]] = {
    1: (((0, 0),), 20.0),
    2: (((-0.21, -0.2), (0.21, 0.2)), 16.0),
    3: (((-0.23, -0.2), (0.23, -0.2), (0, 0.22)), 15.0),
    4: (((0, -0.28), (0.29, 0), (0, 0.28), (-0.29, 0)), 13.0),
}
COLUMNS = 3


def list_in_cell(style: str, centre: Point, members: Sequence[str]) -> Iterator[Item]:
    """Return the texts of a list around the centre of a cell; four begin at the top and go on clockwise."""
    if len(members) in LAYOUTS:
        places, size = LAYOUTS[len(members)]
    else:
        rows = -(-len(members) // COLUMNS)
        step = 0.84 / max(rows, COLUMNS)
        middle = (COLUMNS - 1) / 2, (rows - 1) / 2
        places = [(step * (at % COLUMNS - middle[0]), step * (at // COLUMNS - middle[1])) for at in range(len(members))]
        size = min(12.0, CELL * step)
    room = CELL * (0.4 if len(members) < 5 else 0.26)
    for (across, down), text in zip(places, members, strict=True):
        yield fit(style, (centre[0] + across * CELL, centre[1] + down * CELL), text, size, room)
