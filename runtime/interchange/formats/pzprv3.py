"""Read and write the text of pzpr: the size of a board and its tables, which the library of a genre lists.

The text is a file, or stands in a link with slashes for line ends.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from gridwright.compiler.records import replace
from gridwright.compiler.syntax.diagnostics import Code, error
from gridwright.compiler.syntax.span import SourceText

from ..format import Imported, PuzzleFormat, Written, plain_words, wrong
from ..puzzle import Loss, OwnLibrary, PrintedPuzzle
from ..pzpr.board import PzprBoard
from ..pzpr.meaning import DecodeState, EncodeState
from ..pzpr.tables import Lines, read_file, write_file
from .puzz_link import LINK, MOST_CELLS, flags_of, id_of, layout_of_id, puzzle_of, source_of

HEAD = re.compile(r"pzprv3(?:\.[0-9]+)?[\n/]")
MOST_METADATA = 100_000


def recognises(text: str) -> bool:
    """Check whether a text, or the query of a link, begins with `pzprv3`."""
    return bool(HEAD.match(_bare(text.lstrip()[:10_000]).replace("\r", "")))


def _bare(text: str) -> str:
    prefix = LINK.match(text)
    return unquote(text[prefix.end() :]) if prefix else text


def read(source: SourceText, own: Sequence[OwnLibrary] = ()) -> Sequence[Imported]:
    """Read the puzzle of a file, and the solution that has been entered. Raise `SpecError` for mistakes."""
    text = _bare(source.text.strip()).replace("\r\n", "\n")
    if "\n" not in text.strip() or LINK.match(source.text.strip()):
        text = _with_line_ends(text)
    shown = SourceText(source.path, text)
    lines = [shown.span(shown.line_start(at), shown.line_start(at) + len(line)) for at, line in enumerate(shown.lines, 1)]
    whole = Lines(lines, shown.span(len(text)))
    head = whole.take("`pzprv3`").text.partition(".")[2].strip()
    name = whole.take("the name of a genre")
    layout, parameters = layout_of_id(name.text.strip(), name, own)
    if not layout.file:
        raise error(Code.FORMAT, f"how {name.text.strip()} stands in such a file is not known; import a link of it", name)
    while whole.next.startswith("v:"):
        whole.take("a variant")
    height = _size(whole, "rows")
    width = height if layout.is_square else _size(whole, "columns")
    if height * width > MOST_CELLS:
        raise wrong(f"a board of {height} by {width} cells is too large; at most {MOST_CELLS:,} cells", lines[2])
    draft = DecodeState(layout, PzprBoard(height, width, layout.is_framed))
    draft.version = int(head[:3]) if head.isascii() and head.isdigit() else 0
    draft.parameters |= dict(parameters)
    while whole.next in layout.flags:  # a line of its own for each flag that is set
        draft.parameters |= layout.flags[whole.take("a flag").text.strip()]
    read_file(whole, draft)
    puzzle = puzzle_of(draft, source.text.strip() if LINK.match(source.text.strip()) else "")
    title, author = _metadata(whole)
    puzzle = replace(puzzle, title=title, author=author)
    return [Imported(shown.span(0, len(text)), puzzle.title or layout.title, puzzle=puzzle)]


def _with_line_ends(text: str) -> str:
    """Return the text of a link with line ends instead of its slashes; what the author wrote in JSON keeps its slashes."""
    head, brace, tail = text.partition("info:")
    return head.replace("/", "\n") + brace + tail


def _size(lines: Lines, what: str) -> int:
    line = lines.take(f"the number of {what}")
    text = line.text.strip()
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text)):
        raise wrong(f"expected the number of {what}", line)
    return int(text)


def _metadata(lines: Lines) -> tuple[str, str]:
    """Return title and author, if what follows the tables says them."""
    text = "\n".join(line.text for line in lines.lines)
    start = text.find("info:")
    if start < 0 or len(text) > MOST_METADATA:
        return "", ""
    try:
        metadata = json.loads(text[start + 5 :].strip())["metadata"]
        return plain_words(metadata.get("title")), plain_words(metadata.get("author"))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return "", ""


def write(puzzle: PrintedPuzzle) -> Written:
    """Write a puzzle, and its solution if it has one, as the text of a file."""
    source = source_of(puzzle)
    name = id_of(source)
    if not source.layout.file:
        raise error(Code.FORMAT, f"how {name} stands in such a file is not known", help="export a link: --to puzz.link")
    size = [str(source.board.height)] if source.layout.is_square else [str(source.board.height), str(source.board.width)]
    flags = [flag for flag in flags_of(source) if flag != source.layout.flag]
    lines = [f"pzprv3{source.layout.version}", name, *size, *flags, *write_file(source)]
    return Written("\n".join(lines) + "\n", (*source.all_losses(), *_lost_solution(source)))


def _lost_solution(source: EncodeState) -> Iterator[Loss]:
    """Yield the solution as a loss if the file of the genre has no table for any of its layers."""
    held = {name for entry in source.layout.file for name in entry.answers}
    if source.puzzle.solution and not held & source.puzzle.solution.keys():
        yield Loss("the solution")


FORMAT = PuzzleFormat(
    "pzprv3", "the text of pzpr, which begins with `pzprv3`", recognises, read, write, holds_solution=True, read_with=read
)
