"""What a process sends back about its work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gridwright.compiler.records import dataclass

MESSAGE = "\x00"  # before what work tells; progress that a command prints has none
Tell = Callable[[str, dict[str, Any]], None]  # takes `progress` or `partial`, and what is known


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request as JSON, or else why there is none: `gave_up` says what was too much, `mistake` that we failed."""

    json: str = ""
    status: int = 200
    gave_up: str = ""
    during: str = ""
    mistake: str = ""
    is_cancelled: bool = False
