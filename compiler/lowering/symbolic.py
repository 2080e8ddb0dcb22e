"""The compiler's interpreter: layers are unknown.

Where a function has no lowering, its value is opaque, and so is what depends on it, up to the smallest expression that is a truth
value and whose scope is known. That expression becomes an `evaluated` term: the judge evaluates it on a candidate grid, and
the general lemma refines it. So every expression has a lowering.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Literal

from ..ir.domain import TRUTH, Domain, Endless
from ..ir.term import Operand, Term, Variable
from ..ir.term_factory import TermFactory
from ..language.budget import MEMBERS_A_STEP, Budget
from ..language.compiled_expressions import AtOnce, Quick
from ..language.function_registry import Function
from ..language.interpreter import MAX_CALLS, Interpreter
from ..language.interpreter_cache import InterpreterCache
from ..language.layers_read import reads_layer
from ..language.number_sets import NumberSet
from ..language.operators import Operator, is_number
from ..language.rule_instances import Instance
from ..language.scope import Scope
from ..language.semantics import Semantics
from ..language.spec import Define, Layer
from ..language.subexpression_cache import Key
from ..records import replace
from ..syntax import syntax_tree as e
from ..syntax.diagnostics import Code, Fault, Note, SpecError, error
from ..values import BLANK, Field, Value, kind_of
from .automata.neighbours import Neighbours
from .groups.network import GroupList
from .lowering_registry import all_lowerings
from .not_lowered import CLEAR, NotLowered
from .quotients import Quotient
from .reasons import ANSWER, RUNS, TABLE, TOO_MANY_STATES
from .selection import UnknownLayer
from .smoke_evaluation import smoke_evaluate
from .symbolic_semantics import SymbolicSemantics
from .truths_of_explicit_runs import truth_of_stretches
from .truths_of_places import truth_of_places

SPELLED_STEPS = 200_000  # of a rule whose runs are spelled out


class SymbolicInterpreter(Interpreter):
    """Evaluates expressions whose layers are unknown.

    `purpose`: whether the expression is an answer, an objective or a rule made from an answer, so that every layer will be known:
    what has to be known while compiling is then opaque. An objective may not read hidden layers. An answer is never solved for,
    so nothing of it is refined either.
    `neighbours`: assertions of other rules, for lines whose automata grow too large. `cache`: the cache of interpreters with
    the same terms and purpose. `fixed`: layers whose values are known.
    """

    unusual: ClassVar[tuple[type[Exception], ...]] = (*Interpreter.unusual, Endless)
    keeps_calls: ClassVar[bool] = True  # the unknowns stay the same terms

    def __init__(
        self,
        terms: TermFactory,
        *,
        budget: Budget,
        purpose: Literal["", "answer", "objective", "comparison of answers"] = "",
        neighbours: Neighbours | None = None,
        cache: InterpreterCache | None = None,
        fixed: Mapping[Layer, Sequence[Value]] | None = None,
    ) -> None:
        self.fixed = fixed or {}
        self.unknowns = SymbolicSemantics(terms, budget, answer=purpose == "answer", neighbours=neighbours, strict=not fixed)
        super().__init__(self._unknown, budget=budget, values=self.unknowns, cache=cache)
        self.terms = terms
        self.purpose = purpose
        self._tried: set[e.Expression] = set()
        self._is_first = self.unknowns.algebra.neighbours.is_first
        self._begin_calls()
        self._known_only = Interpreter(budget=budget, values=Semantics(strict=not fixed), cache=self._cache)

    def _unknown(self, layer: Layer, position: int) -> Value:
        if layer in self.fixed:
            return self.fixed[layer][position]
        if self.purpose == "objective" and layer.hidden:
            raise Fault(
                Code.WRONG_KIND,
                f"an objective may not depend on the hidden layer `{layer.name}`",
                "solutions that differ only in hidden layers count as one solution",
            )
        return self.terms.unknown(Variable(layer, position))

    def _new_field(self, layer: Layer, name: str) -> Field:
        if layer in self.fixed:
            return super()._new_field(layer, name)
        are_truths = Domain(layer.values, layer.blank).is_truth
        return UnknownLayer(
            layer.places, lambda position: self._unknown(layer, position), layer.index, name, are_truths=are_truths
        )

    def _of_data(self, node: e.Expression, scope: Scope, evaluate: Callable[[Value, Scope], Value]) -> Value:
        """Return the value of a node that reads nothing unknown, by plain evaluation, which is quicker and means the same."""
        return self._plain_interpreter().evaluate_again(node, scope)

    def of_data(self, quick: Quick, node: e.Expression, of_turn: Callable[[Mapping[str, Value]], Scope]) -> Quick:
        """Return a function for turns in which a node reads nothing unknown: plain evaluation of the node."""
        return lambda local: self._plain_interpreter().evaluate_again(node, of_turn(local))

    def _body_of_data(self, define: Define, node: e.Expression, inner: Scope) -> Value:
        """Return the value of a definition that reads nothing unknown, by plain evaluation."""
        return self._plain_interpreter()._body(define, node, inner)

    def _plain_interpreter(self) -> Interpreter:
        plain = self._known_only
        plain.budget, plain._memo, plain._no_data = self.budget, self._memo, self._no_data
        return plain

    def alone(self) -> SymbolicInterpreter:
        """Return an interpreter of the same rule that knows nothing of other rules."""
        return SymbolicInterpreter(
            self.terms,
            budget=self.budget,
            purpose=self.purpose,
            neighbours=Neighbours(apart=True),
            cache=self._cache,
            fixed=self.fixed,
        )

    def lower(self, instance: Instance, truths: Sequence[Value] | None = None) -> Operand:
        """Return the term of a rule's instance: one of its conditions is false, or its expression is true.

        `truths`: those of the conditions, if this interpreter has just found them.
        """
        if self._is_first and not self.unknowns.algebra.neighbours.is_first:
            self._is_first = False  # what was left to the interpreter may now have a term
            self._repeated, self._loops = {}, {}
            self._begin_calls()
        if truths is None:
            truths = [self.run_truth(node, scope) for node, scope in instance.conditions]
        parts = [*map(self.values.negate, truths)]
        parts.append(self.run_truth(instance.rule.expression, instance.scope))
        if self.unknowns.algebra.neighbours.put_off:
            self._begin_calls()  # what other rules say may make something else of it
        truth = self.values.disjoin(parts) if instance.conditions else parts[0]
        if isinstance(truth, NotLowered):
            raise _loops_over_values(instance)
        return truth

    def _begin_calls(self) -> None:
        """Forget what definitions came to, but for the groups of places, which all rules ask for."""
        self._definitions, self._calls = {}, {**self._cache.groups}

    def _keep_call(self, key: Key, read: Sequence[Value], value: Value) -> None:
        """Keep a value; a group for all rules, unless other rules, or how runs are read, may make another one of it."""
        super()._keep_call(key, read, value)
        algebra = self.unknowns.algebra
        is_alone = algebra.neighbours.is_first or algebra.neighbours.apart
        is_as_usual = is_alone and not (algebra.neighbours.put_off or algebra.spells_out or algebra.digits_by_value)
        if type(value) is GroupList and is_as_usual and len(self._cache.groups) < MAX_CALLS:
            self._cache.groups[key] = value, read

    def objective_value(self, node: e.Expression, scope: Scope) -> tuple[Value, int]:
        """Return the value of an objective, a number, blank, a term, or opaque, and how many times as large it is."""
        algebra = self.unknowns.algebra
        value = self.run(node, scope)
        value = value if isinstance(value, Quotient) else algebra.automata.to_term(value)
        if isinstance(value, Term) and not isinstance(value.domain.values, range | NumberSet):
            wrong = next((member for member in value.domain.values if not is_number(member)), None)
        else:
            wrong = None if value is BLANK or isinstance(value, (Term, NotLowered, Quotient)) or is_number(value) else value
        if wrong is not None:
            help = "write what to add up, as in sum(...) or count(...)"
            raise error(Code.WRONG_KIND, f"an objective must be a number, but this is {kind_of(wrong)}", node.span, help=help)
        return algebra.made_whole(value)

    def evaluate(self, node: e.Expression, scope: Scope) -> Value:
        """Return the value of a node: known, a term or opaque."""
        try:
            value = Interpreter.evaluate(self, node, scope)  # quicker than by `super`
        except SpecError as problem:
            if self.purpose and all(diagnostic.code is Code.MUST_BE_KNOWN for diagnostic in problem.diagnostics):
                return NotLowered(ANSWER)
            raise
        except Endless:  # a number without bounds where only a list of values would do
            value = _endless()
        return self._evaluate(value, node, scope) if isinstance(value, NotLowered) and value.is_truth else value

    def truth(self, node: e.Expression, scope: Scope) -> Value:
        """Return the value of a node as a truth value."""
        value = super().truth(node, scope)
        return self._evaluate(value, node, scope) if isinstance(value, NotLowered) else value

    def member(self, node: e.Expression, scope: Scope, neutral: Value) -> Value:
        """Return a member of a comprehension. Where it is blank, it may be `neutral`: neither makes a difference."""
        value = super().member(node, scope, neutral)
        if neutral is None or not isinstance(value, NotLowered) or value.is_truth:
            return value
        truth = self._truth_of_stretches(node, scope, blank=neutral)
        return value if truth is None else truth

    def operate(self, operator: Operator, left: Value, right: Value) -> Value:
        """Apply an operator to two values, element-wise if one is a field; to a part of a layer at once."""
        at_once = self.unknowns.operate_at_once(operator, left, right) if type(left) is Field else None
        if at_once is None:
            return super().operate(operator, left, right)
        self.budget.spend(len(at_once) // MEMBERS_A_STEP)
        return at_once

    def at_once(self, function: Function, operator: Operator | None) -> AtOnce | None:
        """Return how `all`, `any` and `count` of a part of a layer, or of its comparison with a value, are lowered at once."""
        join = self.unknowns.joins.get(function.name)
        if join is None:
            return None
        of_part = self.unknowns.of_part

        def value_of(layer: Value, area: Value, right: Value) -> Value | None:
            values = of_part(layer, area, operator, right)
            if values is None:
                return None
            self.budget.spend(len(values) // MEMBERS_A_STEP * (2 if operator is None else 3))  # read, compared, joined
            return join(values)

        return value_of

    def _if_conditions_hold(self, conditions: Sequence[Value], member: Value, neutral: Value) -> Value:
        """Return a member that may be dropped; of `all`, `any` and `count` it is `neutral` then: no term is made for blank."""
        is_truth = type(member) is bool or (type(member) is Term and member.domain is TRUTH)
        if neutral is not None and is_truth and CLEAR.issuperset(map(type, conditions)):
            if member is neutral:
                return member
            present = self.values.conjoin(conditions)
            if neutral:
                return self.terms.disjunction([self.values.negate(present), member])
            return self.terms.conjunction([present, member])
        return super()._if_conditions_hold(conditions, member, neutral)

    def _truth_of_stretches(self, node: e.Expression, scope: Scope, blank: Value = None) -> Value | None:
        """Return a node's truth value if it reads nothing unknown but stretches of lines, where these are spelled out."""
        algebra = self.unknowns.algebra
        if not algebra.spells_out:
            return None
        return truth_of_stretches(self.terms, algebra.stretch_with, self.budget.deadline, node, scope, blank)

    def _evaluate(self, value: NotLowered, node: e.Expression, scope: Scope) -> Value:
        """Return an `evaluated` term if the scope is known, so that it is the same for the judge; otherwise the value.

        What reads no layer is evaluated at once, what reads nothing but stretches of lines with the values of these.
        """
        if self.purpose == "answer":
            return value
        if not scope.is_known():
            truth = self._truth_of_stretches(node, scope)
            return value if truth is None else truth
        if not reads_layer(node, scope):
            return Interpreter(budget=self.budget, values=Semantics(strict=True)).run_truth(node, scope)
        is_spelled_out = value.reason is RUNS or (value.reason is TOO_MANY_STATES and not self.unknowns.algebra.is_put_off)
        if is_spelled_out and (spelled := self._spelled_out(node, scope)) is not None:
            return spelled
        if node not in self._tried:
            smoke_evaluate(node, scope, self.budget)
            self._tried.add(node)  # last: if it raises in prepared code, the interpreter has to raise it once more
        if value.reason is TOO_MANY_STATES:
            truth = truth_of_places(self.terms, self.evaluate, node, scope, value.implied)
            if truth is not None:
                return truth
        return self.terms.conjunction([value.implied, self.terms.evaluated(node, scope)])

    def _spelled_out(self, node: e.Expression, scope: Scope) -> Value | None:
        """Return a node's truth value with all values that digits may have, or all stretches of a line instead of its runs.

        None if that is too much, or no help.
        """
        algebra = self.unknowns.algebra
        if algebra.spells_out or algebra.digits_by_value:
            return None
        if algebra.has_digits:
            algebra.digits_by_value = True
            try:
                truth = self._again(node, scope)
            finally:
                algebra.digits_by_value = False
            if truth is not None:
                return truth
        algebra.spells_out = algebra.automata.only_short = True
        try:
            truth = self._again(node, scope)
            if truth is None:  # what takes many steps need not be in a truth that can be refined
                algebra.automata.only_short = False
                truth = self._again(node, scope)
            return truth
        finally:
            algebra.spells_out = algebra.automata.only_short = False
            algebra.stretches.clear()
            algebra.stretches_of.clear()
            algebra.stretch_with.clear()

    def _again(self, node: e.Expression, scope: Scope) -> Value | None:
        """Return a node's truth value, with nothing kept of what was found before; None if it is opaque or a mistake."""
        budget, kept = self.budget, (self._memo, self._definitions, self._calls, self._no_data)
        self._memo, self._definitions, self._calls, self._no_data = {}, {}, {}, set()
        self.budget = Budget("the runs", None, replace(budget.limits, steps=SPELLED_STEPS), budget.deadline)
        try:
            truth = self.values.as_truth(Interpreter.evaluate(self, node, scope))
        except SpecError:
            return None
        finally:
            self.budget = budget
            self._memo, self._definitions, self._calls, self._no_data = kept
        return None if isinstance(truth, NotLowered) else truth


