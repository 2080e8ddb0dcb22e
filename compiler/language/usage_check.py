"""What can be seen in an expression without evaluating it: a text that a layer never holds, a function used as a list."""

from __future__ import annotations

from collections.abc import Sequence

from ..geometry.places import Cell, Direction
from ..syntax import syntax_tree as e
from ..syntax.diagnostics import Code, Collector
from ..syntax.foreign import number_in
from ..syntax.parser import subtraction_for_range
from ..syntax.suggestions import did_you_mean
from ..values import describe
from .call_binding import no_method
from .function_registry import all_functions
from .number_sets import is_endless
from .operators import is_number
from .scope import ALL_DIRECTIONS, BOARD_NAMES, PLACE_NAME, Scope
from .spec import Layer, Let, Rule, has_several_grids


def check_rule(rule: Rule, scope: Scope, collector: Collector) -> None:
    """Report what is wrong in a rule, and in its loops, names and conditions."""
    bound: frozenset[str] = frozenset()
    for part in rule.context:
        if isinstance(part, e.Loop):
            _check_loop(part, scope, bound, collector)
            bound |= set(part.pattern.names())
        elif isinstance(part, Let):
            check(part.value, scope, collector, bound)
            bound |= {part.name}
        else:
            check(part, scope, collector, bound)
    check(rule.expression, scope, collector, bound)


def check(node: e.Expression, scope: Scope, collector: Collector, bound: frozenset[str] = frozenset()) -> None:
    """Report what is wrong in an expression; `bound` are the local names around it."""
    if isinstance(node, e.Comprehension):
        for loop in node.loops:
            _check_loop(loop, scope, bound, collector)
            bound |= set(loop.pattern.names())
        check(node.element, scope, collector, bound)
        return
    if isinstance(node, e.Lambda):
        bound |= set(node.parameters)
    elif isinstance(node, e.Subscript):
        _check_index(node, scope, bound, collector)
    elif isinstance(node, e.OnGrid) and not has_several_grids(scope):
        collector.take(no_method(node))
        return
    elif isinstance(node, e.Attribute) and PLACE_NAME.fullmatch(node.name) and _is_layer(node.of, scope, bound):
        layer = node.of.span.text
        message = "the value of a layer at a cell is not written with a point"
        collector.add(Code.UNKNOWN_ATTRIBUTE, message, node.span, help=f"write {layer}[{node.name}]")
    elif isinstance(node, e.Junction):
        _check_alternatives(node, collector)
    elif isinstance(node, e.Comparison):
        for sign, left, right in zip(node.operators, node.operands, node.operands[1:], strict=False):
            _check_comparison(sign, left, right, scope, bound, collector)
    for child in e.children(node):
        check(child, scope, collector, bound)


def _check_loop(loop: e.Loop, scope: Scope, bound: frozenset[str], collector: Collector) -> None:
    _check_list(loop.values, collector)
    check(loop.values, scope, collector, bound)
    for condition in loop.conditions:
        check(condition, scope, collector, bound | set(loop.pattern.names()))


def _check_list(node: e.Expression, collector: Collector) -> None:
    help = subtraction_for_range(node)
    if isinstance(node, e.Constant) and is_number(node.value):
        help = "write a list in brackets, such as [1, 2, 3], or a range, such as 1..3"
    if help:
        collector.add(Code.WRONG_KIND, "a list is expected here, not a number", node.span, help=help)


def _check_alternatives(node: e.Junction, collector: Collector) -> None:
    """Report the number in `x == 1 or 2`."""
    first = node.operands[0]
    others = [other for other in node.operands[1:] if isinstance(other, e.Constant) and not isinstance(other.value, bool)]
    if not isinstance(first, e.Comparison) or first.operators != ("==",) or not others:
        return
    listed = ", ".join(operand.span.text for operand in (first.operands[1], *others))
    help = f"write `{first.operands[0].span.text} in [{listed}]`"
    help = help if node.operator == "or" and len(others) == len(node.operands) - 1 else "repeat what it is compared with"
    collector.add(Code.WRONG_KIND, f"`{others[0].span.text}` alone is neither true nor false", others[0].span, help=help)


