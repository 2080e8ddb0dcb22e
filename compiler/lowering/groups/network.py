"""Groups of places of unknown extent: for each place a truth value says whether it belongs to the group.

The group of a known place is a list whose members may be missing. A loop over all groups goes through one that stands for
each of them, whose members are placeholders; the aggregate around it says what becomes of them (`each_group`).
"""

from __future__ import annotations

import itertools
from collections import Counter, deque
from collections.abc import Callable, Sequence
from functools import cached_property

from ...geometry.places import Cell
from ...ir.group_sizes import most_each
from ...ir.network import Distance
from ...ir.reachability_layers import reachability_layers_of
from ...ir.term import Operand, Term, operation_of
from ...ir.term_factory import TermFactory
from ...language.operators import is_number
from ...values import BLANK, Field, Value
from ..not_lowered import NotLowered, PartialArea
from ..reasons import GROUPS

RECENT = 16  # group networks that are looked up by the objects they are made of


class GroupNetwork:
    """Places, a network over them, and whether two are in one of its groups.

    `is_plain`: what is joined are neighbours, so that each group is connected in that sense too.
    """

    def __init__(self, terms: TermFactory, places: Sequence[Value], network: Term, *, is_plain: bool) -> None:
        self.terms = terms
        self.places = tuple(places)
        self.network = network
        self.growth = reachability_layers_of(terms, network)
        self.is_plain = is_plain
        self._distances: dict[int, dict[int, int]] = {}
        self._near: dict[tuple[int, int | None], dict[int, Operand]] = {}

    @cached_property
    def positions(self) -> dict[Value, int]:
        """Return the vertex number of each place."""
        return {place: at for at, place in enumerate(self.places)}

    @cached_property
    def are_cells(self) -> bool:
        """Check whether all places are cells."""
        return all(isinstance(place, Cell) for place in self.places)

    def vertex(self, at: int) -> Operand:
        """Return the term "a place belongs to a group"."""
        return self._vertices[at]

    @cached_property
    def _vertices(self) -> list[Operand]:
        return [self.growth.vertex(at, at) for at in range(len(self.places))]

    def distances(self, source: int, most: int | None = None) -> dict[int, int]:
        """Return the places that may be in the group of a place, each with the fewest steps that may lead there.

        With `most`, those that are further away may be missing.
        """
        known = self._distances.get(source)
        if known is not None:
            return known
        reached = {source: 0} if self.vertex(source) is not False else {}
        queue = deque(reached)
        has_values = self.network.detail.has_values
        while queue and (most is None or reached[queue[0]] < most):
            here = queue.popleft()
            for other, _ in self.growth.neighbors[here]:
                if other in reached:
                    continue
                if (self.growth.vertex(other, source) if has_values else self._vertices[other]) is not False:
                    reached[other] = reached[here] + 1
                    queue.append(other)
        if most is None:
            self._distances[source] = reached
        return reached

    def same_component(self, source: int, target: int, steps: int | None = None) -> Operand:
        """Return the term "two places are in one group", with `steps` at most so many steps apart."""
        distance: int | None = 0 if source == target else 1
        if distance and target not in self.growth.adjacent[source]:
            distance = self.distances(source, steps).get(target)
        elif self.vertex(source) is False or self.growth.vertex(target, source) is False:
            distance = None
        if distance is None or (steps is not None and steps < distance):
            return False
        return self._same_component(source, target, distance, steps)

    def _same_component(self, source: int, target: int, distance: int, steps: int | None = None) -> Operand:
        if distance == 0:
            return self.vertex(source)
        if self.growth.adjacent[source].get(target) is True:
            return self.terms.conjunction([self.vertex(source), self.growth.vertex(target, source)])
        bounded = steps if steps is not None and steps < len(self.places) - 1 else None
        return self.terms.same_component(self.network, source, target, bounded)

    def near(self, source: int, most: int | None) -> dict[int, Operand]:
        """Return the places that may be in the group of a place, if it has at most `most`, each with the term that it is.

        They are in order.
        """
        key = source, most
        if key not in self._near:  # a rule about two groups asks for each of them at several of its places
            distances = self.distances(source, None if most is None else most - 1)
            self._near[key] = {at: self._same_component(source, at, distances[at]) for at in sorted(distances)}
        return self._near[key]

    def size(self, source: int, steps: int | None = None) -> Operand:
        """Return the size of the group of a place; with `steps`, only places at most so many steps away count."""
        distances = self.distances(source, 1 if steps is None else steps + 1)
        if len(distances) < 2 or steps == 0:
            return self.terms.linear([(1, self.vertex(source))] if distances else [])
        return self.terms.size(self.network, source, steps if steps is not None and steps < max(distances.values()) else None)

    def distance(self, source: int, target: int) -> Operand:
        """Return how many steps one place is from another; blank if the two are not in one group."""
        least = self.distances(source).get(target)
        if least is None:
            return BLANK
        if least == 0:
            return self.terms.cases([(self.vertex(source), 0)], BLANK)
        return self.terms.distance(self.network, source, target, least, len(self.distances(source)) - 1)

    def leads(self, at: int, steps: int | None = None) -> Operand:
        """Return the term "a place is the first one of a group"; `steps` if none of the group is further away than that."""
        earlier = [self.same_component(other, at, steps) for other in range(at)]
        return self.terms.conjunction([self.vertex(at), self.terms.negation(self.terms.disjunction(earlier))])


