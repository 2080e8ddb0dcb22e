"""What was checked of a certificate, and how: what was proved, what was only tried, and what is still open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(slots=True)
class Coverage:
    """What was checked, and how."""

    claim: str = ""
    constraints: int = 0  # from which clauses follow
    unused: int = 0  # constraints from which nothing follows that the refutation uses; they are compared on some grids too
    enumerated: int = 0  # constraints compared with plain evaluation on every grid
    grids: int = 0  # on which the others were compared
    holding: int = 0  # of these grids those on which the constraint holds, or its term does: then nothing is lost
    clauses: int = 0
    undecided: int = 0  # clauses that were neither proved nor refuted
    sums: int = 0
    undecided_sums: int = 0
    inequalities: int = 0  # that are added up
    lemmas: dict[str, int] = field(default_factory=dict)
    steps: int = 0

    @property
    def gaps(self) -> str:
        """Return in words what the claim depends on that was neither proved nor refuted; empty if there is nothing."""
        counts = ((self.undecided, "clause"), (self.undecided_sums, "sum"))
        return " and ".join(f"{count:,} {what}{'s' if count > 1 else ''}" for count, what in counts if count)

    def lines(self) -> Iterator[str]:
        """Yield in words what was checked; last, what was compared on every grid, what on some, and what is open."""
        yield f"claim: {self.claim}"
        yield (
            f"clauses: {self.clauses:,}, sums: {self.sums:,}, inequalities: {self.inequalities:,}, "
            f"lemmas: {sum(self.lemmas.values()):,}, "
            f"steps of the refutation: {self.steps:,}"
        )
        sampled = self.constraints - self.enumerated
        yield (
            f"constraints: {self.enumerated:,} of {self.constraints:,} compared with plain evaluation on every grid, "
            f"{sampled:,} sampled ({self.grids:,} grids; they or their terms hold on {self.holding:,}), "
            f"{self.unused:,} not needed; "
            f"clauses: {self.clauses - self.undecided:,} of {self.clauses:,} proved, {self.undecided:,} not decided; "
            f"sums: {self.sums - self.undecided_sums:,} of {self.sums:,} proved, "
            f"{self.undecided_sums:,} not decided"
        )
