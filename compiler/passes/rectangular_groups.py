"""Groups that are rectangles: where two places are, and how large a group is, is told by straight ways.

Before:  no corner is touched by three cells of a group
         r1c1 and r2c3 in one group
         size of the group of r1c1 == 6
After:   no corner is touched by three cells of a group
         the way r1c1, r1c2, r1c3 is open, and the way r1c3, r2c3
         cells from r1c1 to the right, times cells from there down == 6

An edge is *open* if it joins its vertices. A network is *rectangular* if each of its edges has one of two directions such that

1. the edges of a direction make paths, its *lines*; lines of different directions have at most one vertex in common;
2. if two edges of different directions that meet at a vertex are open, they are sides of a square of edges, and its other two
   sides, each of the direction of the side across from it, are open as well.

Take an open way from c to x. Where it goes from an edge of the second direction to one of the first, 2 replaces both by the other
two sides of a square: so there also is an open way, no longer, that goes in the first direction as far as it does so, and then in
the second. By 1 both parts lie in lines, and go straight without loss. So c and x are in one group exactly if the way along the
line of c to the line of x, and on along that, is open, and that is a shortest way. What is open beside c in its line is as long
beside each vertex of the group, by 2 again; so the size is a product.

What 2 needs is looked for in what is asserted. A square has few edges: all its worlds are gone through, each with what is joined
there, and whatever is asserted of these terms alone excludes some. So it does not matter how a rule is spelt, and whether edges
have conditions: that no corner is touched by three cells of a group, and that no wall stands inside one, together say 2. Where
terms that are going to be replaced said it, 2 is asserted, of edges alone. Then each of these terms may be replaced everywhere,
in what said it too.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ..ir.bitset_models import BitsetModels, Possible
from ..ir.evaluation import topological_order
from ..ir.module import Assertion, Module, Origin
from ..ir.operands import operand
from ..ir.operations.equality import make_same
from ..ir.reachability_layers import reachability_layers_of
from ..ir.rebuild import Replacement
from ..ir.term import Operand, Table, Term
from ..ir.term_factory import TermFactory
from ..ir.term_store import TableTooLarge
from ..ir.walk import junction_members
from ..language.budget import Enter, enter_nothing
from ..records import dataclass, replace
from . import only_with

MOST_LEAVES = 100  # of an assertion that is looked at
MOST_PARTLY = 16  # of one some of whose terms are not known

Pair = tuple[int, int]
NOTHING_JOINED: Mapping[Term, Pair] = {}
Slot = bool | tuple[int, bool]  # a known truth value; or the number of a term, and whether it stands as it is or negated


@only_with("same_component", "size")
def rectangular_groups(
    module: Module,
    has_selector: Callable[[Origin], bool] | None = None,
    on_progress: Enter = enter_nothing,
    rests_on: Callable[[Origin], None] = lambda origin: None,
    *,
    crossing: bool = False,
) -> Module:
    """Return the module, in which straight ways tell the groups of rectangular networks. `on_progress`: called with each rule.

    If some assertions have selectors, so that they can be left out, nothing is concluded from what they say. `rests_on` is
    called with the origin of each assertion that shows that networks are rectangular, and what their sides can be.
    `crossing`: the two lines through a vertex decide how a size compares with a number, and other sizes stay.
    """
    queries = [term for term in module.reachable_terms() if term.op in ("same_component", "size")]
    always = [assertion for assertion in module.assertions if has_selector is None or not has_selector(assertion.origin)]
    answers: dict[Term, _Answers] = {}
    added: list[Assertion] = []
    for network in dict.fromkeys(term.args[0] for term in queries):
        stated = _Stated(module.terms, network, always)
        rewritten = _rectangular(module.terms, network, stated)
        if rewritten:
            sizes = sum(term.op == "size" and term.args[0] is network for term in queries)
            answers[network] = _Answers(module.terms, network, rewritten[0], stated, sizes)
            added += rewritten[1]
    if not answers:
        return module
    straight = Replacement(module.terms, _all_answers(module, answers, crossing=crossing))
    assertions = []
    for assertion in module.assertions:
        on_progress("encoding", assertion.origin.span)
        assertions.append(replace(assertion, term=_replace(straight, assertion.term)))
    target = module.target and module.target.with_term(lambda term: _replace(straight, term))
    for origin in dict.fromkeys(origin for answer in answers.values() for origin in answer.stated.rests):
        rests_on(origin)
    return Module(module.terms, module.variables, (*assertions, *added), target)


def _replace(straight: Replacement, term: Operand) -> Operand:
    try:
        return straight.of(term)
    except TableTooLarge:  # a term that is not rebuilt says the same as it is
        return term


# what is asserted


class _Stated:
    """What is asserted of a network in few terms: its vertices, conditions, equal values, and what is in one group."""

    def __init__(self, terms: TermFactory, network: Term, assertions: Sequence[Assertion]) -> None:
        self.terms = terms
        self.network = network
        graph = network.detail.graph
        self.size = graph.vertices
        self.vertices = [operand(arg) for arg in network.args[: self.size]]
        self.values = [operand(arg) for arg in network.args[-self.size :]] if network.detail.has_values else []
        self.conditions: dict[Pair, Operand] = {}
        self.has_doubles = False
        for first, second, at in graph.edges:
            if first != second:
                self.has_doubles |= (first, second) in self.conditions
                condition = True if at < 0 else operand(network.args[at])
                self.conditions[first, second] = self.conditions[second, first] = condition
        self._assertions = assertions
        self._leaves: dict[Term, frozenset[Term]] = {}
        self._parts_with: dict[Term, list[Term]] = {}
        self.joined: dict[Pair, Term] = {}  # the terms "in one group" that assertions hold, by their two ends
        self._open: dict[Pair, Operand] = {}
        self.origins: dict[Term, Origin] = {}
        self.rests: dict[Origin, None] = {}  # what was concluded from

    def same(self, first: int, second: int) -> Operand:
        """Return whether two vertices have equal values."""
        if not self.values:
            return True
        first, second = min(first, second), max(first, second)
        return make_same(self.terms, self.values[first], self.values[second])

    def requires(self, first: int, second: int) -> list[Term]:
        """Return necessary conditions of an open edge; none for an edge that is never open."""
        conditions = [self.vertices[first], self.vertices[second], self.conditions[first, second], self.same(first, second)]
        return list(dict.fromkeys(part for part in conditions if isinstance(part, Term)))

    def is_open(self, first: int, second: int) -> Operand:
        """Return the term "an edge is open"."""
        if (first, second) not in self._open:
            self._open[first, second] = self.terms.conjunction(
                [self.vertices[first], self.vertices[second], self.conditions[first, second], self.same(first, second)]
            )
        return self._open[first, second]

    def read(self, atoms: set[Term]) -> None:
        """Look for assertions of nothing but some terms, and of what is in one group."""
        for assertion in self._assertions:
            for part in junction_members(self.terms, assertion.term, "and"):
                if isinstance(part, Term) and part not in self.origins:
                    leaves = self._leaves_of(part, atoms)
                    if leaves:
                        self.origins[part] = assertion.origin
                        self._leaves[part] = leaves
                        for leaf in leaves:
                            self._parts_with.setdefault(leaf, []).append(part)
                            if leaf.op == "same_component" and leaf.detail.steps is None:
                                self.joined[leaf.detail.source, leaf.detail.target] = leaf

    def _leaves_of(self, part: Term, atoms: set[Term]) -> frozenset[Term] | None:
        leaves: set[Term] = set()
        seen = {part}
        todo = [part]
        while todo:
            here = todo.pop()
            if here in atoms or (here.op in ("same_component", "size") and here.args[0] is self.network):
                leaves.add(here)
                if len(leaves) > MOST_LEAVES:
                    return None
            elif here.op != "constant":
                if not here.args or here.op in ("same_component", "size"):
                    return None
                new = [arg for arg in here.args if arg not in seen]
                seen.update(new)
                todo += new
        return frozenset(leaves)

    def about(self, known: Mapping[Term, object], of: Sequence[Term]) -> dict[Term, None]:
        """Return the assertions about known terms only, with at least one of the terms `of`."""
        keys, leaves = known.keys(), self._leaves
        parts = dict.fromkeys(part for leaf in of for part in self._parts_with.get(leaf, ()))
        return {part: None for part in parts if leaves[part] <= keys}

    def partly_about(self, known: Mapping[Term, object], of: Sequence[Term]) -> Iterator[Term]:
        """Yield the assertions about few terms, not all of them known, with at least one of the terms `of`."""
        for part in dict.fromkeys(part for leaf in of for part in self._parts_with.get(leaf, ())):
            leaves = self._leaves[part]
            if len(leaves) <= MOST_PARTLY and not leaves <= known.keys() and not self.asks_groups(part):
                yield part

    def rest_on(self, parts: Iterable[Term]) -> None:
        """Note that something was concluded from what is asserted."""
        self.rests.update(dict.fromkeys(self.origins[part] for part in parts))

    def asks_groups(self, part: Term) -> bool:
        """Check whether an assertion asks what is in one group, or how large one is."""
        return any(leaf.op in ("same_component", "size") for leaf in self._leaves[part])


# squares, and their worlds


@dataclass(frozen=True, slots=True)
class _SquareShape:
    """What the worlds of a few vertices depend on: which terms are known, and which are the same."""

    vertices: tuple[Slot, ...]
    edges: tuple[Pair, ...]
    conditions: tuple[Slot, ...]
    same: tuple[Slot, ...]  # for each pair of vertices, if values are compared
    asks_groups: bool


@dataclass(frozen=True, slots=True)
class _Worlds:
    """The worlds of a few vertices: where each numbered term is true, which pairs are in one group, which edges are open."""

    number: int
    numbered: tuple[int, ...]
    joined: dict[Pair, int]
    is_open: tuple[int, ...]


def _partitions(size: int) -> list[tuple[int, ...]]:
    """Return every way to divide some vertices into classes: for each vertex the number of its class."""
    partitions: list[tuple[int, ...]] = [()]
    for _ in range(size):
        partitions = [(*before, at) for before in partitions for at in range(max(before, default=-1) + 2)]
    return partitions


def _worlds(shape: _SquareShape) -> _Worlds:
    """Return all worlds of a shape."""
    size = len(shape.vertices)
    pairs = list(itertools.combinations(range(size), 2))
    slots = (*shape.vertices, *shape.conditions, *shape.same)
    most = max((slot[0] for slot in slots if not isinstance(slot, bool)), default=-1) + 1
    alone = [tuple(range(size))]
    together = [(0,) * size]
    truths, groups, opens = [0] * most, dict.fromkeys(pairs, 0), [0] * len(shape.edges)
    number = 0

    def of(slot: Slot, values: Sequence[bool]) -> bool:
        return slot if isinstance(slot, bool) else values[slot[0]] is slot[1]

    for values in itertools.product((False, True), repeat=most):
        vertices = [of(slot, values) for slot in shape.vertices]
        conditions = [of(slot, values) for slot in shape.conditions]
        equal = [of(slot, values) for slot in shape.same]
        for classes in _partitions(size) if shape.same else together:
            if shape.same and [classes[a] == classes[b] for a, b in pairs] != equal:
                continue
            is_open = [
                condition and vertices[a] and vertices[b] and classes[a] == classes[b]
                for (a, b), condition in zip(shape.edges, conditions, strict=True)
            ]
            for group in _partitions(size) if shape.asks_groups else alone:
                if shape.asks_groups and not (
                    all(group[a] == group[b] for (a, b), is_one in zip(shape.edges, is_open, strict=True) if is_one)
                    and all(group[a] != group[b] or (vertices[a] and vertices[b] and classes[a] == classes[b]) for a, b in pairs)
                ):
                    continue
                bit = 1 << number
                number += 1
                for at in range(most):
                    truths[at] |= bit * values[at]
                for a, b in pairs:
                    groups[a, b] |= bit * (group[a] == group[b])
                for at, is_one in enumerate(is_open):
                    opens[at] |= bit * is_one
    return _Worlds(number, tuple(truths), groups, tuple(opens))


class _Squares:
    """Tells of squares of edges, and of two edges that are in none, what is asserted of them."""

    def __init__(self, stated: _Stated) -> None:
        self.stated = stated
        self._made: dict[_SquareShape, _Worlds] = {}
        graph: dict[int, list[int]] = {}
        for first, second in stated.conditions:
            graph.setdefault(first, []).append(second)
        self.neighbors = {at: sorted(others) for at, others in graph.items()}
        self.squares: dict[tuple[int, ...], None] = {}
        self.apart: list[tuple[int, int, int]] = []  # two edges at the middle vertex that are in no square
        self.is_simple = not stated.has_doubles and self._find_squares()

    def _find_squares(self) -> bool:
        """Find the squares; return whether they are simple: two edges are in one at most, and no three are a triangle."""
        beside = {at: {*others} for at, others in self.neighbors.items()}
        for here, others in self.neighbors.items():
            for one, other in itertools.combinations(others, 2):
                across = beside[one] & beside[other]
                if other in beside[one] or len(across) > 2:
                    return False
                if len(across) == 1:
                    self.apart.append((one, here, other))
                    continue
                ring: tuple[int, ...] = (here, one, *(across - {here}), other)
                least = ring.index(min(ring))
                ring = (*ring[least:], *ring[:least])
                self.squares[ring if ring[1] < ring[3] else (ring[0], *ring[:0:-1])] = None
        return True

    def read(self) -> None:
        """Look for assertions about the terms of squares."""
        stated = self.stated
        pairs = (
            [pair for ring in (*self.squares, *self.apart) for pair in itertools.combinations(ring, 2)] if stated.values else []
        )
        same = [stated.same(first, second) for first, second in dict.fromkeys(pairs)]
        truths = dict.fromkeys([*stated.vertices, *stated.conditions.values(), *same])
        stated.read({_base(truth)[0] for truth in truths if isinstance(truth, Term)})

    def _terms(self, ring: Sequence[int], edges: Sequence[Pair]) -> list[Operand]:
        stated = self.stated
        same = [stated.same(a, b) for a, b in itertools.combinations(ring, 2)] if stated.values else []
        conditions = [stated.conditions[ring[a], ring[b]] for a, b in edges]
        return [*(stated.vertices[at] for at in ring), *conditions, *same]

    def are_worlds_excluded(self, ring: Sequence[int], wrong: Callable[[_Worlds], int]) -> tuple[bool, Origin | None]:
        """Check whether the assertions exclude all wrong worlds; also return an assertion about groups if it needs one.

        There is none if it was not needed for that.
        """
        worlds, left, about = self._possible(ring)
        if not left & wrong(worlds):
            self.stated.rest_on(about)
            return True, None
        joined = self._terms_joining(ring)
        worlds, left, about = self._possible(ring, joined) if joined else (worlds, left, {})
        asking = next((part for part in about if self.stated.asks_groups(part)), None)
        if asking is not None and not left & wrong(worlds):
            self.stated.rest_on(about)
            return True, self.stated.origins[asking]
        if len(ring) < 4:  # two edges of a line, of which most may be open
            return False, None
        worlds, left, about = self._possible(ring, partly=True)
        is_closed = not left & wrong(worlds)
        if is_closed:
            self.stated.rest_on(about)
        return is_closed, None

    def _terms_joining(self, ring: Sequence[int]) -> dict[Term, Pair]:
        """Return the asserted terms "in one group" of vertices of a ring, each with its two places in the ring."""
        ends = [(ring[a], ring[b], a, b) for a, b in itertools.permutations(range(len(ring)), 2)]
        return {
            self.stated.joined[first, second]: (min(a, b), max(a, b))
            for first, second, a, b in ends
            if (first, second) in self.stated.joined
        }

    def _possible(
        self, ring: Sequence[int], joined: Mapping[Term, Pair] = NOTHING_JOINED, *, partly: bool = False
    ) -> tuple[_Worlds, int, dict[Term, None]]:
        """Return the worlds of a few vertices, which of them nothing excludes, and what was asserted of them.

        `joined`: worlds also differ in the truth of these terms "in one group". `partly`: an assertion that has other terms too
        excludes the worlds in which it is false whatever the values of these terms.
        """
        stated = self.stated
        size, edges = len(ring), _sides(ring)
        numbers: dict[Term, int] = {}
        slots: list[Slot] = []
        for term in self._terms(ring, edges):
            if isinstance(term, Term):
                base, positive = _base(term)
                slots.append((numbers.setdefault(base, len(numbers)), positive))
            else:
                slots.append(bool(term))
        about = stated.about({**numbers, **joined}, [*numbers, *joined])
        shape = _SquareShape(
            tuple(slots[:size]),
            edges,
            tuple(slots[size : size + len(edges)]),
            tuple(slots[size + len(edges) :]),
            any(map(stated.asks_groups, about)),
        )
        worlds = self._made.get(shape)
        if worlds is None:
            worlds = self._made[shape] = _worlds(shape)
        everywhere = (1 << worlds.number) - 1
        known = {term: worlds.numbered[at] for term, at in numbers.items()}
        if shape.asks_groups:
            known |= {term: worlds.joined[pair] for term, pair in joined.items()}
        local = BitsetModels(worlds.number, {term: {True: at, False: everywhere & ~at} for term, at in known.items()})
        left = everywhere
        if partly:
            about |= dict.fromkeys(stated.partly_about(known, [*known]))
        for part in about:
            left &= local.where_true(part)
        return worlds, left, about


def _sides(ring: Sequence[int]) -> tuple[Pair, ...]:
    """Return the edges of a square, or of two edges that meet at the middle vertex."""
    return ((0, 1), (1, 2), (2, 3), (3, 0)) if len(ring) == 4 else ((0, 1), (1, 2))


def _base(term: Term) -> tuple[Term, bool]:
    """Return a term without negations, and whether it stands as it is."""
    positive = True
    while term.op == "not":
        term, positive = term.args[0], not positive
    return term, positive


# directions and lines


def _rectangular(terms: TermFactory, network: Term, stated: _Stated) -> tuple[_Ways, list[Assertion]] | None:
    """Return the ways of a rectangular network, and what has to be asserted of them; None if it is not rectangular."""
    squares = _Squares(stated)
    if not squares.is_simple:
        return None
    squares.read()
    directions = _Directions()
    added: list[Assertion] = []
    for ring in squares.squares:
        is_closed, asking = squares.are_worlds_excluded(ring, _two_without_all)
        if not is_closed or not directions.square(ring):
            return None
        if asking:
            added += [Assertion(term, asking) for term in _close_squares(stated, ring) if isinstance(term, Term)]
    never_both: list[tuple[int, int, int]] = []
    for one, here, other in squares.apart:
        is_closed, asking = squares.are_worlds_excluded((one, here, other), lambda worlds: worlds.is_open[0] & worlds.is_open[1])
        if is_closed:
            never_both.append((one, here, other))
            if asking:
                both = terms.conjunction([*stated.requires(one, here), *stated.requires(here, other)])
                added += [Assertion(terms.negation(both), asking)]
        elif not directions.state((one, here), (here, other), differ=False):
            return None
    for one, here, other in never_both:
        directions.state((one, here), (here, other), differ=True)
    lines = _lines(stated, squares.neighbors, directions)
    return None if lines is None else (_Ways(stated, lines), added)


def _two_without_all(worlds: _Worlds) -> int:
    """Return the worlds of a square in which two sides that meet are open, and not all four."""
    a, b, c, d = worlds.is_open
    return ((a & b) | (b & c) | (c & d) | (d & a)) & ~(a & b & c & d)


def _close_squares(stated: _Stated, ring: Sequence[int]) -> Iterator[Operand]:
    """Yield that two sides of a square that meet are open only if the other two are."""
    sides = [stated.requires(ring[a], ring[b]) for a, b in _sides(ring)]
    terms = stated.terms
    for at in range(4):
        if_open = dict.fromkeys([*sides[at - 1], *sides[at]])
        then = [part for part in dict.fromkeys([*sides[at - 2], *sides[at - 3]]) if part not in if_open]
        yield terms.disjunction([*map(terms.negation, if_open), terms.conjunction(then)])


class _Directions:
    """Which edges have the same direction, and which different ones, as far as that is stated."""

    def __init__(self) -> None:
        self._above: dict[Pair, tuple[Pair, bool]] = {}

    def of(self, edge: Pair) -> tuple[Pair, bool]:
        """Return an edge that stands for all whose directions are known together, and whether this one's is different."""
        edge = min(edge), max(edge)
        path, differs = [], False
        while edge in self._above:
            path.append((edge, differs))
            edge, more = self._above[edge]
            differs ^= more
        for joint, before in path:
            self._above[joint] = edge, before ^ differs
        return edge, differs

    def state(self, one: Pair, other: Pair, *, differ: bool) -> bool:
        """State that two edges have different directions, or the same one; return False if that contradicts the others."""
        (first, first_differs), (second, second_differs) = self.of(one), self.of(other)
        if first == second:
            return first_differs ^ second_differs is differ
        self._above[max(first, second)] = min(first, second), first_differs ^ second_differs ^ differ
        return True

    def square(self, ring: Sequence[int]) -> bool:
        """State that sides of a square that meet have different directions."""
        sides = [(ring[a], ring[b]) for a, b in _sides(ring)]
        return all(self.state(sides[at - 1], sides[at], differ=True) for at in range(4))


