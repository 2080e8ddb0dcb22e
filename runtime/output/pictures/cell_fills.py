"""Draw layers that fill cells: shading, stars, stones, mirrors, arrows, pieces, and a layer whose value is a cell."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gridwright.compiler.geometry.places import Cell

from .layer_values import LayerValues, Shown
from .paper_geometry import Paper
from .regions import inset
from .scene import CELL, Disc, Item, Surface
from .style_rules import BLACK, StyleRules
from .symbols import arrow, cross, mirror, star
from .value_labels import CROSS_RADIUS

PIECE_INSET = 2.5


def draw_shade(layer_values: LayerValues, paper: Paper, styling: StyleRules) -> Iterator[Item]:
    """Fill cells where the layer is true."""
    return _where_true(layer_values, paper, lambda shown: Surface(f"shade{shown.suffix}", paper.outline(shown.place)))


def draw_star(layer_values: LayerValues, paper: Paper, styling: StyleRules) -> Iterator[Item]:
    """Draw stars where the layer is true."""
    return _where_true(layer_values, paper, lambda shown: star(f"post{shown.suffix}", paper.centre(shown.place), CELL * 0.36))


def draw_disc(layer_values: LayerValues, paper: Paper, styling: StyleRules) -> Iterator[Item]:
    """Draw discs where the layer is true."""
    return _where_true(layer_values, paper, lambda shown: Disc(f"post{shown.suffix}", paper.centre(shown.place), CELL * 0.36))


def _where_true(layer_values: LayerValues, paper: Paper, drawn: Callable[[Shown], Item]) -> Iterator[Item]:
    """Draw an item where the layer is true; while some values are unknown, also a cross where it is known to be false."""
    for shown in layer_values:
        if shown.value is True:
            yield drawn(shown)
        elif shown.given or not layer_values.is_complete:
            yield from cross(f"cut{shown.suffix}", paper.centre(shown.place), CROSS_RADIUS)


def draw_stone(layer_values: LayerValues, paper: Paper, styling: StyleRules) -> Iterator[Item]:
    """Draw black and white stones."""
    for shown in layer_values:
        if not shown.is_absent:
            colour = "black" if shown.value in BLACK else "white"
            yield Disc(f"{'stone' if shown.given else 'found'}-{colour}", paper.centre(shown.place), CELL * 0.36)
        elif shown.given or not layer_values.is_complete:
            yield from cross(f"cut{shown.suffix}", paper.centre(shown.place), CROSS_RADIUS)


def draw_mirror(layer_values: LayerValues, paper: Paper, styling: StyleRules) -> Iterator[Item]:
    """Draw mirrors from corner to corner."""
    for shown in layer_values:
        if not shown.is_absent:
            yield mirror(f"mirror{shown.suffix}", paper.centre(shown.place), CELL * 0.33, rising=shown.value == "/")
        elif shown.given or not layer_values.is_complete:
            yield from cross(f"cut{shown.suffix}", paper.centre(shown.place), CROSS_RADIUS)


def draw_arrow(layer_values: LayerValues, paper: Paper, styling: StyleRules) -> Iterator[Item]:
    """Draw arrows in directions."""
    for shown in layer_values:
        if not shown.is_absent:
            (x, y), (right, down) = paper.centre(shown.place), paper.vector(shown.value)
            tail, tip = (x - 0.3 * right, y - 0.3 * down), (x + 0.3 * right, y + 0.3 * down)
            yield from arrow(f"mirror{shown.suffix}", tail, tip, CELL * 0.24)


def draw_piece(layer_values: LayerValues, paper: Paper, styling: StyleRules) -> Iterator[Item]:
    """Draw pieces, each with its outline."""
    for shown in layer_values:
        if shown.value is True:
            first, *gaps = inset(shown.place.cells, paper, PIECE_INSET)
            yield Surface("piece", first, tuple(gaps))


def draw_spot(layer_values: LayerValues, paper: Paper, styling: StyleRules) -> Iterator[Item]:
    """Draw a single unknown that is a cell, as a circle around that cell's contents."""
    for shown in layer_values:
        if isinstance(shown.value, Cell):
            yield Disc(f"spot{shown.suffix}", paper.centre(shown.value), CELL * 0.4)
