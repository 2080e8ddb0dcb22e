"""Members of what contradicts: givens, and rules' instances with the clues that they speak of."""

from __future__ import annotations

from dataclasses import dataclass

from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.ir.evaluation import topological_order
from gridwright.compiler.ir.module import Origin
from gridwright.compiler.ir.term import Term, Variable
from gridwright.compiler.syntax.span import Span

from ..judging.rule_cells import clues_of


@dataclass(frozen=True, eq=False)
class ConflictMember:
    """A given, or a rule's instance: where it comes from, and the unknowns that it speaks of.

    These are none where it is left to plain evaluation, so that it may speak of any.
    """

    origin: Origin
    variables: tuple[Variable, ...]

    @property
    def clues(self) -> tuple[Clue, ...]:
        """The clues that a rule's instance is about: those that its loops are at."""
        return clues_of(self.origin.scope)

    @property
    def is_printed(self) -> bool:
        """Whether it is a given, or speaks of a clue."""
        return bool(self.printed)

    @property
    def printed(self) -> frozenset[Span]:
        """Where what is printed is written that it says or speaks of."""
        return frozenset({self.origin.span} if self.origin.kind == "given" else {clue.span for clue in self.clues})

    @property
    def span(self) -> Span:
        """Where it is written: a given, the clue that an instance is about, or else the rule."""
        return next((clue.span for clue in self.clues), self.origin.span)

    @property
    def says(self) -> str:
        """What it says, in one sentence: of a rule what `says` has, or else its expression."""
        if self.origin.kind == "given":
            (variable,) = self.variables
            value = self.origin.span.text.rpartition(": ")[2]  # without the place, where that is written before it
            return f"{variable.layer.name} at {variable.layer.place_name(variable.position)} is given as {value}"
        return " ".join((self.origin.says or self.origin.span.text).split())


def member_of(origin: Origin, term: Term | bool) -> ConflictMember:
    """What is stated at an origin by a term."""
    below = topological_order([term]) if isinstance(term, Term) else []
    if any(each.op == "evaluated" for each in below):
        return ConflictMember(origin, ())
    return ConflictMember(origin, tuple(each.detail for each in below if each.op == "unknown"))


def rank(origin: Origin) -> int:
    """Which had rather go than others, where there is a choice: givens first, then what speaks of a clue, then the rest."""
    return 0 if origin.kind == "given" else 1 if ConflictMember(origin, ()).clues else 2


def is_printed(origin: Origin) -> bool:
    """Whether it is a given, or speaks of a clue."""
    return ConflictMember(origin, ()).is_printed
