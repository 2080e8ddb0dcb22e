"""Layers that no rule reads: every grid of values is right."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.ir.module import Module
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax.diagnostics import Diagnostic

from .names_used import names_of_rules
from .warning_kind import WarningKind


def _find(spec: Spec, module: Module, deadline: Deadline) -> Iterator[Diagnostic]:
    read = names_of_rules(spec)
    given = {(given.layer, given.position) for grid in spec.grids for given in grid.givens}
    own = spec.document.span.source
    for layer in {layer.span: layer for layer in reversed(spec.layers)}.values():  # several grids have it
        is_given = all((layer, position) in given for position in range(len(layer.places)))
        if layer.name not in read and not is_given and len(layer.values) + layer.blank > 1 and layer.span.source is own:
            message = f"no rule reads the layer `{layer.name}`, so each of its places can have any value"
            yield Diagnostic(UNCONSTRAINED_LAYER, message, layer.span, help="write a rule about it, or remove it")


UNCONSTRAINED_LAYER = WarningKind(
    label="unconstrained-layer",
    words="A layer that no rule reads.",
    example="""\
gridwright: 1
grid: 2x2
layers:
  number: {values: 1..4}
  shaded: {values: bool}
rules:
  - distinct(number)
""",
    find=_find,
)
