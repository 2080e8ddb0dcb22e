"""What is asserted of edges, as sentences about every group: where walls stand between groups, a rule about them is about groups.

An edge is open if both its ends are in a group, and closed if exactly one is. So "one of two edges is closed, which meet at a
vertex" says that no group holds that vertex and both others, and groups are grown as strips.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

from ...ir.evaluation import evaluate, key_of
from ...ir.network import Network
from ...ir.operands import operand
from ...ir.term import Operand, Term
from ...ir.term_factory import TermFactory
from ...values import Value
from .excluded_values import Literals, smallest_nogoods

MOST_UNKNOWNS = 5  # of an assertion, all values of which are tried
MOST_BELOW = 40  # terms of an assertion


def of_edges(
    terms: TermFactory,
    network: Term,
    faithful: Iterable[int],
    asserted: Iterable[Operand],
    facts: Mapping[Term, Value],
    token: int,
) -> Iterator[Term]:
    """Yield the constraints on every group that follow from assertions about few edges; its members are placeholders.

    `faithful`: the edges, by their numbers, that are open if both their ends are in one group.
    """
    detail: Network = network.detail
    if detail.has_values:
        return
    ends: dict[Term, list[tuple[int, int]]] = {}
    opening: dict[Term, bool] = {}  # the value of an unknown with which its edges are open
    for at in sorted(faithful):
        first, second, condition = detail.graph.edges[at]
        base, is_open = _base(network.args[condition])
        if base.op == "unknown" and opening.setdefault(base, is_open) is is_open:
            ends.setdefault(base, []).append((first, second))
    always = [operand(arg) is True or facts.get(arg) is True for arg in network.args[: detail.graph.vertices]]

    def forces_value(unknown: Term, value: bool) -> Operand:
        """Return that a group makes an unknown have a value."""
        ways = []
        for first, second in ends[unknown]:
            members = [terms.member(token, first), terms.member(token, second)]
            if value is opening[unknown]:
                ways.append(terms.conjunction(members))
            elif always[first] and always[second]:
                ways.append(terms.negation(terms.same(*members)))
        return terms.disjunction(ways)

    excluded: dict[Hashable, Sequence[Literals]] = {}
    bodies: dict[Term, None] = {}
    for part in asserted:
        unknowns = _unknowns(part, ends) if isinstance(part, Term) else []
        if unknowns and isinstance(part, Term):
            key = key_of(part, {unknown: number for number, unknown in enumerate(unknowns)})
            if key not in excluded:
                excluded[key] = _excluded_values(part, unknowns)
            for literals in excluded[key]:
                wrong = terms.conjunction([forces_value(unknowns[number], value) for number, value in literals])
                body = terms.negation(wrong)
                if isinstance(body, Term):
                    bodies[body] = None
    yield from bodies


def _base(term: Term) -> tuple[Term, bool]:
    return (term.args[0], False) if term.op == "not" else (term, True)


def _unknowns(part: Term, among: Mapping[Term, object]) -> list[Term]:
    """Return the unknowns of an assertion, if these are few, all among some, and there is nothing else in it."""
    seen = {part}
    unknowns: dict[Term, None] = {}
    todo = [part]
    for term in todo:
        if term.op == "unknown":
            if term not in among or len(unknowns) >= MOST_UNKNOWNS:
                return []
            unknowns[term] = None
        elif len(term.args) > MOST_BELOW or (not term.args and term.op != "constant"):
            return []
        new = [arg for arg in term.args if arg not in seen]
        seen.update(new)
        todo += new
        if len(todo) > MOST_BELOW:
            return []
    return list(unknowns)


def _excluded_values(part: Term, unknowns: Sequence[Term]) -> list[Literals]:
    """Return the smallest sets of values with which an assertion is false, whatever values its other unknowns have."""
    return smallest_nogoods(len(unknowns), lambda values: evaluate(part, dict(zip(unknowns, values, strict=True))) is False)
