"""The sets of vertices that may be groups of a network, found by trying: vertices go in or out, and sentences prune.

A set is grown from its first vertex. Each further vertex beside it goes in, and then out. What a sentence can still be while
vertices are not decided is computed by the bounds of its operations; a sentence that can only be false ends the branch. Sets that
get large are put by and counted before any of them is grown on.
"""

from __future__ import annotations

import functools
import itertools
import math
import operator
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from typing import NamedTuple, TypeVar

from ...ir.evaluation import key_of, topological_order
from ...ir.network import Network
from ...ir.operation import possible_result
from ...ir.rebuild import Replacement
from ...ir.term import Operand, Term, when_made
from ...ir.term_factory import TermFactory
from ...ir.value_sets import BOTH, FALSE, TRUE, EmptyMeet, Possible, meet, single
from ...records import dataclass
from ...values import Value
from .excluded_values import Literals, smallest_nogoods
from .group_constraints import EVERY, SIZE, GroupSentences, Sentence, rebuilt
from .plain_constraints import NoPlainAnswer

EVALUATION = 50  # what a plain evaluation counts as work
BEGUN = (8, 16)  # vertices of a set that counts as begun; the second where there are nearly too many of the first
NEARLY = 0.5  # of the most sets that may be begun
SOME = 1 / 32  # of these sets, or of the work that may be done, after which the rest is foretold
BATCH = 64  # groups whose clauses are counted at once; in turn with the search for each, both took a tenth longer
GOLDEN = 0.618034  # in the order of its multiples modulo 1, the first numbers lie everywhere among all of them
FAR = 1.5  # times as many as there may be; if more are foretold, the search is given up
FEW = 6  # placeholders of a sentence about few vertices, whose answers are kept
Truths = tuple[bool | None, ...]
UNASKED = object()
T = TypeVar("T")
_Answers = dict[Hashable, object]  # true or false; None where it is not known


class TooManyGroups(Exception):
    """Too many sets of vertices may be groups, or it takes too long to find them."""


class _NearlyTooMany(Exception):
    """Nearly too many sets are going to be begun."""


@dataclass(frozen=True, slots=True)
class PossibleGroup:
    """Vertices that may be a group, and what has to be true if they are one."""

    vertices: tuple[int, ...]
    conditions: tuple[Term, ...]


class _PartialGroup(NamedTuple):
    """A set that can be grown on: vertices that are in, those that are out, as bits, and what `_grow` takes.

    If all others are out, `beside` is None.
    """

    inside: tuple[int, ...]
    outside: int = 0
    beside: Sequence[int] | None = None
    most: int = 0
    values: Possible = BOTH


@dataclass(frozen=True, slots=True, eq=False)
class _Excluded:
    """The values of its placeholders with which a body is false; `is_all`: with all others it is true."""

    smallest: Sequence[Literals]
    is_all: bool


