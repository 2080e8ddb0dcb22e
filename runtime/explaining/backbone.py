"""Candidates: for every visible place the values that it has in some solution. Where it is one, it is the same in all of them.

Each solution shows values; the next one has to show something new, until there is nothing new (the backbone, as Marques-Silva,
Janota and Lynce 2010 find it). At first something new anywhere; where that takes too long, place by place, so that what is proved
of one place is known whatever becomes of the others.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gridwright.compiler.compile import compile_spec
from gridwright.compiler.ir.term import Operand, Term, Variable
from gridwright.compiler.ir.term_factory import TermFactory
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, GaveUp
from gridwright.compiler.language.spec import Layer, Spec
from gridwright.compiler.values import BLANK, Value, typed

from ..judging.judge import Assignment
from ..solving.optimum import as_good_as_best
from ..solving.outcome import Outcome
from ..solving.progress import Progress
from ..solving.session import ENDINGS, OutOfConflicts, Session, reason_of
from ..solving.solve import AUTO, make_engine, solve

CONFLICTS = 5_000  # for "something new anywhere"
MOST_VALUES = 100  # that are looked for at one place with very many
MOST_SOLUTIONS = 1_000  # that are listed where they have to be

Key = tuple[str, str]  # the names of a grid and of one of its layers


@dataclass(frozen=True, eq=False)
class Candidates:
    """For each visible layer, by grid and name, and each of its places: the values that it has in some solution.

    `settled`: for each place whether it has no other value in any solution. `reason`: why not all places are settled; empty where
    they are.
    """

    values: Mapping[Key, tuple[tuple[Value, ...], ...]]
    settled: Mapping[Key, tuple[bool, ...]]
    reason: str = ""

    @property
    def complete(self) -> bool:
        """Whether all values of all places are known."""
        return all(all(each) for each in self.settled.values())

    @property
    def has_solution(self) -> bool:
        """Whether a solution was seen."""
        return any(any(values) for values in self.values.values())

    @property
    def places(self) -> int:
        """How many visible places there are."""
        return sum(map(len, self.values.values()))

    @property
    def fixed(self) -> int:
        """How many of them are proved to have the same value in all solutions."""
        return sum(self.is_fixed(key, at) for key, values in self.values.items() for at in range(len(values)))

    def is_fixed(self, key: Key, position: int) -> bool:
        """Whether a place is proved to have the same value in all solutions."""
        return self.settled[key][position] and len(self.values[key][position]) == 1


def candidates(
    spec: Spec,
    *,
    engine: str = AUTO,
    seed: int = 0,
    lazy: bool = True,
    deadline: Deadline = NO_DEADLINE,
    progress: Progress | None = None,
    outcome: Outcome | None = None,
) -> Candidates:
    """The values that each place has in some solution, or where something is optimised in some optimal solution.

    `outcome`: what is known of the solutions already. A search that ends early is told, with what is known. Where there is no
    solution, no place has a value.

    >>> from gridwright.compiler.loader import load_text
    >>> spec = load_text("gridwright: 1\\ngrid: 1x3\\nlayers: {x: {values: 1..3}}\\nrules:\\n  - x[r1c1] > 2 and x[r1c2] < 2")
    >>> candidates(spec).values["", "x"]
    ((3,), (1,), (1, 2, 3))
    """
    progress = progress or Progress()
    known = outcome or solve(spec, engine=engine, seed=seed, lazy=lazy, deadline=deadline, progress=progress)
    search = _BackboneSearch(spec, known, progress)
    try:
        if not known.complete and known.is_proved and known.solutions:
            search.run(engine, seed, lazy, deadline)
    except ENDINGS as problem:
        return search.found(reason_of(problem))
    return search.found(known.reason or f"more than {MOST_VALUES:,} values at one place")


class _Seen:
    """What a place was seen to have. `settled`: it has nothing else."""

    def __init__(self, layer: Layer) -> None:
        self.layer = layer
        self.values: dict[object, Value] = {}
        self.settled = False

    def add(self, value: Value) -> None:
        """Take in a value."""
        self.values[typed(value)] = value

    def ordered(self) -> tuple[Value, ...]:
        """The values in the order of the layer, blank last."""
        if isinstance(self.layer.values, range):
            return tuple(sorted(self.values.values(), key=lambda value: math.inf if value is BLANK else value))
        order = [typed(value) for value in self.layer.values]
        return tuple(sorted(self.values.values(), key=lambda value: math.inf if value is BLANK else order.index(typed(value))))


class _BackboneSearch:
    """One search, with what it has seen."""

    def __init__(self, spec: Spec, outcome: Outcome, progress: Progress) -> None:
        self.progress = progress
        self.visible = [layer for layer in spec.layers if not layer.hidden]
        self.spec = spec
        self.seen = {Variable(layer, at): _Seen(layer) for layer in self.visible for at in range(len(layer.places))}
        for solution in outcome.solutions if outcome.is_proved else ():
            self._see_all(solution.grid)
        for seen in self.seen.values():
            seen.settled = outcome.complete

    def _see_all(self, grid: Assignment) -> None:
        for variable, seen in self.seen.items():
            seen.add(grid[variable.layer.grid, variable.layer.name][variable.position])

    def run(self, engine: str, seed: int, lazy: bool, deadline: Deadline) -> None:
        """Look for all values of all places, part by part."""
        puzzle = compile_spec(self.spec, lazy=lazy, deadline=deadline, enter=self.progress.enter)
        if any(problem.target and not problem.worth for problem in puzzle.parts):
            self._enumerate(solve(self.spec, limit=MOST_SOLUTIONS, engine=engine, seed=seed, lazy=lazy, deadline=deadline))
            return
        self.progress.enter("candidates")
        for problem in puzzle.parts:
            session = Session(problem, make_engine(engine, seed), deadline, self.progress)
            if (best := as_good_as_best(session)) is not True:
                session.state(best)
            _BackbonePart(
                session, puzzle.module.terms, {each: self.seen[each] for each in problem.places if each in self.seen}
            ).search()

    def _enumerate(self, outcome: Outcome) -> None:
        """Only plain evaluation tells which solutions are the best: all of them are listed."""
        for solution in outcome.solutions if outcome.is_proved else ():
            self._see_all(solution.grid)
        for seen in self.seen.values():
            seen.settled = outcome.complete
        if not outcome.complete:
            raise GaveUp(outcome.reason or f"there are more than {MOST_SOLUTIONS:,} optimal solutions to list")

    def found(self, reason: str) -> Candidates:
        """What is known."""
        at = {layer: [self.seen[Variable(layer, each)] for each in range(len(layer.places))] for layer in self.visible}
        return Candidates(
            {(layer.grid, layer.name): tuple(each.ordered() for each in seen) for layer, seen in at.items()},
            {(layer.grid, layer.name): tuple(each.settled for each in seen) for layer, seen in at.items()},
            "" if all(each.settled for each in self.seen.values()) else reason,
        )


class _BackbonePart:
    """The search in one part."""

    def __init__(self, session: Session, terms: TermFactory, seen: Mapping[Variable, _Seen]) -> None:
        self.session = session
        self.terms = terms
        self.seen = seen

    def search(self) -> None:
        """Settle all places: together, and those for which that takes too long one by one."""
        try:
            self._settle(list(self.seen), CONFLICTS)
        except OutOfConflicts:
            for variable, seen in self.seen.items():
                if not seen.settled:
                    self._settle([variable], None)

    def _settle(self, variables: Sequence[Variable], conflicts: int | None) -> None:
        """Look for solutions that show something new at one of the places, until there is none."""
        while wanted := [variable for variable in variables if not self._is_too_many(variable)]:
            new = self.terms.disjunction([each for variable in wanted for each in self._unseen(variable)])
            literal, groups = self.session.problem.writer.further_literal(new) if isinstance(new, Term) else (0, ())
            self.session.take(groups)
            solution = self.session.next_solution([literal], conflicts) if literal else None
            if solution is None:
                for variable in wanted:
                    self.seen[variable].settled = True
                self.session.engine.add([(-literal,)] if literal else [])
                return
            for variable, seen in self.seen.items():
                seen.add(solution[variable])

    def _is_too_many(self, variable: Variable) -> bool:
        return bool(self.session.problem.places[variable].bits) and len(self.seen[variable].values) > MOST_VALUES

    def _unseen(self, variable: Variable) -> Iterator[Operand]:
        """Truths of which one holds if a place has a value that it has not been seen to have."""
        unknown, seen = self.terms.unknown(variable), self.seen[variable]
        place = self.session.problem.places[variable]
        if place.bits:
            yield self.terms.conjunction(
                [self.terms.negation(self.terms.equals(unknown, value)) for value in seen.values.values()]
            )
        else:
            yield from (self.terms.equals(unknown, value) for value in place.literals if typed(value) not in seen.values)
