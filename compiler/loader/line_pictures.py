"""Pictures of lines: a layer over links or borders, drawn as it looks.

Over borders, `+` are the corners, and the sides of cells stand between them. Over links, `o` are the cells; a link stands
between its two cells, whether a line runs along it or a wall across it:

    +-+-+       o-o o
    | |         |   |
    +-+ +       o o-o

`-`, `|` and `#` mean true, `x` means false, any other sign is itself, and a blank or a dot is left open. What stands on a corner
or in a cell is for the eye only.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..geometry.board import Board
from ..geometry.places import Border, Link
from ..language.spec import Layer
from ..records import dataclass
from ..syntax.diagnostics import Code, Collector
from ..syntax.span import Span
from ..syntax.yaml_nodes import Constant, Scalar, resolve

TRUE, FALSE, NOTHING = "-|#", "x", " ."


@dataclass(frozen=True, slots=True)
class Drawn:
    """One sign of a picture of lines: the position of its place in the layer, and the value that it means."""

    position: int
    value: Constant
    span: Span


def is_line_picture(layer: Layer, board: Board) -> bool:
    """Check whether a block of text at a layer is such a picture: the layer has links or borders of squares for places."""
    return board.is_of_squares and {*map(type, layer.places)} in ({Link}, {Border})


def read_line_picture(scalar: Scalar, layer: Layer, board: Board, collector: Collector) -> Iterator[Drawn]:
    """Yield the links or borders that a picture draws; add a diagnostic for a wrong size, and for each sign outside the layer."""
    over_borders = isinstance(layer.places[0], Border)
    at = {_position(place): number for place, number in layer.index.items()}
    height, width = (2 * size + (1 if over_borders else -1) for size in (board.height, board.width))
    lines = scalar.text.rstrip("\n").split("\n")
    if len(lines) != height or max(map(len, map(str.rstrip, lines))) > width:
        shown = "borders, with `+` at the corners" if over_borders else "links, with `o` in the cells"
        message = f"the picture has {len(lines)} lines of up to {max(map(len, lines))} signs; this one needs {height} of {width}"
        help = f"it is a picture of {shown}, `-` and `|` between them; a blank where nothing is drawn"
        collector.add(Code.WRONG_SIZE, message, scalar.span, help=help)
        return
    offset = 0
    for row, line in enumerate(lines):
        for column, sign in enumerate(line):
            if (row + column) % 2 and sign not in NOTHING:
                span = scalar.part(offset + column, offset + column + 1)
                position = at.get((row, column))
                if position is None:
                    message = f"nothing can be drawn here: `{layer.name}` has no place between these cells"
                    collector.add(Code.OFF_BOARD, message, span, help="leave a blank")
                else:
                    yield Drawn(position, True if sign in TRUE else False if sign in FALSE else resolve(sign), span)
        offset += len(line) + 1


def _position(place: object) -> tuple[int, int]:
    """Return line and column of a place in the picture, from 0: of a link between its cells, of a border between its corners."""
    assert isinstance(place, (Link, Border))
    a, b = place.corners if isinstance(place, Border) else place.cells
    return a.row + b.row, a.column + b.column