@dataclass(frozen=True, slots=True)
class _Lines:
    """The lines of both directions: for each vertex its line and where it is in it; where two lines meet."""

    lines: tuple[list[list[int]], list[list[int]]]
    at: tuple[dict[int, Pair], dict[int, Pair]]
    meeting: dict[Pair, int]


def _lines(stated: _Stated, neighbors: Mapping[int, Sequence[int]], directions: _Directions) -> _Lines | None:
    """Return the lines; None if some are no paths, or lie so that the network is not rectangular."""
    along: tuple[dict[int, list[int]], dict[int, list[int]]] = ({}, {})
    for here, others in neighbors.items():
        for other in others:
            along[directions.of((here, other))[1]].setdefault(here, []).append(other)
    lines: tuple[list[list[int]], list[list[int]]] = ([], [])
    at: tuple[dict[int, Pair], dict[int, Pair]] = ({}, {})
    for direction in (0, 1):
        beside = along[direction]
        if any(len(others) > 2 for others in beside.values()):
            return None
        for start in range(stated.size):
            if start in at[direction] or len(beside.get(start, ())) > 1:
                continue
            line, before, here = [start], -1, start
            while following := [other for other in beside.get(here, ()) if other != before]:
                before, here = here, following[0]
                line.append(here)
            for position, vertex in enumerate(line):
                at[direction][vertex] = len(lines[direction]), position
            lines[direction].append(line)
        if len(at[direction]) < stated.size:  # a line without ends
            return None
    meeting = {(at[0][vertex][0], at[1][vertex][0]): vertex for vertex in range(stated.size)}
    return _Lines(lines, at, meeting) if len(meeting) == stated.size else None


