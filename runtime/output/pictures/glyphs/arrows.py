"""Arrows in several directions at once, from the middle of a cell: one for each of the letters U, D, L and R of a clue."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.look import IN_CELLS, Drawing, Glyph, Look

from .. import symbols
from ..canvas import Canvas
from ..clue_values import parts_of
from ..scene import CELL, Item
from ..text_metrics import fit

WAYS = {"U": (0.0, -1.0), "D": (0.0, 1.0), "L": (-1.0, 0.0), "R": (1.0, 0.0)}
TAIL, TIP, HEAD = CELL * 0.08, CELL * 0.38, CELL * 0.16


def draw_clue(clue: Clue, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw an arrow for each letter; another text stands as it is."""
    assert isinstance(clue.place, Cell)
    (x, y), text = canvas.paper.centre(clue.place), parts_of(clue.value).text
    if not text or set(text) - set(WAYS):
        yield fit(canvas.on(clue.place, "clue"), (x, y), text, 20.0, CELL * 0.6)
        return
    for right, down in (WAYS[letter] for letter in text):
        tail, tip = (x + TAIL * right, y + TAIL * down), (x + TIP * right, y + TIP * down)
        yield from symbols.arrow("mirror-given", tail, tip, HEAD)


GLYPH = Glyph({IN_CELLS: Drawing("an arrow for each letter of a text such as `UDL`: up, down and left", draw_clue)})
