"""What a new puzzle has in comments because it cannot be written down empty: `# thermos: [r1c1 r1c2]`.

The first line, cage or clue that is put there by an edit takes the place of its template.
"""

from __future__ import annotations

import re

from gridwright.compiler.records import dataclass

AREA = "[r1c1 r1c2]"
# How a clue is written if there is no picture or list of clues that it could be in.
PLACES = {"cells": "r1c1", "links": "r1c1-r1c2", "borders": "r1c1-r1c2", "corners": "r1c1-r2c2", "entries": "1A"}
_HEAD = re.compile(r"(# )?(\w+):[ \t]*")


def area_template(name: str) -> str:
    """Return the template of a kind of areas."""
    return f"# {name}: {AREA}"


def clue_template(name: str, place: str) -> str:
    """Return the template of a group of clues."""
    return f"# {name}: {{{place}: ...}}"


@dataclass(frozen=True, slots=True)
class FoundTemplate:
    """A template in a text: its line, the column in which it begins, and the line of its section, if that is a comment too."""

    start: int
    end: int
    column: int
    head: tuple[int, int] | None


def find_template(text: str, section: str, name: str) -> FoundTemplate | None:
    """Return where the template of a name stands below its section.

    >>> text = "# clues:\\n  # dot: {r1c1-r1c2: ...}\\n"
    >>> find_template(text, "clues", "dot")
    FoundTemplate(start=9, end=34, column=2, head=(0, 8))
    >>> find_template(text, "clues", "dots"), find_template(text, "areas", "dot")
    (None, None)
    """
    template = re.compile(rf"([ ]*)# {re.escape(name)}: (?:{re.escape(AREA)}|\{{[^\s{{}}]+: \.\.\.\}})[ ]*")
    head, at = None, 0
    for line in text.split("\n"):
        head_match = _HEAD.fullmatch(line)
        if head_match:
            head = at, at + len(line.rstrip()), head_match[1], head_match[2]
        elif line[:1] not in ("", " ", "#"):
            head = None
        elif head and head[3] == section and (match := template.fullmatch(line)):
            return FoundTemplate(at, at + len(line), len(match[1]), head[:2] if head[2] else None)
        at += len(line) + 1
    return None
