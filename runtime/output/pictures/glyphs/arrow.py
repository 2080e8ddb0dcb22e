"""Arrows: through the cells of areas, beside or above the number of a clue, for directions in cells."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from gridwright.compiler.geometry.area import Area, AreaKind
from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Cell, Direction
from gridwright.compiler.language.look import AREAS, IN_CELLS, OUTSIDE, TRUTHS, VALUES, Drawing, Glyph, Look
from gridwright.compiler.values import BLANK

from .. import symbols
from ..canvas import Canvas
from ..clue_values import parts_of
from ..layer_values import LayerValues, Shown
from ..line_art import through
from ..number_arrow import number_with_arrow
from ..options import COLOUR, DIRECTION, PILL
from ..scene import CELL, Disc, Item, Point, Stroke, Surface, towards
from ..stroke_styles import pen_behind, pen_of_value
from ..symbol_glyph import where_true
from ..traces import arrow_signs
from ..value_labels import draw_other
from .pill import pill

RADIUS = CELL * 0.37
HEAD = CELL * 0.2


def draw_areas(kind: AreaKind, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw each area as an arrow: its first cells are the circle or the pill, the others lie on the shaft."""
    length = int(look.option(PILL, "1"))
    for area in kind:
        pieces = through(area.cells[max(0, length - 1) :], canvas.paper)
        for points in pieces:
            if points is pieces[-1] and len(points) > 1:
                tip = towards(points[-2], points[-1], 1 + 0.15 * CELL / math.dist(points[-2], points[-1]))
                yield Stroke("shaft", (*points[:-1], tip))
                yield symbols.arrow("shaft", points[-2], tip, HEAD)[1]
            else:
                yield Stroke("shaft", points)
        if length > 1:
            yield from pill(area.cells[:length], canvas)
        elif length and area.cells:
            yield Disc("ring", canvas.paper.centre(area.cells[0]), RADIUS)


def draw_clue(clue: Clue, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the number of the clue, and an arrow beside or above it; an arrow alone in the middle, or behind digits."""
    assert isinstance(clue.place, Cell)
    value = parts_of(clue.value)
    name = look.option(DIRECTION, value.direction.name if value.direction else "")
    text = "" if look.replaces else value.text
    centre, vector = canvas.paper.centre(clue.place), _vector(canvas, clue.place, name)
    if canvas.has_values and name and not text and not clue.place.hole:
        yield _broad_arrow(pen_behind(look).solid, centre, vector)
    else:
        yield from number_with_arrow(canvas.on(clue.place, "clue"), centre, text, vector)


def draw_values(layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw an arrow for each direction, except where a clue is the same arrow already, and write other values."""
    clues = (clue for group in canvas.grid.clue_groups for clue in group)
    printed = {(clue.place, clue.value) for clue in clues if isinstance(clue.value, Direction) and clue.side is BLANK}
    for shown in layer_values:
        if isinstance(shown.value, Direction) and (shown.place, shown.value) in printed:
            continue
        if isinstance(shown.value, Direction):
            pen = pen_of_value(look, given=shown.given)
            yield from _arrow(pen.line, canvas.paper.centre(shown.place), canvas.paper.vector(shown.value))
        else:
            yield from draw_other(layer_values, shown, canvas)


def draw_truths(layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the arrow where the layer is true."""

    def draw(shown: Shown) -> Iterator[Item]:
        vector = _vector(canvas, shown.place, look.option(DIRECTION, "right"))
        return _arrow(pen_of_value(look, given=shown.given).line, canvas.paper.centre(shown.place), vector)

    return where_true(layer_values, canvas, draw)


def draw_outside(clue: Clue, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw nothing here: all clues outside are drawn together."""
    return iter(())


def _arrow(style: str, centre: Point, vector: Point) -> Iterator[Item]:
    (x, y), (right, down) = centre, vector
    tail, tip = (x - 0.3 * right, y - 0.3 * down), (x + 0.3 * right, y + 0.3 * down)
    yield from symbols.arrow(style, tail, tip, CELL * 0.24)


def _broad_arrow(style: str, centre: Point, vector: Point) -> Item:
    """Return an arrow as wide as a cell, for what stands on it."""
    (x, y), (right, down) = centre, vector
    outline = [(-0.43, -0.13), (0.05, -0.13), (0.05, -0.36), (0.43, 0), (0.05, 0.36), (0.05, 0.13), (-0.43, 0.13)]
    return Surface(style, tuple((x + along * right - aside * down, y + along * down + aside * right) for along, aside in outline))


def _vector(canvas: Canvas, cell: Cell, name: str) -> Point:
    """Return the vector of a direction of that name; none if the board has no such direction."""
    direction = next((candidate for candidate in cell.board.all_directions if candidate.name == name), None)
    return canvas.paper.vector(direction) if direction else (0.0, 0.0)


def marks(area: Area, look: Look) -> Mapping[Cell, str]:
    """Return the signs of the arrow in a terminal."""
    return arrow_signs(area, int(look.option(PILL, "1")))


GLYPH = Glyph(
    {
        AREAS: Drawing(
            "a circle on the first cell, or a pill on the first ones, or neither with 0, and an arrow through the others",
            draw_areas,
            (PILL,),
            marks,
        ),
        IN_CELLS: Drawing(
            "the number, with the direction as an arrow above or beside it; a direction alone as an arrow behind digits",
            draw_clue,
            (DIRECTION,),
        ),
        OUTSIDE: Drawing("the number, with an arrow into the board", draw_outside, (DIRECTION,)),
        TRUTHS: Drawing("an arrow where it is true", draw_truths, (DIRECTION, COLOUR)),
        VALUES: Drawing("directions as arrows", draw_values, (COLOUR,)),
    }
)
