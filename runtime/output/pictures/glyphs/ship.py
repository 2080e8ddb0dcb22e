"""Ships: round at their ends, square in the middle, round all over where they are one cell long."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator

from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.look import IN_CELLS, TRUTHS, VALUES, Drawing, Glyph, Look

from ..canvas import Canvas
from ..layer_values import LayerValues, Shown
from ..options import COLOUR
from ..paper_geometry import Paper
from ..scene import CELL, Item, Point, Surface
from ..stroke_styles import pen_of_clue, pen_of_value
from ..symbol_glyph import present, where_true

REACH = CELL * 0.38
STEPS = 8  # of a quarter circle


def draw_truths(layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw a part of a ship where the layer is true, square towards each neighbour where it is not known to be false."""
    absent = {shown.place for shown in layer_values if shown.is_absent}
    present_cells = {shown.place for shown in layer_values if shown.value is True}

    def draw(shown: Shown) -> Iterator[Item]:
        others = present_cells if layer_values.is_complete else _others(shown.place, absent)
        yield Surface(pen_of_value(look, given=shown.given).solid, outline(shown.place, others, canvas.paper))

    return where_true(layer_values, canvas, draw)


def draw_values(layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw a part of a ship where there is a value other than 0."""
    return draw_truths(present(layer_values), look, canvas)


def draw_clue(clue: Clue, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw a ship of one cell."""
    assert isinstance(clue.place, Cell)
    yield Surface(pen_of_clue(look).solid, outline(clue.place, (), canvas.paper))


def outline(cell: Cell, ship: Collection[Cell], paper: Paper) -> tuple[Point, ...]:
    """Return the outline of a part of a ship: the quarters between two sides without a part of it are round."""
    x, y = paper.centre(cell)
    if paper.is_hexagonal:
        angles = [2 * math.pi * step / (4 * STEPS) for step in range(4 * STEPS)]
        return tuple((x + REACH * math.cos(angle), y + REACH * math.sin(angle)) for angle in angles)
    goes_on = [paper.board.step(cell, direction) in ship for direction in paper.board.directions]  # up, right, down, left
    points: list[Point] = []
    for quarter in range(4):  # top right, bottom right, bottom left, top left
        start = quarter * math.pi / 2 - math.pi / 2
        if goes_on[quarter] or goes_on[(quarter + 1) % 4]:
            corner = start + math.pi / 4
            reach = REACH * math.sqrt(2)
            points.append((x + reach * math.cos(corner), y + reach * math.sin(corner)))
            continue
        for step in range(STEPS + 1):
            angle = start + math.pi / 2 * step / STEPS
            points.append((x + REACH * math.cos(angle), y + REACH * math.sin(angle)))
    return tuple((round(px, 2), round(py, 2)) for px, py in points)


def _others(cell: Cell, absent: Collection[Cell]) -> list[Cell]:
    return [other for other in cell.board.neighbors(cell) if other not in absent]


GLYPH = Glyph(
    {
        IN_CELLS: Drawing("a ship of one cell instead of the value", draw_clue, (COLOUR,)),
        TRUTHS: Drawing("ships with round ends where it is true", draw_truths, (COLOUR,)),
        VALUES: Drawing("ships with round ends where there is a value other than 0", draw_values, (COLOUR,)),
    },
    sign="●",
)
