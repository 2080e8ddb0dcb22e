"""The outline of a text: its keys, what they declare, and its rules. Of a text that is no YAML now, what its lines show."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.yaml_nodes import Mapping, Node, Scalar, Sequence

from .declared_names import KINDS
from .edited_text import EditedText

LONGEST = 80  # characters of a name
_LINE = re.compile(r"( {0,4})([^\s#'\"-][^:#'\"]*):(?= |$)")


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A part of a text: its name, its kind (`key`, `rule`, or the key under which it is declared), and its characters.

    `own` are those of the name.
    """

    name: str
    kind: str
    whole: tuple[int, int]
    own: tuple[int, int]
    inside: tuple[OutlineEntry, ...] = ()


def outline(text: EditedText) -> list[OutlineEntry]:
    """Return the outline of a text.

    >>> [(entry.name, [each.name for each in entry.inside]) for entry in outline(EditedText("layers:\\n  x: {values: bool}"))]
    [('layers', ['x'])]
    """
    document = text.document
    if document is None:
        return _of_lines(text.text)
    return [_entry(key, node, "key", tuple(_inside(key.text, node))) for key, node in document.items]


def _entry(key: Scalar, node: Node, kind: str, inside: tuple[OutlineEntry, ...] = ()) -> OutlineEntry:
    end = max(key.span.end, node.span.end)
    return OutlineEntry(_short(key.text), kind, (key.span.start, end), (key.span.start, key.span.end), inside)


def _inside(section: str, node: Node) -> Iterator[OutlineEntry]:
    if section in KINDS and isinstance(node, Mapping):
        yield from (_entry(key, value, section) for key, value in node.items)
    elif section == "grids" and isinstance(node, Mapping):
        for key, board in node.items:
            parts = board.items if isinstance(board, Mapping) else ()
            yield _entry(key, board, "key", tuple(_entry(name, value, "key") for name, value in parts))
    elif section in ("rules", "together") and isinstance(node, Sequence):
        yield from map(_rule, node.items)


def _rule(node: Node) -> OutlineEntry:
    shown: Node | None = node
    if isinstance(node, Mapping):
        shown = next((value for name in ("name", "says", "rule") if (value := node.get(name)) is not None), None)
    place = (node.span.start, node.span.end)
    own = (shown.span.start, shown.span.end) if shown is not None else place
    inner = node.get("rules") if isinstance(node, Mapping) else None
    inside = tuple(map(_rule, inner.items)) if isinstance(inner, Sequence) else ()
    return OutlineEntry(_short(shown.text if isinstance(shown, Scalar) else "") or "rules", "rule", place, own, inside)


def _short(name: str) -> str:
    line = " ".join(name.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 3]}..."


def _of_lines(text: str) -> list[OutlineEntry]:
    """Return the keys at the margin, with those below them that are names."""
    entries: list[OutlineEntry] = []
    inside: list[OutlineEntry] = []
    at = 0
    for line in text.split("\n"):
        key = _LINE.match(line)
        if key:
            place, own = (at + key.start(2), at + len(line)), (at + key.start(2), at + key.end(2))
            if not key[1]:
                entries.append(OutlineEntry(_short(key[2]), "key", place, own))
                inside = []
            elif (
                entries
                and entries[-1].name in KINDS
                and (not inside or inside[0].own[0] - _margin(text, inside[0]) == len(key[1]))
            ):
                inside.append(OutlineEntry(_short(key[2]), entries[-1].name, place, own))
                last = entries[-1]
                entries[-1] = OutlineEntry(last.name, "key", (last.whole[0], place[1]), last.own, tuple(inside))
        at += len(line) + 1
    return entries


def _margin(text: str, entry: OutlineEntry) -> int:
    """Return where the line of an entry begins."""
    return text.rfind("\n", 0, entry.own[0]) + 1
