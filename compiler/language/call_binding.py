"""Calls of the language's functions: which argument goes to which parameter, and whether it is of its kind."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ..geometry.area import Area, Line, Segment
from ..geometry.board import Board
from ..geometry.clue import ClueGroup
from ..geometry.placement import Placement
from ..geometry.places import Border, Cell, Corner, Direction, Link
from ..syntax.diagnostics import Code, Fault, SpecError, error
from ..syntax.suggestions import did_you_mean
from ..syntax.syntax_tree import Call, Expression, OnGrid
from ..values import BLANK, Field, Value, describe, is_known, kind_of
from .broadcast import lift
from .function_registry import Function, Parameter, all_functions
from .parameter_types import ParameterType
from .scope import Closure
from .semantics import Semantics
from .spec import Define

_NO_NAMES: Mapping[str, Value] = {}
_PLAIN = frozenset((int, bool, str, Cell, Direction, Area, Line, Segment, Placement))


class Stream:
    """A generator that is the argument of a function: its members are evaluated one by one, as they are used."""

    def __init__(self, members: Callable[[], Iterator[Value]]) -> None:
        self._members = members

    def __iter__(self) -> Iterator[Value]:
        return self._members()


@functools.cache
def match(function: Function, positional: int, named: tuple[str, ...]) -> tuple[tuple[Parameter, ...], tuple[str, ...]]:
    """Return the parameters for `positional` arguments, then those of the named ones, and the names in that order.

    Raise `Fault` if there are too many or too few arguments, or wrong names.
    """
    parameters: list[Parameter] = []
    names: list[str] = []
    for parameter in function.parameters:
        if parameter.rest:
            parameters += [parameter] * (positional - len(parameters))
        elif len(parameters) < positional:
            parameters.append(parameter)
        elif parameter.name in named:
            names.append(parameter.name)
        elif not parameter.optional:
            raise _wrong(function, f"`{function.name}` is missing its argument `{parameter.name}`")
    if len(parameters) < positional:
        raise _wrong(function, f"too many arguments for `{function.name}`: {positional}")
    by_name = {parameter.name: parameter for parameter in function.parameters}
    for name in named:
        if name in by_name and name not in names:
            raise _wrong(function, f"`{function.name}` gets `{name}` twice")
        if name not in by_name:
            raise _wrong(function, f"`{function.name}` has no parameter `{name}`", did_you_mean(name, by_name))
    return (*parameters, *(by_name[name] for name in names)), tuple(names)


def _wrong(function: Function, message: str, help: str = "") -> Fault:
    return Fault(Code.WRONG_ARGUMENTS, message, help or f"write {function.signature}")


def board_for(function: Function, board: Board | None, arguments: Sequence[Value]) -> Board:
    """Return the board for a call: the scope's, or with several grids that of its arguments.

    Raise `Fault` if there is none, or if an argument is a cell of another grid.
    """
    if board is not None:
        for argument in arguments:
            cell = _first_cell(argument)
            if cell is not None and cell.board is not board:
                raise Fault(
                    Code.WRONG_ARGUMENTS,
                    f"`{function.name}` is called on the grid {board}, but {cell} is a cell of {cell.board}",
                    f"write the grid of the cell before the call, as in {cell.board}.{function.signature}",
                )
        return board
    for argument in arguments:
        cell = _first_cell(argument)
        if cell is not None:
            assert isinstance(cell.board, Board)
            return cell.board
    raise Fault(
        Code.WRONG_ARGUMENTS,
        f"`{function.name}` works on one grid, but there are several here",
        f"write the name of a grid and a point before it, as in g.{function.signature}",
    )


def _first_cell(argument: Value) -> Cell | None:
    """Return a cell, or the first cell of an area, a list or a field; None if the first member is none."""
    if type(argument) is Cell:
        return argument
    members = argument.places if isinstance(argument, Field) else argument
    members = members.cells if isinstance(members, Area) else members
    first = members[0] if isinstance(members, (list, tuple)) and members else None
    return first if type(first) is Cell else None


def prepare(
    function: Function, parameter: Parameter, value: Value, convert: Callable[[ParameterType, Value], Value | None]
) -> Value:
    """Convert an argument to the parameter's type; a field that is taken place by place and blank stay as they are."""
    kind = parameter.kind
    if isinstance(value, Stream):
        value = value if kind.lazy else list(value)
    if kind.place_by_place and isinstance(value, (Field, ClueGroup)):
        return value.field if isinstance(value, ClueGroup) else value
    if kind.known and not is_known(value):
        called = kind.called or f"`{parameter.name}` of {function.signature}"
        raise Fault(Code.MUST_BE_KNOWN, f"{called} must be fixed before solving, but it depends on a layer", kind.if_unknown)
    if value is BLANK and not kind.takes_blank:
        return () if kind.blank_is_empty else BLANK
    converted = convert(kind, value)
    return of_its_kind(function, parameter, value, convert) if converted is None else converted


