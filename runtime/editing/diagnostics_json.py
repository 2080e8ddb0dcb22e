"""Diagnostics for the page: their places as offsets in its text, which counts in UTF-16 as browsers do."""

from __future__ import annotations

import bisect
from collections.abc import Iterable
from typing import Any

from gridwright.compiler.syntax.diagnostics import Diagnostic
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.syntax.visible_text import visible

WIDE = 0xFFFF  # the last character that is one unit in UTF-16


class Offsets:
    """The offsets of a text in characters, as ours are, and in UTF-16 code units, as those of a browser are.

    >>> offsets = Offsets("a\\U0001F600b")
    >>> [offsets.outside(at) for at in range(4)], [offsets.inside(at) for at in range(5)]
    ([0, 1, 3, 4], [0, 1, 1, 2, 3])
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._wide = [] if text.isascii() else [at for at, sign in enumerate(text) if ord(sign) > WIDE]
        self._wide_outside = [at + before for before, at in enumerate(self._wide)]

    def outside(self, at: int) -> int:
        """Return the offset in UTF-16 of a character."""
        return at + bisect.bisect_left(self._wide, at)

    def inside(self, at: int) -> int:
        """Return the character at an offset in UTF-16, within the text."""
        before = bisect.bisect_left(self._wide_outside, at)
        inside = at - before
        if before and self._wide_outside[before - 1] + 1 == at:  # between the two units of one character
            inside = self._wide[before - 1]
        return max(0, min(inside, len(self.text)))


def place_json(span: Span | None, offsets: Offsets) -> dict[str, Any]:
    """Return where a place is: offsets, line and column in the text, or the name and line of another file."""
    if span is None:
        return {"start": None, "end": None, "line": None, "column": None}
    line, column = span.source.position(span.start)
    if span.source.text != offsets.text:
        return {"start": None, "end": None, "line": line, "column": column, "file": visible(span.source.path)}
    return {"start": offsets.outside(span.start), "end": offsets.outside(span.end), "line": line, "column": column}


def diagnostics_json(diagnostics: Iterable[Diagnostic], text: str) -> list[dict[str, Any]]:
    """Return diagnostics as plain objects."""
    offsets = Offsets(text)
    return [
        {
            "severity": diagnostic.code.severity,
            "code": diagnostic.code.label,
            "message": visible(diagnostic.message),
            "help": visible(diagnostic.help),
            **place_json(diagnostic.span, offsets),
            "notes": [{"message": visible(note.message), **place_json(note.span, offsets)} for note in diagnostic.notes],
        }
        for diagnostic in diagnostics
    ]
