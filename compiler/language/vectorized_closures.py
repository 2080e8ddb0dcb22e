"""A function of the spec on one value and each of several others, all at once, as a fold steps from a state with each value.

These are numbers, or truth values. What does not depend on them is computed once, by a prepared function (`compiled_closures`).
Whatever else the function does is done to a whole list at a time: arithmetic, comparisons, choices, tuples. Only small numbers
are, so that no result is large. Whatever else comes up ends with `Unusual`, and nothing is claimed: then each value is taken by
itself.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Mapping, Sequence
from enum import Enum, auto

from ..syntax import syntax_tree as e
from ..values import BLANK, FAIL, Value
from .compiled_closures import CompiledClosure
from .compiled_expressions import ARITHMETIC, EQUALITY, LARGEST, Quick, Unusual

Row = Sequence[Value]
Column = Callable[[Value, Row], Row]

_ORDER: Mapping[str, Callable[[int, int], bool]] = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
SMALL = 1 << 20  # of numbers that are taken here
SMALL_BITS = 21


class Want(Enum):
    """What a part of a function has to give: anything, a number or a truth value that counts as one, or one of these."""

    ANYTHING = auto()
    COUNT = auto()
    NUMBER = auto()
    TRUTH = auto()


_KINDS = {Want.COUNT: (int, bool), Want.NUMBER: (int,), Want.TRUTH: (bool,)}


class _NotPrepared(Exception):
    """A node is not prepared for rows."""


class VectorizedRow:
    """A compiled function of two parameters that takes a whole list of numbers or truth values as its second argument."""

    def __init__(self, quick: CompiledClosure) -> None:
        self._quick = quick
        self._unusual: tuple[type[Exception], ...] = (ZeroDivisionError, *quick.unusual)
        self._parameters = quick.closure.parameters
        self._reads = Want.NUMBER
        self._columns: dict[Want, Column | None] = {}
        self._last: tuple[Row, Column | None] = (), None  # the last list mostly comes again

    def __call__(self, first: Value, row: Row) -> Row:
        """Return the values for `first` with each item of `row`; raise `Unusual` if each has to be evaluated by itself."""
        if row is not self._last[0]:
            self._last = row, self._column_for(row)
        column = self._last[1]
        if column is None:
            raise Unusual
        self._quick.spend(len(row))
        try:
            return column(first, row)
        except self._unusual:
            raise Unusual from None

    def _column_for(self, row: Row) -> Column | None:
        """Return the function for a list, prepared once for numbers and once for truth values; None if it is not prepared."""
        for reads, kinds in ((Want.NUMBER, {int}), (Want.TRUTH, {bool})):
            if {*map(type, row)} == kinds and all(-SMALL < value < SMALL for value in row):
                if reads not in self._columns:
                    self._columns[reads] = self._prepared_for(reads)
                return self._columns[reads]
        return None

    def _prepared_for(self, reads: Want) -> Column | None:
        if len(self._parameters) != 2 or not self._quick.is_prepared:
            return None
        self._reads = reads
        try:
            return self._compile(self._quick.closure.body, Want.ANYTHING)[0]
        except _NotPrepared:
            return None

    # nodes; each comes with the number of bits that its numbers take

    def _depends(self, node: e.Expression) -> bool:
        return (isinstance(node, e.Name) and node.name == self._parameters[1]) or any(map(self._depends, e.children(node)))

    def _compile(self, node: e.Expression, want: Want) -> tuple[Column, int]:
        if not self._depends(node):
            return self._same(self._quick.part(node), want), SMALL_BITS
        make = _MAKERS.get(type(node))
        if make is None:
            raise _NotPrepared
        column, bits = make(self, node, want)
        if 1 << bits >= LARGEST:
            raise _NotPrepared
        return column, bits

    def _same(self, scalar: Quick, want: Want) -> Column:
        """Return a value that is the same for all."""
        if want is Want.ANYTHING:
            return lambda first, row: [scalar((first, BLANK))] * len(row)
        kinds = _KINDS[want]

        def value_of(first: Value, row: Row) -> Row:
            value = scalar((first, BLANK))
            if type(value) not in kinds or not -SMALL < value < SMALL:
                raise Unusual
            return [value] * len(row)

        return value_of

    def _name(self, node: e.Name, want: Want) -> tuple[Column, int]:
        if want not in (self._reads, Want.COUNT, Want.ANYTHING):
            raise _NotPrepared
        return lambda first, row: row, SMALL_BITS

    def _operands(self, nodes: Sequence[e.Expression], want: Want) -> tuple[list[Column], list[int]]:
        made = [self._compile(node, want) for node in nodes]
        return [column for column, _ in made], [bits for _, bits in made]

    def _binary(self, node: e.Binary, want: Want) -> tuple[Column, int]:
        compute = ARITHMETIC.get(node.operator)
        if compute is None or want is Want.TRUTH:
            raise _NotPrepared
        (left, right), bits = self._operands((node.left, node.right), Want.COUNT)
        size = sum(bits) if node.operator == "*" else max(bits) + 1
        known = node.right.value if isinstance(node.right, e.Constant) else None
        if type(known) is int and -SMALL < known < SMALL:
            return lambda first, row: [compute(a, known) for a in left(first, row)], size
        return lambda first, row: [*map(compute, left(first, row), right(first, row))], size

    def _comparison(self, node: e.Comparison, want: Want) -> tuple[Column, int]:
        if len(node.operators) != 1 or want is Want.NUMBER:
            raise _NotPrepared
        (sign,) = node.operators
        if sign in _ORDER:
            (left, right), _ = self._operands(node.operands, Want.NUMBER)
            order = _ORDER[sign]
            return lambda first, row: [*map(order, left(first, row), right(first, row))], 1
        if sign not in EQUALITY:
            raise _NotPrepared
        equality = EQUALITY[sign]
        varying = [operand for operand in node.operands if self._depends(operand)]
        fixed = [operand for operand in node.operands if not self._depends(operand)]
        if not fixed:
            (left, right), _ = self._operands(node.operands, Want.NUMBER)
            return lambda first, row: [*map(equality, left(first, row), right(first, row))], 1
        (column, _), scalar = self._compile(varying[0], Want.NUMBER), self._quick.part(fixed[0])

        def value_of(first: Value, row: Row) -> Row:
            other = scalar((first, BLANK))
            if type(other) is not int and other is not BLANK:
                raise Unusual
            return [equality(a, other) for a in column(first, row)]

        return value_of, 1

    def _junction(self, node: e.Junction, want: Want) -> tuple[Column, int]:
        if want is Want.NUMBER:
            raise _NotPrepared
        columns, _ = self._operands(node.operands, Want.TRUTH)
        join = operator.or_ if node.operator == "or" else operator.and_

        def value_of(first: Value, row: Row) -> Row:
            value = columns[0](first, row)
            for column in columns[1:]:
                value = [*map(join, value, column(first, row))]
            return value

        return value_of, 1

    def _not(self, node: e.Not, want: Want) -> tuple[Column, int]:
        if want is Want.NUMBER:
            raise _NotPrepared
        column, _ = self._compile(node.operand, Want.TRUTH)
        return lambda first, row: [*map(operator.not_, column(first, row))], 1

    def _conditional(self, node: e.Conditional, want: Want) -> tuple[Column, int]:
        condition, _ = self._compile(node.condition, Want.TRUTH)
        (then, otherwise), bits = self._operands((node.then, node.otherwise), want)

        def value_of(first: Value, row: Row) -> Row:
            chosen = condition(first, row)
            count = chosen.count(True)
            if count == len(row):
                return then(first, row)
            if not count:
                return otherwise(first, row)
            yes = iter(then(first, [*itertools.compress(row, chosen)]))
            no = iter(otherwise(first, [*itertools.compress(row, map(operator.not_, chosen))]))
            return [next(yes) if is_true else next(no) for is_true in chosen]

        return value_of, max(bits)

    def _display(self, node: e.Display, want: Want) -> tuple[Column, int]:
        if node.is_list or want is not Want.ANYTHING:
            raise _NotPrepared
        items = [self._item(item) for item in node.items]
        return lambda first, row: [*zip(*[item(first, row) for item in items], strict=True)], 1

    def _item(self, node: e.Expression) -> Column:
        """Return a part of a tuple, which cannot be `fail`."""
        if self._depends(node):
            return self._compile(node, Want.COUNT)[0]
        scalar = self._quick.part(node)

        def value_of(first: Value, row: Row) -> Row:
            value = scalar((first, BLANK))
            if value is FAIL:
                raise Unusual
            return [value] * len(row)

        return value_of


_MAKERS: Mapping[type, Callable[..., tuple[Column, int]]] = {
    e.Name: VectorizedRow._name,
    e.Binary: VectorizedRow._binary,
    e.Comparison: VectorizedRow._comparison,
    e.Junction: VectorizedRow._junction,
    e.Not: VectorizedRow._not,
    e.Conditional: VectorizedRow._conditional,
    e.Display: VectorizedRow._display,
}
