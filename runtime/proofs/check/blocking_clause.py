"""The blocking clause: it may exclude nothing but grids that look like the solution."""

from __future__ import annotations

from collections.abc import Sequence

from gridwright.compiler.ir.evaluation import evaluate, topological_order
from gridwright.compiler.ir.term import Term
from gridwright.compiler.language.spec import Layer, Spec
from gridwright.compiler.values import BLANK, Value

from ...judging.judge import Assignment
from .json_values import Rejected

MAX_VALUES = 1 << 16

Literal = tuple[Term, bool]


def check_blocking(clause: Sequence[Literal], spec: Spec, solution: Assignment) -> None:
    """Check that the clause is true wherever something visible is other than in the solution; `Rejected` where it is not."""
    by_cell: dict[tuple[str, str, int], list[Literal]] = {}
    for term, is_true in clause:
        cells = [below for below in topological_order([term]) if below.op == "unknown"]
        if len(cells) == 1:  # others may stay: they exclude less
            variable = cells[0].detail
            by_cell.setdefault((variable.layer.grid, variable.layer.name, variable.position), []).append((term, is_true))
    for layer in spec.layers:
        for position, value in enumerate(solution[layer.grid, layer.name] if not layer.hidden else ()):
            _check_cell(layer, position, value, by_cell.get((layer.grid, layer.name, position), ()))


def _check_cell(layer: Layer, position: int, own: Value, literals: Sequence[Literal]) -> None:
    if len(layer.values) > MAX_VALUES:
        _check_bits(layer, position, own, literals)
        return
    for value in (*layer.values, *((BLANK,) if layer.blank else ())):
        if (value is own or value == own) or any(_true(term, value) == is_true for term, is_true in literals):
            continue
        place = layer.place_name(position)
        raise Rejected(f"the blocking clause excludes other grids than the solution, with {layer.name} at {place} = {value}")


def _check_bits(layer: Layer, position: int, own: Value, literals: Sequence[Literal]) -> None:
    """Check a number from a wide range by its bits, and that blank is told apart from numbers."""
    low, high = min(layer.values), max(layer.values)
    turned = {at for at in range((high - low).bit_length()) if own is not BLANK and not (own - low) >> at & 1}
    found = {
        (term.detail[0], is_true)
        for term, is_true in literals
        if term.op == "bit" and term.detail[1] == low and term.args[0].op == "unknown"
    }
    others = own is not BLANK and all((at, at in turned) in found for at in range((high - low).bit_length()))
    blank = not layer.blank or own is BLANK or any(_true(term, BLANK) == is_true for term, is_true in literals)
    if own is BLANK:
        others = any(is_true == (term.op == "not") and _is_blank(term) for term, is_true in literals)
    if not (others and blank):
        raise Rejected(f"the blocking clause does not distinguish all values of {layer.name} at {layer.place_name(position)}")


def _is_blank(term: Term) -> bool:
    """Check whether a term says that an unknown is blank, or the negation of that."""
    inner = term.args[0] if term.op == "not" else term
    return inner.op == "is" and inner.detail is BLANK and inner.args[0].op == "unknown"


def _true(term: Term, value: Value) -> Value:
    cell = next(below for below in topological_order([term]) if below.op == "unknown")
    return evaluate(term, {cell: value})
