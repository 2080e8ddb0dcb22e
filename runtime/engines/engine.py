"""The protocol of an engine: what the rest of the program needs from a solver."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from gridwright.compiler.language.budget import GaveUp
from gridwright.compiler.values import Number

if TYPE_CHECKING:  # the list of engines is made without the encoder
    from gridwright.compiler.encode.arithmetic import NumberComparison
    from gridwright.compiler.encode.problem import Clause, Lazy, Problem, Sum


class Status(Enum):
    """The result of a search: satisfiable, unsatisfiable, or why neither is known."""

    SAT = "satisfiable"
    UNSAT = "unsatisfiable"
    OUT_OF_TIME = "out of time"
    INTERRUPTED = "interrupted"
    OUT_OF_CONFLICTS = "out of conflicts"
    OUT_OF_MEMORY = "out of memory"
    UNKNOWN = "the solver gave up"
    IRRATIONAL = "the solver found numbers that are not rational, and does not know whether rational ones exist"
    LARGE_NUMBERS = (
        "the solver found numbers that are larger than the language allows, and does not know whether smaller ones exist"
    )


class Engine(Protocol):
    """A solver that holds one problem. Literals are those of `Problem`.

    An engine whose class has `has_reachability = True` states in `load` what is reached from the sources of networks
    (`LazyJoined`). Problems for it are compiled so that this is cheap. One with `has_arithmetic = True` takes numbers without
    bounds as well: it is an `ArithmeticEngine`.
    """

    name: str

    @property
    def conflicts(self) -> int:
        """Return the conflicts of all searches that have ended; one whose model may still be read need not have ended."""

    def another(self) -> Engine:
        """Return an empty engine of the same kind."""

    def load(self, problem: Problem) -> None:
        """Take in a whole problem, once, except for those lazy constraints that the solver has no rules for."""

    def add(self, clauses: Iterable[Clause], sums: Iterable[Sum] = ()) -> None:
        """Add clauses and sums, over variables of the problem and of lemmas."""

    def solve(self, assumptions: Sequence[int] = (), seconds: float | None = None, conflicts: int | None = None) -> Status:
        """Look for a model in which the assumptions are true, within this many seconds and conflicts."""

    def value(self, variable: int) -> bool:
        """Return the value of a variable in the model; valid after `SAT` until something is added."""

    def core(self) -> list[int]:
        """Return assumptions that cannot all be true; valid after `UNSAT` until something is added."""

    def interrupt(self) -> None:
        """Make a `solve` that runs in another thread return `INTERRUPTED`."""


class ArithmeticEngine(Engine, Protocol):
    """An engine that takes numbers without bounds beside clauses."""

    def compare(self, comparisons: Iterable[NumberComparison]) -> None:
        """Add comparisons."""

    def number(self, number: int) -> Number:
        """Return the value of a number without bounds in the model; valid as long as those of variables."""


@runtime_checkable
class RuleEngine(Protocol):
    """An engine whose solver has rules for some lazy constraints; for any other, lemmas alone refine them."""

    def can_state(self, lazy: Lazy) -> bool:
        """Check whether there are rules for a lazy constraint that are not stated yet."""

    def state(self, lazy: Lazy) -> None:
        """State the whole of such a constraint."""


@runtime_checkable
class Optimizer(Protocol):
    """An engine that looks for the least cost itself; for any other, `runtime/solving/optimum.py` does with `solve` alone."""

    @property
    def bound(self) -> int:
        """Return a lower bound of the cost of all models, by the last `improve`, or of those that cost less than `below`."""

    def improve(self, costs: Sequence[tuple[int, int]], below: int, seconds: float | None = None) -> Iterator[Status]:
        """Look for models that cost less than `below`, each less than the one before; `costs` are pairs of a cost and a literal.

        Yield `SAT` for each of them, which may be read until the next is asked for. At the end yield `UNSAT` if nothing costs
        less than the last one, or why that is not known: `OUT_OF_CONFLICTS` if the engine is not made for such costs. What is
        added meanwhile counts from the next call on.
        """


EngineFactory = Callable[[int], Engine]  # makes an engine from a seed; each engine's module declares its own as `ENGINE`


class UnsuitableEngine(GaveUp):
    """A problem has something that the engine that was asked for cannot take."""


class EngineMissing(ImportError):
    """An error: the library of an engine is not installed."""
