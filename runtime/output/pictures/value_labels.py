"""Draw values as text: in cells, small in their corners, and below the board."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from gridwright.compiler.geometry.area import Area
from gridwright.compiler.values import BLANK, Value

from .layer_values import LayerValues
from .paper_geometry import Paper
from .scene import CELL, Item, Label, Point
from .style_rules import StyleRules
from .symbols import cross
from .text_metrics import fitted, text_of, wrapped

TEXT_SIZE = 23.0
SMALL_SIZE = 11.0
NOTE_SIZE = 13.0
CROSS_RADIUS = 3.2  # of the cross in an empty cell
MAX_CANDIDATES_IN_ROWS = 25  # with more possible values, candidates do not have fixed slots in rows and columns


def draw_text(layer_values: LayerValues, paper: Paper, styling: StyleRules) -> Iterator[Item]:
    """Draw values in the middle of their cells, and a cross where a cell is known to be empty, as long as some values are
    unknown.
    """
    width = CELL * (0.74 if paper.is_hexagonal else 0.86)
    for shown in layer_values:
        centre = paper.centre(shown.place)
        if shown.value is BLANK:
            if shown.given or not layer_values.is_complete:
                yield from cross(f"cut{shown.suffix}", centre, CROSS_RADIUS)
            continue
        text = text_of(shown.value)
        at = (centre[0], centre[1] + styling.shift_down)
        yield fitted("given" if shown.given else "found", at, text, TEXT_SIZE, width)
    for position, possible in layer_values.candidates.items():
        yield from _candidates(layer_values, possible, paper.centre(layer_values.layer.places[position]), width)


def _candidates(layer_values: LayerValues, possible: Sequence[Value], centre: Point, width: float) -> Iterator[Item]:
    """Draw the candidates of a cell: each at a place of its own, or one after the other if there are many."""
    values = [*layer_values.layer.values[: MAX_CANDIDATES_IN_ROWS + 1], *([BLANK] if layer_values.layer.blank else [])]
    if len(values) <= MAX_CANDIDATES_IN_ROWS:
        columns = math.ceil(math.sqrt(len(values)))
        step = width / columns
        for at, value in enumerate(values):
            if value in possible:
                row, column = divmod(at, columns)
                place = (centre[0] + (column - (columns - 1) / 2) * step, centre[1] + (row - (columns - 1) / 2) * step)
                text = text_of(value)
                yield fitted("candidate", place, text, min(13.0, step * 0.82), step * 0.95)
        return
    size = 8.0
    lines = wrapped(" ".join(map(text_of, possible)), size, width)
    if len(lines) > 4:
        lines = [*lines[:3], f"{lines[3]} …"]
    for at, line in enumerate(lines):
        place = (centre[0], centre[1] + (at - (len(lines) - 1) / 2) * size * 1.1)
        yield fitted("candidate", place, line, size, width)


def draw_small(layer_values: LayerValues, paper: Paper, styling: StyleRules) -> Iterator[Item]:
    """Draw values small, in the lower right corner of their cells."""
    for shown in layer_values:
        if shown.value is not BLANK:
            text = text_of(shown.value)
            yield Label(f"letter{shown.suffix}", small_place(paper, paper.centre(shown.place), 2), text, SMALL_SIZE, "end")


def small_place(paper: Paper, centre: Point, slot: int) -> Point:
    """Return the point of a small text: 0 top left, 1 top right, 2 bottom right, 3 bottom left."""
    across, down = ((-1, -1), (1, -1), (1, 1), (-1, 1))[slot % 4]
    if paper.is_hexagonal:
        return centre[0] + across * CELL * 0.27, centre[1] + down * CELL * 0.3
    return centre[0] + across * (CELL / 2 - 3.5), centre[1] + down * (CELL / 2 - 7.5)


def note(layer_values: LayerValues) -> str:
    """Return the text below the board for a layer that lies on none of its places."""
    name = layer_values.layer.name.replace("_", " ")
    if not layer_values.shown:
        return ""
    if layer_values.layer.single:
        return f"{name}: {text_of(layer_values.shown[0].value)}"
    if _are_counted(layer_values):
        return f"{name}: " + " ".join(text_of(shown.value) for shown in layer_values)
    named = (
        (layer_values.layer.place_name(layer_values.layer.index[shown.place]), text_of(shown.value)) for shown in layer_values
    )
    return f"{name}: " + ", ".join(f"{place} {value}" for place, value in named)


def _are_counted(layer_values: LayerValues) -> bool:
    """Check whether the places are 1, 2, 3 and so on, or rows or columns, so that the text needs no names of places."""
    return layer_values.is_complete and all(isinstance(place, (int, Area)) for place in layer_values.layer.places)
