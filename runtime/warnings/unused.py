"""Clues, areas, data and definitions that nothing uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gridwright.compiler.ir.module import Module
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax import yaml_nodes
from gridwright.compiler.syntax.diagnostics import Diagnostic

from .names_used import WORD, parts_of, used_names
from .warning_kind import WarningKind

# section of a spec -> what an entry of it is, and what to do about one that is not used
SECTIONS: Mapping[str, tuple[str, str]] = {
    "clues": ("no rule reads the clues `{}`, so they have no effect", "write a rule, such as `for: clue in {}`, or remove them"),
    "areas": ("no rule uses the areas `{}`", "write a rule, such as `for: area in {}`, or remove them"),
    "data": ("nothing uses the data `{}`", "use it in a rule, or remove it"),
    "define": ("nothing uses the definition of `{}`", "use it in a rule, or remove it"),
}


def _find(spec: Spec, module: Module, deadline: Deadline) -> Iterator[Diagnostic]:
    used = used_names(spec)
    for part in parts_of(spec):
        for section, (message, help) in SECTIONS.items():
            node = part.get(section)
            for key, _ in node.items if isinstance(node, yaml_nodes.Mapping) else ():
                name = _name(key.text)
                is_drawn = section == "areas" and name in spec.display  # on purpose, also where no rule uses them
                if name not in used and not is_drawn:
                    yield Diagnostic(UNUSED, message.format(name), key.span, help=help.format(name))


def _name(head: str) -> str:
    """Return the name that a key declares: of `f(a, b)` it is `f`."""
    match = WORD.match(head.strip())
    return match[0] if match else head


UNUSED = WarningKind(
    label="unused",
    words="Clues, areas, data or a definition that nothing uses.",
    example="""\
gridwright: 1
grid: 2x2
layers:
  number: {values: 1..4}
clues:
  total: {left: [3, 7]}
rules:
  - distinct(number)
""",
    find=_find,
)
