"""What a puzzle may print: the clues and givens of its genre, with the values that each place can have.

A genre's library declares its clues. A spec with clues of its own shows by what it prints which values there are, and
numbers in between are values too. A genre's examples show which layers have givens. The key `generate` of a spec says of clue
groups which values, on which places, may be printed instead.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence, Set
from string import ascii_uppercase
from typing import Any

from gridwright.compiler.geometry.area import Line
from gridwright.compiler.geometry.board import SIDES, Board
from gridwright.compiler.geometry.clue import ClueGroup
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.interpreter_cache import InterpreterCache
from gridwright.compiler.language.spec import Grid, Spec
from gridwright.compiler.library import LibraryFile, Use
from gridwright.compiler.loader import load_text
from gridwright.compiler.loader.examples import examples_of
from gridwright.compiler.loader.genre_declarations import LACKING, OUTSIDE, SETS, Printed
from gridwright.compiler.loader.layers import read_listed
from gridwright.compiler.loader.libraries import Library, LibraryPlaces, read_libraries
from gridwright.compiler.records import dataclass, replace
from gridwright.compiler.syntax.diagnostics import Code, Collector, error
from gridwright.compiler.syntax.suggestions import did_you_mean
from gridwright.compiler.syntax.yaml_nodes import Mapping, Node, Scalar
from gridwright.compiler.values import Value

MOST_COMBINATIONS = 2_000  # of the parts of a clue, or lists that it may be
NUMBERS = range(100)  # that are tried for clues that could be any number
AROUND = 8  # cells around a cell, in which a clue that is a list in a cell may count runs


@dataclass(frozen=True, eq=False)
class PrintableGroup:
    """A clue group with the places and the values that its clues can have; no values if the genre does not list them.

    `why_not`: why its clues cannot be unknown; empty if they can. `unknown`: how a clue without a value is written; None if the
    genre has none. `is_full`: every place has a clue, in the spec or, if the spec prints nothing, in an example of its genre.
    `share`: the share of places that have a clue, in the spec or in the example, whichever is larger. `is_listed`: the genre or
    the spec lists the values, and a clue can have no other. `is_everywhere`: `places` has
    all places, also on sides of the board where such puzzles print nothing.
    """

    grid: Grid
    group: ClueGroup
    places: tuple[Value, ...]
    values: tuple[Value, ...]
    why_not: str = ""
    unknown: Value = None
    is_full: bool = False
    share: float = 0.0
    is_listed: bool = False
    is_everywhere: bool = True


def printable_groups(spec: Spec) -> list[PrintableGroup]:
    """Return the clue groups of a spec."""
    wanted = _wishes(spec)
    declared = {printed.name: printed for printed in _declarations(spec)}
    groups = [_group(spec, grid, group, declared.get(group.name)) for grid in spec.grids for group in grid.clue_groups]
    own = _shares(group for grid in spec.grids for group in grid.clue_groups)
    examples = [next(examples_of(library.use.name, library.document), None) for library in _libraries(spec)]
    shown = [group for example in examples if example for group in load_text(example.text).grids[0].clue_groups]
    usual = _shares(shown)
    sides = _sides([*shown, *(group.group for group in groups)])
    printable = [_as_usual(group, own or usual, usual, sides) for group in groups]
    return [_with_wishes(spec, group, wanted[group.group.name]) if group.group.name in wanted else group for group in printable]


def _wishes(spec: Spec) -> dict[str, Mapping]:
    """Return the entry of each clue group under `generate`; raise `SpecError` if there is no such group."""
    section = spec.document.get("generate")
    clues = section.get("clues") if isinstance(section, Mapping) else None
    written = clues.items if isinstance(clues, Mapping) else ()
    known = {group.name for grid in spec.grids for group in grid.clue_groups}
    for key, _ in written:
        if key.text not in known:
            message = f"there are no clues `{key.text}` that could be generated"
            raise error(Code.UNKNOWN_NAME, message, key.span, help=did_you_mean(key.text, known))
    return {key.text: node for key, node in written if isinstance(node, Mapping)}


def _with_wishes(spec: Spec, group: PrintableGroup, wanted: Mapping) -> PrintableGroup:
    """Return a group with the values and places that the spec wants."""
    values, where = wanted.get("values"), wanted.get("where")
    if values is not None:
        group = replace(group, values=_values(spec, group.grid, values), why_not="", is_listed=True)
    if where is None:
        return group
    listed = {id(place) for place in read_listed(where, group.grid.scope, spec.limits, InterpreterCache())}
    places = tuple(place for place in group.places if id(place) in listed)
    if not places:
        message = f"none of these is a place of the clues `{group.group.name}`"
        raise error(Code.WRONG_VALUE, message, where.span)
    return replace(group, places=places, is_full=False)


def _as_usual(
    group: PrintableGroup, own: dict[str, float], usual: dict[str, float], sides: Set[tuple[str, str]]
) -> PrintableGroup:
    name = group.group.name
    share = own.get(name, 0.0)
    places = tuple(place for place in group.places if not isinstance(place, Line) or (name, place.side) in sides) or group.places
    return replace(
        group,
        places=places,
        is_full=share == 1.0,
        share=max(share, usual.get(name, 0.0)),
        is_everywhere=len(places) == len(group.places),
    )


def _sides(groups: Iterable[ClueGroup]) -> set[tuple[str, str]]:
    """Return the sides of the board on which groups print something, with the names of the groups."""
    return {(group.name, clue.place.side) for group in groups for clue in group if isinstance(clue.place, Line)}


def _shares(groups: Iterable[ClueGroup]) -> dict[str, float]:
    """Return the share of places that have a clue, by the name of the group."""
    return {group.name: len(group.clues) / len(group.all_places()) for group in groups if group.clues and group.all_places()}


def _libraries(spec: Spec) -> Sequence[Library]:
    return read_libraries(spec.document, LibraryPlaces(texts=spec.files), Collector(), spec.limits)


def least_area(genre: LibraryFile) -> int:
    """Return the fewest cells that an area of a genre may have.

    >>> from gridwright.compiler.library import libraries
    >>> least_area(libraries()["hakoiri"]), least_area(libraries()["slitherlink"])
    (3, 1)
    """
    sizes = [node.value for printed in printed_areas(genre) if isinstance(node := printed.node.get("least"), Scalar)]
    return max((size for size in sizes if isinstance(size, int)), default=1)


def printed_areas(genre: LibraryFile) -> list[Printed]:
    """Return the kinds of areas that a genre declares."""
    printed = Library(Use(genre.name, genre.document.span, None), genre.document).printed_kinds()
    return [kind for kind in printed if kind.is_areas]


def printed_names(spec: Spec) -> frozenset[str]:
    """Return the clue groups and layers that a spec prints values of; for an empty spec, those of an example of its genre.

    >>> from gridwright.compiler.loader import load_text
    >>> sorted(printed_names(load_text("gridwright: 1\\nuse: skyscrapers\\ngrid: 3x3")))
    ['seen']
    """
    own = {group.name for grid in spec.grids for group in grid.clue_groups if group.clues}
    own |= {given.layer.name for grid in spec.grids for given in grid.givens} | _wishes(spec).keys()
    if own:
        return frozenset(own)
    names: set[str] = set()
    for library in _libraries(spec):
        example = next(examples_of(library.use.name, library.document), None)
        for key in ("clues", "givens"):
            section = example.node.get(key) if example else None
            names |= {entry.text for entry, _ in section.items} if isinstance(section, Mapping) else set()
    return frozenset(names)


def _declarations(spec: Spec) -> Iterator[Printed]:
    for library in _libraries(spec):
        yield from (printed for printed in library.printed_kinds() if not printed.is_areas)


def _group(spec: Spec, grid: Grid, group: ClueGroup, printed: Printed | None) -> PrintableGroup:
    places = _places(grid.board, group, printed)
    if printed is None:
        written = {repr(clue.value): clue.value for clue in group if clue.value != LACKING}
        values = tuple(written.values())
        if values and all(type(value) is int for value in values):
            values = tuple(range(min(values), max(values) + 1))
        return PrintableGroup(grid, group, places, values)
    unknown = printed.text("unknown") or None
    is_list, parts = printed.is_true("list"), printed.node.get("parts")
    if isinstance(parts, Mapping):
        listed = [_parts(spec, grid, node) for _, node in parts.items]
        combinations = math.prod(map(len, listed))
        if combinations > MOST_COMBINATIONS:
            return PrintableGroup(grid, group, places, (), f"a clue could be any of {combinations:,}")
        members = map(list, itertools.product(*listed))
        return PrintableGroup(grid, group, places, tuple([member] if is_list else member for member in members))
    if is_list:
        longest = max(map(len, places)) if all(isinstance(place, Line) for place in places) else AROUND
        lists = _lists(set(_values(spec, grid, printed.node.get("values"))), longest)
        why_not = "" if lists else "its clues are lists of any length"
        return PrintableGroup(grid, group, places, lists, why_not, unknown)
    values = _values(spec, grid, printed.node.get("values"))
    some = values or _letters(grid.board, printed.node.get("values"))
    return PrintableGroup(grid, group, places, some, unknown=unknown, is_listed=bool(values))


def _parts(spec: Spec, grid: Grid, node: Node) -> tuple[Value, ...]:
    """Return the values that a part of a clue may have: those of its list, letters, or the usual numbers if it has any number."""
    is_integer = isinstance(node, Scalar) and node.text == "integers"
    return _values(spec, grid, node) or (tuple(NUMBERS) if is_integer else _letters(grid.board, node))


def _letters(board: Board, node: Node | None) -> tuple[Value, ...]:
    """Return as many letters as the longer side of a board has cells, where a clue is any text; otherwise nothing."""
    is_text = isinstance(node, Scalar) and node.text == "texts"
    return tuple(ascii_uppercase[: max(board.height, board.width)]) if is_text else ()


def _lists(values: Set[Value], longest: int) -> tuple[Value, ...]:
    """Return lists of numbers as lengths of runs in this many places, with a gap after each, and `[0]` for no run; nothing if the
    numbers are not lengths.
    """
    if not values or any(type(value) is int and value > longest for value in values):
        return ()
    lists: list[list[int]] = []
    longer: list[list[int]] = [[]]
    while longer:
        rooms = [(members, longest - sum(members) - len(members)) for members in longer]
        longer = [[*members, length] for members, room in rooms for length in range(1, room + 1) if length in values]
        lists += longer
        if len(lists) > MOST_COMBINATIONS:
            return ()
    return ([0], *lists)


def _values(spec: Spec, grid: Grid, node: Node | None) -> tuple[Value, ...]:
    """Return the values that a library lists; none for a set without end, such as all integers."""
    if node is None:
        return ()
    if isinstance(node, Scalar) and node.text in SETS:
        return (False, True) if node.text == "bool" else ()
    return tuple(read_listed(node, grid.scope, spec.limits, InterpreterCache()))


def _places(board: Board, group: ClueGroup, printed: Printed | None) -> tuple[Value, ...]:
    """Return all places on which clues of a group may stand: those of its kind, or outside the board."""
    holes = [clue.place for clue in group if isinstance(clue.place, Cell) and clue.place.hole]
    places: tuple[Any, ...] = tuple(board.holes) if holes and len(holes) == len(group.clues) else tuple(group.all_places())
    words = [side for word in printed.places for side in (SIDES if word == OUTSIDE else (word,))] if printed else []
    if not words or not all(word in SIDES for word in words):
        return places
    written = {(line.side, line.index): line for line in places}
    lines = [line for side in words for line in board.views(side)]
    return tuple(written.get((line.side, line.index), line) for line in lines)
