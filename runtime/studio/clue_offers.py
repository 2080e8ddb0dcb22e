"""Find clues that would make a puzzle unique, for genres that print clues: a number of a slitherlink, not one of its edges.

Each value that the genre allows is tried at each cell where nothing is printed. A clue can only help if the first solution
obeys it and the second does not. The judge decides that at once; then a search finds out whether the puzzle is unique with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gridwright.compiler.language.budget import Deadline, GaveUp, OutOfTime
from gridwright.compiler.language.spec import Grid, Spec
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.yaml_nodes import read_text

from ..authoring.board_edits import set_clue
from ..authoring.editable_spec import NoEdit, editable
from ..authoring.text_edits import apply_edits
from ..editing.work_process import FILE, Asked, Json
from ..judging.judge import Assignment, accepts
from ..solving.solve import solve
from .board_model import groups_with_values
from .findings import clue_edit, differing

SECONDS_FOR_CLUES = 4.0
MOST_OFFERS = 12


def clue_offers(spec: Spec, text: str, solutions: Sequence[Assignment], asked: Asked) -> list[Json]:
    """Return clues for a puzzle with these two solutions: with any one of them it is unique. There may be more such clues."""
    offers: list[Json] = []
    deadline = asked.deadline.sooner(SECONDS_FOR_CLUES)
    try:
        for grid, group, place, value in _possible(spec, solutions, asked.folder):
            deadline.check()
            after = _with_clue(text, grid.name, group, place, value, asked)
            if after is None or not _obeys(after, solutions[0], deadline) or _obeys(after, solutions[1], deadline):
                continue
            if solve(after, limit=2, engine=asked.options.engine, deadline=deadline).unique:
                op = clue_edit(group, place, grid.name) | {"value": value}
                offers.append({"group": group, "place": place, "value": value, "edit": op})
            if len(offers) >= MOST_OFFERS:
                break
    except (OutOfTime, GaveUp, MemoryError):
        pass  # each offer was proved before
    return offers


def _possible(spec: Spec, solutions: Sequence[Assignment], folder: str) -> Iterator[tuple[Grid, str, str, Any]]:
    """Yield cells where nothing is printed, with the values that may stand there: first the cells where the solutions differ."""
    touched = {cell for difference in differing(spec, *solutions[:2]) for cell in difference["place"].split("-")}
    for grid in spec.grids:
        taken = {clue.place for group in grid.clue_groups for clue in group}
        free = [cell for cell in grid.board.cells if cell not in taken]
        groups = groups_with_values(spec, grid, folder)
        for cell in sorted(free, key=lambda cell: cell.name not in touched):
            for group, values in groups:
                yield from ((grid, group, cell.name, value) for value in values)


def _with_clue(text: str, grid: str, group: str, place: str, value: Any, asked: Asked) -> Spec | None:
    try:
        edits = set_clue(editable(read_text(text, FILE), grid), group, place, value)
        return asked.load(apply_edits(text, edits))
    except (NoEdit, SpecError):
        return None


def _obeys(spec: Spec, solution: Assignment, deadline: Deadline) -> bool:
    """Check whether a solution of one puzzle also solves another puzzle on the same board."""
    sizes: Mapping[Any, int] = {(layer.grid, layer.name): len(layer.places) for layer in spec.layers}
    if {key: len(values) for key, values in solution.items()} != sizes:
        return False
    return accepts(spec, solution, deadline)
