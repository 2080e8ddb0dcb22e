"""Numbers on the four sides of a cell, which a cross of thin lines keeps apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.look import IN_CELLS, Drawing, Glyph, Look
from gridwright.compiler.values import BLANK

from ..canvas import Canvas
from ..clue_values import UNKNOWN
from ..scene import CELL, Item
from ..symbols import cross
from ..text_metrics import fit, text_of

SIDES = {"up": (0.0, -1.0), "right": (1.0, 0.0), "down": (0.0, 1.0), "left": (-1.0, 0.0)}
SIZE = 12.5
REACH = CELL * 0.31


def draw_clue(clue: Clue, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the numbers of a list from the top clockwise, or of a mapping from directions."""
    assert isinstance(clue.place, Cell)
    x, y = canvas.paper.centre(clue.place)
    by_side = clue.value if isinstance(clue.value, Mapping) else dict(zip(SIDES, _members(clue), strict=False))
    yield from cross("diagonal", (x, y), CELL / 2)
    for name, (across, down) in SIDES.items():
        value = by_side.get(name, BLANK)
        if value is not BLANK and value != UNKNOWN:
            yield fit("clue", (x + across * REACH, y + down * REACH), text_of(value), SIZE, CELL * 0.3)


def _members(clue: Clue) -> list[object]:
    return list(clue.value) if isinstance(clue.value, (list, tuple)) else [clue.value]


GLYPH = Glyph(
    {IN_CELLS: Drawing("up to four numbers on the sides, from the top clockwise; `.` and `?` leave one out", draw_clue)}
)
