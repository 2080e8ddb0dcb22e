"""`walk`: a machine that reads along a walk, as the closure of the states that the walk can reach.

That the walk comes to no unwanted end is stated at once. That it ends at all, and walks with too many nodes for clauses, are left
to refinement, which answers a candidate with the values on its walk.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...functions.fold import as_result, as_state, next_state
from ...functions.walk import longest, next_place
from ...ir.decision_graph import UNWANTED, WANTED, DecisionGraph
from ...ir.lemma_context import LemmaContext
from ...ir.term import Operand, Refinement, Term
from ...ir.term_factory import TermFactory
from ...language.interpreter import SpecCallable
from ...records import dataclass
from ...values import BLANK, FAIL, Field, Value, is_hashable, is_known, typed_key
from ..algebra import Algebra
from ..automata.explore import StateLimitExceeded
from ..automata.line_automata import LineAutomata
from ..automata.machine import Machine, State, WalkSource
from ..automata.result_filter import ResultFilter, filter_by
from ..lowering_registry import lowering
from ..not_lowered import NotLowered, is_single, not_lowered_inside, passed_on
from ..reasons import LAYER_IN_STEP, LIST_VALUE, NotTabulated
from .fold import are_all_known, plain

WRITTEN_NODES = 5_000


@lowering("walk")
def walk(algebra: Algebra, start: Value, read: Field, step: SpecCallable, result: SpecCallable | None = None) -> Value:
    """Return a machine along the walk; opaque if a step depends on a layer or the start is unknown."""
    functions = [step] if result is None else [step, result]
    if not is_known(start) or not all(are_all_known(bound) for bound in functions):
        return NotLowered(LAYER_IN_STEP)
    members = [algebra.automata.to_term(value) for value in read]
    if any(not_lowered_inside(member) or not is_single(member) for member in members):
        return passed_on(*members)
    first = as_state(start)
    plain_step, plain_result = plain(step), plain(result) if result is not None else None

    def following(state: State, value: Value) -> State:
        return next_state(first, plain_step, state, value)

    def outcome(state: State) -> Value:
        if state is FAIL:
            return BLANK
        return as_result("walk", plain_result, state)

    explored: list[_Closure | StateLimitExceeded] = []  # once, whatever is made of the result, and however large it grows

    def closure(machine: Machine) -> _Closure:
        if not explored:
            try:
                explored.append(_closure(machine, read, members, algebra.automata))
            except StateLimitExceeded as grown:
                explored.append(grown)
        (closure,) = explored
        if isinstance(closure, StateLimitExceeded):
            raise closure
        return closure

    course = WalkSource(lambda machine, result_filter: _decide(algebra, closure(machine), machine, result_filter))
    return Machine(course, first, following, outcome)


@dataclass(frozen=True, slots=True)
class _Closure:
    """The states that a walk can reach, each with the position that it reads, and the next states by the values there."""

    args: tuple[Operand, ...]
    alphabets: tuple[tuple[Value, ...], ...]
    nodes: Mapping[State, tuple[int, tuple[State, ...]]]
    limit: int

    def ends(self) -> list[State]:
        """Return the states in which a walk can end, and last the one for walks that never end."""
        following = (state for _, states in self.nodes.values() for state in states)
        return [*(state for state in dict.fromkeys(following) if state not in self.nodes and state is not FAIL), FAIL]


def _closure(machine: Machine, read: Field, members: Sequence[Value], automata: LineAutomata) -> _Closure:
    args: list[Operand] = []
    at_position: dict[int | None, int] = {}
    alphabets: list[tuple[Value, ...]] = []
    nodes: dict[State, tuple[int, tuple[State, ...]]] = {}
    limit = longest(read)
    steps = 0
    waiting = [(machine.start, 0)]  # the nearest first, so that a state comes with the fewest steps that lead to it
    for state, distance in waiting:
        if state is FAIL or state in nodes or next_place(state) is BLANK:
            continue
        automata.deadline.check()
        position = read.position(next_place(state))
        at = at_position.setdefault(position, len(args))
        if at == len(args):
            member = BLANK if position is None else members[position]
            args.append(member)
            alphabets.append(tuple(member.domain) if isinstance(member, Term) else (member,))
        following = tuple(machine.step(state, value) if distance < limit else FAIL for value in alphabets[at])
        nodes[state] = (at, following)
        waiting += [(to, distance + 1) for to in following]
        steps += len(following)
        if len(nodes) > automata.limits.states or steps > automata.limits.transitions:
            raise StateLimitExceeded(len(nodes), steps, len(args), len(read))
    return _Closure(tuple(args), tuple(alphabets), nodes, limit)


def _decide(algebra: Algebra, closure: _Closure, machine: Machine, result_filter: ResultFilter | None) -> Operand:
    """Return the term "the walk ends as wanted", or without a filter its result, by cases."""
    terms = algebra.terms
    if machine.start not in closure.nodes:
        result = machine.result(machine.start)
        return result if result_filter is None else result_filter.allows(result)
    if result_filter is None:
        endings = [machine.result(end) for end in closure.ends()]
        if not all(map(is_hashable, endings)):  # no term has lists for values
            raise NotTabulated(LIST_VALUE)
        results = {typed_key(result): result for result in endings if result is not BLANK}
        return terms.cases([(_decide(algebra, closure, machine, _exactly(result)), result) for result in results.values()], BLANK)
    way = _way(closure, machine, result_filter)
    if way is None:
        return False
    args = closure.args

    weaker = terms.open_way(args, way) if len(way.nodes) <= WRITTEN_NODES and way.is_open_if_wanted else True
    truth = _WalkTruth(args, way)
    return terms.refined(weaker, args, Refinement("walk", way.is_wanted, truth.lemma, truth.explicit))


@dataclass(frozen=True, slots=True, eq=False)
class _WalkTruth:
    """The constraint that a walk ends as wanted."""

    args: tuple[Operand, ...]
    way: DecisionGraph

    def lemma(self, context: LemmaContext, values: Sequence[Value]) -> Value:
        """Return "not all values that this walk reads again"."""
        terms = context.terms
        passed = dict.fromkeys(self.way.nodes[node][0] for node in self.way.path(values) if node >= 0)
        return terms.negation(terms.conjunction([terms.equals(self.args[at], values[at]) for at in passed]))

    def explicit(self, context: LemmaContext) -> Operand | None:
        """Return the walk written out step by step, or None if that is too large."""
        return _written_out(context.terms, self.args, self.way)


def _exactly(result: Value) -> ResultFilter:
    return filter_by(lambda value: typed_key(value) == typed_key(result), None, None)


def _way(closure: _Closure, machine: Machine, result_filter: ResultFilter) -> DecisionGraph | None:
    """Return the closure without states that reach no wanted end, or None if the start is one of them."""
    endless = result_filter.allows(machine.result(FAIL))

    def ends_well(state: State) -> bool:
        return endless if state is FAIL else result_filter.allows(machine.result(state))

    alive = set(closure.nodes) if endless else _reaching(closure, {end for end in closure.ends() if ends_well(end)})
    if machine.start not in alive:
        return None
    numbers = {machine.start: 0}
    nodes: list[tuple[int, tuple[int, ...]]] = []
    for state in (order := [machine.start]):
        at, following = closure.nodes[state]
        targets = []
        for to in following:
            if to in alive and to not in numbers:
                numbers[to] = len(numbers)
                order.append(to)
            is_end = to not in closure.nodes
            targets.append(numbers[to] if to in alive else WANTED if is_end and ends_well(to) else UNWANTED)
        nodes.append((at, tuple(targets)))
    return DecisionGraph(closure.alphabets, tuple(nodes), closure.limit, endless)


def _reaching(closure: _Closure, ends: set[State]) -> set[State]:
    """Return the states that reach one of some ends."""
    before: dict[State, list[State]] = {}
    for state, (_, following) in closure.nodes.items():
        for to in following:
            before.setdefault(to, []).append(state)
    reaching = set(ends)
    waiting = list(ends)
    for state in waiting:
        for earlier in before.get(state, []):
            if earlier not in reaching:
                reaching.add(earlier)
                waiting.append(earlier)
    return reaching & closure.nodes.keys()


def _written_out(terms: TermFactory, args: Sequence[Operand], way: DecisionGraph) -> Operand | None:
    """Return the walk written out: where it can be after each number of steps. None if that is too large."""
    steps = min(way.limit, len(way.nodes))
    if steps * len(way.nodes) > WRITTEN_NODES:
        return None
    ended: dict[int, list[Operand]] = {WANTED: [], UNWANTED: []}
    here: dict[int, Operand] = {0: True}
    for _ in range(steps):
        following: dict[int, list[Operand]] = {}
        for node, reached in here.items():
            at, targets = way.nodes[node]
            for value, to in zip(way.alphabets[at], targets, strict=True):
                arrives = terms.conjunction([reached, terms.equals(args[at], value)])
                (ended if to < 0 else following).setdefault(to, []).append(arrives)
        here = {node: terms.disjunction(arrivals) for node, arrivals in following.items()}
    return terms.negation(terms.disjunction(ended[UNWANTED])) if way.endless else terms.disjunction(ended[WANTED])
