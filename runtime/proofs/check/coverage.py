"""What was checked of a certificate, and how: what was proved, what was only tried, and what is still open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from gridwright.compiler.records import dataclass, field

# What shows that a constraint demands no more than its rule. Exhaustive: its term was compared with plain evaluation on every
# grid that differs in what is read. Structural: whoever checks lowered the rule to the same term. Neither: its truth is open.
Basis = Literal["exhaustive", "structural", "neither", "not needed"]


@dataclass(frozen=True, slots=True)
class Grounds:
    """What a constraint of a certificate rests on; `why` nothing shows it, if nothing does."""

    constraint: str
    line: int
    column: int
    basis: Basis
    why: str = ""


@dataclass(slots=True)
class Coverage:
    """What was checked, and how."""

    claim: str = ""
    seed: int = 0  # with which grids are drawn
    constraints: int = 0  # from which clauses follow
    unused: int = 0  # constraints from which nothing follows that the refutation uses; they are compared on some grids too
    enumerated: int = 0  # constraints compared with plain evaluation on every grid
    structural: int = 0  # of the others those whose term is the one that the rule was lowered to anew
    unfounded: int = 0  # those that are neither
    grids: int = 0  # on which all but the enumerated ones were compared
    holding: int = 0  # of these grids those on which the constraint holds, or its term does: then nothing is lost
    clauses: int = 0
    undecided: int = 0  # clauses that were neither proved nor refuted
    sums: int = 0
    undecided_sums: int = 0
    inequalities: int = 0  # that are added up
    lemmas: dict[str, int] = field(default_factory=dict)
    steps: int = 0
    grounds: list[Grounds] = field(default_factory=list)  # for each constraint, and for the objective

    @property
    def gaps(self) -> str:
        """Return in words what the claim depends on that was neither proved nor refuted; empty if there is nothing."""
        counts = ((self.unfounded, "constraint"), (self.undecided, "clause"), (self.undecided_sums, "sum"))
        return " and ".join(f"{count:,} {what}{'s' if count > 1 else ''}" for count, what in counts if count)

    def lines(self, *, verbose: bool = False) -> Iterator[str]:
        """Yield in words what was checked, with what each constraint rests on if `verbose`; last, what was tried and is open."""
        yield f"claim: {self.claim}"
        yield (
            f"clauses: {self.clauses:,}, sums: {self.sums:,}, inequalities: {self.inequalities:,}, "
            f"lemmas: {sum(self.lemmas.values()):,}, "
            f"steps of the refutation: {self.steps:,}"
        )
        for each in self.grounds:
            if verbose or each.why:
                yield f"{each.basis}: {each.constraint}{each.why and f': {each.why}'}"
        yield f"grids drawn with --seed {self.seed}"
        yield (
            f"constraints: {self.enumerated:,} of {self.constraints:,} compared with plain evaluation on every grid, "
            f"{self.structural:,} lowered anew to the same term, {self.unfounded:,} neither "
            f"(these were compared on {self.grids:,} drawn grids; they or their terms hold on {self.holding:,}), "
            f"{self.unused:,} not needed; "
            f"clauses: {self.clauses - self.undecided:,} of {self.clauses:,} proved, {self.undecided:,} not decided; "
            f"sums: {self.sums - self.undecided_sums:,} of {self.sums:,} proved, "
            f"{self.undecided_sums:,} not decided"
        )