def of_its_kind(
    function: Function, parameter: Parameter, value: Value, convert: Callable[[ParameterType, Value], Value | None]
) -> Value:
    """Convert a value to the type of a parameter; raise `Fault` if it is of another kind."""
    converted = convert(parameter.kind, value)
    if converted is None:
        shown = f" ({describe(value)})" if is_known(value) else ""
        raise Fault(
            Code.WRONG_ARGUMENTS,
            f"`{parameter.name}` of {function.signature} needs {parameter.kind.words}, but got {kind_of(value)}{shown}",
            parameter.kind.if_text if isinstance(value, str) else _advice_on_places(value, parameter),
        )
    return converted


def _advice_on_places(value: Value, parameter: Parameter) -> str:
    """Return advice on a list of corners, links or borders where a mask is needed, or of texts where a shape is; else nothing."""
    if (
        "a shape" in parameter.kind.words
        and isinstance(value, (list, tuple))
        and value
        and all(isinstance(row, str) for row in value)
    ):
        return f"the rows of one shape are one text, '{'/'.join(value)}'; several shapes are taken one by one, in a loop"
    if "field" not in parameter.kind.words:
        return ""
    if isinstance(value, ClueGroup):
        return f"write {value.name} != blank for the places with a clue, {value.name} == blank for the others"
    if not isinstance(value, (list, tuple)) or not value:
        return ""
    if not all(isinstance(place, (Corner, Link, Border)) for place in value):
        return ""
    plural = f"{kind_of(value[0]).split()[-1]}s"
    return f"write a layer over {plural}, or a comparison of one, such as layer == 1"


class BoundCall:
    """A call of a function on a board: which argument is for which parameter. Raises `Fault` if they do not fit.

    `arguments`: all that are given, expressions or values, in the order of the parameters.
    """

    __slots__ = ("_board", "_converters", "_function", "_names", "_parameters", "_semantics", "arguments")

    def __init__(
        self, function: Function, positional: Sequence[Any], named: Mapping[str, Any], board: Board | None, semantics: Semantics
    ) -> None:
        self._function = function
        self._board = board
        self._semantics = semantics
        self._parameters, self._names = match(function, len(positional), tuple(named))
        self._converters = [parameter.kind.convert for parameter in self._parameters]
        self.arguments = (*positional, *[named[name] for name in self._names])

    def belongs_to(self, function: Function, board: Board | None) -> bool:
        """Check whether it is a call of this function on this board."""
        return self._function is function and self._board is board

    def __call__(self, given: Sequence[Value]) -> Value:
        """Return the value for these arguments, if they are of their kinds; element-wise if one is a field."""
        function, names, semantics = self._function, self._names, self._semantics
        boards = (board_for(function, self._board, given),) if function.takes_board else ()
        if not names and _PLAIN.issuperset(map(type, given)):  # known, and nothing of what is looked for otherwise
            converted = [convert(value) for convert, value in zip(self._converters, given, strict=True)]
            if None not in converted:
                return function.evaluate(*boards, *converted)
        convert = semantics.convert
        prepared: list[Value] = []
        fields: list[int] = []
        is_blank = False
        for parameter, value in zip(self._parameters, given, strict=True):
            kind = parameter.kind
            argument = prepare(function, parameter, value, convert)
            if argument is BLANK:
                is_blank = is_blank or not kind.takes_blank
            elif kind.place_by_place and isinstance(argument, Field):
                fields.append(len(prepared))
            prepared.append(argument)

        def call_function(values: Sequence[Value]) -> Value:
            unnamed = len(values) - len(names)
            keywords = dict(zip(names, values[unnamed:], strict=True)) if names else _NO_NAMES
            return semantics.call_function(function, [*boards, *values[:unnamed]], keywords)

        if fields:
            return _place_by_place(function, self._parameters, prepared, fields, call_function, convert)
        return BLANK if is_blank else call_function(prepared)


