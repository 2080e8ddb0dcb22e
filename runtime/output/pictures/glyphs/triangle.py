"""Triangles: one that stands in its cell like a square or a circle, or one that fills the cell up to a side or a corner."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Cell, Direction
from gridwright.compiler.language.look import IN_CELLS, TRUTHS, VALUES, Drawing, Glyph, Look

from ..canvas import Canvas
from ..clue_values import parts_of
from ..layer_values import LayerValues, Shown
from ..options import COLOUR, DIRECTION
from ..scene import CELL, Item, Point, Surface
from ..stroke_styles import Pen, pen_of_clue, pen_of_value
from ..symbol_glyph import where_true
from ..value_labels import draw_other

NAMES = ("up_left", "up", "up_right", "right", "down_right", "down", "down_left", "left")  # clockwise, like the points of a cell
STANDING = ((0, -0.4), (0.43, 0.34), (-0.43, 0.34))
AROUND = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))


def draw_truths(layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the triangle where the layer is true."""

    def draw(shown: Shown) -> Iterator[Item]:
        yield triangle(canvas, shown.place, pen_of_value(look, given=shown.given), look.option(DIRECTION))

    return where_true(layer_values, canvas, draw)


def draw_values(layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw a triangle for each direction, and write what is none."""
    for shown in layer_values:
        name = shown.value.name if isinstance(shown.value, Direction) else shown.value
        if name in NAMES:
            yield triangle(canvas, shown.place, pen_of_value(look, given=shown.given), name)
        else:
            yield from draw_other(layer_values, shown, canvas)


def draw_clue(clue: Clue, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the triangle instead of the value."""
    assert isinstance(clue.place, Cell)
    direction = parts_of(clue.value).direction
    towards = look.option(DIRECTION, direction.name if direction else "")
    yield triangle(canvas, clue.place, pen_of_clue(look), towards)


def triangle(canvas: Canvas, cell: Cell, pen: Pen, towards: str) -> Item:
    """Return a filled triangle that points in a direction, or the outline of one that stands in the cell."""
    if towards:
        return Surface(pen.solid, corners(canvas, cell, towards))
    x, y = canvas.paper.centre(cell)
    return Surface(pen.hollow, tuple((x + CELL * across, y + CELL * down) for across, down in STANDING))


def corners(canvas: Canvas, cell: Cell, towards: str) -> tuple[Point, ...]:
    """Return the corners of a triangle: half of the cell for a diagonal direction, otherwise one whose tip is on a side."""
    x, y = canvas.paper.centre(cell)
    half = CELL / 2
    points = [(x + half * across, y + half * down) for across, down in AROUND]
    tip = NAMES.index(towards)
    aside = 2 if tip % 2 == 0 else 3
    return tuple(points[(tip + turn) % len(points)] for turn in (0, aside, -aside))


GLYPH = Glyph(
    {
        IN_CELLS: Drawing("a triangle instead of the value, filled if it has a direction", draw_clue, (DIRECTION, COLOUR)),
        TRUTHS: Drawing(
            "a triangle where it is true, filled if it has a direction; half of the cell towards a diagonal one",
            draw_truths,
            (DIRECTION, COLOUR),
        ),
        VALUES: Drawing("half of the cell filled, towards the corner that the value names", draw_values, (COLOUR,)),
    },
    sign="△",
    signs={"up_left": "◤", "up_right": "◥", "down_left": "◣", "down_right": "◢"},
)
