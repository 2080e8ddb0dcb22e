"""One value of several: exactly one of their literals, and for numbers the literals of "at most so much"."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..ir.term import Term
from ..values import Value

if TYPE_CHECKING:
    from .encoder import Encoder

PAIRWISE = 12


def exactly_one(encoder: Encoder, term: Term, chosen: dict[Value, int]) -> None:
    """State that a term has exactly one value.

    Few in pairs; many by a ladder (Gent and Nightingale), whose steps say that the value is among the first so many.
    """
    literals = list(chosen.values())
    encoder.clause(literals)
    if len(literals) <= PAIRWISE:
        for at, literal in enumerate(literals):
            for other in literals[:at]:
                encoder.clause((-literal, -other))
        return
    before = literals[0]
    among = encoder.meaning(term, next(iter(chosen)))
    for at, (value, literal) in enumerate(chosen.items()):
        if at == 0:
            continue
        encoder.clause((-before, -literal))
        if at < len(literals) - 1:
            among = encoder.either(among, encoder.meaning(term, value))
            step = encoder.fresh(among)
            encoder.clause((-before, step))
            encoder.clause((-literal, step))
            encoder.clause((-step, before, literal))
            before = step


def at_most(encoder: Encoder, term: Term, chosen: dict[Value, int]) -> Callable[[int], int]:
    """For numbers the literal of "the term is at most so much"; its values have the literals in `chosen`."""
    ladder = encoder.ladders.get(term)
    if ladder is None:
        ladder = encoder.ladders[term] = _ladder(encoder, term, sorted(chosen.items()))
    values = [value for value, _ in ladder]

    def literal(bound: int) -> int:
        at = bisect_right(values, bound)
        return encoder.truth(False) if at == 0 else ladder[at - 1][1]

    return literal


def _ladder(encoder: Encoder, term: Term, chosen: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Each value with the literal of "at most this value"."""
    steps: list[tuple[int, int]] = []
    with encoder.group(term):
        for at, (value, literal) in enumerate(chosen):
            if at in (0, len(chosen) - 1):
                step = literal if at == 0 and len(chosen) > 1 else encoder.truth(True)
            else:
                before = steps[-1][1]
                meaning = encoder.terms.within(term, chosen[0][0], value)
                assert isinstance(meaning, Term)
                step = encoder.fresh(meaning)
                encoder.defined_by(step, meaning)
                encoder.clause((-before, step))
                encoder.clause((-literal, step))
                encoder.clause((-literal, -before))
                encoder.clause((-step, before, literal))
            steps.append((value, step))
        if len(chosen) > 1:
            encoder.clause((-chosen[-1][1], -steps[-2][1]))
            encoder.clause((chosen[-1][1], steps[-2][1]))
    return steps
