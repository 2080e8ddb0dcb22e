"""Values in words below the board."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.language.look import (
    ARMS,
    BORDERS,
    CORNERS,
    ELSEWHERE,
    LAID,
    LINKS,
    PAIRS,
    SINGLE,
    TRUTHS,
    VALUES,
    Drawing,
    Glyph,
    Look,
)

from ..canvas import Canvas
from ..scene import Item


def draw(thing: object, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw nothing on the board."""
    return iter(())


GLYPH = Glyph(
    dict.fromkeys(
        (TRUTHS, VALUES, LINKS, BORDERS, CORNERS, PAIRS, ARMS, LAID, SINGLE, ELSEWHERE),
        Drawing("its values in words below the board", draw),
    )
)
