"""One of all solutions, as a value of an answer over all of them: `s.number` is what `number` is on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from ..records import dataclass
from ..syntax.syntax_tree import Attribute
from ..values import Value
from .spec import Grid

ALL = "solutions"  # the name that all solutions have in an answer


@dataclass(frozen=True, slots=True, eq=False)
class OneSolution:
    """A solution, or with several grids also what it has on one `grid`. `named` evaluates the name after the point on it."""

    named: Callable[[Attribute], Value]
    grid: Grid | None = None

    kind: ClassVar[str] = "a solution"

    def __str__(self) -> str:
        return "a solution"
