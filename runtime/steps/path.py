"""The record of a path: its steps, how it ends, and what is left."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from gridwright.compiler.language.reported import Reported
from gridwright.compiler.records import dataclass
from gridwright.compiler.values import Value

from ..solving.outcome import Outcome
from .difficulty import Difficulty, difficulty_of
from .fact import Fact
from .step import Step


class End(Enum):
    """How a path ends."""

    SOLVED = "solved"
    SEVERAL = "several-solutions"
    NO_SOLUTION = "no-solution"
    STUCK = "needs-more"
    GAVE_UP = "gave-up"


@dataclass(frozen=True, slots=True, eq=False)
class Path(Reported):
    """The steps from the printed board and the entries to all that follows.

    `end`: how it ends. `reason`: why there are no more steps, empty if it is solved. `known`: the value of each place of a
    visible layer, None where it is not known, by the names of a grid and of one of its layers. `left`: how many of these are
    open. `outcome`: the search for solutions. `wrong`: entries that no solution has. `together`: all others cannot be right
    together. `search`: how long it takes to find the values (`passes.py`); 0 for a hint. `estimated`: why `search` is only an
    estimate, such as "out of time"; empty if it is none.
    """

    end: End
    steps: tuple[Step, ...]
    known: Mapping[tuple[str, str], tuple[Value, ...]]
    left: int
    outcome: Outcome
    reason: str = ""
    wrong: tuple[Fact, ...] = ()
    together: bool = False
    search: float = 0.0
    estimated: str = ""

    @property
    def complete(self) -> bool:
        """Check whether all that follows has been found."""
        return self.end in (End.SOLVED, End.SEVERAL, End.NO_SOLUTION)

    @property
    def difficulty(self) -> Difficulty:
        """Return how difficult the steps are."""
        return difficulty_of(self.steps, self.search)
