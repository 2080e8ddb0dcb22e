"""`not`, `and`, `or`: gates only where something asks for a literal; what must hold becomes clauses."""

from __future__ import annotations

from collections.abc import Sequence

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
        leaves = _some(term, positive)
        member, among = _membership(leaves)
        if member is not None:
            others = [leaf for leaf in leaves if leaf not in among]
            reached = [encoder.implied_literal(leaf, positive) for leaf, positive in others]
            _require_among(encoder, member, [leaf for leaf, _ in among], (*reached, *unless))
            return
        direct: list[tuple[Term, bool, int]] = []
        others = []
        for leaf, wanted in leaves:
            literal = encoder.direct_literal(leaf)
            if literal is None:
                others.append((leaf, wanted))
            else:
                direct.append((leaf, wanted, literal if wanted else -literal))
        last, wanted = others.pop() if others else direct.pop()[:2]  # what has no literal needs none if it is the last
        reached = [literal for _, _, literal in direct]
        reached += [encoder.implied_literal(leaf, positive) for leaf, positive in others]
        if last.op in ("and", "or") and encoder.seen_before(last, wanted):  # the same member through many parents
            encoder.clause((*reached, encoder.implied_literal(last, wanted), *unless))
        else:
            encoder.require(last, wanted, (*reached, *unless))


def _membership(leaves: Sequence[tuple[Term, bool]]) -> tuple[Term | None, list[tuple[Term, bool]]]:
    """Return the term that most of the leaves compare with others, and those leaves; None if it is only one leaf."""
    comparing: dict[Term, list[tuple[Term, bool]]] = {}
    for pair in [pair for pair in leaves if pair[0].op == "same" and pair[1]]:
        for arg in pair[0].args:
            comparing.setdefault(arg, []).append(pair)
    member = max(comparing, key=lambda arg: (len(comparing[arg]), -arg.id), default=None)
    return (member, comparing[member]) if member is not None and len(comparing[member]) > 1 else (None, [])


def _require_among(encoder: Encoder, member: Term, equal: Sequence[Term], unless: tuple[int, ...]) -> None:
    """State that a term equals one of several: each of its values is that of one of them. No literal says which."""
    choices = [encoder.choice(next(arg for arg in leaf.args if arg is not member)) for leaf in equal]
    for value, literal in encoder.choice(member).items():
        encoder.clause((-literal, *(choice[value] for choice in choices if value in choice), *unless))


def _some(term: Term, positive: bool) -> list[tuple[Term, bool]]:
    """Return the members of a disjunction (or of a negated conjunction) through nested ones of the same sort."""
    members: list[tuple[Term, bool]] = []
    left = [(arg, positive) for arg in reversed(term.args)]
    while left:  # no recursion: `connected`, written out, nests one `or` for every vertex
        inner, wanted = left.pop()
        if inner.op == "not":
            inner, wanted = inner.args[0], not wanted
        if inner.op in ("and", "or") and wanted != (inner.op == "and"):
            left += [(arg, wanted) for arg in reversed(inner.args)]
        else:
            members.append((inner, wanted))
    return members


NOT = Encoding(("not",), _require_not, literal=lambda encoder, term: -encoder.literal(term.args[0]))
JUNCTION = Encoding(("and", "or"), _require)