# ways, and what they say of groups


class _Ways:
    """The terms "the way along a line is open"; each is built from the next shorter one."""

    def __init__(self, stated: _Stated, lines: _Lines) -> None:
        self.stated = stated
        self.terms = stated.terms
        self.lines = lines
        self._straight: dict[tuple[int, int, int, int], Operand] = {}

    def next(self, direction: int, vertex: int, step: int) -> int | None:
        """Return the vertex before (-1) or after (1) another in its line."""
        line, position = self.lines.at[direction][vertex]
        following = position + step
        return self.lines.lines[direction][line][following] if 0 <= following < len(self.lines.lines[direction][line]) else None

    def room(self, direction: int, vertex: int) -> list[int]:
        """Return a vertex and those after it in its line."""
        line, position = self.lines.at[direction][vertex]
        return self.lines.lines[direction][line][position:]

    def straight(self, direction: int, first: int, last: int) -> Operand:
        """Return the term "the way between two vertices of a line is open"; it implies that both vertices are true."""
        line, one = self.lines.at[direction][first]
        low, high = sorted((one, self.lines.at[direction][last][1]))
        vertices = self.lines.lines[direction][line]
        made: Operand = self.stated.vertices[vertices[low]]
        for end in range(low + 1, high + 1):
            key = direction, line, low, end
            if key not in self._straight:
                edge = self.stated.is_open(vertices[end - 1], vertices[end])
                only = end == low + 1
                self._straight[key] = edge if only else self.terms.conjunction([made, *self._more(edge)])
            made = self._straight[key]
        return made

    @staticmethod
    def _more(edge: Operand) -> Sequence[Operand]:
        return edge.args if isinstance(edge, Term) and edge.op == "and" else [edge]

    def same_component(self, source: int, target: int, steps: int | None = None) -> Operand:
        """Return "in one group", with `steps` at most so many steps apart."""
        (across, _), (down, _) = self.lines.at[0][source], self.lines.at[1][target]
        turn = self.lines.meeting.get((across, down))
        if turn is None:
            return False
        far = sum(
            abs(self.lines.at[direction][one][1] - self.lines.at[direction][turn][1])
            for direction, one in ((0, source), (1, target))
        )
        if steps is not None and far > steps:
            return False
        return self.terms.conjunction([self.straight(0, source, turn), self.straight(1, turn, target)])


