"""Read and write rows of values: as CSV, and as a text with blanks between them.

A puzzle with several kinds of clues has a section for each, below a line with its name. What stands in no cell has a line for
each place. If there is a solution it is written instead of the clues, as `judge` reads it.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from gridwright.compiler.syntax.diagnostics import Code, error
from gridwright.compiler.syntax.span import SourceText, Span
from gridwright.compiler.syntax.suggestions import did_you_mean
from gridwright.compiler.syntax.yaml_nodes import resolve
from gridwright.compiler.values import Value

from ..format import Imported, PuzzleFormat, TextLine, Written, lines_of, wrong
from ..genre_names import printed_in_cells
from ..puzzle import Place, PrintedPuzzle, is_cell, place_name

MOST_CELLS = 10_000
NOTHING = "."

Rows = list[list[str]]


def sections(puzzle: PrintedPuzzle) -> Iterator[tuple[str, Rows]]:
    """Yield the sections of a puzzle, each with its name.

    >>> list(sections(PrintedPuzzle(height=1, width=2, clues={"number": {(1, 3): 2}})))
    [('number', [['.', '2']])]
    """
    if puzzle.solution:
        yield from ((name, _rows(puzzle, values)) for name, values in puzzle.solution.items())
        return
    for kind, areas in puzzle.areas.items():
        if areas:
            yield kind, _rows(puzzle, {cell: label for label, cells in areas.items() for cell in cells})
    for name, values in (*puzzle.clues.items(), *puzzle.givens.items()):
        if values:
            yield name, _rows(puzzle, values)


def _rows(puzzle: PrintedPuzzle, values: Mapping[Place, Value]) -> Rows:
    if not all(map(is_cell, values)):
        return [
            [place_name(place), str(value).lower() if isinstance(value, bool) else _word(value)]
            for place, value in values.items()
        ]
    cells = [_word(values[cell]) if cell in values else NOTHING for cell in puzzle.cells]
    return [cells[at : at + puzzle.width] for at in range(0, len(cells), puzzle.width)]


def _word(value: Value) -> str:
    if isinstance(value, bool):
        return "#" if value else "-"
    return ",".join(map(_word, value)) if isinstance(value, tuple) else str(value)


def _writer(one: Callable[[Rows], str]) -> Callable[[PrintedPuzzle], Written]:
    def write(puzzle: PrintedPuzzle) -> Written:
        written_sections = list(sections(puzzle))
        heads = [f"{name}\n" * (len(written_sections) > 1) for name, _ in written_sections]
        return Written("\n".join(head + one(rows) for head, (_, rows) in zip(heads, written_sections, strict=True)), puzzle.own)

    return write


def _as_csv(rows: Rows) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([["" if word == NOTHING else word for word in row] for row in rows])
    return text.getvalue()


def _as_text(rows: Rows) -> str:
    width = max((len(word) for row in rows for word in row), default=1)
    return "".join(" ".join(word.ljust(width) for word in row).rstrip() + "\n" for row in rows)


# reading


def _reader(separator: str) -> Callable[[SourceText, str], Sequence[Imported]]:
    def read_as(source: SourceText, genre: str) -> Sequence[Imported]:
        names = printed_in_cells(genre)
        if not names:
            raise error(Code.FORMAT, f"`{genre}` prints nothing in cells, so rows cannot hold it", source.span(0))
        rows_of_section = _sections_of(lines_of(source), separator, names)
        size = {(len(rows), len(rows[0])) for rows in rows_of_section.values()}
        if len(size) != 1:
            raise wrong("the sections are boards of different sizes", source.span(0))
        ((height, width),) = size
        values: dict[bool, dict[str, dict[Place, Value]]] = {True: {}, False: {}}
        for name, rows in rows_of_section.items():
            values[names[name]][name] = {
                (2 * y + 1, 2 * x + 1): value for y, row in enumerate(rows) for x, value in enumerate(row) if value is not None
            }
        puzzle = PrintedPuzzle(height=height, width=width, uses={genre: {}}, clues=values[True], givens=values[False])
        return [Imported(source.span(0, len(source.text)), genre.replace("_", " ").capitalize(), puzzle=puzzle)]

    return read_as


def _sections_of(lines: Sequence[TextLine], separator: str, names: Mapping[str, bool]) -> dict[str, list[list[Value]]]:
    rows_of_section: dict[str, list[list[Value]]] = {}
    current = next(iter(names)) if len(names) == 1 else ""
    for line in lines:
        text = line.text.strip()
        if not text:
            continue
        if re.fullmatch(r"[A-Za-z_]\w*", text) and (text in names or not current or did_you_mean(text, names)):
            if text not in names:
                help = did_you_mean(text, names) or f"there is {', '.join(names)}"
                raise wrong(f"there is no `{text}` in this genre", line.span, help)
            current = text
            continue
        if not current:
            raise wrong("expected the name of what follows", line.span, f"write one of {', '.join(names)} on a line of its own")
        rows = rows_of_section.setdefault(current, [])
        rows.append([_value(word) for word in _words(text, separator, line.span)])
        if len(rows[-1]) != len(rows[0]):
            raise wrong(f"this row has {len(rows[-1])} values, and the first one {len(rows[0])}", line.span)
        if len(rows) * len(rows[0]) > MOST_CELLS:
            raise wrong(f"a board has at most {MOST_CELLS:,} cells", line.span)
    if not rows_of_section:
        raise wrong("there are no rows", lines[0].span if lines else Span(SourceText("", ""), 0, 0))
    return rows_of_section


def _words(text: str, separator: str, span: Span) -> list[str]:
    if text.startswith("["):
        text = text.strip("[], ")
    if separator.isspace():
        return text.split() if len(text.split()) > 1 else list(text)
    try:
        (row,) = csv.reader([text], delimiter=max(",;\t", key=text.count), skipinitialspace=True)
    except (csv.Error, ValueError):
        raise wrong("this is no row of CSV", span) from None
    return [word.strip() for word in row]


def _value(word: str) -> Value:
    if word in ("", NOTHING, "_", "-"):
        return None
    parts = word.split(",")
    return tuple(resolve(part) for part in parts) if len(parts) > 1 else resolve(word)


CSV = PuzzleFormat(
    "csv",
    "rows of values with commas between them, for --genre",
    write=_writer(_as_csv),
    read_as=_reader(","),
)
TEXT = PuzzleFormat("text", "rows of values with blanks between them, for --genre", write=_writer(_as_text), read_as=_reader(" "))