class _Body:
    """The body of a sentence: its possible values while vertices are undecided, and its residue once all are decided.

    Bodies that differ only in which vertices they are about share their answers.
    """

    def __init__(self, terms: TermFactory, sentence: Sentence, shared: dict[Hashable, _Answers]) -> None:
        self._terms = terms
        self._body = sentence.body
        self.source = sentence.source
        self._of_size = [term for term, at in sentence.mentioned.items() if at == SIZE]
        self._members = {term: at for term, at in sentence.mentioned.items() if at != SIZE}
        self.vertices = list(dict.fromkeys(self._members.values()))
        self.is_of_size = bool(self._of_size)
        self._truths_of = _read_at(self.vertices)
        self._order = topological_order([self._body])
        self._left: dict[Hashable, Operand] = {}
        self.cost = len(self._order)
        self.is_implied = sentence.is_implied
        self.is_small = len(self._members) <= FEW and len(self._order) <= 4 * FEW
        self.is_settled = all(term.args or term in sentence.mentioned or term.op == "constant" for term in self._order)
        self.prunes = self.is_small or not any(term.op == "unknown" for term in self._order)
        self._kind: Hashable = None
        self._answers: _Answers = {}
        if self.is_small:
            self._kind = key_of(self._body, {term: number for number, term in enumerate(self._members)})
            self._answers = shared.setdefault(self._kind, {})

    def excluded_by(self, known: dict[Hashable, _Excluded]) -> _Excluded:
        """Return which values of its placeholders exclude a set; `known` are those of other bodies."""
        if self._kind not in known:
            open_values: list[Sequence[bool]] = []
            smallest = smallest_nogoods(len(self._members), lambda values: self._is_false(values, open_values))
            known[self._kind] = _Excluded(smallest, is_all=self.is_settled and not open_values)
        return known[self._kind]

    def _is_false(self, values: Sequence[bool], open_values: list[Sequence[bool]]) -> bool:
        """Check whether the body can only be false with these values of its placeholders; note where it may be both."""
        known: dict[Term, Possible] = {term: TRUE if value else FALSE for term, value in zip(self._members, values, strict=True)}
        for term in self._order:
            if term not in known:
                known[term] = possible_result(term, [known[arg] for arg in term.args])
        if known[self._body] not in (TRUE, FALSE):
            open_values.append(values)
        return known[self._body] == FALSE

    def excluded_vertices(self, excluded: _Excluded) -> Iterator[tuple[int, int]]:
        """Yield vertices that a group cannot have, as bits, while others are out."""
        vertices = [*self._members.values()]
        source = 0 if self.source == EVERY else 1 << self.source
        for literals in excluded.smallest:
            inside, outside = source, 0
            for number, value in literals:
                if value:
                    inside |= 1 << vertices[number]
                else:
                    outside |= 1 << vertices[number]
            if not inside & outside:
                yield inside, outside

    def may_hold(self, truths: Sequence[bool | None], sizes: tuple[int, int]) -> bool:
        """Check whether the body may be true of a set that is decided in part, whose size lies between two numbers."""
        return self._answer(truths, sizes) is not False

    def _answer(self, truths: Sequence[bool | None], sizes: tuple[int, int]) -> bool | None:
        """Return the truth of the body; None if it is not known."""
        key = self._truths_of(truths)
        if self._of_size:
            key = key, sizes
        answer = self._answers.get(key, UNASKED)
        if answer is UNASKED:
            possible = self._bounds.of(truths, sizes)
            answer = self._answers[key] = True if possible == TRUE else False if possible == FALSE else None
        return answer  # type: ignore[return-value]

    @functools.cached_property
    def _bounds(self) -> _Bounds:
        return _Bounds(self._order, self._members, self._of_size)

    def residue(self, inside: Sequence[bool], size: int) -> Operand:
        """Return the term that the body leaves for a set."""
        answer = self._answer(inside, (size, size)) if self.is_settled else None
        if answer is not None:
            return answer
        key = self._truths_of(inside)
        if self._of_size:
            key = key, size
        rest = self._left.get(key, self)
        if rest is self:
            rest = self._left[key] = self._left_if({at for at in self.vertices if inside[at]}, size)
        return rest

    def _left_if(self, inside: Set[int], size: int) -> Operand:
        by: dict[Term, Operand] = {term: True for term, at in self._members.items() if at in inside}
        by.update(dict.fromkeys(self._of_size, size))
        return self._rebuilt(by)

    @functools.cached_property
    def left_elsewhere(self) -> Operand:
        """Return the residue of a body that does not read the size, for a set without its vertices."""
        return self._left_if(set(), 0)

    @functools.cached_property
    def _of_nothing(self) -> dict[Term, Operand]:
        """Return each term below the body as it is if nothing is in the group."""
        replacement = Replacement(self._terms, {**dict.fromkeys(self._members, False), **dict.fromkeys(self._of_size, 0)})
        return {term: replacement.of(term) for term in self._order}

    @functools.cached_property
    def _above(self) -> dict[Term, set[Term]]:
        """Return for each placeholder what it is part of."""
        above: dict[Term, set[Term]] = {term: {term} for term in (*self._members, *self._of_size)}
        for term in self._order:
            for ancestors in above.values():
                if not ancestors.isdisjoint(term.args):
                    ancestors.add(term)
        return above

    def _rebuilt(self, by: dict[Term, Operand]) -> Operand:
        """Return the body with other values of some placeholders; the rest is that of an empty group."""
        base = self._of_nothing
        above = sorted(set[Term]().union(*(self._above[placeholder] for placeholder in by)), key=when_made)
        return rebuilt(self._terms, above, by, base).get(self._body, base[self._body])