class _Answers:
    """What takes the place of terms about the groups of a rectangular network."""

    def __init__(self, terms: TermFactory, network: Term, ways: _Ways, stated: _Stated, sizes: int) -> None:
        self.terms = terms
        self.network = network
        self.ways = ways
        self.stated = stated
        self._after: dict[Pair, Operand] = {}
        self._sizes: dict[int, Operand] = {}
        self._asked = sizes

    @functools.cached_property
    def _counts_members(self) -> bool:
        """Check whether members of the groups that are asked for are fewer clauses than a table of two sides for each vertex."""
        rooms = [(len(self.ways.room(0, vertex)), len(self.ways.room(1, vertex))) for vertex in range(self.stated.size)]
        tables = sum(across * down * (across + down) for across, down in rooms if across > 1 and down > 1)
        if tables <= 3 * self._asked * self.stated.size:
            return False
        largest = max(range(self.stated.size), key=lambda vertex: rooms[vertex][0] * rooms[vertex][1])
        possible = self._possible_sides(largest)
        return not any(len({pair[side] for pair in possible}) == len(possible) for side in (0, 1))

    def same_component(self, term: Term) -> Operand:
        """Return "in one group"."""
        return self.ways.same_component(term.detail.source, term.detail.target, term.detail.steps)

    def size(self, term: Term) -> Operand:
        """Return the size of a group, or how many of its vertices are at most so many steps from one."""
        source, steps = term.detail.source, term.detail.steps
        try:
            if steps is None:
                return self.whole_size(source)
        except TableTooLarge:
            pass
        near = reachability_layers_of(self.terms, self.network).reachable(source)
        return self.terms.linear([(1, self.ways.same_component(source, at, steps)) for at in near])

    def whole_size(self, vertex: int) -> Operand:
        """Return the size of the group of a vertex: that of the vertex before it in a line, if the way there is open.

        A vertex that has none is the first one in both lines, and what is open after it are two sides of the rectangle.
        """
        if self._counts_members:
            raise TableTooLarge
        todo = [vertex]
        while todo:
            here = todo[-1]
            before = [at for direction in (0, 1) if (at := self.ways.next(direction, here, -1)) is not None]
            new = [at for at in before if at not in self._sizes]
            if here in self._sizes or not new:
                todo.pop()
                if here not in self._sizes:
                    # a table of its own, so that what is asked of a size is not asked of all those before it
                    cases = [(self.stated.is_open(at, here), self.terms.map(_SIZE, [self._sizes[at]])) for at in before]
                    absent = self.terms.negation(self.stated.vertices[here])
                    self._sizes[here] = self.terms.cases([(absent, 0), *cases], self._first_size(here))
            else:
                todo += new
        return self._sizes[vertex]

    def size_comparison(self, term: Term) -> Operand | None:
        """Return a comparison of a size in terms of the two lines through the vertex; None if it may be true without a group."""
        size: Term = term.args[0]
        low, high = (term.detail, term.detail) if term.op == "is" else term.detail
        steps, vertex = size.detail.steps, size.detail.source
        if low < 1 or (steps is not None and high > steps):
            return None
        sides: list[dict[int, Operand]] = []
        for direction in (0, 1):
            line, _ = self.ways.lines.at[direction][vertex]
            others = [at for at in self.ways.lines.lines[direction][line] if at != vertex]
            side = self.terms.linear([(1, self.ways.straight(direction, vertex, at)) for at in others], 1)
            sides.append({length: self.terms.equals(side, length) for length in range(1, min(len(others) + 1, high) + 1)})
        wanted = [
            self.terms.conjunction([across, down])
            for (width, across), (height, down) in itertools.product(*(side.items() for side in sides))
            if low <= width * height <= high
        ]
        return self.terms.conjunction([self.stated.vertices[vertex], self.terms.disjunction(wanted)])

    def after(self, direction: int, vertex: int) -> Operand:
        """Return how many vertices are open from one on along its line, with itself."""
        room = self.ways.room(direction, vertex)
        for at in reversed(range(len(room))):
            if (direction, room[at]) not in self._after:
                length: Operand = 1
                if at + 1 < len(room):
                    more = self.terms.map(Table("one more", _one_more), [self._after[direction, room[at + 1]]])
                    length = self.terms.cases([(self.stated.is_open(room[at], room[at + 1]), more)], 1)
                self._after[direction, room[at]] = length
        return self._after[direction, vertex]

    def _first_size(self, vertex: int) -> Operand:
        """Return the product of two sides, where it can be one; 0 where what is asserted excludes that."""
        sides = [self.after(direction, vertex) for direction in (0, 1)]
        possible = self._possible_sides(vertex)
        for kept, other in ((0, 1), (1, 0)):
            products = {pair[kept]: pair[kept] * pair[other] for pair in possible}
            if len(products) == len(possible):  # one side tells the other
                key = tuple(sorted(products.items()))
                return self.terms.map(Table("size by a side", functools.partial(_by_side, dict(key)), key), [sides[kept]])
        if all(1 in pair for pair in possible):  # a strip, along the line in which the way on is open
            following = self.ways.next(0, vertex, 1)
            goes_on = following is not None and self.stated.is_open(vertex, following)
            return self.terms.cases([(goes_on, sides[0])], sides[1])
        key = tuple(possible)
        return self.terms.map(Table("size by two sides", functools.partial(_by_sides, frozenset(key)), key), sides)

    def _possible_sides(self, vertex: int) -> list[Pair]:
        """Return which two lengths the sides can have if a vertex is the first of its group in both its lines.

        A world is a pair of lengths, and tells which edges of the lines are open; and what is asserted excludes some. What is
        asserted of groups does not: in it the size will be replaced by what is made of this.
        """
        rooms = [self.ways.room(direction, vertex) for direction in (0, 1)]
        pairs = list(itertools.product(range(1, len(rooms[0]) + 1), range(1, len(rooms[1]) + 1)))
        known: dict[Term, Possible] = {}
        everywhere = (1 << len(pairs)) - 1

        def state(term: Term, true: int, false: int) -> None:
            """State where a term is true and where it is false; elsewhere it may be either."""
            base, positive = _base(term)
            true, false = (true, false) if positive else (false, true)
            before = known.get(base, {True: everywhere, False: everywhere})
            known[base] = {True: before[True] & ~false, False: before[False] & ~true}

        row = (1 << len(rooms[1])) - 1  # the pairs with one first length, of which all lie side by side
        first = everywhere // row  # the first pair of each row
        for direction, room in enumerate(rooms):
            for at in range(1, len(room)):
                shift = at * len(rooms[1])
                longer = first * (row >> at << at) if direction else everywhere >> shift << shift
                ends = first << at - 1 if direction else row << shift - len(rooms[1])
                self._state_edge(state, room[at - 1], room[at], longer, ends)
            before = self.ways.next(direction, vertex, -1)
            if before is not None:
                self._state_edge(state, vertex, before, 0, everywhere)
        here = self.stated.vertices[vertex]
        if isinstance(here, Term):
            state(here, everywhere, 0)
        local = BitsetModels(len(pairs), known)
        left = everywhere
        of = [_base(here)[0]] if isinstance(here, Term) else [*known]

        def exclude(parts: Iterable[Term]) -> None:
            nonlocal left
            for part in parts:
                if left & ~local.where_true(part):
                    left &= local.where_true(part)
                    self.stated.rest_on([part])

        exclude(self.stated.about(known, of))
        possible = [pair for bit, pair in enumerate(pairs) if left >> bit & 1]
        if any(len({pair[side] for pair in possible}) == len(possible) for side in (0, 1)):
            return possible
        exclude(self.stated.partly_about(known, of))
        return [pair for bit, pair in enumerate(pairs) if left >> bit & 1]

    def _state_edge(self, state: Callable[[Term, int, int], None], here: int, there: int, is_open: int, closed: int) -> None:
        """State where an edge from a true vertex is open, and where it is closed."""
        if self.stated.is_open(here, there) is False:
            return
        vertex = self.stated.vertices[here]
        unknown = [part for part in self.stated.requires(here, there) if part is not vertex]
        for part in unknown:
            state(part, is_open, closed if len(unknown) == 1 else 0)


