"""Members that contradict because of what their sums add up to, as rows of clues do whose total is not that of the columns.

By clauses such a thing is found in no reasonable time (pigeonholes, Haken 1985); by adding up inequalities at once. Each sum that
a member compares is a row of a linear programme. If that has no solution, there are multipliers for rows (Farkas 1902) with which
they add up to something that is less than nothing, and the members whose rows have one contradict. The multipliers come from
floating-point numbers; that they show a contradiction is seen in exact ones.
"""

from __future__ import annotations

from collections.abc import Sequence

from gridwright.compiler.budget import Deadline
from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.encode.relaxation import MAX_ENTRIES, Reader, Relaxation, Row, rows_of
from gridwright.compiler.ir.terms import Terms

from ..solving.optimum import multipliers_of


class Counting:
    """Tells which selected members of a problem contradict by adding up what they say."""

    def __init__(self, problem: Problem, terms: Terms) -> None:
        self._meanings = problem.meanings
        self._terms = terms
        self._reader = Reader()
        self._rows: dict[int, tuple[Row, ...]] = {}
        self._in_vain: list[frozenset[int]] = []  # members of which nothing was shown, so nothing will be of some of them

    def core(self, literals: Sequence[int], deadline: Deadline) -> list[int] | None:
        """Some members that contradict, in their order, as few as adding up shows; none where it does not show any."""
        if any(known.issuperset(literals) for known in self._in_vain):
            return None
        core = None
        while (found := self._contradicting(literals, deadline)) is not None and (core is None or len(found) < len(core)):
            core = literals = found
        if core is None:
            self._in_vain.append(frozenset(literals))
        return core

    def _contradicting(self, literals: Sequence[int], deadline: Deadline) -> list[int] | None:
        owned = [(literal, row) for literal in literals for row in self._rows_of(literal)]
        rows = tuple(row for _, row in owned)
        if not rows or sum(len(factors) for row in rows for factors in row.factors.values()) > MAX_ENTRIES:
            return None
        allowed = {base: (True,) * base.domain.size for row in rows for base in row.factors}
        relaxation = Relaxation(0, {}, rows, allowed)
        multipliers = multipliers_of(relaxation, deadline.left(), elastic=True)
        if multipliers is None or relaxation.priced(multipliers).bound <= 0:
            return None
        used = {literal for (literal, _), multiplier in zip(owned, multipliers, strict=True) if multiplier}
        return [literal for literal in literals if literal in used]

    def _rows_of(self, literal: int) -> tuple[Row, ...]:
        """What a member says of sums; it is found out once."""
        if literal not in self._rows:
            self._rows[literal] = tuple(rows_of(self._terms, self._meanings[literal - 1], self._reader))
        return self._rows[literal]
