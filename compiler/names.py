"""Names and calls of an expression, checked without evaluating it: all at once, in branches never taken too."""

from __future__ import annotations

from . import expression as e
from .calls import match
from .diagnostics import Code, Collector, Fault, did_you_mean
from .function import NOT_YET, all_functions
from .geometry.board import Board
from .scope import BOARD_NAMES, CONSTANTS, PLACE_NAME, Scope
from .spec import Define


def check_names(node: e.Expression, scope: Scope, bound: frozenset[str], collector: Collector) -> None:
    """Report every name and function below a node that nothing stands for. `bound` are the local names."""
    if isinstance(node, e.Name):
        if not _is_name(node.name, scope, bound):
            _unknown_name(node, scope, bound, collector)
        return
    if isinstance(node, e.Lambda):
        check_names(node.body, scope, bound | set(node.parameters), collector)
        return
    if isinstance(node, e.Comprehension):
        check_names(node.element, scope, check_loops(node.loops, scope, bound, collector), collector)
        return
    if isinstance(node, e.Call):
        _check_call(node, scope, bound, collector)
    for child in e.children(node):
        check_names(child, scope, bound, collector)


def check_loops(loops: tuple[e.Loop, ...], scope: Scope, bound: frozenset[str], collector: Collector) -> frozenset[str]:
    """Check the expressions of loops, and give the names that are bound inside them."""
    for loop in loops:
        check_names(loop.values, scope, bound, collector)
        bound |= set(loop.pattern.names())
        for condition in loop.conditions:
            check_names(condition, scope, bound, collector)
    return bound


def _is_name(name: str, scope: Scope, bound: frozenset[str]) -> bool:
    if name in bound or name in scope.names or name in scope.words or name in CONSTANTS or name in all_functions():
        return True
    return scope.board is not None and (name in BOARD_NAMES or bool(PLACE_NAME.fullmatch(name)))


def _unknown_name(node: e.Name, scope: Scope, bound: frozenset[str], collector: Collector) -> None:
    if node.name in NOT_YET:
        collector.add(Code.NOT_SUPPORTED, f"not supported yet: the function `{node.name}`", node.span)
        return
    grids = scope.names.get("grids", ()) if scope.board is None else ()
    of_a_grid = any(node.name in grid.names or node.name in (*BOARD_NAMES, *Board.attributes) for grid in grids)
    help = f"there are several grids here: write g.{node.name} with a grid g of `grids`" if of_a_grid else ""
    known = [*bound, *scope.names, *scope.words, *CONSTANTS, *(BOARD_NAMES if scope.board else ())]
    collector.add(Code.UNKNOWN_NAME, f"there is no name `{node.name}`", node.span, help=help or did_you_mean(node.name, known))


def _check_call(node: e.Call, scope: Scope, bound: frozenset[str], collector: Collector) -> None:
    target = scope.names.get(node.name)
    if node.name in bound:
        return
    if isinstance(target, Define) and target.parameters:
        names = [name for name, _ in node.keywords]
        count = len(node.arguments) + len(names)
        if count != len(target.parameters) or not set(names) <= set(target.parameters[len(node.arguments) :]):
            collector.add(
                Code.WRONG_ARGUMENTS,
                f"`{target.name}` does not go with these arguments",
                node.span,
                help=f"it is {target.name}({', '.join(target.parameters)})",
            )
        return
    function = all_functions().get(node.name)
    if function is not None:
        try:
            match(function, node.arguments, dict(node.keywords))
        except Fault as fault:
            collector.add(fault.code, fault.message, node.span, help=fault.help)
        return
    if node.name in NOT_YET:
        collector.add(Code.NOT_SUPPORTED, f"not supported yet: the function `{node.name}`", node.name_span)
        return
    defined = [name for name, value in scope.names.items() if isinstance(value, Define) and value.parameters]
    help = did_you_mean(node.name, [*all_functions(), *defined]) or "`gridwright functions` lists them all"
    if _is_name(node.name, scope, bound):
        help = f"`{node.name}` is a value: write it without parentheses, or with an index: {node.name}[...]"
    collector.add(Code.UNKNOWN_FUNCTION, f"there is no function `{node.name}`", node.name_span, help=help)
