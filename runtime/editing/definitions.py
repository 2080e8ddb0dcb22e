"""Where the name at a place of a text is declared: in the text, or in a library that it uses; and what is declared there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from gridwright.compiler.library import uses
from gridwright.compiler.limits import USUAL
from gridwright.compiler.loader.libraries import read_libraries
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax import parser
from gridwright.compiler.syntax.diagnostics import Collector
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.syntax.visible_text import visible

from .completion import word_at
from .declared_names import DeclaredName, declared_names, library_file, library_names
from .edited_text import EditedText
from .expressions import expressions

LONGEST = 300  # characters of what is shown of a declaration


@dataclass(frozen=True, slots=True)
class FilePlace:
    """A place in a file; `file` is None for the text itself. `text` is the whole text of that file."""

    file: Path | None
    text: str
    start: int
    end: int


def definition(text: EditedText, at: int) -> FilePlace | None:
    """Return where the name at a character is declared; None if that is not known."""
    document = text.document
    start, end = word_at(text.text, at)
    word = text.text[start:end]
    if document is None or not word:
        return None
    used = next((use for use in uses(document) if use.span.start <= at <= use.span.end), None)
    if used is not None:
        for library in read_libraries(document, text.places, Collector(), USUAL):
            if library.use.name == used.name:
                source = library.document.span.source
                return FilePlace(library_file(used.name, source.path, text.places), source.text, 0, 0)
        return None
    local = next(_bound_around(text, at, word), None)
    if local is not None:
        return _here(local)
    own = next((declaration for declaration in declared_names(document) if declaration.name == word), None)
    if own is not None:
        return _here(own.span)
    library_name = library_names(document, text.places).get(word)
    if library_name is None:
        return None
    span = library_name.declared.span
    return FilePlace(library_name.file, span.source.text, span.start, span.end)


def _here(span: Span) -> FilePlace:
    return FilePlace(None, span.source.text, span.start, span.end)


def _bound_around(text: EditedText, at: int, word: str) -> Iterator[Span]:
    """Yield where a loop binds a word around a place: the last such place before it, in the same expression or its rule."""
    assert text.document is not None
    place_of_binding: Span | None = None
    for written in expressions(text.document):
        span = written.scalar.span
        if written.is_loops and word in written.binds():
            place = _bound_in(written.scalar.text, word)
            place_of_binding = written.scalar.part(place.start(1), place.end(1)) if place else None
            if place_of_binding and span.start <= at <= span.end:
                yield place_of_binding
        elif span.start <= at <= span.end:
            inner = _bound_in(written.scalar.text, word)
            if inner:
                yield written.scalar.part(inner.start(1), inner.end(1))
            elif place_of_binding and word in written.bound:
                yield place_of_binding


def _bound_in(text: str, word: str) -> re.Match[str] | None:
    """Find where a loop in a text binds a word: group 1."""
    before, after = r"(?:\w{1,100}[\s,()]{1,20}){0,20}?", r"\b(?=[\w\s,()]{0,200}?\bin\b)"
    return re.search(rf"(?:\bfor\b|^)[\s(]{{0,20}}{before}({re.escape(word)}){after}", text[: parser.MAX_LENGTH])


def meaning_of_name(text: EditedText, word: str) -> str:
    """Return the meaning of a declared name: its kind, description and declaration; empty if nothing declares it."""
    document = text.document
    if document is None:
        return ""
    own = next((declaration for declaration in declared_names(document) if declaration.name == word), None)
    if own is not None:
        return _describe(own, "")
    library_name = library_names(document, text.places).get(word)
    return _describe(library_name.declared, library_name.library) if library_name else ""


def _describe(declaration: DeclaredName, library: str) -> str:
    whole = declaration.span.source.text[
        declaration.key.span.start : max(declaration.key.span.end, declaration.node.span.end)
    ].rstrip()
    shown = whole if len(whole) <= LONGEST else f"{whole[:LONGEST]} ..."
    of_library = f" of the library {library}" if library else ""
    parts = [
        f"{declaration.name}: a {declaration.kind}{of_library}",
        declaration.says,
        shown if declaration.section in ("layers", "define", "data") else "",
    ]
    return "\n\n".join(visible(part) for part in parts if part)
