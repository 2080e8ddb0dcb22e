"""`automaton`: a literal for each state after each value and for each way from one state to the next.

The clauses go both ways (Quimper and Walsh 2006): from states and values to what follows, and back from what follows to the
states and values that lead there, so that unit propagation removes each value that is in no accepted word. Where the automaton
must end in some results only, states from which none of them can be reached have no literal; what leads there is forbidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...ir.automaton import Automaton
from ...ir.term import Term
from ...values import Value
from ..encoder import Encoder
from ..encoding_registry import Encoding
from ..problem import Clause

PAIRWISE = 12

Literals = dict[int, int]  # of the states of a layer that are kept


def _require(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    automaton: Automaton = term.detail
    wanted = automaton.results.index(positive)
    last = encoder.fresh(encoder.terms.state(term, len(automaton), wanted)) if unless else encoder.truth(True)
    encoder.clause((last, *unless))
    _write(encoder, term, {wanted: last}, unless)


def _choice(encoder: Encoder, term: Term) -> dict[Value, int]:
    automaton: Automaton = term.detail
    with encoder.group(term):
        results = encoder.fresh_choice(term)
        _write(encoder, term, {state: results[result] for state, result in enumerate(automaton.results)}, ())
    return results


def _literal(encoder: Encoder, term: Term) -> int:
    return _choice(encoder, term)[True]


def _write(encoder: Encoder, term: Term, last: Literals, unless: tuple[int, ...]) -> None:
    """State that an automaton ends in one of the states of `last`, or one of `unless` is true."""
    automaton: Automaton = term.detail
    alive = automaton.alive(last)
    if 0 not in alive[0]:
        encoder.clause(unless)
        return
    states: Literals = {0: encoder.truth(True)}
    before: dict[int, Term] = {0: encoder.terms.state(term, 0, 0)}
    for at, (arg, table) in enumerate(zip(term.args, automaton.layers, strict=True)):
        after = {state: encoder.terms.state(term, at + 1, state) for state in sorted(alive[at + 1])}
        following = last
        if at + 1 < len(automaton):
            following = {state: encoder.fresh(meaning) for state, meaning in after.items()}
            _one_of(encoder, list(following.values()), unless)
        values = [encoder.choice(arg)[value] for value in automaton.alphabets[at]]
        _Step(encoder, states, following, before, after, values, unless).write(table)
        states, before = following, after


def _one_of(encoder: Encoder, literals: Sequence[int], unless: tuple[int, ...]) -> None:
    """State that one of the states is reached. That it is only one follows from the values, and is stated if short."""
    encoder.clause((*literals, *unless))
    if len(literals) <= PAIRWISE:
        encoder.at_most_one(literals)


class _Step:
    """The clauses of one layer: from the states before a value, by the value, to those after it."""

    def __init__(
        self,
        encoder: Encoder,
        states: Literals,
        following: Literals,
        before: Mapping[int, Term],
        after: Mapping[int, Term],
        values: Sequence[int],
        unless: tuple[int, ...],
    ) -> None:
        self.encoder = encoder
        self.states = states
        self.following = following
        self.before = before
        self.after = after
        self.values = values
        self.unless = unless

    def write(self, table: Sequence[Sequence[int]]) -> None:
        """State the clauses of all states."""
        ways = {(state, to): fitting for state in self.states for to, fitting in self._targets(table[state]).items()}
        targets: dict[int, list[int]] = {state: [] for state in self.states}
        sources: dict[int, list[int]] = {state: [] for state in self.following}
        for state, to in ways:
            targets[state].append(to)
            sources[to].append(state)
        forward = [
            clause
            for state in self.states
            for clause in self._forward(state, table[state], {to: ways[state, to] for to in targets[state]})
        ]
        # Of two values, one may be the negation of the other.
        values = [self.values] if len(self.values) == 2 else [(value,) for value in self.values]
        unless = [(literal,) for literal in self.unless]
        self.encoder.clauses(forward, (self.states.values(), self.following.values(), *values, *unless))
        arcs = {way: self._arc(*way, len(targets[way[0]]), len(sources[way[1]])) for way in ways}
        supports: list[list[int]] = [[] for _ in self.values]
        for way, fitting in ways.items():
            self.encoder.clause((-arcs[way], *(self.values[at] for at in fitting)))
            for at in fitting:
                supports[at].append(arcs[way])
        for state, literal in self.states.items():
            self.encoder.clause((-literal, *(arcs[state, to] for to in targets[state]), *self.unless))
        for to, literal in self.following.items():
            self.encoder.clause((-literal, *(arcs[state, to] for state in sources[to])))
        for value, support in zip(self.values, supports, strict=True):
            self.encoder.clause((-value, *support, *self.unless))

    def _targets(self, row: Sequence[int]) -> dict[int, list[int]]:
        """Return the next states, each with the positions of the values that lead there."""
        targets: dict[int, list[int]] = {}
        for at, to in enumerate(row):
            if to in self.following:
                targets.setdefault(to, []).append(at)
        return targets

    def _forward(self, state: int, row: Sequence[int], targets: dict[int, list[int]]) -> Iterator[Clause]:
        """Yield the clauses that say where a state leads."""
        literal = self.states[state]
        for to, fitting in targets.items():
            others = [value for at, value in enumerate(self.values) if at not in fitting]
            yield (-literal, *others, self.following[to])
        for at, to in enumerate(row):
            if to not in self.following:
                yield (-literal, -self.values[at], *self.unless)

    def _arc(self, state: int, to: int, targets: int, sources: int) -> int:
        """Return the literal of "in this state, then in that one"; if one follows from the other, the literal of that one."""
        encoder = self.encoder
        before, after = self.states[state], self.following[to]
        if targets == 1 and not self.unless:
            return before
        if sources == 1 and after != encoder.truth(True):
            encoder.clause((-after, before))
            return after
        meaning = encoder.terms.conjunction([self.before[state], self.after[to]])
        assert isinstance(meaning, Term)
        arc = encoder.fresh(meaning)
        encoder.clause((-arc, before))
        encoder.clause((-arc, after))
        encoder.clause((arc, -before, -after))
        return arc


AUTOMATON = Encoding(("automaton",), _require, literal=_literal, choice=_choice)
