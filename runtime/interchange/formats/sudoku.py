"""Import sudoku from lines of 81 characters, or from nine rows of nine: a digit for a given, `.` or `0` for an empty cell.

Rows may have spaces, commas and brackets between the cells, and lines between the boxes, so that lists of rows are read too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gridwright.compiler.syntax.diagnostics import Collector
from gridwright.compiler.syntax.span import SourceText, Span

from ..format import Format, Imported, TextLine, lines_of, picture, wrong

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


EMPTY = "0._*"  # signs for an empty cell in rows
BETWEEN = re.compile(r"[\s|,;\[\]()'\"]+")  # what may stand between the cells of a row
RULE = re.compile(r"[-+=|\[\](),;\s]*")  # a line without cells: between boxes, or a bracket alone


def recognises(text: str) -> bool:
    """Check whether the first line with content is one long word, most of it digits and dots, or a row of about nine cells."""
    first = next((line for line in map(str.strip, text.split("\n")) if _has_cells(line)), "")
    if _is_long(first):
        return True
    cells = BETWEEN.sub("", first)
    return (8 <= len(cells) <= 10 or len(cells) == CELLS) and not re.search(rf"[^0-9{re.escape(EMPTY)}]", cells)


def _is_long(line: str) -> bool:
    return len(line.split()) == 1 and len(line) >= 20 and len(re.findall("[0-9.]", line)) > 0.8 * len(line)


def _has_cells(line: str) -> bool:
    return not line.startswith("#") and not RULE.fullmatch(line)


def read(source: SourceText) -> Sequence[Imported]:
    """Read the puzzles of a file, one a line or in rows; skip empty lines and lines that begin with `#`."""
    collector = Collector()
    first = next((line.text.strip() for line in lines_of(source) if _has_cells(line.text.strip())), "")
    puzzles = list((_puzzles if _is_long(first) or not recognises(source.text) else _in_rows)(source, collector))
    collector.raise_any()
    if not puzzles:
        raise wrong(f"{source.path} has no line of {CELLS} characters", source.span(0))
    return puzzles


def _in_rows(source: SourceText, collector: Collector) -> Iterator[Imported]:
    """Yield the puzzles of a file that has each of them in nine rows, or as one list."""
    rows: list[TextLine] = []
    cells = ""
    count = 0
    for line in lines_of(source):
        if collector.full:
            return
        if not _has_cells(line.text.strip()):
            continue
        found = BETWEEN.sub("", line.text)
        odd = re.search(rf"[^0-9{re.escape(EMPTY)}]", found)
        if odd:
            at = line.span.start + line.text.index(odd.group())
            help = "write digits for givens, and `.` or `0` for empty cells"
            collector.take(wrong(f"a sudoku cannot contain `{odd.group()}`", source.span(at, at + 1), help))
            return
        if len(found) not in (SIZE, CELLS) or (len(found) == CELLS and rows):
            number = len(rows) + 1
            message = f"row {number} has {len(found)} cells; a row of a sudoku has {SIZE}"
            collector.take(wrong(message, line.span, "write `.` or `0` for each empty cell"))
            return
        rows.append(line)
        cells += re.sub(rf"[{re.escape(EMPTY)}]", ".", found)
        if len(cells) == CELLS:
            count += 1
            if count > MAX_PUZZLES:
                collector.take(wrong(f"more than {MAX_PUZZLES:,} puzzles in one file", line.span, "split the file"))
                return
            yield _imported(source.span(rows[0].span.start, line.span.end), cells)
            rows, cells = [], ""
    if rows:
        collector.take(wrong(f"the file ends after row {len(rows)}; a sudoku has {SIZE} rows", rows[-1].span))


def _imported(span: Span, cells: str) -> Imported:
    return Imported(span, "Sudoku", SPEC.format(givens=picture(cells[at : at + SIZE] for at in range(0, CELLS, SIZE))))


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
        yield _imported(line.span, line.text.replace("0", "."))


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


FORMAT = Format(
    "sudoku",
    "a line of 81 characters for each puzzle, or nine rows of nine cells, `.` or `0` for empty cells",
    recognises,
    read,
)
