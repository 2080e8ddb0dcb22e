"""Draw values as text: in cells, small in their corners, and below the board."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from gridwright.compiler.geometry.area import Area
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.records import replace
from gridwright.compiler.values import BLANK, Value

from .boxes import extent
from .canvas import TEXT_SIZE, Canvas
from .layer_values import LayerValues, Shown
from .scene import Item, Label
from .symbol_glyph import CROSS_RADIUS
from .symbols import cross
from .text_metrics import fit, text_of, wrap

NOTE_SIZE = 13.0
LEAST_SHARE = 0.6  # of its size that a value keeps where something stands beside it
MAX_CANDIDATES_IN_ROWS = 25  # with more possible values, candidates do not have fixed slots in rows and columns


def draw_values(layer_values: LayerValues, canvas: Canvas) -> Iterator[Item]:
    """Draw values in the middle of their cells, a cross where a cell is known to be empty as long as some values are unknown, and
    candidates.
    """
    for shown in layer_values:
        yield from draw_other(layer_values, shown, canvas)
    for position, possible in layer_values.candidates.items():
        yield from _candidates(layer_values, possible, canvas, layer_values.layer.places[position])


def draw_other(layer_values: LayerValues, shown: Shown, canvas: Canvas) -> Iterator[Item]:
    """Draw one value as a text; a blank as a cross where it has to be seen."""
    centre = canvas.paper.centre(shown.place)
    if shown.is_absent and (shown.value is BLANK or shown.value is False):
        if layer_values.has_cross(shown):
            yield from cross(f"cut{shown.suffix}", centre, CROSS_RADIUS)
        return
    yield _clear(canvas, "given" if shown.given else "found", shown.place, text_of(shown.value))


def _clear(canvas: Canvas, style: str, cell: Cell, text: str) -> Label:
    """Return a text in the middle of a cell, smaller if something stands beside it, or else where there is room."""
    x, y = canvas.paper.centre(cell)
    label = fit(style, (x, y + canvas.styling.shift_down), text, TEXT_SIZE, canvas.text_room)
    for share in (1.0, 0.9, 0.8, 0.7, LEAST_SHARE):
        smaller = replace(label, size=round(label.size * share, 1))
        if canvas.taken.is_free(extent(smaller)):
            return smaller
    left, top, right, bottom = canvas.room(cell)
    return fit(style, ((left + right) / 2, (top + bottom) / 2), text, min(TEXT_SIZE, 1.3 * (bottom - top)), right - left)


def _candidates(layer_values: LayerValues, possible: Sequence[Value], canvas: Canvas, cell: Cell) -> Iterator[Item]:
    """Draw the candidates of a cell where nothing else stands: each at its own place, or one after the other if they are many."""
    values = [*layer_values.layer.values[: MAX_CANDIDATES_IN_ROWS + 1], *([BLANK] if layer_values.layer.blank else [])]
    box = canvas.room(cell)
    left, top, width, height = box[0], box[1], box[2] - box[0], box[3] - box[1]
    if len(values) <= MAX_CANDIDATES_IN_ROWS:
        columns = math.ceil(math.sqrt(len(values)))
        across, down = width / columns, height / columns
        for at, value in enumerate(values):
            if value in possible:
                row, column = divmod(at, columns)
                place = (left + (column + 0.5) * across, top + (row + 0.5) * down)
                yield fit("candidate", place, text_of(value), min(13.0, across * 0.82, down * 1.1), across * 0.95)
        return
    size = 8.0
    lines = wrap(" ".join(map(text_of, possible)), size, width)
    most = max(1, min(4, int(height / size)))
    if len(lines) > most:
        lines = [*lines[: most - 1], f"{lines[most - 1]} …"]
    for at, line in enumerate(lines):
        place = (left + width / 2, top + height / 2 + (at - (len(lines) - 1) / 2) * size * 1.1)
        yield fit("candidate", place, line, size, width)


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
