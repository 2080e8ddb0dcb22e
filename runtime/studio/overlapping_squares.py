"""Put a second square on the board that overlaps the first one, as in two sudokus that share a box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.yaml_nodes import Mapping as SourceMapping
from gridwright.compiler.syntax.yaml_nodes import read_text

from ..authoring.editable_spec import IN_TEXT, NoEdit
from ..authoring.printed_items import end_of
from ..authoring.text_edits import Edit, apply_edits
from ..editing.work_process import FILE, Asked
from .board_layout import BoardLayout
from .heading_edits import first_entry, set_parameter, used_libraries
from .layout_edits import with_board
from .request_fields import LARGEST_SIDE, check_fields

LIBRARY, SQUARES = "sudoku", "squares"


def with_second_square(text: str, op: Mapping[str, Any], asked: Asked) -> str:
    """Return a text with a second square, so many rows and columns away: the larger board, its holes, the squares, their size.

    Raise `NoEdit` if the puzzle is not one square, or if the squares would not overlap.
    """
    given = check_fields(op, {"down": int, "right": int})
    before = asked.load(text)
    side = _side(before)
    down, right = given["down"], given["right"]
    if not (0 <= down < side and 0 <= right < side and down + right):
        raise NoEdit(f"squares of {side} rows overlap if one begins 0 to {side - 1} rows and columns after the other")
    height, width = side + down, side + right
    if max(height, width) > LARGEST_SIDE:
        raise NoEdit(f"a board has at most {LARGEST_SIDE} rows and columns here")
    cells = {(row, column) for row in range(1, side + 1) for column in range(1, side + 1)}
    both = cells | {(row + down, column + right) for row, column in cells}
    rest = {(row, column) for row in range(1, height + 1) for column in range(1, width + 1)} - both
    cut = frozenset(f"r{row}c{column}" for row, column in rest)
    after = with_board(text, BoardLayout(before.grids[0].board, "", height, width, cut), before)
    after = _with_size_of_square(after, side)
    after = _with_squares(after, f"{SQUARES}: [r1c1:r{side}c{side}, r{down + 1}c{right + 1}:r{height}c{width}]")
    try:
        asked.load(after)
    except SpecError as problem:
        raise NoEdit(f"the puzzle would not be right any more: {problem.diagnostics[0].message}") from None
    return after


def _side(spec: Spec) -> int:
    """Return how many rows the square has that is the board. Raise `NoEdit` if the board is none."""
    board = spec.grids[0].board
    if not any(use["name"] == LIBRARY for use in used_libraries(spec.document)):
        raise NoEdit(f"only the squares of a {LIBRARY} can overlap here; {IN_TEXT}")
    kinds = [kind for kind in spec.grids[0].kinds if kind.name in (SQUARES, "regions") and len(kind)]
    if len(spec.grids) > 1 or not board.is_of_squares or board.height != board.width or board.holes or kinds:
        raise NoEdit(f"a second square goes with one square without holes and regions; {IN_TEXT}")
    return int(board.height)


def _with_size_of_square(text: str, side: int) -> str:
    """Return a text that says how large the squares are, where it leaves that to the size of the board."""
    box = max(rows for rows in range(1, side + 1) if side % rows == 0 and rows * rows <= side)
    usual = {"box_width": str(side // box), "box_height": str(box), "chosen_from": f"1..{side}"}
    for name, value in usual.items():
        document = read_text(text, FILE)
        use = next(use for use in used_libraries(document) if use["name"] == LIBRARY)
        if not next(parameter["value"] for parameter in use["parameters"] if parameter["name"] == name):
            text = apply_edits(text, set_parameter(document, LIBRARY, name, value))
    return text


def _with_squares(text: str, entry: str) -> str:
    """Return a text with an entry under `areas`, which is made if there is none."""
    document = read_text(text, FILE)
    areas = document.get("areas")
    if isinstance(areas, SourceMapping) and areas.items:
        return apply_edits(text, [first_entry(areas, entry)])
    if areas is not None:
        raise NoEdit(f"`areas` is empty; {IN_TEXT}")
    grid = document.get("grid")
    assert grid is not None
    end = text.find("\n", end_of(grid))
    at = len(text) if end < 0 else end
    return apply_edits(text, [Edit(document.span.source.span(at), f"\nareas:\n  {entry}")])
