"""`not`, `and`, `or`: gates only where something asks for a literal; what must hold becomes clauses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...ir.term import Term
from ..encoder import Encoder
from ..encoding_registry import Encoding


def _require_not(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    encoder.require(term.args[0], not positive, unless)


def _require(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    if positive == (term.op == "and"):  # all members
        for arg in term.args:
            encoder.require(arg, positive, unless)
    else:  # some member
        leaves = list(_some(term, positive))
        member, among = _membership(leaves)
        if member is not None:
            others = [leaf for leaf in leaves if leaf not in among]
            reached = [encoder.implied_literal(leaf, positive) for leaf, positive in others]
            _require_among(encoder, member, [leaf for leaf, _ in among], (*reached, *unless))
            return
        *others, (last, wanted) = sorted(leaves, key=lambda leaf: not encoder.is_direct(leaf[0]))
        reached = [encoder.implied_literal(leaf, positive) for leaf, positive in others]
        if last.op in ("and", "or") and encoder.seen_before(last, wanted):  # the same member through many parents
            encoder.clause((*reached, encoder.implied_literal(last, wanted), *unless))
        else:
            encoder.require(last, wanted, (*reached, *unless))


def _membership(leaves: Sequence[tuple[Term, bool]]) -> tuple[Term | None, list[tuple[Term, bool]]]:
    """Return the term that most of the leaves compare with others, and those leaves; None if it is only one leaf."""
    comparing: dict[Term, list[tuple[Term, bool]]] = {}
    for leaf, wanted in leaves:
        for arg in leaf.args if leaf.op == "same" and wanted else ():
            comparing.setdefault(arg, []).append((leaf, wanted))
    member = max(comparing, key=lambda arg: (len(comparing[arg]), -arg.id), default=None)
    return (member, comparing[member]) if member is not None and len(comparing[member]) > 1 else (None, [])


def _require_among(encoder: Encoder, member: Term, equal: Sequence[Term], unless: tuple[int, ...]) -> None:
    """State that a term equals one of several: each of its values is that of one of them. No literal says which."""
    choices = [encoder.choice(next(arg for arg in leaf.args if arg is not member)) for leaf in equal]
    for value, literal in encoder.choice(member).items():
        encoder.clause((-literal, *(choice[value] for choice in choices if value in choice), *unless))


def _some(term: Term, positive: bool) -> Iterator[tuple[Term, bool]]:
    """Yield the members of a disjunction (or of a negated conjunction) through nested ones of the same sort."""
    left = [(arg, positive) for arg in reversed(term.args)]
    while left:  # no recursion: `connected`, written out, nests one `or` for every vertex
        inner, wanted = left.pop()
        if inner.op == "not":
            inner, wanted = inner.args[0], not wanted
        if inner.op in ("and", "or") and wanted != (inner.op == "and"):
            left += [(arg, wanted) for arg in reversed(inner.args)]
        else:
            yield inner, wanted


NOT = Encoding(("not",), _require_not, literal=lambda encoder, term: -encoder.literal(term.args[0]))
JUNCTION = Encoding(("and", "or"), _require)
