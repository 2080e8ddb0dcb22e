"""Dashed outlines inside the cells of areas."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.area import AreaKind
from gridwright.compiler.language.look import AREAS, Drawing, Glyph, Look

from ..canvas import Canvas
from ..regions import inset
from ..scene import Item, Stroke

CAGE_INSET = 4.0


def draw(kind: AreaKind, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the outline of each area."""
    for area in kind:
        yield from (Stroke("cage", loop, closed=True) for loop in inset(area.cells, canvas.paper, CAGE_INSET))


GLYPH = Glyph({AREAS: Drawing("dashed outlines", draw)})
