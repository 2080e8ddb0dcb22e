"""Nothing at all."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.language.look import THINGS, Drawing, Glyph, Look

from ..canvas import Canvas
from ..scene import Item


def draw(thing: object, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw nothing on the board."""
    return iter(())


GLYPH = Glyph(dict.fromkeys(THINGS, Drawing("nothing", draw)))
