"""Define what a kind of warning is, and find all warnings about a compiled spec."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator
from typing import ClassVar

from gridwright.compiler.ir.module import Module
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.plugins import scan
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import Diagnostic

MOST = 20  # warnings of one kind; more would help nobody


@dataclass(frozen=True, slots=True)
class WarningKind:
    """A kind of warning: its code, the sentence that the list of diagnostics shows, and a spec that has it.

    `find` yields the warnings about a spec and its module. Each is true, and cheap to find: `check` runs on every save.
    """

    label: str
    words: str
    example: str
    find: Callable[[Spec, Module, Deadline], Iterator[Diagnostic]]

    severity: ClassVar[str] = "warning"


@functools.cache
def all_warning_kinds() -> tuple[WarningKind, ...]:
    """Return all kinds of warnings.

    >>> [kind.label for kind in all_warning_kinds()][:2]
    ['always-true', 'area-in-parts']
    """
    return tuple(scan("gridwright.runtime.warnings", WarningKind))


def warnings(spec: Spec, module: Module, deadline: Deadline = NO_DEADLINE) -> tuple[Diagnostic, ...]:
    """Return the warnings about a spec, in the order of the file."""
    diagnostics = [
        warning for kind in all_warning_kinds() for warning in itertools.islice(kind.find(spec, module, deadline), MOST)
    ]
    own = spec.document.span.source
    return tuple(
        sorted(
            diagnostics, key=lambda warning: (warning.span.source is not own, warning.span.start) if warning.span else (False, -1)
        )
    )
