"""What is computed of few unknowns, as a function of these unknowns: nothing that lies between is listed.

In `denominator(x) / sum(0.75 / y for y in [x, z]) > z` the sum has many values, and multiplied out they are long. There are few
pairs of x and z all the same, so the comparison is a table of them, merged into a decision diagram.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Mapping, Sequence

from ..ir.automaton import Automaton, minimize
from ..ir.evaluation import topological_order
from ..ir.map_size import clauses_of_map
from ..ir.operation import all_operations, given_value
from ..ir.polynomial_automaton import clauses
from ..ir.sum_size import literals_of_sum
from ..ir.term import Operand, Table, Term, when_made
from ..ir.term_factory import TermFactory
from ..ir.term_store import MAP_LIMIT, WIDE
from ..values import Value, typed_key

MOST_UNKNOWNS = 6
BIT = 20  # clauses that a bit of a number is counted as, or a case of one
MOST_BELOW = 4_000  # terms that are looked at
MOST_COMPUTED = 400_000  # values of all of them
FEW_UNKNOWNS = 3  # which are read in every order
FEW_ROWS = 4_000  # of a table whose unknowns are read in every order
LAST_ROWS = 1_500  # combinations of the last values of a line: enough for three digits that may be blank

Row = tuple[Value, ...]


class JointValues:
    """The values of several numbers for all values of the unknowns that they are computed of."""

    def __init__(self, unknowns: Sequence[Term], columns: Mapping[Term, _Column]) -> None:
        self.unknowns = unknowns
        self._columns = columns

    @property
    def rows(self) -> int:
        """Return the number of combinations of values of the unknowns."""
        return math.prod(unknown.domain.size for unknown in self.unknowns)

    @property
    def alphabets(self) -> list[Row]:
        """Return the values of each unknown."""
        return [tuple(unknown.domain) for unknown in self.unknowns]

    def results(self, operands: Sequence[Operand], compute: Callable[..., Value]) -> list[Value]:
        """Return the results of a function for all combinations of the unknowns' values; the last unknown changes fastest."""
        columns = [
            self._columns[operand].spread(self.unknowns) if isinstance(operand, Term) else itertools.repeat(operand, self.rows)
            for operand in operands
        ]
        return [compute(*values) for values in zip(*columns, strict=True)]


class _Column:
    """The values of a term, for all values of the unknowns below it."""

    def __init__(self, unknowns: tuple[Term, ...], values: Sequence[Value]) -> None:
        self.unknowns = unknowns
        self.values = values

    def spread(self, over: Sequence[Term]) -> Sequence[Value]:
        """Return the values for all values of more unknowns."""
        if tuple(over) == self.unknowns:
            return self.values
        steps = dict.fromkeys(over, 0)
        step = 1
        for unknown in reversed(self.unknowns):
            steps[unknown] = step
            step *= unknown.domain.size
        places = itertools.product(*([at * steps[column] for at in range(column.domain.size)] for column in over))
        return [self.values[sum(place)] for place in places]


def joint_values(operands: Sequence[Operand], most_rows: int = MAP_LIMIT) -> JointValues | None:
    """Return the joint values of operands; None if what they are computed of has too many, or is more than unknowns."""
    below = _terms_below([operand for operand in operands if isinstance(operand, Term)])
    if below is None:
        return None
    unknowns = [term for term in below if term.op == "unknown"]
    if not unknowns or len(unknowns) > MOST_UNKNOWNS or any(unknown.domain.endless for unknown in unknowns):
        return None
    if math.prod(unknown.domain.size for unknown in unknowns) > most_rows:
        return None
    columns: dict[Term, _Column] = {}
    left = MOST_COMPUTED
    for term in below:
        if term.op == "unknown":
            columns[term] = _Column((term,), tuple(term.domain))
        elif term.op == "constant":
            columns[term] = _Column((), (term.detail,))
        else:
            args = [columns[arg] for arg in term.args]
            over = tuple(sorted({unknown for arg in args for unknown in arg.unknowns}, key=when_made))
            left -= math.prod(unknown.domain.size for unknown in over) * len(args)
            if left < 0:
                return None
            columns[term] = _compute(term, over, args)
    return JointValues(unknowns, columns)


