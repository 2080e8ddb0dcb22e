"""`first`: the first vertex in the group of one at which a truth holds. So it is the same throughout a group."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from ...values import BLANK, Value
from ..domain import Domain
from ..network import First, Joined
from ..network_bounds import NetworkBounds
from ..operation import ANY, Detail, DetailReader, DetailWriter, KnownFacts, Operation
from ..plain_data import index, ints
from ..term import Operand, Term
from ..term_store import TermStore
from ..value_sets import FALSE, TRUE, Possible, Range, meet, single


def make_first(terms: TermStore, network: Term, truths: Mapping[int, Operand], source: int) -> Operand:
    """Return the first vertex in the group of the source of those with a true truth, as its number; blank if there is none."""
    places = tuple(sorted(at for at, truth in truths.items() if truth is not False))
    if not places:
        return BLANK
    return terms.make("first", [network, *(truths[at] for at in places)], First(source, places), Domain(places, True))


def _check(term: Term) -> bool:
    detail = term.detail
    if not isinstance(detail, First) or not term.args or term.args[0].op != "network":
        return False
    return len(term.args) == 1 + len(detail.places) and all(arg.domain.is_truth for arg in term.args[1:])


def _evaluate(term: Term, values: Sequence[Value]) -> Value:
    network, *truths = values
    detail: First = term.detail
    for at, truth in zip(detail.places, truths, strict=True):
        if truth is True and network.holds(Joined(detail.source, at, None)):  # type: ignore[attr-defined]
            return at
    return BLANK


def _write(writer: DetailWriter, term: Term) -> Any:
    return [term.detail.source, list(term.detail.places)]


def _read(reader: DetailReader, args: tuple[Term, ...], detail: Any) -> Detail | None:
    source, places = detail
    network, *truths = args
    if network.op != "network" or not truths or not all(arg.domain.is_truth for arg in truths):
        return None
    vertices = network.detail.graph.vertices
    found = tuple([index(at, vertices) for at in ints(places)])
    if len(found) != len(truths) or any(a >= b for a, b in zip(found, found[1:], strict=False)):
        return None
    return First(index(source, vertices), found), ANY


def _bounds(term: Term, args: Sequence[Possible]) -> Possible:
    return frozenset((*term.detail.places, BLANK))


def _up(facts: KnownFacts, term: Term, args: Sequence[Possible]) -> Possible:
    """Return what is true and may be joined with the source, up to what surely is both; and what is known throughout its group."""
    detail: First = term.detail
    network = NetworkBounds(facts, term, detail.source)
    truth = dict(zip(detail.places, map(facts.of, term.args[1:]), strict=True))
    found: list[Value] = [at for at in detail.places if at in network.may and truth[at] != FALSE]
    peers = [(each.detail.source, facts.of(each)) for each in facts.peers("first", term.args)]
    joined = network.sure | {detail.source}
    for _ in peers:  # the source of one that is known and its value are in one group
        more = {
            at
            for source, of in peers
            if isinstance(of, frozenset) and single(of) and BLANK not in of and joined & {source, *of}
            for at in (source, *of)
        }
        if more <= joined:
            break
        joined |= more
    sure = [at for at in detail.places if at in joined and at in network.must and truth[at] == TRUE]
    possible: Possible = frozenset(at for at in found if not sure or at <= sure[0]) if sure else frozenset((*found, BLANK))
    for source, of in peers:
        if source in joined and source != detail.source and not isinstance(of, Range):
            possible = meet(possible, of)
    return possible


def _key(term: Term) -> Hashable:
    return term.args


FIRST = Operation(
    name="first",
    words="the first of a group",
    takes_values=False,
    check=_check,
    evaluate=_evaluate,
    show=str,
    write=_write,
    read=_read,
    bounds=_bounds,
    up=_up,
    peer_key=_key,
)
