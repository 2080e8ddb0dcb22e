"""Draw clues on the board: in the middle or the corners of cells, in circles, in holes, on areas; and crossword numbers."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.area import Area, Segment
from gridwright.compiler.geometry.board import Board
from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.spec import Grid
from gridwright.compiler.values import BLANK

from .between_cells import draw_between
from .paper_geometry import Paper
from .scene import CELL, Disc, Item, Stroke, rectangle
from .style_rules import BLACK, StyleRules
from .text_metrics import fitted, text_width
from .value_labels import SMALL_SIZE, small_place

CLUE_SIZE = 20.0
HALF_SIZE = 12.5


def draw_inside(grid: Grid, paper: Paper, styling: StyleRules) -> Iterator[Item]:
    """Draw every clue that does not stand outside the board."""
    slots = _Slots(grid, paper, styling)
    if styling.hints.numbered:
        yield from slots.entries(grid.board)
    for group in grid.clue_groups:
        for clue in group:
            if clue.side is not BLANK or styling.clues[group.name] == "none":
                continue
            if isinstance(clue.place, Area):
                yield from slots.area(clue)
            elif isinstance(clue.place, Cell):
                yield from slots.cell(clue, clue.place, styling.clues[group.name])
            else:
                yield from draw_between(clue, styling.text(clue), paper)


class _Slots:
    """The slots for clues in cells; the first clue of a cell takes the middle, or the top left corner."""

    def __init__(self, grid: Grid, paper: Paper, styling: StyleRules) -> None:
        self.paper = paper
        self.styling = styling
        self.caged = {area for kind in grid.kinds if styling.kinds[kind.name] == "cages" for area in kind}
        self.small: dict[Cell, int] = {}
        self.taken: set[Cell] = set()

    def entries(self, board: Board) -> Iterator[Item]:
        """Draw the numbers of the entries of a crossword, each in its first cell."""
        numbers = {segment[0]: segment.number for segment in board.segments() if isinstance(segment, Segment)}
        for cell, number in numbers.items():
            yield from self.in_corner(cell, str(number))

    def in_corner(self, cell: Cell, text: str) -> Iterator[Item]:
        slot = self.small.get(cell, 0)
        self.small[cell] = slot + 1
        place = small_place(self.paper, self.paper.centre(cell), slot)
        yield fitted("corner", place, text, SMALL_SIZE, CELL - 6, self.anchor(slot))

    def anchor(self, slot: int) -> str:
        return "middle" if self.paper.is_hexagonal else ("start", "end", "end", "start")[slot % 4]

    def area(self, clue: Clue) -> Iterator[Item]:
        """Draw a clue in the corner of the area's first cell, on a plate of paper if a dashed line runs there."""
        area = clue.place
        assert isinstance(area, Area)
        cell = min(area.cells, key=lambda cell: (cell.row, cell.column))
        if area in self.caged and not self.paper.is_hexagonal:
            left, top = self.paper.outline(cell)[0]
            label = fitted("corner", (left + 2.6, top + 7), self.styling.text(clue), SMALL_SIZE, CELL - 6, "start")
            yield rectangle("plate", left + 1.6, top + 1.6, text_width(label.text, label.size) + 2.4, SMALL_SIZE)
            yield label
            self.small[cell] = self.small.get(cell, 0) + 1
        else:
            yield from self.in_corner(cell, self.styling.text(clue))

    def cell(self, clue: Clue, cell: Cell, style: str) -> Iterator[Item]:
        centre, text = self.paper.centre(cell), self.styling.text(clue)
        if style == "stone":
            yield Disc(f"stone-{'black' if clue.value in BLACK else 'white'}", centre, CELL * 0.32)
        elif style == "circle":
            yield Disc("island", centre, CELL * 0.42)
            yield fitted("corner", centre, text, CLUE_SIZE, CELL * 0.7)
        elif style == "half":
            yield from self.half(cell, text, self.styling.hints.directions[clue.group])
        elif cell.hole:
            yield fitted("clue-on-dark", centre, text, CLUE_SIZE, CELL * 0.86)
        elif style == "corner" or cell in self.taken:
            yield from self.in_corner(cell, text)
        else:
            self.taken.add(cell)
            yield fitted("clue", centre, text, CLUE_SIZE, CELL * 0.86)

    def half(self, cell: Cell, text: str, direction: str) -> Iterator[Item]:
        """Draw a clue in half of a diagonal cell: above the diagonal for a clue to the right, below it for a clue down."""
        outline, (x, y) = self.paper.outline(cell), self.paper.centre(cell)
        across, down = {"right": (1, -1), "down": (-1, 1), "left": (-1, -1), "up": (1, 1)}.get(direction, (0, 0))
        yield Stroke("diagonal", (outline[0], outline[2]))
        place = (x + across * CELL * 0.2, y + down * CELL * 0.22)
        yield fitted("clue-on-dark", place, text, HALF_SIZE, CELL * 0.5)
