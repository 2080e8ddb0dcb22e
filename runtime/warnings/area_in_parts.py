"""An area in several parts, where all others of its kind are connected."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.ir.module import Module
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax.diagnostics import Diagnostic

from .drawn_areas import drawn_kinds, is_connected
from .warning_kind import WarningKind

CAGES = "cages"  # the way of drawing


def _find(spec: Spec, module: Module, deadline: Deadline) -> Iterator[Diagnostic]:
    for drawn in drawn_kinds(spec):
        kind = drawn.kind
        is_cages = drawn.display == CAGES
        if len(kind) < 3 or not (drawn.is_picture or is_cages):
            continue
        apart = [at for at, area in enumerate(kind) if not is_connected(drawn.board, area)]
        if len(apart) == 1 and sum(len(area) > 1 for area in kind) > 2:  # several are meant so
            (at,) = apart
            message = f"the area `{kind.areas[at].name}` of `{kind.name}` is in several parts, and all others are connected"
            help = "give the parts different labels, or connect them; if it is meant, write its cells as an area of its own kind"
            yield Diagnostic(AREA_IN_PARTS, message, kind.spans[at], help=help)


AREA_IN_PARTS = WarningKind(
    label="area-in-parts",
    words="A region or cage has several parts, although all others of its kind are connected.",
    example="""\
gridwright: 1
grid: 3x3
areas:
  region: |
    a a b
    c a b
    c c a
layers:
  number: {values: 1..4}
rules:
  - for: area in region
    rule: distinct(number[area])
""",
    find=_find,
)
