"""What suppositions about single places show, without asking the same twice.

Rules about how places hang together can be many that have no term in common: each number's path, the black stones and the white
ones. Such rules are *components*, and a supposition is tried in each for itself. Values that a component does not tell apart
are one supposition, and its answer holds as long as nothing changes in the component.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from gridwright.compiler.ir.operation import possible_result
from gridwright.compiler.ir.term import Term, Variable, when_made
from gridwright.compiler.records import dataclass

from .term_bounds import GRAPHS, OF_NETWORKS, BoundsState, TermBounds

OF_GRAPHS = ("network", *GRAPHS, *OF_NETWORKS)
LEAVES = ("unknown", "constant")  # that several components may have

Answers = Sequence[dict[Hashable, Term | None]]  # of each component, the root that each supposition makes false


@dataclass(frozen=True, slots=True, eq=False)
class _Way:
    """How a place matters in a component: through the terms `above` it. `kinds`: equal for values that are not told apart."""

    component: int
    above: tuple[Term, ...]
    kinds: tuple[Hashable, ...]


class Suppositions:
    """The suppositions about the places of some terms, in one state of their bounds after the other."""

    def __init__(self, bounds: TermBounds) -> None:
        self._bounds = bounds
        self._component = _components(bounds.order)
        self._number = len({*self._component.values()})
        self._ways: dict[Variable, list[_Way]] = {}
        self._kept: BoundsState | None = None
        self._answers: Answers = ()

    def answers(self, state: BoundsState, *, keeps: bool) -> Answers:
        """Return the answers that hold in a state, to which `false_root` adds; later states get them if this one `keeps` them."""
        changed = self._changes(state)
        answers = [{} if at in changed or self._kept is None else self._answers[at] for at in range(self._number)]
        if keeps:
            self._kept, self._answers = state, answers
        return answers

    def false_root(self, state: BoundsState, answers: Answers, variable: Variable, at: int) -> Term | None:
        """Return the first root that can only be false if a place has one of its values; None if there is none."""
        roots: list[Term] = []
        for way in self._ways_of(variable):
            known = answers[way.component]
            key = variable, way.kinds[at]
            if key not in known:
                known[key] = self._bounds.supposing(state, {variable: 1 << at}, variable, way.above)
            root = known[key]
            if root is not None:
                roots.append(root)
        return min(roots, key=when_made, default=None)

    def _ways_of(self, variable: Variable) -> list[_Way]:
        ways = self._ways.get(variable)
        if ways is None:
            unknown = self._bounds.unknown(variable)
            above: dict[int, list[Term]] = {}
            for term in self._bounds.above(unknown) if unknown is not None else ():
                above.setdefault(self._component[term], []).append(term)
            ways = self._ways[variable] = [_Way(at, tuple(terms), self._kinds(variable, terms)) for at, terms in above.items()]
        return ways

    def _kinds(self, variable: Variable, above: Sequence[Term]) -> tuple[Hashable, ...]:
        """Return a key of each value, equal if the terms above a place are about nothing else and have equal bounds."""
        values = range(self._bounds.number_of_values(variable))
        if any(map(_is_about_more, above)):
            return tuple(values)
        possible = (self._bounds.of_place(variable, 1 << at) for at in values)
        return tuple(tuple(possible_result(term, [possible_values]) for term in above) for possible_values in possible)

    def _changes(self, state: BoundsState) -> set[int]:
        """Return the components where terms have other bounds than in the state that was kept."""
        kept = self._kept
        changed: set[int] = set()
        for term, before in kept.items() if kept is not None else ():
            now = state[term]
            if now is before or now == before:
                continue
            if term in self._component:
                changed.add(self._component[term])
            else:  # a term about this place alone changes itself, or nothing follows
                changed |= {self._component[above] for above in self._bounds.above(term) if _is_about_more(above)}
        return changed


def _is_about_more(term: Term) -> bool:
    """Check whether a term is about more than one other, or about a graph."""
    return len(term.args) > 1 or term.op in OF_GRAPHS


def _components(order: Sequence[Term]) -> Mapping[Term, int]:
    """Return the number of each term's component; places and constants are in none."""
    parts: dict[Term, list[Term]] = {}
    for term in order:
        if term.op in LEAVES:
            continue
        part = [term]
        for arg in term.args:
            joined = parts.get(arg)
            if joined is None or joined is part:
                continue
            smaller, part = sorted((joined, part), key=len)
            part += smaller
            parts.update(dict.fromkeys(smaller, part))
        parts[term] = part
    numbers: dict[int, int] = {}
    return {term: numbers.setdefault(id(part), len(numbers)) for term, part in parts.items()}
