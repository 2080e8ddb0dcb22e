"""Edits of a spec as it is written: some characters in place of others, and every other character stays.

Each node of a spec knows its place in the file, down to the token of a picture. So what changes is changed there, and comments,
order, quotes and blanks are the author's, which no library that reads YAML and writes it again promises.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gridwright.compiler.syntax.span import Span


@dataclass(frozen=True, slots=True)
class Edit:
    """What is to stand at a place."""

    span: Span
    text: str


def edited(text: str, edits: Iterable[Edit]) -> str:
    """Return the text with all edits made; their places must not overlap.

    >>> from gridwright.compiler.syntax.span import SourceText
    >>> text = SourceText("a.yaml", "left: [5, 12]  # seen")
    >>> edited(text.text, [Edit(text.span(10, 12), "."), Edit(text.span(7, 8), ".")])
    'left: [., .]  # seen'
    """
    parts, at = [], 0
    for edit in sorted(edits, key=lambda edit: (edit.span.start, edit.span.end)):
        assert edit.span.start >= at, "edits do not overlap"
        parts += [text[at : edit.span.start], edit.text]
        at = edit.span.end
    return "".join([*parts, text[at:]])


def whole_lines(span: Span) -> Span:
    """Extend a place to whole lines, with the end of the last line."""
    text = span.source.text
    start = text.rfind("\n", 0, span.start) + 1
    last = max(start, span.end - 1) if text[span.end - 1 : span.end] == "\n" else span.end
    end = text.find("\n", last)
    return Span(span.source, start, len(text) if end < 0 else end + 1)