_POSSIBLE: Mapping[bool | None, Possible] = {None: BOTH, True: TRUE, False: FALSE}


def _read_at(vertices: Sequence[int]) -> Callable[[Sequence[bool | None]], Hashable]:
    """Return a function that gives what a list has at these places, as a key."""
    return operator.itemgetter(*vertices) if vertices else lambda truths: ()


class _Bounds:
    """Computes the possible values of a body, incrementally from those of the last call."""

    def __init__(self, order: Sequence[Term], members: Mapping[Term, int], of_size: Sequence[Term]) -> None:
        self._order = order
        at = {term: number for number, term in enumerate(order)}
        self._args = [[at[arg] for arg in term.args] for term in order]
        self._members = [(at[term], vertex) for term, vertex in members.items()]
        self._of_size = [at[term] for term in of_size]
        given = {number for number, _ in self._members}.union(self._of_size)
        self._computed = [number for number in range(len(order)) if number not in given]
        self._used_by: list[list[int]] = [[] for _ in order]
        for number in self._computed:
            for arg in {*self._args[number]}:
                self._used_by[arg].append(number)
        self._known: list[Possible | None] = [None] * len(order)
        self._sizes: tuple[int, int] | None = None
        self._stale = bytearray(len(order))
        for number in self._computed:
            self._stale[number] = 1

    def of(self, truths: Sequence[bool | None], sizes: tuple[int, int]) -> Possible:
        """Return the possible values of the body for a partly decided set with a size between two numbers."""
        known = self._known
        for number, vertex in self._members:
            possible = _POSSIBLE[truths[vertex]]
            if known[number] is not possible:
                self._set(number, possible)
        if self._of_size and sizes != self._sizes:
            self._sizes = sizes
            for number in self._of_size:
                self._set(number, frozenset(range(sizes[0], sizes[1] + 1)))
        number = self._stale.find(1)
        while number >= 0:
            self._stale[number] = 0
            now = possible_result(self._order[number], [known[arg] for arg in self._args[number]])  # type: ignore[misc]
            if now != known[number]:
                self._set(number, now)
            number = self._stale.find(1, number + 1)
        answer = known[-1]
        assert answer is not None
        return answer

    def _set(self, number: int, possible: Possible) -> None:
        self._known[number] = possible
        for above in self._used_by[number]:
            self._stale[above] = 1


class _KnownNetwork:
    """What is known of the vertices and edges of a network before any group is."""

    def __init__(self, network: Term, facts: Mapping[Term, Value]) -> None:
        detail: Network = network.detail
        graph = detail.graph
        known: dict[Term, Possible] = {term: frozenset((value,)) for term, value in facts.items()}
        for term in topological_order(network.args):
            if term not in known:
                known[term] = possible_result(term, [known[arg] for arg in term.args])
        self.size = graph.vertices
        self.vertices = [known[arg] for arg in network.args[: self.size]]
        self.values = [known[arg] for arg in network.args[-self.size :]] if detail.has_values else []
        self.beside: list[dict[int, Possible]] = [{} for _ in range(self.size)]
        for first, second, at in graph.edges:
            is_open = TRUE if at < 0 else known[network.args[at]]
            if first != second and is_open != FALSE:
                both = TRUE if TRUE in (is_open, self.beside[first].get(second)) else BOTH
                self.beside[first][second] = self.beside[second][first] = both

        self.bring = [0] * self.size  # the neighbours that are surely in the group of each vertex, as bits
        self.brought_by = [0] * self.size
        for here, beside in enumerate(self.beside):
            for other in beside:
                if self._belongs(here, other):
                    self.bring[here] |= 1 << other
                    self.brought_by[other] |= 1 << here

    def _belongs(self, here: int, other: int) -> bool:
        """Check whether a vertex is surely in the group of one that is in a group."""
        if self.vertices[other] != TRUE or self.beside[here].get(other) != TRUE:
            return False
        return not self.values or (single(self.values[here]) and self.values[here] == self.values[other])


