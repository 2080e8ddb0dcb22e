"""Layers that fill cells: shading, stars, stones, mirrors, arrows, pieces, and a single cell that is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gridwright.compiler.geometry.places import Cell

from .layer_values import LayerValues, Shown
from .paper_geometry import Paper
from .regions import inset
from .scene import CELL, Disc, Item, Surface
from .style_rules import BLACK, StyleRules
from .symbols import arrow, cross, mirror, star
from .value_labels import CUT

PIECE_INSET = 2.5


def draw_shade(field: LayerValues, paper: Paper, looks: StyleRules) -> Iterator[Item]:
    """Fill cells where the layer is true."""
    return _where_true(field, paper, lambda one: Surface(f"shade{one.suffix}", paper.outline(one.place)))


def draw_star(field: LayerValues, paper: Paper, looks: StyleRules) -> Iterator[Item]:
    """Draw stars where the layer is true."""
    return _where_true(field, paper, lambda one: star(f"post{one.suffix}", paper.centre(one.place), CELL * 0.36))


def draw_disc(field: LayerValues, paper: Paper, looks: StyleRules) -> Iterator[Item]:
    """Draw discs where the layer is true."""
    return _where_true(field, paper, lambda one: Disc(f"post{one.suffix}", paper.centre(one.place), CELL * 0.36))


def _where_true(field: LayerValues, paper: Paper, drawn: Callable[[Shown], Item]) -> Iterator[Item]:
    """Draw something where the layer is true, and a cross where it is known to be false, as long as some values are unknown."""
    for one in field:
        if one.value is True:
            yield drawn(one)
        elif one.given or not field.whole:
            yield from cross(f"cut{one.suffix}", paper.centre(one.place), CUT)


def draw_stone(field: LayerValues, paper: Paper, looks: StyleRules) -> Iterator[Item]:
    """Draw black and white stones."""
    for one in field:
        if not one.is_nothing:
            colour = "black" if one.value in BLACK else "white"
            yield Disc(f"{'stone' if one.given else 'found'}-{colour}", paper.centre(one.place), CELL * 0.36)
        elif one.given or not field.whole:
            yield from cross(f"cut{one.suffix}", paper.centre(one.place), CUT)


def draw_mirror(field: LayerValues, paper: Paper, looks: StyleRules) -> Iterator[Item]:
    """Draw mirrors from corner to corner."""
    for one in field:
        if not one.is_nothing:
            yield mirror(f"mirror{one.suffix}", paper.centre(one.place), CELL * 0.33, rising=one.value == "/")
        elif one.given or not field.whole:
            yield from cross(f"cut{one.suffix}", paper.centre(one.place), CUT)


def draw_arrow(field: LayerValues, paper: Paper, looks: StyleRules) -> Iterator[Item]:
    """Draw arrows in directions."""
    for one in field:
        if not one.is_nothing:
            (x, y), (right, down) = paper.centre(one.place), paper.vector(one.value)
            tail, tip = (x - 0.3 * right, y - 0.3 * down), (x + 0.3 * right, y + 0.3 * down)
            yield from arrow(f"mirror{one.suffix}", tail, tip, CELL * 0.24)


def draw_piece(field: LayerValues, paper: Paper, looks: StyleRules) -> Iterator[Item]:
    """Draw pieces, each with its outline."""
    for one in field:
        if one.value is True:
            first, *gaps = inset(one.place.cells, paper, PIECE_INSET)
            yield Surface("piece", first, tuple(gaps))


def draw_spot(field: LayerValues, paper: Paper, looks: StyleRules) -> Iterator[Item]:
    """Draw a single unknown that is a cell, as a circle around that cell's contents."""
    for one in field:
        if isinstance(one.value, Cell):
            yield Disc(f"spot{one.suffix}", paper.centre(one.value), CELL * 0.4)
