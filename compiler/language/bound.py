"""Functions of the spec that are arguments: the step of a fold, the result of a walk, a condition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from ..syntax import syntax_tree as e
from ..syntax.diagnostics import Fault, SpecError
from ..values import Value
from .scope import Closure

if TYPE_CHECKING:
    from .interpreter import Interpreter


@dataclass(frozen=True, slots=True, eq=False)
class SpecCallable:
    """A function of the spec or of the language, with the interpreter that evaluates it: Python calls it like its own."""

    interpreter: Interpreter
    closure: Closure

    kind: ClassVar[str] = "a function"

    def __str__(self) -> str:
        return str(self.closure)

    def __call__(self, *arguments: Value) -> Value:
        """The value of the function for these arguments; where it cannot take them, that is said at its place."""
        closure = self.closure
        try:
            return self.interpreter.call_closure(closure, arguments)
        except Fault as fault:
            if not closure.is_of_language and len(closure.parameters) > len(arguments):
                fault.help += "; a pair from `zip` or `enumerate` is one parameter p with the parts p[0] and p[1]"
            raise self.interpreter.located(fault, closure.body, closure.scope) from None

    def blamed(self, fault: Fault, arguments: Sequence[Value]) -> SpecError:
        """What is wrong with the value, as a mistake at the place inside the function that gave it."""
        node, scope = self.closure.body, self.closure.applied(arguments)
        while isinstance(node, e.Conditional):
            condition = self.interpreter.truth(node.condition, scope)
            if not isinstance(condition, bool):
                break
            node = node.then if condition else node.otherwise
        return self.interpreter.located(fault, node, scope)
