"""What follows from facts about terms: down to what they are made of, and up to what is made of them.

A fact is what a term can still be worth. Down: a conjunction that is true has true members, "equal to 3" leaves 3. Up: what the
arguments can be says what the term can be; both must agree, or `EmptyMeet` is raised. Everything here may forget something
and conclude too little; nothing concludes too much.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gridwright.compiler.ir.decision_graph import UNWANTED, DecisionGraph
from gridwright.compiler.ir.term import Term
from gridwright.compiler.values import BLANK

from .abstract_values import BOTH, FALSE, TRUE, Possible, Range, as_number, bounds, meet, result, single
from .graph_entailment import joined, onward, reachable, size

Down = list[tuple[Term, Possible]]
Evaluate = Callable[[Term, Callable[[Term], Possible | None]], Possible]  # of an expression that is left to evaluation


class Base:
    """What every term can be worth at all, found once. `evaluate` tells what is left to evaluation."""

    def __init__(self, evaluate: Evaluate) -> None:
        self.evaluate = evaluate
        self.of: dict[Term, Possible] = {}
        self.joined: dict[tuple[Term, int], list[Term]] = {}
        self.passes: dict[tuple[int, tuple[Term, ...]], dict[int, Term]] = {}
        self.same: dict[frozenset[Term], Term] = {}

    def add(self, term: Term) -> None:
        """Take in a term; those below it have been."""
        if term.domain.is_truth and term.op != "constant":
            self.of[term] = BOTH
        else:
            self.of[term] = result(term, [self.of[arg] for arg in term.args])
        if term.op == "joined":
            self.joined.setdefault((term.args[0], term.detail.source), []).append(term)
        elif term.op == "passes":
            self.passes.setdefault((id(term.detail[0]), term.args), {})[term.detail[1]] = term
        elif term.op == "same":
            self.same[frozenset(term.args)] = term


class Facts:
    """Facts that hold together."""

    def __init__(self, base: Base, known: Mapping[Term, Possible] | None = None) -> None:
        self.base = base
        self.known: dict[Term, Possible] = dict(known or {})
        self._grew = False
        self._found: dict[Term, Possible] = {}

    def of(self, term: Term) -> Possible:
        """What a term can be worth by what has been said of it."""
        return self.known.get(term) or self.base.of[term]

    def state(self, term: Term, possible: Possible) -> None:
        """Take in that a term can only be worth that, and what follows for its arguments."""
        todo: Down = [(term, possible)]
        while todo:
            term, possible = todo.pop()
            before = self.of(term)
            now = meet(before, possible)
            if now != before:
                self.known[term] = now
                self._grew = True
                down = _DOWN.get(term.op)
                if down:
                    todo += down(self, term, now)

    def settle(self, roots: Sequence[Term], rounds: int = 3) -> None:
        """Look at terms, and again as long as something new follows."""
        for _ in range(rounds):
            self._grew = False
            self._found = {}
            for root in roots:
                self.look(root)
            if not self._grew:
                return

    def look(self, root: Term) -> Possible:
        """What a term can be worth, by its arguments and by what has been said of it."""
        found = self._found
        stack = [root]
        while stack:
            term = stack[-1]
            if term in found:
                stack.pop()
            elif waiting := [arg for arg in term.args if arg not in found]:
                stack += waiting
            else:
                stack.pop()
                found[term] = self._up(term, [found[arg] for arg in term.args])
        return found[root]

    def _up(self, term: Term, args: Sequence[Possible]) -> Possible:
        special = _UP.get(term.op)
        possible = special(self, term, args) if special else result(term, args) if term.args else self.base.of[term]
        known = self.known.get(term)
        if known is not None:
            possible = meet(known, possible)
            if term.op in ("and", "or"):
                self._last_one(term, args, possible)
            elif term.op == "cases":
                self._only_case(term, args, possible)
        return possible

    def _last_one(self, term: Term, args: Sequence[Possible], found: Possible) -> None:
        """Of a true disjunction (a false conjunction) of which one member is left, that one is true (false)."""
        wanted = TRUE if term.op == "or" else FALSE
        if found == wanted and wanted not in args:
            left = [arg for arg, possible in zip(term.args, args, strict=True) if possible == BOTH]
            if len(left) == 1:
                self.state(left[0], wanted)

    def _only_case(self, term: Term, args: Sequence[Possible], found: Possible) -> None:
        """Where it is known which case it is, its value is that of the whole."""
        for at in range(0, len(args) - 1, 2):
            if args[at] == TRUE:
                self.state(term.args[at + 1], found)
            if args[at] != FALSE:
                return
        self.state(term.args[-1], found)


# down: what a fact says of the arguments


def _is(facts: Facts, term: Term, now: Possible) -> Down:
    (arg,) = term.args
    if now == TRUE:
        return [(arg, frozenset((term.detail,)))]
    before = facts.of(arg)
    return [] if isinstance(before, Range) else [(arg, before - {term.detail})]


def _within(facts: Facts, term: Term, now: Possible) -> Down:
    (arg,) = term.args
    low, high = term.detail
    if now == TRUE:
        return [(arg, Range(low, high, False))]
    before = facts.of(arg)
    if not isinstance(before, Range):
        return [(arg, frozenset(value for value in before if value is BLANK or not low <= value <= high))]
    if low <= before.low <= high:
        return [(arg, Range(high + 1, max(high + 1, before.high), before.blank))]
    return [(arg, Range(min(low - 1, before.low), low - 1, before.blank))] if low <= before.high <= high else []


def _all(whole: Possible) -> Callable[[Facts, Term, Possible], Down]:
    """A conjunction that is true, a disjunction that is false."""
    return lambda facts, term, now: [(arg, whole) for arg in term.args] if now == whole else []


def _same(facts: Facts, term: Term, now: Possible) -> Down:
    x, y = term.args
    if now == TRUE:
        return [(x, facts.of(y)), (y, facts.of(x))]
    return []


def _linear(facts: Facts, term: Term, now: Possible) -> Down:
    """Each member is what is left when all others are as small or as large as they can be."""
    constant, *factors = term.detail
    low, high = bounds(now)
    ends = []
    for factor, arg in zip(factors, term.args, strict=True):
        least, most = bounds(facts.of(arg))
        ends.append((factor * least, factor * most) if factor > 0 else (factor * most, factor * least))
    least_sum, most_sum = constant + sum(end[0] for end in ends), constant + sum(end[1] for end in ends)
    found: Down = []
    for factor, arg, (least, most) in zip(factors, term.args, ends, strict=True):
        room = low - (most_sum - most), high - (least_sum - least)
        before = facts.of(arg)
        if (room[0] > least or room[1] < most) and not isinstance(before, Range):
            found.append((arg, frozenset(v for v in before if room[0] <= factor * as_number(v) <= room[1])))
    return found


def _map(facts: Facts, term: Term, now: Possible) -> Down:
    if len(term.args) > 1 or isinstance(now, Range):
        return []
    before = facts.of(term.args[0])
    return [] if isinstance(before, Range) else [(term.args[0], frozenset(v for v in before if term.detail.compute(v) in now))]


def _refined(facts: Facts, term: Term, now: Possible) -> Down:
    return [(term.args[0], TRUE)] if now == TRUE else []


_DOWN: Mapping[str, Callable[[Facts, Term, Possible], Down]] = {
    "is": _is,
    "within": _within,
    "not": lambda facts, term, now: [(term.args[0], FALSE if now == TRUE else TRUE)],
    "and": _all(TRUE),
    "or": _all(FALSE),
    "same": _same,
    "linear": _linear,
    "map": _map,
    "refined": _refined,
}


# up: what the arguments say of a term, where more has to be known than they


def _bit_unknown(facts: Facts, term: Term, args: Sequence[Possible]) -> Possible:
    (arg,) = args
    at, low = term.detail
    if isinstance(arg, Range):
        return BOTH
    return frozenset(value is not BLANK and bool((value - low) >> at & 1) for value in arg)


def _connected(facts: Facts, term: Term, args: Sequence[Possible]) -> Possible:
    """What cannot be reached from a true vertex is not true, if all that is true hangs together."""
    reached = reachable(term.detail, args)
    if reached is None:
        return BOTH
    away = [at for at in range(term.detail.vertices) if at not in reached and args[at] != FALSE]
    if any(args[at] == TRUE for at in away):
        return FALSE
    if facts.of(term) == TRUE:
        for at in away:
            facts.state(term.args[at], FALSE)
    return BOTH


_UP: Mapping[str, Callable[[Facts, Term, Sequence[Possible]], Possible]] = {
    "bit": _bit_unknown,
    "connected": _connected,
    "joined": lambda facts, term, args: joined(term, facts.of, facts.base.joined, facts.base.same),
    "size": lambda facts, term, args: size(term, facts.of, facts.base.joined, facts.base.same),
    "passes": lambda facts, term, args: _passes(facts, term),
    "state": lambda facts, term, args: BOTH if not all(map(single, args)) else result(term, args),
    "evaluated": lambda facts, term, args: facts.base.evaluate(term, facts.known.get),
    "way": lambda facts, term, args: _way(facts, term),
}


def _way(facts: Facts, term: Term) -> Possible:
    """A way is not open if it passes a node from which every value that is left leads to an unwanted end."""
    return FALSE if any(UNWANTED in onward(term.detail, node, term.args, facts.of) for node in _passed(facts, term)) else BOTH


def _passes(facts: Facts, term: Term) -> Possible:
    """A node is passed if another one is from which every value that is left leads to it."""
    way, node = term.detail
    before = [other for other in _passed(facts, term) if node in way.nodes[other][1]]
    return TRUE if any(node in onward(way, other, term.args, facts.of) for other in before) else BOTH


def _passed(facts: Facts, term: Term) -> list[int]:
    """The nodes of a way that are known to be passed, the first one always."""
    way = term.detail if isinstance(term.detail, DecisionGraph) else term.detail[0]
    said = facts.base.passes.get((id(way), term.args), {})
    return [0, *(node for node, other in said.items() if facts.of(other) == TRUE)]
