"""Triangles that fill half of a cell, up to one of its corners."""

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
from ..stroke_styles import pen_of_clue, pen_of_value
from ..symbol_glyph import where_true
from ..value_labels import draw_other

NAMES = ("up_left", "up", "up_right", "right", "down_right", "down", "down_left", "left")  # clockwise, like the points of a cell
AROUND = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))


def draw_truths(layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the triangle where the layer is true."""

    def draw(shown: Shown) -> Iterator[Item]:
        yield Surface(pen_of_value(look, given=shown.given).solid, corners(canvas, shown.place, look.option(DIRECTION)))

    return where_true(layer_values, canvas, draw)


def draw_values(layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw a triangle for each direction, and write what is none."""
    for shown in layer_values:
        name = shown.value.name if isinstance(shown.value, Direction) else shown.value
        if name in NAMES:
            yield Surface(pen_of_value(look, given=shown.given).solid, corners(canvas, shown.place, name))
        else:
            yield from draw_other(layer_values, shown, canvas)


def draw_clue(clue: Clue, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the triangle instead of the value."""
    assert isinstance(clue.place, Cell)
    direction = parts_of(clue.value).direction
    towards = look.option(DIRECTION, direction.name if direction else "")
    yield Surface(pen_of_clue(look).solid, corners(canvas, clue.place, towards))


def corners(canvas: Canvas, cell: Cell, towards: str) -> tuple[Point, ...]:
    """Return the corners of a triangle: half of the cell for a diagonal direction, otherwise one whose tip is on a side."""
    x, y = canvas.paper.centre(cell)
    half = CELL / 2
    points = [(x + half * across, y + half * down) for across, down in AROUND]
    tip = NAMES.index(towards or "up")
    aside = 2 if tip % 2 == 0 else 3
    return tuple(points[(tip + turn) % len(points)] for turn in (0, aside, -aside))


GLYPH = Glyph(
    {
        IN_CELLS: Drawing("a triangle instead of the value", draw_clue, (DIRECTION, COLOUR)),
        TRUTHS: Drawing(
            "a triangle where it is true; half of the cell towards a diagonal direction", draw_truths, (DIRECTION, COLOUR)
        ),
        VALUES: Drawing("half of the cell filled, towards the corner that the value names", draw_values, (COLOUR,)),
    },
    sign="◢",
)
