"""Entries of `display` for definitions that are no list of areas."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.area import Area, AreaKind
from gridwright.compiler.ir.module import Module
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.constant_value import constant_value
from gridwright.compiler.language.spec import Define, Spec
from gridwright.compiler.syntax.diagnostics import Diagnostic
from gridwright.compiler.syntax.yaml_nodes import Mapping

from .names_used import parts_of
from .warning_kind import WarningKind

NONE = "none"


def _find(spec: Spec, module: Module, deadline: Deadline) -> Iterator[Diagnostic]:
    for part in parts_of(spec):
        node = part.get("display")
        for key, _ in node.items if isinstance(node, Mapping) else ():
            look = spec.display.get(key.text)
            if look is not None and look.word != NONE and not _is_drawn(spec, key.text):
                message = f"nothing is drawn for `{key.text}`: its definition lists no areas, or a layer decides which"
                help = "name a layer, or list areas that the board fixes, as in `define: {middle: '[rows[1]]'}`"
                yield Diagnostic(DRAWS_NOTHING, message, key.span, help=help)


def _is_drawn(spec: Spec, name: str) -> bool:
    """Check whether a name is more than a definition, or lists areas on some grid. A list without any may have some elsewhere."""
    for grid in spec.grids:
        define = grid.names.get(name)
        if define is not None and not isinstance(define, Define):
            return True
        value = constant_value(define, grid, spec.limits) if define is not None else None
        if isinstance(value, (list, tuple, AreaKind)) and all(isinstance(area, Area) for area in value):
            return True
    return False


DRAWS_NOTHING = WarningKind(
    label="draws-nothing",
    words="An entry of `display` for a definition that lists no areas.",
    example="""\
gridwright: 1
grid: 2x2
layers:
  number: {values: 1..4}
define:
  plain: number
rules:
  - distinct(plain)
display:
  plain: shade
""",
    find=_find,
)
