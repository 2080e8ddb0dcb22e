"""Return the text of a value, and estimate its width, so that it fits.

The estimates do not depend on a font; likely fonts have similar widths.
"""

from __future__ import annotations

import unicodedata

from gridwright.compiler.geometry.area import Area
from gridwright.compiler.geometry.places import Direction
from gridwright.compiler.values import BLANK, Value

from .scene import Label, Point

_NARROW, _WIDE = set("ijlI.,:;'|!()[]/\\ft- "), set("mwMW@%")
MIN_SIZE = 4.0
ARROWS = {
    "up": "↑",
    "right": "→",
    "down": "↓",
    "left": "←",
    "up_right": "↗",
    "down_right": "↘",
    "down_left": "↙",
    "up_left": "↖",
}


def text_of(value: Value) -> str:
    """Return the text of a value: `2→` for a number and a direction."""
    if value is BLANK:
        return "-"
    if isinstance(value, Direction):
        return ARROWS[value.name]
    if isinstance(value, (list, tuple, Area)):
        return "".join(_member(member, at) for at, member in enumerate(value))
    return str(value)


def _member(member: Value, at: int) -> str:
    """Return a member of a list, with a space before it unless it is the first one or an arrow."""
    return ("" if at == 0 or isinstance(member, Direction) else " ") + text_of(member)


def text_width(text: str, size: float) -> float:
    """Estimate the width of a text in letters of a size, rather too wide than too narrow.

    >>> round(text_width("12", 10), 2), round(text_width("il", 10), 2)
    (11.6, 6.8)
    """
    return size * sum(map(_share, text))


def _share(character: str) -> float:
    if unicodedata.combining(character):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.0
    if character in _NARROW:
        return 0.34
    if character in _WIDE or character in ARROWS.values():
        return 0.92
    return 0.7 if character.isupper() else 0.58


def fit(style: str, at: Point, text: str, size: float, width: float, anchor: str = "middle") -> Label:
    """Return a label no larger than `size` and no wider than `width`: smaller if need be, and cut off if it would be too small.

    >>> fit("found", (0, 0), "74088", 24, 36).size
    12.4
    >>> fit("found", (0, 0), "a text that is long", 24, 24).text
    'a text that…'
    """
    natural_width = text_width(text, size)
    if natural_width > width:
        size = max(MIN_SIZE, int(10 * size * width / natural_width) / 10)
        text = _cut(text, size, width)
    return Label(style, at, text, size, anchor)


def _cut(text: str, size: float, width: float) -> str:
    """Return as much of a text as fits, with dots if something is cut off."""
    room = width - text_width("…", size) if text_width(text, size) > width else width
    used = 0.0
    for at, character in enumerate(text):
        used += text_width(character, size)
        if used > room:
            return f"{text[:at].rstrip()}…"
    return text


def wrap(text: str, size: float, width: float) -> list[str]:
    """Break a text into lines between words, so that none is wider; cut off a word that is too long."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(_cut(word, size, width))
    return lines