def _itself(value: int) -> int:
    return value


_SIZE = Table("size", _itself)


def _one_more(value: int) -> int:
    return value + 1


def _by_side(products: Mapping[int, int], side: int) -> int:
    return products.get(side, 0)


def _by_sides(possible: frozenset[Pair], across: int, down: int) -> int:
    return across * down if (across, down) in possible else 0


# what takes the place of what


def _all_answers(module: Module, answers: Mapping[Term, _Answers], *, crossing: bool) -> dict[Term, Operand]:
    """Return replacements of all terms about the groups of some networks, and of comparisons of sizes."""
    used = module.reachable_terms()
    by: dict[Term, Operand] = {}
    for term in used:
        if term.op == "same_component" and term.args[0] in answers:
            by[term] = answers[term.args[0]].same_component(term)
    if crossing:
        for term in used:
            asked = term.args[0] if term.op in ("is", "within") else None
            if asked is not None and asked.op == "size" and asked.args[0] in answers:
                crossed = answers[asked.args[0]].size_comparison(term)
                by |= {} if crossed is None else {term: crossed}
        return by
    by |= _comparisons(module.terms, used, answers)
    roots = [assertion.term for assertion in module.assertions] + [module.target.term if module.target else None]
    todo = [term for term in roots if isinstance(term, Term)]
    seen = {*todo}
    while todo:
        term = todo.pop()
        if term.op == "size" and term.args[0] in answers:
            by[term] = answers[term.args[0]].size(term)
        elif term not in by:
            new = [arg for arg in term.args if arg not in seen]
            seen.update(new)
            todo += new
    return by


