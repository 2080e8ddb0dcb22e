"""Leave out what a refutation does not use: clauses of groups, sums, lemmas. What it uses of sums is stated with them.

A solver is given all that there is, and uses a part of it. What it does not use nobody has to check.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from gridwright.compiler.records import replace

from .lrat_hints import ProofStep, Refutation
from .pb_bounds import Side
from .refutation import Refuted


def trimmed(found: Refuted, refutation: Refutation) -> tuple[Refuted, list[ProofStep]]:
    """Return what the steps use, with clauses and steps numbered anew. Groups stay, and blocking clauses, which are the claim."""
    total = sum(1 for _ in found.clauses())
    used = {hint for step in refutation.steps for hint in step.hints}
    used.update(range(total - len(found.blocking) + 1, total + 1))
    explained: dict[int, list[int]] = {}  # by bound
    for number, (bound, _) in enumerate(refutation.explained, total + 1):
        if number in used:
            explained.setdefault(bound, []).append(number)
    numbers: dict[int, int] = {}
    old, bounds = itertools.count(1), itertools.count()

    def keep(number: int) -> bool:
        if number in used:
            numbers[number] = len(numbers) + 1
        return number in used

    def with_clauses(side: Side) -> Side:
        own = [number for number in explained.get(next(bounds), ()) if keep(number)]
        return replace(side, clauses=tuple(tuple(refutation.explained[number - total - 1][1]) for number in own))

    groups, sums = [], []
    for group, sides in zip(found.groups, found.sums, strict=True):
        groups.append(replace(group, clauses=tuple(clause for clause in group.clauses if keep(next(old)))))
        sums.append([side for each in sides if (side := with_clauses(each)).clauses])
    if found.added:
        keep(next(old))
    lemmas = [lemma for lemma in found.lemmas if keep(next(old))]
    for _ in found.blocking:
        keep(next(old))
    return replace(found, groups=groups, sums=sums, lemmas=lemmas), _renumbered(refutation.steps, numbers)


def _renumbered(steps: Sequence[ProofStep], numbers: dict[int, int]) -> list[ProofStep]:
    """Return the steps, after clauses that have other numbers now."""
    found = []
    for step in steps:
        hints = [numbers[hint] for hint in step.hints]
        numbers[step.number] = len(numbers) + 1
        found.append(ProofStep(numbers[step.number], step.literals, hints))
    return found
