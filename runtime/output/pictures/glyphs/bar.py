"""A thick bar on the side between two cells."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Border, Link
from gridwright.compiler.language.look import BETWEEN, Drawing, Glyph, Look

from ..canvas import Canvas
from ..options import COLOUR
from ..scene import Item, Stroke, towards

REACH = 0.2  # the share of a side that is left free at each end


def draw_clue(clue: Clue, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the bar."""
    assert isinstance(clue.place, (Link, Border))
    border = clue.place.border if isinstance(clue.place, Link) else clue.place
    colour = look.option(COLOUR)
    for first, last in canvas.paper.border(border):
        yield Stroke(f"bar-{colour}" if colour else "bar", (towards(first, last, REACH), towards(last, first, REACH)))


GLYPH = Glyph({BETWEEN: Drawing("a thick bar on the side", draw_clue, (COLOUR,))})
