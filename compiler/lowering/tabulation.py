"""Functions of unknown arguments that have no lowering for them: by a table of all values, or case by case."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence

from ..ir.term import Operand, Term
from ..language.function_registry import Function
from ..language.semantics import Semantics
from ..syntax.diagnostics import Fault
from ..values import BLANK, Value, is_hashable, is_known, typed_key
from .algebra import Algebra
from .not_lowered import NotLowered, is_single, not_lowered_inside, single
from .reasons import NO_LOWERING

MAX_CASES = 32  # values of arguments that are gone through one by one


def tabulate(algebra: Algebra, function: Function, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
    """Return a function of single values by its table; opaque if that is too large."""
    values = (*arguments, *keywords.values())
    unknown = [value for value in values if isinstance(value, Term)]
    known = [value for value in values if not isinstance(value, Term)]
    if not all(is_known(value) and is_hashable(value) for value in known):
        return NotLowered(NO_LOWERING, is_truth=function.is_truth)

    where = tuple(isinstance(value, Term) for value in values)
    key = (where, tuple(keywords), tuple(typed_key(value) for value in known))
    given = tuple(None if isinstance(value, Term) else value for value in values)
    compute = functools.partial(_evaluate, function, where, given, tuple(keywords))
    table = algebra.apply(function.name, compute, unknown, key)
    if isinstance(table, NotLowered):
        return NotLowered(table.reason, is_truth=True) if function.is_truth else table
    return algebra.relations.state(table)


def _evaluate(
    function: Function, is_unknown: Sequence[bool], given: Sequence[Value], keywords: Sequence[str], *values: Value
) -> Value:
    """Return the value of a function; `values` are the arguments that are unknown, `given` has all others at their positions."""
    rest = iter(values)
    arguments = [next(rest) if unknown else value for unknown, value in zip(is_unknown, given, strict=True)]
    positional = arguments[: len(arguments) - len(keywords)]
    named = dict(zip(keywords, arguments[len(positional) :], strict=True))
    return BLANK if function.is_blank_for(positional, named) else single(function.evaluate(*positional, **named))


def case_by_case(
    algebra: Algebra, semantics: Semantics, function: Function, arguments: Sequence[Value], keywords: Mapping[str, Value]
) -> Value | None:
    """Lower a function for each value of an unknown argument that it cannot take; None if that fails.

    `same_shape(shaded[region], tetromino[kind])` is lowered for each of the shapes.
    """
    values = [*arguments, *keywords.values()]
    at = next((at for at, value in enumerate(values) if isinstance(value, Term)), None)
    if at is None or math.prod(value.domain.size for value in values if isinstance(value, Term)) > MAX_CASES:
        return None
    kind = function.parameters_of(arguments, keywords)[at - function.takes_board].kind
    cases: list[tuple[Operand, Value]] = []
    domain = values[at].domain
    for value in (*domain.values, BLANK) if domain.blank else domain.values:
        given = [*values[:at], value if value is BLANK else semantics.convert(kind, value), *values[at + 1 :]]
        positional, named = given[: len(arguments)], dict(zip(keywords, given[len(arguments) :], strict=True))
        try:
            result = BLANK if function.is_blank_for(positional, named) else semantics.call_function(function, positional, named)
        except Fault:
            return None
        if not_lowered_inside(result) or not is_single(result):
            return None
        cases.append((algebra.terms.equals(values[at], value), result))
    if function.is_truth:
        return algebra.disjoin([algebra.conjoin([condition, result]) for condition, result in cases])
    return algebra.terms.cases(cases, BLANK)
