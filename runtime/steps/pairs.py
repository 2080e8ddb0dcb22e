"""Pairs of rules' instances: the steps of cost 2.

Two instances imply together what neither implies alone only if there are two places or more whose open values both tell apart:
if there is just one, any value of it that one instance allows goes with some model of the other. So all pairs with two such
places are looked at, each in a solver of its own, and after a step only those again of whose places something has become known:
the same search as for one instance, and just as complete. For three instances there would be too many (`small_sets.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from gridwright.compiler.ir.term import Variable

from .group_solver import Implied
from .knowledge import Knowledge
from .propagation import Group, Looked, Solvers
from .rule_instance import RuleInstance

MOST_PAIRS = 6_000  # of larger puzzles, those are looked at first that come first in the file
QUESTIONS, QUESTIONS_OF_HINT = 60_000, 12_000  # to all pairs of a path
LARGEST_READ = 24  # places of an instance that is read with others; a larger one compares groups, and is in no pair


class Pairs:
    """The pairs of a puzzle. `ended`: why not all pairs are looked at; empty if all are."""

    def __init__(self, solvers: Solvers, instances: Sequence[RuleInstance]) -> None:
        self.solvers = solvers
        self._most = QUESTIONS_OF_HINT if solvers.shop.is_for_hint else QUESTIONS
        self.looked = Looked()
        self.asked = 0
        self.ended = ""
        self._about: dict[Variable, list[RuleInstance]] = {}
        for instance in instances:
            if instance.is_whole or (instance.as_written and len(instance.variables) > LARGEST_READ):
                continue
            for variable in instance.variables:
                self._about.setdefault(variable, []).append(instance)

    def round(self, knowledge: Knowledge, *, only_first: bool = False) -> list[tuple[Group, Implied]]:
        """Return the implications of pairs without connectivity; with `only_first`, of the first pair that has some.

        Pairs with few open places come first.
        """
        return self._of(self._open_pairs(knowledge), knowledge, only_first=only_first)

    def _open_pairs(self, knowledge: Knowledge) -> list[Group]:
        """Return the pairs that share two places whose open values both tell apart."""
        shared: dict[Group, int] = {}
        for variable, every in self._about.items():
            if knowledge.is_open(variable):
                possible = knowledge.possible[variable]
                about = [instance for instance in every if self.solvers.solver((instance,)).tells_apart(variable, possible)]
                for at, first in enumerate(about):
                    for second in about[at + 1 :]:
                        shared[first, second] = shared.get((first, second), 0) + 1
        pairs = [group for group, places in shared.items() if places > 1]
        if len(pairs) > MOST_PAIRS:
            self.ended = f"more than {MOST_PAIRS:,} pairs of rules' instances"
        open_places = {
            instance: sum(map(knowledge.is_open, instance.variables))
            for instance in dict.fromkeys(instance for pair in pairs for instance in pair)
        }
        return sorted(pairs[:MOST_PAIRS], key=lambda pair: open_places[pair[0]] + open_places[pair[1]] - shared[pair])

    def _of(self, groups: Sequence[Group], knowledge: Knowledge, *, only_first: bool) -> list[tuple[Group, Implied]]:
        implied_of_groups: list[tuple[Group, Implied]] = []
        for group in groups:
            places = {*group[0].variables, *group[1].variables}
            if not self.looked.is_due(group, places, knowledge):
                continue
            if self.asked > self._most:
                self.ended = f"{self._most:,} questions about pairs of rules' instances"
                break
            self.solvers.shop.deadline.check()
            solver = self.solvers.pair(group)
            before = solver.asked
            implied = solver.implications(knowledge)
            self.asked += solver.asked - before
            self.looked.at[group] = len(knowledge.batches)
            if implied.removed and not implied.contradicts:
                implied_of_groups.append((group, implied))
                if only_first:
                    break
        return implied_of_groups
