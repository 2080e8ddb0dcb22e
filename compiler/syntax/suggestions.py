"""The known words that are closest to one that nothing has."""

from __future__ import annotations

from collections.abc import Iterable

LONGEST_WORD, MOST_WORDS = 100, 300  # that are compared with others, and others that one is compared with


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a help sentence with the closest known words; empty if there are none.

    >>> did_you_mean("rul", ["rule", "for", "let"])
    "did you mean 'rule'?"
    >>> did_you_mean("xyz", ["rule"])
    ''
    """
    if len(word) > LONGEST_WORD:
        return ""
    import difflib  # noqa: PLC0415 (slow to import, and only for what is misspelt)

    near = [name for name in dict.fromkeys(known) if 3 * len(name) <= 7 * len(word)]  # which the cutoff asks for
    if len(near) > MOST_WORDS:  # each takes some fifty microseconds, and first it is seen at a glance which are alike
        near.sort(key=lambda name: (name[:2] != word[:2]) + (name[-2:] != word[-2:]) + abs(len(name) - len(word)))
    close = difflib.get_close_matches(word, near[:MOST_WORDS], n=2, cutoff=0.6)
    return f"did you mean {' or '.join(repr(name) for name in close)}?" if close else ""
