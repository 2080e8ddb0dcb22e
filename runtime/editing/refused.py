"""Say that a request is refused, and why."""

from __future__ import annotations


class Refused(Exception):
    """A request that is not let in: its status, as HTTP has it, and why."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
