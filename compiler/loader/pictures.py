"""Pictures: text with one row per line, its cells separated by blanks, or one character each where no line has a blank."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from ..records import dataclass
from ..syntax.diagnostics import Code, Collector
from ..syntax.span import Span
from ..syntax.yaml_nodes import Constant, Scalar, resolve

SIGNS = {"#": True, "-": False}
_UNUSUAL = re.compile(r"[^ -~\t\n]")
_CELLS = re.compile(r"r\d{1,4}c\d{1,4}(:r\d{1,4}c\d{1,4})?")


@dataclass(frozen=True, slots=True)
class Token:
    """The content of one cell of a picture."""

    text: str
    scalar: Scalar
    at: int  # in the text of the scalar

    @property
    def span(self) -> Span:
        """Return the span of the text in the file."""
        return self.scalar.part(self.at, self.at + len(self.text))

    @property
    def value(self) -> Constant:
        """Return the text as a number, a truth value (`#` and `-` too), nothing (`.`), or itself."""
        return SIGNS[self.text] if self.text in SIGNS else resolve(self.text)


def is_picture(scalar: Scalar) -> bool:
    """Check whether a scalar is meant as a picture: a block, or text of several lines."""
    return scalar.style in ("|", ">") or "\n" in scalar.text.strip()


def read_picture(scalar: Scalar, lengths: Sequence[int], collector: Collector) -> list[list[Token]] | None:
    """Return the tokens of a picture, row by row; None, with diagnostics, if its rows do not have these lengths.

    Rows are left-aligned; where their lengths differ, blanks before a row are allowed, so that rows can be centred.

    >>> from gridwright.compiler.syntax.yaml_nodes import read_text
    >>> picture = read_text("p: |\\n  1 . 12\\n  . 3 .\\n").get("p")
    >>> [[token.value for token in row] for row in read_picture(picture, [3, 3], Collector())]
    [[1, None, 12], [None, 3, None]]
    """
    height, width = len(lengths), max(lengths)
    rows = _rows(scalar, lengths, collector)
    if rows is None:
        return None
    if len(rows) != height or any(len(row) != length for row, length in zip(rows, lengths, strict=True)):
        comment = _comment(rows, height, width)
        if comment:
            message = "a picture cannot contain a comment: each of its lines is a row of the board"
            collector.add(Code.MANGLED, message, comment, help="write the comment above the key of the picture")
            return None
    if len(rows) != height:
        help = "write one line for each row of the board, and `.` for nothing"
        if scalar.style == "" and "\n" in scalar.span.text.strip() and "\n" not in scalar.text:
            help = "YAML joined these lines into one: write `|` after the key"
        elif len(rows) == 1 and _CELLS.fullmatch(scalar.text.strip()):
            help = f"this is no picture but a name of cells: write it in a list, as in [{scalar.text.strip()}]"
        collector.add(
            Code.WRONG_SIZE,
            f"the picture has {len(rows)} row{'s' * (len(rows) != 1)}; the board has {height}",
            scalar.span if not rows else rows[-1][-1].span,
            help=help,
        )
        return None
    wrong = False
    for number, (row, length) in enumerate(zip(rows, lengths, strict=True), 1):
        if len(row) != length:
            wrong = True
            joined = len(row) == 1 and len(row[0].text) > 1
            collector.add(
                Code.WRONG_SIZE,
                f"row {number} of the picture has {len(row)} cell{'s' * (len(row) != 1)}; "
                + (f"the board has {width} columns" if min(lengths) == width else f"this row of the board has {length}"),
                Span(row[0].span.source, row[0].span.start, row[-1].span.end),
                help="some rows have spaces between the cells, so all rows need them"
                if joined
                else "write `.` for nothing; put spaces between all cells, or between none",
            )
    return None if wrong else rows


def _comment(rows: Sequence[Sequence[Token]], height: int, width: int) -> Span | None:
    """Return the first comment in a picture that has not the size of the board: a line that is one, or what follows a row."""
    for row in rows:
        begins = next((at for at, token in enumerate(row) if token.text[0] == "#"), None)
        if begins is None:
            continue
        is_line = begins == 0 and len(rows) > height and any(len(token.text) > 1 for token in row)
        if is_line or (begins >= width and len(row) > width):
            return Span(row[begins].span.source, row[begins].span.start, row[-1].span.end)
    return None


def _rows(scalar: Scalar, lengths: Sequence[int], collector: Collector) -> list[list[Token]] | None:
    lines = scalar.text.rstrip().split("\n")
    if _refuse_odd_spaces(scalar, collector):
        return None
    separated = any(" " in line.strip() or "\t" in line.strip() for line in lines) or max(lengths) == 1
    rows: list[list[Token]] = []
    offset = 0
    for number, line in enumerate(lines, 1):
        if line[:1] in (" ", "\t") and min(lengths) == max(lengths):
            collector.add(
                Code.MANGLED,
                f"row {number} of the picture begins with spaces",
                scalar.part(offset, offset + len(line) - len(line.lstrip())),
                help="begin every row of the picture in the same column",
            )
            return None
        if not line.strip():
            collector.add(
                Code.WRONG_SIZE,
                f"row {number} of the picture is empty",
                scalar.span,
                help="write `.` for each empty cell",
            )
            return None
        pieces = line.split() if separated else list(line.strip())
        at = 0
        row = []
        for piece in pieces:
            at = line.index(piece, at)
            row.append(Token(piece, scalar, offset + at))
            at += len(piece)
        rows.append(row)
        offset += len(line) + 1
    return rows


def _refuse_odd_spaces(scalar: Scalar, collector: Collector) -> bool:
    """Report the first character that looks like a space or like nothing, and is no space; return whether there is one.

    They come with texts that are copied from a page. Tabs are read as spaces.
    """
    for unusual in _UNUSUAL.finditer(scalar.text):
        at, character = unusual.start(), unusual.group()
        if character.isspace() or unicodedata.category(character) in ("Cc", "Cf"):
            name = unicodedata.name(character, "a control character").lower()
            collector.add(
                Code.MANGLED,
                f"the picture contains the character U+{ord(character):04X} ({name}), which is not a space but looks like one",
                scalar.part(at, at + 1),
                help="replace it with a space, or remove it; such characters come with text that is copied from a page",
            )
            return True
    return False
