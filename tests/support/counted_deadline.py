"""A deadline that passes after so many looks, so that tests need no clock."""

from __future__ import annotations

from gridwright.compiler.language.budget import Deadline, OutOfTime


class CountedDeadline(Deadline):
    """A deadline that passes after so many looks."""

    def __init__(self, most: int) -> None:
        super().__init__(None)
        self.left_over = most

    def check(self, units: int = 0) -> None:
        """Count a look."""
        self.left_over -= 1
        if self.left_over < 0:
            raise OutOfTime
