"""How many clauses a function of unknowns takes by its table, or a truth about two of them as a relation."""

from __future__ import annotations

import math

from .term import Term


def clauses_of_map(term: Term) -> int:
    """Return about how many clauses the table of a `map` takes, in the shorter of its two forms."""
    rows = math.prod(arg.domain.size for arg in term.args)
    values = sum(arg.domain.size for arg in term.args if arg.op != "constant")
    results = term.domain.size
    unknown = sum(arg.op != "constant" for arg in term.args)
    return rows + results * min(values, 2 * unknown)


def is_binary_relation(first: int, second: int) -> bool:
    """Check whether a truth about two unknowns with so many values takes fewer clauses as a relation than by its table.

    A relation has a clause for each value of either unknown; where its literal is defined, twice as many.
    """
    return first * second > 2 * (first + second)