def _endless() -> NotLowered:
    return NotLowered(TABLE)


def _loops_over_values(instance: Instance) -> SpecError:
    """Return the error of a rule with a loop over values, in which a function without a lowering needs one of these values."""
    unknown = {name for name, value in instance.scope.local.items() if not Scope({}, {}, None, {name: value}).is_known()}
    loops = [part for part in instance.rule.context if isinstance(part, e.Loop) and unknown.intersection(part.pattern.names())]
    calls = [node for node in e.walk(instance.rule.expression) if isinstance(node, e.Call) and node.name not in all_lowerings()]
    function, span = (f"`{calls[0].name}`", calls[0].name_span) if calls else ("this rule", instance.rule.span)
    message = f"{function} is evaluated when the layers are known, but the rule loops over values that are unknown until then"
    help, notes = "loop over places, and read the layer in the rule", []
    if loops:
        values, name = loops[0].values, next(bound_name for bound_name in loops[0].pattern.names() if bound_name in unknown)
        notes = [Note(f"`{name}` takes the values of a layer", values.span)]
        layer, places = (values.of, values.index.span.text) if isinstance(values, e.Subscript) else (values, "cells")
        help += f": `for: c in {places}`, and `{layer.span.text}[c]` instead of `{name}`"
    return error(Code.MUST_BE_KNOWN, message, span, notes=notes, help=help)
