"""Sentences about every group that have no lowering for an unknown group: for a known one they are evaluated.

"All groups are symmetric" is left to plain evaluation as a whole. For a set of places that may be a group, "it is symmetric" is a
question about a known area, which the interpreter answers; what it reads of layers becomes terms.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...functions.groups import as_area
from ...ir.evaluation import topological_order
from ...ir.term import Evaluated, Operand, Term
from ...ir.term_factory import TermFactory
from ...language.budget import Budget, Deadline
from ...limits import Limits
from ...lowering.groups.network import Groups
from ...lowering.symbolic import SymbolicInterpreter
from ...syntax import syntax_tree as e
from ...syntax.diagnostics import Fault, SpecError
from ...values import BLANK, Value


class NoPlainAnswer(Exception):
    """A sentence cannot be evaluated for a known group."""


class PlainSentence:
    """An expression `all(... for g in groups(...))`, asked of one group at a time."""

    def __init__(self, terms: TermFactory, network: Term, sentence: Evaluated, limits: Limits, deadline: Deadline) -> None:
        """Raise `NoPlainAnswer` if it is another expression, or about the groups of another network."""
        node = sentence.node
        inside = node.arguments[0] if isinstance(node, e.Call) and node.name == "all" and len(node.arguments) == 1 else None
        if not isinstance(inside, e.Comprehension) or len(inside.loops) != 1 or inside.loops[0].pattern.name is None:
            raise NoPlainAnswer
        self._terms = terms
        self._loop = inside.loops[0]
        self._name = inside.loops[0].pattern.name
        self._element = inside.element
        self._scope = sentence.scope
        self._interpreter = SymbolicInterpreter(terms, budget=Budget("this rule", node.span, limits, deadline))
        values = self._answer(self._loop.values)
        if not isinstance(values, Groups) or values.group_network.network is not network:
            raise NoPlainAnswer
        self._places = values.group_network.places

    def _answer(self, node: e.Expression) -> Value:
        try:
            return self._interpreter.run(node, self._scope)
        except (SpecError, Fault):
            raise NoPlainAnswer from None

    def residue(self, vertices: Sequence[int]) -> Operand:
        """Return the term that the sentence leaves for a group; raise `NoPlainAnswer` if plain evaluation does not tell."""
        scope = self._scope.bind(self._name, as_area([self._places[at] for at in vertices]))
        try:
            conditions = [self._interpreter.run_truth(condition, scope) for condition in self._loop.conditions]
            truth = True if any(condition is False for condition in conditions) else self._interpreter.run(self._element, scope)
        except (SpecError, Fault):  # it may be a mistake to ask this of such a group
            raise NoPlainAnswer from None
        truth = True if truth is BLANK else truth
        parts = [self._terms.negation(condition) for condition in conditions if condition is not True]
        if not all(_is_lowered_truth(part) for part in (truth, *parts)):
            raise NoPlainAnswer
        return self._terms.disjunction([truth, *parts])


def _is_lowered_truth(value: Value) -> bool:
    if isinstance(value, Term):
        return value.domain.is_truth and not any(term.op == "evaluated" for term in topological_order([value]))
    return isinstance(value, bool)
