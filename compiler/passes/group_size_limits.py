"""What assertions say of the sizes of groups: how many vertices the group of a vertex has at most."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from ..ir.module import Assertion
from ..ir.reachability_layers import ReachabilityLayers
from ..ir.term import Term

Sources = dict[tuple[Term, int], int]  # a network and one of its vertices -> how many vertices its group has at most


def limits_of(assertions: Iterable[Assertion]) -> Sources:
    """Return the least bound that assertions state for each group."""
    limits: Sources = {}
    for assertion in assertions:
        for size, most in stated(assertion.term):
            key = (size.args[0], size.detail.source)
            limits[key] = min(most, limits.get(key, most))
    return limits


def stated(term: Term | bool) -> Iterator[tuple[Term, int]]:
    """Yield the sizes that an assertion bounds, if their groups are not empty, with the bound."""
    if not isinstance(term, Term):
        return
    if term.op == "and":
        for arg in term.args:
            yield from stated(arg)
    elif term.op == "or" and len(term.args) == 2:  # in no group, or in one of that size
        for alone, other in (term.args, term.args[::-1]):
            if alone.op == "not":
                for size, most in stated(other):
                    if size.args[0].args[size.detail.source] is alone.args[0]:
                        yield size, most
    elif term.op in ("is", "within") and (number := term.args[0]).op in ("size", "linear"):
        most = term.detail if term.op == "is" else term.detail[1]
        for size, bound in most_each(number, most):
            if 0 < bound < size.domain.high and (size.detail.steps is None or bound <= size.detail.steps):
                yield size, bound


def most_each(number: Term, most: int) -> Iterator[tuple[Term, int]]:
    """Yield each size that is added up in a number of at most `most`, with what it is at most: the others add what they must."""
    if number.op == "size":
        yield number, most
        return
    constant, *factors = number.detail
    ends = [arg.domain.multiples(factor)[0] for factor, arg in zip(factors, number.args, strict=True)]
    left = most - constant - sum(ends)
    for factor, arg in zip(factors, number.args, strict=True):
        if factor > 0 and arg.op == "size":
            yield arg, (left + factor * arg.domain.low) // factor


def near(growth: ReachabilityLayers, source: int, steps: int) -> dict[int, int]:
    """Return the vertices that may be reached within so many steps, each with the fewest that may lead there."""
    found = {source: 0}
    todo = deque([source])
    while todo:
        here = todo.popleft()
        if found[here] == steps:
            continue
        for other, _ in growth.neighbors[here]:
            if other not in found and growth.vertex(other, source) is not False:
                found[other] = found[here] + 1
                todo.append(other)
    return found
