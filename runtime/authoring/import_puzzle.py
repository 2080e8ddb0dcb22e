"""Convert links and files in other programs' formats to the texts of specs."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

from gridwright.compiler.limits import USUAL, Limits
from gridwright.compiler.syntax.diagnostics import Code, Collector, Note, SpecError, error
from gridwright.compiler.syntax.span import SourceText
from gridwright.compiler.syntax.yaml_nodes import decode, text_of_file
from gridwright.compiler.syntax.yaml_nodes import read_text as read_yaml

from ..interchange.format import Imported, PuzzleFormat, all_formats, plain_words
from ..interchange.puzzle import OwnLibrary
from ..interchange.puzzle_text import puzzle_text
from .spec_heading import heading

LINK, STANDARD_INPUT = "link", "-"
MOST_LINKS = 1_000  # in one file
MOST_LIBRARIES = 1_000  # in a folder


def read_source(
    given: str, format: str | None = None, genre: str = "", own: Sequence[OwnLibrary] = (), limits: Limits = USUAL
) -> Sequence[Imported]:
    """Read the puzzles of a link, of a file, or of standard input (`-`). Raise `SpecError` for what is in no known format.

    `own`: libraries of the user's own, for formats that name a genre.
    """
    if given == STANDARD_INPUT:
        text = decode(sys.stdin.buffer.read(limits.file_size + 1), "standard input", limits)
        return read_text(SourceText("standard input", text), format, genre, own)
    if is_link(given):
        return read_text(SourceText(LINK, given), format, genre, own)
    return read_text(SourceText(given, text_of_file(given, limits)), format, genre, own)


def is_link(given: str) -> bool:
    """Check whether what was given is a link, or the data of one, and no file.

    >>> is_link("https://puzz.link/p?slither/5/5/cbcbcddad"), is_link("slither/5/5/cbcbcddad"), is_link("puzzles.txt")
    (True, True, False)
    """
    if re.match(r"https?://", given):
        return True
    try:
        is_file = Path(given).exists()
    except (OSError, ValueError):  # too long for a name, or with a sign that no name has
        is_file = False
    return not is_file and any(kind.is_link for kind in _fitting(given))


def read_text(
    source: SourceText, format: str | None = None, genre: str = "", own: Sequence[OwnLibrary] = ()
) -> Sequence[Imported]:
    """Read the puzzles of a text: a puzzle for each line if every line is a link, otherwise one."""
    if not source.text.strip():
        raise error(Code.FORMAT, f"{source.path} is empty; there is nothing to import")
    lines = _links(source)
    if len(lines) > 1 and format is None:
        return list(_read_links(lines, genre, own))
    if format is None and genre and not _fitting(source.text):
        format = "csv" if "," in source.text else "text"
    return _read_one(all_formats()[format] if format else recognised_format(source), source, genre, own)


def _links(source: SourceText) -> list[SourceText]:
    """Return the links of a text, each with empty lines before it instead of the others; empty if there are other lines too."""
    links: list[SourceText] = []
    for number, line in enumerate(source.lines):
        if not line.strip() or line.startswith("#"):
            continue
        if len(links) > MOST_LINKS or not any(kind.is_link for kind in _fitting(line)):
            return []
        links.append(SourceText(source.path, "\n" * number + line))
    if len(links) > MOST_LINKS:
        raise error(Code.TOO_MUCH, f"{source.path} has more than {MOST_LINKS:,} links", source.span(0), help="split the file")
    return links


def _read_links(lines: Sequence[SourceText], genre: str, own: Sequence[OwnLibrary]) -> Iterator[Imported]:
    collector = Collector()
    for line in lines:
        if collector.full:
            break
        try:
            yield from _read_one(recognised_format(line), line, genre, own)
        except SpecError as problem:
            collector.take(problem)
    collector.raise_any()


def _read_one(format: PuzzleFormat, source: SourceText, genre: str, own: Sequence[OwnLibrary]) -> Sequence[Imported]:
    if genre and format.read_as is not None:
        return format.read_as(source, genre)
    if own and format.read_with is not None:
        return format.read_with(source, own)
    if format.read is None:
        raise error(Code.FORMAT, f"{format.name} does not say the genre", source.span(0), help="name it with --genre")
    return format.read(source)


def _fitting(text: str) -> list[PuzzleFormat]:
    return [kind for kind in all_formats().values() if kind.recognises is not None and kind.recognises(text)]


def recognised_format(source: SourceText) -> PuzzleFormat:
    """Return the only format that a text can be in. Raise `SpecError` if there is none, or several."""
    formats = _fitting(source.text)
    if len(formats) == 1:
        return formats[0]
    readable = [kind for kind in all_formats().values() if kind.read is not None]
    notes = [Note(f"--format {kind.name}: {kind.words}") for kind in formats or readable]
    message = "this fits several formats; choose one" if formats else "unknown format; supported:"
    first = next(line for line in range(1, len(source.lines) + 1) if source.lines[line - 1].strip())
    start = source.line_start(first)
    raise error(Code.FORMAT, message, source.span(start, start + len(source.lines[first - 1])), notes=notes)


def spec_text(imported: Imported, *, title: str = "", origin: str = "", schema: str = "") -> str:
    """Return the whole text of a spec. `origin`: who published it, or a URL."""
    source, puzzle = imported.span.source, imported.puzzle
    line = f", line {imported.span.line}" if imported.span.line > 1 else ""
    note = "imported from " + plain_words(f"{Path(source.path).name}{line}" if source.path != LINK else "a link")
    if puzzle is None:
        return heading(title or imported.title, note, origin=origin, schema=schema) + imported.body
    url = quote(puzzle.url, safe="".join(map(chr, range(33, 127))))
    name = title or plain_words(puzzle.title) or imported.title
    return heading(name, note, author=plain_words(puzzle.author), origin=origin, url=url, schema=schema) + puzzle_text(puzzle)


def own_libraries(folders: Sequence[Path], limits: Limits = USUAL) -> Iterator[OwnLibrary]:
    """Yield the libraries in folders, and in folders in these, that say how formats hold them. Raise `SpecError` for mistakes."""
    for folder in folders:
        for path in sorted([*folder.glob("*.yaml"), *folder.glob("*/*.yaml")])[:MOST_LIBRARIES]:
            text = text_of_file(path, limits)
            if re.search(r"(?m)^formats:", text):
                yield OwnLibrary(path.stem, read_yaml(text, str(path), limits))
