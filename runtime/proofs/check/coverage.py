"""What was checked of a certificate, and how the audit of the compiler compared each rule with its clauses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from gridwright.compiler.records import dataclass, field

LIMIT = 100  # grids on which a constraint is compared; the most is 2^20

# Whether clauses were compared with plain evaluation on every grid that differs in what is read, on drawn ones, or not at all,
# because the refutation uses nothing of the rule.
Basis = Literal["every grid", "drawn grids", "not used"]


@dataclass(frozen=True, slots=True)
class Compared:
    """How the clauses of a constraint were compared: on how many grids, and on how many of them the constraint holds."""

    constraint: str
    line: int
    column: int
    basis: Basis
    grids: int = 0
    holding: int = 0


@dataclass(slots=True)
class Coverage:
    """What was checked, and how."""

    claim: str = ""
    seed: int = 0  # with which grids are drawn
    clauses: int = 0  # that the refutation uses
    of_sums: int = 0  # of these those that follow from sums
    lemmas: dict[str, int] = field(default_factory=dict)
    steps: int = 0
    compared: list[Compared] = field(default_factory=list)  # for each constraint, and for the objective

    def count(self, basis: Basis) -> int:
        """Return how many constraints were compared in a way."""
        return sum(constraint.basis == basis for constraint in self.compared)

    def lines(self, *, verbose: bool = False) -> Iterator[str]:
        """Yield in words what was checked, with each constraint if `verbose`."""
        yield f"claim: {self.claim}"
        yield (
            f"refuted: {self.clauses:,} clauses, {self.of_sums:,} of which follow from sums and "
            f"{sum(self.lemmas.values()):,} from lemmas, in {self.steps:,} steps"
        )
        for constraint in self.compared if verbose else ():
            yield f"{constraint.basis}: {constraint.constraint}" + (
                f" ({constraint.grids:,} grids, {constraint.holding:,} hold)" if constraint.grids else ""
            )
        drawn = [record for record in self.compared if record.basis == "drawn grids"]
        yield (
            f"clauses compared with plain evaluation: of {self.count('every grid'):,} constraints on every grid, of "
            f"{len(drawn):,} on {sum(record.grids for record in drawn):,} grids drawn with --seed {self.seed} (they hold on "
            f"{sum(record.holding for record in drawn):,}); of {self.count('not used'):,} nothing is used"
        )
