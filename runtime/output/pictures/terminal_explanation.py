"""Draw explanations in a terminal: conflicts, differences between two solutions, and the values that occur in solutions.

Marked places have a sign besides a style, so that you can see them without colours.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.look import Look
from gridwright.compiler.language.spec import Grid, Layer
from gridwright.compiler.syntax.visible_text import printable
from gridwright.compiler.values import BLANK, Value

from .display_hints import NO_BOARD_LINES, BoardLines, BoxCells
from .marks import letter_of
from .terminal import MARK, Line, Piece, clue_text, draw_texts, text_width
from .terminal_lines import draw_lines, is_drawn
from .terminal_signs import NO_LOOKS, area_marks

SPOKEN_OF = "·"
OPEN_MARK = "?"
MAX_LISTED = 5  # values in a cell, if one of them is longer than one character


def value_text(value: Value) -> str:
    """Return a value as it stands in a cell, blank included."""
    if value is BLANK:
        return "."
    return ("■" if value else "□") if isinstance(value, bool) else printable(str(value))


def conflict_picture(
    grid: Grid,
    givens: Collection[Variable],
    clues: Collection[Clue],
    spoken_of: Collection[Variable],
    *,
    width: int,
    looks: Mapping[str, Look] = NO_LOOKS,
    printed: BoardLines = NO_BOARD_LINES,
) -> list[Line]:
    """Return the printed puzzle with signs at the givens and clues of a conflict, and at the empty cells that its rules read."""
    lines = next((layer for layer in grid.layers if is_drawn(layer) and not layer.hidden), None)
    if (
        lines is not None
        and (drawn := _empty_lines(grid, lines, givens, clues, spoken_of, width, are_walls=lines.name in printed.walls))
        is not None
    ):
        return drawn
    texts: dict[Cell, str] = {}
    styles: dict[Cell, str] = {}
    for given in grid.givens:
        place = given.layer.places[given.position]
        if isinstance(place, Cell):
            _put(texts, styles, place, value_text(given.value), Variable(given.layer, given.position) in givens)
    for clue in (clue for group in grid.clue_groups for clue in group):
        if isinstance(clue.place, Cell):
            _put(texts, styles, clue.place, clue_text(clue.value), clue in clues)
    for variable in spoken_of:
        place = variable.layer.places[variable.position]
        if isinstance(place, Cell) and place.board is grid.board and place not in texts:
            texts[place], styles[place] = SPOKEN_OF, "conflict"
    for cell, mark in next((marks for layer in grid.layers if (marks := area_marks(grid, layer, looks))), {}).items():
        texts[cell] = texts.get(cell, "") + mark
    return draw_texts(grid, texts, styles, width=width, marked=clues, looks=looks, boxes=printed.boxes)


def _put(texts: dict[Cell, str], styles: dict[Cell, str], cell: Cell, text: str, marked: bool) -> None:
    """Add a printed text to a cell, beside its contents."""
    texts[cell] = " ".join(filter(None, [texts.get(cell, ""), MARK * marked + text]))
    styles[cell] = "conflict" if marked or styles.get(cell) == "conflict" else "given"


def _empty_lines(
    grid: Grid,
    layer: Layer,
    givens: Collection[Variable],
    clues: Collection[Clue],
    spoken_of: Collection[Variable],
    width: int,
    *,
    are_walls: bool,
) -> list[Line] | None:
    values: list[Value] = [BLANK] * len(layer.places)
    signs = {layer.places[variable.position]: Piece(SPOKEN_OF, "conflict") for variable in spoken_of if variable.layer is layer}
    for given in grid.givens:
        if given.layer is layer:
            values[given.position] = given.value
            if Variable(layer, given.position) in givens:
                signs[layer.places[given.position]] = Piece(MARK, "conflict")
    return draw_lines(grid, layer, values, width=width, signs_at=signs, marked=clues, are_walls=are_walls)


def difference_picture(
    grid: Grid,
    layer: Layer,
    first: Sequence[Value],
    second: Sequence[Value],
    *,
    width: int,
    looks: Mapping[str, Look] = NO_LOOKS,
    printed: BoardLines = NO_BOARD_LINES,
) -> list[Line] | None:
    """Return two grids in one picture, with both values at places that differ; for lines, with A if the first grid has one and B
    if the second has. Return None if the layer has no picture.
    """
    is_same = [value is other or value == other for value, other in zip(first, second, strict=True)]
    if is_drawn(layer):
        common = [value if same else BLANK for value, same in zip(first, is_same, strict=True)]
        signs = {
            place: Piece(letter_of(value, other) or OPEN_MARK, "differs")
            for place, value, other, same in zip(layer.places, first, second, is_same, strict=True)
            if not same
        }
        return draw_lines(grid, layer, common, width=width, signs_at=signs, are_walls=layer.name in printed.walls, looks=looks)
    texts = [
        value_text(value) if same else f"{value_text(value)}/{value_text(other)}"
        for value, other, same in zip(first, second, is_same, strict=True)
    ]
    return _cells(grid, layer, texts, ["found" if same else "differs" for same in is_same], width, looks, printed.boxes)


def candidates_picture(
    grid: Grid,
    layer: Layer,
    values: Sequence[Sequence[Value]],
    is_complete: Sequence[bool],
    *,
    width: int,
    looks: Mapping[str, Look] = NO_LOOKS,
    printed: BoardLines = NO_BOARD_LINES,
) -> list[Line] | None:
    """Return the values of each place; `?` if there may be more. Lines are drawn where they always are. None if the layer has no
    picture.
    """
    is_fixed = [len(possible) == 1 and complete for possible, complete in zip(values, is_complete, strict=True)]
    if is_drawn(layer):
        signs = {place: Piece(OPEN_MARK, "differs") for place, fixed in zip(layer.places, is_fixed, strict=True) if not fixed}
        common = [possible[0] if fixed else BLANK for possible, fixed in zip(values, is_fixed, strict=True)]
        return draw_lines(grid, layer, common, width=width, signs_at=signs, are_walls=layer.name in printed.walls, looks=looks)
    texts = [together(possible) + OPEN_MARK * (not complete) for possible, complete in zip(values, is_complete, strict=True)]
    return _cells(grid, layer, texts, ["found" if fixed else "differs" for fixed in is_fixed], width, looks, printed.boxes)


def together(values: Sequence[Value]) -> str:
    """Return several values in one cell; of very many, some.

    >>> together([1, 3]), together([9, 10]), together(range(10, 100))
    ('13', '9,10', '10,11,12,...,99')
    """
    texts = [value_text(value) for value in values]
    if all(text_width(text) == 1 for text in texts):
        return "".join(texts)
    return ",".join(texts if len(texts) <= MAX_LISTED else [*texts[: MAX_LISTED - 2], "...", texts[-1]])


def _cells(
    grid: Grid,
    layer: Layer,
    texts: Sequence[str],
    styles: Sequence[str],
    width: int,
    looks: Mapping[str, Look],
    boxes: Sequence[BoxCells],
) -> list[Line] | None:
    if layer.single or not all(isinstance(place, Cell) for place in layer.places):
        return None
    marks = area_marks(grid, layer, looks)
    by_cell = {cell: text + marks.get(cell, "") for cell, text in zip(layer.places, texts, strict=True)}
    return draw_texts(grid, by_cell, dict(zip(layer.places, styles, strict=True)), width=width, looks=looks, boxes=boxes)
