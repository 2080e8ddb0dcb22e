"""Draw one board with everything that is on it and around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gridwright.compiler.language.spec import Grid, Spec
from gridwright.compiler.values import Value

from .conflict_marks import draw_conflicts, draw_differing
from .inside_clues import draw_inside
from .layer_shapes import draw_layers
from .layer_values import LayerValues, layer_values_of
from .marks import Marks
from .outside_clues import OutsideClues
from .paper_geometry import Paper
from .regions import draw_board
from .scene import CELL, Item, Label
from .style_rules import style_rules
from .text_metrics import text_width, wrapped
from .value_labels import NOTE_SIZE, note

EDGE = 6.0  # the room for the rim and for marks beyond the board
NAME_SIZE = 15.0
MIN_WIDTH = 5 * CELL  # the least width for texts above and below a board

Known = Mapping[tuple[str, str], Sequence[Value | None]]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A drawn board, its top left corner at (0, 0), and how far it reaches to each side of that."""

    items: tuple[Item, ...]
    left: float
    top: float
    right: float
    bottom: float


def draw_grid(spec: Spec, grid: Grid, known: Known, marks: Marks, *, named: bool) -> Sheet:
    """Draw one board, with its name above if it is `named`."""
    paper, styling = Paper(grid.board), style_rules(spec, grid)
    outside = OutsideClues(grid, paper, styling)
    layers = [_layer_values(grid, name, known, marks) for name, style in styling.layers.items() if style != "none"]
    items: list[Item] = [*draw_board(grid, paper, styling), *draw_layers(layers, paper, styling)]
    items += [*draw_inside(grid, paper, styling), *outside.items]
    items += draw_conflicts(marks.conflicts, paper, outside)
    for place in marks.differing:
        items += draw_differing(place, paper)
    left, top = EDGE + outside.room["left"], EDGE + outside.room["top"]
    right, bottom = paper.width + outside.room["right"] + EDGE, paper.height + outside.room["bottom"] + EDGE
    for layer_values in layers:
        text = note(layer_values) if styling.layers[layer_values.layer.name] == "list" else ""
        for line in wrapped(text, NOTE_SIZE, max(paper.width, MIN_WIDTH)):
            bottom += NOTE_SIZE * 1.5
            items.append(Label("letter", (0, bottom - NOTE_SIZE * 0.6), line, NOTE_SIZE, "start"))
            right = max(right, text_width(line, NOTE_SIZE))
    if named and grid.name:
        items.append(Label("name", (0, -top - NAME_SIZE * 0.4), grid.name.replace("_", " "), NAME_SIZE, "start"))
        top += NAME_SIZE * 1.4
    return Sheet(tuple(items), left, top, right, bottom)


def _layer_values(grid: Grid, name: str, known: Known, marks: Marks) -> LayerValues:
    layer = grid.layer(name)
    key = (grid.name, name)
    return layer_values_of(grid, layer, known.get(key), marks.candidates.get(key))
