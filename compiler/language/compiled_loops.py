"""Evaluate loops, and whatever else is evaluated again and again: bodies of definitions, functions of a spec.

After a few turns it is prepared (`compiled_expressions`). Names are then read from a mapping that a loop changes in each turn, so
a turn whose condition is false makes no scope.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Protocol

from ..geometry.area import Area, AreaKind
from ..geometry.clue import ClueGroup
from ..geometry.places import Link
from ..syntax import syntax_tree as e
from ..syntax.diagnostics import SpecError
from ..values import FAIL, Value
from .budget import LoopProgress
from .compiled_expressions import CompiledExpression, Evaluator, Local, Quick
from .scope import Scope

OFTEN = 2  # turns after which an expression is prepared, which takes about as long as two or three of them
MOST_UNUSUAL = 4  # one turn in so many may be left to the interpreter, after the first few; otherwise all are
FIRST_UNUSUAL = 16


class RepeatedExpression:
    """An expression that is evaluated again and again: it is prepared when it has been evaluated a few times."""

    __slots__ = ("_evaluator", "_left", "_opaque", "_quick", "_scope", "_steps", "_turns", "_unusual", "node")

    def __init__(self, evaluator: LoopEvaluator, node: e.Expression, scope: Scope) -> None:
        self._evaluator = evaluator
        self._scope = scope
        self._opaque = evaluator.values.opaque
        self.node = node
        self._quick: Quick | None = None
        self._left: float = evaluator.often  # turns that are left to the interpreter before it is prepared
        self._steps = self._turns = self._unusual = 0

    def belongs_to(self, scope: Scope) -> bool:
        """Check whether names that are not local mean the same in another scope."""
        return _mean_the_same(self._scope, scope)

    def value(self, local: Local) -> Value:
        """Return the value; `FAIL` where the interpreter has to evaluate it, mistakes included."""
        quick = self._quick
        if quick is None:
            self._left -= 1
            if self._left >= 0:
                return FAIL
            compiled = CompiledExpression(self._evaluator, self.node, self._scope, {name: name for name in local})
            quick, self._steps = compiled.quick, compiled.steps
            if not compiled.is_prepared:
                self._left = math.inf
                return FAIL
            self._quick = quick
        budget = self._evaluator.budget
        budget.steps += self._steps  # `spend`
        if budget.steps >= budget.next_look:
            budget.look()
        self._turns += 1
        try:
            value = quick(local)
        except self._evaluator.unusual as problem:
            if budget.is_spent and isinstance(problem, SpecError):
                raise
            value = FAIL
        if not self._opaque[type(value)]:
            return value
        self._unusual += 1
        if self._unusual * MOST_UNUSUAL > self._turns + FIRST_UNUSUAL:
            self._quick, self._left = None, math.inf
        return FAIL

    def truth(self, local: Local) -> Value:
        """Return the truth value; `FAIL` where the interpreter has to find it, also where the value is none."""
        value = self.value(local)
        if value is True or value is False or value is FAIL:
            return value
        try:
            value = self._evaluator.values.as_truth(value)
        except self._evaluator.unusual:
            return FAIL
        return FAIL if self._opaque[type(value)] else value


def _mean_the_same(own: Scope, other: Scope) -> bool:
    """Check whether names that are not local mean the same in two scopes."""
    return own.names is other.names and own.board is other.board and own.words is other.words


class LoopEvaluator(Evaluator, Protocol):
    """The interpreter, to loops and what is evaluated in them.

    `often`: how often that is interpreted before it is prepared.
    """

    often: ClassVar[int]

    def repetition_of(self, node: e.Expression, scope: Scope) -> RepeatedExpression:
        """Return a node that is evaluated again and again."""

    def loop_bindings(self, loop: e.Loop, values: Value, scope: Scope) -> Iterator[tuple[Value, Scope]]:
        """Yield for each member of what a loop goes through whether it is present, and the scope with its names."""

    def unknown_conditions(
        self, loop: e.Loop, present: Value, scope: Scope, *, allow_unknown: bool, is_rule: bool
    ) -> list[Value] | None:
        """Return the unknown conditions of a turn; None if one is false."""


class CompiledLoop:
    """A loop whose conditions are prepared, and that makes a scope only for a turn in which they hold.

    `values`: what it goes through.
    """

    def __init__(self, evaluator: LoopEvaluator, loop: e.Loop, scope: Scope) -> None:
        self._evaluator = evaluator
        self._loop = loop
        self._scope = scope
        pattern = loop.pattern
        self._name = pattern.name
        self._names = [part.name for part in pattern.parts if part.name is not None]
        self._is_flat = len(self._names) == len(pattern.parts)
        self.values = evaluator.repetition_of(loop.values, scope)
        self._conditions = [evaluator.repetition_of(condition, scope) for condition in loop.conditions]
        self._meets_unknown = False

    def belongs_to(self, scope: Scope) -> bool:
        """Check whether names that are not local mean the same in another scope."""
        return _mean_the_same(self._scope, scope)

    def turns(
        self,
        values: Value,
        scope: Scope,
        progress: LoopProgress,
        dropping: Sequence[e.Expression],
        skipping: tuple[e.Expression, Value] | None,
        *,
        allow_unknown: bool,
        is_rule: bool,
    ) -> Iterator[tuple[Scope, list[Value]]]:
        """Yield the scope of each turn whose conditions are not false, with those that are unknown.

        `dropping`: further conditions; turns in which one is known to be false are left out as well, and those in which none may
        be a mistake come with their `TruthValues`. `skipping`: an expression; where conditions were unknown in some turn, turns
        in which it has the value beside it are left out.
        """
        loop, evaluator, budget = self._loop, self._evaluator, self._evaluator.budget
        dropped = [evaluator.repetition_of(node, scope) for node in dropping]
        skipped: RepeatedExpression | None = None
        names, words, board = scope.names, scope.words, scope.board
        members = _known_members(values)
        local = {**scope.local}
        turns: Iterable[Value] = evaluator.loop_bindings(loop, values, scope) if members is None else members
        for turn in turns:
            present: Value = True
            inner: Scope | None = None
            if members is None:
                present, inner = turn
                local = {**inner.local}
            elif not self._bind(local, turn):
                (_, inner), *_ = evaluator.loop_bindings(loop, [turn], scope)
                local = {**inner.local}
            progress.begun += 1
            budget.steps += 1  # `spend`
            if budget.steps >= budget.next_look:
                budget.look()
            unknown: list[Value] | None = None
            if present is True:
                if self._meets_unknown and skipping is not None:
                    skipped = skipped or evaluator.repetition_of(skipping[0], scope)
                    if skipped.value(local) is skipping[1]:
                        continue
                unknown = self._unknown(self._conditions, local, allow_unknown=allow_unknown)
                if unknown is _DROPPED:
                    continue
                if dropped and unknown == []:  # otherwise there may be a mistake, which comes before these
                    truths = _truths(dropped, local)
                    if truths is _DROPPED:
                        continue
                    unknown = unknown if truths is None else truths
                inner = inner or Scope(names, words, board, {**local})
            assert inner is not None
            if unknown is None:
                unknown = evaluator.unknown_conditions(loop, present, inner, allow_unknown=allow_unknown, is_rule=is_rule)
            if unknown is not None:
                self._meets_unknown = self._meets_unknown or len(unknown) > 0
                yield inner, unknown

    def _bind(self, local: dict[str, Value], member: Value) -> bool:
        """Bind the names of the loop to a member; return False if only the interpreter can take the member apart."""
        if self._name is not None:
            local[self._name] = member
            return True
        parts = member.cells if type(member) is Link else member
        if not self._is_flat or not isinstance(parts, (tuple, list)) or len(parts) != len(self._names):
            return False
        for name, part in zip(self._names, parts, strict=True):
            local[name] = part
        return True

    def _unknown(self, conditions: Sequence[RepeatedExpression], local: Local, *, allow_unknown: bool) -> list[Value] | None:
        """Return the conditions that are unknown; `_DROPPED` if one is false; None if one before it may be a mistake."""
        unknowns: list[Value] = []
        for condition in conditions:
            value = condition.truth(local)
            if value is False:
                return _DROPPED
            if value is FAIL:
                return None
            if value is not True:
                if not allow_unknown:
                    return None
                unknowns.append(value)
        return unknowns


def _known_members(values: Value) -> Sequence[Value] | None:
    """Return the members of a list, of an area, of areas or of clues, all of which are there; None for other values."""
    if isinstance(values, (list, tuple, range)):
        return values
    if isinstance(values, Area):
        return values.cells
    return values.areas if isinstance(values, AreaKind) else values.clues if isinstance(values, ClueGroup) else None


_DROPPED: list[Value] = []  # instead of conditions: one of them is false


class TruthValues(list[Value]):
    """The truth values of the further conditions of a turn (`dropping`). None is false, and the loop's own conditions hold."""


def _truths(conditions: Sequence[RepeatedExpression], local: Local) -> list[Value] | None:
    """Return the truth values of conditions; `_DROPPED` if one is false; None if one before it may be a mistake."""
    truths = TruthValues()
    for condition in conditions:
        truth = condition.truth(local)
        if truth is False:
            return _DROPPED
        if truth is FAIL:
            return None
        truths.append(truth)
    return truths
