"""Convert a file in another program's format to the texts of specs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gridwright.compiler.limits import USUAL, Limits
from gridwright.compiler.syntax.diagnostics import Code, Note, error
from gridwright.compiler.syntax.span import SourceText
from gridwright.compiler.syntax.yaml_nodes import text_of_file

from ..interchange.importer import Imported, Importer, all_importers
from .spec_heading import heading


def read_puzzles(path: str, format: str | None = None, limits: Limits = USUAL) -> Sequence[Imported]:
    """Read the puzzles of a file, in the given or the recognised format. Raise `SpecError` if the file is not in it."""
    source = SourceText(path, text_of_file(path, limits))
    if not source.text.strip():
        raise error(Code.FORMAT, f"{path} is empty; there is nothing to import")
    importer = all_importers()[format] if format else recognised_importer(source)
    return importer.read(source)


def recognised_importer(source: SourceText) -> Importer:
    """Return the only format that a text can be in. Raise `SpecError` if there is none, or several."""
    found = [importer for importer in all_importers().values() if importer.recognises(source.text)]
    if len(found) == 1:
        return found[0]
    notes = [Note(f"--format {importer.name}: {importer.words}") for importer in found or all_importers().values()]
    message = "this fits several formats; choose one" if found else "unknown format; supported:"
    first = next(line for line in range(1, len(source.lines) + 1) if source.lines[line - 1].strip())
    start = source.line_start(first)
    raise error(Code.FORMAT, message, source.span(start, start + len(source.lines[first - 1])), notes=notes)


def spec_text(puzzle: Imported, *, title: str = "", origin: str = "", schema: str = "") -> str:
    """Return the whole text of a spec. `origin`: who published it, or a URL."""
    source = puzzle.span.source
    line = f", line {puzzle.span.line}" if puzzle.span.start else ""
    note = "".join(c if c.isprintable() else "?" for c in f"imported from {Path(source.path).name}{line}")
    return f"{heading(title or puzzle.title, note, origin=origin, schema=schema)}{puzzle.body}"
