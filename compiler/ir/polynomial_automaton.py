"""Comparisons of polynomials as automata that read the unknowns one after the other.

A state is what is left of the polynomial when the first unknowns are known: a multiple of each product of the others. Two ways to
the same rest are one state, as partial sums are, and what can no longer come to a wanted number is one dead state. So the
automaton is the decision diagram of the joint values, and no table of them is ever made.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..records import dataclass
from ..values import BLANK, Number, Value
from .automaton import Automaton, minimize
from .finite_polynomial import FinitePolynomial, Monomial, Vector
from .term import Term

_YES, _NO = "yes", "no"
_UNEQUAL = "no, unless both are blank"
_LEFT, _RIGHT = "only the left is blank", "only the right is blank"
State = str | tuple[Number, ...]
Tail = tuple[tuple[int, Vector], ...]  # what a monomial multiplies with later, of unknowns by their positions


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the difference of two polynomials has to be: from `low` to `high`, or one of a few `numbers`; and if both are blank.

    `left` and `right`: the unknowns that make one side blank.
    """

    low: int | None
    high: int | None
    numbers: frozenset[Number] | None = None
    both_blank: bool = False
    left: frozenset[Term] = frozenset()
    right: frozenset[Term] = frozenset()

    def settle(self, low: Number, high: Number) -> bool | None:
        """Return whether a number that lies between two others is as wanted; None if that is not known."""
        if self.numbers is not None:
            if low == high:
                return low in self.numbers
            return None if any(low <= number <= high for number in self.numbers) else False
        if (self.low is not None and high < self.low) or (self.high is not None and low > self.high):
            return False
        return True if (self.low is None or low >= self.low) and (self.high is None or high <= self.high) else None


def automaton_of(polynomial: FinitePolynomial, wanted: Wanted, order: Sequence[Term], most_steps: int) -> Automaton | None:
    """Return the automaton of "the polynomial is as wanted", which reads the unknowns in this order; None past so many steps."""
    states: list[State] = []
    reader = _Rests(polynomial, wanted, order)
    states.append(reader.settle(0, reader.start))
    layers: list[list[list[int]]] = []
    steps = 0
    for at in range(len(order)):
        steps += len(states) * len(reader.alphabets[at])
        if steps > most_steps:
            return None
        numbers: dict[State, int] = {}
        layers.append([[numbers.setdefault(to, len(numbers)) for to in reader.following(at, state)] for state in states])
        states = list(numbers)
    return minimize(reader.alphabets, layers, [state == _YES for state in states])


