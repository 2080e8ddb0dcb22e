"""Find what of a puzzle is not in its link to Penpa+: what reading the link gives is compared with the puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gridwright.compiler.values import Value

from ..puzzle import Loss, Place, Point, PrintedPuzzle, is_point, place_name
from .convention import Convention, convention_of
from .places import address_of, boxes


def can_compare(puzzle: PrintedPuzzle) -> bool:
    """Check whether libraries know all that a puzzle prints; what is its own is drawn, but nobody could read it."""
    known = convention_of(puzzle.uses)
    names = {group.name for group in known.groups} | {kind.name for kind in known.kinds}
    names |= {layer.name for layer in known.layers} | set(known.hidden)
    return bool(names) and names >= {*puzzle.areas, *puzzle.clues, *puzzle.givens}


def find_losses(puzzle: PrintedPuzzle, again: PrintedPuzzle) -> Iterator[Loss]:
    """Yield the items of a puzzle that are missing in `again`, which was read from its link.

    >>> before = PrintedPuzzle(height=1, width=1, uses={"masyu": {}}, clues={"circle": {(1, 1): "w"}})
    >>> [loss.message for loss in find_losses(before, PrintedPuzzle(height=1, width=1, uses={"masyu": {}}))]
    ['the clue w of `circle` at r1c1']
    """
    convention = convention_of(puzzle.uses)
    pairs = {
        "the size": ((puzzle.height, puzzle.width), (again.height, again.width)),
        "the holes of the board": (puzzle.holes, again.holes),
        "the parameters of the libraries": (_texts(puzzle), _texts(again)),
        "the title": (puzzle.title.strip(), again.title),
        "the author": (puzzle.author.strip(), again.author),
        "the address of the source": (address_of(puzzle).replace(",", "%2C"), address_of(again)),
        "the text of the rules": (puzzle.rules, again.rules),
    }
    yield from (Loss(what) for what, (here, there) in pairs.items() if here != there)
    yield from _lost_areas(puzzle, again, convention)
    yield from _lost_values(puzzle, puzzle.clues, again, again.clues, "the clue {} of `{}` at {}")
    yield from _lost_values(puzzle, puzzle.givens, again, again.givens, "the given {} of `{}` at {}")
    yield from _lost_solution(puzzle, again, convention)


def _texts(puzzle: PrintedPuzzle) -> dict[str, dict[str, str]]:
    return {name: {key: str(value) for key, value in given.items()} for name, given in puzzle.uses.items()}


def _lost_areas(puzzle: PrintedPuzzle, again: PrintedPuzzle, convention: Convention) -> Iterator[Loss]:
    for kind in convention.kinds:
        is_ordered = not kind.look[0].startswith(("border", "surface", "circle"))
        here, there = (
            sorted(area if is_ordered else tuple(sorted(area)) for area in version.areas.get(kind.name, {}).values())
            for version in (puzzle, again)
        )
        parameters = puzzle.uses.get(puzzle.genre, {})
        if "boxes" in kind.look and not there and here == sorted(boxes(puzzle.height, puzzle.width, parameters)):
            continue
        if here != there:
            yield Loss(f"the areas of `{kind.name}`: drawn, they look like others, as an area in several parts does")


LayerValues = Mapping[str, Mapping[Place, Value]]


def _lost_values(
    puzzle: PrintedPuzzle, before: LayerValues, again: PrintedPuzzle, after: LayerValues, words: str
) -> Iterator[Loss]:
    for group in {**before, **after}:
        here = _values_by_place(puzzle, group, before.get(group, {}))
        there = _values_by_place(again, group, after.get(group, {}))
        for place, (value, old) in here.items():
            if place not in there or type(there[place][0]) is not type(value) or there[place][0] != value:
                shown = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
                yield Loss(words.format(shown, group, place_name(old)), puzzle.span(group, old))
        for place, (_, new) in there.items():
            if place not in here:
                yield Loss(f"that there is nothing of `{group}` at {place_name(new)}")


def _values_by_place(puzzle: PrintedPuzzle, group: str, values: Mapping[Place, Value]) -> dict[object, tuple[Value, Place]]:
    """Return values by places that do not depend on the labels of areas."""
    kinds = {label: (kind, tuple(sorted(area))) for kind, areas in puzzle.areas.items() for label, area in areas.items()}
    on = next((look.places for look in convention_of(puzzle.uses).groups if look.name == group), ())
    kinds |= {label: (kind, tuple(sorted(area))) for kind in on for label, area in puzzle.areas.get(kind, {}).items()}
    return {kinds.get(place, place) if isinstance(place, str) else place: (value, place) for place, value in values.items()}


def _lost_solution(puzzle: PrintedPuzzle, again: PrintedPuzzle, convention: Convention) -> Iterator[Loss]:
    if not again.solution:
        return
    for layer in convention.layers:
        here, there = puzzle.solution.get(layer.name), again.solution.get(layer.name)
        if here is None or layer.look == ("none",):
            continue
        if there is not None and layer.look == ("border",):
            here, there = _first_cells(here), _first_cells(there)
        if there is None or dict(here) != dict(there):
            yield Loss(f"the solution of `{layer.name}`: drawn, it looks like another")


def _first_cells(values: Mapping[Place, Value]) -> dict[Place, Value]:
    """Return for each cell the first cell of its region, whatever the number of the region is."""
    cells: dict[Point, Value] = {place: value for place, value in values.items() if is_point(place)}
    first: dict[Value, Point] = {}
    return {cell: first.setdefault(cells[cell], cell) for cell in sorted(cells)}
