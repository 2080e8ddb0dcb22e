"""The examples of a library: puzzles of their own, each with the grids that its rules must refuse."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ..language.spec import Spec
from ..limits import USUAL, Limits
from ..records import dataclass
from ..syntax import yaml_nodes
from ..syntax.diagnostics import Collector
from ..syntax.span import Span
from ..syntax.yaml_nodes import Mapping as SourceMapping
from ..syntax.yaml_nodes import Scalar, Sequence
from ..values import Value
from . import read_spec
from .layers import read_givens
from .libraries import LANGUAGE, LibraryPlaces

WRONG = "wrong"


@dataclass(frozen=True, eq=False)
class Example:
    """One puzzle under `examples` of a library, counted from 1."""

    library: str
    number: int
    node: SourceMapping
    title: str

    @property
    def name(self) -> str:
        """Return the name that messages give it."""
        return f"{self.library}, example {self.number}"

    @property
    def text(self) -> str:
        """Return the puzzle as a file of its own.

        >>> from gridwright.compiler.library import libraries
        >>> example = next(examples_of("star_battle", libraries()["star_battle"].document))
        >>> example.text.splitlines()[:3]
        ['gridwright: 1', 'title: Star Battle', 'use: star_battle']
        """
        keys = {key.text for key, _ in self.node.items}
        head = (
            ["gridwright: 1"] + [f"title: {self.title}"] * ("title" not in keys) + [f"use: {self.library}"] * ("use" not in keys)
        )
        return "\n".join([*head, *(self._lines(key, node.span) for key, node in self.node.items if key.text != WRONG)]) + "\n"

    def _lines(self, key: Scalar, end: Span) -> str:
        """Return the lines of one key as they stand in the file, without their indentation."""
        text = key.span.source.text
        start = text.rfind("\n", 0, key.span.start) + 1
        indent = re.sub(r"[^ ]", " ", text[start : key.span.start])  # `- ` before the first key counts as blanks
        import textwrap  # noqa: PLC0415 (slow to import, and only to show an example)

        return textwrap.dedent(indent + text[key.span.start : end.end]).rstrip()

    def spec(self, places: LibraryPlaces = LANGUAGE, limits: Limits = USUAL) -> Spec:
        """Return the puzzle; raise `SpecError` if it is wrong. `places`: where a library is found that is a file."""
        return read_spec(yaml_nodes.read_text(self.text, self.name, limits), self.name, places, limits)

    def wrong(self, spec: Spec) -> Iterator[tuple[str, Mapping[tuple[str, str], tuple[Value, ...]]]]:
        """Yield each wrong grid after the beginning of the sentence that it breaks: the solution with some values changed."""
        node = self.node.get(WRONG)
        solution = spec.expected.solution or {}
        for item in node.items if isinstance(node, Sequence) else ():
            assert isinstance(item, SourceMapping)
            collector = Collector()
            changed = {key: list(values) for key, values in solution.items()}
            broken = ""
            for key, written in item.items:
                if key.text == "breaks":
                    broken = written.text if isinstance(written, Scalar) else ""
                    continue
                grid = spec.grids[0]
                layer = next(layer for layer in grid.layers if layer.name == key.text)
                for given in read_givens(written, layer, grid.board, collector):
                    changed[grid.name, layer.name][given.position] = given.value
            collector.raise_any()
            yield broken, {key: tuple(value for value in values if value is not None) for key, values in changed.items()}


def examples_of(name: str, document: SourceMapping) -> Iterator[Example]:
    """Yield the examples of a library."""
    node, title = document.get("examples"), document.get("title")
    for number, item in enumerate(node.items if isinstance(node, Sequence) else (), 1):
        if isinstance(item, SourceMapping):
            yield Example(name, number, item, title.text if isinstance(title, Scalar) else name)
