"""Leaving out what a refutation does not use: clauses of groups, translations of sums, lemmas.

A solver is given all that there is, and uses a part of it. What it does not use nobody has to check.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import compress

from .hints import Step
from .search import Refuted
from .sums import Translated


def trimmed(found: Refuted, steps: Sequence[Step]) -> tuple[Refuted, list[Step]]:
    """What the steps use, with clauses and steps numbered anew. Groups stay, and so do blocking clauses, which are the claim."""
    total = sum(1 for _ in found.clauses())
    used = [False] * total
    for step in steps:
        for hint in step.hints:
            if hint <= total:
                used[hint - 1] = True
    if found.blocking:
        used[-len(found.blocking) :] = [True] * len(found.blocking)
    numbers = {at + 1: number for number, at in enumerate(compress(range(total), used), 1)}
    marks = iter(used)
    groups, sums = [], []
    for group, sides in zip(found.groups, found.sums, strict=True):
        groups.append(replace(group, clauses=tuple(compress(group.clauses, marks))))
        sums.append([side for each in sides if (side := _used(each, [next(marks) for _ in each.clauses])).clauses])
    if found.added:
        next(marks)
    lemmas = [lemma for lemma in found.lemmas if next(marks)]
    shift = total - len(numbers)
    renumbered = [
        Step(step.number - shift, step.literals, [numbers[hint] if hint <= total else hint - shift for hint in step.hints])
        for step in steps
    ]
    return replace(found, groups=groups, sums=sums, lemmas=lemmas), renumbered


def _used(side: Translated, marks: Sequence[bool]) -> Translated:
    """The clauses of a sum that are used, and the variables in them."""
    clauses = tuple(compress(side.clauses, marks))
    variables = {abs(literal) for clause in clauses for literal in clause}
    return replace(side, clauses=clauses, nodes=tuple(node for node in side.nodes if node[0] in variables))
