"""Members of a conflict: givens, and rules' instances with the clues that they use."""

from __future__ import annotations

from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.ir.evaluation import topological_order
from gridwright.compiler.ir.module import Origin
from gridwright.compiler.ir.term import Term, Variable
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.span import Span

from ..judging.rule_cells import clues_of


@dataclass(frozen=True, eq=False)
class ConflictMember:
    """A given or a rule's instance: its origin, and the unknowns in its term.

    There are none if plain evaluation checks it, because then it may read any unknown.
    """

    origin: Origin
    variables: tuple[Variable, ...]

    @property
    def clues(self) -> tuple[Clue, ...]:
        """Return the clues of a rule's instance: those that its loops are bound to."""
        return clues_of(self.origin.scope)

    @property
    def is_printed(self) -> bool:
        """Check whether the member is a given or refers to a clue."""
        return bool(self.printed)

    @property
    def printed(self) -> frozenset[Span]:
        """Return the places in the file of the given or the clues that the member refers to."""
        return frozenset({self.origin.span} if self.origin.kind == "given" else {clue.span for clue in self.clues})

    @property
    def span(self) -> Span:
        """Return the place in the file: the given, the clue of the instance, or else the rule."""
        return next((clue.span for clue in self.clues), self.origin.span)

    @property
    def says(self) -> str:
        """Return the member in one sentence: the rule's `says`, or else its expression."""
        if self.origin.kind == "given":
            (variable,) = self.variables
            value = self.origin.span.text.rpartition(": ")[2]  # a place may come before the value
            return f"{variable.layer.name} at {variable.layer.place_name(variable.position)} is given as {value}"
        return self.origin.sentence


def member_of(origin: Origin, term: Term | bool) -> ConflictMember:
    """Return the member for a term that is stated at an origin."""
    subterms = topological_order([term]) if isinstance(term, Term) else []
    if any(subterm.op == "evaluated" for subterm in subterms):
        return ConflictMember(origin, ())
    return ConflictMember(origin, tuple(subterm.detail for subterm in subterms if subterm.op == "unknown"))


def rank(origin: Origin) -> int:
    """Return the order in which to drop members: givens first, then instances with a clue, then the rest."""
    return 0 if origin.kind == "given" else 1 if ConflictMember(origin, ()).clues else 2


def is_printed(origin: Origin) -> bool:
    """Check whether an origin is a given or refers to a clue."""
    return ConflictMember(origin, ()).is_printed
