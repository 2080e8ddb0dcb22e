"""Import and export f-puzzles: links, packed data alone, and its JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence

from gridwright.compiler.syntax.span import SourceText

from ..f_puzzles.reader import read_f_puzzles
from ..f_puzzles.writer import json_of_puzzle
from ..format import Imported, PuzzleFormat, Written, wrong
from ..lz_string import pack
from ..puzzle import OwnLibrary, PrintedPuzzle
from ..sudoku_links import F_PUZZLES, REMOTE, found_in, load_mapping, refusal, unpack_data, whole

LOAD = "https://f-puzzles.com/?load="


def recognises(text: str) -> bool:
    """Check whether a text is a link of f-puzzles, a link of SudokuPad that holds the same data, or the data alone."""
    sudoku_link = found_in(text)
    return sudoku_link is not None and (
        sudoku_link.kind == F_PUZZLES or (sudoku_link.kind == REMOTE and "f-puzzles" in sudoku_link.url.lower())
    )


def read(source: SourceText, own: Sequence[OwnLibrary] = ()) -> Sequence[Imported]:
    """Read the one puzzle of a link or file."""
    span = whole(source)
    sudoku_link = found_in(source.text)
    if sudoku_link is None or sudoku_link.kind not in (F_PUZZLES, REMOTE):
        raise wrong("this is no link of f-puzzles", span, "such a link begins with `https://f-puzzles.com/?load=`")
    if sudoku_link.kind == REMOTE:
        raise refusal(sudoku_link, span)
    data = load_mapping(unpack_data(sudoku_link, span), span, "f-puzzles")
    puzzle = read_f_puzzles(data, span, sudoku_link.url, own)
    return [Imported(source.span(0, len(source.text)), puzzle.title or "Sudoku", puzzle=puzzle)]


def write(puzzle: PrintedPuzzle) -> Written:
    """Return the link of a puzzle."""
    data, losses = json_of_puzzle(puzzle)
    return Written(LOAD + pack(json.dumps(data, ensure_ascii=False, separators=(",", ":"))), losses)


FORMAT = PuzzleFormat(
    "f-puzzles",
    "a link `https://f-puzzles.com/?load=...` or `https://sudokupad.app/fpuz...`, or the JSON in it",
    recognises,
    read,
    write,
    is_link=True,
    holds_solution=True,
    read_with=read,
)
