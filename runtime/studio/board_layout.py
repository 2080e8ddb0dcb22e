"""Map the places of a board, and directions in its values, to the board turned, reflected, resized or with other holes.

A place is a point of row and column, also beside the board and on its rim. So one map of points moves cells, borders, corners and
clues beside the board.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from gridwright.compiler.geometry.board import SIDES, Board
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader.genre_declarations import ARROWS
from gridwright.compiler.records import dataclass

from ..authoring.editable_spec import IN_TEXT, NoEdit
from ..authoring.symmetry import MOVES, Point
from .request_fields import LARGEST_SIDE, check_fields

# Each turn as the symmetries that make it, one after the other.
TURNS: Mapping[str, tuple[str, ...]] = {
    "left": ("rotate180", "rotate90"),
    "right": ("rotate90",),
    "half": ("rotate180",),
    "mirror": ("horizontal",),
    "flip": ("vertical",),
}
OPPOSITE = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}
# The directions that a sign shows: a slanted line shows two.
SIGNS: Mapping[str, tuple[str, ...]] = {sign: (way,) for sign, way in ARROWS.items()} | {
    "/": ("up_right", "down_left"),
    "\\": ("up_left", "down_right"),
}
LONGEST_SIDE = 15  # of a board of hexagons
BESIDE = re.compile(rf"({'|'.join(SIDES)}) (\d{{1,4}})")
_PLACE = re.compile(r"r(\d{1,4})c(\d{1,4})(?:-r(\d{1,4})c(\d{1,4}))?")


@dataclass(frozen=True, eq=False)
class BoardLayout:
    """A map from a board to another one, which has `height` and `width`.

    `turn` is empty if the board only gets another size or other holes. `cut`: cells that become holes. `is_filled`: all old holes
    become cells. `hexagons`: how many cells a side of a board of hexagons has; 0 for squares.
    """

    board: Board
    turn: str
    height: int
    width: int
    cut: frozenset[str] = frozenset()
    is_filled: bool = False
    hexagons: int = 0

    @property
    def row_lengths(self) -> list[int]:
        """Return how many cells each row of the new board has."""
        return (
            [self.width - abs(self.hexagons - row) for row in range(1, self.height + 1)]
            if self.hexagons
            else [self.width] * self.height
        )

    def point(self, row: int, column: int) -> Point:
        """Return the image of a point; rows and columns count from 1."""
        # With the places beside it a board has two rows and columns more, which count from 0.
        lengths = [self.board.width + 2] * (self.board.height + 2)
        for move in TURNS.get(self.turn, ()):
            row, column = MOVES[move](row, column, lengths)
        return row, column

    def length(self, side: str) -> int:
        """Return how many places are beside a side of the new board."""
        return self.height if side in ("left", "right") else self.width

    def place(self, name: str, sides: Collection[str] = SIDES) -> str | None:
        """Return the image of a place by its name; None if the new board does not have it.

        `sides`: where clues may stand. A clue of another side goes to the other end of its line. A label of an area stays.
        """
        beside = BESIDE.fullmatch(name)
        if beside:
            return self._beside(beside[1], int(beside[2]), sides)
        match = _PLACE.fullmatch(name)
        if not match:
            return name
        numbers = [int(number) for number in match.groups() if number]
        points = [self.point(*numbers[at : at + 2]) for at in range(0, len(numbers), 2)]
        if not any(self._is_cell(point) for point in points):
            return None
        first, last = min(points), max(points)
        if (last[0] - first[0], last[1] - first[1]) == (1, -1):  # a corner is named by the cells above left and below right of it
            first, last = (first[0], last[1]), (last[0], first[1])
        return f"r{first[0]}c{first[1]}" + (f"-r{last[0]}c{last[1]}" if len(points) > 1 else "")

    def _is_cell(self, point: Point) -> bool:
        is_inside = 1 <= point[0] <= self.height and 1 <= point[1] <= self.row_lengths[point[0] - 1]
        return is_inside and f"r{point[0]}c{point[1]}" not in self.cut

    def _beside(self, side: str, index: int, sides: Collection[str]) -> str | None:
        board = self.board
        points = {"left": (index, 0), "right": (index, board.width + 1), "top": (0, index), "bottom": (board.height + 1, index)}
        if self.turn:
            row, column = self.point(*points[side])
            side = "top" if row == 0 else "left" if column == 0 else "bottom" if row > self.height else "right"
            index = column if side in ("top", "bottom") else row
        side = side if side in sides else OPPOSITE[side]
        return f"{side} {index}" if index <= self.length(side) else None

    def value(self, value: Any, *, is_letter: bool = False, is_reversed: bool = False) -> Any:
        """Return a value with the directions in it turned.

        `is_letter`: a `v` is a letter and no arrow. `is_reversed`: a list is read from its other end.
        """
        if isinstance(value, (list, tuple)):
            members = [self.value(member, is_letter=is_letter) for member in value]
            return members[::-1] if is_reversed else members
        if not self.turn or not isinstance(value, str) or (value == "v" and is_letter):
            return value
        if value in SIGNS:
            way = self._way(SIGNS[value][0])
            return next(sign for sign, ways in SIGNS.items() if way in ways and sign.isascii() == value.isascii())
        return self._way(value)

    def _way(self, name: str) -> str:
        """Return the image of a direction; any other text stays."""
        steps = {way.name: (way.down, way.right) for way in self.board.all_directions}
        if name not in steps:
            return name
        (row, column), (start_row, start_column) = self.point(1 + steps[name][0], 1 + steps[name][1]), self.point(1, 1)
        return next(other for other, step in steps.items() if step == (row - start_row, column - start_column))


def has_letters(values: Iterable[Any]) -> bool:
    """Check whether there is a letter among values, so that a `v` among them is a letter too."""
    texts = (text for value in values for text in (value if isinstance(value, (list, tuple)) else (value,)))
    return any(isinstance(text, str) and len(text) == 1 and text.isalpha() and text not in SIGNS for text in texts)


def layout_of(op: Mapping[str, Any], spec: Spec) -> BoardLayout:
    """Return the layout that an operation asks for. Raise `NoEdit` if the board of a spec cannot have it."""
    number = (int, type(None))
    fields = {"turn": (str, type(None)), "height": number, "width": number, "cut": (list, type(None)), "fill": (bool, type(None))}
    given, board = check_fields(op, fields | {"hexagons": number}), spec.grids[0].board
    if len(spec.grids) > 1:
        raise NoEdit(f"only a single board can be changed here; {IN_TEXT}")
    if given["hexagons"] is not None:
        if not 2 <= given["hexagons"] <= LONGEST_SIDE:
            raise NoEdit(f"a side of a board of hexagons has 2 to {LONGEST_SIDE} cells here")
        across = 2 * given["hexagons"] - 1
        return BoardLayout(board, "", across, across, is_filled=True, hexagons=given["hexagons"])
    if not board.is_of_squares and (given["height"] is None or given["width"] is None):
        raise NoEdit(f"a board of hexagons cannot be turned here, nor cells cut out of it; {IN_TEXT}")
    if given["turn"]:
        if given["turn"] not in TURNS:
            raise NoEdit("there is no such turn")
        is_on_its_side = "rotate90" in TURNS[given["turn"]]
        height, width = (board.width, board.height) if is_on_its_side else (board.height, board.width)
        return BoardLayout(board, given["turn"], height, width)
    height = board.height if given["height"] is None else given["height"]
    width = board.width if given["width"] is None else given["width"]
    if (height, width) != (board.height, board.width) and not all(1 <= side <= LARGEST_SIDE for side in (height, width)):
        raise NoEdit(f"a board has 1 to {LARGEST_SIDE} rows and columns here")
    names, cut = {cell.name for cell in board.cells}, given["cut"] or []
    if not all(isinstance(name, str) and name in names for name in cut):
        raise NoEdit("only cells of the board can be cut out")
    if len(set(cut)) == len(names):
        raise NoEdit("a board needs a cell")
    return BoardLayout(board, "", height, width, frozenset(cut), bool(given["fill"]))
