"""How f-puzzles holds what the variants of sudoku print: the key `formats` of their libraries.

Nothing of a constraint stands in Python: a library with `formats: {f-puzzles: ...}` is imported and exported.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence

from gridwright.compiler.geometry.board import Board
from gridwright.compiler.language.interpreter_cache import InterpreterCache
from gridwright.compiler.language.scope import Scope
from gridwright.compiler.library import libraries
from gridwright.compiler.limits import USUAL
from gridwright.compiler.loader.genre_declarations import SETS, Printed
from gridwright.compiler.loader.layers import read_listed
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import Code, SpecError, error
from gridwright.compiler.syntax.yaml_nodes import Mapping, Node, Scalar, read_text
from gridwright.compiler.values import Value

from ..puzzle import OwnLibrary

NAME = "f-puzzles"
FAMILY = "sudoku"
BASE = "sudoku"  # the library of the board, which every puzzle uses
ALWAYS, NEVER, NEGATIVE = "always", "never", "negative"
SHAPES = ("lines", "arrows", "cells", "copies", "pair", "cell", "corner", "outside", "diagonal")
ON_AREAS = SHAPES[:4]


@dataclass(frozen=True, slots=True)
class ListForm:
    """What the entries of a list become: a kind of areas, or a group of clues.

    `name`: of the list. `target`: the kind or group. The others are as in the schema of libraries.
    """

    library: str
    name: str
    shape: str
    target: str
    pills: str = ""
    letter: str = ""
    value: str = ""
    sign: str = ""
    default: str = ""
    explicit: bool = False


@dataclass(frozen=True, slots=True)
class Variant:
    """A library as f-puzzles holds it. `flags`: for each the parameter that it sets, or an empty text."""

    library: str
    read: str
    flags: dict[str, str]
    negative: str
    forms: tuple[ListForm, ...]

    def form(self, name: str) -> ListForm | None:
        """Return the form of a list; None if the library has none of that name."""
        return next((form for form in self.forms if form.name == name), None)


class LibraryIndex:
    """The libraries that are looked at: those of the user's own, and then those of the language.

    >>> shelf = LibraryIndex()
    >>> shelf.variant("thermo").form("thermometer").target, shelf.variant("windoku")
    ('thermos', None)
    >>> [each.library for each in shelf.variants_of("arrow")], [each.library for each in shelf.variants_of("ratio")]
    (['arrow', 'pill_arrow'], ['kropki_dots', 'ratio'])
    >>> shelf.default_of("dutch_whispers", "least", 9), shelf.default_of("diagonal", "rising", 9)
    (4, True)
    >>> shelf.reads_boxes("disjoint_groups"), shelf.reads_boxes("thermo")
    (True, False)
    """

    def __init__(self, own: Sequence[OwnLibrary] = ()) -> None:
        self.own = {library.name: library.document for library in own}
        self._variants: dict[str, Variant | None] = {}
        self._allowed: dict[tuple[str, str, int], Callable[[Value], bool]] = {}

    def document(self, library: str) -> Mapping | None:
        """Return the YAML document of a library; None if there is none of that name."""
        if library in self.own:
            return self.own[library]
        return libraries()[library].document if library in libraries() else None

    def part(self, library: str, *keys: str) -> Node | None:
        """Return the node of a library under nested keys; None if there is none."""
        return _at(self.document(library), *keys)

    def variant(self, library: str) -> Variant | None:
        """Return how f-puzzles holds a library; None if it does not."""
        if library not in self._variants:
            node = self.part(library, "formats", NAME)
            self._variants[library] = _variant(library, node) if isinstance(node, Mapping) else None
        return self._variants[library]

    def variants_of(self, name: str) -> tuple[Variant, ...]:
        """Return the libraries that a list or a flag of f-puzzles belongs to; if some are the user's own, only these."""
        word = re.compile(rf"(?<![\w+-]){re.escape(name)}(?![\w+-])")
        near = [library for library, text in _formats_text().items() if library not in self.own and word.search(text)]
        for libraries_ in (self.own, near):
            variants = [candidate for library in libraries_ if (candidate := self.variant(library)) is not None]
            if variants := [candidate for candidate in variants if name in candidate.flags or candidate.form(name)]:
                return tuple(variants)
        return ()

    def names(self) -> list[str]:
        """Return the names of all lists and flags that some library has."""
        variants = [candidate for library in (*self.own, *_formats_text()) if (candidate := self.variant(library)) is not None]
        return sorted({name for candidate in variants for name in (*candidate.flags, *(form.name for form in candidate.forms))})

    def declaration(self, library: str, name: str) -> Printed:
        """Return a library's declaration of a kind of areas or a group of clues."""
        node = self.part(library, "areas", name) or self.part(library, "clues", name)
        if not isinstance(node, Mapping):
            raise error(Code.FORMAT, f"`{library}` says under `formats` that it prints `{name}`, and does not print that")
        return Printed(name, node, library, node.span, node.span)

    def least(self, library: str, kind: str) -> int:
        """Return the fewest cells of an area."""
        node = self.declaration(library, kind).node.get("least")
        return int(node.value) if isinstance(node, Scalar) and isinstance(node.value, int) else 1

    def value_test(self, library: str, group: str, size: int) -> Callable[[Value], bool]:
        """Return the check whether a value may stand in a group of clues, on a board of `size` rows."""
        key = (library, group, size)
        if key not in self._allowed:
            self._allowed[key] = _check(self.declaration(library, group).node.get("values"), size)
        return self._allowed[key]

    def default_of(self, library: str, parameter: str, size: int) -> Value:
        """Return the value of a parameter that a puzzle leaves out; None if it has none."""
        node = self.part(library, "needs", parameter, "default")
        return evaluate(node.text, size) if isinstance(node, Scalar) else None

    def reads_boxes(self, library: str) -> bool:
        """Check whether the rules of a library read the boxes of the board."""
        document = self.document(library)
        return document is not None and "sudoku_boxes" in document.span.source.text


