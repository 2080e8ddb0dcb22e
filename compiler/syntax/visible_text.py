"""Show characters that a terminal obeys or hides as text: control characters, and those that turn or hide what is beside them."""

from __future__ import annotations

import json
import re
import unicodedata

# Joiners between letters of scripts that need them, or parts of one emoji.
_JOINING = re.compile("(?<=[^\x00-\x7f])[\u200c\u200d](?=[^\x00-\x7f])")


def visible(text: str) -> str:
    """Return a text in which nothing moves a cursor, changes the direction of writing, or stays unseen; lines and tabs stay.

    >>> visible("a\\x1b[2Jb\\u202ec\\n"), visible("\\x9b1m \\udcff")
    ('a\\\\u001b[2Jb\\\\u202ec\\n', '\\\\u009b1m \\\\udcff')
    """
    return text if text.isprintable() else "\n".join(map(_visible_line, text.split("\n")))


def _visible_line(line: str) -> str:
    if line.isprintable():
        return line
    joiners = {match.start() for match in _JOINING.finditer(line)}
    return "".join(c if _is_harmless(c) or at in joiners else escape(c) for at, c in enumerate(line))


def _is_harmless(character: str) -> bool:
    return character.isprintable() or character == "\t" or unicodedata.category(character) == "Zs"


def printable(text: str) -> str:
    """Return a text as one line of visible characters; tabs become spaces.

    >>> printable("a\\x1b[2Jb\\tc\\u00a0\\n")
    'a\\\\u001b[2Jb c\\\\u00a0\\\\n'
    """
    return text if text.isprintable() else "".join(" " if c == "\t" else c if c.isprintable() else escape(c) for c in text)


def escape(character: str) -> str:
    """Return a character as JSON writes it in ASCII, so that JSON in which it is replaced means the same.

    >>> escape("\\x1b"), escape("\\U0001f9e9"), escape("\\x07")
    ('\\\\u001b', '\\\\ud83e\\\\udde9', '\\\\u0007')
    """
    return "\\u007f" if character == "\x7f" else json.dumps(character)[1:-1]
