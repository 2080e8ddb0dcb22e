"""A complete engine to copy: a small DPLL solver (Davis, Logemann and Loveland 1962) in plain Python.

To add an engine, copy this file to `runtime/engines/NAME.py`, with a name of one lower-case word: `--engine NAME` then exists.
This file is in capitals, so no command offers it; `make_engine("TEMPLATE", 0)` loads it all the same. It solves small boards
only: it reads every clause again after every decision.

Five rules hold for every engine:

- `solve` returns `UNSAT` only if there is no model. If you are not sure, return `UNKNOWN`: the search then ends as "gave up".
- A literal is a variable, counted from 1, or its negative. Lemmas and counters bring variables beyond `problem.size`: an engine
  that makes variables of its own keeps them apart from those.
- A library that not everybody has is imported at the top, and its absence raised as `EngineMissing` with the command that
  installs it, as in `cadical.py`.
- The package of such a library stands in a line `DISTRIBUTION = "NAME"`, from which `gridwright --version` has its version.
- Only this folder imports a solver.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Sequence

from gridwright.compiler.encode.pb_to_cnf import as_clauses
from gridwright.compiler.encode.problem import Clause, Problem, Sum

from .engine import EngineFactory, Status

OWN = 2**40  # variables of this engine's own are beyond all others


class TemplateEngine:
    """One problem in a solver that decides, propagates, and takes back its last decision at a conflict."""

    name = "TEMPLATE"  # as the module is called: reports and messages use it

    def __init__(self, seed: int = 0) -> None:
        """Start without clauses. Different seeds should find different models first; the same seed always the same one."""
        self._seed = seed
        self._random = random.Random(seed)
        self._clauses: list[Clause] = []
        self._true: set[int] = set()  # the literals of the last model
        self._assumed: list[int] = []
        self._own = 0
        self._conflicts = 0
        self._stop = False

    @property
    def conflicts(self) -> int:
        """Return the conflicts so far. An engine that cannot count them returns 0: counted searches then take longer."""
        return self._conflicts

    def another(self) -> TemplateEngine:
        """Return an empty engine of the same kind."""
        return type(self)(self._seed)

    def load(self, problem: Problem) -> None:
        """Take in a whole problem, once. This is not `add`, because some solvers are set up for what it holds (`z3.py`)."""
        self.add(problem.clauses(), problem.sums())

    def add(self, clauses: Iterable[Clause], sums: Iterable[Sum] = ()) -> None:
        """Add clauses and sums; called between searches, as often as there are lemmas.

        A solver that knows pseudo-Boolean constraints gets the sums as they are (`clasp.py`); any other gets what `as_clauses`
        makes of them.
        """
        self._clauses += clauses
        for constraint in sums:
            self._clauses += as_clauses(constraint, self._fresh)

    def _fresh(self) -> int:
        self._own += 1
        return OWN + self._own

    def solve(self, assumptions: Sequence[int] = (), seconds: float | None = None, conflicts: int | None = None) -> Status:
        """Look for a model in which the assumptions are true. Return how the search ended; raise nothing for a limit.

        None stands for no limit. Look at the clock several times a second, and whether `interrupt` was called. An engine that
        cannot count conflicts may ignore them: its searches then take longer than the caller wanted, and are as right.
        """
        end = None if seconds is None else time.monotonic() + seconds
        self._stop = False
        self._assumed = list(assumptions)
        self._true = set()
        trail: list[int] = []  # the true literals in the order in which they became true
        decisions: list[int] = []  # where in the trail those stand of which the opposite has not been tried
        met = 0
        try:
            consistent = all(self._assign(literal, trail) for literal in assumptions)
            while consistent:
                if self._stop or (end is not None and time.monotonic() >= end):
                    return Status.INTERRUPTED if self._stop else Status.OUT_OF_TIME
                undecided = self._propagate(trail)
                if undecided == 0:
                    return Status.SAT
                if undecided is not None:
                    decisions.append(len(trail))
                    self._assign(undecided, trail)
                    continue
                met += 1
                self._conflicts += 1
                if not decisions:
                    return Status.UNSAT
                if conflicts is not None and met >= conflicts:
                    return Status.OUT_OF_CONFLICTS
                flipped = -trail[decisions[-1]]
                self._true -= {*trail[decisions[-1] :]}
                del trail[decisions.pop() :]
                self._assign(flipped, trail)
        except KeyboardInterrupt:
            return Status.INTERRUPTED
        return Status.UNSAT

    def _assign(self, literal: int, trail: list[int]) -> bool:
        """Make a literal true; return whether its opposite is not true."""
        if literal not in self._true:
            self._true.add(literal)
            trail.append(literal)
        return -literal not in self._true

    def _propagate(self, trail: list[int]) -> int | None:
        """Make true what single clauses imply. Return None at a conflict, 0 if nothing is open, or else a literal to decide."""
        undecided, before = 0, -1
        while before < len(trail):
            undecided, before = 0, len(trail)
            for clause in self._clauses:
                if self._true.isdisjoint(clause):
                    free = [literal for literal in clause if -literal not in self._true]
                    if not free:
                        return None
                    if len(free) == 1:
                        self._assign(free[0], trail)
                    elif not undecided:
                        undecided = self._random.choice(free) if self._seed else free[0]
        return undecided

    def value(self, variable: int) -> bool:
        """Return the value of a variable in the last model; one that occurs in no clause is false."""
        return variable in self._true

    def core(self) -> list[int]:
        """Return assumptions that cannot all be true. All of them are a core; the fewer you return, the faster others get on."""
        return self._assumed

    def interrupt(self) -> None:
        """Make a running `solve` end with `INTERRUPTED`; called from another thread."""
        self._stop = True


ENGINE: EngineFactory = TemplateEngine  # the registry reads this name; mypy checks the protocol here
