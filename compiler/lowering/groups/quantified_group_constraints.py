"""What a module says of each group of a network: a body with placeholders, and the term that it was written out as.

A pass that knows what the groups of a network can be asks the body for each of them, and leaves out what was written out.
"""

from __future__ import annotations

from ...ir.term import Operand, Term
from ...ir.term_store import TermStore
from ...records import dataclass


@dataclass(frozen=True, slots=True)
class QuantifiedConstraint:
    """A body that is true of each group, if what it was written out as is true; `token` tells its placeholders."""

    token: int
    body: Operand
    written_out: Term


class QuantifiedConstraints:
    """What is said of each group of one network, in the order in which it was lowered."""

    def __init__(self, terms: TermStore, network: Term) -> None:
        self.sentences: dict[tuple[Operand, Term], QuantifiedConstraint] = {}

    def add(self, sentence: QuantifiedConstraint) -> None:
        """Remember a sentence; the same one is kept once."""
        self.sentences.setdefault((sentence.body, sentence.written_out), sentence)


def quantified_constraints(terms: TermStore, network: Term) -> QuantifiedConstraints:
    """Return the constraints that hold of every group of a network."""
    return terms.once(QuantifiedConstraints, network)
