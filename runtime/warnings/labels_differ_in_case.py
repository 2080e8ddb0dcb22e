"""Labels of a picture that differ in case only, where there are enough letters for all areas."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.ir.module import Module
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax.diagnostics import Diagnostic, Note

from .drawn_areas import drawn_kinds
from .warning_kind import WarningKind

LETTERS = 26


def _find(spec: Spec, module: Module, deadline: Deadline) -> Iterator[Diagnostic]:
    for drawn in drawn_kinds(spec):
        kind = drawn.kind
        if not drawn.is_picture or len(kind) > LETTERS:  # with more areas both cases are needed
            continue
        first: dict[str, int] = {}
        for at, area in enumerate(kind):
            other = first.setdefault(area.name.lower(), at)
            beside = {cell for cell_of_area in area for cell in drawn.board.neighbors(cell_of_area)}
            if other != at and beside.intersection(kind.areas[other].cells):
                message = f"`{kind.areas[other].name}` and `{area.name}` are two areas of `{kind.name}` that touch"
                notes = (Note("the other is here", kind.spans[other]),)
                help = "labels that differ in case are different: write the same label for one area, other letters for two"
                yield Diagnostic(LABELS_DIFFER_IN_CASE, message, kind.spans[at], notes, help)


LABELS_DIFFER_IN_CASE = WarningKind(
    label="labels-differ-in-case",
    words="Two areas of a picture that touch, and whose labels differ in case only.",
    example="""\
gridwright: 1
grid: 2x2
areas:
  region: |
    a A
    b b
layers:
  number: {values: 1..2}
rules:
  - for: area in region
    rule: distinct(number[area])
  - distinct(number[rows[0]])
""",
    find=_find,
)
