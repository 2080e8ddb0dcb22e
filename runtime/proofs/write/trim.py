"""Leave out what a refutation does not use: clauses, sums, lemmas. What it uses of sums is stated with them.

A solver is given all that there is, and uses a part of it. What it does not use nobody has to check.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..formula import StatedGroup
from ..puzzle_cnf import UsedGroup
from .lrat_hints import ProofStep, Refutation


def trim(groups: Sequence[StatedGroup], refutation: Refutation) -> tuple[list[UsedGroup], list[ProofStep]]:
    """Return the parts of the groups that the steps use, and the steps, numbered accordingly.

    A refutation numbers all clauses of all groups, and then those that follow from sums. What is used is numbered group by group.
    """
    hints = {hint for step in refutation.steps for hint in step.hints}
    total = sum(len(group.clauses) for group in groups)
    of_bound: dict[int, list[int]] = {}
    for number, (bound, _) in enumerate(refutation.explained, total + 1):
        if number in hints:
            of_bound.setdefault(bound, []).append(number)
    used: list[UsedGroup] = []
    numbers: dict[int, int] = {}
    old = bound = 0
    for at, group in enumerate(groups):
        used_group = UsedGroup(at, [], [])
        for clause in range(len(group.clauses)):
            old += 1
            if old in hints:
                used_group.clauses.append(clause)
                numbers[old] = len(numbers) + 1
        for at_bound in range(len(group.bounds)):
            for number in of_bound.get(bound, ()):
                used_group.sums.append((at_bound, tuple(refutation.explained[number - total - 1][1])))
                numbers[number] = len(numbers) + 1
            bound += 1
        if used_group.clauses or used_group.sums:
            used.append(used_group)
    return used, list(_renumber(refutation.steps, numbers))


def _renumber(steps: Sequence[ProofStep], numbers: dict[int, int]) -> Iterator[ProofStep]:
    """Yield the steps, after clauses that have other numbers now."""
    for step in steps:
        hints = [numbers[hint] for hint in step.hints]
        numbers[step.number] = len(numbers) + 1
        yield ProofStep(numbers[step.number], step.literals, hints)
