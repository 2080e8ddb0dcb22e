"""Outlines: of areas inside their cells, and between values of a layer that differ."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.area import AreaKind
from gridwright.compiler.language.look import AREAS, VALUES, Drawing, Glyph, Look

from ..canvas import Canvas
from ..layer_values import LayerValues
from ..line_art import differing
from ..options import COLOUR
from ..regions import inset
from ..scene import Item, Stroke

INSET = 3.0


def draw_areas(kind: AreaKind, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw a solid outline inside the cells of each area."""
    for area in kind:
        for loop in inset(area.cells, canvas.paper, INSET):
            yield Stroke(f"stroke-{look.option(COLOUR, 'black')}", loop, closed=True)


def draw_values(layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw lines between neighbours whose known values differ."""
    return differing(layer_values, canvas.paper)


GLYPH = Glyph(
    {
        AREAS: Drawing("solid outlines inside the cells", draw_areas, (COLOUR,)),
        VALUES: Drawing("lines where the value changes", draw_values),
    }
)
