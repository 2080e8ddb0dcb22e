"""The loops of comprehensions and rules: every binding of their names, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..geometry.area import Area
from ..geometry.places import Link
from ..syntax import syntax_tree as e
from ..syntax.diagnostics import Code, Fault, SpecError, error
from ..values import BLANK, Field, Value, kind_of
from .scope import Scope

if TYPE_CHECKING:
    from .interpreter import Interpreter


def members(interpreter: Interpreter, node: e.Comprehension, scope: Scope, *, allow_unknown: bool) -> Iterator[Value]:
    """The members of a comprehension, one after the other; blank for one that an unknown condition may drop."""
    for inner, unknown in bindings(interpreter, node.loops, scope, allow_unknown=allow_unknown):
        member = interpreter.operand(node.element, inner)
        yield _unless_dropped(interpreter, unknown, member) if unknown else member


def _unless_dropped(interpreter: Interpreter, conditions: Sequence[Value], member: Value) -> Value:
    values = interpreter.values
    return values.choose(values.conjoin(conditions), lambda: member, lambda: BLANK)


def bindings(
    interpreter: Interpreter, loops: Sequence[e.Loop], scope: Scope, *, allow_unknown: bool = False
) -> Iterator[tuple[Scope, list[Value]]]:
    """Every binding of the loops, with those conditions on it that are not known."""
    if not loops:
        yield scope, []
        return
    first = loops[0]
    for present, inner in _bound(interpreter, first, scope):
        interpreter.budget.spend()
        unknown = _unknown_conditions(interpreter, first, present, inner, allow_unknown)
        if unknown is not None:
            for deeper, more in bindings(interpreter, loops[1:], inner, allow_unknown=allow_unknown):
                yield deeper, unknown + more


def _bound(interpreter: Interpreter, loop: e.Loop, scope: Scope) -> Iterator[tuple[Value, Scope]]:
    """For each member whether it is there, and the scope with its names. What is in a field is only read here, and may fail."""
    values = interpreter.operand(loop.values, scope)
    try:
        found = iter(interpreter.values.present_members(values))
    except Fault as fault:
        raise interpreter.located(fault, loop.values, scope) from None
    while True:
        try:
            present, member = next(found, (None, None))
            if present is None:
                return
            inner = _unpacked(interpreter, loop.pattern, member, scope, loop)
        except Fault as fault:
            raise interpreter.located(fault, loop.values, scope) from None
        yield present, inner


def _unknown_conditions(
    interpreter: Interpreter, loop: e.Loop, present: Value, scope: Scope, allow_unknown: bool
) -> list[Value] | None:
    """What is not known of whether a loop comes to a binding; none where it is known not to."""
    unknown = []
    if present is not True:
        if not allow_unknown:
            raise _must_be_known("the number of members of this list", loop.values)
        unknown.append(present)
    for condition in loop.conditions:
        value = interpreter.truth(condition, scope)
        if value is False:
            return None
        if value is not True:
            if not allow_unknown:
                raise _must_be_known("this `if`", condition)
            unknown.append(value)
    return unknown


def _must_be_known(what: str, node: e.Expression) -> SpecError:
    return error(
        Code.MUST_BE_KNOWN,
        f"{what} must be fixed before solving, but it depends on a layer",
        node.span,
        help="directly inside sum(...), count(...), all(...), any(...) and the like, it may depend on a layer",
    )


def _unpacked(interpreter: Interpreter, pattern: e.Pattern, value: Value, scope: Scope, loop: e.Loop) -> Scope:
    """The scope with the names of the pattern bound to the parts of the value."""
    if pattern.name is not None:
        return scope.bind(pattern.name, value)
    parts = interpreter.values.parts(value, len(pattern.parts))
    if parts is None:
        has_length = isinstance(value, (list, tuple, Area, Field, Link))
        raise error(
            Code.WRONG_SIZE,
            f"`{', '.join(pattern.names())}` needs {len(pattern.parts)} values, but got {kind_of(value)}"
            + (f" of {len(value.cells if isinstance(value, Link) else value)}" if has_length else ""),
            loop.span,
            help="this is blank because it does not exist, like the cell of a clue between two cells" if value is BLANK else "",
        )
    for part, member in zip(pattern.parts, parts, strict=True):
        scope = _unpacked(interpreter, part, member, scope, loop)
    return scope
