"""Find the values of places that rules' instances do not tell apart, so that whatever holds for one of them holds for all.

`count(number == 3) == 3` is about which cells hold a 3. Of a cell that holds none, it says the same for each other value: if one
of these is possible, so are the others, and if one is excluded, so are they.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gridwright.compiler.ir.evaluation import topological_order
from gridwright.compiler.ir.term import Term, Variable
from gridwright.compiler.values import Value, typed_key

Alike = Mapping[Variable, int]  # the values of a place that are alike, as bits


def alike_values(terms: Sequence[Term], values: Mapping[Variable, Sequence[Value]]) -> Alike:
    """Return the values that are alike, for the places that have several of them.

    A term that asks whether a place has a value tells this value apart. Any other operation tells all values of a place apart.
    """
    asked: dict[Variable, set[object]] = {}
    apart: set[Variable] = {term.detail for term in terms if term.op == "unknown"}
    for term in topological_order([*terms]):
        for below in term.args:
            if below.op == "unknown" and term.op == "is":
                asked.setdefault(below.detail, set()).add(typed_key(term.detail))
            elif below.op == "unknown":
                apart.add(below.detail)
    alike: dict[Variable, int] = {}
    for variable, keys in asked.items():
        rest = [1 << at for at, value in enumerate(values.get(variable, ())) if typed_key(value) not in keys]
        if variable not in apart and len(rest) > 1:
            alike[variable] = sum(rest)
    return alike


def with_alike(value: int, alike: int) -> int:
    """Return a value, as a bit, with all values of its place that are `alike`, if it is one of these.

    >>> with_alike(0b0010, 0b1110), with_alike(0b0001, 0b1110)
    (14, 1)
    """
    return alike if value & alike else value
