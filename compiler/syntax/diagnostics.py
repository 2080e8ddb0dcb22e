"""Diagnostics, the errors in a spec: data first, text second.

A `Diagnostic` is a record; `render` makes the text with the caret that people read, `as_json` the object that tools read.
Stages collect as many as they can and raise them together as one `SpecError`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import Protocol

from ..records import dataclass, replace
from .span import Span
from .suggestions import did_you_mean
from .visible_text import printable


class CodeDescription(Protocol):
    """A kind of thing that is said: its code, the sentence that describes it, and whether it is an "error" or a "warning".

    Later stages have some besides `Code`.
    """

    @property
    def label(self) -> str: ...  # noqa: D102

    @property
    def words(self) -> str: ...  # noqa: D102

    @property
    def severity(self) -> str: ...  # noqa: D102


class Code(Enum):
    """The kinds of mistake, each with the sentence that the list of diagnostics shows.

    A code is part of the interface: tools may filter by it, so it is never reused for something else.
    """

    # reading the file
    UNREADABLE = "unreadable", "The file cannot be read: it is missing, it is a folder, or access is denied."
    NOT_UTF8 = "not-utf8", "The file is not UTF-8 text."
    TOO_LARGE = "too-large", "A file or a board is larger than it may be."
    EMPTY = "empty", "The file holds no YAML document."
    SEVERAL_DOCUMENTS = "several-documents", "The file holds more than one YAML document."
    TOO_DEEP = "too-deep", "Mappings, lists or expressions are nested deeper than a spec may be."
    TAB = "tab", "The file is indented with a tab. YAML needs spaces."
    SYNTAX = "syntax", "The file is not valid YAML."
    ANCHOR = "anchor", "YAML anchors, aliases and tags are not part of the language."
    DUPLICATE_KEY = "duplicate-key", "A mapping has the same key twice."
    MANGLED = "mangled", "YAML misread an expression or text because it has no quotes."
    # the shape of the spec
    UNKNOWN_KEY = "unknown-key", "The language has no such key."
    MISSING_KEY = "missing-key", "A required key is missing."
    WRONG_TYPE = "wrong-type", "The value has the wrong type for its key."
    WRONG_VALUE = "wrong-value", "The value has the right type but is not allowed here."
    UNKNOWN_LIBRARY = "unknown-library", "There is no such library, or no such library file."
    # the world of the spec
    WRONG_SIZE = "wrong-size", "A picture, a list or a board has the wrong number of rows, columns or members."
    OFF_BOARD = "off-board", "The place is not on the board."
    HOLE = "hole", "The place is a hole of the board."
    NAME_CLASH = "name-clash", "Two things of the spec have the same name."
    NOT_A_VALUE = "not-a-value", "A given is not among the values of its layer."
    # expressions
    BAD_EXPRESSION = "bad-expression", "The text is not an expression of the language."
    UNKNOWN_NAME = "unknown-name", "Nothing in the spec or in the language has this name."
    UNKNOWN_FUNCTION = "unknown-function", "Neither the spec nor the language has a function of this name."
    UNKNOWN_ATTRIBUTE = "unknown-attribute", "This kind of value has no such attribute."
    WRONG_ARGUMENTS = "wrong-arguments", "A call has the wrong number, names or kinds of arguments."
    WRONG_KIND = "wrong-kind", "This kind of value cannot be used with this operator, or at this point of a rule."
    OUT_OF_RANGE = "out-of-range", "The list has no member at this index. (The index is a fixed value.)"
    DIVISION_BY_ZERO = "division-by-zero", "A division by a fixed 0."
    MUST_BE_KNOWN = "must-be-known", "The value must be fixed before solving, but it depends on a layer."
    UNBOUNDED = "unbounded", "A number without bounds stands where the solver cannot calculate with it."
    TOO_MUCH = "too-much", "A rule, a value or a list exceeds its limit."
    RECURSION = "recursion", "A definition or a library uses itself."
    # other files
    FORMAT = "format", "A file to import does not follow its format, or its format is not known."
    # the puzzle
    CONTRADICTION = "contradiction", "There is no solution: a rule cannot be satisfied, or givens contradict each other."

    def __init__(self, label: str, words: str) -> None:
        self.label = label
        self.words = words

    @property
    def severity(self) -> str:
        """Return "error"."""
        return "error"


@dataclass(frozen=True, slots=True)
class Note:
    """A further place, or a further fact, that belongs to a diagnostic."""

    message: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing that is wrong: `message` stands alone, `help` says what to do."""

    code: CodeDescription
    message: str
    span: Span | None = None
    notes: tuple[Note, ...] = ()
    help: str = ""

    def reached_from(self, outer: Span, use: Note) -> Diagnostic:
        """Return this diagnostic with a note about a use, if it, or the last place of its notes, lies in `outer`."""
        return replace(self, notes=(*self.notes, use)) if self._lies_in(outer) else self

    def within(self, outer: Span) -> Diagnostic:
        """Return this diagnostic with a note about the expression being evaluated, unless it lies in there anyway."""
        return self if self._lies_in(outer) else replace(self, notes=(*self.notes, Note("it is used here", outer)))

    def _lies_in(self, outer: Span) -> bool:
        places = [note.span for note in self.notes if note.span]
        return any(place and outer.holds(place) for place in (self.span, *places[-1:]))


