"""Take conjunctions and disjunctions apart. Nothing here recurses: some terms nest a junction for every place of a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .term import Operand, Term
from .term_factory import TermFactory

OTHER = {"and": "or", "or": "and"}


def conjuncts(truths: Sequence[Operand]) -> Iterator[Term]:
    """Yield the terms that hold together if all truths do: nested conjunctions are taken apart, known truths are left out.

    It makes no term, so it also serves where there is no store.
    """
    stack = [truth for truth in reversed(truths) if isinstance(truth, Term)]
    while stack:
        term = stack.pop()
        if term.op == "and":
            stack += reversed(term.args)
        else:
            yield term


def junction_members(terms: TermFactory, truth: Operand, op: str) -> Iterator[Operand]:
    """Yield the members of a conjunction (`op` is "and") or disjunction ("or"), through nested and negated ones.

    By the laws of De Morgan, "not (a or b)" has the members "not a" and "not b" of a conjunction. A truth of another form is its
    own only member.
    """
    stack = [truth]
    while stack:
        member = stack.pop()
        if isinstance(member, Term) and member.op == op:
            stack += reversed(member.args)
        elif isinstance(member, Term) and member.op == "not" and member.args[0].op == OTHER[op]:
            stack += [terms.negation(arg) for arg in member.args[0].args][::-1]
        else:
            yield member
