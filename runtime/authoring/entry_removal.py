"""Remove an entry of a section: a clue, a line, a cage; and with the last one what would be left empty.

What holds only this entry goes with it, its key and its section too, unless there are comments that would be lost, or the spec
reads the name in its own rules, which then needs it: that stays, with empty brackets.
"""

from __future__ import annotations

from collections.abc import Sequence

from gridwright.compiler.loader.genre_declarations import names_read
from gridwright.compiler.syntax import yaml_nodes
from gridwright.compiler.syntax.yaml_nodes import Mapping, Node, Scalar

from .editable_spec import IN_TEXT, EditableSpec, NoEdit
from .printed_items import end_of
from .text_edits import Edit

Container = Mapping | yaml_nodes.Sequence


def remove_entry(spec: EditableSpec, section: str, name: str, at: int) -> list[Edit]:
    """Return the edits that remove an entry, by its number from 0, of what is written under a name of a section."""
    parent = spec.own.get(section)
    assert isinstance(parent, Mapping)
    node = parent.get(name)
    assert isinstance(node, Container)
    if len(node.items) > 1:
        return without(spec, name, node, at)
    must_stay = section != "givens" and name in names_read(spec.document)
    if must_stay or _has_comments(spec, parent, _index(parent, name)):
        return _empty(spec, parent.key(name), name, node)
    if len(parent.items) > 1 or _has_own_comments(spec, section, parent):
        return without(spec, name, parent, _index(parent, name))
    return without(spec, name, spec.own, _index(spec.own, section))


def _index(parent: Mapping, name: str) -> int:
    return next(at for at, (key, _) in enumerate(parent.items) if key.text == name)


def is_flow(node: Node) -> bool:
    """Check whether a list or mapping is written in brackets."""
    return node.span.text[:1] in ("[", "{")


def _places(node: Container) -> Sequence[tuple[int, int]]:
    """Return start and end of each entry."""
    entries = [(item[0].span.start, item[1]) if isinstance(item, tuple) else (item.span.start, item) for item in node.items]
    return [(start, max(start, end_of(value))) for start, value in entries]


def without(spec: EditableSpec, name: str, node: Container, at: int) -> list[Edit]:
    """Return the edits that remove an entry of a list or mapping, with its lines. A comment behind it stays."""
    places = _places(node)
    start, end = places[at]
    if is_flow(node):
        if len(places) == 1:
            return [Edit(spec.span(start, end), "")]
        if at + 1 < len(places):
            return [Edit(spec.span(start, places[at + 1][0]), "")]
        return [Edit(spec.span(places[at - 1][1], end), "")]
    text = spec.text
    first = text.rfind("\n", 0, start) + 1
    after = text.find("\n", end)
    after = len(text) if after < 0 else after + 1
    rest = text[end:after].strip()
    if text[first:start].strip(" -") or (rest and not rest.startswith("#")):
        raise NoEdit(f"this entry of `{name}` shares its line with others; {IN_TEXT}")
    if rest:
        return [Edit(spec.span(start - (text[first:start].endswith("- ") * 2), end), "")]
    return [Edit(spec.span(first, after), "")]


def _empty(spec: EditableSpec, key: Scalar, name: str, node: Container) -> list[Edit]:
    """Leave empty brackets behind a key."""
    if is_flow(node):
        return [Edit(spec.span(node.span.start + 1, node.span.end - 1), "")]
    colon = spec.text.index(":", key.span.end) + 1
    return [Edit(spec.span(colon), " {}" if isinstance(node, Mapping) else " []"), *without(spec, name, node, 0)]


def _has_comments(spec: EditableSpec, parent: Mapping, at: int) -> bool:
    """Check whether there are comments in an entry that would go with it: behind the key, or between what it holds."""
    key, node = parent.items[at]
    rest = [spec.text[key.span.end : end_of(node)]]
    for start, end in sorted(_texts(node), reverse=True):
        whole = rest.pop()
        rest += [whole[end - key.span.end :], whole[: start - key.span.end]]
    line_end = spec.text.find("\n", end_of(node))
    behind = spec.text[end_of(node) : line_end if line_end >= 0 else None] if not is_flow(parent) else ""
    return any("#" in text for text in (*rest, behind))


def _texts(node: Node) -> list[tuple[int, int]]:
    """Return the places of all texts in a node, in which a `#` is no comment."""
    if isinstance(node, Scalar):
        return [(node.span.start, node.span.end)]
    parts = [part for item in node.items for part in (item if isinstance(item, tuple) else (item,))]
    return [place for part in parts for place in _texts(part)]


def _has_own_comments(spec: EditableSpec, section: str, parent: Mapping) -> bool:
    """Check whether there are comments in a section beside its only entry: behind its key, above the entry, below it."""
    if is_flow(parent):
        line_end = spec.text.find("\n", parent.span.end)
        return "#" in spec.text[parent.span.end : line_end if line_end >= 0 else None]
    key = spec.own.key(section).span
    above = spec.text[key.end : parent.items[0][0].span.start]
    column = key.start - (spec.text.rfind("\n", 0, key.start) + 1)
    end = spec.text.find("\n", end_of(parent))
    for line in spec.text[end + 1 :].split("\n") if end >= 0 else ():
        if line.strip() and (len(line) - len(line.lstrip()) <= column or not line.strip().startswith("#")):
            break
        if line.strip():
            return True
    return "#" in above
