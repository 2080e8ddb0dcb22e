"""Intersected automata: those over the same values that must all accept become one, if that is no larger.

Before:  automaton of "three runs" (r1c1, r1c2, r1c3, ...)
         automaton of "the second run is 4 long" (r1c1, r1c2, r1c3, ...)
After:   automaton of both (r1c1, r1c2, r1c3, ...)
         true

The product of two automata (Rabin and Scott 1959) accepts what both accept. Unit propagation over its clauses removes each value
that is in no word which both accept, where over two sets of clauses it removes what is in no word of one. And it may be much
smaller: a run whose length is asked for by one rule needs no counting by the others.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..ir.automaton import Automaton, minimize
from ..ir.module import Module
from ..ir.term import Operand, Term
from ..ir.term_factory import TermFactory
from ..ir.walk import conjuncts
from ..language.budget import Enter, enter_nothing
from ..records import replace
from ..syntax.span import Span
from . import only_with


@only_with("automaton")
def intersect_automata(module: Module, on_progress: Enter = enter_nothing) -> Module:
    """Return the module, in which automata that must all accept one line are one, or as few as pay.

    `on_progress` is called with the rule that is the first to read each line.
    """
    lines: dict[tuple[Term, ...], dict[Term, Span]] = {}
    for assertion in module.assertions:
        for part in conjuncts([assertion.term]):
            if part.op == "automaton":
                lines.setdefault(part.args, {}).setdefault(part, assertion.origin.span)
    joined: dict[Term, Operand] = {}
    for args, members in lines.items():
        if len(members) > 1:
            on_progress("encoding", next(iter(members.values())))
            joined |= _intersect(module.terms, args, list(members))
    if not joined:
        return module
    assertions = [
        replace(assertion, term=module.terms.conjunction([joined.get(part, part) for part in conjuncts([assertion.term])]))
        if isinstance(assertion.term, Term)
        else assertion
        for assertion in module.assertions
    ]
    return replace(module, assertions=tuple(assertions))


def _intersect(terms: TermFactory, args: Sequence[Term], members: Sequence[Term]) -> dict[Term, Operand]:
    """Return replacements of automata over the same values: the first has the intersection, the others are true."""
    replacements: dict[Term, Operand] = {}
    together: list[tuple[Term, Automaton]] = []
    for member in sorted(members, key=lambda argument: argument.detail.size):
        for at, (first, automaton) in enumerate(together):
            product = intersection(automaton, member.detail, automaton.size + member.detail.size)
            if product is not None:
                together[at] = first, product
                replacements |= {first: terms.automaton(args, product), member: True}
                break
        else:
            together.append((member, member.detail))
    return replacements


def intersection(first: Automaton, second: Automaton, most: int) -> Automaton | None:
    """Return the automaton of the words that two accept; None if it has more states than `most`, or accepts nothing.

    >>> some = Automaton(((0, 1), (0, 1)), (((0, 1),), ((0, 1), (1, 1))), (False, True))
    >>> odd = Automaton(((0, 1), (0, 1)), (((0, 1),), ((0, 1), (1, 0))), (False, True))
    >>> both = intersection(some, odd, 10)
    >>> [both.result(word) for word in [(0, 0), (0, 1), (1, 0), (1, 1)]]
    [False, True, True, False]
    """
    alive = list(zip(_alive(first), _alive(second), strict=True))
    start = (0, 0)
    if not _both(start, alive[0]):
        return None
    states = [start]
    layers: list[list[list[int]]] = []
    total = 1
    for at, (one, other) in enumerate(zip(first.layers, second.layers, strict=True)):
        numbers: dict[tuple[int, int], int] = {}
        table = [
            [
                numbers.setdefault(pair if _both(pair, alive[at + 1]) else _DEAD, len(numbers))
                for pair in zip(one[a], other[b], strict=True)
            ]
            if (a, b) != _DEAD
            else [numbers.setdefault(_DEAD, len(numbers))] * len(first.alphabets[at])
            for a, b in states
        ]
        layers.append(table)
        states = list(numbers)
        total += len(states)
        if total > _SPARE * most:
            return None
    product = minimize(first.alphabets, layers, [state != _DEAD for state in states])
    return product if product.size <= most and True in product.results else None


_DEAD = (-1, -1)  # the pairs from which not both automata can still accept
_SPARE = 4  # so many times as many states may be looked at as are kept: some have the same future


def _both(pair: tuple[int, int], alive: Sequence[set[int]]) -> bool:
    return pair[0] in alive[0] and pair[1] in alive[1]


def _alive(automaton: Automaton) -> list[set[int]]:
    """Return for each layer the states from which the automaton can still accept."""
    return automaton.alive([automaton.results.index(True)] if True in automaton.results else [])
