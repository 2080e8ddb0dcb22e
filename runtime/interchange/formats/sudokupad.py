"""Import and export SudokuPad: links that hold a picture or 81 cells, and the JSON of pictures."""

from __future__ import annotations

import json
from collections.abc import Sequence

from gridwright.compiler.records import replace
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.span import SourceText, Span

from ..format import Imported, PuzzleFormat, Written, wrong
from ..lz_string import pack
from ..puzzle import OwnLibrary, PrintedPuzzle
from ..sudoku_links import CLASSIC, REMOTE, SCF, SCL, Found, found_in, load_mapping, refusal, unpack_data, whole
from ..sudokupad.classic import digits_and_letters, digits_with_blanks
from ..sudokupad.picture import picture
from ..sudokupad.reader import read_picture
from ..sudokupad.short_keys import NotReadable, read_short
from .sudoku import board_of

LINK = "https://sudokupad.app/scl"


def recognises(text: str) -> bool:
    """Check whether a text is a link of SudokuPad that f-puzzles does not have too, the data of one, or its JSON."""
    sudoku_link = found_in(text)
    return sudoku_link is not None and (
        sudoku_link.kind in (SCL, SCF, CLASSIC) or (sudoku_link.kind == REMOTE and "f-puzzles" not in sudoku_link.url.lower())
    )


def read(source: SourceText, own: Sequence[OwnLibrary] = ()) -> Sequence[Imported]:
    """Read the one puzzle of a link or file."""
    span = whole(source)
    sudoku_link = found_in(source.text)
    if sudoku_link is None or sudoku_link.kind not in (SCL, SCF, CLASSIC, REMOTE):
        raise wrong("this is no link of SudokuPad", span, f"such a link begins with `{LINK}`")
    if sudoku_link.kind == REMOTE:
        raise refusal(sudoku_link, span)
    puzzle = _of_picture(sudoku_link, span, own) if sudoku_link.kind == SCL else _of_cells(sudoku_link, span)
    return [Imported(source.span(0, len(source.text)), puzzle.title or "Sudoku", puzzle=puzzle)]


def _of_picture(sudoku_link: Found, span: Span, own: Sequence[OwnLibrary]) -> PrintedPuzzle:
    text = unpack_data(sudoku_link, span)
    try:
        data = load_mapping(text, span, "SudokuPad")
    except SpecError:
        try:
            short = read_short(text)
        except NotReadable as problem:
            raise wrong(f"this is not the JSON of SudokuPad: {problem}", span) from None
        if not isinstance(short, dict):
            raise wrong("this is not the JSON of SudokuPad: it is no mapping", span) from None
        data = short
    return read_picture(data, span, sudoku_link.url, own)


def _of_cells(sudoku_link: Found, span: Span) -> PrintedPuzzle:
    """Return the puzzle of 81 cells; the two ways to shorten them have the same signs, so the number of cells decides."""
    ways = [digits_with_blanks, digits_and_letters]
    for way in ways if sudoku_link.kind == SCF else ways[::-1]:
        cells = way(sudoku_link.data)
        if cells:
            puzzle = board_of(cells[0], sudoku_link.url)
            return replace(puzzle, uses={**puzzle.uses, **{name: {} for name in cells[1]}})
    raise wrong("this link does not hold the 81 cells of a sudoku", span, "copy the whole link again; it may have been cut off")


def write(puzzle: PrintedPuzzle) -> Written:
    """Return the link of a picture of a puzzle."""
    data, losses = picture(puzzle)
    return Written(LINK + pack(json.dumps(data, ensure_ascii=False, separators=(",", ":"))), losses)


FORMAT = PuzzleFormat(
    "sudokupad",
    "a link `https://sudokupad.app/scl...` or `scf...`, or the JSON in it",
    recognises,
    read,
    write,
    is_link=True,
    holds_solution=True,
    read_with=read,
)
