"""What is printed of a puzzle, and the solution that it expects, read from our spec."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from gridwright.compiler.loader import load
from gridwright.compiler.values import BLANK

from peers.puzzle import Outside, Puzzle


def printed(path: Path) -> Puzzle:
    """The board, the visible layers and what is printed, of a spec with one grid."""
    [grid] = load(path).grids
    clues = [clue for group in grid.clue_groups for clue in group.clues]
    inside: dict[str, list[Any]] = {group.name: [] for group in grid.clue_groups}
    for clue in clues:
        if clue.cell is not BLANK:
            inside[clue.group].append((_key(clue.cell), clue.value))
    return Puzzle(
        height=grid.board.height,
        width=grid.board.width,
        layers={layer.name: [_key(place) for place in layer.places] for layer in grid.layers if not layer.hidden},
        givens={
            layer.name: [(_key(layer.places[given.position]), int(given.value)) for given in grid.givens if given.layer is layer]
            for layer in grid.layers
        },
        inside={name: found for name, found in inside.items() if found},
        outside=[Outside(clue.group, clue.value, [_key(cell) for cell in clue.line]) for clue in clues if clue.side is not BLANK],
        areas={kind.name: [[_key(cell) for cell in area] for area in kind] for kind in grid.kinds},
    )


def claimed(path: Path) -> dict[str, list[int]] | None:
    """The solution that the spec expects, for where we do not find it in the time. What is not written is false."""
    solution = load(path).expected.solution
    return solution and {layer: as_numbers(values) for (_, layer), values in solution.items()}


def as_numbers(values: Iterable[Any]) -> list[int]:
    """The values of a layer as numbers; blank, false and what is not written are 0."""
    return [0 if value in (None, BLANK) else int(value) for value in values]


def _key(place: Any) -> Any:
    """A place without classes: a point, a side as its two corners, a link as its two cells, a number."""
    if hasattr(place, "corners") and hasattr(place, "cells"):
        return tuple(sorted((corner.row, corner.column) for corner in place.corners))
    if hasattr(place, "border"):
        return tuple(_key(cell) for cell in place.cells)
    return (place.row, place.column) if hasattr(place, "row") else place
