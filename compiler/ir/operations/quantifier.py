"""`member` and `members`: the group of a quantifier. They are replaced where it is written out; no module holds one."""

from __future__ import annotations

from ..domain import TRUTH, Domain
from ..network import GroupMember
from ..operation import Operation
from ..term import Term
from ..term_store import TermStore


def make_member(terms: TermStore, token: int, target: int, steps: int | None = None) -> Term:
    """Return whether a vertex is in the group that a quantifier goes through."""
    return terms.make("member", (), GroupMember(token, target, steps), TRUTH)


def make_members(terms: TermStore, token: int, most: int, steps: int | None = None) -> Term:
    """Return how many vertices, at most `most`, the group that a quantifier goes through has."""
    return terms.make("members", (), GroupMember(token, -1, steps), Domain(range(most + 1)))


MEMBER = Operation(
    name="member",
    words="in the group of a quantifier; a group that nothing is in",
    is_truth=True,
    check=lambda term: False,
    evaluate=lambda term, values: False,
)
MEMBERS = Operation(
    name="members",
    words="the size of the group of a quantifier",
    check=lambda term: False,
    evaluate=lambda term, values: 0,
)