class _Rests:
    """The steps of the automaton."""

    def __init__(self, polynomial: FinitePolynomial, wanted: Wanted, order: Sequence[Term]) -> None:
        self.wanted = wanted
        self.alphabets = [tuple(leaf.domain) for leaf in order]
        self.blanks = [(leaf in wanted.left, leaf in wanted.right) for leaf in order]
        at = {leaf: position for position, leaf in enumerate(order)}
        monomials = [(_tail(monomial, at), factor) for monomial, factor in polynomial.monomials.items()]
        tails = [(), *(tail for tail, _ in monomials if tail)]
        self.start = tuple([next((factor for tail, factor in monomials if tail == wanted_tail), 0) for wanted_tail in tails])
        self.ends = [_ends_of(tails)]
        self.moves: list[tuple[int, list[tuple[int, int, Vector | None]]]] = []
        for position in range(len(order)):
            following: dict[Tail, int] = {(): 0}
            moves: list[tuple[int, int, Vector | None]] = []
            for source, tail in enumerate(tails):
                is_read = bool(tail) and tail[0][0] == position
                rest = tail[1:] if is_read else tail
                moves.append((source, following.setdefault(rest, len(following)), tail[0][1] if is_read else None))
            tails = list(following)
            self.moves.append((len(tails), moves))
            self.ends.append(_ends_of(tails))

    def settle(self, at: int, rest: tuple[Number, ...]) -> State:
        """Return the rest of the sum before a position as a state; only a verdict if it follows from the bounds of the rest."""
        low: Number = 0
        high: Number = 0
        for factor, (least, most) in zip(rest, self.ends[at], strict=True):
            if factor > 0:
                low, high = low + factor * least, high + factor * most
            elif factor:
                low, high = low + factor * most, high + factor * least
        state = self.wanted.settle(low, high)
        if state is None or (state and any(left or right for left, right in self.blanks[at:])):
            return rest  # a blank may come
        if not state and self.wanted.both_blank and any(left for left, _ in self.blanks[at:]):
            return _UNEQUAL
        return _YES if state else _NO

    def following(self, at: int, state: State) -> list[State]:
        """Return the state after each value."""
        return [self._after(at, state, symbol, value) for symbol, value in enumerate(self.alphabets[at])]

    def _after(self, at: int, state: State, symbol: int, value: Value) -> State:
        if state in (_YES, _NO):
            return state
        left, right = self.blanks[at] if value is BLANK else (False, False)
        if isinstance(state, str) or left or right:
            left, right = left or state == _LEFT, right or state == _RIGHT
            if not self.wanted.both_blank:
                return _NO
            if left and right:
                return _YES
            may_come = [any(blanks[side] for blanks in self.blanks[at + 1 :]) for side in (0, 1)]
            if not left and not right:
                return _UNEQUAL if all(may_come) else _NO
            return _NO if not may_come[left] else _LEFT if left else _RIGHT
        width, moves = self.moves[at]
        rest: list[Number] = [0] * width
        for source, target, vector in moves:
            rest[target] += state[source] if vector is None else state[source] * vector[symbol]
        return self.settle(at + 1, tuple(rest))


def _tail(monomial: Monomial, at: dict[Term, int]) -> Tail:
    return tuple(sorted((at[leaf], vector) for leaf, vector in monomial))


def _ends_of(tails: Sequence[Tail]) -> list[tuple[Number, Number]]:
    """Return the smallest and the largest product that each tail may come to."""
    ends = []
    for tail in tails:
        low: Number = 1
        high: Number = 1
        for _, vector in tail:
            products = [end * other for end in (low, high) for other in (min(vector), max(vector))]
            low, high = min(products), max(products)
        ends.append((low, high))
    return ends


def orders(polynomial: FinitePolynomial) -> list[list[Term]]:
    """Return orders to try: those multiplied with each other together, those in most or fewest monomials first, or the widest."""
    leaves = polynomial.leaves
    together: dict[Term, None] = {}
    by_degree = sorted(polynomial.monomials, key=len)
    for monomial in by_degree:
        together.update(dict.fromkeys(leaf for leaf, _ in monomial))
    together.update(dict.fromkeys(leaves))
    in_how_many = {leaf: sum(any(leaf is factor for factor, _ in monomial) for monomial in by_degree) for leaf in leaves}
    tries = [
        [*together],
        [*together][::-1],
        sorted(together, key=lambda leaf: -in_how_many[leaf]),
        sorted(together, key=lambda leaf: in_how_many[leaf]),
        sorted(together, key=lambda leaf: leaf.domain.size),
        sorted(together, key=lambda leaf: -leaf.domain.size),
    ]
    return [list(order) for order in dict.fromkeys(map(tuple, tries))]


def clauses(automaton: Automaton, wanted: Value = True) -> int:
    """Return about how many clauses the automaton takes if its result has to be the wanted one."""
    alive = automaton.alive([at for at, result in enumerate(automaton.results) if result == wanted])
    total = 0
    for at, table in enumerate(automaton.layers):
        ways = dead = 0
        for state in alive[at]:
            targets = [to for to in table[state] if to in alive[at + 1]]
            dead += len(table[state]) - len(targets)
            ways += len({*targets})
        total += 5 * ways + dead + len(alive[at]) + len(alive[at + 1]) + len(automaton.alphabets[at])
    return total
