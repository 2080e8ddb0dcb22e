"""Two rules' instances, each in its own solver: what they imply together with known facts.

To make a solver of both would take longer than all questions to it. So the solvers of the two instances are asked in turn: a
model of one is a model of both if the other has one with the same values at the places that both are about. If it has none, its
core says which of these values do not go together, and the first solver learns that for this pair only. It is as complete as one
solver of both.
"""

from __future__ import annotations

from collections.abc import Sequence

from gridwright.compiler.ir.term import Variable

from ..solving.session import OutOfConflicts
from .group_solver import MODELS_KEPT, Extend, GroupSolver, Implied, Model, agreeing
from .knowledge import Knowledge


class PairSolver:
    """Two instances with solvers of their own. No place that both are about may have values that are not told apart."""

    def __init__(self, first: GroupSolver, second: GroupSolver) -> None:
        self.solvers = (first, second)
        self.places = tuple(dict.fromkeys((*first.places, *second.places)))
        self.shared = tuple(variable for variable in first.places if variable in {*second.places})
        self._learns = tuple(solver.fresh() for solver in self.solvers)  # assumed in questions about this pair
        self._models: list[Model] = []

    @property
    def asked(self) -> int:
        """Return how many questions the two solvers were asked, about whatever."""
        return sum(solver.asked for solver in self.solvers)

    def implied(self, knowledge: Knowledge) -> Implied:
        """Return what the instances imply together with all that is known."""
        self._models = agreeing(self._models, knowledge, self.places)
        removed: dict[Variable, int] = {}
        for at, solver in enumerate(self.solvers):
            extend = _Extension(self, at, knowledge).of
            self._extend_models(solver.models(knowledge), knowledge, extend)
            implied = solver.excluded(knowledge, self._models, [self._learns[at]], extend)
            if implied.contradicts:
                return implied
            for variable, mask in implied.removed.items():
                removed[variable] = removed.get(variable, 0) | mask
        self._models = self._models[-MODELS_KEPT:]
        return Implied(removed)

    def _extend_models(self, models: Sequence[Model], knowledge: Knowledge, extend: Extend) -> None:
        """Extend the models that an instance has anyway, as long as they show values that no model of both shows."""
        seen = {variable: sum({model[variable] for model in self._models}) for variable in models[0]} if models else {}
        for model in models:
            if any(bit & ~seen[variable] for variable, bit in model.items()):
                try:
                    whole = extend(model)
                except OutOfConflicts:
                    return
                if whole is not None:
                    self._models.append(whole)
                    for variable in seen:
                        seen[variable] |= whole[variable]

    def learn(self, at: int, values: list[tuple[Variable, int]]) -> None:
        """Tell one of the solvers that places have not all of some values in a model of both."""
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
        """Return a model of both, or None: then the first solver knows of a reason."""
        self._known = self._known or self.other.known(self.knowledge)
        same = {self.other.literal(each, _at(model[each])): each for each in self._shared}
        if self.other.holds([*self._known, *same]):
            return self.other.read(self.knowledge.possible) | model
        reason = [same[literal] for literal in self.other.session.engine.core() if literal in same]
        self.pair.learn(self.at, [(each, model[each]) for each in reason])
        return None


def _at(bit: int) -> int:
    return bit.bit_length() - 1
