"""Convert a file in another program's format to the texts of specs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gridwright.compiler.limits import USUAL, Limits
from gridwright.compiler.syntax.diagnostics import Code, Note, error
from gridwright.compiler.syntax.span import SourceText
from gridwright.compiler.syntax.yaml_nodes import text_of_file

from ..interchange.format import Format, Imported, all_formats
from ..interchange.puzzle_text import puzzle_text
from .spec_heading import heading


def read_puzzles(path: str, format: str | None = None, limits: Limits = USUAL) -> Sequence[Imported]:
    """Read the puzzles of a file, in the given or the recognised format. Raise `SpecError` if the file is not in it."""
    source = SourceText(path, text_of_file(path, limits))
    if not source.text.strip():
        raise error(Code.FORMAT, f"{path} is empty; there is nothing to import")
    each = all_formats()[format] if format else recognised_format(source)
    return each.read(source)


def recognised_format(source: SourceText) -> Format:
    """Return the only format that a text can be in. Raise `SpecError` if there is none, or several."""
    found = [each for each in all_formats().values() if each.recognises(source.text)]
    if len(found) == 1:
        return found[0]
    notes = [Note(f"--format {each.name}: {each.words}") for each in found or all_formats().values()]
    message = "this fits several formats; choose one" if found else "unknown format; supported:"
    first = next(line for line in range(1, len(source.lines) + 1) if source.lines[line - 1].strip())
    start = source.line_start(first)
    raise error(Code.FORMAT, message, source.span(start, start + len(source.lines[first - 1])), notes=notes)


def spec_text(puzzle: Imported, *, title: str = "", origin: str = "", schema: str = "") -> str:
    """Return the whole text of a spec. `origin`: who published it, or a URL."""
    source = puzzle.span.source
    line = f", line {puzzle.span.line}" if puzzle.span.start else ""
    note = "".join(c if c.isprintable() else "?" for c in f"imported from {Path(source.path).name}{line}")
    body = puzzle.body if puzzle.puzzle is None else puzzle_text(puzzle.puzzle)
    return f"{heading(title or puzzle.title, note, origin=origin, schema=schema)}{body}"