class _ExcludedSets:
    """Vertices, as bits, that no group has while others are out: what sentences about few vertices say.

    A set that was not excluded before can only be excluded because of the vertex that was decided last, so only what is said of
    this one is looked at.
    """

    def __init__(self, size: int) -> None:
        self._of_in: list[dict[tuple[int, int], None]] = [{} for _ in range(size)]
        self._of_out: list[dict[tuple[int, int], None]] = [{} for _ in range(size)]
        self._by_first: list[dict[tuple[int, int], None]] = [{} for _ in range(size)]
        self._needed: dict[int, None] = {}  # a group has at least one vertex of each of these

    def add(self, inside: int, outside: int) -> None:
        """Exclude the sets that have all vertices of `inside` and none of `outside`."""
        for at in _places(inside):
            self._of_in[at][inside, outside] = None
        for at in _places(outside):
            self._of_out[at][inside, outside] = None
        if not inside:
            self._needed[outside] = None
        elif outside:
            self._by_first[next(_places(inside))][inside, outside] = None

    def exclude(self, at: int, inside: int, outside: int) -> bool:
        """Check whether a set is excluded now that a vertex went in or out: these are in, and these are out."""
        out, without = ~outside, ~inside
        for members, absent in self._of_in[at] if inside >> at & 1 else self._of_out[at]:
            if not (members & without or absent & out):
                return True
        return False

    def exclude_whole(self, members: Iterable[int], inside: int) -> bool:
        """Check whether a set is excluded once all others are out. Nothing excluded it as its members went in."""
        without = ~inside
        for at in members:
            for needed, absent in self._by_first[at]:
                if not (needed & without or absent & inside):
                    return True
        return any(not absent & inside for absent in self._needed)


def _in_order(numbered: Iterable[tuple[int, T]]) -> list[T]:
    """Return the numbered values, in the order of their numbers."""
    return [value for _, value in sorted(numbered, key=operator.itemgetter(0))]


