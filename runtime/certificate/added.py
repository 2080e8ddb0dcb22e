"""That nothing is better, as inequalities that are added up: those of the rules, as often as the linear relaxation says."""

from __future__ import annotations

from gridwright.compiler.budget import Deadline
from gridwright.compiler.encode.problem import Worth
from gridwright.compiler.encode.relaxation import compared, conjuncts
from gridwright.compiler.ir.module import Module
from gridwright.compiler.ir.term import Term

from ..solving.optimum import multipliers_of

Row = tuple[int, Term, int | None]  # how many times, what is bounded, and the constraint that does; none: that it is better


def inequalities(worth: Worth, module: Module, best: int, deadline: Deadline) -> list[Row]:
    """The rows that contradict "better than the best", none where the relaxation alone does not show that."""
    relaxation = worth.relaxed()
    multipliers = relaxation and multipliers_of(relaxation, deadline.left())
    if not relaxation or not multipliers or worth.target.term is None:
        return []
    priced = relaxation.priced(multipliers)
    sign = -1 if worth.target.maximize else 1
    if priced.bound <= priced.scale * (sign * best - 1):
        return []
    places: dict[Term, int] = {}
    for at, assertion in enumerate(module.assertions):
        for truth in conjuncts([assertion.term]):
            for term, _, _ in compared(module.terms, truth):
                places.setdefault(term, at)
    rows: list[Row] = [(-sign * priced.scale, worth.target.term, None)]
    for multiplier, row in zip(multipliers, relaxation.rows, strict=True):
        if multiplier:
            rows.append((int(multiplier * priced.scale), row.term, places[row.term]))
    return rows
