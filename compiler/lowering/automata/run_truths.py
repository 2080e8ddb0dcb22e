"""What a function says of the number of one run, as a truth of its own: to be counted, or compared with others.

"Two of the numbers are primes" needs a truth for each stretch of the line that may be a run. A number of a few digits is read
exactly. For a longer one it is stated which remainders such numbers have (`implied.py`), and the rest is refined. The remainder
of the run that ends at a place is found once for all stretches that end there.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from ...ir.lemma_context import LemmaContext
from ...ir.term import Operand, Refinement, Table, Term
from ...ir.term_factory import TermFactory
from ...records import dataclass, replace
from ...values import Value, typed_key
from .aggregates import is_in_run
from .explicit_runs import Stretch
from .implied import FIRST_MODULI, MORE_MODULI, Predicate, remainder_machine
from .line_automata import LineAutomata
from .machine import LineSource, Machine, ReadNumber, RunSource, State
from .refined_machine import can_be_sent, lemma_of_run, result_on

MOST_EXACT = 3  # digits of the numbers that are read exactly: of four, each stretch takes thousands of clauses


@dataclass(frozen=True, slots=True, eq=False)
class RunTruth:
    """The truth "a stretch of a line is a run, and a function of its number is true".

    `machine` reads the number. `before`: how many members of the line that are read come before the stretch.
    """

    machine: Machine
    number: ReadNumber
    of: Predicate
    line: tuple[Term, ...]
    first: int
    last: int

    @property
    def read(self) -> tuple[int, int]:
        """Return the first position of the line that is read, and the position after the last one."""
        return max(self.first - 1, 0), min(self.last + 2, len(self.line))

    def holds(self, values: Sequence[Value]) -> bool:
        """Check whether it is a run, and the function is true."""
        start, _ = self.read
        inside = values[self.first - start : self.last + 1 - start]
        ends = (*values[: self.first - start], *values[self.last + 1 - start :])
        if not all(is_in_run(value, same=False) for value in inside) or any(is_in_run(value, same=False) for value in ends):
            return False
        return result_on(self.machine, inside) is True

    def lemma(self, context: LemmaContext, values: Sequence[Value]) -> Value:
        """Return the first modulus that refuses the number, or what follows its first digits if it is as long."""
        start, _ = self.read
        inside = values[self.first - start : self.last + 1 - start]
        for by in (*FIRST_MODULI, *MORE_MODULI):
            remainder = remainder_machine(self.number, self.of, by, strong=False)
            if remainder is not None and result_on(remainder, inside) is not True:
                term = context.terms.beside(_Remainders).ending(context.terms, self.line, remainder, self.last)
                if isinstance(term, Term):
                    return term
        read = range(*self.read)
        return lemma_of_run(
            context.terms, self.machine, [self.line[at] for at in read], values, self.first - start, self.last + 1 - start
        )

    def explicit(self, context: LemmaContext) -> Value:
        """Return None: it has too many states to be written out."""
        return None


def run_truth(automata: LineAutomata, machine: Machine, stretch: Stretch) -> Operand | None:
    """Return the term "a stretch is a run, and a function of its number is true"; None if that has to be read as a whole."""
    terms = automata.terms
    assert machine.tells is not None
    of, number = machine.tells
    number = replace(number, source=RunSource(LineSource(stretch.line)))
    if stretch.last - stretch.first < MOST_EXACT:
        return terms.conjunction([stretch.present, automata.to_literal_term(machine)])
    truth = RunTruth(machine, number, of, stretch.line, stretch.first, stretch.last)
    if not can_be_sent(truth):
        return None
    remainders = terms.beside(_Remainders)
    implied = [remainder for by in FIRST_MODULI if (remainder := remainder_machine(number, of, by, strong=True)) is not None]
    weaker = terms.conjunction(
        [stretch.present, *(remainders.ending(terms, stretch.line, remainder, stretch.last) for remainder in implied)]
    )
    read = stretch.line[slice(*truth.read)]
    return terms.refined(weaker, read, Refinement("run", truth.holds, truth.lemma, truth.explicit))


class _Remainders:
    """What machines make of the run that ends at each position of a line: a state for each position, of the fewest states."""

    def __init__(self) -> None:
        self._found: dict[Hashable, list[Operand]] = {}

    def ending(self, terms: TermFactory, line: tuple[Term, ...], machine: Machine, at: int) -> Operand:
        """Return the term "the result of a machine on the run that ends at a position is true"; any truth if none ends there."""
        key = line, machine.key
        if key not in self._found:
            values = dict.fromkeys(value for term in line for value in term.domain)
            step, is_true = _fewest_states(machine, list(values))
            state: Operand = 0
            truths = self._found[key] = []
            for member in line:
                state = terms.map(Table("run so far", functools.partial(_step, step), _key_of(step)), [state, member])
                truths.append(terms.disjunction([terms.equals(state, number) for number in sorted(is_true)]))
        return self._found[key][at]


Steps = Mapping[tuple[int, tuple[Any, ...]], int]  # from a state and a value with its type to the next state


def _step(steps: Steps, state: Value, value: Value) -> Value:
    assert type(state) is int
    return steps[state, typed_key(value)]


def _key_of(steps: Steps) -> Hashable:
    return tuple(steps.items())


def _fewest_states(machine: Machine, values: Sequence[Value]) -> tuple[Steps, set[int]]:
    """Return the steps of the minimal automaton, and its accepting states. State 0 is outside a run.

    States are merged as long as they have the same result and lead to merged states (Moore 1956).
    """
    outside: Any = object()
    numbers: dict[State, int] = {outside: 0}
    rows: list[list[int]] = []
    queue: list[State] = [outside]
    for state in queue:
        row = []
        for value in values:
            to = outside
            if is_in_run(value, same=False):
                to = machine.step(machine.start if state is outside else state, value)
            if to not in numbers:
                numbers[to] = len(numbers)
                queue.append(to)
            row.append(numbers[to])
        rows.append(row)
    results = [False, *(machine.result(state) is True for state in queue[1:])]
    classes = [2 if at == 0 else int(result) for at, result in enumerate(results)]
    while True:
        numbers_of_signatures: dict[Hashable, int] = {}
        signatures = [(classes[at], *(classes[to] for to in row)) for at, row in enumerate(rows)]
        merged = [numbers_of_signatures.setdefault(signature, len(numbers_of_signatures)) for signature in signatures]
        if len(numbers_of_signatures) == len({*classes}):
            break
        classes = merged
    steps = {
        (merged[at], typed_key(value)): merged[to] for at, row in enumerate(rows) for value, to in zip(values, row, strict=True)
    }
    return steps, {merged[at] for at, result in enumerate(results) if result}
