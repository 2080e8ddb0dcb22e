"""What a glyph works with: a grid on paper, how everything on it is drawn, and what is taken already."""

from __future__ import annotations

from functools import cached_property

from gridwright.compiler.geometry.area import Area
from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.spec import Grid
from gridwright.compiler.records import dataclass, replace
from gridwright.compiler.values import BLANK

from .boxes import Box, Taken, extent
from .clue_values import parts_of
from .options import COLOUR
from .paper_geometry import Paper
from .scene import CELL, Label, Point
from .stroke_styles import DARK
from .style_rules import StyleRules
from .text_metrics import fit, text_of, text_width

TEXT_SIZE = 23.0
SMALL_SIZE = 11.0
SMALLER = (1.0, 0.85, 0.72, 0.62)  # sizes that are tried in turn, as factors, until a text has room
SHIFTS = ((0, 0), (3, 0), (6, 0), (9, 0), (12, 0), (0, 3), (3, 3), (6, 3), (9, 3), (0, 6), (3, 6), (0, 9), (0, 13))
STEP = 2  # between places that are tried where no corner is free
MOST_VALUES = 200  # of a layer, whose texts are measured


@dataclass(frozen=True)
class Canvas:
    """A grid that is drawn."""

    grid: Grid
    paper: Paper
    styling: StyleRules
    taken: Taken

    @cached_property
    def has_values(self) -> bool:
        """Check whether cells get values that are written, so that symbols lie behind them."""
        return "text" in self.styling.layers.values()

    @cached_property
    def value_width(self) -> float:
        """Return how wide the values are that are written in the middle of cells."""
        layers = [layer for layer in self.grid.layers if self.styling.layers[layer.name] == "text"]
        texts = [text_of(value) for layer in layers for value in layer.values[:MOST_VALUES]]
        return min(self.text_room, max((text_width(text, TEXT_SIZE) for text in texts), default=0.0))

    @property
    def text_room(self) -> float:
        """Return the greatest width of a text in a cell."""
        return CELL * (0.74 if self.paper.is_hexagonal else 0.86)

    @cached_property
    def caged(self) -> frozenset[Area]:
        """Return the areas with dashed outlines."""
        return frozenset(area for kind in self.grid.kinds if self.styling.kinds[kind.name] == "cages" for area in kind)

    @cached_property
    def outlined(self) -> frozenset[Cell]:
        """Return the cells that have lines inside, along their sides."""
        kinds = [kind for kind in self.grid.kinds if self.styling.kinds[kind.name] in ("cages", "outline")]
        return frozenset(cell for kind in kinds for area in kind for cell in area)

    @cached_property
    def _dark(self) -> frozenset[Cell]:
        """Return the cells with a black symbol of a clue."""
        return frozenset(
            clue.place
            for group in self.grid.clue_groups
            for clue in group
            if isinstance(clue.place, Cell) and clue.side is BLANK and self._is_dark_symbol(clue)
        )

    def _is_dark_symbol(self, clue: Clue) -> bool:
        drawing, look = self.styling.of_clue(clue)
        is_symbol = COLOUR in drawing.options or self.styling.clues[clue.group] == "stone"
        return is_symbol and look.option(COLOUR, parts_of(clue.value).colour) in DARK

    def on(self, cell: Cell, style: str) -> str:
        """Return the style of the text of a clue in a cell: light on a hole or on a black symbol, otherwise the given one."""
        return "clue-on-dark" if cell.hole or cell in self._dark else style

    def room(self, cell: Cell) -> Box:
        """Return where nothing else stands in a cell."""
        (x, y), half = self.paper.centre(cell), self.text_room / 2
        half = min(half, CELL / 2 - 5.5) if cell in self.outlined else half
        return self.taken.clear((x - half, y - half, x + half, y + half))

    def middle_box(self, cell: Cell) -> Box:
        """Return the box in which the value of a cell will stand; without width if none is written there."""
        x, y = self.paper.centre(cell)
        y += self.styling.shift_down
        high = TEXT_SIZE * 0.36 if self.value_width else 0.0
        return x - self.value_width / 2, y - high, x + self.value_width / 2, y + high

    def small(self, cell: Cell, text: str, style: str = "corner", first: int = 0) -> Label:
        """Return a small text in a corner of a cell, where nothing else stands, and take that room.

        The corners are tried clockwise, beginning with `first`: 0 is top left. If all are taken the text moves away from its
        corner, and then becomes smaller; where even that does not help, it may stand anywhere in the cell.
        """
        usual = self._at_corner(cell, text, style, first, SMALL_SIZE, SHIFTS[0])
        label = usual if self.taken.is_crowded(extent(usual)) else self._free(cell, text, style, first) or usual
        self.taken.take(extent(label))
        return label

    def _free(self, cell: Cell, text: str, style: str, first: int) -> Label | None:
        """Return the text near a corner, or else anywhere in the cell, where nothing stands; None if there is no such place."""
        middle = self.middle_box(cell)
        for factor in SMALLER:
            for shift in SHIFTS:
                for turn in range(4):
                    label = self._at_corner(cell, text, style, (first + turn) % 4, SMALL_SIZE * factor, shift)
                    box = extent(label)
                    if not _meet(box, middle) and self.taken.is_free(box) and self._is_inside(cell, box):
                        return label
        return self._anywhere(cell, text, style)

    def _anywhere(self, cell: Cell, text: str, style: str) -> Label | None:
        """Return the text at the first free place of a cell, as large as it can be; None if there is none."""
        (x, y), half = self.paper.centre(cell), CELL / 2
        for factor in SMALLER:
            at_origin = fit(style, (0.0, 0.0), text, SMALL_SIZE * factor, CELL - 6, "start")
            left, top, right, bottom = extent(at_origin)
            for down in range(0, int(CELL - (bottom - top)) + 1, STEP):
                for across in range(0, int(CELL - (right - left)) + 1, STEP):
                    label = replace(at_origin, at=(x - half + across, y - half - top + down))
                    if self.taken.is_free(extent(label)):
                        return label
        return None

    def _at_corner(self, cell: Cell, text: str, style: str, slot: int, size: float, shift: Point) -> Label:
        x, y = small_place(self.paper, self.paper.centre(cell), slot)
        across, down = ((1, 1), (-1, 1), (-1, -1), (1, -1))[slot]
        anchor = "middle" if self.paper.is_hexagonal else ("start", "end", "end", "start")[slot]
        return fit(style, (x + across * shift[0], y + down * shift[1]), text, size, CELL - 6, anchor)

    def _is_inside(self, cell: Cell, box: Box) -> bool:
        x, y = self.paper.centre(cell)
        half = CELL / 2
        return x - half <= box[0] and box[2] <= x + half and y - half - 4 <= box[1] and box[3] <= y + half + 4


def small_place(paper: Paper, centre: Point, slot: int) -> Point:
    """Return the point of a small text: 0 top left, 1 top right, 2 bottom right, 3 bottom left."""
    across, down = ((-1, -1), (1, -1), (1, 1), (-1, 1))[slot % 4]
    if paper.is_hexagonal:
        return centre[0] + across * CELL * 0.27, centre[1] + down * CELL * 0.3
    return centre[0] + across * (CELL / 2 - 3.5), centre[1] + down * (CELL / 2 - 7.5)


def _meet(first: Box, second: Box) -> bool:
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]
