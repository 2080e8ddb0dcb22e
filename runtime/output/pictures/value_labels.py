"""Values that are written: in cells, small in their corners, and below the board."""

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
CUT = 3.2  # half the width of the cross that says that nothing is here
MOST_CANDIDATES = 25  # that are put in rows and columns, each at its place


def draw_text(field: LayerValues, paper: Paper, looks: StyleRules) -> Iterator[Item]:
    """Draw values in the middle of their cells, and a cross where a cell is known to be empty, as long as some values are
    unknown.
    """
    width = CELL * (0.74 if paper.is_hexagonal else 0.86)
    for one in field:
        centre = paper.centre(one.place)
        if one.value is BLANK:
            if one.given or not field.whole:
                yield from cross(f"cut{one.suffix}", centre, CUT)
            continue
        text = text_of(one.value)
        at = (centre[0], centre[1] + looks.lower)
        yield fitted("given" if one.given else "found", at, text, TEXT_SIZE, width)
    for position, possible in field.candidates.items():
        yield from _candidates(field, possible, paper.centre(field.layer.places[position]), width)


def _candidates(field: LayerValues, possible: Sequence[Value], centre: Point, width: float) -> Iterator[Item]:
    """Draw the candidates of a cell: each at a place of its own, or one after the other if there are many."""
    values = [*field.layer.values[: MOST_CANDIDATES + 1], *([BLANK] if field.layer.blank else [])]
    if len(values) <= MOST_CANDIDATES:
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


def draw_small(field: LayerValues, paper: Paper, looks: StyleRules) -> Iterator[Item]:
    """Draw values in the lower right corner, beside others."""
    for one in field:
        if one.value is not BLANK:
            text = text_of(one.value)
            yield Label(f"letter{one.suffix}", small_place(paper, paper.centre(one.place), 2), text, SMALL_SIZE, "end")


def small_place(paper: Paper, centre: Point, slot: int) -> Point:
    """Return the point of a small text: 0 top left, 1 top right, 2 bottom right, 3 bottom left."""
    across, down = ((-1, -1), (1, -1), (1, 1), (-1, 1))[slot % 4]
    if paper.is_hexagonal:
        return centre[0] + across * CELL * 0.27, centre[1] + down * CELL * 0.3
    return centre[0] + across * (CELL / 2 - 3.5), centre[1] + down * (CELL / 2 - 7.5)


def note(field: LayerValues) -> str:
    """Return the text below the board for a layer that lies on none of its places."""
    name = field.layer.name.replace("_", " ")
    if not field.shown:
        return ""
    if field.layer.single:
        return f"{name}: {text_of(field.shown[0].value)}"
    if _are_counted(field):
        return f"{name}: " + " ".join(text_of(one.value) for one in field)
    named = ((field.layer.place_name(field.layer.index[one.place]), text_of(one.value)) for one in field)
    return f"{name}: " + ", ".join(f"{place} {value}" for place, value in named)


def _are_counted(field: LayerValues) -> bool:
    """Check whether the values belong to 1, 2, 3 and so on, or to rows or columns, so that nobody needs the names of places."""
    return field.whole and all(isinstance(place, (int, Area)) for place in field.layer.places)
