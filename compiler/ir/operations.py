"""The operations of the IR, in one table: what each takes, and what it is worth when its arguments are known.

The evaluation here is the third statement of what a term means, beside the words of the language and the clauses of the
encoder. It defines every auxiliary variable of a problem, and the tests compare it with plain evaluation.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..values import BLANK, Value
from .automaton import Automaton
from .decision_graph import DecisionGraph
from .domain import Domain
from .network import Graph, Joined, Network, NetworkValue, Size
from .term import Evaluated, Refinement, Table, Term, Variable, when_made

_DOMAIN = operator.attrgetter("domain")


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation: what it means, whether it gives a truth value, what its arguments must be, and its value."""

    words: str
    is_truth: bool
    check: Callable[[Term], bool]
    evaluate: Callable[[Term, Sequence[Value]], Value]


def _domains(term: Term) -> Iterable[Domain]:
    """The domains of the arguments, of which there may be thousands, and mostly with the same one."""
    found = [*map(_DOMAIN, term.args)]
    return found[:1] if len({*map(id, found)}) == 1 else found


def _all_truths(term: Term) -> bool:
    return len(term.args) > 0 and all(domain.is_truth for domain in _domains(term))


def _is_numeric(term: Term) -> bool:
    return all(domain.is_numeric for domain in _domains(term))


def _linear(term: Term, values: Sequence[Value]) -> int:
    constant, *factors = term.detail
    total: int = constant
    for factor, value in zip(factors, values, strict=True):
        total += 0 if value is BLANK else factor * int(value)
    return total


def _cases(term: Term, values: Sequence[Value]) -> Value:
    for condition, value in zip(values[:-1:2], values[1:-1:2], strict=True):
        if condition is True:
            return value
    return values[-1]


def _is_cases(term: Term) -> bool:
    return len(term.args) % 2 == 1 and all(condition.domain.is_truth for condition in term.args[:-1:2])


def _distinct(term: Term, values: Sequence[Value]) -> bool:
    filled = [value for value in values if value is not BLANK]
    return len(set(filled)) == len(filled)


def _connected(term: Term, values: Sequence[Value]) -> bool:
    graph: Graph = term.detail
    left = {vertex for vertex in range(graph.vertices) if values[vertex]}
    joined: dict[int, list[int]] = {vertex: [] for vertex in left}
    for first, second, condition in graph.edges:
        if first in left and second in left and (condition < 0 or values[condition]):
            joined[first].append(second)
            joined[second].append(first)
    reached = [min(left)] if left else []
    left -= set(reached)
    for vertex in reached:
        found = [other for other in joined[vertex] if other in left]
        left -= set(found)
        reached += dict.fromkeys(found)
    return not left


def _is_network(term: Term) -> bool:
    return isinstance(term.detail, Network) and term.detail.graph.vertices <= len(term.args)


def _unevaluated(term: Term, values: Sequence[Value]) -> Value:
    raise KeyError(term)  # the value of an unknown, or of an expression, is given and not computed


