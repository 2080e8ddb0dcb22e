"""Rules -> instances: one for every binding of a rule's loops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..records import dataclass
from ..syntax.syntax_tree import Expression, Loop
from .compiled_loops import TruthValues
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
    for at, part in enumerate(context):
        if isinstance(part, Loop):
            rest = context[at + 1 :]
            leading = _leading_conditions(rest)
            beyond = rest[len(leading) :]
            for inner, unknown in interpreter.bindings((part,), scope, is_rule=True, dropping=leading):
                if leading and type(unknown) is not TruthValues:  # there may be a mistake
                    yield from _instances(rule, rest, inner, conditions, interpreter, all_conditions)
                    continue
                kept = conditions
                for condition, truth in zip(leading, unknown, strict=True):
                    if all_conditions or truth is not True:
                        kept = (*kept, (condition, inner))
                if beyond:
                    yield from _instances(rule, beyond, inner, kept, interpreter, all_conditions)
                else:
                    yield Instance(rule, inner, kept)
            return
        if isinstance(part, Let):
            scope = scope.bind(part.name, Delayed(part.value, scope, is_let=True))
            continue
        value = interpreter.run_truth(part, scope)
        if value is False:
            return
        if all_conditions or value is not True:
            conditions = (*conditions, (part, scope))
    yield Instance(rule, scope, conditions)


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
