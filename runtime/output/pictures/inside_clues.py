"""Draw clues on the board: those between cells and at corners first, then those in cells and on areas, and crossword numbers."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.area import Segment
from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.look import AREAS
from gridwright.compiler.loader.display import glyph_of
from gridwright.compiler.values import BLANK

from .canvas import Canvas
from .scene import Item


def draw_areas(canvas: Canvas) -> Iterator[Item]:
    """Draw what lies below everything else: the kinds of areas."""
    for kind in (*canvas.styling.defined, *canvas.grid.kinds):
        glyph = glyph_of(canvas.styling.kinds[kind.name])
        assert glyph is not None
        yield from glyph.parts[AREAS].draw(kind, canvas.styling.looks[kind.name], canvas)


def draw_inside(canvas: Canvas) -> Iterator[Item]:
    """Draw every clue that does not stand beside the board, each where the ones before it leave room."""
    clues = [clue for group in canvas.grid.clue_groups for clue in group if clue.side is BLANK]
    for clue in clues:
        if not _is_movable(clue):
            items = list(_draw(clue, canvas))
            canvas.taken.add(items)
            yield from items
    if canvas.styling.hints.numbered:
        yield from _entries(canvas)
    for clue in sorted(filter(_is_movable, clues), key=lambda clue: isinstance(clue.place, Cell)):  # those on areas first
        yield from _draw(clue, canvas)


def _is_movable(clue: Clue) -> bool:
    """Check whether a clue may make room for others: one in a cell, or on an area."""
    return isinstance(clue.place, Cell) or clue.area is not BLANK or clue.line is not BLANK


def _draw(clue: Clue, canvas: Canvas) -> Iterator[Item]:
    part, look = canvas.styling.of_clue(clue)
    yield from part.draw(clue, look, canvas)


def _entries(canvas: Canvas) -> Iterator[Item]:
    """Draw the numbers of the entries of a crossword, each in its first cell."""
    segments = canvas.grid.board.segments()
    numbers = {segment[0]: segment.number for segment in segments if isinstance(segment, Segment)}
    for cell, number in numbers.items():
        yield canvas.small(cell, str(number))
