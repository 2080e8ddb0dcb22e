"""What came out: results are values with their evidence, and "gave up" has a reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import Enum

from gridwright.compiler.compile import Contradiction
from gridwright.compiler.encode.problem import EngineChoice
from gridwright.compiler.ir.module import Origin
from gridwright.compiler.language.pictured import Pictured
from gridwright.compiler.language.reported import Reported
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import dataclass, field
from gridwright.compiler.values import Number, Value

from ..judging.answer import Answer
from ..judging.judge import Assignment


class Result(Enum):
    """The three ends of a search."""

    SOLVED = "solved"
    NO_SOLUTION = "no-solution"
    GAVE_UP = "gave-up"


@dataclass(frozen=True, slots=True, eq=False)
class RuleWork:
    """The work of refining a rule: how many lemmas all its instances got, and the seconds that making them took."""

    rule: Origin
    lemmas: int
    seconds: float


@dataclass(frozen=True, slots=True)
class EngineUse:
    """An engine that searched some parts, and why it was chosen for them.

    `missing`: the engine that is better for these parts and not installed; empty if there is none.
    """

    engine: str
    why: str
    parts: int
    missing: str = ""


def engine_uses(choices: Iterable[EngineChoice]) -> tuple[EngineUse, ...]:
    """Return the engines that were chosen for parts, in the order of these."""
    return tuple(EngineUse(choice.name, choice.why, parts, choice.missing) for choice, parts in Counter(choices).items())


@dataclass(frozen=True, eq=False)
class Statistics:
    """Numbers about a run: seconds by stage, refinement, and the size of the problem. `refined`: what is left to lemmas.

    `engines`: those of the parts, in the order of these. `rules`: if the run gave up, the rules that were refined, those with the
    most lemmas first.
    """

    seconds: Mapping[str, float]
    rounds: int = 0
    lemmas: Mapping[str, int] = field(default_factory=dict)
    variables: int = 0
    clauses: int = 0
    sums: int = 0
    parts: int = 0
    refined: int = 0
    engines: tuple[EngineUse, ...] = ()
    rules: tuple[RuleWork, ...] = ()


@dataclass(frozen=True, eq=False)
class Solution:
    """A grid that the judge has accepted, its answer, and what it is worth where something is optimised."""

    grid: Assignment
    answer: Answer
    worth: Value = None


@dataclass(frozen=True, eq=False)
class Best:
    """What the best solutions are worth; not `optimal`, the best grid so far. Nothing is better than `bound`; none: not known."""

    value: Value
    optimal: bool
    bound: Number | None = None


@dataclass(frozen=True, eq=False)
class Outcome(Pictured, Reported):
    """The end of a search.

    `solutions` are all that were found, at most as many as were asked for; `count` is how many there are known to be, and
    `complete` says whether there are no others: a claim about the whole search, which is never made when something gave up.
    `reason` says why it was not finished, `during` what was being done then, as in `encoding the rule puzzle.yaml:9:5`;
    `contradictions` what was known to be impossible before any search.

    Where something is optimised, the solutions are the best ones, and `objective` says what they are worth. As long as it is not
    proved that there are none better, no solution is known (`count` is 0), and `solutions` holds the best grid so far.

    `agrees`: the engines of another search that ran against this one, and came to the same (`--jobs`).

    `spec`: what was solved, if this process did it; a notebook draws it.

    `cached`: there was no search, because an earlier one had ended; the statistics are of that one, except for seconds.

    Everything else follows from these, so that nothing can contradict them: `result`, `unique`, and what reports and exit
    statuses say. Raise `ValueError` for fields that cannot go together, such as a solution that is counted and not there.
    """

    solutions: tuple[Solution, ...]
    count: int
    complete: bool
    reason: str
    contradictions: tuple[Contradiction, ...]
    statistics: Statistics
    objective: Best | None = None
    cached: bool = False
    during: str = ""
    agrees: str = ""
    spec: Spec | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        """Refuse what no search can come to."""
        if self.count < 0 or (self.count and not self.solutions):
            raise ValueError(f"{self.count} solutions are counted, and there is none to show")
        if self.count and not self.is_proved:
            raise ValueError("solutions are counted before it is proved that they are the best")
        if self.complete and not self.count and (self.reason or self.solutions):
            raise ValueError("there is no solution, and yet a grid, or a reason why that is not known")

    @property
    def result(self) -> Result:
        """Return how the search ended: with a solution, with the proof that there is none, or with neither."""
        if self.count:
            return Result.SOLVED
        return Result.NO_SOLUTION if self.complete else Result.GAVE_UP

    @property
    def is_proved(self) -> bool:
        """Check whether the grids are solutions, and not only the best grid so far."""
        return self.objective is None or self.objective.optimal

    @property
    def unique(self) -> bool | None:
        """Check whether there is exactly one solution; None if that is not known."""
        if self.count > 1:
            return False
        if not self.complete:
            return None
        return self.count == 1
