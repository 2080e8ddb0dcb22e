"""Terms of a certificate: read from lines of JSON, every index checked, so that evaluating them cannot fail.

A term is a function of the grid, because all that a line can name is an unknown, a value, or an operation on lines before it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gridwright.compiler.ir.automaton import Automaton
from gridwright.compiler.ir.decision_graph import DecisionGraph
from gridwright.compiler.ir.operation import UnknownOperation, all_operations
from gridwright.compiler.ir.term import Term
from gridwright.compiler.language.spec import Layer
from gridwright.compiler.values import Value

from .json_values import Rejected, Values, ints

Left = Callable[[int, int], Term]  # what is left to evaluation: a constraint and a number in it


class TermReader:
    """Reads terms. `layers` by grid and name; `left` finds the terms whose detail only their rule tells."""

    def __init__(self, layers: Mapping[tuple[str, str], Layer], machines: Sequence[Any], left: Left) -> None:
        self.layers = layers
        self.left = left
        self.from_json = Values(layers.values()).from_json
        self.machines = [_machine(found, self.from_json) for found in machines]
        self.terms: list[Term] = []

    def read(self, line: Any) -> Term:
        """Return the term of one line, which is numbered after those before; raise `Rejected` if it is none."""
        where = f"term {len(self.terms)}"
        if not (isinstance(line, list) and len(line) == 3 and isinstance(line[0], str)):
            raise Rejected(f"{where} is not [operation, arguments, detail]")
        op, numbers, detail = line[0], ints(line[1], f"{where}: its arguments"), line[2]
        if any(not 0 <= number < len(self.terms) for number in numbers):
            raise Rejected(f"{where} has an argument that does not come before it, so it would not be a function of the grid")
        try:
            operation = all_operations()[op]
        except UnknownOperation as problem:
            raise Rejected(f"{where}: {problem}") from None
        read = operation.read
        if read is None:
            raise Rejected(f"{where}: certificates do not have the operation `{op}`")
        args = tuple(self.terms[number] for number in numbers)
        if operation.takes_values and any(arg.op == "network" for arg in args):
            raise Rejected(f"{where}: `{op}` takes values, and a network is none")
        try:
            found = read(self, args, detail)
        except (TypeError, ValueError, IndexError, KeyError, AttributeError):
            raise Rejected(f"{where}: its detail does not fit `{op}`") from None
        if found is None:
            raise Rejected(f"{where}: wrong arguments or detail for `{op}`")
        term = Term(len(self.terms), op, args, *found)
        self.terms.append(term)
        return term


def _machine(found: Any, from_json: Callable[[Any], Value]) -> Automaton | DecisionGraph:
    if not isinstance(found, dict) or not isinstance(found.get("alphabets"), list):
        raise Rejected("a machine must be an automaton or a decision graph")
    try:
        return (DecisionGraph if "nodes" in found else Automaton).from_json(found, from_json)
    except ValueError as problem:
        raise Rejected(str(problem) or "a machine has something else than whole numbers") from None
