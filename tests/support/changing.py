"""Specs in which one thing is changed: what is printed, and what may stand there instead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import read_spec
from gridwright.compiler.loader.libraries import LibraryPlaces
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.syntax.yaml_nodes import Mapping, Node, Scalar, Sequence, read_text

PRINTED = ("givens", "clues", "data")
WORD = re.compile(r"[A-Za-z_]+|[/\\#-]")


def changes(document: Mapping) -> Iterator[tuple[Span, str]]:
    """What stands where, and what is to stand there instead: a number one more or less, another word of the same group."""
    for part in parts_of(document):
        for key in PRINTED:
            groups = part.get(key)
            for _, group in groups.items if isinstance(groups, Mapping) else ():
                printed = list(printed_in(group))
                words = list(dict.fromkeys(text for _, text in printed if WORD.fullmatch(text)))
                for span, text in printed:
                    if re.fullmatch(r"-?\d+", text):
                        yield from ((span, str(int(text) + step)) for step in (1, -1))
                    yield from ((span, word) for word in words if text in words and word != text)


def parts_of(document: Mapping) -> Iterator[Mapping]:
    """The spec, and each of its grids."""
    yield document
    grids = document.get("grids")
    for _, grid in grids.items if isinstance(grids, Mapping) else ():
        if isinstance(grid, Mapping):
            yield grid


def printed_in(node: Node) -> Iterator[tuple[Span, str]]:
    """Each word that is printed below a node, but for dots."""
    if isinstance(node, Mapping):
        for _, value in node.items:
            yield from printed_in(value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from printed_in(item)
    elif isinstance(node, Scalar):
        for match in re.finditer(r"\S+", node.text):
            span = node.part(match.start(), match.end())
            if match.group() != "." and span.text == match.group():
                yield span, match.group()


def mutated(path: Path, span: Span, text: str) -> Spec:
    """The spec with something else in one place."""
    source = span.source.text
    changed = source[: span.start] + text + source[span.end :]
    return read_spec(read_text(changed, str(path)), str(path), LibraryPlaces(path.parent))
