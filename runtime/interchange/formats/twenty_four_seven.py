"""Import Twenty Four Seven grids from plain text.

The format: the number of givens; that many lines `row column value`, counted from 0; an empty line; a line `left right` for each
row; another empty line; a line `top bottom` for each column. These are the numbers seen first from outside, 0 for none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gridwright.compiler.syntax.diagnostics import Code, Note, error
from gridwright.compiler.syntax.span import SourceText, Span

from ..format import Imported, PuzzleFormat, TextLine, lines_of, number, picture, wrong

SIZE = MOST = 7

SPEC = """\
text: >
  Fill the grid partly with numbers: one 1, two 2s, three 3s, ... and seven 7s in total. Every row and every column holds exactly
  4 numbers, which sum to 20. The numbered cells are connected, and no 2-by-2 block is completely numbered.{outside}

grid: 7x7

layers:
  number:
    values: 1..7
    blank: true
    says: the number in a cell, or nothing

{givens}{clues}rules:
  - for: v in 1..7
    rule: count(number == v) == v
    says: The grid holds one 1, two 2s, three 3s, ... and seven 7s.
  - for: line in lines
    rule: count(number[line] != blank) == 4
    says: Every row and every column holds exactly 4 numbers.
  - for: line in lines
    rule: sum(number[line]) == 20
    says: The numbers of every row and every column sum to 20.
  - for: block in blocks(2, 2)
    rule: any(number[block] == blank)
    says: Every 2-by-2 block has at least one empty cell.
  - rule: connected(number != blank)
    says: All numbered cells together form one group connected through shared sides.
{rule}
# The product of the areas of the groups of empty cells.
answer: product(len(g) for g in groups(number == blank))

expect:
  solutions: 1
"""

OUTSIDE = """ A number
  outside is the first number seen from there."""

RULE = """\
  - for: clue in first_seen
    rule: first(number[clue.line]) == clue.value
    says: A number outside is the first number seen from there, empty cells being skipped.
"""


def recognises(text: str) -> bool:
    """Check whether the first line is a number of plausible length, and nothing else; rows of a sudoku are another format."""
    rows = re.match(r"\s*([0-9]{4,8})[ \t\r]*\n\s*([0-9.]{4,8})[ \t\r]*(\n|$)", text)
    return bool(re.match(r"\s*-?[0-9]{1,8}[ \t\r]*(\n|$)", text)) and not (rows and len(rows[1]) == len(rows[2]))


def read(source: SourceText) -> Sequence[Imported]:
    """Read the one puzzle of a file."""
    lines = _TextLines(source)
    first = lines.take("the number of givens")
    if len(first.words) != 1:
        raise wrong(f"the first line must be the number of givens (got {len(first.words)} numbers)", first.span)
    count = number(first.words[0], 0, SIZE * SIZE, "the number of givens")
    givens = _givens(lines, count)
    lines.gap(f"line{'s' * (count != 1)} of givens", count)
    left, right = _clues(lines, "row", "left", "right")
    lines.gap("lines of clues for the rows", SIZE)
    top, bottom = _clues(lines, "column", "top", "bottom")
    lines.end()
    return [Imported(source.span(0, len(source.text)), "Twenty Four Seven", _spec(givens, left, right, top, bottom))]


class _TextLines:
    """A reader of a file's lines, one after the other, with errors for missing and unexpected lines."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.remaining = lines_of(source)[::-1]

    def take(self, what: str) -> TextLine:
        """Take the next line. Raise `SpecError`, with `what` was expected, if there is none."""
        if not self.remaining:
            raise wrong(
                f"the file ends too early; expected {what}", self.source.span(len(self.source.text)), "the file may be cut off"
            )
        line = self.remaining.pop()
        if not line.words:
            raise wrong(f"the line is empty; expected {what}", line.span, "check the number of lines")
        return line

    def numbers(self, wanted: int, what: str, shape: str) -> list[Span]:
        """Take the next line and return its words. Raise `SpecError` if there are not `wanted` of them."""
        line = self.take(what)
        if len(line.words) != wanted:
            raise wrong(f"expected {wanted} numbers for {what}: `{shape}` (got {len(line.words)})", line.span)
        return line.words

    def gap(self, what: str, count: int) -> None:
        """Take the empty line after a block."""
        if not self.remaining:
            raise wrong(f"the file ends after {count} {what}", self.source.span(len(self.source.text)), "the file may be cut off")
        line = self.remaining.pop()
        if line.words:
            raise wrong(f"expected an empty line after {count} {what}", line.span, "check the number of lines")

    def end(self) -> None:
        """Require that only empty lines are left."""
        for line in self.remaining[::-1]:
            if line.words:
                raise wrong("unexpected text after the clues for the columns", line.span, "write one grid in a file")


def _givens(lines: _TextLines, count: int) -> dict[tuple[int, int], int]:
    givens: dict[tuple[int, int], int] = {}
    places: dict[tuple[int, int], Span] = {}
    for at in range(count):
        row, column, value = lines.numbers(3, f"given {at + 1} of {count}", "row column value")
        place = number(row, 0, SIZE - 1, "a row"), number(column, 0, SIZE - 1, "a column")
        span = Span(row.source, row.start, value.end)
        if place in givens:
            where = f"row {place[0]}, column {place[1]}"
            raise error(Code.FORMAT, f"there are two givens at {where}", span, notes=[Note("the first is here", places[place])])
        givens[place], places[place] = number(value, 1, MOST, "a value"), span
    return givens


def _clues(lines: _TextLines, what: str, *sides: str) -> tuple[list[int], list[int]]:
    near: list[int] = []
    far: list[int] = []
    for at in range(SIZE):
        words = lines.numbers(2, f"the clues of {what} {at + 1} of {SIZE}", " ".join(sides))
        for word, side, side_clues in zip(words, sides, (near, far), strict=True):
            side_clues.append(number(word, 0, MOST, f"a clue at the {side}"))
    return near, far


def _spec(givens: dict[tuple[int, int], int], left: list[int], right: list[int], top: list[int], bottom: list[int]) -> str:
    rows = [[givens.get((row, column), ".") for column in range(SIZE)] for row in range(SIZE)]
    sides = {"left": left, "right": right, "top": top, "bottom": bottom}
    clues = "".join(_side(name, values) for name, values in sides.items())
    return SPEC.format(
        givens=f"givens:\n  number: |\n{picture(rows)}\n" if givens else "",
        clues=f"clues:\n  first_seen:\n{clues}\n" if clues else "",
        outside=OUTSIDE if clues else "",
        rule=RULE if clues else "",
    )


def _side(name: str, values: list[int]) -> str:
    if not any(values):
        return ""
    return f"    {name + ':':8}[{', '.join(str(value or '.') for value in values)}]\n"


FORMAT = PuzzleFormat(
    "twenty-four-seven",
    "one grid: givens as `row column value`, then the numbers seen first from outside",
    recognises,
    read,
)
