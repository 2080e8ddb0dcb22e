"""State that places are in different groups with one term about all of them, not with one about each two.

Before:  r1c1 and r2c2 not in one group,  r1c1 and r5c5 not in one group,  r2c2 and r5c5 not in one group
         r1c1 and r3c3 in one group,  r2c2 and r4c4 in one group
After:   r1c1 r3c3 | r2c2 r4c4 | r5c5 in groups of their own
         r3c3 and a further vertex in one group,  r4c4 and the further vertex in one group

Pair by pair, the group of each place would be followed by itself: for k places k times all edges. With one term, each place of
the board has the number of its class. What belongs together is reached from one further vertex, which has an edge to a place of
each class. As no group holds places of two classes, it is reached from its own. Numberlink of 15 x 15 has 6,000 clauses instead
of 29,000. "Each group holds exactly one of some known places" is handled in the same way.
"""

from __future__ import annotations

from ..ir.group_sizes import givens_of, limits_of
from ..ir.module import Assertion, Module, Origin
from ..ir.operands import operand
from ..ir.reachability_layers import reachability_layers_of
from ..ir.term import Operand, Term
from ..ir.term_factory import TermFactory
from ..ir.walk import junction_members
from ..language.budget import Enter, enter_nothing
from ..records import dataclass, field
from . import only_with

FEWEST = 4  # classes for which the one term pays

Pair = tuple[int, int]


@only_with("same_component", "first")
def separate_groups(module: Module, on_progress: Enter = enter_nothing) -> Module:
    """Return the module with one term for places of a network that are in groups of their own. `on_progress`: called with rules.

    A place whose group has a stated size is left out: its group is followed anyway, and tells which others are not in it.
    Nurikabe with few clues took twice as many conflicts with a number for each of them.
    """
    stated = _stated_pairs(module)
    followed = set(limits_of(module.assertions, givens_of(module.assertions))) if stated else set()
    replaced: dict[Term, Operand] = {}
    added: list[Assertion] = []
    for network, pairs in stated.items():
        classes = [members for members in _classes(pairs) if not any((network, at) in followed for at in members)]
        if not classes:
            continue
        pays = len(classes) >= (2 if any(map(_asks_first, pairs.parts)) else FEWEST)
        of = {at: number for number, members in enumerate(classes) for at in members} if pays else {}
        for part, (kind, ends) in pairs.parts.items():
            if kind == "apart":
                left = [(a, b) for a, b in ends if a not in of or b not in of or of[a] == of[b]]
                if len(left) < len(ends) or _asks_first(part):
                    apart = [module.terms.negation(module.terms.same_component(network, a, b)) for a, b in left]
                    replaced[part] = module.terms.conjunction(apart)
        if not pays:
            continue
        on_progress("encoding", pairs.origin.span)
        added.append(Assertion(module.terms.separated(network, classes), pairs.origin))
        together = {part: ends[0] for part, (kind, ends) in pairs.parts.items() if kind == "together" and ends[0][0] in of}
        if len(together) > 1:
            replaced |= _together(module.terms, network, classes, together)
    if not replaced:
        return module
    assertions = [
        Assertion(_without(module.terms, assertion.term, replaced), assertion.origin) for assertion in module.assertions
    ]
    return Module(module.terms, module.variables, (*assertions, *added), module.target)


@dataclass(slots=True, eq=False)
class _Pairs:
    """What is stated of pairs of vertices of one network: parts of assertions, each with its pairs, and the first origin."""

    origin: Origin
    parts: dict[Term, tuple[str, list[Pair]]] = field(default_factory=dict)


def _stated_pairs(module: Module) -> dict[Term, _Pairs]:
    by_network: dict[Term, _Pairs] = {}
    for assertion in module.assertions:
        for part in junction_members(module.terms, assertion.term, "and"):
            if isinstance(part, Term) and (about := _about(module.terms, part)) is not None:
                network, kind, pairs = about
                by_network.setdefault(network, _Pairs(assertion.origin)).parts[part] = kind, pairs
    return by_network


def _about(terms: TermFactory, part: Term) -> tuple[Term, str, list[Pair]] | None:
    """Return the network, and which pairs are "apart" or "together" by a part; None if it says something else."""
    inner = part.args[0] if part.op == "not" else part
    if inner.op == "same_component" and inner.detail.steps is None and inner.detail.source != inner.detail.target:
        return inner.args[0], "apart" if part.op == "not" else "together", [(inner.detail.source, inner.detail.target)]
    if part.op == "or" and len(part.args) == 2:  # a place that is in no group is in none with others
        for absent, held in (part.args, part.args[::-1]):
            if _is_first(held) and operand(held.args[0].args[0].args[held.detail]) is terms.negation(absent):
                return _about(terms, held)
    if _is_first(part):
        first = part.args[0]
        return first.args[0], "apart", [(at, part.detail) for at in first.detail.places if at < part.detail]
    return None


def _is_first(part: Term) -> bool:
    """Check whether a part says that a place is the first of some known places in its group."""
    if part.op != "is" or part.args[0].op != "first":
        return False
    first = part.args[0]
    return part.detail == first.detail.source and all(operand(truth) is True for truth in first.args[1:])


def _asks_first(part: Term) -> bool:
    return part.op in ("is", "or")


def _classes(pairs: _Pairs) -> list[tuple[int, ...]]:
    """Return classes of vertices. Those of one class are in one group, and no group has vertices of two classes."""
    leaders: dict[int, int] = {}

    def leader(at: int) -> int:
        while leaders.setdefault(at, at) != at:
            at = leaders[at]
        return at

    apart: dict[int, set[int]] = {}
    for kind, ends in pairs.parts.values():
        for a, b in ends if kind == "together" else ():
            leaders[max(leader(a), leader(b))] = min(leader(a), leader(b))
    for kind, ends in pairs.parts.values():
        for a, b in ends if kind == "apart" else ():
            apart.setdefault(leader(a), set()).add(leader(b))
            apart.setdefault(leader(b), set()).add(leader(a))
    representatives: list[int] = []
    for at in sorted(apart, key=lambda at: (-len(apart[at]), at)):
        if at not in apart[at] and apart[at].issuperset(representatives):
            representatives.append(at)
    members: dict[int, list[int]] = {at: [] for at in sorted(representatives)}
    for at in sorted(leaders):
        if leader(at) in members:
            members[leader(at)].append(at)
    return [tuple(vertices) for vertices in members.values()]


def _together(terms: TermFactory, network: Term, classes: list[tuple[int, ...]], parts: dict[Term, Pair]) -> dict[Term, Operand]:
    """Return replacements of "in one group" where classes are apart: both are in the group of one further vertex."""
    growth = reachability_layers_of(terms, network)
    hub = growth.size
    vertices = [growth.vertex(at, at) for at in range(hub)]
    edges = [*growth.edges, *((members[0], hub, True) for members in classes if len(members) > 1)]
    whole = terms.network([*vertices, True], edges)
    leading = {members[0] for members in classes}
    return {
        part: terms.conjunction([terms.same_component(whole, hub, at) for at in ends if at not in leading])
        for part, ends in parts.items()
    }


def _without(terms: TermFactory, term: Operand, replaced: dict[Term, Operand]) -> Operand:
    """Return an assertion with other terms instead of some of its parts."""
    if not isinstance(term, Term):
        return term
    parts = list(junction_members(terms, term, "and"))
    if not any(isinstance(part, Term) and part in replaced for part in parts):
        return term
    return terms.conjunction([replaced.get(part, part) if isinstance(part, Term) else part for part in parts])
