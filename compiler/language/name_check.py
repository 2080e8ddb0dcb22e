"""Names and calls of an expression, checked without evaluating it: all at once, in branches never taken too."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..geometry.area import AreaKind
from ..geometry.board import SIDES, Board
from ..geometry.clue import ClueGroup
from ..library import hint
from ..syntax import foreign
from ..syntax import syntax_tree as e
from ..syntax.diagnostics import Code, Collector, Fault, Note
from ..syntax.schema_file import keys_of_names
from ..values import Value
from .call_binding import match
from .function_registry import Function, all_functions
from .scope import ALL_DIRECTIONS, BOARD_NAMES, CONSTANTS, PLACE_NAME, Scope, names_on
from .spec import Define, Grid, Grids, Layer, Let, Rule, has_several_grids

Bound = frozenset[str]
ON_GRID = "."  # bound, and no name: an expression stands in brackets after `g.name`, where g may be a grid
CALLED = ".()"  # bound, and no name: a function is called after a point


def free_names(node: e.Expression, bound: Bound = frozenset()) -> Iterator[tuple[e.Name | e.Call, Bound]]:
    """Yield the names and calls below a node that are not bound inside it, each with the local names bound there.

    >>> from gridwright.compiler.syntax.parser import parse
    >>> from gridwright.compiler.syntax.yaml_nodes import read_text
    >>> [found.name for found, _ in free_names(parse(read_text("x: f(a for a in b)").get("x")))]
    ['f', 'b']
    """
    if isinstance(node, e.Name):
        if node.name not in bound:
            yield node, bound
    elif isinstance(node, e.Lambda):
        yield from free_names(node.body, bound | set(node.parameters))
    elif isinstance(node, e.Comprehension):
        for loop in node.loops:
            yield from _of_loop(loop, bound)
            bound |= set(loop.pattern.names())
        yield from free_names(node.element, bound)
    elif isinstance(node, e.Subscript) and isinstance(node.of, e.Attribute):
        yield from free_names(node.of, bound)
        yield from free_names(node.index, bound | {ON_GRID})
    elif isinstance(node, e.OnGrid):
        yield from free_names(node.of, bound)
        if node.body.name not in bound:
            yield node.body, bound | {ON_GRID, CALLED}
        for child in e.children(node.body):
            yield from free_names(child, bound | {ON_GRID})
    else:
        if isinstance(node, e.Call) and node.name not in bound:
            yield node, bound
        for child in e.children(node):
            yield from free_names(child, bound)


def _of_loop(loop: e.Loop, bound: Bound) -> Iterator[tuple[e.Name | e.Call, Bound]]:
    yield from free_names(loop.values, bound)
    for condition in loop.conditions:
        yield from free_names(condition, bound | set(loop.pattern.names()))


def names_of_rule(rule: Rule) -> Iterator[tuple[e.Name | e.Call, Bound]]:
    """Yield the free names of a rule, each with the names that its loops and `let` bind there."""
    bound: Bound = frozenset()
    for part in rule.context:
        if isinstance(part, e.Loop):
            yield from _of_loop(part, bound)
            bound |= set(part.pattern.names())
        elif isinstance(part, Let):
            yield from free_names(part.value, bound)
            bound |= {part.name}
        else:
            yield from free_names(part, bound)
    yield from free_names(rule.expression, bound)


def is_constant(define: Define, names: Mapping[str, Value]) -> bool:
    """Check whether a definition without parameters is independent of the grid: neither it nor what it uses reads a layer."""
    seen = {define.name}
    bodies = [(define.body, frozenset[str]())]
    for body, bound in bodies:
        of_board = _asked_of_board(body, names)
        for node, _ in free_names(body, bound):
            value = names.get(node.name)
            if isinstance(value, (Layer, Grids)) or (isinstance(value, (Grid, Board)) and node not in of_board):
                return False
            if isinstance(value, Define) and value.name not in seen:
                seen.add(value.name)
                bodies.append((value.body, frozenset(value.parameters)))
    return True


def _asked_of_board(body: e.Expression, names: Mapping[str, Value]) -> set[e.Expression]:
    """Return the nodes `grid` of a body that only read an attribute of the board, as in `grid.width`."""
    asked = (node for node in e.walk(body) if isinstance(node, e.Attribute))
    return {node.of for node in asked if node.name in Board.attributes and node.name not in names}


def check(names: Iterable[tuple[e.Name | e.Call, Bound]], scope: Scope, collector: Collector) -> None:
    """Report every name that stands for nothing, and every call that cannot go with its function."""
    for node, bound in names:
        collector.look()
        where = _grid_scope(node.name, scope) if ON_GRID in bound else scope
        if CALLED in bound and not has_several_grids(scope):
            continue  # `usage_check` says that only a grid has functions
        bound -= {ON_GRID, CALLED}
        if isinstance(node, e.Name):
            if not _is_name(node.name, where):
                _unknown_name(node, where, bound, collector)
        else:
            _check_call(node, where, bound, collector)


def unknown(names: Iterable[tuple[e.Name | e.Call, Bound]], scope: Scope) -> list[e.Name]:
    """Return the names that stand for nothing."""
    return [
        node
        for node, bound in names
        if isinstance(node, e.Name) and not bound & {ON_GRID, CALLED} and not _is_name(node.name, scope)
    ]


def _grid_scope(name: str, scope: Scope) -> Scope:
    """Return the scope of the first grid that knows a name, which may stand in brackets after any grid; otherwise this scope.

    Which grid it is shows when the expression is evaluated.
    """
    grids = scope.names["grids"] if has_several_grids(scope) else ()
    return next((grid.scope for grid in grids if _is_name(name, grid.scope)), scope)


def name_after_grid(name: str, scope: Scope) -> str:
    """Return how to write a name that belongs to a grid, where there is no single grid; empty if it belongs to none."""
    if scope.board is not None or not has_several_grids(scope):
        return ""
    is_cell = bool(PLACE_NAME.fullmatch(name))
    for grid in scope.names["grids"]:
        if is_cell or name in Board.attributes or name in grid.names or name in names_on(grid.board):
            own: str = grid.name
            called = own if isinstance(scope.names.get(own), Grid) else f"grids['{own}']"
            if is_cell:
                short = f"after a layer, as in {called}.number[{name}], the name is enough"
                return f"a cell belongs to a grid: write {called}.{name}; {short}"
            return f"there are several grids here: write {called}.{name}, or g.{name} for g in grids"
    return ""


def check_definitions(scope: Scope, collector: Collector) -> None:
    """Check the bodies of all definitions, and that none leads back to itself."""
    defines = {name: value for name, value in scope.names.items() if isinstance(value, Define)}
    uses: dict[str, list[str]] = {}
    for name, define in defines.items():
        inside = list(free_names(define.body, frozenset(define.parameters)))
        check(inside, scope, collector)
        uses[name] = [node.name for node, _ in inside if node.name in defines]
    for name, define in defines.items():
        cycle = _cycle(name, uses)
        if cycle and name == min(cycle, key=list(defines).index):
            way = [Note(f"it goes on through `{other}`", defines[other].span) for other in cycle[1:]]
            collector.add(
                Code.RECURSION,
                f"the definition of `{name}` uses itself",
                define.span,
                notes=way,
                help="a definition cannot use itself, directly or through others",
            )


def _cycle(start: str, uses: dict[str, list[str]]) -> list[str]:
    """Return the definitions on a path from one back to itself; empty if there is none."""
    ways: list[list[str]] = [[start]]
    seen: set[str] = set()
    for way in ways:
        for following in uses[way[-1]]:
            if following == start:
                return way
            if following not in seen:
                seen.add(following)
                ways.append([*way, following])
    return []


def _is_name(name: str, scope: Scope) -> bool:
    if name in scope.names or name in scope.words or name in CONSTANTS:
        return True
    if name in all_functions():
        return scope.board is not None or name not in BOARD_NAMES
    return scope.board is not None and (name in names_on(scope.board) or bool(PLACE_NAME.fullmatch(name)))


def _unknown_name(node: e.Name, scope: Scope, bound: Bound, collector: Collector) -> None:
    help = name_after_grid(node.name, scope) or hint(node.name)
    known = itertools.chain(sorted(bound), scope.names, scope.words, CONSTANTS, names_on(scope.board))
    help = help or ("" if collector.full else _as_text(node.name, scope)) or _other_directions(node.name, scope.board)
    help = help or foreign.hint(node.name)
    if not help and node.name in keys_of_names():
        help = collector.did_you_mean(node.name, bound) or f"write only the name that stands below `{node.name}:` in the spec"
    help = help or collector.did_you_mean(node.name, known)
    collector.add(Code.UNKNOWN_NAME, f"there is no name `{node.name}`", node.span, help=help)


def _as_text(name: str, scope: Scope) -> str:
    """Return how to write a name that is the value or the side of a clue, or the label of an area; empty if it is none."""
    for value in scope.names.values():
        if isinstance(value, ClueGroup) and any(clue.value == name for clue in value):
            return f"write a text in quotes: '{name}'"
        if isinstance(value, ClueGroup) and name in SIDES and any(clue.side in SIDES for clue in value):
            return f"write the side of a clue in quotes: '{name}'"
        if isinstance(value, AreaKind) and value.area_at(name) is not None:
            return f"write the label of an area in quotes: '{name}'"
    return ""


def _other_directions(name: str, board: Board | None) -> str:
    """Return which directions a board has, if a name is one of another kind of board; otherwise an empty text."""
    if board is None or name not in ALL_DIRECTIONS:
        return ""
    shown = " ".join(direction.name for direction in board.directions)
    return f"boards of hexagons have the directions {shown}"


def _function_of(name: str, scope: Scope) -> Define | Function | e.Lambda | None:
    """Return the function that a name refers to, directly or through other names; None if it is no function."""
    seen: set[str] = set()
    while name not in seen:
        seen.add(name)
        target = scope.names.get(name)
        if isinstance(target, Define) and target.parameters:
            return target
        if name in all_functions():
            return all_functions()[name]
        if not isinstance(target, Define):
            break
        if isinstance(target.body, e.Lambda):
            return target.body
        name = target.body.name if isinstance(target.body, e.Name) else name
    return None


def _check_call(node: e.Call, scope: Scope, bound: Bound, collector: Collector) -> None:
    target = scope.names.get(node.name)
    called = _function_of(node.name, scope)
    given = (
        [Note(f"`{node.name_span.text}` is defined here", target.span)]
        if isinstance(target, Define) and target is not called
        else []
    )
    if isinstance(called, (Define, e.Lambda)):
        names = [name for name, _ in node.keywords]
        if not _goes_with(called.parameters, len(node.arguments), names):
            name = node.name if isinstance(called, e.Lambda) else called.name
            collector.add(
                Code.WRONG_ARGUMENTS,
                f"wrong arguments for `{node.name_span.text}`",
                node.span,
                notes=given,
                help=f"write {name}({', '.join(called.parameters)})",
            )
    elif called is not None:
        try:
            match(called, len(node.arguments), tuple(name for name, _ in node.keywords))
        except Fault as fault:
            collector.add(fault.code, fault.message, node.span, notes=given, help=fault.help)
    else:
        defined = (name for name, value in scope.names.items() if isinstance(value, Define) and value.parameters)
        close = collector.did_you_mean(node.name, itertools.chain(all_functions(), defined))
        foreigner = foreign.hint(node.name) or (f"write `{node.name.lower()}`" if node.name.lower() in all_functions() else "")
        help = hint(node.name) or foreigner or close or "`gridwright functions` lists all functions"
        if _is_name(node.name, scope):
            index = node.arguments[0].span.text if len(node.arguments) == 1 else "..."
            written = node.name_span.text
            help = f"`{written}` is a value: write it without parentheses, or with an index: {written}[{index}]"
            help += "; or make it a function: `lambda a, b: ...`, or the name of a function" if given else ""
        collector.add(
            Code.UNKNOWN_FUNCTION, f"there is no function `{node.name_span.text}`", node.name_span, notes=given, help=help
        )


def _goes_with(parameters: Sequence[str], positional: int, named: Sequence[str]) -> bool:
    """Check whether the positional and named arguments bind each parameter exactly once."""
    return sorted(named) == sorted(parameters[positional:]) and positional <= len(parameters)
