"""What a module says of the groups of one network, each sentence as a term about one group whose members are placeholders.

A sentence is about every group, or about the group of one vertex. It is taken from a quantifier's body, or from an assertion that
asks for the group of one vertex only.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress

from ...ir.evaluation import topological_order
from ...ir.module import Module
from ...ir.network import GroupMember, Network, SameComponent
from ...ir.operands import operand
from ...ir.operation import all_operations
from ...ir.rebuild import Replacement
from ...ir.term import Operand, Term, when_made
from ...ir.term_factory import TermFactory
from ...ir.term_store import TableTooLarge
from ...ir.walk import junction_members
from ...language.budget import Deadline
from ...limits import Limits
from ...lowering.groups.quantified_group_constraints import quantified_constraints
from ...records import dataclass, field
from ...values import Value
from ..multicut import faithful_edges, truth_of_edge
from .edge_constraints import of_edges
from .plain_constraints import NoPlainAnswer, PlainSentence

OWN = -1  # the token of placeholders made here; those of quantifiers are counted from 0
EVERY = -1  # instead of a vertex: a sentence about every group
GROUP_TERMS = ("same_component", "size", "same_shape")  # terms about the groups of a network
SIZE = -1  # instead of a vertex: the size of a group


@dataclass(frozen=True, slots=True, eq=False)
class Sentence:
    """A truth about the group of `source`, or about every group; `mentioned` are its placeholders, each with its vertex.

    `is_implied`: it follows from what is asserted of edges, and only excludes sets.
    """

    source: int
    body: Term
    mentioned: Mapping[Term, int]
    is_implied: bool = False


@dataclass(slots=True)
class GroupSentences:
    """What is said of the groups of a network.

    `plain`: asserted terms that are left to evaluation, with the sentences that they are. `replaced`: the asserted terms that the
    others say; `outside`: with each, a function that returns what it says if a vertex is in no group. `facts`: unknowns whose
    value is asserted. `never`: vertices that are in no group (or `EVERY`). `induced`: edges, by their numbers, that are open
    exactly if both ends are in one group, and whose ends are in groups.
    """

    sentences: list[Sentence] = field(default_factory=list)
    plain: dict[Term, PlainSentence] = field(default_factory=dict)
    replaced: dict[Term, None] = field(default_factory=dict)
    outside: list[tuple[Term, Callable[[], Operand]]] = field(default_factory=list)
    facts: dict[Term, Value] = field(default_factory=dict)
    never: set[int] = field(default_factory=set)
    induced: dict[int, None] = field(default_factory=dict)


def known_values(terms: TermFactory, asserted: Iterable[Operand]) -> dict[Term, Value]:
    """Return the unknowns whose value is asserted."""
    values: dict[Term, Value] = {}
    for term in asserted:
        if not isinstance(term, Term):
            continue
        if term.op == "unknown":
            values[term] = True
        elif term.op == "not" and term.args[0].op == "unknown":
            values[term.args[0]] = False
        elif term.op == "is" and term.args[0].op == "unknown":
            values[term.args[0]] = term.detail
    return values


def group_sentences(module: Module, network: Term, limits: Limits, deadline: Deadline) -> GroupSentences:
    """Return the constraints of a module on the groups of a network."""
    terms = module.terms
    asserted = dict.fromkeys(
        conjunct for assertion in module.assertions for conjunct in junction_members(terms, assertion.term, "and")
    )
    sentences = GroupSentences(facts=known_values(terms, asserted))
    known = Replacement(terms, sentences.facts)
    for sentence in quantified_constraints(terms, network).sentences.values():
        parts = [*junction_members(terms, sentence.written_out, "and")]
        if all(part in asserted for part in parts):
            sentences.replaced.update((part, None) for part in parts if isinstance(part, Term))
            _add(sentences, terms, known, EVERY, sentence.body, sentence.token)
    about = _about(module, network)
    faithful = faithful_edges(module).get(network)
    others = [part for part in asserted if part not in about]
    for body in of_edges(terms, network, faithful.edges, others, sentences.facts, OWN) if faithful else ():
        _add(sentences, terms, known, EVERY, body, OWN, is_implied=True)
    for edge, (part, joined) in faithful.edges.items() if faithful else ():
        if _is_induced(sentences.facts, part, joined, edge):
            sentences.induced[edge] = sentences.replaced[part] = None
    for term in asserted:
        if isinstance(term, Term) and term in about and term not in sentences.replaced:
            _of_one_vertex(sentences, terms, known, about, network, term)
        elif isinstance(term, Term) and term.op == "evaluated":
            with suppress(NoPlainAnswer):
                sentences.plain[term] = PlainSentence(terms, network, term.detail, limits, deadline)
    return sentences


def _is_induced(facts: Mapping[Term, Value], part: Term, joined: Term, edge: int) -> bool:
    """Check whether a part that requires an open edge inside a group says no more than "it is open exactly there".

    Then each set opens its edges and closes those around it. An edge that is known says more: some sets are no groups.
    """
    network = joined.args[0]
    detail: Network = network.detail
    first, second, at = detail.graph.edges[edge]
    condition = network.args[at]
    base = condition.args[0] if condition.op == "not" else condition
    return (
        not detail.has_values
        and base.op == "unknown"
        and base not in facts
        and all(operand(network.args[end]) is True or facts.get(network.args[end]) is True for end in (first, second))
        and all(truth_of_edge(part, joined, edge, is_joined=is_true, is_open=is_true) is True for is_true in (False, True))
    )


def _about(module: Module, network: Term) -> set[Term]:
    """Return the terms that ask for groups of a network."""
    asking: set[Term] = set()
    for term in module.reachable_terms():
        if (term.op in GROUP_TERMS and term.args[0] is network) or any(arg in asking for arg in term.args):
            asking.add(term)
    return asking


def _of_one_vertex(
    sentences: GroupSentences, terms: TermFactory, known: Replacement, about: set[Term], network: Term, term: Term
) -> None:
    below = _below(term, about)
    asked = [below_term for below_term in below if below_term.op in GROUP_TERMS and below_term.args[0] is network]
    if any(asked_term.op == "same_shape" for asked_term in asked):
        return  # it is about the groups of two vertices
    sources = common_sources(asked)
    if not sources:
        return
    if any(asked_term.op == "same_component" and asked_term.detail.steps is not None for asked_term in asked):
        return  # a distance: that two vertices are in one group does not say how far apart they are
    if any(
        below_term.op == "fits" and any(arg.op == "same_component" and arg.args[0] is not network for arg in below_term.args)
        for below_term in below
    ):
        return  # for each set, a shape that may lie anywhere in a group of another network
    below.sort(key=when_made)
    for source in sources:
        try:
            body = rebuilt(terms, below, {asked_term: _placeholder(terms, asked_term, source) for asked_term in asked})[term]
            _add(sentences, terms, known, source, body, OWN)
        except TableTooLarge:
            return
        sentences.replaced[term] = None
        sentences.outside.append((term, functools.partial(_of_no_group, terms, below, asked, operand(network.args[source]))))


def _of_no_group(terms: TermFactory, below: Sequence[Term], asked: Iterable[Term], vertex: Operand) -> Operand:
    """Return the term "a vertex is in a group, or the last of some terms is true of a vertex that is in none"."""
    if vertex is True:
        return True
    nothing = rebuilt(terms, below, {term: False if term.op == "same_component" else 0 for term in asked})
    return terms.disjunction([vertex, nothing[below[-1]]])


def _below(root: Term, about: set[Term]) -> list[Term]:
    """Return a term and all below it that ask for groups."""
    seen, todo = {root}, [root]
    for term in todo:
        for arg in term.args:
            if arg in about and arg not in seen:
                seen.add(arg)
                todo.append(arg)
    return todo


def common_sources(asked: Iterable[Term]) -> list[int]:
    """Return the vertices whose groups all of these terms ask for, in order."""
    common: set[int] | None = None
    for term in asked:
        ends = (term.detail.source, term.detail.target) if term.op == "same_component" else (term.detail.source,)
        common = {end for end in ends if common is None or end in common}
        if not common:
            return []
    return sorted(common or ())


def rebuilt(
    terms: TermFactory, order: Iterable[Term], by: Mapping[Term, Operand], base: Mapping[Term, Operand] | None = None
) -> dict[Term, Operand]:
    """Return terms, arguments first, with some replaced; others stand as they are in `base`, or as they are.

    Raise `TableTooLarge` if an operation is not rebuilt.
    """
    made = dict(by)
    for term in order:
        if term not in made:
            args = [made[arg] if arg in made else operand(arg) if base is None else base[arg] for arg in term.args]
            rebuild = all_operations()[term.op].rebuild
            if rebuild is None:
                raise TableTooLarge
            made[term] = rebuild(terms, term, args)
    return made


def _placeholder(terms: TermFactory, asked: Term, source: int) -> Term:
    """Return the placeholder of "joined with a vertex", or of the size of its group.

    Steps of a size make no difference: a size within steps is only compared with what is not larger than these.
    """
    if asked.op == "size":
        return terms.members(OWN, asked.args[0].detail.graph.vertices)
    joined: SameComponent = asked.detail
    return terms.member(OWN, joined.target if joined.source == source else joined.source)


def _add(
    sentences: GroupSentences,
    terms: TermFactory,
    known: Replacement,
    source: int,
    body: Operand,
    token: int,
    *,
    is_implied: bool = False,
) -> None:
    for part in junction_members(terms, known.of(body), "and"):
        if part is False:
            sentences.never.add(source)
        elif isinstance(part, Term):
            mentioned = {
                term: term.detail.target
                for term in topological_order([part])
                if isinstance(term.detail, GroupMember) and term.detail.token == token
            }
            sentences.sentences.append(Sentence(source, part, mentioned, is_implied))
