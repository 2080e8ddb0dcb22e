"""Evaluate the answer of a spec on a grid that the judge has accepted."""

from __future__ import annotations

from collections.abc import Mapping

from gridwright.compiler.language.budget import NO_DEADLINE, Budget, Deadline
from gridwright.compiler.language.operators import MAX_SIZE
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax.diagnostics import Code, error
from gridwright.compiler.values import BLANK, Field, Value, describe, kind_of, size_of

from .judge import Assignment, grid_interpreter

Answer = Value | Mapping[str, Value] | None


def answer(spec: Spec, grid: Assignment, deadline: Deadline = NO_DEADLINE) -> Answer:
    """Return the answer, or a mapping of named answers; None if the spec asks for none."""
    answers = {}
    for name, node in spec.answers.items():
        interpreter = grid_interpreter(grid, Budget("the answer", node.span, spec.limits, deadline, name="answer_steps"))
        found = interpreter.run(node, spec.answer_scope)
        if size_of(found) > MAX_SIZE:
            raise error(Code.TOO_MUCH, f"this answer has more than {MAX_SIZE:,} members", node.span)
        value = plain(found)
        if value is None:
            raise error(Code.WRONG_KIND, f"an answer must be a number, a text or a list, but this is {kind_of(value)}", node.span)
        answers[name] = value
    if not answers:
        return None
    return answers.get("", answers)


def plain(value: Value) -> Value:
    """Convert a value to what people and tools read: numbers, texts, truth values and lists; places and the like become their
    names.

    >>> plain([1, BLANK, True])
    [1, None, True]
    """
    if value is BLANK:
        return None
    if isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, (list, tuple, range, Field)):
        return [plain(member) for member in value]
    return describe(value)
