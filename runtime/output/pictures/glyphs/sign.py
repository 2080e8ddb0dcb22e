"""Clues between cells by their values: dots for black and white, `<` that open along their link, numbers in circles, texts."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Border, Corner, Link
from gridwright.compiler.language.look import AT_CORNERS, BETWEEN, Drawing, Glyph, Look

from ..boxes import extent
from ..canvas import Canvas
from ..clue_values import parts_of
from ..paper_geometry import Paper
from ..scene import CELL, Disc, Item, Label, Point, rectangle
from ..symbols import arrow, chevron
from ..text_metrics import fit
from .dot import RADIUS

SIGN = 8.5
SIZE = 12.0
REACH = 0.27  # of an arrow, as a share of the way to the next cell
UPRIGHT = {"^": (0.0, -1.0), "v": (0.0, 1.0)}


def draw_clue(clue: Clue, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the clue at each of its points on paper."""
    assert isinstance(clue.place, (Link, Border, Corner))
    for point in canvas.paper.middles(clue.place):
        yield from _at(clue, canvas.styling.text(clue), point, canvas.paper)


def text_on_plate(point: Point, text: str) -> Iterator[Item]:
    """Return a text on a plate of paper."""
    label: Label = fit("corner", point, text, SIZE, CELL * 0.6)
    left, _, right, _ = extent(label)
    yield rectangle("plate", left - 1, point[1] - 6, right - left + 2, 12)
    yield label


def _at(clue: Clue, text: str, point: Point, paper: Paper) -> Iterator[Item]:
    value = clue.value
    colour = "black" if value is True else parts_of(value).colour
    if colour and not isinstance(value, (list, tuple)):
        yield Disc(f"dot-{colour}", point, RADIUS)
        return
    direction = None if isinstance(value, (list, tuple)) else parts_of(value).direction
    if direction is not None:
        right, down = paper.vector(direction)
        x, y = point
        yield Disc("plate", point, SIGN)
        yield from arrow("pointer", (x - REACH * right, y - REACH * down), (x + REACH * right, y + REACH * down), SIGN)
        return
    apex = _apex(clue, point, paper)
    if apex is not None:
        yield Disc("plate", point, SIGN * 0.75)
        yield chevron("sign", point, apex, SIGN)
        return
    if isinstance(value, int) or isinstance(clue.place, Corner):
        yield Disc("dot-white", point, CELL * 0.21)
        yield fit("digit", point, text, SIZE, CELL * 0.33)
    else:
        yield from text_on_plate(point, text)


def _apex(clue: Clue, point: Point, paper: Paper) -> Point | None:
    """Return the direction of a sign's apex: `<` and `>` along the link as they are read, so on paper perhaps up or down."""
    if clue.value in ("<", ">"):
        cells = clue.link.cells if isinstance(clue.link, Link) else ()
        return paper.centre(cells[0 if clue.value == "<" else 1]) if cells else None
    if isinstance(clue.value, str) and clue.value in UPRIGHT:
        right, down = UPRIGHT[clue.value]
        return point[0] + right, point[1] + down
    return None


GLYPH = Glyph(
    {
        BETWEEN: Drawing(
            "by its value: a dot for black, white, grey and true, `<` `>` `^` `v`, an arrow, a number in a circle, a text",
            draw_clue,
        ),
        AT_CORNERS: Drawing("by its value: a dot for black, white, grey and true, otherwise the value in a circle", draw_clue),
    }
)
