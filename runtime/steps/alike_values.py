"""Find the values of places that rules' instances do not tell apart, so that whatever holds for one of them holds for all.

`count(number == 3) == 3` is about which cells hold a 3. Of a cell that holds none, it says the same for each other value: if one
of these is possible, so are the others, and if one is excluded, so are they.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gridwright.compiler.ir.evaluation import topological_order
from gridwright.compiler.ir.term import Term, Variable
from gridwright.compiler.values import Value, typed_key

Alike = Mapping[Variable, Mapping[int, int]]  # for each value of a place, as a bit, all values that are alike, as bits


def alike_values(terms: Sequence[Term], values: Mapping[Variable, Sequence[Value]]) -> Alike:
    """Return for the values of each place which values are alike, for the places where any are.

    Terms tell a value apart if they ask whether a place has it. All values of a place are told apart by any other operation.
    """
    asked: dict[Variable, set[object]] = {}
    apart: set[Variable] = {term.detail for term in terms if term.op == "unknown"}
    for term in topological_order([*terms]):
        for below in term.args:
            if below.op == "unknown" and term.op == "is":
                asked.setdefault(below.detail, set()).add(typed_key(term.detail))
            elif below.op == "unknown":
                apart.add(below.detail)
    alike: dict[Variable, Mapping[int, int]] = {}
    for variable, keys in asked.items():
        rest = [1 << at for at, value in enumerate(values.get(variable, ())) if typed_key(value) not in keys]
        if variable not in apart and len(rest) > 1:
            alike[variable] = dict.fromkeys(rest, sum(rest))
    return alike
