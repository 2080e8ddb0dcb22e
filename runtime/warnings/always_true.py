"""Rules that hold for every grid, and rules that apply nowhere on this board."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.ir.module import Module
from gridwright.compiler.ir.term import Operand, Term
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax.diagnostics import Diagnostic
from gridwright.compiler.syntax.span import Span

from .names_used import names_of_rules
from .warning_kind import WarningKind


def _find(spec: Spec, module: Module, deadline: Deadline) -> Iterator[Diagnostic]:
    if names_of_rules(spec).isdisjoint(layer.name for layer in spec.layers):
        return  # rules about fixed values only are tests of definitions
    excludes: dict[Span, bool] = {}
    for assertion in module.assertions:
        span = assertion.origin.span
        excludes[span] = excludes.get(span, False) or assertion.origin.kind != "rule" or not _is_always_true(assertion.term)
    for rule in (*spec.rules, *spec.together):
        if rule.span.source is not spec.document.span.source or excludes.get(rule.span, False):
            continue  # a rule of a library may well be needed on other boards only
        if rule.span in excludes:
            message, help = "this rule excludes nothing: it holds for every grid", "check what it compares, or remove it"
        else:
            message = "this rule applies nowhere on this board: what it loops over is empty, or its `if` is never true"
            help = "check its `for` and `if`, or remove it"
        yield Diagnostic(ALWAYS_TRUE, message, rule.span, help=help)


def _is_always_true(term: Operand) -> bool:
    """Check whether a term is known to be true: it is folded to that, or lists all values that an unknown has."""
    if isinstance(term, Term) and term.op == "or" and all(arg.op == "is" for arg in term.args):
        of = {arg.args for arg in term.args}
        return len(of) == 1 and len({arg.detail for arg in term.args}) == term.args[0].args[0].domain.size
    return term is True


ALWAYS_TRUE = WarningKind(
    label="always-true",
    words="A rule that holds for every grid, or that applies nowhere on this board.",
    example="""\
gridwright: 1
grid: 2x2
layers:
  number: {values: 1..4}
rules:
  - distinct(number)
  - sum(number) >= 4
""",
    find=_find,
)
