"""Draw one board with everything that is on it and around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gridwright.compiler.language.spec import Grid, Spec
from gridwright.compiler.records import dataclass
from gridwright.compiler.values import Value

from .boxes import Taken, extent
from .canvas import Canvas
from .conflict_marks import draw_conflicts, draw_differing, draw_open, draw_premise
from .inside_clues import draw_areas, draw_inside
from .layer_shapes import draw_layers
from .layer_values import LayerValues, layer_values_of
from .marks import Marks
from .outside_clues import OutsideClues
from .paper_geometry import Paper
from .regions import draw_board
from .scene import CELL, Item, Label
from .style_rules import style_rules
from .text_metrics import text_width, wrap
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
    canvas = Canvas(grid, paper, styling, Taken())
    layers = [_layer_values(grid, name, known, marks) for name, style in styling.layers.items() if style != "none"]
    items: list[Item] = [*draw_board(grid, paper, styling), *draw_areas(canvas)]
    inside = list(draw_inside(canvas))
    beyond = _beyond(inside, paper)
    outside = OutsideClues(grid, paper, styling, beyond)
    items += [*draw_layers(layers, canvas), *inside, *outside.items]
    items += draw_open(layers, paper)
    items += draw_conflicts(marks.conflicts, paper, outside)
    for place in marks.premises:
        items += draw_premise(place, paper)
    for place in marks.differing:
        items += draw_differing(place, paper, marks.letters.get(place, ""))
    room = {side: max(EDGE + outside.room[side], beyond[side] + 2) for side in beyond}
    left, top, right, bottom = room["left"], room["top"], paper.width + room["right"], paper.height + room["bottom"]
    for layer_values in layers:
        text = note(layer_values) if styling.layers[layer_values.layer.name] == "list" else ""
        for line in wrap(text, NOTE_SIZE, max(paper.width, MIN_WIDTH)):
            bottom += NOTE_SIZE * 1.5
            items.append(Label("letter", (0, bottom - NOTE_SIZE * 0.6), line, NOTE_SIZE, "start"))
            right = max(right, text_width(line, NOTE_SIZE))
    if named and grid.name:
        items.append(Label("name", (0, -top - NAME_SIZE * 0.4), grid.name.replace("_", " "), NAME_SIZE, "start"))
        top += NAME_SIZE * 1.4
    return Sheet(tuple(items), left, top, right, bottom)


def _beyond(items: Sequence[Item], paper: Paper) -> dict[str, float]:
    """Return how far items reach beyond each side of the board."""
    boxes = [extent(item) for item in items]
    return {
        "left": max([0.0, *(-box[0] for box in boxes)]),
        "top": max([0.0, *(-box[1] for box in boxes)]),
        "right": max([0.0, *(box[2] - paper.width for box in boxes)]),
        "bottom": max([0.0, *(box[3] - paper.height for box in boxes)]),
    }


def _layer_values(grid: Grid, name: str, known: Known, marks: Marks) -> LayerValues:
    layer = grid.layer(name)
    key = (grid.name, name)
    return layer_values_of(grid, layer, known.get(key), marks.candidates.get(key))
