"""Read grids as `solve` prints them: boards in box drawing, lines on dots, rows of values, and `name: value` for other layers.

What is drawn depends on the board, and on nothing else but the width of a cell. So the drawing of an empty board says where the
values stand. Titles, clues, verdicts and answers around it are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from gridwright.compiler.geometry.hexagons import Hexagons
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.geometry.plane import middle
from gridwright.compiler.language.look import Look
from gridwright.compiler.language.operators import is_number
from gridwright.compiler.language.spec import Grid, Layer, Spec
from gridwright.compiler.loader.expect import read_layer_values
from gridwright.compiler.loader.layers import given_value
from gridwright.compiler.syntax import yaml_nodes
from gridwright.compiler.syntax.diagnostics import Code, Collector, SpecError, error
from gridwright.compiler.syntax.span import SourceText, Span
from gridwright.compiler.syntax.yaml_nodes import resolve
from gridwright.compiler.values import BLANK, Value

from ..output.pictures.display_hints import board_lines
from ..output.pictures.terminal import DASHES, TerminalClues, empty_board, signs, text_width
from ..output.pictures.terminal_lines import is_drawn, line_points
from ..output.pictures.terminal_signs import area_marks, value_signs

SIGNS = frozenset(sign for sign in (*signs().values(), *DASHES) if sign != " ")
THIN = str.maketrans(
    {sign: signs()[min(up, 1), min(right, 1), min(down, 1), min(left, 1)] for (up, right, down, left), sign in signs().items()}
    | dict(zip(DASHES, "─│", strict=True))
)
VERDICTS = ("unique: there is", "not unique: there are", "not known to be unique")
WIDEST = 100  # columns of a cell
TRUE, FALSE = "■", "·"
GIVEN = re.compile(r"(?<!\S)\([^\s()]+\)(?!\S)")  # in rows of values

Values = tuple[Value | None, ...]


def is_printed(text: str) -> bool:
    """Check whether a text looks like what `solve` prints."""
    if any(sign in SIGNS or sign in (TRUE, FALSE) for sign in text) or (":" not in text and GIVEN.search(text)):
        return True
    return any(line.startswith(VERDICTS) for line in text.splitlines())


def read_printed(source: SourceText, spec: Spec, *, is_partial: bool = False) -> dict[tuple[str, str], Values]:
    """Return the values of the visible layers that are drawn in a text, in the order in which `solve` prints them.

    `is_partial`: what is not written is open. Raise `SpecError` for a layer that is not found, or of which only a part is.
    """
    if sum(bool(re.fullmatch(r"solution \d+", line.strip())) for line in source.text.splitlines()) > 1:
        raise error(Code.FORMAT, "this text has several solutions", source.span(0), help="leave one of them")
    values_of_layer: dict[tuple[str, str], Values] = {}
    reading = _Reading(source, is_partial, spec.display)
    for grid in spec.grids:
        visible = [layer for layer in grid.layers if not layer.hidden]
        walls = board_lines(spec, grid).walls
        if grid.name and any(line.strip() == grid.name for line in reading.rest()):
            reading.skip_to(grid.name)
        for layer in visible:
            if len(visible) > 1:
                reading.skip_to(f"{layer.name}:")
            values_of_layer[grid.name, layer.name] = reading.layer(grid, layer, are_walls=layer.name in walls)
    return values_of_layer


class _Reading:
    """A text with the number of the line up to which it has been read."""

    def __init__(self, source: SourceText, is_partial: bool, looks: Mapping[str, Look]) -> None:
        self.source = source
        self.looks = looks
        self.is_partial = is_partial
        self.lines = source.lines
        self.at = 0

    def rest(self) -> Sequence[str]:
        """Return the lines that have not been read."""
        return self.lines[self.at :]

    def skip_to(self, heading: str) -> None:
        """Go on below a heading, if there is one."""
        for number, line in enumerate(self.rest(), self.at):
            if line.strip() == heading:
                self.at = number + 1
                return

    def layer(self, grid: Grid, layer: Layer, *, are_walls: bool) -> Values:
        """Return the values of the next layer."""
        written = self._as_yaml(grid, layer)
        if written is not None:
            return written
        values = None
        if is_drawn(layer):
            values = self._lines(grid, layer, are_walls)
        elif not layer.single and all(isinstance(place, Cell) for place in layer.places):
            values = self._board(grid, layer) or self._rows(grid, layer)
        if values is None:
            where = f" of the grid `{grid.name}`" if grid.name else ""
            raise error(
                Code.FORMAT,
                f"the drawing of the layer `{layer.name}`{where} is not here, or only a part of it",
                self.source.span(0),
                help="paste all that `solve` prints, with all its spaces; or use what `solve --json` prints",
            )
        return values

    def _span(self, number: int) -> Span:
        """Return the place of a line."""
        start = self.source.line_start(number + 1)
        return self.source.span(start, start + len(self.lines[number]))

    def _as_yaml(self, grid: Grid, layer: Layer) -> Values | None:
        """Return a layer that is written as `name: value`, or None."""
        for number, line in enumerate(self.rest(), self.at):
            if re.match(rf"{re.escape(layer.name)}: *\S", line):
                collector = Collector()
                node = yaml_nodes.read_text(line, self.source.path).get(layer.name)
                if node is None:
                    continue
                values = read_layer_values(node, layer, grid.board, collector, is_partial=self.is_partial)
                collector.raise_any()
                self.at = number + 1
                return values
        return None

    def _board(self, grid: Grid, layer: Layer) -> Values | None:
        """Return the values in a box drawing, or None if there is none."""
        if isinstance(grid.board, Hexagons):
            return None
        boards = {width: empty_board(grid, width, self.looks) for width in (3, 4)}
        narrow, wider = boards[3], boards[4]
        first = next((at for at, line in enumerate(narrow) if line.strip()), 0)
        length, cell_width = len(narrow[first].strip()), len(wider[first].strip()) - len(narrow[first].strip())
        for number in range(self.at + first, len(self.lines)):
            line = self.lines[number]
            width = 3 + (len(line.strip()) - length) // max(1, cell_width)
            if not _has_sign(line) or not 3 <= width <= WIDEST:
                continue
            if width not in boards:
                boards[width] = empty_board(grid, width, self.looks)
            empty = boards[width]
            start = number - first
            if self._is_board(start, empty):
                self.at = start + len(empty)
                return tuple(self._values(grid, layer, start, _indent(line) - _indent(empty[first]), width))
        return None

    def _is_board(self, start: int, empty: Sequence[str]) -> bool:
        """Check whether the rules between the rows stand here, thick or thin: which are thick is not what is read."""
        written = self.lines[start : start + len(empty)]
        return len(written) == len(empty) and all(
            line.translate(THIN).strip() == wanted.translate(THIN).strip()
            for line, wanted in zip(written[::2], empty[::2], strict=True)
        )

    def _values(self, grid: Grid, layer: Layer, start: int, shift: int, width: int) -> Iterator[Value | None]:
        """Yield the values of a board whose top left corner stands `shift` columns from the left; cells have a width."""
        rows = [_columns(self.lines[start + 1 + 2 * row]) for row in range(grid.board.height)]
        marks = area_marks(grid, layer, self.looks)
        for place in layer.places:
            assert isinstance(place, Cell)
            left = shift + place.column * (width + 1) + 1
            text = "".join(rows[place.row][max(0, left) : left + width]).strip()
            yield self._value(text.removesuffix(marks.get(place, "")), layer, start + 1 + 2 * place.row)

    def _rows(self, grid: Grid, layer: Layer) -> Values | None:
        """Return the values in rows with spaces between them, or None if there are none."""
        lengths = list(grid.board.row_lengths)
        marks = area_marks(grid, layer, self.looks)
        words = [line.split() for line in self.lines]
        for start in range(self.at, len(self.lines) - len(lengths) + 1):
            rows = words[start : start + len(lengths)]
            if [len(row) for row in rows] != lengths:
                continue
            texts = ["" if (text := rows[place.row][place.column]) == "." else text for place in layer.places]
            try:
                values = tuple(
                    self._value(text.removesuffix(marks.get(place, "")), layer, start + place.row)
                    for text, place in zip(texts, layer.places, strict=True)
                )
            except SpecError:
                continue
            self.at = start + len(lengths)
            return values
        return None

    def _value(self, text: str, layer: Layer, number: int) -> Value | None:
        """Return the value that a text in a cell stands for; a given is in parentheses."""
        text = text[1:-1] if text.startswith("(") and text.endswith(")") else text
        if not text:
            if self.is_partial or not layer.blank:
                return None
            return BLANK
        signs = value_signs(layer, self.looks)
        if isinstance(layer.values[0], bool):  # an empty cell shows its clue
            return text in (TRUE, *signs.values())
        collector = Collector()
        text = {sign: key for key, sign in signs.items()}.get(text, text)
        value = resolve(text)
        value_read = given_value(value if is_number(value) else text, self._span(number), layer, collector)
        collector.raise_any()
        return value_read

    def _lines(self, grid: Grid, layer: Layer, are_walls: bool) -> Values | None:
        """Return the values of a layer that is drawn as lines, or None if the drawing is not here."""
        drawn = line_points(grid, layer, are_walls=are_walls)
        if drawn is None:
            return None
        points, height, trimmed = drawn
        left = TerminalClues(grid).left_width
        columns = [_columns(line) for line in self.lines]
        for start in range(self.at, len(self.lines) - height + 1):
            block = columns[start : start + height]
            indents = [_indent(line) for line in self.lines[start : start + height] if line.strip()]
            for shift in dict.fromkeys((left, left - min(indents, default=0))):

                def sign(down: int, across: int, block: list[list[str]] = block, shift: int = shift) -> str:
                    line, column = block[down - trimmed], across + shift
                    return line[column] if 0 <= column < len(line) else " "

                if all(
                    sign(down, 2 * right) in SIGNS or sign(down, 2 * right) not in (" ", "") for down, right in points
                ) and any(sign(down, 2 * right) in SIGNS or sign(down, 2 * right) == FALSE for down, right in points):
                    places = [middle(place)[:2] for place in layer.places]
                    self.at = start + height
                    return tuple(self._drawn_value(sign(down, 2 * right), layer) for down, right in places)
        return None

    def _drawn_value(self, sign: str, layer: Layer) -> Value | None:
        """Return the value that a line, or no line, stands for."""
        values = [*(layer.values[:4] if layer.is_unbounded else layer.values), *([BLANK] if layer.blank else [])]
        nothing = [value for value in values if value is BLANK or value is False or value == 0]
        lines = [value for value in values if value not in nothing]
        if sign not in SIGNS:
            return None if self.is_partial else nothing[0] if len(nothing) == 1 else None
        weight = next(max(weights) for weights, expected_sign in signs().items() if expected_sign == sign)
        if lines == [1, 2]:
            return weight
        if len(lines) != 1:
            raise error(
                Code.FORMAT, f"a drawing does not show the values of the layer `{layer.name}`", self.source.span(0),
                help="use what `solve --json` prints",
            )  # fmt: skip
        return lines[0]


def _has_sign(line: str) -> bool:
    return any(sign in SIGNS for sign in line)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _columns(line: str) -> list[str]:
    """Return the sign in each column of a terminal; the second column of a wide character is empty."""
    return [part for sign in line for part in (sign, *[""] * (text_width(sign) - 1))]
