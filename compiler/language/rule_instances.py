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
    """One instance of a rule: its scope, and the conditions on it that are not known to hold, or all if these were asked for."""

    rule: Rule
    scope: Scope
    conditions: tuple[tuple[Expression, Scope], ...]


def instances(rule: Rule, scope: Scope, interpreter: Interpreter, *, all_conditions: bool = False) -> Iterator[Instance]:
    """Yield the instances of a rule whose known conditions hold; with `all_conditions`, they keep these too."""
    return _instances(rule, rule.context, scope, (), interpreter, all_conditions)


def _instances(
    rule: Rule,
    context: Sequence[Loop | Let | Expression],
    scope: Scope,
    conditions: tuple[tuple[Expression, Scope], ...],
    interpreter: Interpreter,
    all_conditions: bool,
) -> Iterator[Instance]:
    if not context:
        yield Instance(rule, scope, conditions)
        return
    first, rest = context[0], context[1:]
    if isinstance(first, Loop):
        for inner, _ in interpreter.bindings((first,), scope, is_rule=True, dropping=_leading_conditions(rest)):
            yield from _instances(rule, rest, inner, conditions, interpreter, all_conditions)
    elif isinstance(first, Let):
        bound = scope.bind(first.name, Delayed(first.value, scope, is_let=True))
        yield from _instances(rule, rest, bound, conditions, interpreter, all_conditions)
    else:
        value = interpreter.run_truth(first, scope)
        if value is not False:
            kept = ((first, scope),) if all_conditions or value is not True else ()
            yield from _instances(rule, rest, scope, (*conditions, *kept), interpreter, all_conditions)


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