def call(function: Function, arguments: Sequence[Value], board: Board | None, semantics: Semantics) -> Value:
    """Match arguments with parameters, check their kinds, and call."""
    return BoundCall(function, arguments, {}, board, semantics)(arguments)


def _place_by_place(
    function: Function,
    parameters: Sequence[Parameter],
    prepared: Sequence[Value],
    fields: Sequence[int],
    called: Callable[[Sequence[Value]], Value],
    convert: Callable[[ParameterType, Value], Value | None],
) -> Value:
    """Return the field of calls for each place of the arguments at `fields`."""

    def at_a_place(*single: Value) -> Value:
        values = list(prepared)
        varying = iter(single)
        for at, parameter in enumerate(parameters):
            if at in fields:
                member = next(varying)
                if isinstance(member, Field):  # a field of fields is no field of what is wanted
                    of_its_kind(function, parameter, member, convert)
                values[at] = prepare(function, parameter, member, convert)
            if values[at] is BLANK and not parameter.kind.takes_blank:
                return BLANK
        return called(values)

    return lift(at_a_place, *[prepared[at] for at in fields])


def arguments_of(define: Define, node: Call) -> list[tuple[str, Expression]]:
    """Return the parameters of a definition with their arguments; raise `Fault` if the call does not match."""
    given = list(zip(define.parameters, node.arguments, strict=False))
    if node.keywords:
        positional = define.parameters[: len(node.arguments)]
        given += [(name, value) for name, value in node.keywords if name in define.parameters and name not in positional]
    if not len(node.arguments) + len(node.keywords) == len(given) == len(define.parameters):
        raise Fault(
            Code.WRONG_ARGUMENTS,
            f"wrong arguments for `{define.name}`",
            f"write {define.name}({', '.join(define.parameters)})",
        )
    return given


def wrong_number(closure: Closure, arguments: int) -> Fault:
    """Return the fault of calling a function of the spec with the wrong number of arguments."""
    return Fault(
        Code.WRONG_ARGUMENTS,
        f"a function with {_number_of(len(closure.parameters), 'parameter')} is called with {_number_of(arguments, 'argument')}",
        f"its parameters are ({', '.join(closure.parameters)})",
    )


def _number_of(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def no_function(node: Call, names: Mapping[str, Value], target: Value) -> SpecError:
    """Return the error of calling an unknown function; `target` is a value of that name that is no function."""
    defined = [name for name, value in names.items() if isinstance(value, Define) and value.parameters]
    help = did_you_mean(node.name, [*all_functions(), *defined]) or "`gridwright functions` lists all functions"
    if target is not None:
        written = node.name_span.text
        help = f"`{written}` is {kind_of(target)}: write it without parentheses, or with an index {written}[...]"
    return error(Code.UNKNOWN_FUNCTION, f"there is no function `{node.name_span.text}`", node.name_span, help=help)


def no_method(node: OnGrid) -> SpecError:
    """Return the error of a call after a point where no grid stands before it."""
    call, of = node.body, node.of.span.text
    more = ", ..." * bool(call.arguments or call.keywords)
    help = f"call a function by its name: {call.name}({of}{more})" if of != "grid" else f"write {node.span.text[len(of) + 1 :]}"
    message = f"a call of a method (`.{call.name}(...)`) is not part of the expression language"
    return error(Code.BAD_EXPRESSION, message, node.span, help=help)
