"""Return marks for results: candidates, conflicts, differences between two solutions, and violations."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.places import Border, Link
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.spec import Spec

from ...explaining.backbone import Candidates
from ...explaining.closest_solutions import Difference
from ...explaining.conflict import Conflict
from ...explaining.members import ConflictMember
from ...judging.judge import Report
from ...judging.rule_cells import cells_of_rule
from .marks import Marks, letter_of

LINES_OF_TWO = "A: a line of one solution only. B: a line of the other only."


def of_candidates(candidates: Candidates) -> Marks:
    """Return the candidates of every place for which all are known."""
    return Marks(
        candidates={
            key: [
                possible if is_complete else None
                for possible, is_complete in zip(values, candidates.complete_places[key], strict=True)
            ]
            for key, values in candidates.values.items()
        }
    )


def of_conflict(spec: Spec, conflict: Conflict) -> Marks:
    """Return marks for givens and clues, and for the places of instances without a clue."""
    marked = {id(item): item for member in conflict.members for item in _about(spec, member)}
    return Marks(conflicts=tuple(marked.values()))


def _about(spec: Spec, member: ConflictMember) -> Iterator[object]:
    origin = member.origin
    if origin.kind == "given":
        for grid in spec.grids:
            yield from (given for given in grid.givens if grid.name == origin.grid and given.span == origin.span)
    else:
        yield from cells_of_rule(origin.scope)


def marks_of_broken(report: Report) -> Marks:
    """Return marks for what a finished grid breaks: givens, clues, and the places of instances without a clue."""
    marked = {id(item): item for violation in report.violations for item in violation.about}
    return Marks(conflicts=tuple(marked.values()))


def of_difference(difference: Difference, known: Candidates | None = None) -> Marks:
    """Return marks for two solutions: the shared values, and for places that differ both values, or all candidates if these are
    known.
    """
    candidates = {
        key: [tuple(dict.fromkeys(pair)) for pair in zip(values, difference.second[key], strict=True)]
        for key, values in difference.first.items()
    }
    if known is not None:
        for key, values in known.values.items():
            complete_places = known.complete_places[key]
            candidates[key] = [
                possible if is_complete else pair
                for possible, is_complete, pair in zip(values, complete_places, candidates[key], strict=True)
            ]
    letters = {_place(variable): letter for variable in difference.places if (letter := _letter(difference, variable))}
    return Marks(
        candidates=candidates,
        differing=tuple(map(_place, difference.places)),
        letters=letters,
        legend=(LINES_OF_TWO,) if letters else (),
    )


def _place(variable: Variable) -> object:
    return variable.layer.places[variable.position]


def _letter(difference: Difference, variable: Variable) -> str:
    """Return which of two solutions has a line at a place, or nothing if it is no place for lines."""
    if not isinstance(_place(variable), (Border, Link)):
        return ""
    key = variable.layer.grid, variable.layer.name
    return letter_of(difference.first[key][variable.position], difference.second[key][variable.position])
