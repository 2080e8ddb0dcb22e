"""Draw clues around a board. Groups share a column or row beside it unless two of their clues would meet there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gridwright.compiler.geometry.clue import Clue, ClueGroup
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.spec import Grid
from gridwright.compiler.values import BLANK

from .clue_values import parts_of
from .options import DIRECTION
from .paper_geometry import Paper
from .scene import CELL, Item, Point
from .style_rules import StyleRules
from .symbols import arrow
from .text_metrics import fit, text_of, text_width

SIZE = 18.0
LINE_HEIGHT = 1.15  # as a factor of the text size
GAP = 7.0
MAX_WIDTH = 6 * CELL
SIDES = ("left", "right", "top", "bottom")
INWARDS = {"left": "right", "right": "left", "top": "down", "bottom": "up"}
STEPS = {
    "up": (0, -1),
    "right": (1, 0),
    "down": (0, 1),
    "left": (-1, 0),
    "up_right": (1, -1),
    "down_right": (1, 1),
    "down_left": (-1, 1),
    "up_left": (-1, -1),
}
POINTER = 12.0  # the room of an arrow between a clue and the board
HEAD = CELL * 0.13
CLEARANCE = 6.0  # between clues and what else lies beyond the rim

Extent = tuple[Point, float, float]  # of a text: its middle, half of its width, half of its height
Column = dict[int, Clue]  # the clue beside each row or column of one side, by index


class OutsideClues:
    """The clues outside a board, and the room that they need on each side."""

    def __init__(self, grid: Grid, paper: Paper, styling: StyleRules, beyond: Mapping[str, float]) -> None:
        """Place them; `beyond`: how far other items reach beyond each side of the board."""
        self.paper = paper
        self.styling = styling
        groups = [group for group in grid.clue_groups if styling.clues[group.name] != "none"]
        self.columns = {side: _columns(groups, side) for side in SIDES}
        self.depths = {side: [self._depth(side, column) for column in self.columns[side]] for side in SIDES}
        self.start = {side: max(0.0, beyond[side] + CLEARANCE - GAP) if self.columns[side] else 0.0 for side in SIDES}
        self.room = {side: self.start[side] + sum(depth + GAP for depth in self.depths[side]) for side in SIDES}
        self.places: dict[int, Extent] = {}  # by id of the clue
        self.styles = _styles(groups)
        self.items = tuple(item for side in SIDES for item in self._side(side))

    def _depth(self, side: str, column: Column) -> float:
        """Return how far a column reaches away from the board."""
        pointer = max(POINTER if self._way(clue, side) else 0.0 for clue in column.values())
        if side in ("left", "right"):
            return pointer + min(MAX_WIDTH, max(text_width(self._text(clue, side), SIZE) for clue in column.values()))
        return pointer + max(len(self._lines(clue, side)) for clue in column.values()) * SIZE * LINE_HEIGHT

    def _lines(self, clue: Clue, side: str) -> list[str]:
        """Return the members of a list, or the only text."""
        if self._way(clue, side):
            return [self._text(clue, side)]
        if isinstance(clue.value, (list, tuple)) and not self.styling.has_template(clue):
            return [text_of(part) for part in clue.value] or [""]
        return [self.styling.text(clue)]

    def _text(self, clue: Clue, side: str) -> str:
        return parts_of(clue.value).text if self._way(clue, side) else self.styling.text(clue)

    def _way(self, clue: Clue, side: str) -> tuple[int, int] | None:
        """Return the step to the right and down of the arrow at a clue, which leads into the board; None if it has no arrow.

        A diagonal direction in the value is an arrow without any word of `display`.
        """
        if self.styling.has_template(clue):
            return None
        look, value = self.styling.looks[clue.group], parts_of(clue.value)
        name = look.option(DIRECTION, value.direction.name if value.direction else "") if value.members else ""
        if name not in STEPS or self.paper.is_hexagonal:
            return None
        (right, down), (inwards_right, inwards_down) = STEPS[name], STEPS[INWARDS[side]]
        leads_in = right * inwards_right + down * inwards_down > 0
        return (right, down) if leads_in and (look.word == "arrow" or right * down != 0) else None

    def _pointer(self, x: float, y: float, side: str, way: tuple[int, int]) -> Iterator[Item]:
        """Draw the arrow of a clue, between its text and the board; (x, y) is in the middle of the clue's side of that room."""
        (right, down), (inwards_right, inwards_down) = way, STEPS[INWARDS[side]]
        aside_right, aside_down = right - inwards_right, down - inwards_down
        tail = (x + inwards_right + 2 * aside_right, y + inwards_down + 2 * aside_down)
        length = POINTER + 2
        tip = (tail[0] + length * right, tail[1] + length * down)
        return iter(arrow("pointer", tail, tip, HEAD))

    def _side(self, side: str) -> Iterator[Item]:
        distance = self.start[side]
        order = list(zip(self.columns[side], self.depths[side], strict=True))
        if side in ("left", "top"):
            order.reverse()
        order.sort(key=lambda entry: not any(self._way(clue, side) for clue in entry[0].values()))  # arrows next to the board
        for column, depth in order:
            distance += GAP + depth
            draw = self._beside if side in ("left", "right") else self._above
            for index, clue in column.items():
                yield from draw(side, index, clue, distance, depth)

    def _beside(self, side: str, index: int, clue: Clue, distance: float, depth: float) -> Iterator[Item]:
        """Place numbers close to the board, however wide others are."""
        row = [self.paper.outline(cell) for cell in self._row(index)]
        left, right = min(x for x, _ in row[0]), max(x for x, _ in row[-1])
        y = self.paper.centre(self._row(index)[0])[1]
        way = self._way(clue, side)
        gap = distance - depth + (POINTER if way else 0.0)
        x, to_middle, anchor = (left - gap, -0.5, "end") if side == "left" else (right + gap, 0.5, "start")
        if way:
            yield from self._pointer(x, y, side, way)
        label = fit(self.styles[clue.group], (x, y), self._text(clue, side), SIZE, MAX_WIDTH, anchor)
        width = text_width(label.text, label.size)
        self.places[id(clue)] = (x + to_middle * width, y), width / 2, SIZE / 2
        yield label

    def _row(self, index: int) -> list[Cell]:
        board = self.paper.board
        return [cell for column in range(board.row_lengths[index]) if (cell := board.at(index, column)) is not None]

    def _above(self, side: str, index: int, clue: Clue, distance: float, depth: float) -> Iterator[Item]:
        """Place lists with a member on each line: at the top the last one next to the board, at the bottom the first one."""
        lines, way = self._lines(clue, side), self._way(clue, side)
        x = (index + 0.5) * CELL
        line_height = SIZE * LINE_HEIGHT
        gap = distance - depth + (POINTER if way else 0.0)
        start = -gap if side == "top" else self.paper.height + gap
        if way:
            yield from self._pointer(x, start, side, way)
        first = start - len(lines) * line_height + line_height / 2 if side == "top" else start + line_height / 2
        labels = [
            fit(self.styles[clue.group], (x, first + at * line_height), line, SIZE, CELL * 0.94) for at, line in enumerate(lines)
        ]
        width = max(text_width(label.text, label.size) for label in labels)
        self.places[id(clue)] = (
            (x, first + (len(lines) - 1) * line_height / 2),
            width / 2,
            ((len(lines) - 1) * line_height + SIZE) / 2,
        )
        yield from labels


def _columns(groups: Sequence[ClueGroup], side: str) -> list[Column]:
    columns: list[Column] = []
    for group in groups:
        clues = {clue.index: clue for clue in group if clue.side == side}
        if clues:
            column = next((column for column in columns if not column.keys() & clues.keys()), None)
            if column is None:
                columns.append(clues)
            else:
                column.update(clues)
    return columns


def _styles(groups: Sequence[ClueGroup]) -> dict[str, str]:
    """Return the style of each group: the first of numbers and the first of words upright, further ones italic."""
    styles: dict[str, str] = {}
    seen: set[bool] = set()
    for group in groups:
        kinds = {isinstance(clue.value, str) for clue in group if clue.side is not BLANK}
        styles[group.name] = "outside-other" if seen & kinds else "outside"
        seen |= kinds
    return styles
