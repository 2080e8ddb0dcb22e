"""Rules -> instances: one for every binding of a rule's loops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..records import dataclass
from ..syntax.syntax_tree import Expression, Loop
from ..values import Value
from .compiled_loops import TruthValues
from .interpreter import Interpreter
from .scope import Delayed, Scope
from .spec import Let, Rule


@dataclass(frozen=True, slots=True, eq=False)
class Instance:
    """One instance of a rule: its scope, and its conditions that are not known to hold, or all of them (`all_conditions`).

    `truths`: the truth values of the conditions, as they were found.
    """

    rule: Rule
    scope: Scope
    conditions: tuple[tuple[Expression, Scope], ...]
    truths: tuple[Value, ...] = ()

    def under(self, condition: Expression, truth: Value) -> Instance:
        """Return the instance with a further condition."""
        return Instance(self.rule, self.scope, (*self.conditions, (condition, self.scope)), (*self.truths, truth))


def instances(rule: Rule, scope: Scope, interpreter: Interpreter, *, all_conditions: bool = False) -> Iterator[Instance]:
    """Yield the instances of a rule whose known conditions hold; with `all_conditions`, they keep these too."""
    return _instances(Instance(rule, scope, ()), rule.context, interpreter, all_conditions)


def _instances(
    instance: Instance, context: Sequence[Loop | Let | Expression], interpreter: Interpreter, all_conditions: bool
) -> Iterator[Instance]:
    """Yield the instances that the remaining loops, definitions and conditions of the rule make of an instance."""
    for at, part in enumerate(context):
        if isinstance(part, Loop):
            rest = context[at + 1 :]
            leading = _leading_conditions(rest)
            beyond = rest[len(leading) :]
            for inner, unknown in interpreter.bindings((part,), instance.scope, is_rule=True, dropping=leading):
                bound = Instance(instance.rule, inner, instance.conditions, instance.truths)
                if leading and type(unknown) is not TruthValues:  # there may be a mistake
                    yield from _instances(bound, rest, interpreter, all_conditions)
                    continue
                for condition, truth in zip(leading, unknown, strict=True):
                    if all_conditions or truth is not True:
                        bound = bound.under(condition, truth)
                if beyond:
                    yield from _instances(bound, beyond, interpreter, all_conditions)
                else:
                    yield bound
            return
        if isinstance(part, Let):
            scope = instance.scope.bind(part.name, Delayed(part.value, instance.scope, is_let=True))
            instance = Instance(instance.rule, scope, instance.conditions, instance.truths)
            continue
        value = interpreter.run_truth(part, instance.scope)
        if value is False:
            return
        if all_conditions or value is not True:
            instance = instance.under(part, value)
    yield instance


def _leading_conditions(context: Sequence[Loop | Let | Expression]) -> list[Expression]:
    """Return the conditions that stand before the first loop or `let`."""
    conditions: list[Expression] = []
    for part in context:
        if isinstance(part, (Loop, Let)):
            break
        conditions.append(part)
    return conditions


def holds(instance: Instance, interpreter: Interpreter) -> bool:
    """Check whether an instance holds on a finished grid: a condition is false, or its expression is true."""
    if any(interpreter.run_truth(condition, scope) is False for condition, scope in instance.conditions):
        return True
    return interpreter.run_truth(instance.rule.expression, instance.scope) is True