class SpecError(Exception):
    """A spec (or a grid, or a call) is wrong; `diagnostics` says how, in the order of the file."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics: tuple[Diagnostic, ...] = tuple(diagnostics)
        super().__init__("\n".join(render(diagnostic) for diagnostic in self.diagnostics))

    @property
    def is_at_limit(self) -> bool:
        """Check whether nothing was found to be wrong, but something was too large, too deep or too much."""
        return any(diagnostic.code in (Code.TOO_LARGE, Code.TOO_DEEP, Code.TOO_MUCH) for diagnostic in self.diagnostics)

    def __reduce__(self) -> tuple[type[SpecError], tuple[tuple[Diagnostic, ...]]]:
        return SpecError, (self.diagnostics,)


class Fault(Exception):
    """A mistake found where the place in the file is not known; whoever knows the place turns it into a `SpecError`."""

    def __init__(self, code: Code, message: str, help: str = "", *, notes: Sequence[Note] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.help = help
        self.notes = tuple(notes)


def error(code: Code, message: str, span: Span | None = None, *, notes: Sequence[Note] = (), help: str = "") -> SpecError:
    """Return a `SpecError` with a single diagnostic, ready to be raised."""
    return SpecError([Diagnostic(code, cut_sentence(message), span, tuple(notes), cut_sentence(help))])


LONGEST = 600  # characters of a sentence; a text of the spec that it shows may be as long as a file


def cut_sentence(text: str) -> str:
    """Return a sentence, cut off if it is longer than anybody reads."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


class Collector:
    """Gathers diagnostics while a stage goes on, so that one run reports them all.

    The stage calls `look` again and again, so that it ends where it takes too long.

    >>> collector = Collector()
    >>> collector.add(Code.EMPTY, "the file is empty")
    >>> collector.raise_any()
    Traceback (most recent call last):
    ...
    gridwright.compiler.syntax.diagnostics.SpecError: error[empty]: the file is empty
    """

    LIMIT = 50

    def __init__(self, look: Callable[[], None] = lambda: None) -> None:
        self.look = look
        self._found: list[Diagnostic] = []

    def add(self, code: Code, message: str, span: Span | None = None, *, notes: Sequence[Note] = (), help: str = "") -> None:
        """Remember one diagnostic."""
        self._found.append(Diagnostic(code, cut_sentence(message), span, tuple(notes), cut_sentence(help)))

    def take(self, error: SpecError) -> None:
        """Remember what another stage raised."""
        self._found.extend(error.diagnostics)

    def take_unless_caused(self, error: SpecError) -> None:
        """Remember what ended a stage, unless something was found in the same line or the line before, which is the reason."""
        line = max((diagnostic.span.line for diagnostic in error.diagnostics if diagnostic.span is not None), default=0)
        if not any(earlier.span is not None and earlier.span.line in (line - 1, line) for earlier in self._found):
            self.take(error)

    def has_within(self, outer: Span) -> bool:
        """Check whether something was found in a part of the file."""
        return any(earlier.span is not None and outer.holds(earlier.span) for earlier in self._found)

    def take_all(self, other: Collector) -> None:
        """Remember what another collector has found."""
        self._found.extend(other._found)

    @property
    def has_any(self) -> bool:
        """Check whether anything was found."""
        return bool(self._found)

    @property
    def full(self) -> bool:
        """Check whether there are so many diagnostics that more would help nobody."""
        return len(self._found) >= self.LIMIT

    def did_you_mean(self, word: str, known: Iterable[str]) -> str:
        """Return the help sentence with the closest known words; nothing where so much is wrong that nobody will read it."""
        self.look()
        return "" if self.full else did_you_mean(word, known)

    def raise_any(self) -> None:
        """Raise what was found, if anything was: without repetitions, sorted by place, file by file as they came up."""
        if self._found:
            unique = dict.fromkeys(self._found)
            files = list(dict.fromkeys(diagnostic.span.source for diagnostic in unique if diagnostic.span))
            ordered = sorted(
                unique,
                key=lambda diagnostic: (
                    (files.index(diagnostic.span.source), diagnostic.span.start) if diagnostic.span else (-1, -1)
                ),
            )
            raise SpecError(ordered[: self.LIMIT])


