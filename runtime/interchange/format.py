"""Declare a format to read puzzles from and write them in, with helpers: lines and their words, numbers, pictures."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Sequence

from gridwright.compiler.plugins import scan
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import Code, SpecError, error
from gridwright.compiler.syntax.span import SourceText, Span

from .puzzle import Loss, OwnLibrary, PrintedPuzzle

LONGEST_WORDS = 500


@dataclass(frozen=True, slots=True)
class Imported:
    """One puzzle of a text: its place there, a default title, and the puzzle, or the text of a spec from `text:` on."""

    span: Span
    title: str
    body: str = ""
    puzzle: PrintedPuzzle | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """A puzzle in a format: the text, and what of the puzzle is not in it."""

    text: str
    losses: tuple[Loss, ...] = ()


@dataclass(frozen=True, slots=True)
class PuzzleFormat:
    """A format. `words`: what it looks like, for messages.

    `recognises`: whether a text is in it, correct or not. `read` raises `SpecError` for mistakes. `write` raises it for a puzzle
    that the format cannot hold at all; what else it leaves out it says in `Written.losses`. `is_link`: one line without blanks.
    `holds_solution`: it has a place for a solution. `read_as` reads a puzzle of a genre that you name, if the format does not say
    the genre; several libraries are written as under `use`. `read_with` is `read` with libraries of the user's own.
    """

    name: str
    words: str
    recognises: Callable[[str], bool] | None = None
    read: Callable[[SourceText], Sequence[Imported]] | None = None
    write: Callable[[PrintedPuzzle], Written] | None = None
    is_link: bool = False
    holds_solution: bool = False
    read_as: Callable[[SourceText, str], Sequence[Imported]] | None = None
    read_with: Callable[[SourceText, Sequence[OwnLibrary]], Sequence[Imported]] | None = None


@functools.cache
def all_formats() -> dict[str, PuzzleFormat]:
    """Return every format by name.

    >>> {"sudoku", "twenty-four-seven"} <= set(all_formats())
    True
    """
    return {kind.name: kind for kind in scan("gridwright.runtime.interchange.formats", PuzzleFormat)}


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of a file, without its end and trailing spaces: its place, and its words."""

    span: Span

    @property
    def text(self) -> str:
        """Return the text of the line."""
        return self.span.text

    @property
    def words(self) -> list[Span]:
        """Return the words between spaces."""
        start = self.span.start
        return [self.span.source.span(start + word.start(), start + word.end()) for word in re.finditer(r"\S+", self.text)]


def lines_of(source: SourceText) -> list[TextLine]:
    """Return the lines of a file; what follows the last line end counts only if it is not empty."""
    lines = []
    for number, text in enumerate(source.lines, 1):
        start = source.line_start(number)
        lines.append(TextLine(source.span(start, start + len(text.rstrip()))))
    return lines[:-1] if lines and not lines[-1].text else lines


def number(word: Span, least: int, most: int, what: str) -> int:
    """Convert a word to a number. Raise `SpecError` if it is none from `least` to `most`.

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
    """Return the error for a file that is not in its format."""
    return error(Code.FORMAT, message, span, help=help)


def picture(rows: Iterable[Iterable[object]], indent: int = 4) -> str:
    """Return rows of a picture as lines of a YAML block.

    >>> print(picture([[1, "."], [".", 2]]), end="")
        1 .
        . 2
    """
    return "".join(" " * indent + " ".join(map(str, row)) + "\n" for row in rows)


def plain_words(text: object) -> str:
    """Return a text of a stranger as one line of printable signs, cut off where it is too long; empty for anything else.

    >>> plain_words(" Third\\n puzzle\\x1b[2J ")
    'Third puzzle?[2J'
    """
    words = " ".join(text.split()) if isinstance(text, str) else ""
    return "".join(sign if sign.isprintable() else "?" for sign in words)[:LONGEST_WORDS]
