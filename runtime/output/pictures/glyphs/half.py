"""A clue in half of a black cell, as in Kakuro: above the diagonal if it looks to the right, below it if it looks down."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.look import IN_CELLS, Drawing, Glyph, Look

from ..canvas import Canvas
from ..scene import CELL, Item, Stroke
from ..text_metrics import fit

SIZE = 12.5
TOWARDS = {"right": (1, -1), "down": (-1, 1), "left": (-1, -1), "up": (1, 1)}


def draw_clue(clue: Clue, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the value in the half that belongs to the direction in which its rules look."""
    assert isinstance(clue.place, Cell)
    outline, (x, y) = canvas.paper.outline(clue.place), canvas.paper.centre(clue.place)
    across, down = TOWARDS.get(canvas.styling.hints.directions.get(clue.group, ""), (0, 0))
    yield Stroke("diagonal", (outline[0], outline[2]))
    place = (x + across * CELL * 0.2, y + down * CELL * 0.22)
    style = "clue-on-dark" if clue.place.hole else "corner"
    yield fit(style, place, canvas.styling.text(clue), SIZE, CELL * 0.5)


GLYPH = Glyph({IN_CELLS: Drawing("the value in one half of the cell, on the side to which its rules look", draw_clue)})