def _comparisons(terms: TermFactory, used: Sequence[Term], answers: Mapping[Term, _Answers]) -> dict[Term, Operand]:
    """Return replacements of comparisons of a size within some steps: comparisons of the whole size.

    A group of more than k vertices has more than k within k steps. So as long as both have the same answer for all numbers above
    k, no more than k vertices have to be counted, and the size itself will do.
    """
    comparisons: dict[Term, Operand] = {}
    for term in used:
        if term.op not in ("is", "within"):
            continue
        asked = term.args[0]
        constant, *factors = asked.detail if asked.op == "linear" else (0, 1)
        members = list(zip(factors, asked.args if asked.op == "linear" else (asked,), strict=True))
        sizes = [(factor, arg) for factor, arg in members if arg.op == "size" and arg.args[0] in answers]
        if len(sizes) != 1 or sizes[0][1].detail.steps is None or abs(sizes[0][0]) != 1:
            continue
        factor, size = sizes[0]
        rest = [(f, arg) for f, arg in members if arg is not size]
        if any(below.op in ("same_component", "size") for _, arg in rest for below in topological_order([arg])):
            continue  # what is added to it changes as well
        ends = [arg.domain.multiples(f) for f, arg in rest]
        least, most = constant + sum(low for low, _ in ends), constant + sum(high for _, high in ends)
        low, high = (term.detail, term.detail) if term.op == "is" else term.detail
        largest = high - least if factor > 0 else most - low  # size for which it can be true
        smallest = low - least if factor > 0 else most - high  # size from which on it is true, if there is no largest one
        is_open = high >= asked.domain.high if factor > 0 else low <= asked.domain.low
        steps = size.detail.steps
        if largest <= steps or (is_open and smallest <= steps + 1):
            try:
                whole = answers[size.args[0]].whole_size(size.detail.source)
            except TableTooLarge:  # the members are counted
                continue
            total = terms.linear([(factor, whole), *rest], constant)
            if is_open and isinstance(total, Term):
                low, high = (low, max(high, total.domain.high)) if factor > 0 else (min(low, total.domain.low), high)
            comparisons[term] = terms.within(total, low, high) if low < high or term.op == "within" else terms.equals(total, low)
    return comparisons
