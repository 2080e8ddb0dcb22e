"""Find which part of a rule makes most of what the solver gets, and how to say the same with less.

The rule is lowered once more. The terms that each expression makes are weighed: see `weight`. Some forms of expressions and some
operations have a better form, which the message names.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from ..ir.automaton import Automaton
from ..ir.term import Term
from ..ir.term_factory import TermFactory
from ..language.budget import Budget, Deadline, OutOfTime
from ..language.rule_instances import Instance, instances
from ..language.scope import Scope
from ..language.spec import Rule, Spec
from ..limits import Limits
from ..records import dataclass, replace
from ..syntax import syntax_tree as e
from ..syntax.diagnostics import SpecError
from ..values import Value
from .reasons import GROUPS_TOO_LARGE, TABLE, TOO_MANY_STATES
from .symbolic import SymbolicInterpreter

STEPS = 5_000_000  # for one rule
INSTANCES = 20  # of a rule; more would tell the same
MOST = 1_000_000  # of one sum
JUNCTIONS = ("and", "or")
COMPARED = ("is", "within")  # what engines know of a sum, without a literal for each value
MOST_VALUES = 256  # of a domain that count: more have bits, or no literals at all
SHARE = 0.5  # of a rule's weight that an expression needs to stand for it


def weight(term: Term) -> int:
    """Return about how many clauses a term takes: arguments, values to choose from, rows of a table, transitions.

    It is quick and may be wrong by a factor of ten. It only decides whether clauses are counted at all.
    """
    if term.op == "map":
        return math.prod(_values(arg) for arg in term.args) + _added_up(term)
    if isinstance(term.detail, Automaton):
        return sum(len(rows) * len(alphabet) for rows, alphabet in zip(term.detail.layers, term.detail.alphabets, strict=True))
    if term.op in ("same", "less"):
        return sum(map(_values, term.args)) if not all(arg.domain.is_truth for arg in term.args) else 2
    if term.op == "not":
        return 0
    if term.op in JUNCTIONS:
        return len(term.args) + 1
    if term.op == "linear":
        return 1  # engines take a sum as it is
    return len(term.args) + _values(term) + (0 if term.op in COMPARED else _added_up(term))


def _added_up(term: Term) -> int:
    """Return the weight of sums below a term that needs a literal for each of their values: these are added pair by pair."""
    total = 0
    for arg in term.args:
        sizes = [_values(member) for member in arg.args if not member.domain.is_truth] if arg.op == "linear" else []
        total += min(max(sizes) ** 2 * (len(sizes) - 1), MOST) if sizes else 0
    return total


def weights(terms: Sequence[Term]) -> Iterator[tuple[Term, int]]:
    """Yield each term with its weight among the others: a junction whose literal nothing reads is only stated."""
    read = {arg for term in terms if term.op not in JUNCTIONS and term.op != "not" for arg in term.args}
    for term in terms:
        if term.op in JUNCTIONS and term not in read:
            yield term, 1 if term.op == "or" else len(term.args)
        else:
            yield term, weight(term)


def is_light(terms: Sequence[Term], most: int) -> bool:
    """Check whether the weight of all terms is at most a number."""
    total = 0
    for _, cost in weights(terms):
        total += cost
        if total > most:
            return False
    return True


def _values(term: Term) -> int:
    return 1 if term.domain.endless else min(term.domain.size, MOST_VALUES)


@dataclass(frozen=True, slots=True)
class Alternative:
    """A form of expressions that makes many clauses, and what to write instead. `examples` are of this form, others are not."""

    fits: Callable[[e.Expression], bool]
    words: str
    instead: str
    examples: tuple[str, ...]


def _compares_pairs(node: e.Expression) -> bool:
    """Check whether values are compared in pairs with `!=`."""
    return any(
        isinstance(below, e.Comparison) and below.operators == ("!=",) and _form(below.operands[0]) == _form(below.operands[1])
        for below in _subexpressions(node)
    )


def _subexpressions(node: e.Expression) -> Iterator[e.Expression]:
    """Yield an expression and what is below it, without the loops of comprehensions."""
    yield node
    for child in [node.element] if isinstance(node, e.Comprehension) else e.children(node):
        yield from _subexpressions(child)


def _form(node: e.Expression) -> object:
    """Return the shape of an expression with single names left out: `x[a]` has the shape of `x[b]`, but not that of `y`."""
    if isinstance(node, e.Subscript):
        return _form(node.of) if not isinstance(node.of, e.Name) else node.of.name, _form(node.index)
    if isinstance(node, (e.Name, e.Constant)):
        return type(node), isinstance(node, e.Name)
    name = node.name if isinstance(node, (e.Call, e.Attribute)) else ""
    return type(node), name, tuple(map(_form, e.children(node)))


ALTERNATIVES = (
    Alternative(
        _compares_pairs,
        "values are compared in pairs",
        "say it of all of them at once, as in `distinct(number[line])`; it takes a few clauses for each value",
        ("all(number[a] != number[b] for a, b in combinations(cells, 2))", "all(a + 1 != b + 1 for a in number for b in number)"),
    ),
)
BY_OPERATION = {
    "map": TABLE,
    "automaton": TOO_MANY_STATES,
    **dict.fromkeys(("same_component", "size", "network"), GROUPS_TOO_LARGE),
}
SMALLER = "say it of fewer places or of fewer values, or in several rules with smaller loops"


@dataclass(frozen=True, slots=True)
class HeavyExpression:
    """The part of a rule that makes most of its terms, why if that is known, and what to write instead."""

    node: e.Expression
    words: str
    instead: str


def heavy_expression(rule: Rule, spec: Spec, deadline: Deadline) -> HeavyExpression:
    """Return the innermost part of a rule that makes at least half of what the rule makes, or that the deadline ends."""
    search = _WeightSearch(TermFactory(deadline), budget=_budget(rule, spec.limits, deadline))
    with contextlib.suppress(SpecError, OutOfTime):  # what was found until then counts
        for instance in itertools.islice(_instances(rule, spec, search), INSTANCES):
            search.lower(instance)
    node = search.heaviest(rule.expression)
    alternative = next((alternative for alternative in ALTERNATIVES if alternative.fits(node)), None)
    if alternative is None and node is not rule.expression:  # the form may be that of what is around it
        alternative = next((alternative for alternative in ALTERNATIVES if alternative.fits(rule.expression)), None)
    if alternative is not None:
        return HeavyExpression(node, alternative.words, alternative.instead)
    reason = BY_OPERATION.get(search.operation())
    return HeavyExpression(node, reason.words, reason.instead) if reason else HeavyExpression(node, "", SMALLER)


def _budget(rule: Rule, limits: Limits, deadline: Deadline) -> Budget:
    return Budget("this rule", rule.span, replace(limits, steps=min(limits.steps, STEPS)), deadline)


def _instances(rule: Rule, spec: Spec, search: SymbolicInterpreter) -> Iterator[Instance]:
    scopes: list[Scope] = [spec.common_scope] if rule in spec.together else [grid.scope for grid in spec.grids]
    for scope in scopes:
        yield from instances(rule, scope, search)


class _WeightSearch(SymbolicInterpreter):
    """Lowers a rule, and notes the weight of the terms that each expression makes, with all below it."""

    often: ClassVar[int] = sys.maxsize  # what is prepared is not evaluated part by part

    def __init__(self, terms: TermFactory, *, budget: Budget) -> None:
        super().__init__(terms, budget=budget)
        self.weights: Counter[e.Expression] = Counter()
        self.operations: Counter[str] = Counter()
        self.running: list[e.Expression] = []
        self.is_ended = False  # by a limit
        self._counted = 0
        self._total = 0

    def total(self) -> int:
        """Return the weight of all terms that were made."""
        made = self.terms.all
        for term in itertools.islice(made, self._counted, None):
            weight_here = weight(term)
            self._total += weight_here
            self.operations[term.op] += weight_here
        self._counted = len(made)
        return self._total

    def evaluate(self, node: e.Expression, scope: Scope) -> Value:
        """Return the value of a node."""
        before = self.total()
        if not self.is_ended:
            self.running.append(node)
        try:
            value = super().evaluate(node, scope)
        except (SpecError, OutOfTime):
            self.is_ended = True
            raise
        finally:
            self.weights[node] += self.total() - before
        self.running.pop()
        return value

    def operation(self) -> str:
        """Return the operation with most of the weight."""
        return max(self.operations, key=self.operations.__getitem__, default="")

    def heaviest(self, whole: e.Expression) -> e.Expression:
        """Return the smallest expression with most of the weight, or the one that a limit ended."""
        of_work = (e.Call, e.Comparison, e.Binary, e.Junction, e.Comprehension)
        if self.is_ended and self.running:
            return next((node for node in reversed(self.running) if isinstance(node, of_work)), whole)
        enough = SHARE * self.total()
        candidates = [node for node, total in self.weights.items() if total >= enough and isinstance(node, of_work)]
        return min(candidates, key=lambda node: len(node.span.text), default=whole)
