"""Import sudoku from lines of 81 characters, row after row: a digit for a given, `.` or `0` for an empty cell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gridwright.compiler.syntax.diagnostics import Collector
from gridwright.compiler.syntax.span import SourceText, Span

from ..importer import Imported, Importer, TextLine, lines_of, picture, wrong

CELLS, SIZE = 81, 9
MAX_PUZZLES = 1_000  # in one file

SPEC = """\
text: Every row, every column and every 3-by-3 box holds each of the digits 1 to 9 once.

grid: 9x9

layers:
  digit:
    values: 1..9

givens:
  digit: |
{givens}
rules:
  - for: line in lines
    rule: distinct(digit[line])
    says: No digit occurs twice in a row or column.
  - for: box in boxes(3, 3)
    rule: distinct(digit[box])
    says: No digit occurs twice in a 3-by-3 box.

expect:
  solutions: 1
"""


def recognises(text: str) -> bool:
    """Check whether the first line with content is one long word, most of it digits and dots."""
    lines = (line.strip() for line in text.split("\n"))
    first = next((line for line in lines if line and line[0] != "#"), "")
    return len(first.split()) == 1 and len(first) >= 20 and len(re.findall("[0-9.]", first)) > 0.8 * len(first)


def read(source: SourceText) -> Sequence[Imported]:
    """Read the puzzles of a file, one a line; skip empty lines and lines that begin with `#`."""
    collector = Collector()
    puzzles = list(_puzzles(source, collector))
    collector.raise_any()
    if not puzzles:
        raise wrong(f"{source.path} has no line of {CELLS} characters", source.span(0))
    return puzzles


def _puzzles(source: SourceText, collector: Collector) -> Iterator[Imported]:
    count = 0
    for line in lines_of(source):
        if collector.full:
            return
        if not line.text.strip() or line.text.startswith("#"):
            continue
        count += 1
        if count > MAX_PUZZLES:
            collector.take(wrong(f"more than {MAX_PUZZLES:,} puzzles in one file", line.span, "split the file"))
            return
        problem = _problem(line)
        if problem:
            collector.take(wrong(*problem))
            continue
        cells = line.text.replace("0", ".")
        rows = [cells[at : at + SIZE] for at in range(0, CELLS, SIZE)]
        yield Imported(line.span, "Sudoku", SPEC.format(givens=picture(rows)))


def _problem(line: TextLine) -> tuple[str, Span, str] | None:
    """Return what is wrong with a line, where, and what to do."""
    text, source, start = line.text, line.span.source, line.span.start
    other = re.search(r"[^0-9.]", text)
    if other:
        at = source.span(start + other.start(), start + other.end())
        return (
            f"a sudoku cannot contain `{other.group()}`",
            at,
            "write digits for givens, `.` or `0` for empty cells, and no spaces",
        )
    if len(text) > CELLS:
        return f"{len(text)} characters; a sudoku has {CELLS}", source.span(start + CELLS, start + len(text)), ""
    if len(text) < CELLS:
        row, column = divmod(len(text), SIZE)
        help = f"the line ends before row {row + 1}, column {column + 1}"
        return f"{len(text)} characters; a sudoku has {CELLS}", source.span(start, start + len(text)), help
    return None


importer = Importer(
    "sudoku",
    "a line of 81 characters for each puzzle, `.` or `0` for empty cells",
    recognises,
    read,
)
