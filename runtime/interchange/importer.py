"""How a format is declared, and what importers share: lines with the places of their words, numbers within bounds, pictures."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from gridwright.compiler.plugins import scan
from gridwright.compiler.syntax.diagnostics import Code, SpecError, error
from gridwright.compiler.syntax.span import SourceText, Span


@dataclass(frozen=True, slots=True)
class Imported:
    """One puzzle of a file: its place there, a title for want of a better one, and a spec from its `text:` on."""

    span: Span
    title: str
    body: str


@dataclass(frozen=True, slots=True)
class Importer:
    """A format. `recognises`: whether a text can only be meant so, if it is right or not; `read` raises `SpecError` if not."""

    name: str
    words: str
    recognises: Callable[[str], bool]
    read: Callable[[SourceText], Sequence[Imported]]


@functools.cache
def all_importers() -> dict[str, Importer]:
    """Every importer by name.

    >>> list(all_importers())
    ['sudoku', 'twenty-four-seven']
    """
    return {found.name: found for found in scan("gridwright.runtime.interchange.formats", Importer)}


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of a file, without its end and the blanks before it: where it stands, and the words on it."""

    span: Span

    @property
    def text(self) -> str:
        """What is written on it."""
        return self.span.text

    @property
    def words(self) -> list[Span]:
        """What stands between blanks."""
        start = self.span.start
        return [self.span.source.span(start + word.start(), start + word.end()) for word in re.finditer(r"\S+", self.text)]


def lines_of(source: SourceText) -> list[TextLine]:
    """The lines of a file; what follows its last line end is one only if something stands there."""
    found = []
    for number, text in enumerate(source.lines, 1):
        start = source.line_start(number)
        found.append(TextLine(source.span(start, start + len(text.rstrip()))))
    return found[:-1] if found and not found[-1].text else found


def number(word: Span, least: int, most: int, what: str) -> int:
    """The number that a word is; `SpecError` where it is none from `least` to `most`.

    >>> number(SourceText("a.txt", "12").span(0, 2), 1, 49, "the number of givens")
    12
    """
    if not re.fullmatch(r"-?[0-9]+", word.text):
        raise error(Code.FORMAT, f"{what} must be a number from {least} to {most} (got `{_short(word.text)}`)", word)
    value = int(word.text) if len(word.text) < 10 else most + 1  # however long: it is too large, or too small
    if not least <= value <= most:
        raise error(Code.FORMAT, f"{what} must be from {least} to {most} (got {_short(word.text)})", word)
    return value


def _short(text: str) -> str:
    return text if len(text) <= 20 else f"{text[:20]}..."


def wrong(message: str, span: Span, help: str = "") -> SpecError:
    """A file that is not in its format."""
    return error(Code.FORMAT, message, span, help=help)


def picture(rows: Iterable[Iterable[object]], indent: int = 4) -> str:
    """Rows of a picture as lines of a block.

    >>> print(picture([[1, "."], [".", 2]]), end="")
        1 .
        . 2
    """
    return "".join(" " * indent + " ".join(map(str, row)) + "\n" for row in rows)
