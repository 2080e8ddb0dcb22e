"""`refined`: a truth about values, of which a weaker one is stated at once. The rest is followed up with lemmas."""

from __future__ import annotations

from collections.abc import Sequence

from ..domain import TRUTH
from ..operation import Operation, show_name
from ..term import Operand, Refinement
from ..term_store import TermStore


def make_refined(terms: TermStore, weaker: Operand, values: Sequence[Operand], refinement: Refinement) -> Operand:
    """Return a truth about values that implies `weaker`."""
    return False if weaker is False else terms.make("refined", [weaker, *values], refinement, TRUTH)


REFINED = Operation(
    name="refined",
    words="a truth about values, of which a weaker one is stated at once",
    is_truth=True,
    check=lambda term: (isinstance(term.detail, Refinement) and term.args[0].domain.is_truth) or term.args[0].op == "constant",
    evaluate=lambda term, values: term.detail.exact(values[1:]) is not False,
    show=show_name,
)
