"""Operations on groups of unknown extent: membership, positions, and aggregates over one group or over all."""

from __future__ import annotations

from ...ir.term import Operand, Term
from ...language.call_binding import Stream
from ...language.operators import is_number
from ...values import BLANK, Value, is_known
from ..algebra import Algebra
from ..not_lowered import CLEAR, NotLowered, PartialArea, PartialField, PartialLines, PartialList, is_single, not_lowered_inside
from ..reasons import GROUP, GROUPS
from .network import EachGroup, GroupList, Groups
from .quantifier import all_groups, at_places, sum_over_groups


def contains(algebra: Algebra, within: PartialArea | PartialField, value: Value) -> Operand:
    """Return the term "a place is in a group or the like", or "a value is at one of its places"."""
    if isinstance(within, GroupList) and is_known(value):
        at = within.group_network.positions.get(value)
        return False if at is None else within.has(at)
    return algebra.disjoin([algebra.conjoin([present, algebra.equal(value, member)]) for present, member in within.members])


def item(algebra: Algebra, of: PartialArea | PartialField, index: Value) -> Value:
    """Return the first (0) or last (-1) place of a group, or the value there; opaque for other positions."""
    members = of.members
    if not is_number(index) or index not in (0, -1) or any(not_lowered_inside(m) or not is_single(m) for _, m in members):
        return NotLowered(GROUP)
    return algebra.terms.cases(members if index == 0 else members[::-1], BLANK)


def line(algebra: Algebra, of: PartialLines, is_last: bool) -> Value:
    """Return the first or the last of some lines; blank if all are missing."""
    lines = list(of.members)
    conditions: dict[Operand, list[Operand]] = {}  # for each cell, which can be on several lines: on a row and on a column
    for at, (present, cells) in enumerate(lines):
        others = lines[at + 1 :] if is_last else lines[:at]
        here = algebra.conjoin([present, *(algebra.negate(other) for other, _ in others)])
        for is_there, cell in cells.members:
            conditions.setdefault(cell, []).append(algebra.conjoin([here, is_there]))
    members = [(algebra.disjoin(either), cell) for cell, either in conditions.items()]
    return PartialArea(members, algebra.negate(algebra.disjoin([present for present, _ in lines])))


def _may_be_blank(value: Value) -> bool:
    return value.domain.blank if type(value) is Term else value is BLANK


def _has_no_blanks(values: PartialList) -> bool:
    """Check whether no member can be blank where it is there."""
    return all(type(value) in CLEAR and not _may_be_blank(value) for _, value in values.members)


def aggregate_groups(algebra: Algebra, name: str, value: Value) -> Value | None:
    """Return the aggregate of groups as a term, or the list to apply it to; None if there are no groups."""
    if isinstance(value, GroupList):
        return value.size() if name == "len" else None
    are_counted = isinstance(value, (PartialArea, PartialLines)) or (type(value) is PartialList and _has_no_blanks(value))
    if are_counted and name == "len":
        return algebra.terms.linear([(1, present) for present, _ in value.members])
    if isinstance(value, PartialLines):
        return line(algebra, value, name == "last") if name in ("first", "last") else None
    if isinstance(value, Groups):
        if name != "len":
            return NotLowered(GROUPS)
        group_network = value.group_network
        return algebra.terms.linear([(1, group_network.leads(at)) for at in range(len(group_network.places))])
    members = list(value) if isinstance(value, Stream) else value
    if isinstance(value, Stream) and CLEAR.issuperset(map(type, members)):  # as most are
        return members
    groups = [one for one in members if isinstance(one, EachGroup)] if isinstance(members, list) else []
    if not groups:
        return members if isinstance(value, Stream) else None
    if len(groups) < len(members):
        return NotLowered(GROUPS)
    if name in ("all", "any"):
        held = all_groups(algebra, groups, wanted=name == "all")
        return held if name == "all" else algebra.negate(held)
    if name in ("min", "max"):
        return at_places(algebra, groups, once=False)
    added = sum_over_groups(algebra, groups) if name == "sum" else None
    return at_places(algebra, groups, once=True, adding=name in ("sum", "count")) if added is None else added