def _terms_below(roots: Sequence[Term]) -> list[Term] | None:
    """Return the roots and all terms below them, arguments first; None if they are many, or some are not computed of values."""
    operations = all_operations()
    seen = {*roots}
    stack = [*seen]
    while stack:
        term = stack.pop()
        operation = operations[term.op]
        # the group of a quantifier has no arguments, and is not known
        is_computed = operation.takes_values and operation.evaluate is not given_value and term.args
        if not is_computed and term.op not in ("unknown", "constant"):
            return None
        for arg in term.args:
            if arg not in seen:
                seen.add(arg)
                stack.append(arg)
        if len(seen) > MOST_BELOW:
            return None
    return sorted(seen, key=when_made)


def _compute(term: Term, unknowns: tuple[Term, ...], args: Sequence[_Column]) -> _Column:
    evaluate = all_operations()[term.op].evaluate
    spread = [arg.spread(unknowns) for arg in args]
    return _Column(unknowns, [evaluate(term, values) for values in zip(*spread, strict=True)])


def truth_of(values: JointValues, results: Sequence[Value]) -> tuple[Automaton, Sequence[Term]]:
    """Return the decision diagram of truth values, and the order in which it reads the unknowns: the one with fewest clauses."""
    column = _Column(tuple(values.unknowns), results)
    orders = [tuple(values.unknowns)]
    if len(values.unknowns) <= FEW_UNKNOWNS and values.rows <= FEW_ROWS:
        orders = [*itertools.permutations(values.unknowns)]
    diagrams = [(diagram(order, column.spread(order)), order) for order in orders]
    return min(diagrams, key=lambda decision_diagram: clauses(decision_diagram[0]))


def diagram(order: Sequence[Term], results: Sequence[Value]) -> Automaton:
    """Return the decision diagram that reads unknowns in an order; the last one changes first in the list of truth values."""
    alphabets = [tuple(unknown.domain) for unknown in order]
    states = [int(result is True) for result in results]
    layers: list[list[tuple[int, ...]]] = []
    for alphabet in reversed(alphabets):
        rows: dict[tuple[int, ...], int] = {}
        width = len(alphabet)
        states = [rows.setdefault(tuple(states[at : at + width]), len(rows)) for at in range(0, len(states), width)]
        layers.append([*rows])
    return minimize(alphabets, layers[::-1], (False, True))


def number_of_rows(members: Sequence[Term]) -> int:
    """Return how many values the members have together."""
    return math.prod(member.domain.size for member in members)


def given_first_values(
    terms: TermFactory, members: Sequence[Term], values: Sequence[Value], last_values: Callable[[Sequence[Value]], Automaton]
) -> Operand:
    """Return a lemma: if the first values are these, the last ones make the truth true. It refuses many candidates at once.

    `last_values`: the decision diagram of the last values, for known first ones.
    """
    fixed = next(at for at in range(len(members) + 1) if number_of_rows(members[at:]) <= LAST_ROWS)
    others = [terms.negation(terms.equals(members[at], values[at])) for at in range(fixed)]
    return terms.disjunction([*others, terms.automaton(members[fixed:], last_values(values[:fixed]))])


def function_of(terms: TermFactory, name: str, values: JointValues, results: Sequence[Value]) -> Operand:
    """Return a function of operands as a function of the unknowns; raise `TableTooLarge` if these have too many values."""
    alphabets = values.alphabets
    table = dict(zip(itertools.product(*alphabets), results, strict=True))
    key = (tuple(map(typed_key, results)), *(tuple(map(typed_key, alphabet)) for alphabet in alphabets))
    return terms.map(Table(f"{name} of few unknowns", functools.partial(_result, table), key), values.unknowns)


def _result(table: Mapping[Row, Value], *values: Value) -> Value:
    return table[values]


def clauses_of_tables(operand: Operand) -> int:
    """Return about how many clauses a term takes for tables of several unknowns, and for numbers in binary."""
    total = 0
    for term in topological_order([operand]) if isinstance(operand, Term) else ():
        if term.op == "map" and sum(arg.op != "constant" for arg in term.args) > 1:
            total += clauses_of_map(term)
        elif term.op == "bit":
            total += BIT
        elif term.op == "cases" and not term.domain.is_truth:
            sums = [value for value in term.args[1::2] + term.args[-1:] if value.op == "linear"]
            total += len(term.args) * min(term.domain.size, BIT) + sum(
                min(value.domain.size, WIDE) * len(value.args) for value in sums
            )
        elif term.op == "automaton":
            total += clauses(term.detail)
        elif term.op in ("is", "within") and term.args[0].op == "linear":
            total += literals_of_sum([(1, term.args[0])])
    return total
