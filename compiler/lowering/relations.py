"""Truths that two unknowns decide: a table of both instead of tables of what is computed on the way.

`is_prime(a + b)` needs no literal for each sum, and `(a - b) ** 2 > 5` none for each square. What is computed of the two is
worked out once for all pairs of unknowns with the same values.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from ..ir.map_size import is_binary_relation
from ..ir.term import Table, Term, when_made
from ..ir.term_factory import TermFactory
from ..ir.term_store import MAP_LIMIT
from ..values import Value, typed_key
from .joint_tables import joint_values
from .truths_of_sums import by_intervals

ROOTS = frozenset(("is", "within", "less", "same", "map", "automaton"))
INSIDE = ROOTS | {"unknown", "constant", "linear", "cases", "min_max", "not", "and", "or"}
MOST_BELOW = 24  # terms that such a truth is computed of


class Relations:
    """Makes truths about two unknowns; what is computed in the same way of the same values is worked out once."""

    def __init__(self, terms: TermFactory) -> None:
        self.terms = terms
        self._found: dict[Hashable, Table | bool] = {}

    def state(self, truth: Value) -> Value:
        """Return a truth as a table of two unknowns, where it would need tables of numbers; any other value itself.

        A truth about one large sum is stated as intervals of the sum.
        """
        truth = by_intervals(self.terms, truth)
        if not isinstance(truth, Term) or not truth.domain.is_truth or truth.op not in ROOTS:
            return truth
        if truth.op != "automaton" and all(map(_is_plain, truth.args)):
            return truth
        below = _terms_below(truth)
        if below is None or not _needs_table(truth, below):
            return truth
        unknowns = [term for term in below if term.op == "unknown"]
        key = _key(below)
        relation = self._found.get(key)
        if relation is None:
            joint = joint_values([truth])
            if joint is None:
                return truth
            relation = self._found[key] = _table(joint.alphabets, [result is True for result in joint.results([truth], _same)])
        return relation if isinstance(relation, bool) else self.terms.binary_relation(relation, unknowns)


def _is_plain(term: Term) -> bool:
    """Check whether a term is an unknown, a constant, or "an unknown has a value": a truth about such terms needs no table."""
    return term.op in _PLAIN or (term.op == "is" and term.args[0].op == "unknown")


_PLAIN = frozenset(("unknown", "constant"))


def _terms_below(root: Term) -> list[Term] | None:
    """Return a truth and the terms below it, arguments first; None if it is not computed of two unknowns with enough values."""
    seen = {root}
    stack = [root]
    unknowns: list[Term] = []
    while stack:
        term = stack.pop()
        if term.op not in INSIDE:
            return None
        if term.op == "unknown":
            unknowns.append(term)
        for arg in term.args:
            if arg not in seen:
                seen.add(arg)
                stack.append(arg)
        if len(unknowns) > 2 or len(seen) > MOST_BELOW:
            return None
    if len(unknowns) < 2 or any(unknown.domain.endless for unknown in unknowns):
        return None
    first, second = (unknown.domain.size for unknown in unknowns)
    return sorted(seen, key=when_made) if is_binary_relation(first, second) and first * second <= MAP_LIMIT else None


def _needs_table(root: Term, below: Sequence[Term]) -> bool:
    """Check whether a number that is computed of both unknowns needs a literal for each of its values.

    A sum that is compared with a known number does not. An automaton has a literal for each value of the first unknown.
    """
    if root.op == "automaton":
        return True
    unknowns: dict[Term, frozenset[Term]] = {}
    for term in below:
        unknowns[term] = frozenset((term,)) if term.op == "unknown" else frozenset().union(*map(unknowns.__getitem__, term.args))
    for term in below:
        if term.domain.is_truth or term.op == "unknown" or len(unknowns[term]) < 2:
            continue
        if not (term.op == "linear" and root.op in ("is", "within") and root.args == (term,)):
            return True
    return False


def _key(below: Sequence[Term]) -> Hashable:
    """Return a key of a truth's computation that is equal for other unknowns with the same values."""
    at = {term: position for position, term in enumerate(below)}
    return tuple(
        (id(term.domain),) if term.op == "unknown" else (term.op, type(term.detail), term.detail, *[at[arg] for arg in term.args])
        for term in below
    )


def _same(truth: Value) -> Value:
    return truth


def _table(alphabets: Sequence[Sequence[Value]], truths: Sequence[bool]) -> Table | bool:
    """Return the table of a truth about two unknowns; the truth itself if it is the same for all values."""
    if len({*truths}) == 1:
        return truths[0]
    first, second = alphabets
    rows: dict[tuple[tuple[Any, ...], ...], bool] = {
        (typed_key(one), typed_key(other)): truth
        for (one, other), truth in zip(itertools.product(first, second), truths, strict=True)
    }
    key = bytes(truths), tuple(map(typed_key, first)), tuple(map(typed_key, second))
    return Table("of two unknowns", functools.partial(_truth, rows), key)


def _truth(rows: Mapping[tuple[tuple[Any, ...], ...], bool], one: Value, other: Value) -> bool:
    return rows[typed_key(one), typed_key(other)]
