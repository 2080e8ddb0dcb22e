"""`parity`: an odd number of truth values is true. A term has at most three arguments; of more, a chain of terms is made.

With three arguments each link of the chain takes in two more values for eight clauses and one variable; with two arguments it
takes in one for four clauses and one variable, which is as many clauses and twice the variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..domain import TRUTH
from ..operation import Operation, all_truths
from ..term import Operand, Term, when_made
from ..term_store import TermStore
from .negation import make_not

MOST = 3


def make_parity(terms: TermStore, members: Iterable[Operand]) -> Operand:
    """Return whether an odd number of truth values is true; false if there are none."""
    is_odd = False
    kept: dict[Term, None] = {}
    for member in members:
        if not isinstance(member, Term):
            is_odd ^= member
            continue
        is_odd ^= member.op == "not"
        truth = member.args[0] if member.op == "not" else member
        if truth in kept:  # twice is even
            del kept[truth]
        else:
            kept[truth] = None
    left = list(kept)
    while len(left) > MOST:
        left[:MOST] = [_term(terms, left[:MOST])]
    if not left:
        return is_odd
    parity = left[0] if len(left) == 1 else _term(terms, left)
    return make_not(terms, parity) if is_odd else parity


def _term(terms: TermStore, args: Sequence[Term]) -> Term:
    return terms.intern("parity", tuple(sorted(args, key=when_made)), None, TRUTH)


PARITY = Operation(
    name="parity",
    words="an odd number of truth values is true",
    is_truth=True,
    check=all_truths,
    evaluate=lambda term, values: sum(values) % 2 == 1,
    rebuild=lambda terms, term, args: make_parity(terms, args),
    is_tabulated=True,
)
