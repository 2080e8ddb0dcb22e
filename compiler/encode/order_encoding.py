"""One value of several: exactly one of their literals, and for numbers the literals of "at most this value"."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

from ..ir.term import Term
from ..values import BLANK, Value
from .encoder import Encoder
from .problem import Clause

PAIRWISE = 12


def exactly_one(encoder: Encoder, term: Term, chosen: dict[Value, int]) -> None:
    """State that a term has exactly one value.

    A few literals in pairs; more by a ladder (Gent and Nightingale), whose k-th step is "the value is one of the first k".
    """
    literals = list(chosen.values())
    encoder.clause(literals)
    if len(literals) <= PAIRWISE:
        encoder.at_most_one(literals)
        return
    among = [encoder.term(literals[0])]
    for literal in literals[1:-1]:
        among.append(encoder.either(among[-1], encoder.term(literal)))
    steps = [encoder.fresh(meaning) for meaning in among[1:]]
    clauses: list[Clause] = []
    for before, literal, step in zip([literals[0], *steps], literals[1:], [*steps, 0], strict=True):
        clauses.append((-before, -literal))
        if step:
            clauses += ((-before, step), (-literal, step), (-step, before, literal))
    encoder.clauses(clauses, (literals, steps))


def ladder_of(encoder: Encoder, term: Term, chosen: dict[Value, int]) -> list[tuple[int, int]]:
    """Return each value of a number with the literal of "at most this"; `chosen` has the literals of its values.

    Blank counts 0; then all numbers have to be positive.
    """
    ladder = encoder.ladders.get(term)
    if ladder is None:
        numbers = sorted((0 if value is BLANK else value, literal) for value, literal in chosen.items())
        ladder = encoder.ladders[term] = _ladder(encoder, term, numbers)
    return ladder


def at_most(encoder: Encoder, term: Term, chosen: dict[Value, int]) -> Callable[[int], int]:
    """Return a function from a bound to the literal of "the number is at most this"; `chosen` has the literals of its values."""
    ladder = ladder_of(encoder, term, chosen)
    values = [value for value, _ in ladder]

    def literal(bound: int) -> int:
        at = bisect_right(values, bound)
        return encoder.truth(False) if at == 0 else ladder[at - 1][1]

    return literal


def _ladder(encoder: Encoder, term: Term, chosen: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return each value with the literal of "at most this value"."""
    steps: list[tuple[int, int]] = []
    with encoder.group(term):
        for at, (value, literal) in enumerate(chosen):
            if at in (0, len(chosen) - 1):
                step = literal if at == 0 and len(chosen) > 1 else encoder.truth(True)
            else:
                before = steps[-1][1]
                meaning = encoder.terms.negation(encoder.terms.within(term, chosen[at + 1][0], chosen[-1][0]))
                if isinstance(meaning, Term):
                    step = encoder.fresh(meaning)
                    encoder.defined_by(step, meaning)
                else:  # a sum of multiples has not all values between its ends
                    step = encoder.fresh(encoder.terms.constant(meaning))
                encoder.clause((-before, step))
                encoder.clause((-literal, step))
                encoder.clause((-literal, -before))
                encoder.clause((-step, before, literal))
            steps.append((value, step))
        if len(chosen) > 1:
            encoder.clause((-chosen[-1][1], -steps[-2][1]))
            encoder.clause((chosen[-1][1], steps[-2][1]))
    return steps
