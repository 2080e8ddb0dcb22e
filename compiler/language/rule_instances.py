"""Rules -> instances: one for every binding of a rule's loops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..records import dataclass
from ..syntax.syntax_tree import Expression, Loop
from .interpreter import Interpreter
from .scope import Delayed, Scope
from .spec import Let, Rule


@dataclass(frozen=True, slots=True, eq=False)
class Instance:
    """One instance of a rule: its scope, and the conditions on it that are not known to hold."""

    rule: Rule
    scope: Scope
    conditions: tuple[tuple[Expression, Scope], ...]


def instances(rule: Rule, scope: Scope, interpreter: Interpreter) -> Iterator[Instance]:
    """Yield the instances of a rule whose known conditions hold."""
    return _instances(rule, rule.context, scope, (), interpreter)


def _instances(
    rule: Rule,
    context: Sequence[Loop | Let | Expression],
    scope: Scope,
    conditions: tuple[tuple[Expression, Scope], ...],
    interpreter: Interpreter,
) -> Iterator[Instance]:
    if not context:
        yield Instance(rule, scope, conditions)
        return
    first, rest = context[0], context[1:]
    if isinstance(first, Loop):
        for inner, _ in interpreter.bindings((first,), scope, is_rule=True, dropping=_leading_conditions(rest)):
            yield from _instances(rule, rest, inner, conditions, interpreter)
    elif isinstance(first, Let):
        yield from _instances(
            rule, rest, scope.bind(first.name, Delayed(first.value, scope, is_let=True)), conditions, interpreter
        )
    else:
        value = interpreter.run_truth(first, scope)
        if value is not False:
            unknown = () if value is True else ((first, scope),)
            yield from _instances(rule, rest, scope, (*conditions, *unknown), interpreter)


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
