"""How f-puzzles holds what the variants of sudoku print: the key `formats` of their libraries.

Nothing of a constraint stands in Python: a library with `formats: {f-puzzles: ...}` is imported and exported.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gridwright.compiler.geometry.board import Board
from gridwright.compiler.language.interpreter_cache import InterpreterCache
from gridwright.compiler.language.scope import Scope
from gridwright.compiler.library import libraries
from gridwright.compiler.limits import USUAL
from gridwright.compiler.loader.layers import read_listed
from gridwright.compiler.loader.printed import SETS, Printed
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.yaml_nodes import Mapping, Node, Scalar, read_text
from gridwright.compiler.values import Value

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


@functools.cache
def variant(library: str) -> Variant | None:
    """Return how f-puzzles holds a library; None if it does not.

    >>> variant("thermo").form("thermometer").target, variant("windoku")
    ('thermos', None)
    """
    found = libraries().get(library)
    node = _at(found.document, "formats", NAME) if found is not None else None
    if not isinstance(node, Mapping):
        return None
    flags, lists = node.get("flags"), node.get("lists")
    return Variant(
        library,
        _text(node, "read") or ALWAYS,
        {key.text: "" if _is_true(each) else each.text for key, each in _entries(flags) if isinstance(each, Scalar)},
        _text(node, "negative"),
        tuple(_form(library, key.text, each) for key, each in _entries(lists) if isinstance(each, Mapping)),
    )


def _form(library: str, name: str, node: Mapping) -> ListForm:
    shape = next(shape for shape in SHAPES if node.get(shape) is not None)
    more = {key: _text(node, key) for key in ("pills", "letter", "value", "default")}
    return ListForm(
        library, name, shape, _text(node, shape), sign=_text(node, "is"), explicit=_is_true(node.get("explicit")), **more
    )


@functools.lru_cache(maxsize=500)
def variants_of(name: str) -> tuple[Variant, ...]:
    """Return the libraries that a list or a flag of f-puzzles belongs to.

    >>> [each.library for each in variants_of("arrow")], [each.library for each in variants_of("ratio")]
    (['arrow', 'pill_arrow'], ['kropki_dots', 'ratio'])
    """
    word = re.compile(rf"(?<![\w+-]){re.escape(name)}(?![\w+-])")
    near = [library for library, text in _written().items() if word.search(text)]
    found = [each for library in near if (each := variant(library)) is not None]
    return tuple(each for each in found if name in each.flags or each.form(name))


@functools.cache
def _written() -> dict[str, str]:
    """Return the key `formats` of the libraries as it is written; no other part of these files is read for it."""
    texts = {name: each.file.read_text("utf-8") for name, each in libraries().items() if each.family == FAMILY}
    found = {name: re.search(r"(?m)^formats:.*(?:\n[ \t]+.*)*", text) for name, text in texts.items()}
    return {name: match[0] for name, match in found.items() if match and NAME in match[0]}


def names() -> list[str]:
    """Return the names of all lists and flags that some library has.

    >>> {"antiknight", "thermometer"} <= set(names())
    True
    """
    found = [each for library in _written() if (each := variant(library)) is not None]
    return sorted({name for each in found for name in (*each.flags, *(form.name for form in each.forms))})


@functools.cache
def printed(library: str, name: str) -> Printed:
    """Return what a library declares of a kind of areas or a group of clues.

    >>> printed("killer", "cages").text("cover")
    'any'
    """
    document = libraries()[library].document
    node = _at(document, "areas", name) or _at(document, "clues", name)
    assert isinstance(node, Mapping)
    return Printed(name, node, library, node.span, node.span)


def least(library: str, kind: str) -> int:
    """Return the fewest cells of an area."""
    node = printed(library, kind).node.get("least")
    return int(node.value) if isinstance(node, Scalar) and isinstance(node.value, int) else 1


@functools.lru_cache(maxsize=500)
def allowed(library: str, group: str, size: int) -> Callable[[Value], bool]:
    """Return the check whether a value may stand in a group of clues, on a board of `size` rows."""
    node = printed(library, group).node.get("values")
    if node is None:
        return lambda value: True
    if isinstance(node, Scalar) and node.text in SETS:
        return SETS[node.text][1]
    values = _listed(node, size)
    return lambda value: not isinstance(value, bool) and value in values


def default_of(library: str, parameter: str, size: int) -> Value:
    """Return the value of a parameter that a puzzle leaves out; None if it has none.

    >>> default_of("dutch_whispers", "least", 9), default_of("diagonal", "rising", 9)
    (4, True)
    """
    node = _at(libraries()[library].document, "needs", parameter)
    node = node.get("default") if isinstance(node, Mapping) else None
    return evaluated(node.text, size) if isinstance(node, Scalar) else None


def evaluated(expression: Value, size: int) -> Value:
    """Return the value of an expression that reads nothing but the size of the board; None if it cannot be evaluated.

    >>> evaluated("ceil(grid.height / 2)", 9), evaluated(3, 9), evaluated("unheard_of", 9)
    (5, 3, None)
    """
    if not isinstance(expression, str):
        return expression
    try:
        node = read_text(f"list: {_quoted(f'[{expression}]')}").get("list")
        (value,) = _listed(node, size) if node is not None else (None,)
    except (SpecError, ValueError):
        return None
    return value


def reads_boxes(library: str) -> bool:
    """Check whether the rules of a library read the boxes of the board.

    >>> reads_boxes("disjoint_groups"), reads_boxes("thermo")
    (True, False)
    """
    return "sudoku_boxes" in libraries()[library].document.span.source.text


def _listed(node: Node, size: int) -> Sequence[Value]:
    board = Board("", size, size)
    return read_listed(node, Scope({"grid": board}, {}, board, {}), USUAL, InterpreterCache())


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''").replace("\n", " ") + "'"


def _at(node: Node | None, *keys: str) -> Node | None:
    for key in keys:
        node = node.get(key) if isinstance(node, Mapping) else None
    return node


def _entries(node: Node | None) -> Sequence[tuple[Scalar, Node]]:
    return node.items if isinstance(node, Mapping) else ()


def _text(node: Mapping, key: str) -> str:
    found = node.get(key)
    return found.text if isinstance(found, Scalar) else ""


def _is_true(node: Node | None) -> bool:
    return isinstance(node, Scalar) and node.value is True
