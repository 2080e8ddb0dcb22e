"""The value of terms on known values, and the order in which terms are gone through.

The evaluation of terms is the third statement of what a term means, beside the words of the language and the clauses of the
encoder. It defines every auxiliary variable of a problem, and the tests compare it with plain evaluation.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from ..values import Value
from .operation import all_operations
from .term import Term, when_made


def evaluate(term: Term, given: Mapping[Term, Value], memo: dict[Term, Value] | None = None) -> Value:
    """Return the value of a term, from the values of the unknowns (and evaluated expressions) below it.

    >>> from gridwright.compiler.ir.evaluation import evaluate
    >>> from gridwright.compiler.ir.term_store import TermStore
    >>> evaluate(TermStore().constant(3), {})
    3
    """
    memo = {} if memo is None else memo
    operations = all_operations()
    for below in topological_order([term]):
        if below not in memo:
            if below in given:
                memo[below] = given[below]
            else:
                memo[below] = operations[below.op].evaluate(below, [memo[arg] for arg in below.args])
    return memo[term]


def topological_order(roots: Sequence[Term]) -> list[Term]:
    """Return the roots and all terms below them, each once, arguments before what they are arguments of."""
    new = seen = {*roots}
    while new:
        new = set[Term]().union(*[term.args for term in new]) - seen
        seen |= new
    return sorted(seen, key=when_made)


def key_of(term: Term, numbers: Mapping[Term, int]) -> Hashable:
    """Return a key that is the same for terms which differ only in the parts that have a number.

    It lists each term below once, with the positions of its arguments, so it grows with the terms and not with the ways to them.
    """
    positions: dict[Term, int] = {}
    parts: list[Hashable] = []
    waiting = [term]
    while waiting:
        below = waiting[-1]
        args = () if below in numbers else below.args
        left = [arg for arg in reversed(args) if arg not in positions]
        if left:
            waiting += left
            continue
        waiting.pop()
        if below not in positions:
            positions[below] = len(parts)
            at = tuple([positions[arg] for arg in args])
            parts.append(numbers[below] if below in numbers else (below.op, type(below.detail), below.detail, at))
    return tuple(parts)
