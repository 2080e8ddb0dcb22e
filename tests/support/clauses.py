"""Clauses and models, for tests."""

from __future__ import annotations

from collections.abc import Sequence


def satisfied(clause: Sequence[int], model: Sequence[bool]) -> bool:
    """Check whether a clause holds in a model; `model[v]` is the value of the variable v, `model[0]` is not used.

    >>> satisfied((-1, 2), [False, True, True])
    True
    """
    return any(model[abs(literal)] == (literal > 0) for literal in clause)
