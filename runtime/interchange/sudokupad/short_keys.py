"""Read JSON as SudokuPad shortens it: keys of one or two letters without quotes, `t` for true, nothing for `{}`, `'` for quotes.

Texts of other characters stand without quotes too, such as colours. What is short and what is long may be mixed.
"""

from __future__ import annotations

import re

LONG = {
    "a": "arrows",
    "c": "color",
    "c1": "borderColor",
    "c2": "backgroundColor",
    "ca": "cages",
    "ce": "cells",
    "cs": "cellSize",
    "ct": "center",
    "d": "duration",
    "fs": "fontSize",
    "h": "height",
    "hl": "headLength",
    "l": "lines",
    "o": "overlays",
    "r": "rounded",
    "re": "regions",
    "t": "title",
    "te": "text",
    "th": "thickness",
    "u": "underlays",
    "v": "value",
    "vd": "videos",
    "w": "width",
    "wp": "wayPoints",
}
WORDS = {"t": True, "true": True, "f": False, "false": False, "null": None, "#0": "#000000", "#F": "#FFFFFF"}
NUMBER = re.compile(r"-?(?:[0-9]{1,15})?(?:\.[0-9]{1,15})?")
BARE = re.compile(r"[^,:\[\]{}'\"]*")
KEY = re.compile(r"\s*(?:([\w#+-]+)|'([^']*)'|\"([^\"]*)\")\s*:")
# A text ends at its quote where something can end; the same sign inside is an apostrophe. The pattern is possessive (`+`):
# otherwise the matcher remembers each sign of a text to come back to, which takes 150 bytes for each.
QUOTED = re.compile(r"(?s)'((?:[^'\\]++|\\.|'(?!\s*+(?:[,:\]}]|$)))*+)'|\"((?:[^\"\\]++|\\.)*+)\"")
DEEPEST = 40


class NotReadable(ValueError):
    """What is wrong with a text that is not shortened like this."""


def read_short(text: str) -> object:
    """Return the value of a text. Raise `NotReadable` if it is none.

    >>> read_short("{ce:[[,{v:5}],[,]],re:[],t:'it's',c:FF0000,given:t}")
    {'cells': [[{}, {'value': 5}], [{}, {}]], 'regions': [], 'title': "it's", 'color': 'FF0000', 'given': True}
    """
    reader = _ShortReader(text)
    value = reader.value(0)
    if reader.at < len(text.rstrip()):
        raise NotReadable(f"something follows its end at character {reader.at + 1}")
    return value


class _ShortReader:
    """Reads one value after the other."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def value(self, depth: int) -> object:
        """Read a value; nothing is an empty mapping."""
        if depth > DEEPEST:
            raise NotReadable(f"it has more than {DEEPEST} levels of lists and mappings")
        self._skip()
        sign = self.text[self.at : self.at + 1]
        if sign == "{":
            return self._mapping(depth)
        if sign == "[":
            return self._list(depth)
        if sign in ("'", '"') and sign:
            return self._read_quotes()
        bare = BARE.match(self.text, self.at)
        assert bare
        self.at = bare.end()
        word = bare[0].strip()
        if not word:
            return {}
        if word in WORDS:
            return WORDS[word]
        if NUMBER.fullmatch(word) and any(sign.isdigit() for sign in word):
            return float(word) if "." in word else int(word)
        return word

    def _skip(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def _read_quotes(self) -> str:
        quoted = QUOTED.match(self.text, self.at)
        if not quoted:
            raise NotReadable("a text does not end")
        self.at = quoted.end()
        inside = quoted[1] if quoted[1] is not None else quoted[2]
        return re.sub(r"(?s)\\(.)", lambda match: {"n": "\n", "t": "\t"}.get(match[1], match[1]), inside)

    def _list(self, depth: int) -> list[object]:
        self.at += 1
        self._skip()
        if self.text[self.at : self.at + 1] == "]":
            self.at += 1
            return []
        values = [self.value(depth + 1)]
        while self._goes_on("]"):
            values.append(self.value(depth + 1))
        return values

    def _mapping(self, depth: int) -> dict[str, object]:
        self.at += 1
        self._skip()
        values: dict[str, object] = {}
        if self.text[self.at : self.at + 1] == "}":
            self.at += 1
            return values
        while True:
            key = KEY.match(self.text, self.at)
            if not key:
                raise NotReadable(f"there is no key at character {self.at + 1}")
            self.at = key.end()
            name = next(group for group in key.groups() if group is not None)
            values[LONG.get(name, name)] = self.value(depth + 1)
            if not self._goes_on("}"):
                return values

    def _goes_on(self, end: str) -> bool:
        """Skip what stands between two members. Return whether there is another one."""
        self._skip()
        sign = self.text[self.at : self.at + 1]
        if sign not in (",", end) or not sign:
            raise NotReadable(f"there is no `{end}` at character {self.at + 1}")
        self.at += 1
        return sign == ","
