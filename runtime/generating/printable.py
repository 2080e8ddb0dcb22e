"""What a puzzle may print: the clues and givens of its genre, with the values that each place can have.

A genre's library declares its clues. A spec with clues of its own shows by what it prints which values there are; a genre's
examples show which layers have givens.
"""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.board import SIDES, Board
from gridwright.compiler.geometry.clue import ClueGroup
from gridwright.compiler.language.interpreter_cache import InterpreterCache
from gridwright.compiler.language.spec import Grid, Layer, Spec
from gridwright.compiler.loader.examples import examples_of
from gridwright.compiler.loader.layers import read_listed
from gridwright.compiler.loader.libraries import LibraryPlaces, read_libraries
from gridwright.compiler.loader.printed import OUTSIDE, SETS, Printed
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import Collector
from gridwright.compiler.syntax.yaml_nodes import Mapping, Scalar
from gridwright.compiler.values import Value, typed

UNKNOWN = "?"


@dataclass(frozen=True, eq=False)
class PrintableGroup:
    """A clue group: all its places, and the values that a clue can have, none if the genre does not list them.

    `unknown`: the value that stands for a clue whose value is not told; None if there is none. `why_not`: why its clues cannot be
    unknown; empty if they can.
    """

    grid: Grid
    group: ClueGroup
    places: tuple[Value, ...]
    values: tuple[Value, ...]
    unknown: Value | None = None
    why_not: str = ""


def printable_groups(spec: Spec) -> list[PrintableGroup]:
    """Return the clue groups of a spec."""
    declared = {printed.name: printed for printed in _declared(spec)}
    return [_group(spec, grid, group, declared.get(group.name)) for grid in spec.grids for group in grid.clue_groups]


def printable_layers(spec: Spec) -> list[Layer]:
    """Return the layers that have givens, in the spec or in an example of a library that it uses."""
    given = {given.layer.name for grid in spec.grids for given in grid.givens}
    for library in read_libraries(spec.document, LibraryPlaces(texts=spec.files), Collector(), spec.limits):
        for example in examples_of(library.use.name, library.document):
            givens = example.node.get("givens")
            given |= {key.text for key, _ in givens.items} if isinstance(givens, Mapping) else set()
    return [layer for layer in spec.layers if layer.name in given and not layer.hidden and not layer.is_unbounded]


def _declared(spec: Spec) -> Iterator[Printed]:
    for library in read_libraries(spec.document, LibraryPlaces(texts=spec.files), Collector(), spec.limits):
        yield from (printed for printed in library.printed() if not printed.is_areas)


def _group(spec: Spec, grid: Grid, group: ClueGroup, printed: Printed | None) -> PrintableGroup:
    places = _places(grid.board, group, printed)
    written = tuple({typed(clue.value): clue.value for clue in group if not isinstance(clue.value, (list, dict))}.values())
    if any(isinstance(clue.value, (list, dict)) for clue in group):
        return PrintableGroup(grid, group, places, (), why_not="its clues are lists")
    if printed is None:
        values = tuple(value for value in written if value != UNKNOWN)
        return PrintableGroup(grid, group, places, values, UNKNOWN if UNKNOWN in written else None)
    if printed.is_true("list") or printed.node.get("parts") is not None:
        return PrintableGroup(grid, group, places, (), why_not="its clues are lists")
    node, unknown = printed.node.get("values"), printed.node.get("unknown")
    sign = unknown.value if isinstance(unknown, Scalar) else None
    if isinstance(node, Scalar) and node.text in SETS:
        values = (False, True) if node.text == "bool" else ()
    else:
        values = () if node is None else tuple(read_listed(node, grid.scope, spec.limits, InterpreterCache()))
    return PrintableGroup(grid, group, places, values, sign)


def _places(board: Board, group: ClueGroup, printed: Printed | None) -> tuple[Value, ...]:
    """Return all places on which clues of a group may stand: those of its kind, or outside the board."""
    found = tuple(group.all_places())
    words = [side for word in printed.places for side in (SIDES if word == OUTSIDE else (word,))] if printed else []
    if not words or not all(word in SIDES for word in words):
        return found
    written = {(line.side, line.index): line for line in found}  # type: ignore[attr-defined]
    lines = [line for side in words for line in board.views(side)]
    return tuple(written.get((line.side, line.index), line) for line in lines)
