"""Edit the text of a spec in place: replace some characters and keep all others.

Each node of a spec knows its place in the file, down to the token of a picture. So an edit changes only that place and keeps the
author's comments, order, quotes and spaces; no library that reads YAML and writes it again promises that.
"""

from __future__ import annotations

from collections.abc import Iterable

from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.span import Span


@dataclass(frozen=True, slots=True)
class Edit:
    """A replacement: the new `text` at the place `span`."""

    span: Span
    text: str


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Return the text with all edits made; their places must not overlap.

    >>> from gridwright.compiler.syntax.span import SourceText
    >>> text = SourceText("a.yaml", "left: [5, 12]  # seen")
    >>> apply_edits(text.text, [Edit(text.span(10, 12), "."), Edit(text.span(7, 8), ".")])
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
