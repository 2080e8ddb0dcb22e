"""`is` (equal to a known value) and `same` (two terms equal)."""

from __future__ import annotations

from ...ir.term import SUMS, Term
from ..digit_sums import by_columns
from ..encoder import Encoder
from ..encoding_registry import Encoding
from ..log_encoding import has_bits, require_value
from ..sum_bounds import require_between


def _require_is(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    arg, value = term.args[0], term.detail
    if has_bits(arg):
        require_value(encoder, encoder.bits(arg), value, positive, unless)
    elif not is_compared_by_sum(encoder, arg):
        literal = encoder.choice(arg)[value]
        encoder.clause((literal if positive else -literal, *unless))
    elif (in_range := by_columns(encoder, arg, value, value)) is not None:
        encoder.require(in_range, positive, unless)
    elif positive:
        require_between(encoder, arg, value, value, unless)
    else:
        sides = (
            encoder.terms.within(arg, arg.domain.low, value - 1),
            encoder.terms.within(arg, value + 1, arg.domain.high),
        )
        encoder.clause((*(encoder.implied_literal(side, True) for side in sides if isinstance(side, Term)), *unless))


def is_compared_by_sum(encoder: Encoder, arg: Term) -> bool:
    """Check whether the argument is compared by its sum and not by literals of its values."""
    return arg.op in SUMS and not encoder.has_choice(arg)


def _literal_is(encoder: Encoder, term: Term) -> int | None:
    arg = term.args[0]
    return None if is_compared_by_sum(encoder, arg) or has_bits(arg) else encoder.choice(arg)[term.detail]


def _require_same(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    wide = [arg for arg in term.args if has_bits(arg)]
    if len(wide) == 1 and not encoder.has_choice(wide[0]):
        _require_same_as_bits(encoder, term, wide[0], positive, unless)
        return
    first, second = (encoder.choice(arg) for arg in term.args)
    if positive:
        clauses = [
            (-literal, one[value], *unless) if value in one else (-literal, *unless)
            for other, one in ((first, second), (second, first))
            for value, literal in other.items()
        ]
    else:
        clauses = [(-literal, -second[value], *unless) for value, literal in first.items() if value in second]
    encoder.clauses(clauses, (first.values(), second.values(), *((literal,) for literal in unless)))


def _require_same_as_bits(encoder: Encoder, term: Term, wide: Term, positive: bool, unless: tuple[int, ...]) -> None:
    """State that each value means the bits of that value (or, not `positive`, that these are others)."""
    (direct,) = (arg for arg in term.args if arg is not wide)
    for value, literal in encoder.choice(direct).items():
        if value in wide.domain:
            require_value(encoder, encoder.bits(wide), value, positive, (-literal, *unless))
        elif positive:
            encoder.clause((-literal, *unless))


IS = Encoding(("is",), _require_is, literal=_literal_is)
SAME = Encoding(("same",), _require_same)
