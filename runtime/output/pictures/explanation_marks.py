"""Marks for what was found out: candidates, what contradicts, where two solutions differ, what a grid breaks."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.language.spec import Spec

from ...explaining.backbone import Candidates
from ...explaining.closest_solutions import Difference
from ...explaining.conflict import Conflict
from ...explaining.members import ConflictMember
from ...judging.judge import Report
from ...judging.rule_cells import cells_of_rule
from .marks import Marks


def of_candidates(found: Candidates) -> Marks:
    """Return the candidates of every place for which all are known."""
    return Marks(
        candidates={
            key: [each if settled else None for each, settled in zip(values, found.settled[key], strict=True)]
            for key, values in found.values.items()
        }
    )


def of_conflict(spec: Spec, found: Conflict) -> Marks:
    """Return marks for givens and clues, and for the places of instances without a clue."""
    marked = {id(item): item for member in found.members for item in _about(spec, member)}
    return Marks(conflicts=tuple(marked.values()))


def _about(spec: Spec, member: ConflictMember) -> Iterator[object]:
    origin = member.origin
    if origin.kind == "given":
        for grid in spec.grids:
            yield from (given for given in grid.givens if grid.name == origin.grid and given.span == origin.span)
    else:
        yield from cells_of_rule(origin.scope)


def of_broken(report: Report) -> Marks:
    """Return marks for what a finished grid breaks: givens, clues, and the places of instances without a clue."""
    marked = {id(item): item for violation in report.violations for item in violation.about}
    return Marks(conflicts=tuple(marked.values()))


def of_difference(found: Difference, known: Candidates | None = None) -> Marks:
    """Return marks for two solutions: the values they share, and where they differ both values, or all candidates if these are
    known.
    """
    candidates = {
        key: [tuple(dict.fromkeys(pair)) for pair in zip(values, found.second[key], strict=True)]
        for key, values in found.first.items()
    }
    if known is not None:
        for key, values in known.values.items():
            settled = known.settled[key]
            candidates[key] = [
                each if is_settled else pair for each, is_settled, pair in zip(values, settled, candidates[key], strict=True)
            ]
    return Marks(candidates=candidates, differing=tuple(place.layer.places[place.position] for place in found.places))
