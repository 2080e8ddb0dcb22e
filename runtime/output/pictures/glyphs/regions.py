"""Thick lines between areas."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.area import AreaKind
from gridwright.compiler.language.look import AREAS, Drawing, Glyph, Look

from ..canvas import Canvas
from ..scene import Item


def draw(kind: AreaKind, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw nothing here: where the lines of a board are thick is decided for all areas together."""
    return iter(())


GLYPH = Glyph({AREAS: Drawing("thick lines between the areas", draw)})