def _places(bits: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


class _Search:
    def __init__(self, terms: TermFactory, network: Term, sentences: GroupSentences, work: int) -> None:
        self._known = _KnownNetwork(network, sentences.facts)
        size = self._known.size
        shared: dict[Hashable, _Answers] = {}
        known: dict[Hashable, _Excluded] = {}
        self._excluded = _ExcludedSets(size)
        self._every: list[_Body] = []
        self._of: dict[int, list[_Body]] = {}
        self._about: list[list[_Body]] = [[] for _ in range(size)]
        self._sized: dict[int, list[_Body]] = {}
        self._completing = 0
        self._deciding = [1] * size
        for sentence in sentences.sentences:
            body = _Body(terms, sentence, shared)
            self._completing += 1 + body.cost // 8 if body.source == EVERY and not body.is_implied else 0
            for at in body.vertices if body.prunes else ():
                self._deciding[at] += 1 if body.is_small else body.cost
            if body.is_small and not body.is_of_size:
                excluded = body.excluded_by(known)
                for inside, outside in body.excluded_vertices(excluded):
                    self._excluded.add(inside, outside)
                if excluded.is_all:
                    continue
            elif body.prunes:
                for at in body.vertices:
                    self._about[at].append(body)
            (self._every if body.source == EVERY else self._of.setdefault(body.source, [])).append(body)
            if body.is_of_size and not body.vertices:
                self._sized.setdefault(body.source, []).append(body)
        self._pruning = [[body for body in self._of.get(at, ()) if body.prunes] for at in range(size)]
        self._every_about: list[list[int]] = [[] for _ in range(size)]
        for number, body in enumerate(self._every):
            for at in body.vertices:
                self._every_about[at].append(number)
        self._never = set(range(size)) if EVERY in sentences.never else sentences.never
        self._work = self._most_work = work
        self._least_work: float = 0  # with less, what is left to do is foretold to be far more
        self._truths: list[bool | None] = [None] * size
        self._is_inside = [False] * size
        self._inside: list[int] = []
        self._in = self._out = 0  # the vertices that are in and out, as bits
        self._most = self._largest()
        self._least = self._smallest_fitting(1, size)
        self._cap: int | None = None  # vertices of a set that is put by
        self._at = 0  # the number of the vertex or set from which larger ones are grown
        self._begun: list[tuple[int, _PartialGroup]] = []  # the sets that are put by, and smaller ones, each with this number
        self._limit = self._large = 0  # the most sets there may be, and how many were put by
        self._tried = 0  # vertices or sets from which larger ones were grown
        self._share: float = 0  # of all there may be; if those tried have more, this foretells far more
        self._groups: list[tuple[int, PossibleGroup]] = []
        self._counted = self._clauses = 0  # of these groups, and their clauses
        self._clauses_of: Callable[[PossibleGroup], int] = lambda group: 0
        self._most_clauses: float = math.inf
        self._plain = sentences.plain
        self.not_plain: set[Term] = set()

    def _largest(self) -> list[int]:
        """Return the largest size that the group of each vertex may have; 0 if it is in none."""
        size = self._known.size
        most = [self._largest_fitting([EVERY], 1, size)] * size
        for at in self._sized:
            if at != EVERY:
                most[at] = self._largest_fitting([EVERY, at], 1, most[at])
        for at in range(size):
            if self._known.vertices[at] == FALSE or at in self._never:
                most[at] = 0
        return most

    def _largest_fitting(self, sources: Sequence[int], low: int, high: int) -> int:
        """Return the largest size between two that sentences allow; 0 if there is none. It is looked for by halves."""
        bodies = itertools.chain.from_iterable(self._sized.get(source, ()) for source in sources)
        if low > high or not all(body.may_hold(self._truths, (low, high)) for body in bodies):
            return 0
        middle = (low + high) // 2
        return (
            low
            if low == high
            else self._largest_fitting(sources, middle + 1, high) or self._largest_fitting(sources, low, middle)
        )

    def _smallest_fitting(self, low: int, high: int) -> int:
        """Return the smallest size between two that sentences about every group allow, or the larger one."""
        if low >= high:
            return high
        middle = (low + high) // 2
        bodies = self._sized.get(EVERY, ())
        fits_below = all(body.may_hold(self._truths, (low, middle)) for body in bodies)
        return self._smallest_fitting(low, middle) if fits_below else self._smallest_fitting(middle + 1, high)

    def begin(self, most: int) -> list[_PartialGroup] | None:
        """Return the sets that can be begun, to be grown on; None if they are not known. Maybe none of them can be completed.

        Raise `TooManyGroups` if more than `most` of them are large. If there are nearly as many, those of a larger size are
        counted too: finding all groups would take far longer. They are not all counted where some vertices foretell so many.
        """
        self._limit = most
        begun: list[_PartialGroup] | None = None
        for size in BEGUN:
            if max(self._most, default=0) > size:
                with suppress(_NearlyTooMany):
                    begun = self._grow_all(begun, size)
                    if self._large <= most * NEARLY:
                        break
        return begun

    def groups(
        self, most: int, clauses_of: Callable[[PossibleGroup], int] | None = None, most_clauses: float = math.inf
    ) -> list[PossibleGroup]:
        """Return the sets that may be groups. Raise `TooManyGroups` if there are more than `most`.

        Raise it as well if they take more than `most_clauses`, each as many as `clauses_of` says, or if those found first
        foretell far more.
        """
        self._clauses_of, self._most_clauses = clauses_of or self._clauses_of, most_clauses
        self._grow_all(self.begin(most), None)
        return _in_order(self._groups)

    def _grow_all(self, begun: Sequence[_PartialGroup] | None, cap: int | None) -> list[_PartialGroup]:
        """Grow sets on, or from each vertex without those before, up to `cap` vertices; return the sets that this begins.

        Those tried first lie everywhere on the board. So the sets that they begin, and their work, foretell the rest.
        """
        self._cap, self._begun, self._large, self._tried = cap, [], 0, 0
        firsts = [first for first, size in enumerate(self._most) if size] if begun is None else range(len(begun))
        before = self._work
        for self._at in sorted(firsts, key=lambda first: -first * GOLDEN % 1):
            self._tried += 1
            self._share = FAR * (self._tried + 2) / len(firsts)
            self._least_work = max(0, before - self._most_work * max(SOME, self._share))
            if begun is not None:
                self._grow_on(begun[self._at])
            else:
                self._place((), (1 << self._at) - 1)  # those before are in no later one
                if self._enter(self._at, self._most[self._at]):
                    self._grow([], self._most[self._at], self._known.values[self._at] if self._known.values else BOTH)
            if len(self._groups) - self._counted >= BATCH:
                self._count_clauses()
        self._count_clauses()
        return _in_order(self._begun)

    def _count_clauses(self) -> None:
        """Count the clauses of further groups. Raise `TooManyGroups` if they are too many, or foretell far more."""
        self._clauses += sum(self._clauses_of(group) for _, group in self._groups[self._counted :])
        self._counted = len(self._groups)
        if self._clauses > self._most_clauses * min(1, max(SOME, self._share)):
            raise TooManyGroups

    def _grow_on(self, begun: _PartialGroup) -> None:
        self._place(begun.inside, begun.outside)
        if begun.beside is not None:
            self._grow(begun.beside, begun.most, begun.values)
        elif self._cap is None:
            self._complete()
        else:
            self._begun.append((self._at, begun))

    def _place(self, inside: Iterable[int], outside: int) -> None:
        """Put vertices in and out, and leave the others open."""
        first = (~outside & outside + 1).bit_length() - 1  # all before it are out, which may be hundreds
        self._truths = [*[False] * first, *[None] * (self._known.size - first)]
        self._is_inside = [False] * self._known.size
        self._inside, self._in, self._out = [*inside], 0, outside
        for at in self._inside:
            self._truths[at] = self._is_inside[at] = True
            self._in |= 1 << at
        for at in _places(outside >> first):
            self._truths[first + at] = False

    def _put_out(self, at: int) -> None:
        self._truths[at] = False
        self._out |= 1 << at

    def _spend(self, cost: int) -> None:
        self._work -= cost
        if self._work < self._least_work:
            raise TooManyGroups

    def _enter(self, at: int, most: int) -> bool:
        """Put a vertex in; return whether the set may still be a group."""
        self._truths[at] = self._is_inside[at] = True
        self._inside.append(at)
        self._in |= 1 << at
        if len(self._inside) > most or self._out & self._known.bring[at] or not self._may_hold(at, most):
            return False
        sizes, truths = (len(self._inside), most), self._truths
        pruning = self._pruning[at]
        return not pruning or all(body.may_hold(truths, sizes) for body in pruning)

    def _leave(self, at: int) -> None:
        self._inside.pop()
        self._is_inside[at] = False
        self._truths[at] = None
        self._in &= ~(1 << at)

    def _may_hold(self, at: int, most: int) -> bool:
        self._spend(self._deciding[at])
        if self._excluded.exclude(at, self._in, self._out):
            return False
        sizes, truths = (len(self._inside), most), self._truths
        for body in self._about[at]:
            if (body.source == EVERY or truths[body.source] is True) and not body.may_hold(truths, sizes):
                return False
        return True

    def _grow(self, beside: Sequence[int], most: int, values: Possible) -> None:
        """Note the sets that arise by adding vertices beside the set.

        It is no generator: each set would be handed on by as many of these as it has vertices.
        """
        if self._cap is not None and len(self._inside) >= self._cap:
            self._begun.append((self._at, _PartialGroup(tuple(self._inside), self._out, beside, most, values)))
            self._large += 1
            self._foretell(self._cap)
            return
        last = self._inside[-1]
        beside = [*beside, *(other for other in self._known.beside[last] if self._truths[other] is None and other not in beside)]
        decided: list[int] = []
        alive = True
        if len(self._inside) >= most:  # all others are out: what that excludes is found when the set is completed
            alive = not any(self._in & self._known.brought_by[at] for at in beside)
            beside = ()
        for number, at in enumerate(beside):
            narrowed: Possible | None = values
            if self._known.values:
                try:
                    narrowed = meet(values, self._known.values[at])
                except EmptyMeet:
                    narrowed = None
            smaller = min(most, self._most[at])
            if narrowed is not None and len(self._inside) < smaller and self._known.vertices[at] != FALSE:
                if self._enter(at, smaller):
                    self._grow(beside[number + 1 :], smaller, narrowed)
                self._leave(at)
            self._put_out(at)
            decided.append(at)
            if self._in & self._known.brought_by[at] or not self._may_hold(at, most):
                alive = False
                break
        if alive and self._cap is not None:
            self._begun.append((self._at, _PartialGroup(tuple(self._inside))))
        elif alive:
            self._complete()
        for at in decided:
            self._truths[at] = None
            self._out &= ~(1 << at)

    def _foretell(self, size: int) -> None:
        """Raise `TooManyGroups` if more sets of this size are begun than there may be, or if those so far foretell far more.

        If they foretell nearly as many, `_NearlyTooMany` is raised, as long as those of a larger size can be counted instead.
        """
        begun = self._large
        if begun > self._limit * min(1, max(SOME, self._share)):
            raise TooManyGroups
        if size < BEGUN[-1] < max(self._most) and begun > self._limit * max(SOME, NEARLY * self._share):
            raise _NearlyTooMany

    def _complete(self) -> None:
        """Note the group without further vertices, if no sentence is false of it."""
        group = self._group()
        if group is not None:
            self._groups.append((self._at, group))
            if len(self._groups) > self._limit:
                raise TooManyGroups

    def _group(self) -> PossibleGroup | None:
        size = len(self._inside)
        if size < self._least:
            return None
        self._spend(self._completing)
        if self._excluded.exclude_whole(self._inside, self._in):
            return None
        conditions: dict[Term, None] = {}
        for bodies in (self._about_inside(), *(self._of.get(at, ()) for at in self._inside)):
            for body in bodies:
                left = body.residue(self._is_inside, size)
                if left is False:
                    return None
                if isinstance(left, Term):
                    conditions[left] = None
        vertices = tuple(sorted(self._inside))
        for term, plain in self._plain.items():
            self._spend(EVALUATION)
            try:
                left = plain.residue(vertices)
            except NoPlainAnswer:
                self.not_plain.add(term)
                continue
            if left is False:
                return None
            if isinstance(left, Term):
                conditions[left] = None
        return PossibleGroup(vertices, tuple(conditions))

    @functools.cached_property
    def _about_any(self) -> frozenset[int]:
        """Return which sentences about every group say something of sets that have none of their vertices."""
        return frozenset(number for number, body in enumerate(self._every) if body.is_of_size or body.left_elsewhere is not True)

    def _about_inside(self) -> list[_Body]:
        """Return the sentences about every group that say something of this set."""
        numbers = self._about_any.union(*(self._every_about[at] for at in self._inside))
        return [self._every[number] for number in sorted(numbers)]


def possible_groups(
    terms: TermFactory,
    network: Term,
    sentences: GroupSentences,
    most: int,
    work: int,
    clauses_of: Callable[[PossibleGroup], int],
    most_clauses: float,
) -> tuple[list[PossibleGroup], frozenset[Term]]:
    """Return all sets that may be groups of a network, and the plain sentences that were not evaluated for all of them.

    Raise `TooManyGroups` beyond `most` sets, so much work, or so many clauses; `clauses_of` is called once with each set.
    """
    search = _Search(terms, network, sentences, work)
    return search.groups(most, clauses_of, most_clauses), frozenset(search.not_plain)
