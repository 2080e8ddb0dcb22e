"""`way` (a way that comes to no unwanted end) and `passes` (a node on a way)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from ..decision_graph import UNWANTED, DecisionGraph
from ..domain import TRUTH
from ..operation import Detail, DetailReader, DetailWriter, KnownFacts, Operation
from ..plain_data import index
from ..term import Operand, Term
from ..term_store import TermStore
from ..value_sets import BOTH, FALSE, TRUE, Possible, Range


def make_way(terms: TermStore, args: Sequence[Operand], way: DecisionGraph) -> Term:
    """Return whether a way that reads the arguments comes to no unwanted end."""
    return terms.make("way", args, way, TRUTH)


def make_passes(terms: TermStore, term: Term, node: int) -> Term:
    """Return whether the way of a term passes a node."""
    return terms.intern("passes", term.args, (term.detail, node), TRUTH)


def _machine(reader: DetailReader, number: Any) -> DecisionGraph:
    machine = reader.machines[index(number, len(reader.machines))]
    if not isinstance(machine, DecisionGraph):
        raise TypeError
    return machine


def _onward(facts: KnownFacts, way: DecisionGraph, node: int, args: Sequence[Term]) -> set[int]:
    """Return where a way goes from a node if every value that is left leads to the same, and otherwise nothing."""
    arg, targets = way.nodes[node]
    possible = facts.of(args[arg])
    if isinstance(possible, Range):
        return set()
    found = {to for value, to in zip(way.alphabets[arg], targets, strict=True) if value in possible}
    return found if len(found) == 1 and possible <= set(way.alphabets[arg]) else set()


def _passed(facts: KnownFacts, term: Term) -> list[int]:
    """Return the nodes of a way that are known to be passed, the first one always."""
    way = term.detail if isinstance(term.detail, DecisionGraph) else term.detail[0]
    others = {other.detail[1]: other for other in facts.peers("passes", (id(way), term.args))}
    return [0, *(node for node, other in others.items() if facts.of(other) == TRUE)]


def _write_way(writer: DetailWriter, term: Term) -> Any:
    return writer.machine(term.detail)


def _read_way(reader: DetailReader, args: tuple[Term, ...], detail: Any) -> Detail | None:
    machine = _machine(reader, detail)
    return (machine, TRUTH) if len(args) == len(machine.alphabets) else None


def _up_way(facts: KnownFacts, term: Term, args: Sequence[Possible]) -> Possible:
    """Conclude that a way is not open if it passes a node from which every remaining value leads to an unwanted end."""
    is_closed = any(UNWANTED in _onward(facts, term.detail, node, term.args) for node in _passed(facts, term))
    return FALSE if is_closed else BOTH


def _write_passes(writer: DetailWriter, term: Term) -> Any:
    return [writer.machine(term.detail[0]), term.detail[1]]


def _read_passes(reader: DetailReader, args: tuple[Term, ...], detail: Any) -> Detail | None:
    number, node = detail
    machine = _machine(reader, number)
    return ((machine, index(node, len(machine.nodes))), TRUTH) if len(args) == len(machine.alphabets) else None


def _up_passes(facts: KnownFacts, term: Term, args: Sequence[Possible]) -> Possible:
    """Conclude that a node is passed if another one is from which every remaining value leads to it."""
    way, node = term.detail
    before = [other for other in _passed(facts, term) if node in way.nodes[other][1]]
    return TRUE if any(node in _onward(facts, way, other, term.args) for other in before) else BOTH


def _key_passes(term: Term) -> Hashable:
    return id(term.detail[0]), term.args


WAY = Operation(
    name="way",
    words="a way that comes to no unwanted end",
    is_truth=True,
    check=lambda term: isinstance(term.detail, DecisionGraph) and len(term.args) == len(term.detail.alphabets),
    evaluate=lambda term, values: term.detail.is_open(values),
    show=str,
    write=_write_way,
    read=_read_way,
    names_machine=True,
    up=_up_way,
)
PASSES = Operation(
    name="passes",
    words="a node on a way",
    is_truth=True,
    check=lambda term: isinstance(term.detail[0], DecisionGraph) and len(term.args) == len(term.detail[0].alphabets),
    evaluate=lambda term, values: term.detail[1] in term.detail[0].passed(values),
    write=_write_passes,
    read=_read_passes,
    names_machine=True,
    up=_up_passes,
    peer_key=_key_passes,
)
