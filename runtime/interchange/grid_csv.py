"""Read finished grids from CSV, as spreadsheets write it: a line for each row of the board, an empty field for an empty cell.

Several layers or boards follow one another, each after a line that names it: the layer, the grid, or `grid.layer`. A layer that
is not on cells is a list of lines `place,value`. The fields become the same nodes as those of YAML, so that the code for YAML
reads, and rejects, everything else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gridwright.compiler.geometry.board import Board
from gridwright.compiler.language.spec import Grid, Layer, Spec
from gridwright.compiler.loader.places import looks_like_place
from gridwright.compiler.records import dataclass, field
from gridwright.compiler.syntax.diagnostics import Code, Collector, error
from gridwright.compiler.syntax.span import SourceText, Span
from gridwright.compiler.syntax.suggestions import did_you_mean
from gridwright.compiler.syntax.yaml_nodes import Mapping, Node, Scalar, Sequence

SEPARATORS = (",", ";", "\t")
Row = list[Scalar]


@dataclass(frozen=True, slots=True)
class _Section:
    """The lines of one layer."""

    grid: Grid
    layer: Layer
    heading: Scalar
    rows: list[Row] = field(default_factory=list)


def read_csv(source: SourceText, spec: Spec) -> Mapping:
    """Return the document of the lines: layers by name; with several grids, layers under the name of each."""
    collector = Collector()
    sections = list(_sections(source, spec, collector))
    collector.raise_any()
    whole = source.span(0, len(source.text))
    layers = {
        grid.name: [(section.heading, _node(section)) for section in sections if section.grid is grid] for grid in spec.grids
    }
    if len(spec.grids) == 1:
        return Mapping(tuple(layers[spec.grids[0].name]), whole)
    return Mapping(tuple((Scalar(name, "", whole), Mapping(tuple(items), whole)) for name, items in layers.items()), whole)


def _rows(source: SourceText) -> Iterator[Row]:
    """Yield the fields of each line with content."""
    separator = max(SEPARATORS, key=source.text.count)
    pattern = re.compile(rf'[ ]*(?:"((?:[^"]|"")*)"[ ]*|([^{separator}]*))({separator}|$)')
    for number, line in enumerate(source.lines, 1):
        start, at, row = source.line_start(number), 0, []
        while line:
            match = pattern.match(line, at)
            if match is None or (match[2] or "").startswith('"'):
                raise error(Code.FORMAT, "this quote is not closed at the end of its field", source.span(start + at))
            part = 2 if match[1] is None else 1
            text = match[part].strip().replace('""', '"')
            row.append(Scalar(text, "", source.span(start + match.start(part), start + match.start(part) + len(match[part]))))
            if not match[3]:
                break
            at = match.end()
        if row:
            yield row


def _sections(source: SourceText, spec: Spec, collector: Collector) -> Iterator[_Section]:
    visible = {(grid.name, layer.name): (grid, layer) for grid in spec.grids for layer in grid.layers if not layer.hidden}
    names = _headings(visible)
    current: _Section | None = None
    seen: dict[tuple[str, str], Scalar] = {}
    if len(visible) == 1:
        ((grid, layer),) = visible.values()
        current = _Section(grid, layer, Scalar(layer.name, "", source.span(0)))
    for row in _rows(source):
        key = names.get(row[0].text) if not any(cell.text for cell in row[1:]) else None
        if key and not (current and _is_data(row, current.layer)):
            if key in seen:
                collector.add(Code.DUPLICATE_KEY, f"`{row[0].text}` is here a second time", row[0].span)
                return
            seen[key] = row[0]
            if current and current.rows:
                yield current
            current = _Section(*visible[key], Scalar(key[1], "", row[0].span))
        elif current is None or _is_unknown_heading(row, current.layer):
            first = "the first line must name the layer that follows"
            message = f"there is no layer or grid `{row[0].text}`" if row[0].text and current else first
            help = did_you_mean(row[0].text, names) or f"the names are {', '.join(names)}"
            collector.add(Code.FORMAT, message, _span(row), help=help)
            return
        else:
            current.rows.append(row)
    if current and current.rows:
        yield current


def _headings(visible: dict[tuple[str, str], tuple[Grid, Layer]]) -> dict[str, tuple[str, str]]:
    """Return the names that a heading may use for each layer: the shortest one that is unambiguous, and `grid.layer`."""
    names: dict[str, tuple[str, str]] = {}
    for grid, layer in visible:
        one_grid, one_layer = len({key[0] for key in visible}) == 1, sum(key[0] == grid for key in visible) == 1
        if one_grid:
            names[layer] = grid, layer
        elif one_layer:
            names[grid] = grid, layer
        if not one_grid:
            names[f"{grid}.{layer}"] = grid, layer
    return names


def _is_data(row: Row, layer: Layer) -> bool:
    """Check whether a line with one word can be a row of the layer that is being read."""
    return isinstance(layer.values, tuple) and row[0].text in map(str, layer.values)


def _is_unknown_heading(row: Row, layer: Layer) -> bool:
    return (
        bool(re.fullmatch(r"[^\W\d][\w. ]*", row[0].text))
        and not looks_like_place(row[0].text)
        and not any(cell.text for cell in row[1:])
        and not isinstance(row[0].value, bool)
        and not _is_data(row, layer)
        and row[0].text != "blank"
    )


def _node(section: _Section) -> Node:
    """Return the node of a section, as if it came from YAML."""
    layer, rows = section.layer, section.rows
    span = Span(rows[0][0].span.source, rows[0][0].span.start, rows[-1][-1].span.end)
    filled = [row for row in rows if any(cell.text for cell in row)]
    if layer.single:
        return rows[0][0]
    board = section.grid.board
    if not all(place in board.cells for place in layer.places) or (
        filled and all(looks_like_place(row[0].text) for row in filled)
    ):
        return Mapping(tuple(_pairs(filled)), span)
    return Sequence(tuple(_board_row(row, layer) for row in _without_padding(rows, board)), span)


def _pairs(rows: list[Row]) -> Iterator[tuple[Scalar, Node]]:
    """Read lines `place,value`."""
    seen: dict[str, Span] = {}
    for row in rows:
        if [cell for cell in row[2:] if cell.text] or len(row) < 2:
            raise error(Code.FORMAT, f"expected a place and its value, as in `r1c2,7` (got {len(row)} fields)", _span(row))
        if row[0].text in seen:
            raise error(Code.DUPLICATE_KEY, f"`{row[0].text}` is here a second time", row[0].span)
        seen[row[0].text] = row[0].span
        yield row[0], row[1]


def _without_padding(rows: list[Row], board: Board) -> Iterator[Row]:
    """Return the rows without the padding of spreadsheets: empty fields right of the board, and empty rows below it."""
    while len(rows) > board.height and not any(cell.text for cell in rows[-1]):
        rows = rows[:-1]
    for at, row in enumerate(rows):
        length = board.row_lengths[at] if at < board.height else 0
        last = max((number for number, cell in enumerate(row, 1) if cell.text), default=0)
        yield row[: max(length, last, 1)]


def _board_row(row: Row, layer: Layer) -> Sequence:
    return Sequence(tuple(_sign(cell, layer) for cell in row), _span(row))


def _sign(cell: Scalar, layer: Layer) -> Scalar:
    """Read a `#` or `-` in a layer of truth values as in a picture."""
    signs = {"#": "true", "-": "false"} if isinstance(layer.values[0], bool) else {}
    return Scalar(signs.get(cell.text, cell.text), "", cell.span)


def _span(row: Row) -> Span:
    return Span(row[0].span.source, row[0].span.start, row[-1].span.end)
