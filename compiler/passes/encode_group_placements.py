"""Encode groups as placements where what is said of all of them leaves few sets of places.

Before: "all groups have two cells" over the cells of a row of three, with `same_component` and `size` terms.
After: a truth value for each set that may be a group, which says that it is one: its places are true and joined, what leads
out of it is closed, and the sentences hold for it. Each true place is in one of these sets. "Two places are in one group" is an
`or` of the sets that hold both, and a size is that of the set.

What the groups can be is found by trying (`placements/possible_groups.py`). If these are too many, or are more clauses than the
groups would be otherwise, the module stays as it is.
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress

from ..ir.domain import TRUTH
from ..ir.evaluation import evaluate, topological_order
from ..ir.fit import Fit
from ..ir.group_sizes import Sources, limits_of
from ..ir.module import Assertion, Module
from ..ir.network import Network, SameComponent
from ..ir.operands import operand
from ..ir.rebuild import Replacement
from ..ir.term import Operand, Term
from ..ir.term_factory import TermFactory
from ..ir.term_store import TableTooLarge
from ..ir.walk import junction_members
from ..language.budget import NO_DEADLINE, Deadline
from ..limits import USUAL, Limits
from ..records import dataclass
from ..values import Value
from . import only_with
from .placements.group_constraints import GROUP_TERMS, GroupSentences, common_sources, group_sentences
from .placements.possible_groups import PossibleGroup, TooManyGroups, possible_groups
from .placements.shapes import PossibleSets, Shapes

MOST = 6_000  # sets that may be groups
LAYERS = 20  # clauses for each place of two sets whose shapes are compared: about so many times it is turned or moved
FEW_VALUES = 64  # of an unknown, all of which are tried
WORK = 1_500_000  # looks at sentences while these are found
OPEN = object()  # instead of a value that is not known
NOTHING_KNOWN: Mapping[Term, Value] = {}
ASKS = (*GROUP_TERMS, "first")  # terms about the groups of a network; the last only where sentences are written out


@dataclass(frozen=True, slots=True)
class PlacedGroups:
    """Groups that are encoded as placements: over how many places, as how many placements.

    `clauses`: about how many clauses these are, `otherwise` how many membership would be, and `evaluated` the sentences that
    would be left to the general lemma.
    """

    places: int
    placements: int
    clauses: int
    otherwise: int
    evaluated: tuple[Term, ...]

    def __str__(self) -> str:
        summary = f"groups over {self.places:,} places are laid as {self.placements:,} placements: about {self.clauses:,} clauses"
        return f"{summary}, {self.otherwise:,} otherwise"


@only_with("same_component", "size", "same_shape")
def encode_group_placements(
    module: Module,
    limits: Limits = USUAL,
    deadline: Deadline = NO_DEADLINE,
    note: Callable[[PlacedGroups], None] = lambda placed: None,
    *,
    always: bool = False,
) -> Module:
    """Return the module with groups as placements where that takes fewer clauses, or `always`. `note`: called for each."""
    stated = functools.cache(lambda module: limits_of(module.assertions))  # most networks leave the module as it is
    for network in dict.fromkeys(term.args[0] for term in module.reachable_terms() if term.op in ("same_component", "size")):
        asks = [term for term in module.reachable_terms() if network in term.args]
        if all(term.op in ASKS for term in asks):
            with suppress(TooManyGroups, TableTooLarge):
                encoder = _PlacementEncoder(module, network, asks, stated)
                module = encoder.encode(limits, deadline, note, always=always)
    return module


@dataclass(frozen=True, slots=True, eq=False)
class _Placement:
    """A set of vertices that may be a group, the term "it is one", and the values of terms that follow."""

    vertices: tuple[int, ...]
    term: Operand
    values: Mapping[Term, Value]
    clauses: int


# a part of what a set states, the truth that it gives a value, this value, and the unknown whose value it is if it is true
_Literal = tuple[Term, Term, bool, Term | None]


def _literal(part: Term) -> _Literal:
    if part.op == "not":
        return part, part.args[0], False, None
    return part, part, True, part.args[0] if part.op == "is" else None


def _is_literal(truth: Operand) -> bool:
    """Check whether a truth is an unknown or its opposite: known values of others do not change it."""
    return isinstance(truth, Term) and (truth.args[0] if truth.op == "not" else truth).op == "unknown"


def _is_value(part: Term) -> bool:
    return part.op == "is" and part.args[0].op == "unknown"


class _PlacementEncoder:
    def __init__(self, module: Module, network: Term, asks: Sequence[Term], stated: Callable[[Module], Sources]) -> None:
        self._module = module
        self._stated_limits = stated
        self._terms = module.terms
        self._network = network
        self._asks = asks
        detail: Network = network.detail
        self._size = detail.graph.vertices
        self._vertices = [operand(arg) for arg in network.args[: self._size]]
        self._values = [operand(arg) for arg in network.args[-self._size :]] if detail.has_values else []
        self._as_values: dict[Term, Operand] = {}
        self._known = _KnownTerms(self._terms, NOTHING_KNOWN)
        self._placed: dict[tuple[int, ...], _Placement | None] = {}
        self._stated: dict[Operand, list[_Literal] | None] = {}
        self._are_joined = False
        self._induced: list[list[tuple[int, Operand]]] = [[] for _ in range(self._size)]
        self._opening: dict[Term, bool] = {}  # the value of an unknown with which its edge is open
        self._joining: dict[tuple[int, int], Term] = {}  # the ends of each induced edge, with "it is open"
        self._asked: dict[tuple[Term, ...], PossibleSets | None] = {}
        self._at: dict[int, PossibleSets] = {}
        self._written: dict[tuple[int, int], tuple[int, int]] = {}
        self._shapes = Shapes(module.terms)
        self._edges: list[list[tuple[int, Operand]]] = [[] for _ in range(self._size)]
        for first, second, at in detail.graph.edges:
            condition = True if at < 0 else operand(network.args[at])
            if first != second:
                self._edges[first].append((second, condition))
                self._edges[second].append((first, condition))

    def encode(self, limits: Limits, deadline: Deadline, note: Callable[[PlacedGroups], None], *, always: bool) -> Module:
        """Return the module with the groups as placements, or as it is if that takes more clauses."""
        sentences = group_sentences(self._module, self._network, limits, deadline)
        if not (sentences.sentences or sentences.plain or sentences.induced):
            return self._module
        edges = self._network.detail.graph.edges
        for edge in sentences.induced:
            first, second, at = edges[edge]
            is_open = self._network.args[at]
            self._induced[first].append((second, is_open))
            self._opening[is_open.args[0] if is_open.op == "not" else is_open] = is_open.op != "not"
            self._joining[first, second] = self._joining[second, first] = is_open
        self._known = _KnownTerms(self._terms, sentences.facts)
        self._are_joined = all(edge in sentences.induced or self._is_known(at) for edge, (_, _, at) in enumerate(edges))
        otherwise = self._otherwise()
        afford = MOST if sentences.plain or always else otherwise // 4
        most_clauses = math.inf if sentences.plain or always else otherwise
        groups, not_plain = possible_groups(
            self._terms, self._network, sentences, min(MOST, afford), WORK, self._place, most_clauses
        )
        evaluated = tuple(term for term in sentences.plain if term not in not_plain)
        placements = [placement for group in groups if (placement := self._placed[group.vertices]) is not None]
        covering: list[list[_Placement]] = [[] for _ in range(self._size)]
        for placement in placements:
            for at in placement.vertices:
                covering[at].append(placement)
        covered = [self._cover(at, covering[at]) for at in range(self._size)]
        if any(truth is False for truth in covered):  # there is no solution; what is refuted is what was said
            return self._module
        further = [term for at in range(self._size) for term in self._support(at, covering[at])]
        clauses = sum(placement.clauses for placement in placements) + len(covered) + len(further)
        placed = PlacedGroups(self._size, len(placements), clauses, otherwise, evaluated)
        if not (evaluated or always) and placed.clauses > placed.otherwise:
            return self._module
        sentences.replaced.update(dict.fromkeys(evaluated))
        rewritten = self._rewritten(sentences, covering, [*covered, *further])
        if any(self._network in term.args for term in rewritten.reachable_terms()):  # not all of it was a sentence
            return self._module
        note(placed)
        return rewritten

    def _is_known(self, at: int) -> bool:
        """Check whether it is known that an edge is open, or that it is closed, so that no set grows along it."""
        condition = True if at < 0 else operand(self._network.args[at])
        is_open = self._known.of(condition)
        return is_open is True or (is_open is False and _is_literal(condition))

    def _otherwise(self) -> int:
        """Return about how many clauses say what is asked of groups, if that is said by membership.

        Within a bounded number of steps it is written out level by level; without one there is a family of literals.
        """
        limits = self._stated_limits(self._module)
        sources: dict[int, int | None] = {}
        firsts = dict.fromkeys(asked.detail.places for asked in self._asks if asked.op == "first")
        compared = Counter[tuple[int, int | None]]()  # how often the shape of a group of so many vertices is compared
        for asked in self._asks:
            if asked.op == "first":
                continue
            if asked.op == "same_shape":
                sizes = [None if steps is None else steps + 1 for steps in asked.detail.steps]
                compared.update(zip((asked.detail.inner, asked.detail.outer), sizes, strict=True))
                continue
            ends = [asked.detail.source, *([asked.detail.target] if asked.op == "same_component" else [])]
            source = next((at for at in ends if (self._network, at) in limits), ends[0])
            bounds = [most for most in (limits.get((self._network, source)), asked.detail.steps) if most is not None]
            before = sources.get(source, 0)
            sources[source] = None if before is None or not bounds else max(before, min(bounds))
        for source, most in compared:
            before = sources.get(source, 0)
            sources[source] = None if before is None or most is None else max(before, most)
        shapes = sum(len(term.args) for term in self._module.reachable_terms() if term.op == "fits" and self._asks_in(term))
        shapes += sum(number * self._written_from(source, most)[0] for (source, most), number in compared.items())
        of_firsts = sum(len(places) * sum(1 + len(edges) for edges in self._edges) for places in firsts)
        return of_firsts + LAYERS * shapes + sum(self._written_from(source, most)[1] for source, most in sources.items())

    def _written_from(self, source: int, most: int | None) -> tuple[int, int]:
        """Return how many vertices may be in a group, and about how many clauses say of each whether it is."""
        if most is None:
            return self._size, sum(3 + 2 * len(edges) for edges in self._edges)
        if (source, most) not in self._written:
            near = {source}
            clauses = 0
            for _ in range(1, most):
                near |= {there for here in near for there, _ in self._edges[here]}
                clauses += sum(2 + len(self._edges[here]) for here in near)
            self._written[source, most] = len(near), clauses
        return self._written[source, most]

    def _place(self, group: PossibleGroup) -> int:
        """Make the placement of a set that may be a group; return about how many clauses it takes."""
        placement = self._placed[group.vertices] = self._placement(group)
        return placement.clauses if placement else 0

    def _placement(self, group: PossibleGroup) -> _Placement | None:
        """Return a set with the term "it is a group, and the sentences are true of it"; None if it cannot be one."""
        terms, known = self._terms, self._known
        inside = set(group.vertices)
        parts: dict[Term, None] = {}
        values: dict[Term, Value] = {}

        def state(conditions: Iterable[Operand]) -> bool:
            stated = self._stated
            for condition in conditions:
                literals = stated[condition] if condition in stated else self._literals(condition)
                if literals is None:
                    return False
                for part, at, value, unknown in literals:
                    if part not in parts:
                        parts[part] = None
                        if values.setdefault(at, value) is not value:
                            return False
                        if unknown is not None and values.setdefault(unknown, at.detail) != at.detail:
                            return False
            return True

        opened = [is_open for here in group.vertices for there, is_open in self._induced[here] if there in inside]
        if not state([*(self._vertices[at] for at in group.vertices), *group.conditions, *opened]):
            return None
        if self._values:
            first = known.of(self._values[group.vertices[0]], values)
            for other in group.vertices[1:]:
                if not state([known.of(terms.same(first, known.of(self._values[other], values)), values)]):
                    return None
        if not self._are_joined and not state(self._joined_inside(group.vertices, values)):
            return None
        around = [
            (closed, leading) for here in group.vertices for there, closed, leading in self._leading[here] if there not in inside
        ]
        if not state(terms.negation(known.of(leading, values)) if closed is None else closed for closed, leading in around):
            return None
        whole = terms.conjunction(parts)
        return None if whole is False else _Placement(group.vertices, whole, values, sum(map(_clauses, parts)))

    def _literals(self, condition: Operand) -> list[_Literal] | None:
        """Return the literals of a condition, which is their conjunction; None if it is false."""
        members = [self._as_value(member) for member in junction_members(self._terms, condition, "and")]
        literals = None if any(member is False for member in members) else [_literal(m) for m in members if isinstance(m, Term)]
        self._stated[condition] = literals
        return literals

    def _as_value(self, part: Operand) -> Operand:
        """Return "an unknown has a value" for a part that says so in another way, such as `number - 3 == 0`."""
        if not isinstance(part, Term) or part.domain is not TRUTH or _is_literal(part) or _is_value(part):
            return part
        if part.op == "not" and _is_value(part.args[0]) and part.args[0].args[0].domain.size > 2:
            return part  # it leaves several values
        if part not in self._as_values:
            below = topological_order([part])
            unknowns = [term for term in below if term.op == "unknown"]
            self._as_values[part] = part
            if len(unknowns) == 1 and unknowns[0].domain.size <= FEW_VALUES and not any(term.op == "evaluated" for term in below):
                values = [value for value in unknowns[0].domain if evaluate(part, {unknowns[0]: value}) is True]
                if len(values) <= 1:
                    self._as_values[part] = self._terms.equals(unknowns[0], values[0]) if values else False
        return self._as_values[part]

    @functools.cached_property
    def _leading(self) -> list[list[tuple[int, Operand | None, Operand]]]:
        """Return for each vertex the edges with "it joins it with a vertex that is not in its group", as far as it is known.

        Before it stands its negation if other known values do not change that.
        """
        known, terms = self._known, self._terms

        def leads_out(here: int, there: int, condition: Operand) -> tuple[int, Operand | None, Operand]:
            same = terms.same(known.of(self._values[here]), known.of(self._values[there])) if self._values else True
            leading = terms.conjunction([known.of(condition), known.of(self._vertices[there]), known.of(same)])
            return there, terms.negation(leading) if _is_literal(leading) else None, leading

        return [[leads_out(here, there, condition) for there, condition in edges] for here, edges in enumerate(self._edges)]

    def _joined_inside(self, vertices: Sequence[int], values: Mapping[Term, Value]) -> list[Operand]:
        """Return terms that say that vertices are joined by open edges."""
        part_of = {at: at for at in vertices}

        def find(at: int) -> int:
            while part_of[at] != at:
                at = part_of[at]
            return at

        open_edges: list[tuple[int, int, Operand]] = []
        for here in vertices:
            for there, condition in self._edges[here]:
                if there in part_of and here < there:
                    is_open = self._known.of(condition, values)
                    if is_open is True:
                        part_of[find(here)] = find(there)
                    elif is_open is not False:
                        open_edges.append((here, there, is_open))
        names = {root: number for number, root in enumerate(dict.fromkeys(map(find, vertices)))}
        edges = [(names[find(a)], names[find(b)], is_open) for a, b, is_open in open_edges]
        between = [(a, b, is_open) for a, b, is_open in edges if a != b]
        if len(between) < len(names) - 1:
            return [False]
        if len(between) == len(names) - 1:
            return [is_open for _, _, is_open in between]
        return [self._terms.connected([True] * len(names), between)] if len(names) > 1 else []

    def _is_joined(self, asked: SameComponent, placement: _Placement) -> bool:
        """Check whether two vertices are joined, within so many steps, if a set is a group.

        Raise `TooManyGroups` if that depends on which edges inside the set are open.
        """
        inside = placement.vertices
        if asked.source not in inside or asked.target not in inside:
            return False
        if asked.steps is None or len(inside) <= asked.steps + 1:
            return True
        known, values = self._known, placement.values
        surely, maybe = {asked.source}, {asked.source}
        for _ in range(asked.steps):
            edges = [(here, there, known.of(condition, values)) for here in maybe for there, condition in self._edges[here]]
            surely |= {there for here, there, is_open in edges if here in surely and is_open is True and there in inside}
            maybe |= {there for _, there, is_open in edges if is_open is not False and there in inside}
        if asked.target in maybe and asked.target not in surely:
            raise TooManyGroups
        return asked.target in surely

    def _asks_in(self, term: Term) -> bool:
        """Check whether an argument of a term asks what is in a group of the network."""
        return any(arg.op == "same_component" and arg.args[0] is self._network for arg in term.args)

    def _same_shape(self, term: Term, covering: Sequence[Sequence[_Placement]]) -> Operand | None:
        """Return "the group of one place has the shape of the group of another", by the sets that may be these groups.

        None if a set is not all that decides what is compared.
        """
        fit: Fit = term.detail
        size = len(fit.looks[0])
        if not fit.is_exact:
            return None
        inner = self._asked_sets(term.args[:size], covering)
        outer = self._asked_sets(term.args[size:], covering)
        if inner is None or outer is None:
            return None
        return self._shapes.same(fit, inner, outer)

    def _asked_sets(self, args: tuple[Term, ...], covering: Sequence[Sequence[_Placement]]) -> PossibleSets | None:
        """Return the sets that may be the group that some truths ask about, each with the numbers of those that are true then.

        None if they ask about several groups, or a set leaves one of them open.
        """
        if args not in self._asked:
            self._asked[args] = self._sets_asked_of(args, covering)
        return self._asked[args]

    def _sets_asked_of(self, args: tuple[Term, ...], covering: Sequence[Sequence[_Placement]]) -> PossibleSets | None:
        about = {
            number: arg.detail for number, arg in enumerate(args) if arg.op == "same_component" and arg.args[0] is self._network
        }
        if not about or any(joined.steps is not None for joined in about.values()):
            return None
        others = {number: operand(arg) for number, arg in enumerate(args) if number not in about}
        for source in common_sources(args[number] for number in about):
            targets = {number: end.target if end.source == source else end.source for number, end in about.items()}
            possible = [(placement.term, self._true_in(targets, others, placement)) for placement in covering[source]]
            if all(truths is not None for _, truths in possible):
                return PossibleSets([(is_set, tuple(truths)) for is_set, truths in possible if truths is not None])
        return None

    def _groups_at(self, source: int, covering: Sequence[Sequence[_Placement]]) -> PossibleSets:
        """Return the sets that may be the group of a vertex."""
        if source not in self._at:
            self._at[source] = PossibleSets([(placement.term, placement.vertices) for placement in covering[source]])
        return self._at[source]

    def _true_in(self, targets: Mapping[int, int], others: Mapping[int, Operand], placement: _Placement) -> list[int] | None:
        """Return the numbers of the vertices that are in a set and of the other truths that are true then, in order.

        None if it leaves one of these truths open.
        """
        inside = placement.vertices
        true = [number for number, at in targets.items() if at in inside]
        if others:
            for number, truth in others.items():
                is_true = self._known.of(truth, placement.values)
                if isinstance(is_true, Term):
                    return None
                if is_true:
                    true.append(number)
            true.sort()
        return true

    def _cover(self, at: int, covering: Sequence[_Placement]) -> Operand:
        """Return "a vertex is in no group, or in one of the sets that hold it"."""
        return self._terms.disjunction([self._terms.negation(self._vertices[at]), *(placement.term for placement in covering)])

    def _support(self, at: int, covering: Sequence[_Placement]) -> Iterable[Operand]:
        """Yield for what each set around a vertex decides: it has a value only if a set does in which it has that value.

        This follows from the sets, but not by unit propagation. That an induced edge is open only inside a set is left out: four
        boards of regions took fewer conflicts without it. That it is closed only beside one is not: they took up to four
        times as many.
        """
        if not covering or self._vertices[at] is not True:
            return
        by_all = set(covering[0].values).intersection(*(placement.values for placement in covering))
        decided = [term for term in covering[0].values if term in by_all and term.op == "unknown"]
        for term in decided:
            by_value: dict[Value, list[Operand]] = {value: [] for value in term.domain}
            for placement in covering:
                by_value[placement.values[term]].append(placement.term)
            by_value.pop(self._opening.get(term), None)
            for value, supports in by_value.items():
                yield self._terms.disjunction([self._terms.negation(self._terms.equals(term, value)), *supports])

    def _rewritten(
        self,
        sentences: GroupSentences,
        covering: Sequence[Sequence[_Placement]],
        further: Sequence[Operand],
    ) -> Module:
        """Return the module with what is said of groups said of the sets. `further` holds because each vertex is covered."""
        terms, module = self._terms, self._module
        outside = dict(sentences.outside)
        kept: list[tuple[Assertion, list[Operand] | None]] = []  # what is left of an assertion; None if that is all of it
        for assertion in module.assertions:
            members = [*junction_members(terms, assertion.term, "and")]
            left = [member for member in members if member not in sentences.replaced]
            none = [outside[member]() for member in members if member in outside]
            kept.append((assertion, None if len(left) == len(members) else left + none))
        roots = [term for assertion, parts in kept for term in ([assertion.term] if parts is None else parts)]
        if module.target:
            roots.append(module.target.term)
        replacement = Replacement(terms, self._by_sets(roots, covering))
        assertions: list[Assertion] = []
        further = [*further]
        for assertion, parts in kept:
            if parts is None:
                assertions.append(Assertion(replacement.of(assertion.term), assertion.origin))
            else:
                assertions.append(Assertion(terms.conjunction([*map(replacement.of, parts), *further]), assertion.origin))
                further = []
        target = module.target and module.target.with_term(replacement.of)
        return Module(terms, module.variables, tuple(assertions), target)

    def _by_sets(self, roots: Iterable[Operand], covering: Sequence[Sequence[_Placement]]) -> dict[Term, Operand]:
        """Return the terms below the roots that read groups, each with what replaces it: a term of the possible sets.

        Below a comparison of shapes that has been replaced as a whole, no term is replaced.
        """
        terms = self._terms
        by: dict[Term, Operand] = {}
        todo = [root for root in dict.fromkeys(roots) if isinstance(root, Term)]
        seen = {self._network, *todo}
        for term in todo:
            if term.op == "fits" and self._asks_in(term) and (same := self._same_shape(term, covering)) is not None:
                by[term] = same
            elif term.op == "same_component" and term.args[0] is self._network:
                by[term] = terms.disjunction([p.term for p in covering[term.detail.source] if self._is_joined(term.detail, p)])
            elif term.op == "same_shape" and term.args[0] is self._network:
                ends = term.detail.inner, term.detail.outer
                inner, outer = (self._groups_at(at, covering) for at in ends)
                by[term] = self._shapes.same_groups(term.detail.looks, inner, outer, ends, self._joining.get(ends))
            elif term.op == "size" and term.args[0] is self._network:
                sizes: dict[int, list[Operand]] = {}
                for placement in covering[term.detail.source]:
                    sizes.setdefault(len(placement.vertices), []).append(placement.term)
                by[term] = terms.cases([(terms.disjunction(of), size) for size, of in sorted(sizes.items())], 0)
            else:
                for arg in term.args:
                    if arg not in seen:
                        seen.add(arg)
                        todo.append(arg)
        return by


class _KnownTerms:
    """Simplifies terms by facts, and by values that follow from a set being a group.

    Many sets give the terms below a term the same values. It is rebuilt for the first of them.
    """

    def __init__(self, terms: TermFactory, facts: Mapping[Term, Value]) -> None:
        self._terms = terms
        self._facts = Replacement(terms, facts)
        self._by_facts: dict[Term, Operand] = {}
        self._below: dict[Term, list[Term]] = {}
        self._by_values: dict[tuple[object, ...], Operand] = {}

    def of(self, term: Operand, values: Mapping[Term, Value] = NOTHING_KNOWN) -> Operand:
        """Return a term, simplified by the facts and by these values."""
        if not isinstance(term, Term):
            return term
        if term in values:
            return values[term]
        if term not in self._by_facts:
            self._by_facts[term] = _replace(self._facts, term)
        term = self._by_facts[term]
        if not values or not isinstance(term, Term):
            return term
        if term in values:
            return values[term]
        if term.op == "unknown" or (term.op == "not" and term.args[0].op == "unknown" and term.args[0] not in values):
            return term
        below = self._below.get(term)
        if below is None:
            below = self._below[term] = topological_order([term])
        key = term, *[values.get(part, OPEN) for part in below]
        if key not in self._by_values:
            self._by_values[key] = _replace(Replacement(self._terms, values), term)
        return self._by_values[key]


def _replace(replacement: Replacement, term: Term) -> Operand:
    try:
        return replacement.of(term)
    except TableTooLarge:  # a term that is not rebuilt says the same as it is
        return term


def _clauses(part: Term) -> int:
    """Return about how many clauses state that a part is true if a set is a group."""
    return 1 if part.op != "connected" else len(part.args) * part.detail.vertices
