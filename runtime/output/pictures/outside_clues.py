"""Draw clues around a board. Groups share a column or row beside it unless two of their clues would meet there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gridwright.compiler.geometry.clue import Clue, ClueGroup
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.spec import Grid
from gridwright.compiler.values import BLANK

from .paper_geometry import Paper
from .scene import CELL, Item, Point
from .style_rules import StyleRules
from .text_metrics import fitted, text_of, text_width

SIZE = 18.0
LINE_HEIGHT = 1.15  # as a factor of the text size
GAP = 7.0
MAX_WIDTH = 6 * CELL
SIDES = ("left", "right", "top", "bottom")

Extent = tuple[Point, float, float]  # of a text: its middle, half of its width, half of its height
Column = dict[int, Clue]  # the clue beside each row or column of one side, by index


class OutsideClues:
    """The clues outside a board, and the room that they need on each side."""

    def __init__(self, grid: Grid, paper: Paper, styling: StyleRules) -> None:
        self.paper = paper
        self.styling = styling
        groups = [group for group in grid.clue_groups if styling.clues[group.name] != "none"]
        self.columns = {side: _columns(groups, side) for side in SIDES}
        self.depths = {side: [self._depth(side, column) for column in self.columns[side]] for side in SIDES}
        self.room = {side: sum(depth + GAP for depth in self.depths[side]) for side in SIDES}
        self.places: dict[int, Extent] = {}  # by id of the clue
        self.styles = _styles(groups)
        self.items = tuple(item for side in SIDES for item in self._side(side))

    def _depth(self, side: str, column: Column) -> float:
        """Return how far a column reaches away from the board."""
        if side in ("left", "right"):
            return min(MAX_WIDTH, max(text_width(self.styling.text(clue), SIZE) for clue in column.values()))
        return max(len(self._lines(clue)) for clue in column.values()) * SIZE * LINE_HEIGHT

    def _lines(self, clue: Clue) -> list[str]:
        """Return the members of a list, or the only text."""
        if isinstance(clue.value, (list, tuple)) and clue.group not in self.styling.templates:
            return [text_of(part) for part in clue.value] or [""]
        return [self.styling.text(clue)]

    def _side(self, side: str) -> Iterator[Item]:
        distance = 0.0
        order = list(zip(self.columns[side], self.depths[side], strict=True))
        for column, depth in reversed(order) if side in ("left", "top") else order:
            distance += GAP + depth
            draw = self._beside if side in ("left", "right") else self._above
            for index, clue in column.items():
                yield from draw(side, index, clue, distance, depth)

    def _beside(self, side: str, index: int, clue: Clue, distance: float, depth: float) -> Iterator[Item]:
        """Place numbers close to the board, however wide others are."""
        row = [self.paper.outline(cell) for cell in self._row(index)]
        left, right = min(x for x, _ in row[0]), max(x for x, _ in row[-1])
        y = self.paper.centre(self._row(index)[0])[1]
        x, to_middle, anchor = (
            (left - distance + depth, -0.5, "end") if side == "left" else (right + distance - depth, 0.5, "start")
        )
        label = fitted(self.styles[clue.group], (x, y), self.styling.text(clue), SIZE, MAX_WIDTH, anchor)
        width = text_width(label.text, label.size)
        self.places[id(clue)] = (x + to_middle * width, y), width / 2, SIZE / 2
        yield label

    def _row(self, index: int) -> list[Cell]:
        board = self.paper.board
        return [cell for column in range(board.row_lengths[index]) if (cell := board.at(index, column)) is not None]

    def _above(self, side: str, index: int, clue: Clue, distance: float, depth: float) -> Iterator[Item]:
        """Place lists with a member on each line: at the top the last one next to the board, at the bottom the first one."""
        lines = self._lines(clue)
        x = (index + 0.5) * CELL
        line_height = SIZE * LINE_HEIGHT
        start = -(distance - depth) if side == "top" else self.paper.height + distance - depth
        first = start - len(lines) * line_height + line_height / 2 if side == "top" else start + line_height / 2
        labels = [
            fitted(self.styles[clue.group], (x, first + at * line_height), line, SIZE, CELL * 0.94)
            for at, line in enumerate(lines)
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
