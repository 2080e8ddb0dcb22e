"""The largest or smallest value in each group, as what a group holds: "it holds a place of 3 or more", for each number.

One further vertex has an edge to each place whose value is large enough. A place is connected with that vertex exactly if its
group holds such a place; so one network for each number says it of all groups, and no two places are asked whether they are
joined.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...ir.evaluation import topological_order
from ...ir.rebuild import replace_terms
from ...ir.term import Operand, Term
from ...ir.term_factory import TermFactory
from ...values import BLANK, Value
from ..extremes import is_at_least, is_at_most, numbers_of
from .network import AnyGroup

FEW = 4  # values are compared with one another
MOST_NUMBERS = 32  # that an extreme may be; each is a network


def with_held_values(
    terms: TermFactory, group: AnyGroup, part: Operand, members: Mapping[Term, int], networks: list[Term]
) -> Operand:
    """Return a part in which such extremes are cases of what a group holds; the networks that tell it are added to a list.

    `members` are the placeholders of the part with their vertices. What is held has placeholders too, with vertices beyond those
    of the group network, one for each network of the list.
    """
    if not isinstance(part, Term):
        return part
    group_network, token = group.group_network, group.group.token
    size = len(group_network.places)
    by: dict[Term, Operand] = {}
    for extreme, values in _extremes(terms, part, members):
        is_good = is_at_least if extreme.detail == "max" else is_at_most
        numbers: list[Value] = sorted(extreme.domain.values, reverse=extreme.detail == "max")
        if extreme.domain.blank:
            numbers.append(BLANK)
        cases: list[tuple[Operand, Operand]] = []
        for number in numbers[:-1]:
            holding = [(at, size, is_good(terms, value, number)) for at, value in values.items()]
            cases.append((terms.member(token, size + len(networks)), number))
            vertices = [*map(group_network.vertex, range(size)), True]
            networks.append(terms.network(vertices, [*group_network.growth.edges, *holding]))
        by[extreme] = terms.cases(cases, numbers[-1])
    return replace_terms(terms, part, by)


def _extremes(terms: TermFactory, part: Term, members: Mapping[Term, int]) -> Iterator[tuple[Term, dict[int, Operand]]]:
    """Yield the extremes in a part that are of values of a group's places, with these values."""
    inside: set[Term] = set()
    for term in reversed(topological_order([part])):
        if term.op == "min_max" and term not in inside:
            inside.update(topological_order([term]))
            values = _values_of_places(terms, term, members)
            if len(values) > FEW and term.domain.size <= MOST_NUMBERS:
                yield term, values


def _values_of_places(terms: TermFactory, extreme: Term, members: Mapping[Term, int]) -> dict[int, Operand]:
    """Return the values whose extreme it is, each by its place; none if it is of anything else, or of places left out."""
    values_at: dict[int, Operand] = {}
    for number in numbers_of(extreme):
        below = topological_order([number]) if isinstance(number, Term) else []
        mentioned = [term for term in below if term.op in ("member", "members")]
        if len(mentioned) != 1 or mentioned[0] not in members or members[mentioned[0]] in values_at:
            return {}
        (member,) = mentioned
        if members[member] < 0 or member.detail.steps is not None or replace_terms(terms, number, {member: False}) is not BLANK:
            return {}
        values_at[members[member]] = replace_terms(terms, number, {member: True})
    return values_at
