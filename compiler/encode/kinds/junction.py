"""`not`, `and`, `or`: gates only where something asks for a literal; what must hold becomes clauses."""

from __future__ import annotations

from collections.abc import Iterator

from ...ir.term import Term
from ..encoder import Encoder
from ..registry import Encoding


def _require_not(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    encoder.require(term.args[0], not positive, unless)


def _require(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    if positive == (term.op == "and"):  # all members
        for arg in term.args:
            encoder.require(arg, positive, unless)
    else:  # some member
        leaves = list(_some(term, positive))
        *others, (last, wanted) = sorted(leaves, key=lambda leaf: not encoder.is_direct(leaf[0]))
        reached = [encoder.implied(leaf, positive) for leaf, positive in others]
        encoder.require(last, wanted, (*reached, *unless))


def _some(term: Term, positive: bool) -> Iterator[tuple[Term, bool]]:
    """The members of which one must be true (or false), through nested junctions of the same sort."""
    for arg in term.args:
        inner, wanted = (arg.args[0], not positive) if arg.op == "not" else (arg, positive)
        if inner.op in ("and", "or") and wanted != (inner.op == "and"):
            yield from _some(inner, wanted)
        else:
            yield inner, wanted


NOT = Encoding(("not",), _require_not, literal=lambda encoder, term: -encoder.literal(term.args[0]))
JUNCTION = Encoding(("and", "or"), _require)
