"""Givens that break a rule, whatever else the grid holds.

Terms are there after lowering, and putting values into them takes a tenth of the time of plain evaluation with open places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gridwright.compiler.ir.evaluation import topological_order
from gridwright.compiler.ir.module import Assertion, Module
from gridwright.compiler.ir.rebuild import Replacement
from gridwright.compiler.ir.term import Operand, Term, Variable
from gridwright.compiler.ir.term_store import TableTooLarge
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Given, Spec
from gridwright.compiler.syntax.diagnostics import Diagnostic, Note

from .warning_kind import WarningKind

Givens = Mapping[Term, Given]


def _find(spec: Spec, module: Module, deadline: Deadline) -> Iterator[Diagnostic]:
    if spec.expected.solutions == 0:
        return
    givens = {module.terms.unknown(Variable(given.layer, given.position)): given for grid in spec.grids for given in grid.givens}
    known = Replacement(module.terms, {term: given.value for term, given in givens.items()})
    reported: set[tuple[Given, ...]] = set()
    for assertion in module.assertions if givens else ():
        if assertion.origin.kind == "given" or not isinstance(assertion.term, Term) or not _is_false(known, assertion.term):
            continue
        members = _needed_givens(module, assertion.term, givens)
        if members not in reported:  # rows and columns may say the same
            reported.add(members)
            yield _diagnostic(assertion, members)


def _is_false(known: Replacement, term: Term) -> bool:
    try:
        return known.of(term) is False
    except TableTooLarge:
        return False


def _needed_givens(module: Module, term: Term, givens: Givens) -> tuple[Given, ...]:
    """Return givens that make a term false and are all needed for that."""
    members = [unknown for unknown in topological_order([term]) if unknown in givens]
    step = len(members)  # so many are left out at once; there may be thousands, but two are enough
    while step > 1:
        step, at = (step + 1) // 2, 0
        while at < len(members):
            fewer = members[:at] + members[at + step :]
            known: dict[Term, Operand] = {unknown: givens[unknown].value for unknown in fewer}
            if _is_false(Replacement(module.terms, known), term):
                members = fewer
            else:
                at += step
    return tuple(sorted((givens[unknown] for unknown in members), key=lambda given: given.span.start))


def _diagnostic(assertion: Assertion, members: Sequence[Given]) -> Diagnostic:
    *others, last = members
    origin = assertion.origin
    message = "these givens break a rule together" if others else "this given breaks a rule"
    where = f" ({origin.where})" if origin.where else ""
    notes = [Note("another of these givens is here", other.span) for other in others]
    notes.append(Note(f"the rule is: {origin.sentence}{where}", origin.span))
    return Diagnostic(GIVENS_BREAK_RULE, message, last.span, tuple(notes), "there is no solution; correct a given, or the rule")


GIVENS_BREAK_RULE = WarningKind(
    label="givens-break-rule",
    words="Givens that break a rule, whatever else the grid holds.",
    example="""\
gridwright: 1
grid: 2x2
layers:
  number: {values: 1..4}
givens:
  number: {r1c1: 3, r2c2: 3}
rules:
  - distinct(number)
""",
    find=_find,
)
