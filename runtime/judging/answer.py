"""Evaluate the answer of a spec on grids that the judge has accepted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from gridwright.compiler.language.all_solutions import is_over_all_solutions, visible, with_solutions
from gridwright.compiler.language.budget import NO_DEADLINE, Budget, Deadline
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.layers_read import layers_read
from gridwright.compiler.language.operators import MAX_SIZE
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax.diagnostics import Code, error
from gridwright.compiler.syntax.syntax_tree import Expression
from gridwright.compiler.values import BLANK, Field, Value, describe, kind_of, size_of

from .judge import Assignment, reader

LONGEST = 1_000  # characters of a text

Answer = Value | Mapping[str, Value] | None


def answers(
    spec: Spec, grids: Sequence[Assignment], deadline: Deadline = NO_DEADLINE, *, complete: bool = False
) -> Iterator[Answer]:
    """Yield the answer of each grid, or a mapping of named answers; None if the spec asks for none.

    `complete`: the grids are all solutions; only then there are answers over all of them. What reads no layer is evaluated once.
    """
    known: dict[str, Value] = {}
    over_all = {name for name, node in spec.answers.items() if is_over_all_solutions(node, spec.answer_scope)}
    asked = {name: node for name, node in spec.answers.items() if complete or name not in over_all}
    for grid in grids:
        values = {}
        for name, node in asked.items():
            if name in known:
                values[name] = known[name]
                continue
            budget = Budget("the answer", node.span, spec.limits, deadline, name="answer_steps")
            scope, read = spec.answer_scope, reader(grid)
            if name in over_all:
                scope = with_solutions(spec, [Interpreter(visible(reader(solved)), budget=budget) for solved in grids])
                read = visible(read)
            values[name] = _readable(Interpreter(read, budget=budget).run(node, scope), node)
            if reads_no_grid(spec, node):
                known[name] = values[name]
        yield values.get("", values) if values else None


def answer(spec: Spec, grid: Assignment, deadline: Deadline = NO_DEADLINE) -> Answer:
    """Return the answer of one grid, as far as it does not depend on other solutions."""
    return next(answers(spec, [grid], deadline))


def reads_no_grid(spec: Spec, node: Expression) -> bool:
    """Check whether an answer is the same for every solution, because it reads no layer, or those of all solutions."""
    return not layers_read(node, spec.answer_scope)


def _readable(value: Value, node: Expression) -> Value:
    if size_of(value) > MAX_SIZE:
        raise error(Code.TOO_MUCH, f"this answer has more than {MAX_SIZE:,} members", node.span)
    shown = plain(value)
    if shown is None:
        raise error(Code.WRONG_KIND, f"an answer must be a number, a text or a list, but this is {kind_of(value)}", node.span)
    return shown


def plain(value: Value) -> Value:
    """Convert a value to what people and tools read: numbers, texts, truth values and lists; places and the like become their
    names.

    >>> plain([1, BLANK, True])
    [1, None, True]
    """
    if value is BLANK:
        return None
    if isinstance(value, (bool, int, Fraction, str)):
        return value
    if isinstance(value, (list, tuple, range, Field)):
        return [plain(member) for member in value]
    return describe(value)


def as_json(value: Value) -> Value:
    """Convert a value to what JSON has: a fraction becomes a text, since a number of JSON may lose digits.

    >>> as_json([Fraction(9, 2), BLANK]), as_json({"mean": Fraction(1, 3)})
    (['9/2', None], {'mean': '1/3'})
    """
    if isinstance(value, Mapping):
        return {name: as_json(member) for name, member in value.items()}
    if isinstance(value, list):  # an answer, in which blank is None
        return [as_json(member) for member in value]
    shown = value if value is None else plain(value)
    return as_json(shown) if isinstance(shown, list) else str(shown) if type(shown) is Fraction else shown


def answer_text(value: Value) -> str:
    """Return an answer as text, in the syntax of the language: texts are in quotes, so that they are not taken for numbers.

    >>> answer_text("2424"), answer_text([1, "a", None]), answer_text({"sum": 3, "word": "cat"})
    ("'2424'", "[1, 'a', blank]", "sum: 3, word: 'cat'")
    """
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {answer_text(member)}" for name, member in value.items())
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(answer_text, value))}]"
    return "blank" if value is None else describe(value, LONGEST)
