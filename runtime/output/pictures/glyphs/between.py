"""Lines with a circle, or a diamond, at both ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gridwright.compiler.geometry.area import Area, AreaKind
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.look import AREAS, Drawing, Glyph, Look, Option

from ..canvas import Canvas
from ..options import COLOUR, WEIGHT
from ..scene import CELL, Disc, Item, Surface
from ..traces import DIAMOND, RING, trace
from .line import draw_areas

RADIUS = CELL * 0.37
REACH = CELL * 0.46  # of a diamond
ENDS = Option("ends", ("diamonds",))


def draw(kind: AreaKind, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw each line with what is at its ends."""
    yield from draw_areas(kind, look, canvas)
    for area in kind:
        for cell in dict.fromkeys((*area.cells[:1], *area.cells[-1:])):
            x, y = canvas.paper.centre(cell)
            if look.option(ENDS, ""):
                yield Surface("ring", ((x, y - REACH), (x + REACH, y), (x, y + REACH), (x - REACH, y)))
            else:
                yield Disc("ring", (x, y), RADIUS)


def marks(area: Area, look: Look) -> Mapping[Cell, str]:
    """Return the signs of the line in a terminal."""
    sign = DIAMOND if look.option(ENDS, "") else RING
    return trace(area, sign, sign)


GLYPH = Glyph({AREAS: Drawing("a line with a circle on the first and on the last cell", draw, (COLOUR, WEIGHT, ENDS), marks)})
