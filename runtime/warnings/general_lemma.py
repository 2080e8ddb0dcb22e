"""Rules with a part that has no lowering, so that the search has only the general lemma for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gridwright.compiler.compile import fallback_instances
from gridwright.compiler.ir.module import Module
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.lowering.lowering_gap import LoweringGap, lowering_gap
from gridwright.compiler.syntax import syntax_tree as e
from gridwright.compiler.syntax.diagnostics import Diagnostic, Note
from gridwright.compiler.syntax.span import Span

from .warning_kind import WarningKind

WIDTH = 60  # characters of an expression in a message
OBJECTIVE = "it is used in the objective, which is then only compared between whole grids"


def _find(spec: Spec, module: Module, deadline: Deadline) -> Iterator[Diagnostic]:
    seen: set[e.Expression] = set()
    reported: set[e.Expression] = set()
    for origin, evaluated in fallback_instances(module).items():
        if evaluated.node in seen:
            continue
        seen.add(evaluated.node)
        gap = lowering_gap(evaluated.node, evaluated.scope, spec.limits, deadline)
        if gap.node not in reported:  # a definition may be used by many rules
            reported.add(gap.node)
            says = [Note(f"the rule says: {' '.join(origin.says.split())}")] if origin.says else []
            yield _diagnostic(gap, [*_usage_notes(gap, "it is used in this rule", origin.span), *says])
    if spec.objective is not None and module.target is not None and module.target.term is None:
        node = spec.objective.expression
        gap = lowering_gap(node, spec.answer_scope, spec.limits, deadline, is_truth=False)
        yield _diagnostic(gap, [Note(OBJECTIVE, node.span)])


def _usage_notes(gap: LoweringGap, sentence: str, span: Span) -> list[Note]:
    return [] if span.holds(gap.node.span) else [Note(sentence, span)]


def _diagnostic(gap: LoweringGap, notes: Sequence[Note]) -> Diagnostic:
    node = gap.node
    text, span = (node.name, node.name_span) if isinstance(node, e.Call) else (shorten(node.span.text), node.span)
    return Diagnostic(
        GENERAL_LEMMA,
        f"`{text}` is not translated for the solver here, but only tested on whole grids, so the search may be slow",
        span,
        (*notes, Note(gap.reason.words)),
        gap.reason.instead,
    )


def shorten(text: str) -> str:
    """Return the text of an expression on one line, and not too long for a message."""
    line = " ".join(text.split())
    return line if len(line) <= WIDTH else line[: WIDTH - 3] + "..."


GENERAL_LEMMA = WarningKind(
    label="general-lemma",
    words="A part of a rule is not translated for the solver. See [the general lemma](expert-general-lemma.md).",
    example="""\
gridwright: 1
grid: 2x2
layers:
  number: {values: 1..4}
rules:
  - distinct(number)
  - sorted(number[rows[0]])[0] == 2
""",
    find=_find,
)
