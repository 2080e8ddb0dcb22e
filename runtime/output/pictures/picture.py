"""Draw a puzzle: its boards side by side, and its title above them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from gridwright.compiler.language.spec import Grid, Spec
from gridwright.compiler.records import replace

from .board_picture import MIN_WIDTH, Known, draw_grid
from .marks import Marks
from .scene import CELL, Item, Label, Point, Scene, move
from .styles import ORDER
from .text_metrics import text_width, wrap

MARGIN = 10.0
BOARD_GAP = CELL / 2
TITLE_SIZE = 20.0
BOLD = 1.12  # how much wider bold texts are
TITLE_SHARE = 0.028  # of the width, for titles of large pictures

CAPTION_SIZE = 14.0  # of the letters of a sentence below
CAPTION_LINE = 1.35 * CAPTION_SIZE

SMALLER = (1.0, 0.85, 0.7, 0.6)  # sizes of a title that are tried in turn, as factors, until it takes few lines
MOST_LINES = 3

NO_VALUES: Known = {}
NO_MARKS = Marks()


def picture(spec: Spec, known: Known = NO_VALUES, marks: Marks = NO_MARKS, *, titled: bool = True) -> Scene:
    """Return the picture of a spec as it is printed, with the values that are `known` beside the givens.

    `known`: for a layer, by the names of its grid and itself, the value of each place, or None if it is not known. Several boards
    form a square of rows and columns, aligned by their cells.
    """
    return placed_picture(spec, known, marks, titled=titled)[0]


def placed_picture(
    spec: Spec, known: Known = NO_VALUES, marks: Marks = NO_MARKS, *, titled: bool = True
) -> tuple[Scene, tuple[tuple[Grid, Point], ...]]:
    """Return the same picture, and where on it the top left corner of each board lies."""
    sheets = [draw_grid(spec, grid, known, marks, named=len(spec.grids) > 1) for grid in spec.grids]
    columns = math.ceil(math.sqrt(len(sheets)))
    rows = [sheets[at : at + columns] for at in range(0, len(sheets), columns)]
    stacks = [[row[column] for row in rows if column < len(row)] for column in range(columns)]
    title = " ".join(spec.title.split()) if titled else ""
    items: list[Item] = []
    boards_width = sum(max(sheet.left for sheet in stack) + max(sheet.right for sheet in stack) for stack in stacks)
    width = boards_width + BOARD_GAP * (columns - 1)
    size, lines = _heading(title, width)
    width = max([width, *(text_width(line, size * BOLD) for line in lines)])
    y = MARGIN + len(lines) * size * 1.3 + (size * 0.5 if lines else 0)
    for at, line in enumerate(lines):
        items.append(Label("title", (MARGIN + width / 2, MARGIN + (at + 0.5) * size * 1.3), line, size))
    start = MARGIN + (width - boards_width - BOARD_GAP * (columns - 1)) / 2
    corners: list[Point] = []
    for row in rows:
        y += max(sheet.top for sheet in row)
        x = start
        for sheet, stack in zip(row, stacks, strict=False):
            x += max(other.left for other in stack)
            items += move(sheet.items, x, y)
            corners.append((x, y))
            x += max(other.right for other in stack) + BOARD_GAP
        y += max(sheet.bottom for sheet in row) + (BOARD_GAP if row is not rows[-1] else 0)
    items.sort(key=lambda item: ORDER[item.style])
    scene = Scene(
        width=round(width + 2 * MARGIN, 2),
        height=round(y + MARGIN, 2),
        items=tuple(items),
        title=" ".join(spec.title.split()) or "A puzzle",
        description=" ".join(spec.text.split()),
    )
    return with_caption(scene, marks.legend), tuple(zip(spec.grids, corners, strict=True))


def with_caption(scene: Scene, sentences: Sequence[str]) -> Scene:
    """Return a scene with sentences below it."""
    if not sentences:
        return scene
    lines = [line for sentence in sentences for line in wrap(sentence, CAPTION_SIZE, scene.width - 2 * MARGIN)]
    items: list[Item] = [
        Label("outside", (scene.width / 2, scene.height + (at + 0.5) * CAPTION_LINE), line, CAPTION_SIZE)
        for at, line in enumerate(lines)
    ]
    return replace(scene, height=round(scene.height + len(lines) * CAPTION_LINE + MARGIN, 2), items=(*scene.items, *items))


def _heading(title: str, width: float) -> tuple[float, list[str]]:
    """Return the size of a title above boards of a width, and its lines: smaller if it is long."""
    usual = max(TITLE_SIZE, TITLE_SHARE * width)
    for factor in SMALLER:
        size = round(usual * factor, 1)
        lines = wrap(title, size * BOLD, max(width, MIN_WIDTH))
        if len(lines) <= MOST_LINES:
            break
    return size, lines
