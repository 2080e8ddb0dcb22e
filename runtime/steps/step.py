"""The records of a path: its steps, what is left, and how difficult it is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from enum import Enum

from gridwright.compiler.language.reported import Reported
from gridwright.compiler.records import dataclass
from gridwright.compiler.values import Value

from ..solving.outcome import Outcome
from .argument import Argument
from .fact import Fact
from .rule_instance import RuleInstance

HALF = 100  # the weighted sum that counts as half a unit of cost in the rating


class Kind(Enum):
    """What a step is made of."""

    SINGLE = "one value left"
    RULE = "one rule"
    RULES = "several rules"
    TRIAL = "trial"
    EXHAUSTION = "exhaustion"


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """Facts that are known (`premises`) and rules' instances, and all that follows from just these (`conclusions`).

    Without any one of the premises and instances, the first conclusion does not follow, unless the kind is `TRIAL` or `minimal`
    is false. `cost`: the number of instances; for a trial one more than the number of its `nested` steps, which lead from what is
    `supposed` to a contradiction. `open_steps`: how many steps were open at that moment. A step without conclusions is the end of
    a trial: its premises and instances contradict each other. `short`: no argument with at most so many instances was found.
    `arguments`: what would be wrong otherwise, where the instance is about how places hang together, or add up.
    """

    kind: Kind
    premises: tuple[Fact, ...]
    instances: tuple[RuleInstance, ...]
    conclusions: tuple[Fact, ...]
    cost: int
    open_steps: int = 1
    supposed: Fact | None = None
    nested: tuple[Step, ...] = ()
    minimal: bool = True
    short: int = 1
    arguments: tuple[Argument, ...] = ()


class End(Enum):
    """How a path ends."""

    SOLVED = "solved"
    SEVERAL = "several-solutions"
    NO_SOLUTION = "no-solution"
    STUCK = "needs-more"
    GAVE_UP = "gave-up"


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How difficult a path is, in costs, not in minutes.

    `largest`: the largest cost of a step. `weighted`: the costs of all steps added up, each divided by 1 + log2 of the number of
    steps that were open at that moment. `steps`: how many there are. `rating`: one figure to compare puzzles by:
    largest + weighted / (weighted + 100).

    >>> difficulty_of([]).rating
    0.0
    """

    largest: int
    weighted: float
    steps: int

    @property
    def rating(self) -> float:
        """Return the figure to compare puzzles by."""
        return round(self.largest + self.weighted / (self.weighted + HALF), 3)


def difficulty_of(steps: Sequence[Step]) -> Difficulty:
    """Return how difficult some steps are."""
    weighted = sum(step.cost / (1 + math.log2(step.open_steps)) for step in steps)
    return Difficulty(max((step.cost for step in steps), default=0), round(weighted, 2), len(steps))


@dataclass(frozen=True, slots=True, eq=False)
class Path(Reported):
    """The steps from what is printed, and what was entered, to what follows from it.

    `end`: how it ends. `reason`: why there are no more steps, empty if it is solved. `known`: the value of each place of a
    visible layer, None where it is not known, by the names of a grid and of one of its layers. `left`: how many of these are
    open. `outcome`: the search for solutions. `wrong`: entries that no solution has. `together`: all others cannot be right
    together.
    """

    end: End
    steps: tuple[Step, ...]
    known: Mapping[tuple[str, str], tuple[Value, ...]]
    left: int
    outcome: Outcome
    reason: str = ""
    wrong: tuple[Fact, ...] = ()
    together: bool = False

    @property
    def complete(self) -> bool:
        """Check whether all that follows has been found."""
        return self.end in (End.SOLVED, End.SEVERAL, End.NO_SOLUTION)

    @property
    def difficulty(self) -> Difficulty:
        """Return how difficult the steps are."""
        return difficulty_of(self.steps)
