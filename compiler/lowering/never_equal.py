"""Why an instance of a rule is false: it compares a text, a clue or a place with a number, or two places."""

from __future__ import annotations

from collections.abc import Iterator

from ..geometry.clue import Clue
from ..geometry.places import Cell
from ..ir.term import Term
from ..ir.term_factory import TermFactory
from ..language.budget import Budget
from ..language.operators import is_number, of_place
from ..language.scope import Scope
from ..limits import Limits
from ..syntax import syntax_tree as e
from ..syntax.diagnostics import Note, SpecError
from ..syntax.foreign import number_in
from ..values import BLANK, Value, describe, kind_of
from .symbolic import SymbolicInterpreter


def never_equal(node: e.Expression, scope: Scope, limits: Limits) -> tuple[Note, str] | None:
    """Return a note and advice on a number that a false expression compares with a value it never has; None if there is none."""
    symbolic = SymbolicInterpreter(TermFactory(), budget=Budget("this rule", node.span, limits))

    def value_of(operand: e.Expression) -> Value:
        try:
            return symbolic.unknowns.algebra.automata.to_term(symbolic.evaluate(operand, scope))
        except SpecError:
            return BLANK

    for comparison in _comparisons(node):
        # what is written in a word or two first, so that nothing long is evaluated again if it is not needed
        plain = [
            operand for operand in comparison.operands if isinstance(operand, (e.Constant, e.Name, e.Attribute, e.Subscript))
        ]
        values = [value_of(operand) for operand in comparison.operands if operand in plain]
        if len(values) == 2 and all(isinstance(value, Cell) for value in values):
            one, other = (operand.span.text for operand in comparison.operands)
            note = Note(f"`{one}` and `{other}` are places, and these are two different cells", comparison.span)
            return note, f"for the values there, write a layer with an index: {' == '.join(map(_at_layer, values))}"
        operand = next((other for other in plain if isinstance(value_of(other), (str, Clue, Cell))), None)
        if operand is None or not all(_is_number(value_of(other)) for other in comparison.operands if other is not operand):
            continue
        value = value_of(operand)
        clue = _clue(operand, scope)
        what = f"{describe(value) if isinstance(value, str) else f'`{operand.span.text}`'} is {kind_of(value)}"
        note = Note(f"{what}, and {kind_of(value)} never equals a number", clue.span if clue else operand.span)
        if isinstance(value, str):
            return note, _mend(value, clue is not None)
        return note, f"write {operand.span.text}.value" if isinstance(value, Clue) else of_place(value)
    return None


def _at_layer(cell: Cell) -> str:
    """Return how to write the value of a layer at a cell, in the language."""
    grid = getattr(cell.board, "name", "")
    return f"{grid}.layer[{cell}]" if grid else f"layer[{cell}]"


def _comparisons(node: e.Expression) -> Iterator[e.Comparison]:
    """Yield the equations of an expression that stand outside loops."""
    if isinstance(node, e.Comparison) and node.operators == ("==",):
        yield node
    elif isinstance(node, (e.Junction, e.Conditional)):
        for child in e.children(node):
            yield from _comparisons(child)


def _is_number(value: Value) -> bool:
    return is_number(value) or (isinstance(value, Term) and all(is_number(member) for member in value.domain.values[:1]))


def _clue(node: e.Expression, scope: Scope) -> Clue | None:
    """Return the clue whose value an expression names; None if it names none."""
    if not isinstance(node, e.Attribute) or not isinstance(node.of, e.Name):
        return None
    value = scope.local.get(node.of.name)
    return value if isinstance(value, Clue) and node.name == "value" else None


def _mend(text: str, is_clue: bool) -> str:
    """Return advice on a text that is compared with a number."""
    if (number := number_in(text)) is not None:
        return f"write the number in digits 0 to 9, and without quotes: {number}"
    if is_clue and not any(sign.isalnum() for sign in text):
        return "if it is an empty cell, write `.` there"
    return "write a number; or say in the rule what this text means, as in: if clue.value != ..." if is_clue else "write a number"