class GroupList(PartialArea):
    """The places of a group. `source` is a place that it holds, if that is in a group; or -1, and `token` tells which loop
    goes through it."""

    def __init__(self, group_network: GroupNetwork, source: int = -1, token: int = -1) -> None:
        self.group_network = group_network
        self.source = source
        self.token = token
        super().__init__(())

    @property
    def members(self) -> Sequence[tuple[Operand, Operand]]:
        """Return the places with the conditions that they are in the group, made when needed."""
        if not self._members:
            self._members = [(self.has(at), place) for at, place in enumerate(self.group_network.places)]
        return self._members

    @property
    def field(self) -> Field:
        """Return for each place of the network whether it is in the group."""
        return Field(self.group_network.places, self.has, self.group_network.positions)

    @property
    def missing(self) -> Operand:
        """Return the term "the place is in no group"."""
        return False if self.is_any else self.group_network.terms.negation(self.has(self.source))

    @property
    def is_any(self) -> bool:
        """Check whether it stands for each of several groups; such a group is never empty."""
        return self.source < 0

    def has(self, at: int, steps: int | None = None) -> Operand:
        """Return the term "a place is in the group", with `steps` at most so many steps from the source."""
        if not self.is_any:
            return self.group_network.same_component(self.source, at, steps)
        return False if self.group_network.vertex(at) is False else self.group_network.terms.member(self.token, at, steps)

    def size(self, steps: int | None = None) -> Operand:
        """Return the size of the group, or the number of places within so many steps."""
        if not self.is_any:
            return self.group_network.size(self.source, steps)
        return self.group_network.terms.members(self.token, len(self.group_network.places), steps)


class Groups(NotLowered):
    """All groups of a network."""

    def __init__(self, group_network: GroupNetwork) -> None:
        super().__init__(GROUPS)
        self.group_network = group_network


class AnyGroup:
    """The group that one loop goes through, for each group of a network."""

    def __init__(self, group_network: GroupNetwork, token: int) -> None:
        self.group_network = group_network
        self.group = GroupList(group_network, token=token)


class EachGroup(NotLowered):
    """The value that a generator makes of each group, in which the group's members are placeholders."""

    def __init__(self, of: AnyGroup, member: Value) -> None:
        super().__init__(GROUPS)
        self.of = of
        self.member = member


class _KeptNetworks:
    """The group networks of all rules, by their terms, and the last ones by the objects that they were made of."""

    def __init__(self) -> None:
        self.by_term: dict[Term, GroupNetwork] = {}
        self.recent: dict[tuple[Value, ...], tuple[Sequence[Value], GroupNetwork | None]] = {}


