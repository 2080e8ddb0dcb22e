"""Compare the size of steps with the smallest that there could be: of all sets of rules' instances that show something new.

    python benchmarks/step_sizes.py [--jobs N] [GENRE ...]

An optimal search takes the smallest sets of instances first that exclude any further value, until what a step shows is known.
The smallest set for each value is found by hitting sets (Ignatiev, Previti, Liffiton and Marques-Silva 2015). The size of a step
is the number of instances that it cites, those of nested steps included; that of the optimal search, the largest set that it took
for it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from multiprocessing.pool import Pool

from gridwright.compiler.compile import lower
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.library import libraries
from gridwright.compiler.loader.examples import examples_of
from gridwright.runtime.engines.engine_registry import AUTO, make_engine
from gridwright.runtime.explaining.mus import HittingSets
from gridwright.runtime.solving.progress import Progress
from gridwright.runtime.steps.fact import Fact
from gridwright.runtime.steps.find_path import find_path
from gridwright.runtime.steps.group_solver import GroupSolver, Workshop
from gridwright.runtime.steps.knowledge import Knowledge, bits
from gridwright.runtime.steps.rule_instance import rule_instances
from gridwright.runtime.steps.step import Kind, Step

GENRES = (
    *("aquarium", "bosanowa", "bramble", "dosun_fuwari", "doppelblock", "easy_as_abc", "hitori", "juosan", "kakuru", "key_west"),
    *("kurotto", "lits", "nanro", "news", "nondango", "norinori", "skyscrapers", "star_battle", "suguru", "sukoro_room"),
)
LIMIT = 60.0  # CPU seconds for a path


def sizes(genre: str) -> tuple[int, int, int, bool]:
    """Return how many steps an example has, their sizes and the smallest ones added up, and whether its path is whole."""
    spec = next(iter(examples_of(genre, libraries()[genre].document))).spec()
    path = find_path(spec, deadline=Deadline(LIMIT, time.process_time))
    steps = [step for step in path.steps if step.kind is not Kind.SINGLE]
    own = [len({instance.number for instance in step.all_instances}) for step in steps]
    smallest = sum(_Smallest(spec).of_each(path.steps, own))
    return len(steps), sum(own), smallest, path.complete


class _Smallest:
    """The optimal search through a puzzle, as far as its steps have come."""

    def __init__(self, spec: Spec) -> None:
        module = lower(spec, independently=True)
        values = {variable: tuple(module.terms.unknown(variable).domain) for variable in module.variables}
        shop = Workshop(module.terms, values, AUTO, 0, NO_DEADLINE, NO_DEADLINE, Progress())
        instances = rule_instances(module)
        self.solver = GroupSolver(shop, instances, selected=True)
        self.single = [GroupSolver(shop, [instance]) for instance in instances]
        self.knowledge = Knowledge.nothing(values)
        self.printed = self.knowledge.begin(None)
        for grid in spec.grids:
            for given in grid.givens:
                self._note(Fact(Variable(given.layer, given.position), given.value))

    def of_each(self, steps: Sequence[Step], own: Sequence[int]) -> Iterator[int]:
        """Yield the size of the optimal search for each step but those of one place; `own`: the sizes of the steps."""
        at = iter(own)
        for step in steps:
            if step.kind is not Kind.SINGLE:
                yield self._size(step, next(at))
            for fact in step.conclusions:
                self._note(fact)

    def _size(self, step: Step, most: int) -> int:
        """Return the largest set that shows what a step shows, if always the smallest sets are taken; `most` is enough."""
        largest = 1
        while most > 1:
            self._close()
            if all(self._is_known(fact) for fact in step.conclusions):
                return largest
            smallest = self._smallest(most)
            if not smallest:
                return most
            largest = max(largest, min(size for size, _, _ in smallest))
            for size, variable, bit in smallest:
                if size <= largest:
                    self.knowledge.exclude(self.printed, variable, bit)
        return most

    def _note(self, fact: Fact) -> None:
        bit = 1 << self.knowledge.number_of(fact.variable, fact.value)
        mask = self.knowledge.possible[fact.variable]
        self.knowledge.exclude(self.printed, fact.variable, mask & ~bit if fact.holds else bit)

    def _is_known(self, fact: Fact) -> bool:
        bit = 1 << self.knowledge.number_of(fact.variable, fact.value)
        mask = self.knowledge.possible[fact.variable]
        return mask == bit if fact.holds else not mask & bit

    def _close(self) -> None:
        """Take all that single instances show."""
        is_new = True
        while is_new:
            is_new = False
            for solver in self.single:
                for variable, mask in solver.implications(self.knowledge).removed.items():
                    self.knowledge.exclude(self.printed, variable, mask)
                    is_new = True

    def _smallest(self, most: int) -> list[tuple[int, Variable, int]]:
        """Return the values that fewer than so many instances exclude, with the number of these."""
        solver, knowledge = self.solver, self.knowledge
        selectors = [*solver.selectors.values()]
        known = solver.known_literals(knowledge)
        excluded: list[tuple[int, Variable, int]] = []
        for variable, mask in solver.implications(knowledge, selectors).removed.items():
            for at in bits(mask):
                size = self._of_value([*known, solver.literal(variable, at)], selectors, most)
                excluded += [(size, variable, 1 << at)] if size < most else []
                most = min(most, size + 1)
        return excluded

    def _of_value(self, always: list[int], selectors: Sequence[int], most: int) -> int:
        hitting_sets = HittingSets(make_engine("clasp", 0), NO_DEADLINE)
        while True:
            chosen = hitting_sets.smallest()
            if len(chosen) >= most:
                return most
            if not self.solver.holds([*always, *chosen]):
                return len(chosen)
            kept = self._enlarged(always, chosen, selectors)
            hitting_sets.add(selector for selector in selectors if selector not in kept)

    def _enlarged(self, always: list[int], chosen: list[int], selectors: Sequence[int]) -> set[int]:
        """Return a largest set of instances with those chosen that leave the value."""
        value = self.solver.session.engine.value
        kept = {*chosen, *(selector for selector in selectors if value(abs(selector)) == (selector > 0))}
        for selector in selectors:
            if selector not in kept and self.solver.holds([*always, *kept, selector]):
                kept |= {selector, *(other for other in selectors if value(abs(other)) == (other > 0))}
        return kept


def main() -> None:
    """Print the mean sizes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("genres", nargs="*", default=GENRES)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    totals = [0, 0, 0]
    print("genre           steps, mean size, of a smallest one")
    with Pool(options.jobs) as pool:
        for genre, (steps, own, smallest, is_complete) in zip(options.genres, pool.imap(sizes, options.genres), strict=True):
            totals = [total + more for total, more in zip(totals, (steps, own, smallest), strict=True)]
            print(
                f"{genre:15} {steps}, {own / steps:.2f}, {smallest / steps:.2f}{'' if is_complete else ', not whole'}", flush=True
            )
    print(f"all: {totals[0]} steps, {totals[1] / totals[2]:.3f} times the smallest size")


if __name__ == "__main__":
    main()
