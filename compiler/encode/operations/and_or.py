"""`not`, `and`, `or`: gates only where something asks for a literal; what must hold becomes clauses."""

from __future__ import annotations

from collections.abc import Sequence

from ...ir.term import Term
from ..encoder import Encoder
from ..encoding_registry import Encoding


def _require_not(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    encoder.require(term.args[0], not positive, unless)


def _require(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    literals = encoder.known_members(term, positive)
    if positive == (term.op == "and"):  # all members
        if literals is not None:
            encoder.all_true(literals, unless)
            return
        for arg in term.args:
            encoder.require(arg, positive, unless)
    elif literals is not None:  # some member: what the general way leads to
        encoder.clause((literals.pop(), *literals, *unless))
    else:
        _require_some(encoder, term, positive, unless)


def _require_some(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    """State that some member is true (or, not `positive`, false), or one of `unless` is."""
    leaves = _some(term, positive)
    member, among = _membership(leaves)
    if member is not None:
        apart = [encoder.implied_literal(leaf, wanted) for leaf, wanted in leaves if (leaf, wanted) not in among]
        _require_among(encoder, member, [leaf for leaf, _ in among], (*apart, *unless))
        return
    reached = []
    others = []
    last, wanted = leaves[-1]
    for leaf in leaves:
        literal = encoder.direct_literal(leaf[0])
        if literal is None:
            others.append(leaf)
        else:
            last, wanted = leaf
            reached.append(literal if wanted else -literal)
    if others:  # the last one needs no literal
        last, wanted = others.pop()
        reached += [encoder.implied_literal(leaf, positive) for leaf, positive in others]
    else:
        reached.pop()
    if last.op in ("and", "or") and encoder.seen_before(last, wanted):  # the same member through many parents
        encoder.clause((*reached, encoder.implied_literal(last, wanted), *unless))
    else:
        encoder.require(last, wanted, (*reached, *unless))


def _membership(leaves: Sequence[tuple[Term, bool]]) -> tuple[Term | None, list[tuple[Term, bool]]]:
    """Return the term that most of the leaves compare with others, and those leaves; None if it is only one leaf."""
    same = [leaf for leaf in leaves if leaf[0].op == "same" and leaf[1]]
    if len(same) < 2:
        return None, []
    comparing: dict[Term, list[tuple[Term, bool]]] = {}
    for leaf in same:
        for arg in leaf[0].args:
            comparing.setdefault(arg, []).append(leaf)
    member = max(comparing, key=lambda arg: (len(comparing[arg]), -arg.id))
    return (member, comparing[member]) if len(comparing[member]) > 1 else (None, [])


def _require_among(encoder: Encoder, member: Term, equal: Sequence[Term], unless: tuple[int, ...]) -> None:
    """State that a term equals one of several: each of its values is that of one of them. No literal says which."""
    choices = [encoder.choice(next(arg for arg in leaf.args if arg is not member)) for leaf in equal]
    for value, literal in encoder.choice(member).items():
        encoder.clause((-literal, *(choice[value] for choice in choices if value in choice), *unless))


def _some(term: Term, positive: bool) -> list[tuple[Term, bool]]:
    """Return the members of a disjunction (or of a negated conjunction) through nested ones of the same sort."""
    members: list[tuple[Term, bool]] = []
    within = [(iter(term.args), positive)]
    while within:  # no recursion: `connected`, written out, nests one `or` for every vertex
        args, is_positive = within[-1]
        for arg in args:
            inner, wanted = (arg.args[0], not is_positive) if arg.op == "not" else (arg, is_positive)
            if inner.op in ("and", "or") and wanted != (inner.op == "and"):
                within.append((iter(inner.args), wanted))
                break
            members.append((inner, wanted))
        else:
            within.pop()
    return members


NOT = Encoding(("not",), _require_not, literal=lambda encoder, term: -encoder.literal(term.args[0]))
JUNCTION = Encoding(("and", "or"), _require)
