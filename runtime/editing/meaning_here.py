"""What the expression at a place of a text is, found by evaluating it in the first instance of its rule, without any solving."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gridwright.compiler.language.budget import Budget, OutOfTime
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.scope import Delayed, Scope
from gridwright.compiler.language.spec import Define, Layer, Let, Rule, Spec
from gridwright.compiler.syntax import syntax_tree as e
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.visible_text import visible
from gridwright.compiler.values import Field, Value, describe, kind_of

from .edited_text import edited_text
from .work_process import Asked, Json

MOST_PLACES = 4  # that are named
Seen = tuple[e.Expression, Scope]


class UnknownRead(Exception):
    """A value of a layer was asked for, which is not known before the puzzle is solved."""

    def __init__(self, layer: Layer, position: int) -> None:
        super().__init__(layer.name)
        self.layer = layer
        self.position = position


def meaning_here(request: Mapping[str, Any], asked: Asked) -> Json:
    """Return the value in words of the smallest bracketed expression, or else the name, at a place; empty if not known."""
    try:
        spec = edited_text(request).load(asked.deadline)
        return {"text": visible(_meaning(spec, request["at"], asked)) if spec is not None else ""}
    except (SpecError, OutOfTime):
        return {"text": ""}


def _meaning(spec: Spec, at: int, asked: Asked) -> str:
    def read(layer: Layer, position: int) -> Value:
        raise UnknownRead(layer, position)

    interpreter = Interpreter(read, budget=Budget("this expression", None, spec.limits, asked.deadline.sooner(2.0)))
    try:
        seen = _smallest(spec, at, interpreter)
    except UnknownRead:  # what a loop goes through depends on a layer
        return ""
    if seen is None:
        return ""
    node, scope = seen
    shown = ", ".join(f"{name} = {value}" for name, value in scope.bindings())
    try:
        words = in_words(interpreter.run(node, scope))
    except UnknownRead as unknown:
        place = "" if unknown.layer.single else f" at {unknown.layer.place_name(unknown.position)}"
        what = f"the value of the layer {unknown.layer.name}{place}, one of {describe(unknown.layer.values)}"
        is_value = isinstance(node, e.Subscript) and isinstance(node.of, e.Name) and node.of.name == unknown.layer.name
        words = what if is_value else f"a value that depends on the layer {unknown.layer.name}"
    return f"{' '.join(node.span.text.split())}: {words}" + (f" (for {shown})" if shown else "")


def in_words(value: Value) -> str:
    """Return a description of a value in words."""
    if isinstance(value, Field):
        places = [str(place) for place in value.places[:MOST_PLACES]]
        more = ", ..." if len(value.places) > MOST_PLACES else ""
        of = f" of the layer {value.name}" if value.name else ""
        return f"the list of the values{of} at {len(value.places):,} places: {', '.join(places)}{more}"
    return f"{kind_of(value)}: {describe(value)}"


def _smallest(spec: Spec, at: int, interpreter: Interpreter) -> Seen | None:
    """Return the expression at a place with the scope of its first instance."""
    source = spec.document.span.source
    grid = spec.grids.grids[0]
    for rules, scope in ((spec.rules, grid.scope), (spec.together, spec.common_scope)):
        for rule in rules:
            if rule.span.source is source:
                seen = _in_rule(rule, scope, at, interpreter)
                if seen is not None:
                    return seen
    for value in grid.names.values():
        if isinstance(value, Define) and not value.parameters and value.span.source is source and _holds(value.body, at):
            return _inside(value.body, grid.scope, at, interpreter)
    roots = [*spec.answers.values(), *([spec.objective.expression] if spec.objective else [])]
    root = next((root for root in roots if _holds(root, at)), None)
    return None if root is None else _inside(root, spec.answer_scope, at, interpreter)


def _in_rule(rule: Rule, scope: Scope, at: int, interpreter: Interpreter) -> Seen | None:
    inside = [rule.expression, *(expression for part in rule.context for expression in _expressions(part))]
    if not any(_holds(node, at) for node in inside):
        return None
    for part in rule.context:
        for node in _expressions(part):
            if _holds(node, at):
                return _inside(node, scope, at, interpreter)
        if isinstance(part, e.Loop):
            first = next(interpreter.bindings((part,), scope, is_rule=True), None)
            if first is None:
                return None
            scope = first[0]
        elif isinstance(part, Let):
            scope = scope.bind(part.name, Delayed(part.value, scope, is_let=True))
    return _inside(rule.expression, scope, at, interpreter)


def _expressions(part: e.Loop | Let | e.Expression) -> Iterator[e.Expression]:
    if isinstance(part, e.Loop):
        yield from (part.values, *part.conditions)
    else:
        yield part.value if isinstance(part, Let) else part


def _inside(node: e.Expression, scope: Scope, at: int, interpreter: Interpreter) -> Seen | None:
    """Return the smallest expression at a place that is worth words: a name, an index, an attribute, or a call."""
    if isinstance(node, e.Lambda):
        return None
    if isinstance(node, e.Comprehension):
        for loop in node.loops:
            for part in (loop.values, *loop.conditions):
                if _holds(part, at) and part is loop.values:
                    return _inside(part, scope, at, interpreter)
            first = next(interpreter.bindings((e.Loop(loop.pattern, loop.values, (), loop.span),), scope), None)
            if first is None:
                return None
            scope = first[0]
            for part in loop.conditions:
                if _holds(part, at):
                    return _inside(part, scope, at, interpreter)
        return _inside(node.element, scope, at, interpreter) if _holds(node.element, at) else None
    if isinstance(node, e.Subscript) and _holds(node.of, at) and isinstance(node.of, e.Name):
        return node, scope  # on the name of a layer: what `number[row]` is
    for child in e.children(node):
        if _holds(child, at):
            inner = _inside(child, scope, at, interpreter)
            if inner is not None:
                return inner
    return (node, scope) if isinstance(node, (e.Name, e.Subscript, e.Attribute, e.Call)) and _holds(node, at) else None


def _holds(node: e.Expression, at: int) -> bool:
    return node.span.start <= at <= node.span.end
