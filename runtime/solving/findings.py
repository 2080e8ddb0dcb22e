"""What can be said of a puzzle after its spec was found to be right; told like the mistakes that can be made in one."""

from __future__ import annotations

from enum import Enum


class Ending(Enum):
    """The ways in which a spec that is right is not as claimed, each with the sentence that the list of diagnostics shows."""

    NOT_AS_EXPECTED = "not-as-expected", "The result is not what `expect` claims."
    GAVE_UP = "gave-up", "Time, memory or another limit ran out before everything claimed was decided."
    MISTAKE = "mistake", "An error in this program, not in the spec."

    def __init__(self, label: str, words: str) -> None:
        self.label = label
        self.words = words

    @property
    def severity(self) -> str:
        """Return "error"."""
        return "error"
