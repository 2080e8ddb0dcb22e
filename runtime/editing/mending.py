"""The edits that a message asks for where it says "did you mean": the word that is wrong, and the words to put instead."""

from __future__ import annotations

import difflib
import re

from gridwright.compiler.records import dataclass

_WORD = r"('[^'\n]+'|\"[^\"\n]+\")"
_MEANT = re.compile(rf"did you mean (?:the file )?{_WORD}(?: or {_WORD})?\?")


@dataclass(frozen=True, slots=True)
class Mending:
    """One edit that mends a mistake: the characters from `start` to `end` become `text`."""

    start: int
    end: int
    text: str


def mendings(text: str, start: int, end: int, message: str, help: str) -> list[Mending]:
    """Return the edits that the help of a diagnostic asks for; none if it asks for something else.

    >>> mendings("rul: x", 0, 3, "unknown key `rul`", "did you mean 'rule'?")
    [Mending(start=0, end=3, text='rule')]
    """
    meant = _MEANT.search(help)
    if meant is None:
        return []
    words = [word[1:-1] for word in meant.groups() if word]
    place = _wrong_word(text, start, end, message, words[0])
    return [Mending(*place, word) for word in words] if place else []


def _wrong_word(text: str, start: int, end: int, message: str, meant: str) -> tuple[int, int] | None:
    """Return where the word stands that is wrong: one in the place of the mistake that the message names.

    Of several, it is the one most like what is meant.
    """
    written = text[start:end]
    named = re.findall(r"[`'\"]([^`'\"]+)[`'\"]", message)
    words = [
        (start + place.start(), start + place.end())
        for word in dict.fromkeys((*named, *re.findall(r"[\w.-]+", written)))
        for place in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", written)
    ]
    if not words:
        return None

    def likeness(place: tuple[int, int]) -> tuple[bool, float]:
        word = text[place[0] : place[1]]
        return word in named, difflib.SequenceMatcher(None, word[:100], meant[:100]).ratio()

    return max(words, key=likeness)