class MappedGroups:
    """The group networks of a spec, each once, and the loops of a rule over all groups."""

    def __init__(self, terms: TermFactory) -> None:
        self._terms = terms
        kept = terms.beside(_KeptNetworks)
        self._group_networks = kept.by_term
        self._recent = kept.recent
        self._tokens = itertools.count()

    def once(self, of: Sequence[Value], make: Callable[[], GroupNetwork | None]) -> GroupNetwork | None:
        """Return the group network that `make` makes of some objects, or made of these very objects a moment ago.

        Rules ask for the group of one place after the other, over the same layer. The places of a list are made for each call.
        """
        key = tuple(
            [part if type(part) is tuple else id(part) for part in of]
        )  # the objects are kept, so that no other comes to have the same
        if key not in self._recent:
            network = make()
            if len(self._recent) == RECENT:
                del self._recent[next(iter(self._recent))]
            self._recent[key] = of, network
        return self._recent[key][1]

    def group_network(self, places: Sequence[Value], network: Term, *, is_plain: bool) -> GroupNetwork:
        """Return the group network of a network of terms."""
        group_network = self._group_networks.get(network)
        if group_network is None or group_network.places != tuple(places):
            group_network = self._group_networks[network] = GroupNetwork(self._terms, places, network, is_plain=is_plain)
        return group_network

    def members_of(self, size: Term) -> dict[Operand, int]:
        """Return the truths that a size counts, each with how many places it stands for; nothing if it ends after some steps."""
        detail = size.detail
        group_network = self._group_networks.get(size.args[0])
        if group_network is None or detail.steps is not None:
            return {}
        return Counter(group_network.near(detail.source, None).values())

    def each(self, group_network: GroupNetwork) -> AnyGroup:
        """Return a group for a loop of its own."""
        return AnyGroup(group_network, next(self._tokens))


def capped_size(terms: TermFactory, operand: Value, other: Value) -> Value:
    """Return a cheaper number with the same comparison: sizes and their sums are counted only as far as the other side needs.

    If the other is at most k, it suffices to count the places within k steps: a group with more than k places has more than k
    within k steps. In a sum k is what the other summands leave.
    """
    if isinstance(operand, Term) and operand.op == "distance":
        return _no_further_than(terms, operand, other)
    if not isinstance(operand, Term) or operand.op not in ("size", "members", "linear"):
        return operand
    if operand.op == "linear":
        return _capped_sum(terms, operand, other) if "size" in {*map(operation_of, operand.args)} else operand
    if operand.detail.steps is not None:
        return operand
    most = _most(other, operand)
    if operand.op == "members":
        if most <= 0:
            return 1  # no group is empty, and nothing up to 0 tells one size from another
        return terms.members(operand.detail.token, operand.domain.high, most) if most < operand.domain.high else operand
    return _within(terms, operand, most)


def _most(other: Value, operand: Term) -> int:
    """Return the largest value up to which a comparison tells values apart, where one is known."""
    if isinstance(other, Term):
        is_number_too = other.domain.is_numeric and not any(term.op in ("size", "members") for term in (other, *other.args))
        return other.domain.high if is_number_too else operand.domain.high
    return other if is_number(other) else operand.domain.high


def _within(terms: TermFactory, size: Term, most: int) -> Term:
    """Return a size that counts no further than it takes to tell values up to `most` apart."""
    if size.detail.steps is not None or most >= size.domain.high:
        return size
    return terms.size(size.args[0], size.detail.source, max(0, most))


def _capped_sum(terms: TermFactory, operand: Term, other: Value) -> Operand:
    """Return a sum in which each size counts no further than the others leave."""
    most = dict(most_each(operand, _most(other, operand)))
    constant, *factors = operand.detail
    members = [
        (factor, _within(terms, arg, most[arg]) if arg in most else arg)
        for factor, arg in zip(factors, operand.args, strict=True)
    ]
    return terms.linear(members, constant)


def _no_further_than(terms: TermFactory, distance: Term, other: Value) -> Operand:
    """Return a cheaper distance with the same comparison: it is measured only as far as the other side needs."""
    detail: Distance = distance.detail
    least = distance.domain.low
    if not isinstance(other, Term) or other.op == "distance" or not (other.domain.has_numbers and other.domain.is_numeric):
        return distance
    most = max(least, other.domain.high + 1)
    return distance if most >= detail.most else terms.distance(distance.args[0], detail.source, detail.target, least, most)
