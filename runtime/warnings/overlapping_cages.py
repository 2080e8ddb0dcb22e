"""Cages that overlap."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.ir.module import Module
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax.diagnostics import Diagnostic, Note

from .area_in_parts import CAGES
from .drawn_areas import drawn_kinds
from .warning_kind import WarningKind


def _find(spec: Spec, module: Module, deadline: Deadline) -> Iterator[Diagnostic]:
    for drawn in drawn_kinds(spec):
        kind = drawn.kind
        met: dict[Cell, int] = {}
        for at, area in enumerate(kind) if drawn.display == CAGES else ():
            twice = next((cell for cell in area if cell in met), None)
            if twice is not None:
                message = f"{twice.name} lies in two cages of `{kind.name}`: {kind.areas[met[twice]].name} and {area.name}"
                notes = (Note("the other is here", kind.spans[met[twice]]),)
                help = "remove the cell from one of them; a pair of areas that are meant to overlap can be of a kind of their own"
                yield Diagnostic(OVERLAPPING_CAGES, message, kind.spans[at], notes, help)
            met = dict.fromkeys(area, at) | met


OVERLAPPING_CAGES = WarningKind(
    label="overlapping-cages",
    words="Two cages have a cell in common.",
    example="""\
gridwright: 1
use: [sudoku, killer]
grid: 4x4
areas:
  cages: {a: r1c1 r1c2, b: r1c2 r1c3}
""",
    find=_find,
)
