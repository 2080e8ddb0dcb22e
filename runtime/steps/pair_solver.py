"""Find what two rules' instances imply together with known facts, each instance in its own solver.

To make a solver of both would take longer than all questions to it. So the solvers of the two instances are asked in turn. A
model of one is a model of both if the other solver has a model with the same values at the shared places. If it has none, its
core names some of these values that do not go together, and the first solver learns that, for this pair only. What is known only
grows, so what a solver has learnt stays true. The answers are the same as those of one solver of both, which is made after all
for a pair that learns so much that it would have been cheaper: in half of a line of water and its total, 1,700 questions.
"""

from __future__ import annotations

from collections.abc import Sequence

from gridwright.compiler.ir.term import Variable

from ..solving.session import OutOfConflicts
from .group_solver import MODELS_KEPT, Extend, GroupSolver, Implied, Model, Workshop, agreeing
from .knowledge import Knowledge

MOST_LEARNT = 150  # that models of one instance are none of both: as much work as to make a solver of both


class _LearnsTooMuch(Exception):
    """A solver of both instances would be cheaper."""


class PairSolver:
    """Two instances with solvers of their own, which tell all values of all places apart."""

    def __init__(self, shop: Workshop, first: GroupSolver, second: GroupSolver) -> None:
        self.shop = shop
        self.solvers = (first, second)
        self.places = tuple(dict.fromkeys((*first.places, *second.places)))
        self.shared = tuple(variable for variable in first.places if variable in {*second.places})
        self._learns = tuple(solver.fresh() for solver in self.solvers)  # assumed in questions about this pair
        self._models = shop.solutions_at(self.places)
        self._learnt = 0
        self._both: GroupSolver | None = None

    @property
    def asked(self) -> int:
        """Return how many questions the two solvers were asked, also those about other pairs."""
        return sum(solver.asked for solver in (*self.solvers, *([self._both] if self._both else [])))

    def implications(self, knowledge: Knowledge) -> Implied:
        """Return the implications of the instances and all known facts."""
        if self._both is None:
            try:
                return self._in_turn(knowledge)
            except _LearnsTooMuch:
                self._both = self.shop.group([*self.solvers[0].instances, *self.solvers[1].instances])
        return self._both.implications(knowledge)

    def _in_turn(self, knowledge: Knowledge) -> Implied:
        self._models = agreeing(self._models, knowledge, self.places)
        removed: dict[Variable, int] = {}
        for at, solver in enumerate(self.solvers):
            extend = _Extension(self, at, knowledge).of
            self._extend_models(solver.models(knowledge), knowledge, extend)
            implied = solver.exclusions(knowledge, self._models, [self._learns[at]], extend)
            if implied.contradicts:
                return implied
            for variable, mask in implied.removed.items():
                removed[variable] = removed.get(variable, 0) | mask
        self._models = self._models[-MODELS_KEPT:]
        return Implied(removed)

    def _extend_models(self, models: Sequence[Model], knowledge: Knowledge, extend: Extend) -> None:
        """Extend the models that an instance already has, if they show values that no model of both shows yet."""
        seen = {variable: sum({model[variable] for model in self._models}) for variable in models[0]} if models else {}
        for model in models:
            if any(bit & ~seen[variable] for variable, bit in model.items()):
                try:
                    extended = extend(model)
                except OutOfConflicts:
                    return
                if extended is not None:
                    self._models.append(extended)
                    for variable in seen:
                        seen[variable] |= extended[variable]

    def learn(self, at: int, values: list[tuple[Variable, int]]) -> None:
        """Add to one of the solvers that no model of both has all of these values."""
        self._learnt += 1
        if self._learnt > MOST_LEARNT:
            raise _LearnsTooMuch
        solver = self.solvers[at]
        literals = (-solver.literal(variable, _at(bit)) for variable, bit in values)
        solver.session.engine.add([(-self._learns[at], *literals)])


class _Extension:
    """The models of one instance of a pair, extended by the other."""

    def __init__(self, pair: PairSolver, at: int, knowledge: Knowledge) -> None:
        self.pair = pair
        self.at = at
        self.knowledge = knowledge
        self.other = pair.solvers[1 - at]
        self._known: list[int] = []
        self._shared = [variable for variable in pair.shared if knowledge.is_open(variable)]

    def of(self, model: Model) -> Model | None:
        """Return a model of both, or None after the first solver has learnt why there is none."""
        self._known = self._known or self.other.known_literals(self.knowledge)
        same = {self.other.literal(variable, _at(model[variable])): variable for variable in self._shared}
        if self.other.holds([*self._known, *same]):
            return self.other.read(self.knowledge.possible) | model
        reason = [same[literal] for literal in self.other.session.engine.core() if literal in same]
        self.pair.learn(self.at, [(variable, model[variable]) for variable in reason])
        return None


def _at(bit: int) -> int:
    return bit.bit_length() - 1
