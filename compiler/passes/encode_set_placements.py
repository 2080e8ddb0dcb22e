"""Sets whose shapes are compared, and which can be few: whether two have the same shape is told by which sets they are.

Before: "four cells of this room are shaded", "they are connected", and "the shaded cells of this room fill those of that one"
After:  a term for each four connected cells of a room, "all of these are shaded"; one of them is true, and each shaded cell is
        in one that is true. "They have the same shape" is "an L lies in this room and in that one, or a T ..."

What a set can be is found from what is asserted of its places alone. It is looked at where that says how many there are, and that
they are connected.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..ir.evaluation import evaluate, topological_order
from ..ir.fit import Fit
from ..ir.module import Module
from ..ir.network import Graph
from ..ir.rebuild import Replacement
from ..ir.term import Operand, Term, when_made
from ..ir.term_factory import TermFactory
from ..ir.walk import junction_members
from ..records import dataclass, replace
from . import only_with
from .placements.shapes import PossibleSets, Shapes

MOST = 1_000  # sets that one may be
MOST_BELOW = 200  # terms of a sentence about the places of one set
WORK = 100_000  # sets that are begun while those of one size are looked for

Truths = tuple[Term, ...]


@only_with("fits")
def encode_set_placements(module: Module) -> Module:
    """Return the module in which sets that can be few are compared by what they are."""
    fits = [term for term in module.reachable_terms() if term.op == "fits" and term.detail.is_exact and _are_places(term.args)]
    if not fits:
        return module
    sets = _Sets(module)
    by: dict[Term, Operand] = {}
    shapes = Shapes(module.terms)
    for term in fits:
        fit: Fit = term.detail
        inner, outer = sets.of(term.args[: len(fit.looks[0])]), sets.of(term.args[len(fit.looks[0]) :])
        if inner is not None and outer is not None:
            by[term] = shapes.same(fit, inner, outer)
    if not by:
        return module
    by |= sets.covered  # what says that a set is connected says which it may be
    replacement = Replacement(module.terms, by)
    assertions = tuple(replace(assertion, term=replacement.of(assertion.term)) for assertion in module.assertions)
    target = module.target and module.target.with_term(replacement.of)
    return Module(module.terms, module.variables, assertions, target)


@dataclass(frozen=True, slots=True)
class _About:
    """What is asserted of the truths of a set alone."""

    connected: list[Term]
    others: list[Term]


class _Sets:
    """The sets that shapes are compared of, with their possible values. `covered`: replacements of "the set is connected"."""

    def __init__(self, module: Module) -> None:
        self._terms: TermFactory = module.terms
        self._asserted = [
            part
            for part in dict.fromkeys(
                part for assertion in module.assertions for part in junction_members(module.terms, assertion.term, "and")
            )
            if isinstance(part, Term)
        ]
        self.covered: dict[Term, Operand] = {}
        self._known: dict[Truths, PossibleSets | None] = {}
        self._with: dict[Term, list[tuple[Term, frozenset[Term]]]] = {}
        for part in self._asserted:
            unknowns = _unknowns(part)
            for unknown in unknowns:
                self._with.setdefault(unknown, []).append((part, unknowns))

    def of(self, truths: Truths) -> PossibleSets | None:
        """Return the possible values of a set; None if they are not known, or too many."""
        if truths not in self._known:
            self._known[truths] = self._possible_sets(truths)
        return self._known[truths]

    def _possible_sets(self, truths: Truths) -> PossibleSets | None:
        unknowns = [term.args[0] if term.op == "not" else term for term in truths]
        if len({*unknowns}) < len(unknowns):
            return None
        about = list(self._about(frozenset(unknowns)))
        connected = next((part for part in about if part.op == "connected" and _joins(part, truths)), None)
        size = next((part.detail for part in about if part.op == "is" and _counts(part.args[0], truths)), None)
        if connected is None or size is None or size < 1:
            return None
        sentences = [part for part in about if part is not connected]
        pieces: list[tuple[int, ...]] = []
        places = {term: at for at, term in enumerate(truths)}
        for number, vertices in enumerate(_connected_sets(connected.detail, size)):
            if number > WORK:
                return None
            if len(vertices) < size:
                continue
            inside = tuple(sorted(places[connected.args[vertex]] for vertex in vertices))
            if self._may_be(inside, truths, unknowns, sentences):
                pieces.append(inside)
                if len(pieces) > MOST:
                    return None
        laid = PossibleSets([(self._terms.conjunction([truths[at] for at in inside]), inside) for inside in sorted(pieces)])
        self.covered[connected] = self._cover(truths, laid)
        return laid

    def _about(self, unknowns: frozenset[Term]) -> Iterator[Term]:
        """Yield the assertions about some of these unknowns and no others."""
        parts = dict.fromkeys(pair for unknown in sorted(unknowns, key=when_made) for pair in self._with.get(unknown, ()))
        yield from (part for part, of in parts if of <= unknowns)

    def _may_be(self, inside: Sequence[int], truths: Truths, unknowns: Sequence[Term], sentences: Iterable[Term]) -> bool:
        """Check whether a set satisfies what is asserted of its places alone."""
        held = {*inside}
        values = {
            unknown: (at in held) is (truth is unknown) for at, (truth, unknown) in enumerate(zip(truths, unknowns, strict=True))
        }
        return all(evaluate(sentence, values) is True for sentence in sentences)

    def _cover(self, truths: Truths, laid: PossibleSets) -> Operand:
        """Return "one of these sets is there, and each place is in one that is": so their number says the rest."""
        holding: list[list[Operand]] = [[] for _ in truths]
        for is_set, places in laid.sets:
            for at in places:
                holding[at].append(is_set)
        terms = self._terms
        supported = [terms.disjunction([terms.negation(truth), *sets]) for truth, sets in zip(truths, holding, strict=True)]
        return terms.conjunction([terms.disjunction([is_set for is_set, _ in laid.sets]), *supported])


def _are_places(truths: Truths) -> bool:
    """Check whether all truths are those of unknowns, or their opposites."""
    return all((term.args[0] if term.op == "not" else term).op == "unknown" for term in truths)


def _unknowns(part: Term) -> frozenset[Term]:
    """Return the unknowns that a sentence is about; none if it is a long one, or is evaluated."""
    if part.op != "connected" and len(part.args) > MOST_BELOW:
        return frozenset()
    below = topological_order([part])
    if any(term.op == "evaluated" for term in below) or (part.op != "connected" and len(below) > MOST_BELOW):
        return frozenset()
    return frozenset(term for term in below if term.op == "unknown")


def _joins(part: Term, truths: Truths) -> bool:
    """Check whether a part says that the true places of a set, all of it, are connected, whatever else is true."""
    graph: Graph = part.detail
    return {*part.args} == {*truths} and len(part.args) == graph.vertices == len(truths)


def _counts(number: Term, truths: Truths) -> bool:
    """Check whether a number counts the true places of a set."""
    return number.op == "linear" and number.detail == (0, *[1] * len(truths)) and {*number.args} == {*truths}


def _connected_sets(graph: Graph, size: int) -> Iterator[list[int]]:
    """Yield each connected set of up to so many vertices, once: it grows from its first vertex (Redelmeier 1981)."""
    beside: list[dict[int, None]] = [{} for _ in range(graph.vertices)]
    for first, second, _ in graph.edges:
        if first != second:
            beside[first][second] = beside[second][first] = None

    def grow(inside: list[int], waiting: list[int], seen: Mapping[int, None]) -> Iterator[list[int]]:
        if inside:
            yield inside
        if len(inside) == size:
            return
        for number, at in enumerate(waiting):
            new = [other for other in beside[at] if other not in seen]
            yield from grow([*inside, at], [*waiting[number + 1 :], *new], {**seen, **dict.fromkeys(new)})

    for start in range(graph.vertices):
        yield from grow([], [start], dict.fromkeys(range(start + 1)))
