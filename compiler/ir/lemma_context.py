"""What a refinement makes terms with, for its lemmas and for its constraint written out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from ..language.budget import NO_DEADLINE, Budget, Deadline
from ..limits import USUAL, Limits
from .term import Operand
from .term_factory import TermFactory

Tool = TypeVar("Tool")


class LemmaContext:
    """A factory of terms with the limits and the deadline of the work, and everything that is `asserted`.

    It lives in the process that makes the lemmas, and is never pickled.
    """

    def __init__(
        self, terms: TermFactory, limits: Limits = USUAL, deadline: Deadline = NO_DEADLINE, asserted: Sequence[Operand] = ()
    ) -> None:
        self.terms = terms
        self.budget = Budget("a lemma", None, limits, deadline)
        self.asserted = asserted
        self._tools: dict[Any, Any] = {}

    def tool(self, make: Callable[[LemmaContext], Tool]) -> Tool:
        """Return the result of `make` for this context; it is made once for all lemmas."""
        if make not in self._tools:
            self._tools[make] = make(self)
        tool: Tool = self._tools[make]
        return tool
