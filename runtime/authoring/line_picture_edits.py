"""Edit a picture of lines: a sign between two cells, or between two corners, of a layer over links or borders."""

from __future__ import annotations

from gridwright.compiler.geometry.places import Border, Cell, Corner, Link
from gridwright.compiler.loader.line_pictures import FALSE, NOTHING
from gridwright.compiler.loader.places import read_place
from gridwright.compiler.syntax.diagnostics import Collector
from gridwright.compiler.syntax.yaml_nodes import Scalar

from .editable_spec import IN_TEXT, EditableSpec, NoEdit, Plain, token_of
from .text_edits import Edit


def set_in_line_picture(spec: EditableSpec, node: Scalar, place: str, value: Plain) -> list[Edit]:
    """Return the edits that draw a value at a place, or nothing there.

    >>> from gridwright.compiler.syntax.yaml_nodes import read_text
    >>> from .editable_spec import editable
    >>> from .text_edits import apply_edits
    >>> spec = editable(read_text("grid: 2x2\\ngivens:\\n  line: |\\n    o o\\n\\n    o o\\n"))
    >>> node = spec.document.get("givens").get("line")
    >>> print(apply_edits(node.span.source.text, set_in_line_picture(spec, node, "r1c2-r2c2", True)).partition("|")[2])
    <BLANKLINE>
        o o
          |
        o o
    <BLANKLINE>
    """
    lines = node.text.rstrip("\n").split("\n")
    height = spec.board.height
    kind = {2 * height - 1: Link, 2 * height + 1: Border}.get(len(lines))
    if kind is None or not spec.board.is_of_squares or node.style != "|":
        raise NoEdit(f"the picture does not fit the board; {IN_TEXT}")
    places = read_place(place, spec.span(0), spec.board, Collector())
    ends = next((_ends(candidate) for candidate in places if isinstance(candidate, kind)), ())
    if len(ends) != 2:
        raise NoEdit("this is not a place of the picture")
    first, second = ends
    row, column = first.row + second.row, first.column + second.column
    if not (0 <= row < len(lines) and column >= 0):
        raise NoEdit("this is not a place of the picture")
    return [_in_line(spec, node, lines, row, column, _sign(lines, row, value))]


def _ends(place: object) -> tuple[Cell, ...] | tuple[Corner, ...]:
    if isinstance(place, Border):
        return tuple(place.corners)
    return tuple(place.cells) if isinstance(place, Link) else ()


def _sign(lines: list[str], row: int, value: Plain) -> str:
    if value is None:
        dotted = any(sign == "." for at, line in enumerate(lines) for sign in line[1 - at % 2 :: 2])
        return NOTHING[1] if dotted else NOTHING[0]
    if isinstance(value, bool):
        return ("|" if row % 2 else "-") if value else FALSE
    sign = token_of(value)
    if len(sign) > 1:
        raise NoEdit(f"a picture of lines has room for one sign; {IN_TEXT}")
    return sign


def _in_line(spec: EditableSpec, node: Scalar, lines: list[str], row: int, column: int, sign: str) -> Edit:
    """Return the edit of one sign. A line that is too short gets blanks before it."""
    raw = node.span.text.split("\n")[1:]
    indent = next(len(full) - len(line) for full, line in zip(raw, lines, strict=False) if line.strip())
    start = node.span.start + node.span.text.index("\n") + 1 + sum(len(line) + 1 for line in raw[:row])
    line, at = raw[row], indent + column
    if at < len(line) - 1:
        return Edit(spec.span(start + at, start + at + 1), sign)
    kept = line[:at].ljust(at) + sign
    kept = kept.rstrip() if sign == " " else kept
    same = next(
        (index for index, (one, other) in enumerate(zip(line, kept, strict=False)) if one != other), min(len(line), len(kept))
    )
    return Edit(spec.span(start + same, start + len(line)), kept[same:])
