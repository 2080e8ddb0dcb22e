"""Thermometers: a bulb on the first cell, a tube through the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gridwright.compiler.geometry.area import Area, AreaKind
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.look import AREAS, Drawing, Glyph, Look

from ..canvas import Canvas
from ..line_art import through
from ..options import COLOUR
from ..scene import CELL, Disc, Item, Stroke
from ..traces import BULB, trace

RADIUS = CELL * 0.37


def draw(kind: AreaKind, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw each area as a thermometer."""
    colour = look.option(COLOUR)
    for area in kind:
        for points in through(area.cells, canvas.paper):
            yield Stroke(f"line-{colour}-thick" if colour else "tube", points)
        for cell in area.cells[:1]:
            yield Disc(f"end-{colour}" if colour else "bulb", canvas.paper.centre(cell), RADIUS)


def marks(area: Area, look: Look) -> Mapping[Cell, str]:
    """Return the signs of the thermometer in a terminal."""
    return trace(area, first=BULB)


GLYPH = Glyph({AREAS: Drawing("a bulb on the first cell, a tube through the others", draw, (COLOUR,), marks)})
