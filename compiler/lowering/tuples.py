"""Lists of rows, as in `(a, b, c) in table`: an automaton that reads the members, where a condition for each row is not less.

A state is the set of rows that fit so far; rows with the same rest are one.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..ir.automaton import Automaton, minimize
from ..ir.polynomial_automaton import clauses
from ..ir.term import Operand, Term
from ..ir.term_factory import TermFactory
from ..values import Value, is_hashable, typed_key

FEW = 16  # rows that are stated one by one
MOST_STEPS = 2_000_000
PROPAGATES = 2  # an automaton may take so many times the clauses, because it removes values that are in no row


def in_rows(terms: TermFactory, value: Sequence[Operand], rows: Sequence[Value]) -> Operand | None:
    """Return whether several values, some of them unknown, are those of a known row; None if rows stated one by one are less."""
    unknown = [at for at, part in enumerate(value) if isinstance(part, Term)]
    read = list(dict.fromkeys(value[at] for at in unknown))
    if len(rows) <= FEW or len(read) < 2 or not all(is_hashable(part) for part in value):
        return None
    fitting: dict[tuple[Value, ...], None] = {}
    for row in rows:
        if len(row) == len(value) and is_hashable(tuple(row)) and (bindings := _row(value, row)) is not None:
            fitting[tuple(bindings[part] for part in read)] = None
    if not fitting:
        return False
    one_by_one = len(fitting) * (len(read) + 1)
    best, in_order = None, read
    for order in (read, read[::-1], sorted(read, key=lambda part: part.domain.size)):
        columns = [read.index(part) for part in order]
        automaton = _automaton([tuple(part.domain) for part in order], [tuple(row[at] for at in columns) for row in fitting])
        if automaton is not None and (best is None or clauses(automaton) < clauses(best)):
            best, in_order = automaton, order
    return None if best is None or clauses(best) > PROPAGATES * one_by_one else terms.automaton(in_order, best)


def _row(value: Sequence[Operand], row: Sequence[Value]) -> dict[Term, Value] | None:
    """Return the unknowns' values for which a tuple equals a row; None if there are none."""
    bindings: dict[Term, Value] = {}
    for part, member in zip(value, row, strict=True):
        if not isinstance(part, Term):
            if typed_key(part) != typed_key(member):
                return None
        elif member not in part.domain or typed_key(bindings.setdefault(part, member)) != typed_key(member):
            return None
    return bindings


def _automaton(alphabets: Sequence[Sequence[Value]], rows: Sequence[tuple[Value, ...]]) -> Automaton | None:
    """Return the automaton that accepts the rows; None if it takes too many steps."""
    symbols = [{typed_key(value): at for at, value in enumerate(alphabet)} for alphabet in alphabets]
    states: list[Sequence[tuple[Value, ...]]] = [rows]
    layers: list[list[list[int]]] = []
    steps = 0
    for at, known in enumerate(symbols):
        steps += (len(states) + 1) * len(known)
        if steps > MOST_STEPS:
            return None
        following: list[list[tuple[Value, ...]]] = [[]]  # the first is dead: no row fits
        table = []
        for state in states:
            targets = [0] * len(known)
            for row in state:
                symbol = known[typed_key(row[at])]
                if not targets[symbol]:
                    targets[symbol] = len(following)
                    following.append([])
                following[targets[symbol]].append(row)
            table.append(targets)
        layers.append(table)
        states = [*following]
    return minimize(alphabets, layers, [bool(state) for state in states])
