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
from ..sudoku_links import F_PUZZLES, REMOTE, found_in, loaded, refused, unpacked, whole

LOAD = "https://f-puzzles.com/?load="


def recognises(text: str) -> bool:
    """Check whether a text is a link of f-puzzles, a link of SudokuPad that holds the same data, or the data alone."""
    found = found_in(text)
    return found is not None and (found.kind == F_PUZZLES or (found.kind == REMOTE and "f-puzzles" in found.url.lower()))


def read(source: SourceText, own: Sequence[OwnLibrary] = ()) -> Sequence[Imported]:
    """Read the one puzzle of a link or file."""
    span = whole(source)
    found = found_in(source.text)
    if found is None or found.kind not in (F_PUZZLES, REMOTE):
        raise wrong("this is no link of f-puzzles", span, "such a link begins with `https://f-puzzles.com/?load=`")
    if found.kind == REMOTE:
        raise refused(found, span)
    data = loaded(unpacked(found, span), span, "f-puzzles")
    puzzle = read_f_puzzles(data, span, found.url, own)
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
