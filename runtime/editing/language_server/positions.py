"""Places of a text as editors count them: lines from 0, and in a line the units of the encoding that was agreed on."""

from __future__ import annotations

import bisect
import re

from lsprotocol.types import Position, PositionEncodingKind, Range

_END = re.compile(r"\r\n|\n|\r")
_WIDTHS = {PositionEncodingKind.Utf8: "utf-8", PositionEncodingKind.Utf16: "utf-16-le"}


class Positions:
    """Characters of a text, and lines with columns.

    >>> positions = Positions("a\\n\\U0001F600b", PositionEncodingKind.Utf16)
    >>> str(positions.position(3)), positions.offset(Position(1, 2))
    ('1:2', 3)
    """

    def __init__(self, text: str, encoding: PositionEncodingKind | str | None = PositionEncodingKind.Utf16) -> None:
        self.text = text
        self._codec = _WIDTHS.get(PositionEncodingKind(encoding or PositionEncodingKind.Utf16), "")
        self._unit = 2 if self._codec == "utf-16-le" else 1
        self._starts = [0, *(end.end() for end in _END.finditer(text))]
        self._ends = [*(end.start() for end in _END.finditer(text)), len(text)]

    def position(self, offset: int) -> Position:
        """Return the position of a character."""
        line = bisect.bisect_right(self._starts, min(max(offset, 0), len(self.text))) - 1
        return Position(line, self._width(self.text[self._starts[line] : min(offset, self._ends[line])]))

    def offset(self, position: Position) -> int:
        """Return the character at a position, within the text."""
        if position.line >= len(self._starts):
            return len(self.text)
        start, end = self._starts[position.line], self._ends[position.line]
        line = self.text[start:end]
        if not self._codec or line.isascii():
            return start + min(position.character, len(line))
        left = position.character
        for at, character in enumerate(line):
            if left <= 0:
                return start + at
            left -= self._width(character)
        return end

    def range(self, start: int, end: int) -> Range:
        """Return the range of some characters."""
        return Range(self.position(start), self.position(end))

    def line(self, number: int) -> Range:
        """Return the range of a line, counted from 1, without its margin."""
        at = min(max(number - 1, 0), len(self._starts) - 1)
        text = self.text[self._starts[at] : self._ends[at]]
        return self.range(self._starts[at] + len(text) - len(text.lstrip()), self._ends[at])

    def _width(self, text: str) -> int:
        return len(text) if not self._codec or text.isascii() else len(text.encode(self._codec, "surrogatepass")) // self._unit
