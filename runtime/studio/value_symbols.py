"""Draw the values of a group of clues or a layer as small pictures, for buttons: a circle, a ship, a tree, as on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from gridwright.compiler.geometry.clue import Clue, ClueGroup
from gridwright.compiler.geometry.places import Border, Cell, Corner, Link
from gridwright.compiler.language.spec import Grid, Layer, Spec
from gridwright.compiler.records import replace
from gridwright.compiler.values import Value

from ..output.pictures.boxes import Taken, extent
from ..output.pictures.canvas import Canvas
from ..output.pictures.inside_clues import draw_inside
from ..output.pictures.layer_shapes import draw_layers
from ..output.pictures.layer_values import LayerValues, Shown
from ..output.pictures.paper_geometry import Paper
from ..output.pictures.scene import Item, Label, Scene, move
from ..output.pictures.style_rules import StyleRules, style_rules
from ..output.pictures.svg import svg

MOST_SYMBOLS = 24
MARGIN, LEAST = 3.0, 30.0


def clue_symbols(spec: Spec, grid: Grid, name: str, kinds: Sequence[str], values: Sequence[Value]) -> dict[str, str]:
    """Return the pictures of those values of a group of clues that are drawn as more than a text, by `_key`."""
    place = next((place for kind in kinds if (place := _first(grid, kind)) is not None), None)
    if place is None or not _are_signs(values):
        return {}
    clues = tuple(Clue(name, value, place, spec.document.span) for value in values)
    board = replace(grid, clue_groups=(ClueGroup(name, clues),), givens=(), kinds=())
    styling, paper = style_rules(spec, board), Paper(grid.board)  # how values are drawn follows from all of them
    pictures: dict[str, str] = {}
    for clue in clues:
        alone = replace(board, clue_groups=(ClueGroup(name, (clue,)),))  # so that no value makes room for another
        pictures[_key(clue.value)] = _picture(draw_inside(Canvas(alone, paper, styling, Taken())))
    return {value: drawn for value, drawn in pictures.items() if drawn}


def layer_symbols(grid: Grid, layer: Layer, styling: StyleRules) -> dict[str, str]:
    """Return the pictures of those values of a layer in cells that are drawn as more than a text, by `_key`."""
    is_in_cells = any(isinstance(place, Cell) for place in layer.places[:1])
    if layer.is_unbounded or layer.single or not is_in_cells or not _are_signs(layer.values):
        return {}
    canvas = Canvas(grid, Paper(grid.board), styling, Taken())
    pictures: dict[str, str] = {}
    for value in layer.values:
        shown = (Shown(layer.places[0], value, given=True),)
        # a cross stands for what is absent as long as not everything is known
        pictures[_key(value)] = _picture(draw_layers([LayerValues(layer, shown, {}, is_complete=value is True)], canvas))
    return {value: drawn for value, drawn in pictures.items() if drawn}


def _key(value: Value) -> str:
    """Return a value as the page writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _are_signs(values: Sequence[Value]) -> bool:
    """Check whether values are few, and not only numbers."""
    return len(values) <= MOST_SYMBOLS and any(not isinstance(value, int) or isinstance(value, bool) for value in values)


def _first(grid: Grid, kind: str) -> Cell | Link | Border | Corner | None:
    """Return the first place of a kind; None if clues of that kind stand beside the board or on areas."""
    board = grid.board
    places: Mapping[str, Iterable[Any]] = {
        "cells": board.cells,
        "links": (border for border in board.borders if len(border.cells) == 2),
        "borders": board.borders,
        "corners": board.corners,
    }
    return next(iter(places.get(kind, ())), None)


def _picture(drawn: Iterator[Item]) -> str:
    """Return items as a picture of their own; an empty text if all of them are labels."""
    items = list(drawn)
    if all(isinstance(item, Label) for item in items):
        return ""
    boxes = [extent(item) for item in items]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    size = max(right - left, bottom - top, LEAST) + 2 * MARGIN
    return svg(Scene(size, size, tuple(move(items, size / 2 - (left + right) / 2, size / 2 - (top + bottom) / 2)), "", ""))
