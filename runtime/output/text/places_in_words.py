"""Lists of places as they stand in a sentence: cells in a row or in a column are named by the first and the last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gridwright.compiler.geometry.places import Border, Cell, Corner, Link
from gridwright.compiler.ir.term import Variable

from ...steps.argument import Spot
from .lists_in_words import list_of

SHORTEST_RUN = 3  # cells next to each other that are named by the first and the last
MOST_PLACES = 8  # and runs of an argument that are named

Named = tuple[str, Cell | None]  # the name of a place, and the cell if it is one


def list_of_variables(variables: Sequence[Variable], most: int | None = None) -> str:
    """Return the places of variables as a list: `r1c1, r2c3 to r2c7 and r5c1`; at most some of them by name."""
    return list_of(_names(_runs(map(_name_and_cell, variables)), most))


def list_of_spots(spots: Sequence[Spot]) -> str:
    """Return the places of an argument as a list, at most a few of them by name.

    >>> list_of_spots([("", ("a", 1)), ("west", ("b", 2))]), list_of_spots([])
    ("('a', 1) and west ('b', 2)", 'the rest')
    """
    return list_of(_names(_runs(map(_named_spot, spots)), MOST_PLACES) or ["the rest"])


def _names(runs: Iterable[tuple[str, int]], most: int | None) -> list[str]:
    """Return the names of the first places and runs, and how many places more there are."""
    all_runs = list(runs)
    named = all_runs[:most]
    left = sum(number for _, number in all_runs[len(named) :])
    return [*(name for name, _ in named), *([f"{left:,} more"] if left else [])]


def place_text(variable: Variable) -> str:
    """Return the name of a place, after that of its grid if there are several: `r2c7`, `west r2c7`."""
    return _name_and_cell(variable)[0]


def _name_and_cell(variable: Variable) -> Named:
    layer = variable.layer
    name = layer.name if layer.single else layer.place_name(variable.position)
    place = None if layer.single else layer.places[variable.position]
    return (f"{layer.grid} {name}" if layer.grid else name, place if isinstance(place, Cell) else None)


def _named_spot(spot: Spot) -> Named:
    grid, place = spot
    is_joined = isinstance(place, tuple) and all(isinstance(part, (Cell, Link, Border, Corner)) for part in place)
    name = "-".join(map(str, place)) if isinstance(place, tuple) and is_joined else str(place)
    return (f"{grid} {name}" if grid else name, place if isinstance(place, Cell) else None)


def _runs(places: Iterable[Named]) -> Iterator[tuple[str, int]]:
    """Yield the names of places and of runs of cells, with the number of places."""
    run: list[Named] = []
    for place in places:
        if run and not _continues(run, place):
            yield from _names_of_run(run)
            run = []
        run.append(place)
    yield from _names_of_run(run)


def _continues(run: Sequence[Named], place: Named) -> bool:
    """Check whether a place is the next cell of a run, in its direction."""
    steps = [_step(before, after) for before, after in ((run[-1], place), *([(run[0], run[1])] if len(run) > 1 else []))]
    return steps[0] == steps[-1] and steps[0] in ((0, 1), (1, 0))


def _step(before: Named, after: Named) -> tuple[int, int] | None:
    (name, first), (other, second) = before, after
    is_same_grid = name.split(" ")[:-1] == other.split(" ")[:-1]
    return (second.row - first.row, second.column - first.column) if first and second and is_same_grid else None


def _names_of_run(run: Sequence[Named]) -> Iterator[tuple[str, int]]:
    if len(run) >= SHORTEST_RUN:
        yield f"{run[0][0]} to {run[-1][0]}", len(run)
    else:
        yield from ((name, 1) for name, _ in run)
