"""Answers that read hidden layers: proved to be the same for all ways to fill these, or the spec is wrong.

Two solutions that differ only in hidden layers count as one, so such an answer may not tell them apart. The proof is a search:
the same puzzle, with everything visible given as in the solution, and with the rule that the answer is another one. It must find
nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from gridwright.compiler.language.all_solutions import is_over_all_solutions
from gridwright.compiler.language.budget import NO_DEADLINE, Budget, Deadline, GaveUp
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.layers_read import layers_read
from gridwright.compiler.language.spec import Expected, Given, Grids, Layer, Rule, Spec
from gridwright.compiler.records import replace
from gridwright.compiler.syntax.diagnostics import Code, error
from gridwright.compiler.syntax.syntax_tree import Comparison, Comprehension, Constant, Display, Expression, Loop, Name, Pattern
from gridwright.compiler.values import Field, Value

from ..judging.answer import answer_text, plain
from ..judging.judge import Assignment, reader
from .outcome import Outcome, Result


def may_read_hidden(spec: Spec) -> bool:
    """Check whether an answer may read a hidden layer."""
    return any(layer.hidden for node in spec.answers.values() for layer in layers_read(node, spec.answer_scope))


def check_hidden(spec: Spec, grid: Assignment, search: Callable[[Spec], Outcome], deadline: Deadline = NO_DEADLINE) -> None:
    """Raise `SpecError` if an answer is another one with other values of the hidden layers, and `GaveUp` if that is not decided.

    `search` looks for one solution.
    """
    for node in spec.answers.values():
        if is_over_all_solutions(node, spec.answer_scope):
            continue  # it may not read hidden layers at all
        value, hidden = _value(spec, node, grid, deadline)
        if not hidden:
            continue  # what else it reads is the same for all of these grids, so its value is too
        outcome = search(_with_another_answer(spec, node, value, grid))
        if outcome.result is Result.SOLVED:
            other, _ = _value(spec, node, outcome.solutions[0].grid, deadline)
            if plain(value) == plain(other):
                raise GaveUp("not decided whether the answer depends on hidden layers: different values of it are written alike")
            raise error(
                Code.WRONG_KIND,
                f"the answer depends on the hidden layer {' or '.join(f'`{layer.name}`' for layer in hidden)}: "
                f"for one and the same solution it is {answer_text(plain(value))} or {answer_text(plain(other))}",
                node.span,
                help="solutions that differ only in hidden layers count as one solution; "
                "use visible layers in the answer, or add rules that leave one way to fill the hidden ones",
            )
        if outcome.result is Result.GAVE_UP:
            raise GaveUp(f"not decided whether the answer depends on hidden layers: {outcome.reason}")


def _value(spec: Spec, node: Expression, grid: Assignment, deadline: Deadline) -> tuple[Value, list[Layer]]:
    """Return the value of an answer, and the hidden layers that it read."""
    budget = Budget("the answer", node.span, spec.limits, deadline, name="answer_steps")
    hidden: dict[Layer, None] = {}
    plain_read = reader(grid)

    def read(layer: Layer, position: int) -> Value:
        if layer.hidden:
            hidden[layer] = None
        return plain_read(layer, position)

    value = Interpreter(read, budget=budget).run(node, spec.answer_scope)
    plain(value)  # fields are only read here
    return value, list(hidden)


def _with_another_answer(spec: Spec, node: Expression, value: Value, grid: Assignment) -> Spec:
    """Return the spec with all that is visible given, and with the rule that an answer is not this value."""
    span = node.span
    node, value = _comparable(node, value)
    different = Comparison(("!=",), (node, Constant(value, span)), span)
    rule = Rule((), different, "", "", span, compares_answers=True)
    grids = []
    for board in spec.grids:
        visible = [
            Given(layer, position, given, layer.span)
            for layer in board.layers
            if not layer.hidden
            for position, given in enumerate(grid[layer.grid, layer.name])
        ]
        hidden = [given for given in board.givens if given.layer.hidden]
        grids.append(replace(board, givens=(*visible, *hidden)))
    is_single = len(grids) == 1
    return replace(
        spec,
        grids=Grids(tuple(grids)),
        rules=(*spec.rules, rule) if is_single else spec.rules,
        together=spec.together if is_single else (*spec.together, rule),
        objective=None,
        answers={},
        expected=Expected(),
    )


def _comparable(node: Expression, value: Value) -> tuple[Expression, Value]:
    """Return an expression and its value with lists instead of fields: lists are compared as wholes, fields place by place."""
    if isinstance(value, Field):
        return _as_list(node), list(value)
    if isinstance(node, Display) and isinstance(value, (list, tuple)):
        parts = [_comparable(item, member) for item, member in zip(node.items, value, strict=True)]
        return Display(tuple(item for item, _ in parts), True, node.span), [member for _, member in parts]
    is_of_fields = isinstance(value, list) and bool(value) and all(isinstance(member, Field) for member in value)
    if isinstance(node, Comprehension) and is_of_fields:
        return Comprehension(_as_list(node.element), node.loops, True, node.span), [list(member) for member in value]
    return node, value


def _as_list(node: Expression) -> Expression:
    """Return the expression `[member for member in node]`."""
    loop = Loop(Pattern("member"), node, (), node.span)
    return Comprehension(Name("member", node.span), (loop,), True, node.span)
