"""Pills: broad outlines with round ends through the cells of areas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gridwright.compiler.geometry.area import Area, AreaKind
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.look import AREAS, Drawing, Glyph, Look

from ..canvas import Canvas
from ..line_art import through
from ..scene import Item, Stroke
from ..traces import RING


def draw(kind: AreaKind, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw each area as a pill."""
    for area in kind:
        yield from pill(area.cells, canvas)


def pill(cells: Sequence[Cell], canvas: Canvas) -> Iterator[Item]:
    """Draw a pill through cells: its rim, and paper on it."""
    for points in through(cells, canvas.paper):
        yield Stroke("pill-rim", points)
        yield Stroke("pill", points)


def marks(area: Area, look: Look) -> Mapping[Cell, str]:
    """Return the signs of the pill in a terminal."""
    return dict.fromkeys(area.cells, RING)


GLYPH = Glyph({AREAS: Drawing("a broad outline with round ends through the cells", draw, (), marks)})
