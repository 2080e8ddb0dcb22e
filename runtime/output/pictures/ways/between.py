"""Lines with a circle at both ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gridwright.compiler.geometry.area import Area, AreaKind
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.look import AREAS, Drawing, Look, Way

from ..canvas import Canvas
from ..options import COLOUR, WEIGHT
from ..scene import CELL, Disc, Item
from ..traces import RING, traced
from .line import draw_areas

RADIUS = CELL * 0.37


def draw(kind: AreaKind, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw each line with its circles."""
    yield from draw_areas(kind, look, canvas)
    for area in kind:
        for cell in dict.fromkeys((*area.cells[:1], *area.cells[-1:])):
            yield Disc("ring", canvas.paper.centre(cell), RADIUS)


def marks(area: Area, look: Look) -> Mapping[Cell, str]:
    """Return the signs of the line in a terminal."""
    return traced(area, RING, RING)


WAY = Way({AREAS: Drawing("a line with a circle on the first and on the last cell", draw, (COLOUR, WEIGHT), marks)})