def _check_index(node: e.Subscript, scope: Scope, bound: frozenset[str], collector: Collector) -> None:
    """Report a function with an index, which is nearly always a name that was meant to be another one."""
    if not isinstance(node.of, e.Name) or node.of.name not in all_functions():
        return
    name = node.of.name
    if name in bound or name in scope.names or name in scope.words or name in BOARD_NAMES:
        return
    layers = [known for known, value in scope.names.items() if isinstance(value, Layer)]
    help = did_you_mean(name, [*layers, *scope.names]) or f"call a function with parentheses: {name}(...)"
    collector.add(Code.WRONG_KIND, f"`{name}` is a function, which has no index in brackets", node.of.span, help=help)


def _check_comparison(
    sign: str, left: e.Expression, right: e.Expression, scope: Scope, bound: frozenset[str], collector: Collector
) -> None:
    if sign in ("in", "not in"):
        _check_list(right, collector)
        written = right.items if isinstance(right, e.Display) else ()
    elif sign in ("==", "!="):
        written = (right,)
    else:
        return
    for value in written:
        for layer, other in ((_layer_of(left, scope, bound), value), (_layer_of(value, scope, bound), left)):
            if layer is not None and isinstance(other, e.Constant):
                _check_value(layer, other, collector)
        for side, other in ((left, value), (value, left)):
            if isinstance(side, e.Attribute) and side.name == "side" and _is_direction(other, scope, bound):
                name = other.span.text
                message = f"the side of a clue is a text, and `{name}` is a direction: they are never equal"
                collector.add(Code.WRONG_KIND, message, other.span, help=f"write '{name}'")


def _is_direction(node: e.Expression, scope: Scope, bound: frozenset[str]) -> bool:
    return isinstance(node, e.Name) and node.name in ALL_DIRECTIONS and node.name not in bound and node.name not in scope.names


def _layer_of(node: e.Expression, scope: Scope, bound: frozenset[str]) -> Layer | None:
    """Return the layer that an expression names, with or without indices; None for other expressions."""
    name = node
    while isinstance(name, e.Subscript):
        name = name.of
    if not isinstance(name, e.Name) or name.name in bound:
        return None
    value = scope.names.get(name.name)
    return value if isinstance(value, Layer) else None


def _is_layer(node: e.Expression, scope: Scope, bound: frozenset[str]) -> bool:
    """Check whether an expression is a layer, or with several grids the layer of one of them."""
    grids = scope.names["grids"] if isinstance(node, e.Attribute) and has_several_grids(scope) else ()
    of_grid = any(isinstance(grid.names.get(node.name), Layer) for grid in grids) if isinstance(node, e.Attribute) else False
    return of_grid or _layer_of(node, scope, bound) is not None


def _check_value(layer: Layer, node: e.Constant, collector: Collector) -> None:
    """Report a text that is not among the values of a layer, and a number where the layer has only words."""
    value = node.value
    values: Sequence[object] = layer.values
    if isinstance(values, range) or is_endless(values):
        values = values[:1]  # numbers, as all of them
    if value in values and isinstance(value, str):
        return
    if isinstance(value, str):
        help = _mend(value, layer)
    elif is_number(value) and all(isinstance(known_value, str) for known_value in values):
        help = did_you_mean(str(value), [str(known_value) for known_value in values])
        help = help or f"its values are {', '.join(map(str, values[:12]))}"
    else:
        return
    kind = "text" if isinstance(value, str) else "number"
    collector.add(Code.WRONG_KIND, f"`{layer.name}` never holds the {kind} {describe(value)}", node.span, help=help)


def _mend(text: str, layer: Layer) -> str:
    """Return advice on a text that a layer never holds."""
    if not isinstance(layer.values, tuple) or any(is_number(value) for value in layer.values):
        if (number := number_in(text)) is not None:
            return f"write the number without quotes: {number}"
        if text in (".", "_", "", " "):
            return "write `blank` for a cell without a value"
    if not isinstance(layer.values, tuple):
        return f"its values are {describe(layer.values) if isinstance(layer.values, range) else layer.values}"
    if any(isinstance(value, (Cell, Direction)) and str(value) == text for value in layer.values):
        return f"write cells and directions without quotes: {text}"
    shown = [str(value).lower() if isinstance(value, bool) else str(value) for value in layer.values[:12]]
    return did_you_mean(text, shown) or f"its values are {', '.join(shown)}"
