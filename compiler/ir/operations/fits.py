"""`fits` (whether a set of places lies in another one, turned, mirrored and moved) and `fit` (the first way in which it does)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...values import BLANK, Value
from ..domain import TRUTH, Domain
from ..fit import Fit
from ..operation import Operation, all_truths
from ..term import Operand, Term
from ..term_store import TermStore
from ..value_sets import BOTH, FALSE, TRUE, Possible
from .and_or import make_and, make_or
from .negation import make_not

PARTS = ("orientation", "down", "right")  # of a way


def make_fits(terms: TermStore, fit: Fit, inner: Sequence[Operand], outer: Sequence[Operand]) -> Operand:
    """Return whether the places whose truth is true lie in the places of the other set whose truth is true.

    If one of the sets is known, the result is a disjunction over the ways to place it.
    """
    fit, inner, outer = _without_false(fit, inner, outer)
    if not inner or not outer:
        return False
    if all(truth is True for truth in inner):
        ways = fit.placements()
        return make_or(terms, [_holds(terms, outer, way, is_exact=fit.is_exact) for way in ways])
    if fit.is_exact and all(truth is True for truth in outer):
        return make_or(terms, [_holds(terms, inner, way, is_exact=True) for way in fit.fillings()])
    return terms.make("fits", [*inner, *outer], fit, TRUTH)


def make_fit(terms: TermStore, term: Term, part: str) -> Term:
    """Return the part of the first way in which the sets of a `fits` fit, one of `PARTS`; blank if they do not."""
    fit: Fit = term.detail
    sizes = [max(axis) for axis in zip(*(position for look in fit.looks for position in look), strict=True)]
    ends = zip(*fit.outer, strict=True)
    ranges = [range(len(fit.looks)), *(range(min(end) - size, max(end) + 1) for size, end in zip(sizes, ends, strict=True))]
    return terms.intern("fit", term.args, (fit, part), Domain(ranges[PARTS.index(part)], True))


def _without_false(
    fit: Fit, inner: Sequence[Operand], outer: Sequence[Operand]
) -> tuple[Fit, Sequence[Operand], Sequence[Operand]]:
    """Return the sets without the places that are known not to be in them."""
    kept = [at for at, truth in enumerate(inner) if truth is not False]
    around = [at for at, truth in enumerate(outer) if truth is not False]
    if len(kept) == len(inner) and len(around) == len(outer):
        return fit, inner, outer
    looks = tuple(tuple(look[at] for at in kept) for look in fit.looks)
    fit = Fit(looks, tuple(fit.outer[at] for at in around), fit.is_exact)
    return fit, [inner[at] for at in kept], [outer[at] for at in around]


def _holds(terms: TermStore, truths: Sequence[Operand], way: Iterable[int], *, is_exact: bool) -> Operand:
    """Return whether the truths with some numbers are true, and if `is_exact` no others."""
    taken = {*way}
    others = [truth for at, truth in enumerate(truths) if at not in taken] if is_exact else []
    negated = [make_not(terms, truth) if isinstance(truth, Term) else not truth for truth in others]
    return make_and(terms, [*(truths[at] for at in sorted(taken)), *negated])


def _is_fit(term: Term, fit: Fit) -> bool:
    return len(term.args) == len(fit.looks[0]) + len(fit.outer) and all_truths(term)


def _first_way(fit: Fit, values: Sequence[Value]) -> tuple[int, int, int] | None:
    size = len(fit.looks[0])
    return fit.first_way(values[:size], values[size:])


def _evaluate_part(term: Term, values: Sequence[Value]) -> Value:
    fit, part = term.detail
    way = _first_way(fit, values)
    return BLANK if way is None else way[PARTS.index(part)]


def _bounds(term: Term, args: Sequence[Possible]) -> Possible:
    fit: Fit = term.detail
    size = len(fit.looks[0])
    sure, may = [arg == TRUE for arg in args], [arg != FALSE for arg in args]
    return BOTH if fit.may(sure[:size], sure[size:], may[:size], may[size:]) else FALSE


FITS = Operation(
    name="fits",
    words="a set of places that lies in another one",
    is_truth=True,
    check=lambda term: isinstance(term.detail, Fit) and _is_fit(term, term.detail),
    evaluate=lambda term, values: _first_way(term.detail, values) is not None,
    rebuild=lambda terms, term, args: make_fits(
        terms, term.detail, args[: len(term.detail.looks[0])], args[len(term.detail.looks[0]) :]
    ),
    show=str,
    bounds=_bounds,
)
FIT = Operation(
    name="fit",
    words="the first way in which a set of places lies in another one",
    check=lambda term: isinstance(term.detail[0], Fit) and term.detail[1] in PARTS and _is_fit(term, term.detail[0]),
    evaluate=_evaluate_part,
)