OPERATIONS: Mapping[str, Operation] = {
    "unknown": Operation("an unknown", False, lambda t: isinstance(t.detail, Variable), _unevaluated),
    "evaluated": Operation("an expression of the spec", True, lambda t: isinstance(t.detail, Evaluated), _unevaluated),
    "constant": Operation("a known value", False, lambda t: not t.args, lambda t, v: t.detail),
    "not": Operation("negation", True, lambda t: len(t.args) == 1 and _all_truths(t), lambda t, v: not v[0]),
    "and": Operation("conjunction", True, _all_truths, lambda t, v: all(v)),
    "or": Operation("disjunction", True, _all_truths, lambda t, v: any(v)),
    "is": Operation(
        "equal to a known value",
        True,
        lambda t: len(t.args) == 1 and t.detail in t.args[0].domain,
        lambda t, v: v[0] is t.detail if t.detail is BLANK or v[0] is BLANK else v[0] == t.detail,
    ),
    "within": Operation(
        "a number between two known ones",
        True,
        lambda t: len(t.args) == 1 and _is_numeric(t),
        lambda t, v: v[0] is not BLANK and t.detail[0] <= v[0] <= t.detail[1],
    ),
    "same": Operation("equal", True, lambda t: len(t.args) == 2, lambda t, v: v[0] is v[1] or (BLANK not in v and v[0] == v[1])),
    "less": Operation(
        "smaller by a gap",
        True,
        lambda t: len(t.args) == 2 and _is_numeric(t),
        lambda t, v: v[0] is not BLANK and v[1] is not BLANK and v[0] + t.detail <= v[1],
    ),
    "distinct": Operation("no value twice, blanks apart", True, lambda t: len(t.args) > 1, _distinct),
    "connected": Operation("hanging together", True, lambda t: t.detail.vertices <= len(t.args), _connected),
    "network": Operation("vertices and what joins them", False, _is_network, lambda t, v: NetworkValue(t.detail, v)),
    "joined": Operation(
        "in one group",
        True,
        lambda t: isinstance(t.detail, Joined) and len(t.args) == 1 and t.args[0].op == "network",
        lambda t, v: v[0].holds(t.detail),
    ),
    "size": Operation(
        "the size of a group",
        False,
        lambda t: isinstance(t.detail, Size) and len(t.args) == 1 and t.args[0].op == "network",
        lambda t, v: v[0].size(t.detail),
    ),
    "members": Operation("the size of the group of a quantifier", False, lambda t: False, lambda t, v: 0),
    "member": Operation("in the group of a quantifier, of which nothing is in one", True, lambda t: False, lambda t, v: False),
    "cases": Operation("the value beside the first true condition", False, _is_cases, _cases),
    "map": Operation("a function of values", False, lambda t: isinstance(t.detail, Table), lambda t, v: t.detail.compute(*v)),
    "extreme": Operation(
        "the larger or the smaller of two numbers",
        False,
        lambda t: len(t.args) == 2 and _is_numeric(t) and not any(arg.domain.blank for arg in t.args),
        lambda t, v: max(v) if t.detail == "max" else min(v),
    ),
    "bit": Operation(
        "a bit of a number",
        True,
        lambda t: len(t.args) == 1 and _is_numeric(t),
        lambda t, v: v[0] is not BLANK and bool((v[0] - t.detail[1]) >> t.detail[0] & 1),
    ),
    "automaton": Operation(
        "the result of an automaton",
        False,
        lambda t: isinstance(t.detail, Automaton) and len(t.args) == len(t.detail),
        lambda t, v: t.detail.result(v),
    ),
    "state": Operation(
        "a state of an automaton",
        True,
        lambda t: isinstance(t.detail[0], Automaton) and len(t.args) <= len(t.detail[0]),
        lambda t, v: t.detail[0].after(v) == t.detail[1],
    ),
    "way": Operation(
        "a way that comes to no unwanted end",
        True,
        lambda t: isinstance(t.detail, DecisionGraph) and len(t.args) == len(t.detail.alphabets),
        lambda t, v: t.detail.is_open(v),
    ),
    "passes": Operation(
        "a node on a way",
        True,
        lambda t: isinstance(t.detail[0], DecisionGraph) and len(t.args) == len(t.detail[0].alphabets),
        lambda t, v: t.detail[1] in t.detail[0].passed(v),
    ),
    "refined": Operation(
        "a truth about values, of which a weaker one is stated at once",
        True,
        lambda t: (isinstance(t.detail, Refinement) and t.args[0].domain.is_truth) or t.args[0].op == "constant",
        lambda t, v: t.detail.exact(v[1:]),
    ),
    "linear": Operation(
        "a constant and multiples added up",
        False,
        lambda t: _is_numeric(t) and len(t.detail) == len(t.args) + 1,
        _linear,
    ),
}


def evaluate(term: Term, given: Mapping[Term, Value], memo: dict[Term, Value] | None = None) -> Value:
    """The value of a term, from the values of the unknowns (and evaluated expressions) below it.

    >>> from gridwright.compiler.ir.term_factory import Terms
    >>> terms = Terms()
    >>> evaluate(terms.constant(3), {})
    3
    """
    memo = {} if memo is None else memo
    for below in topological_order([term]):
        if below not in memo:
            if below in given:
                memo[below] = given[below]
            else:
                memo[below] = OPERATIONS[below.op].evaluate(below, [memo[arg] for arg in below.args])
    return memo[term]


def topological_order(roots: Sequence[Term]) -> list[Term]:
    """The roots and all terms below them, each once, arguments before what they are arguments of."""
    new = seen = {*roots}
    while new:
        new = set[Term]().union(*[term.args for term in new]) - seen
        seen |= new
    return sorted(seen, key=when_made)
