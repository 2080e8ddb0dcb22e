"""Functions of the language: how one is declared, and how all are found.

A file in `functions/` declares one function or a close family. Its docstring is its meaning in words, its body is its plain
evaluation, and its example is true on the board of the reference page, which is made of all three. Nothing lists the functions:
they are found by scanning the folder.
"""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence

from ..geometry.board import Board
from ..plugins import DeclaredPlugins
from ..records import dataclass
from ..values import BLANK, Value
from .parameter_types import ParameterType


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter: its name, what it takes, and whether it may be left out."""

    name: str
    kind: ParameterType
    optional: bool
    default: Value
    rest: bool


@dataclass(frozen=True, eq=False)
class Function:
    """A function of the language.

    `aggregate`: the `if` of a generator that is its argument may be unknown, because it passes over blanks. `structural`: it
    arranges members and does not look at them, so they may be unknown. `is_truth`: its value is a truth value, and never blank.
    """

    name: str
    family: str
    words: str
    example: str
    parameters: tuple[Parameter, ...]
    evaluate: Callable[..., Value]
    takes_board: bool
    aggregate: bool
    structural: bool
    is_truth: bool

    def __reduce__(self) -> tuple[Callable[[str], Function], tuple[str]]:
        return function_by_name, (self.name,)

    @functools.cached_property
    def signature(self) -> str:
        """Return the call as the reference shows it: `nth(values, k)`."""
        shown = []
        for parameter in self.parameters:
            if parameter.rest:
                shown.append("...")
            elif parameter.optional and parameter.default is not None:
                shown.append(f"{parameter.name}={_default_text(parameter.default)}")
            elif parameter.optional:
                shown.append(f"{parameter.name}=")
            else:
                shown.append(parameter.name)
        return f"{self.name}({', '.join(shown)})"

    @functools.cached_property
    def takes_fail(self) -> bool:
        """Check whether `fail` may be an argument, which then comes out again."""
        return any(parameter.kind.takes_fail for parameter in self.parameters)

    def is_quick(self, given: int) -> bool:
        """Check whether it goes through nothing if it gets so many arguments.

        It then takes single numbers, cells and the like, of which one need not be fixed.
        """
        kinds = [parameter.kind for parameter in self.parameters[:given]]
        return all(kind.is_single for kind in kinds) and not all(kind.known for kind in kinds)

    def is_blank_for(self, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> bool:
        """Check whether the result is blank because an argument is blank that must not be."""
        values = [*(arguments[1:] if self.takes_board else arguments), *keywords.values()]
        if not any(value is BLANK for value in values):
            return False
        given = zip(self.parameters_of(arguments, keywords), values, strict=True)
        return any(value is BLANK and not parameter.kind.takes_blank for parameter, value in given)

    def parameters_of(self, arguments: Sequence[Value], keywords: Iterable[str]) -> list[Parameter]:
        """Return the parameters that arguments bind to, in order; a board parameter is left out."""
        last = next((at for at, parameter in enumerate(self.parameters) if parameter.rest), len(self.parameters) - 1)
        positional = len(arguments) - 1 if self.takes_board else len(arguments)
        return [*(self.parameters[min(at, last)] for at in range(positional)), *(self._by_name[name] for name in keywords)]

    @functools.cached_property
    def _by_name(self) -> dict[str, Parameter]:
        return {parameter.name: parameter for parameter in self.parameters}


def function(
    family: str, example: str, *, aggregate: bool = False, structural: bool = False
) -> Callable[[Callable[..., Value]], Function]:
    """Declare a function of the language; a trailing underscore of the Python name is dropped."""

    def declare(evaluate: Callable[..., Value]) -> Function:
        hints = typing.get_type_hints(evaluate, include_extras=True)
        parameters = []
        takes_board = False
        for parameter in inspect.signature(evaluate).parameters.values():
            hint = hints[parameter.name]
            if hint is Board:
                takes_board = True
                continue
            kind = _kind(hint)
            optional = parameter.default is not inspect.Parameter.empty
            rest = parameter.kind is inspect.Parameter.VAR_POSITIONAL
            parameters.append(Parameter(parameter.name, kind, optional, parameter.default if optional else None, rest))
        name = evaluate.__name__.rstrip("_")
        words = inspect.cleandoc(evaluate.__doc__ or "")
        blank_is_blank = any(not p.kind.takes_blank and not p.kind.blank_is_empty for p in parameters)
        is_truth = hints.get("return") is bool and not blank_is_blank
        return Function(name, family, words, example, tuple(parameters), evaluate, takes_board, aggregate, structural, is_truth)

    return declare


def _default_text(default: Value) -> str:
    """Return a default in the syntax of the language."""
    return str(default).lower() if isinstance(default, bool) else str(getattr(default, "name", default))


def _kind(hint: typing.Any) -> ParameterType:
    """Return the parameter type in an annotation such as `Number` or `AnArea | None`."""
    for option in (hint, *typing.get_args(hint)):
        for extra in getattr(option, "__metadata__", ()):
            if isinstance(extra, ParameterType):
                return extra
    raise AssertionError(f"a parameter without a kind: {hint}")


def function_by_name(name: str) -> Function:
    """Return the function of that name, as it is pickled by name."""
    return all_functions()[name]


@functools.cache
def all_functions() -> Mapping[str, Function]:
    """Return every function of the language by name, sorted by name."""
    declaration = r"^@function\((?:.*\n)*?def (\w+)\("
    return DeclaredPlugins("gridwright.compiler.functions", Function, declaration, lambda registered: [registered.name])