def shown_number(number: int) -> str:
    """Return an estimated number for messages, rounded up to two digits.

    >>> shown_number(1_234_567), shown_number(10**30), shown_number(12)
    ('1,300,000', '10^30', '12')
    """
    zeros = max(len(str(number)) - 2, 0)
    rounded = -(-number // 10**zeros) * 10**zeros
    return f"{rounded:,}" if zeros < 14 else f"10^{len(str(rounded - 1))}"


def render(diagnostic: Diagnostic) -> str:
    """Return the diagnostic as text: place, sentence, the line with a caret, notes and help.

    >>> from gridwright.compiler.syntax.span import SourceText
    >>> text = SourceText("a.yaml", "grid: 9y9\\n")
    >>> print(render(Diagnostic(Code.WRONG_VALUE, "not a size", text.span(6, 9), help="write 9x9")))
    a.yaml:1:7: error[wrong-value]: not a size
        1 | grid: 9y9
          |       ^^^
      = help: write 9x9
    """
    span = diagnostic.span
    place = f"{span}: " if span else ""
    lines = [f"{place}{diagnostic.code.severity}[{diagnostic.code.label}]: {diagnostic.message}"]
    if span:
        lines += _excerpt(span)
    for note in _ends(diagnostic.notes):
        lines.append(f"  = note: {note.message}" + (f" ({note.span})" if note.span else ""))
        if note.span:
            lines += _excerpt(note.span)
    if diagnostic.help:
        lines.append(f"  = help: {diagnostic.help}")
    return "\n".join(printable(line) for line in lines)


EXCERPT_WIDTH = 160
MOST_NOTES = 8  # of a chain of uses, nobody reads the middle


def _ends(notes: Sequence[Note]) -> list[Note]:
    """Return the notes that are shown: of very many the first and the last ones."""
    if len(notes) <= MOST_NOTES:
        return [*notes]
    half = MOST_NOTES // 2
    return [*notes[:half], Note(f"and so on, {len(notes) - 2 * half + 1} more times"), *notes[1 - half :]]


def _excerpt(span: Span) -> list[str]:
    """Return the line on which the span begins, and carets below it."""
    number, column = span.source.position(span.start)
    line = span.source.lines[number - 1]
    length = max(1, min(span.end - span.start, len(line) - column + 1))
    first = 0
    if len(line) > EXCERPT_WIDTH:  # a line of a megabyte is shown around the place, not whole
        first = max(0, column - 1 - EXCERPT_WIDTH // 2)
        line = line[first : first + EXCERPT_WIDTH]
    before = "".join(" " * _width(c) for c in line[: column - 1 - first])
    under = line[column - 1 - first : column - 1 - first + length]
    carets = "^" * max(1, sum(_width(c) for c in under))
    gutter = f"{number:5}"
    return [f"{gutter} | {line}", f"{' ' * len(gutter)} | {before}{carets}"]


def _width(character: str) -> int:
    """Return the number of terminal columns of a character, as `printable` shows it."""
    if not character.isprintable():
        return len(printable(character))
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def as_json(diagnostic: Diagnostic) -> dict[str, object]:
    """Return the diagnostic as a plain object, with lines and columns from 1."""
    report: dict[str, object] = {"code": diagnostic.code.label, "message": diagnostic.message}
    if diagnostic.span:
        report |= place_as_json(diagnostic.span)
    if diagnostic.notes:
        report["notes"] = [
            {"message": note.message} | (place_as_json(note.span) if note.span else {}) for note in diagnostic.notes
        ]
    if diagnostic.help:
        report["help"] = diagnostic.help
    return report


def place_as_json(span: Span) -> dict[str, object]:
    """Return a place as a plain object; the end is the first character after it.

    >>> from gridwright.compiler.syntax.span import SourceText
    >>> place_as_json(SourceText("a.yaml", "one\\ntwo").span(4, 7))
    {'file': 'a.yaml', 'line': 2, 'column': 1, 'end_line': 2, 'end_column': 4}
    """
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    return {"file": span.source.path, "line": line, "column": column, "end_line": end_line, "end_column": end_column}
