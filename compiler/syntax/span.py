"""Spans, the positions of things in a file: the one record that travels with every node, term and constraint."""

from __future__ import annotations

import bisect
from collections.abc import Mapping
from functools import cached_property

from ..records import dataclass, field


@dataclass(frozen=True, eq=False)
class SourceText:
    """The text of one file, and the name it is reported under.

    `called`: what names in its expressions are called everywhere else; of a library, its parameters.

    >>> text = SourceText("a.yaml", "one\\ntwo\\n")
    >>> text.lines
    ('one', 'two', '')
    >>> text.position(5)
    (2, 2)
    """

    path: str
    text: str
    called: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Return the lines, without their ends; line n of the file is `lines[n - 1]`."""
        return tuple(line.rstrip("\r") for line in self.text.split("\n"))

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        for line in self.text.split("\n"):
            starts.append(starts[-1] + len(line) + 1)
        return starts

    def line_start(self, line: int) -> int:
        """Return the offset of the first character of a line, counted from 1."""
        return self._starts[line - 1]

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column of a character, both counted from 1."""
        line = bisect.bisect_right(self._starts, offset) - 1
        line = min(line, len(self.lines) - 1)
        return line + 1, offset - self._starts[line] + 1

    def span(self, start: int, end: int | None = None) -> Span:
        """Return the characters from `start` up to, not including, `end` (offsets counted from 0)."""
        return Span(self, start, start if end is None else end)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of one source text: the characters from `start` up to, not including, `end`.

    >>> span = SourceText("a.yaml", "rule: x\\n").span(6, 7)
    >>> (span.line, span.column, span.text)
    (1, 7, 'x')
    >>> str(span)
    'a.yaml:1:7'
    """

    source: SourceText
    start: int
    end: int

    def holds(self, other: Span) -> bool:
        """Check whether another span lies within this one."""
        return self.source is other.source and self.start <= other.start and other.end <= self.end

    @property
    def line(self) -> int:
        """Return line of the first character, from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """Return column of the first character, from 1, counted in characters."""
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        """Return the characters themselves."""
        return self.source.text[self.start : self.end]

    def __str__(self) -> str:
        line, column = self.source.position(self.start)
        return f"{self.source.path}:{line}:{column}"
