"""Refutations of formulas so small that it is enough to try both values of each variable in turn. No solver is started."""

from __future__ import annotations

from collections.abc import Sequence

from gridwright.compiler.encode.problem import Bound, Clause
from gridwright.runtime.proofs.write.propagation import ProofPropagation


def small_refutation(clauses: Sequence[Clause], bounds: Sequence[Bound], variables: int) -> list[Clause] | None:
    """Return clauses that each follow by unit propagation from those before, up to a contradiction; None if there is a model.

    The same as `learned_clauses.refutation`, by the method of Davis, Logemann and Loveland.
    """
    state = ProofPropagation(variables, bounds)
    if state.settle() is not None or any(state.take(clause) is not None for clause in clauses):
        return []
    learned: list[Clause] = []

    def is_refuted(decisions: Sequence[int]) -> bool:
        free = next((variable for variable in range(1, variables + 1) if state.value(variable) == 0), 0)
        for literal in (free, -free) if free else ():
            begin = state.length
            state.assume(literal)
            if state.propagate(begin) is None and not is_refuted((*decisions, literal)):
                return False
            state.undo(begin)
            learned.append(tuple(-decision for decision in (*decisions, literal)))
        return free != 0

    return learned if is_refuted(()) else None
