"""Rules with a part that has no lowering, so that the search has only the general lemma for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gridwright.compiler.compile import fallback_instances
from gridwright.compiler.ir.module import Module, Origin
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.lowering.lowering_gap import lowering_gap
from gridwright.compiler.syntax import syntax_tree as e
from gridwright.compiler.syntax.diagnostics import Diagnostic, Note

from .warning_kind import WarningKind

# What to write instead, for the functions that the page about the general lemma treats.
INSTEAD: Mapping[str, str] = {
    "fold": "read values and not places, as in `fold(number[line], ...)`, and use few states",
    "walk": "use fewer states, or `fail` as soon as the result cannot be right",
    "groups": "write `for g in groups(...)`; for two groups at once, an `all` inside an `all`",
}
WIDTH = 60  # characters of an expression in a message
OTHERWISE = "the page `The general lemma` of the documentation tells what to write instead"


def _find(spec: Spec, module: Module, deadline: Deadline) -> Iterator[Diagnostic]:
    seen: set[e.Expression] = set()
    reported: set[e.Expression] = set()
    for origin, evaluated in fallback_instances(module).items():
        if evaluated.node in seen:
            continue
        seen.add(evaluated.node)
        gap = lowering_gap(evaluated, spec.limits, deadline)
        # A fold is a machine up to the operator that needs its value; it is the fold that there is something to do about.
        known = (below for below in e.walk(gap) if isinstance(below, e.Call) and below.name in INSTEAD)
        part = next(known, gap)
        if part not in reported:  # a definition may be used by many rules
            reported.add(part)
            yield _diagnostic(origin, part)


def _diagnostic(origin: Origin, gap: e.Expression) -> Diagnostic:
    is_call = isinstance(gap, e.Call)
    text, span = (gap.name, gap.name_span) if isinstance(gap, e.Call) else (_shortened(gap.span.text), gap.span)
    notes = [] if origin.span.holds(span) else [Note("it is used in this rule", origin.span)]
    notes += [Note(f"the rule says: {' '.join(origin.says.split())}")] if origin.says else []
    return Diagnostic(
        GENERAL_LEMMA,
        f"`{text}` is not translated for the solver here: it is only tested on whole grids, so the search may be slow",
        span,
        tuple(notes),
        INSTEAD.get(text, OTHERWISE) if is_call else OTHERWISE,
    )


def _shortened(text: str) -> str:
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
