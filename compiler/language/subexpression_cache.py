"""What depends on nothing unknown is evaluated once for all values of the names that it reads, and not in every turn of a loop.

A call or a list is looked up where a loop around it has a name that it does not read: `len(ray(c, right))` in `for c in cells for
n in 1..9` has one value for each cell. A definition is looked up by its arguments, wherever it is called. Whatever may read a
layer, is not plain data, or goes through nothing and so is quick, is not looked up. Only calls of definitions that read a layer
are kept too, by each interpreter while it evaluates one expression.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterable, Sequence

from ..geometry.area import Area, Line
from ..geometry.board import Board
from ..geometry.placement import Placement
from ..geometry.places import Border, Cell, Corner, Direction, Link
from ..records import dataclass
from ..syntax import syntax_tree as e
from ..values import Field, SizedList, SizedTuple, Unknown, Value, size_of
from .function_registry import all_functions
from .scope import Closure, Delayed, Scope
from .spec import Define, Grid, Grids, Layer

Names = frozenset[str]
Key = tuple[Hashable, ...]

MAX_KEPT = 1_000_000  # values that are kept; what is evaluated after that is evaluated as often as it is met
_NO_DATA = (Unknown, Field, Closure, Delayed, Grid, Grids, Layer)
_SINGLE_DATA = frozenset((int, str, bool, Cell, Link, Border, Corner, Direction, Area, Line, Placement))
_PLAIN = frozenset((int, str))  # equal ones are the same; of others only the very object is


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """How an expression is looked up: by the values of these local names.

    `reads_layer`: it may read a layer, so a value is kept only as long as no layer changes.
    """

    names: tuple[str, ...]
    reads_layer: bool = False


class SubexpressionCache:
    """The values that were found, by expression or definition, board, and the values of the names that it reads."""

    def __init__(self) -> None:
        self._plans: dict[tuple[e.Expression | Define, Board | None, bool], Plan | None] = {}
        self._met: set[tuple[e.Expression | Define, Board | None, bool]] = set()
        self._free: dict[e.Expression, Names] = {}
        self._read_in_turns: dict[e.Comprehension, tuple[str, ...] | None] = {}
        self._names_read: dict[tuple[e.Expression, Board | None], tuple[str, ...] | None] = {}
        self._work: dict[e.Expression, bool] = {}
        self._defines: dict[tuple[Define, Board | None], bool] = {}
        self._found: dict[Key, tuple[Value, Sequence[Value]]] = {}
        self._size = 0
        # Calls and definitions that are not looked up, with the board last met: most are not, and nothing else is asked of these.
        self.without_plan: dict[e.Expression | Define, Board | None] = {}

    def plan(self, node: e.Expression, scope: Scope, *, is_let: bool = False) -> Plan | None:
        """Return how to look up a node; None if it may read a layer, reads all that is bound around it, or is quick.

        The first time there is no plan, since most expressions are met once. `is_let`: it has a name in loops further inside, so
        it is looked up even if it reads all that is bound around it.
        """
        where = node, scope.board, is_let
        if where in self._plans:
            return self._plans[where]
        if where not in self._met:
            self._met.add(where)
            return None
        names = self.names_read(node, scope) if self._is_work(node, scope) else None
        is_inside = is_let or (names is not None and len(names) < len(scope.local))
        if names is not None and is_inside:
            return self._plans.setdefault(where, Plan(names))
        self._plans[where] = None
        if not is_let:
            self.without_plan[node] = scope.board
        return None

    def plan_of(self, define: Define, scope: Scope, *, is_met: bool = False) -> Plan | None:
        """Return how to look up a call of a definition that belongs to a scope: by all parameters; None if that is no help.

        One that goes through nothing is evaluated as quickly as it is looked up. `is_met`: it has been called before.
        """
        where = define, scope.board, False
        if where in self._plans:
            return self._plans[where]
        if where not in self._met and not is_met:
            self._met.add(where)
            return None
        if not self._is_work(define.body, scope):
            self.without_plan[define] = scope.board
            return self._plans.setdefault(where, None)
        return self._plans.setdefault(where, Plan(define.parameters, self._reads_layer(define, scope)))

    def __contains__(self, key: Key) -> bool:
        return key in self._found

    def __getitem__(self, key: Key) -> Value:
        return self._found[key][0]

    def get(self, key: Key) -> Value | None:
        """Return the value that is kept by a key; None if there is none."""
        entry = self._found.get(key)
        return None if entry is None else entry[0]

    def keep(self, key: Key, read: Sequence[Value], value: Value) -> None:
        """Keep a value if it is plain data, together with what it was found for, whose identity is part of the key."""
        if self._size < MAX_KEPT and is_data(value):
            self._size += size_of(value) + len(key)
            self._found[key] = value, read

    # what an expression reads

    def is_kept(self, node: e.Expression, scope: Scope) -> bool:
        """Check whether a node goes through something and reads no layer. The scope binds all names that are local there."""
        return self._is_work(node, scope) and self.names_read(node, scope) is not None

    def names_read(self, node: e.Expression, scope: Scope) -> tuple[str, ...] | None:
        """Return the local names that a node reads; None if another name that it reads stands for a layer, or what reads one."""
        where = node, scope.board
        if where not in self._names_read:
            names = self.free(node)
            local = tuple(sorted(names.intersection(scope.local)))
            self._names_read[where] = None if self._any_reads_layer(names.difference(local), scope) else local
        return self._names_read[where]

    def read_in_turns(self, node: e.Comprehension) -> tuple[str, ...] | None:
        """Return the names of its loops that the element of a comprehension reads; None if it reads all or none of them."""
        if node not in self._read_in_turns:
            bound = {name for loop in node.loops for name in loop.pattern.names()}
            read = bound & self.free(node.element)
            self._read_in_turns[node] = tuple(sorted(read)) if read and read < bound else None
        return self._read_in_turns[node]

    def free(self, node: e.Expression) -> Names:
        """Return the names that a node reads and does not bind itself, those of functions that it calls included.

        >>> from gridwright.compiler.syntax.parser import parse
        >>> from gridwright.compiler.syntax.yaml_nodes import read_text
        >>> sorted(SubexpressionCache().free(parse(read_text("x: f(a for a in b if a != c)").get("x"))))
        ['b', 'c', 'f']
        """
        if node not in self._free:
            self._free[node] = self._found_free(node)
        return self._free[node]

    def _found_free(self, node: e.Expression) -> Names:
        if isinstance(node, e.Name):
            return frozenset((node.name,))
        if isinstance(node, e.Lambda):
            return self.free(node.body).difference(node.parameters)
        if isinstance(node, e.Comprehension):
            free_names = self.free(node.element)
            for loop in reversed(node.loops):
                free_names = free_names.union(*map(self.free, loop.conditions)).difference(loop.pattern.names())
                free_names |= self.free(loop.values)
            return free_names
        return frozenset((node.name,) if isinstance(node, e.Call) else ()).union(*map(self.free, e.children(node)))

    def _reads_layer(self, define: Define, scope: Scope) -> bool:
        """Check whether a definition, or what it uses, reads a layer."""
        where = define, scope.board
        if where not in self._defines:
            self._defines[where] = True  # so that one that uses itself, which is a mistake, comes to an end
            names = self.free(define.body).difference(define.parameters)
            self._defines[where] = self._any_reads_layer(names, scope)
        return self._defines[where]

    def _is_work(self, node: e.Expression, scope: Scope) -> bool:
        """Check whether evaluating a node goes through something: a loop, a list, a board."""
        if node not in self._work:
            self._work[node] = False  # so that a definition that uses itself, which is a mistake, comes to an end
            self._work[node] = isinstance(node, e.Comprehension) or self._calls_work(node, scope)
        return self._work[node]

    def _calls_work(self, node: e.Expression, scope: Scope) -> bool:
        called = scope.names.get(node.name) if isinstance(node, (e.Call, e.Name)) else None
        if isinstance(called, Define) and self._is_work(called.body, scope):
            return True
        function = all_functions().get(node.name) if isinstance(node, e.Call) and called is None else None
        if isinstance(node, e.Call) and function is not None and not function.is_quick(len(node.arguments) + len(node.keywords)):
            return True
        return any(self._is_work(child, scope) for child in e.children(node))

    def _any_reads_layer(self, names: Iterable[str], scope: Scope) -> bool:
        """Check whether one of these names, which are not local, stands for a layer or for a definition that reads one."""
        values = map(scope.names.get, names)
        return any(
            self._reads_layer(value, scope) if isinstance(value, Define) else isinstance(value, (Layer, Grid, Grids))
            for value in values
        )


def key_of(of: e.Expression | Define, board: Board | None, read: Sequence[Value]) -> Key | None:
    """Return the key of something for the values that it reads; None if one of these is not plain data.

    >>> key_of(None, None, [1]) == key_of(None, None, [True])
    False
    """
    parts: list[Hashable] = [of, board]
    for value in read:
        if type(value) in _PLAIN:
            parts.append(value)
        elif is_data(value):
            parts.append((id(value),))
        else:
            return None
    return tuple(parts)


def is_data(value: Value) -> bool:
    """Check whether a value is plain data: nothing unknown, no function, and nothing that reads a layer later."""
    if type(value) in _SINGLE_DATA:  # as most are
        return True
    if isinstance(value, (SizedList, SizedTuple)):
        if value.is_data is None:
            value.is_data = _all_data(value)
        return value.is_data
    return _all_data(value) if isinstance(value, (list, tuple)) else _are_data(type(value))  # type: ignore[arg-type]


def _all_data(values: Sequence[Value]) -> bool:
    """Check whether members are plain data; of those that are no lists their classes tell, which are few."""
    kinds = {*map(type, values)}
    if any(issubclass(kind, (list, tuple)) for kind in kinds):
        return all(map(is_data, values))
    return all(map(_are_data, kinds))


@functools.cache
def _are_data(kind: type) -> bool:
    return not issubclass(kind, _NO_DATA) and not any("__call__" in base.__dict__ for base in kind.__mro__)
