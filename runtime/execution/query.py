"""Describe a search of a spec: its solutions up to a limit, wherever they are searched for."""

from __future__ import annotations

from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import dataclass

from ..solving.progress import Progress


@dataclass(frozen=True, eq=False)
class Query:
    """A search for the solutions of a spec, up to a limit, with an engine and its seed, before a deadline."""

    spec: Spec
    limit: int
    engine: str
    seed: int
    deadline: Deadline
    progress: Progress
    patience: float | None = None  # seconds for the search where an engine that is better for it is not installed