def variant(library: str) -> Variant | None:
    """Return how f-puzzles holds a library of the language; None if it does not.

    >>> variant("thermo").form("thermometer").target
    'thermos'
    """
    return LibraryIndex().variant(library)


def _variant(library: str, node: Mapping) -> Variant:
    flags, lists = node.get("flags"), node.get("lists")
    return Variant(
        library,
        _text(node, "read") or ALWAYS,
        {key.text: "" if _is_true(entry) else entry.text for key, entry in _entries(flags) if isinstance(entry, Scalar)},
        _text(node, "negative"),
        tuple(_form(library, key.text, entry) for key, entry in _entries(lists) if isinstance(entry, Mapping)),
    )


def _form(library: str, name: str, node: Mapping) -> ListForm:
    shape = next((shape for shape in SHAPES if node.get(shape) is not None), "")
    if not shape:
        raise error(Code.FORMAT, f"`{library}` says under `formats` nothing of where entries of `{name}` stand", node.span)
    more = {key: _text(node, key) for key in ("pills", "letter", "value", "default")}
    sign, explicit = _text(node, "is"), _is_true(node.get("explicit"))
    return ListForm(library, name, shape, _text(node, shape), sign=sign, explicit=explicit, **more)


@functools.cache
def _formats_text() -> dict[str, str]:
    """Return the key `formats` of the libraries as it is written; no other part of these files is read for it."""
    texts = {name: library.file.read_text("utf-8") for name, library in libraries().items() if library.family == FAMILY}
    formats_of = {name: re.search(r"(?m)^formats:.*(?:\n[ \t]+.*)*", text) for name, text in texts.items()}
    return {name: match[0] for name, match in formats_of.items() if match and NAME in match[0]}


def _check(node: Node | None, size: int) -> Callable[[Value], bool]:
    if node is None:
        return lambda value: True
    if isinstance(node, Scalar) and node.text in SETS:
        return SETS[node.text][1]
    values = _list_values(node, size)
    return lambda value: not isinstance(value, bool) and value in values


def evaluate(expression: Value, size: int) -> Value:
    """Return the value of an expression that reads nothing but the size of the board; None if it cannot be evaluated.

    >>> evaluate("ceil(grid.height / 2)", 9), evaluate(3, 9), evaluate("unheard_of", 9)
    (5, 3, None)
    """
    if not isinstance(expression, str):
        return expression
    try:
        node = read_text(f"list: {_quote(f'[{expression}]')}").get("list")
        (value,) = _list_values(node, size) if node is not None else (None,)
    except (SpecError, ValueError):
        return None
    return value


def _list_values(node: Node, size: int) -> Sequence[Value]:
    board = Board("", size, size)
    return read_listed(node, Scope({"grid": board}, {}, board, {}), USUAL, InterpreterCache())


def _quote(text: str) -> str:
    return "'" + text.replace("'", "''").replace("\n", " ") + "'"


def _at(node: Node | None, *keys: str) -> Node | None:
    for key in keys:
        node = node.get(key) if isinstance(node, Mapping) else None
    return node


def _entries(node: Node | None) -> Sequence[tuple[Scalar, Node]]:
    return node.items if isinstance(node, Mapping) else ()


def _text(node: Mapping, key: str) -> str:
    scalar = node.get(key)
    return scalar.text if isinstance(scalar, Scalar) else ""


def _is_true(node: Node | None) -> bool:
    return isinstance(node, Scalar) and node.value is True
