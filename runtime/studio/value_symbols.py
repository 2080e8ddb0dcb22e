"""Draw the values of a group of clues or a layer as small pictures, for buttons: a circle, a ship, a tree, as on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from gridwright.compiler.geometry.clue import Clue, ClueGroup
from gridwright.compiler.geometry.places import Border, Cell, Corner, Link
from gridwright.compiler.language.spec import Grid, Layer, Spec
from gridwright.compiler.records import replace
from gridwright.compiler.values import Value

from ..editing.work_process import Json
from ..output.pictures.boxes import Taken, extent
from ..output.pictures.canvas import Canvas
from ..output.pictures.inside_clues import draw_inside
from ..output.pictures.layer_shapes import draw_layers
from ..output.pictures.layer_values import LayerValues, Shown
from ..output.pictures.paper_geometry import Paper
from ..output.pictures.scene import Item, Label, Scene, moved
from ..output.pictures.style_rules import StyleRules, style_rules
from ..output.pictures.svg import svg

MOST_SYMBOLS = 24
MARGIN, LEAST = 3.0, 30.0


def clue_symbols(spec: Spec, grid: Grid, name: str, kinds: Sequence[str], values: Sequence[Value]) -> Json:
    """Return a picture of each value of a group of clues that is drawn as more than a text, by the value as a text."""
    place = next((first for kind in kinds if (first := _first(grid, kind)) is not None), None)
    if place is None or not _are_signs(values):
        return {}
    clues = tuple(Clue(name, value, place, spec.document.span) for value in values)
    found: Json = {}
    for clue in clues:
        own = replace(grid, clue_groups=(ClueGroup(name, (clue,)),), givens=(), kinds=())
        # how they are drawn follows from all values; one after the other is drawn, so that none makes room for another
        styling = style_rules(spec, replace(own, clue_groups=(ClueGroup(name, clues),)))
        found[_key(clue.value)] = _picture(draw_inside(Canvas(own, Paper(grid.board), styling, Taken())))
    return {value: drawn for value, drawn in found.items() if drawn}


def layer_symbols(grid: Grid, layer: Layer, styling: StyleRules) -> Json:
    """Return a picture of each value of a layer in cells that is drawn as more than a text, by the value as a text."""
    if layer.is_unbounded or layer.single or not isinstance(layer.places[0], Cell) or not _are_signs(layer.values):
        return {}
    canvas = Canvas(grid, Paper(grid.board), styling, Taken())
    found: Json = {}
    for value in layer.values:
        shown = (Shown(layer.places[0], value, given=True),)
        # a cross stands for what is absent as long as not everything is known
        found[_key(value)] = _picture(draw_layers([LayerValues(layer, shown, {}, is_complete=value is True)], canvas))
    return {value: drawn for value, drawn in found.items() if drawn}


def _key(value: Value) -> str:
    """Return a value as the page writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _are_signs(values: Sequence[Value]) -> bool:
    """Check whether values are few, and not only numbers."""
    return len(values) <= MOST_SYMBOLS and any(not isinstance(value, int) or isinstance(value, bool) for value in values)


def _first(grid: Grid, kind: str) -> Cell | Link | Border | Corner | None:
    board = grid.board
    places: Mapping[str, Iterable[Any]] = {
        "cells": board.cells,
        "links": (each for each in board.borders if len(each.cells) == 2),
        "borders": board.borders,
        "corners": board.corners,
    }
    return next(iter(places.get(kind, ())), None)


def _picture(drawn: Iterator[Item]) -> str:
    """Return items as a picture of their own; an empty text if they are nothing but texts."""
    items = list(drawn)
    if all(isinstance(item, Label) for item in items):
        return ""
    boxes = [extent(item) for item in items]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    size = max(right - left, bottom - top, LEAST) + 2 * MARGIN
    return svg(Scene(size, size, tuple(moved(items, size / 2 - (left + right) / 2, size / 2 - (top + bottom) / 2)), "", ""))
