"""What the rest of the program asks of a solver."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import Protocol

from gridwright.compiler.encode.problem import Clause, Lazy, Problem, Sum


class Status(Enum):
    """What a solver says: satisfiable, unsatisfiable, or why it does not say."""

    SAT = "satisfiable"
    UNSAT = "unsatisfiable"
    OUT_OF_TIME = "out of time"
    INTERRUPTED = "interrupted"
    OUT_OF_CONFLICTS = "out of conflicts"
    OUT_OF_MEMORY = "out of memory"
    UNKNOWN = "the solver gave up"


class Engine(Protocol):
    """A solver that holds one problem. Literals are as in `Problem`."""

    name: str

    def another(self) -> Engine:
        """Return an empty engine of the same kind."""

    def load(self, problem: Problem) -> None:
        """Take in a whole problem, once, but for what is left to refinement."""

    def add(self, clauses: Iterable[Clause], sums: Iterable[Sum] = ()) -> None:
        """Add clauses and sums, over the variables of the problem and of what was stated further."""

    def state(self, lazy: Lazy) -> None:
        """State all that a lazy constraint says, if the solver has rules for that. Where it has none, lemmas go on."""

    def solve(self, assumptions: Sequence[int] = (), seconds: float | None = None, conflicts: int | None = None) -> Status:
        """Look for a model in which the assumptions are true, for so many seconds and conflicts at most."""

    def value(self, variable: int) -> bool:
        """Return the value of a variable in the model; valid after `SAT` until something is added."""

    def core(self) -> list[int]:
        """Return assumptions that cannot all be true; valid after `UNSAT` until something is added."""

    def interrupt(self) -> None:
        """Make a running `solve` end with `INTERRUPTED`; from another thread."""


EngineFactory = Callable[[int], Engine]  # makes an engine from a seed; each engine's module declares its own as `ENGINE`


class EngineMissing(ImportError):
    """An engine's library is not installed."""
