"""What assertions say of the sizes of groups: how many vertices the group of a vertex has at most."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping

from ..values import Value, typed
from .module import Assertion
from .reachability_layers import ReachabilityLayers
from .term import Operand, Term
from .value_sets import as_number

Sources = dict[tuple[Term, int], int]  # a network and one of its vertices -> how many vertices its group has at most
Known = Mapping[Term, Value]  # unknowns with their values

NOTHING_GIVEN: Known = {}


def givens_of(assertions: Iterable[Assertion]) -> Known:
    """Return the values of unknowns that assertions state."""
    given: dict[Term, Value] = {}
    for term in (assertion.term for assertion in assertions):
        if not isinstance(term, Term):
            continue
        below = term.args[0] if term.op in ("is", "not") else term
        if below.op == "unknown":
            given[below] = term.detail if term.op == "is" else term.op != "not"
    return given


def _is_false(term: Operand, given: Known) -> bool:
    if not isinstance(term, Term):
        return term is False
    return given.get(term.args[0]) is True if term.op == "not" else given.get(term) is False


def limits_of(assertions: Iterable[Assertion], given: Known = NOTHING_GIVEN) -> Sources:
    """Return the least bound that assertions state for each group."""
    limits: Sources = {}
    for assertion in assertions:
        for size, most in stated(assertion.term, given):
            key = (size.args[0], size.detail.source)
            limits[key] = min(most, limits.get(key, most))
    return limits


def stated(term: Term | bool, given: Known = NOTHING_GIVEN) -> Iterator[tuple[Term, int]]:
    """Yield the sizes that an assertion bounds, if their groups are not empty, with the bound."""
    if not isinstance(term, Term):
        return
    if term.op == "and":
        for arg in term.args:
            yield from stated(arg, given)
    elif term.op == "or" and len(term.args) == 2:  # in no group, or in one of that size
        for alone, other in (term.args, term.args[::-1]):
            if alone.op == "not":
                for size, most in stated(other, given):
                    if size.args[0].args[size.detail.source] is alone.args[0]:
                        yield size, most
    elif term.op in ("is", "within") and (number := term.args[0]).op in ("size", "linear"):
        most = term.detail if term.op == "is" else term.detail[1]
        for size, bound in most_each(number, most, given):
            if 0 < bound < size.domain.high and (size.detail.steps is None or bound <= size.detail.steps):
                yield size, bound


def most_each(number: Term, most: int, given: Known = NOTHING_GIVEN) -> Iterator[tuple[Term, int]]:
    """Yield each size that is added up in a number of at most `most`, with what it is at most: the others add what they must.

    `given`: the values of unknowns that are known.
    """
    if number.op == "size":
        yield number, most
        return
    constant, *factors = number.detail
    ends = [
        factor * as_number(given[arg]) if arg in given else arg.domain.multiples(factor)[0]
        for factor, arg in zip(factors, number.args, strict=True)
    ]
    left = most - constant - sum(ends)
    for factor, arg in zip(factors, number.args, strict=True):
        if factor > 0 and arg.op == "size":
            yield arg, (left + factor * arg.domain.low) // factor


def near(growth: ReachabilityLayers, source: int, limits: Sources, given: Known = NOTHING_GIVEN) -> dict[int, int]:
    """Return the vertices that may be in the group of one, each with the fewest steps that may lead there.

    A group of k places lies within k - 1 steps of each of them.
    """
    network = growth.network
    values = network.args[-growth.size :] if network.detail.has_values else ()

    def fits(at: int, steps: int) -> bool:
        if limits.get((network, at), growth.size) <= steps or _is_false(network.args[at], given):
            return False
        if values and values[at] in given:
            value = given[values[at]]
            other = given.get(values[source], value)
            return typed(value) == typed(other) and value in values[source].domain
        return growth.vertex(at, source) is not False

    found = {source: 0}
    todo = deque([source])
    while todo:
        here = todo.popleft()
        steps = found[here] + 1
        if steps >= limits.get((network, source), growth.size):
            break
        for other, edge in growth.neighbors[here]:
            if other not in found and fits(other, steps) and not _is_false(edge, given):
                found[other] = steps
                todo.append(other)
    return found
