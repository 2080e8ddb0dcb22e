"""What assertions say of the sizes of groups: how many vertices the group of a vertex has at most."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..values import BLANK, Value, typed_key
from .module import Assertion
from .operands import operand
from .reachability_layers import ReachabilityLayers
from .term import Operand, Term
from .value_sets import as_number

Group = tuple[Term, int]  # a network and one of its vertices
Sources = dict[Group, int]  # how many vertices a group has at most
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
    return least_bounds(bound for assertion in assertions for bound in size_bounds(assertion.term, given))


def least_bounds(bounds: Iterable[tuple[Group, int]]) -> Sources:
    """Return the least bound of each group."""
    limits: Sources = {}
    for group, most in bounds:
        limits[group] = min(most, limits.get(group, most))
    return limits


def size_bounds(term: Term | bool, given: Known = NOTHING_GIVEN) -> Iterator[tuple[Group, int]]:
    """Yield the groups whose sizes an assertion bounds, if they are not empty, with the bound."""
    if not isinstance(term, Term):
        return
    if term.op == "and":
        for arg in term.args:
            yield from size_bounds(arg, given)
    elif term.op == "or" and len(term.args) == 2:  # in no group, or in one of that size
        for alone, other in (term.args, term.args[::-1]):
            if alone.op == "not":
                for (network, source), most in size_bounds(other, given):
                    if network.args[source] is alone.args[0]:
                        yield (network, source), most
    elif term.op in ("is", "within") and (number := term.args[0]).op in ("size", "linear"):
        most = term.detail if term.op == "is" else term.detail[1]
        for size, bound in most_each(number, most, given):
            if 0 < bound < size.domain.high and (size.detail.steps is None or bound <= size.detail.steps):
                yield (size.args[0], size.detail.source), bound
        if number.op == "linear":
            yield from _counted_groups(number, most)


def most_each(number: Term, most: int, given: Known = NOTHING_GIVEN) -> Iterator[tuple[Term, int]]:
    """Yield each size in a sum with its upper bound, which follows if the sum is at most `most` and the other summands are least.

    `given`: the values of unknowns that are known.
    """
    if number.op == "size":
        yield number, most
        return
    left = _slack(number, most, given)
    sizes = [(factor, arg) for factor, arg in zip(number.detail[1:], number.args, strict=True) if factor > 0 and arg.op == "size"]
    everywhere = _most_everywhere(sizes, left) if len(sizes) > 1 else {}
    for factor, arg in sizes:
        bound = (left + factor * arg.domain.low) // factor
        yield arg, min(bound, everywhere.get(arg.args[0], bound))


def _most_everywhere(sizes: Sequence[tuple[int, Term]], left: int) -> Mapping[Term, int]:
    """Return an upper bound of the group sizes of each network that has its size added up at every vertex.

    A group of k vertices is counted at each of them. So it adds at least k * k to the sum, with the smallest factor, even if the
    sizes count only what is at most k steps away.
    """
    most_by_network: dict[Term, int] = {}
    for network in dict.fromkeys(size.args[0] for _, size in sizes):
        own = [(factor, size) for factor, size in sizes if size.args[0] is network]
        sources = {size.detail.source for _, size in own}
        vertices = network.args[: network.detail.graph.vertices]
        most = math.isqrt(max(0, left) // min(factor for factor, _ in own))
        adds_from_zero = all(size.domain.low == 0 for _, size in own)  # otherwise `left` has a part of what a group adds
        is_everywhere = adds_from_zero and all(at in sources or operand(vertex) is False for at, vertex in enumerate(vertices))
        if is_everywhere and all(size.detail.steps is None or size.detail.steps >= most for _, size in own):
            most_by_network[network] = most
    return most_by_network


def _slack(number: Term, most: int, given: Known) -> int:
    """Return by how much a sum of at most `most` may be above the least that it can be."""
    constant, *factors = number.detail
    least: int = constant
    for factor, arg in zip(factors, number.args, strict=True):
        least += factor * as_number(given[arg]) if arg in given else arg.domain.multiples(factor)[0]
    return most - least


def _counted_groups(number: Term, most: int) -> Iterator[tuple[Group, int]]:
    """Yield the groups with an upper bound of their size, where each member adds something to a sum of at most `most`.

    A sum over the places of chosen groups is such a sum: "a place is in the group of this one, or of that one", for each place.
    So is the sum of a group's numbers, if no number is below 1.
    """
    summands = [_least_summand(factor, arg) for factor, arg in zip(number.detail[1:], number.args, strict=True)]
    networks = dict.fromkeys(term.args[0] for term in _joined_in(arg for _, arg in summands))
    slack = _slack(number, most, NOTHING_GIVEN)
    for network in networks:
        size = network.detail.graph.vertices
        # A sum that says "at least so many" leaves each group as large as the network.
        if slack >= size * max(added_at_least for added_at_least, _ in summands):
            continue
        places: dict[Term, list[int]] = {}
        for at, vertex in enumerate(network.args[:size]):
            places.setdefault(vertex, []).append(at)
        least: dict[int, dict[int, int]] = {}  # for each source what each vertex adds at least if it is in its group
        for added_at_least, arg in summands:
            if added_at_least > 0:
                for source, target in _implying(arg, network, places):
                    least.setdefault(source, {})[target] = added_at_least
        for source, added in least.items():
            if all(at in added or at == source or operand(network.args[at]) is False for at in range(size)):
                others = source not in added  # what a source that is surely in a group adds is part of the constant
                bound = slack // min(added.values()) + others
                if 0 < bound < size:
                    yield (network, source), bound


def _least_summand(factor: int, arg: Term) -> tuple[int, Term]:
    """Return a truth, and what a summand adds at least if it is true: "this number if a place is in the group, else nothing"."""
    if arg.op == "cases" and len(arg.args) == 3 and operand(arg.args[2]) in (0, BLANK) and not arg.args[1].domain.blank:
        return arg.args[1].domain.multiples(factor)[0], arg.args[0]
    return factor, arg


def _joined_in(truths: Iterable[Term]) -> Iterator[Term]:
    """Yield the terms "in one group" that truths are made of by `and` and `or`."""
    todo = [*truths]
    for term in todo:
        if term.op == "same_component":
            yield term
        elif term.op in ("and", "or"):
            todo += term.args


def _implying(term: Term, network: Term, places: Mapping[Term, list[int]]) -> set[tuple[int, int]]:
    """Return pairs of a source and a target such that a truth holds if the target is in the group of the source.

    All ways to make the truth true have the target, so that it never has two targets for one source.
    """
    ways = _ways(term, network, places)
    common = frozenset.intersection(*ways) if ways else ()
    return {(source, target) for target in common for way in ways for source in (way - {target} or way)}


def _ways(term: Term, network: Term, places: Mapping[Term, list[int]]) -> set[frozenset[int]]:
    """Return sets of one or two vertices: if all vertices of such a set are in one group, the term is true."""
    if term.op == "same_component":
        detail = term.detail
        return {frozenset((detail.source, detail.target))} if term.args[0] is network and detail.steps is None else set()
    if term.op == "or":
        return set[frozenset[int]]().union(*[_ways(arg, network, places) for arg in term.args])
    if term.op == "and":
        alternatives: list[set[frozenset[int]]] = []
        for arg in term.args:
            alternatives.append(_ways(arg, network, places))
            if not alternatives[-1]:  # what it says of other things no group makes true
                return set()
        some = set[frozenset[int]]().union(*alternatives)
        alone = frozenset([at for way in some if len(way) == 1 for at in way])
        return {way for way in {*some, alone} if 0 < len(way) < 3 and _is_way_to_all(way, alternatives)}
    return {frozenset((at,)) for at in places.get(term, ())}


def _is_way_to_all(way: frozenset[int], alternatives: Iterable[set[frozenset[int]]]) -> bool:
    for ways in alternatives:
        if way not in ways and not any(map(way.issuperset, ways)):
            return False
    return True


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
            return typed_key(value) == typed_key(other) and value in values[source].domain
        return growth.may_join(at, source)

    steps_to = {source: 0}
    todo = deque([source])
    while todo:
        here = todo.popleft()
        steps = steps_to[here] + 1
        if steps >= limits.get((network, source), growth.size):
            break
        for other, edge in growth.neighbors[here]:
            if other not in steps_to and fits(other, steps) and not _is_false(edge, given):
                steps_to[other] = steps
                todo.append(other)
    return steps_to
