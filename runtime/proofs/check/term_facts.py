"""What follows from facts about terms: down to their arguments, and up to the terms that have them.

A fact is what a term can still be. Down: a conjunction that is true has true members, "equal to 3" leaves 3. Up: what the
arguments can be says what the term can be; both must agree, or `EmptyMeet` is raised. How an operation does both is in its file,
`compiler/ir/operations/`. Every step may conclude too little; none concludes too much.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence

from gridwright.compiler.ir.operation import all_operations, possible_result
from gridwright.compiler.ir.term import Term
from gridwright.compiler.ir.value_sets import BOTH, Possible, Range, meet

from .json_values import Rejected

Evaluate = Callable[[Term, Callable[[Term], Possible | None]], Possible]  # of an expression that is left to evaluation


class Base:
    """What every term can be at all, computed once. `evaluate` evaluates what is left to plain evaluation."""

    def __init__(self, evaluate: Evaluate) -> None:
        self.evaluate = evaluate
        self.of: dict[Term, Possible] = {}
        self.peers: dict[tuple[str, Hashable], list[Term]] = {}
        self._kinds: dict[Term, frozenset[bool]] = {}

    def add(self, term: Term) -> None:
        """Add a term; those below it have been added."""
        operation = all_operations()[term.op]
        if term.domain.is_truth and term.op != "constant":
            self.of[term] = BOTH
        else:
            self.of[term] = possible_result(term, [self.of[arg] for arg in term.args])
        self._check_kinds(term)
        if operation.peer_key:
            self.peers.setdefault((term.op, operation.peer_key(term)), []).append(term)

    def _check_kinds(self, term: Term) -> None:
        """Raise `Rejected` if a term takes true and 1 for values of one kind: facts, which are sets, do not tell them apart."""
        values = _one_kind(term)
        kinds = {kind for value in values for kind in self._kinds_of(value)}
        kinds |= {isinstance(term.detail, bool)} if term.op == "is" and isinstance(term.detail, int) else set()
        if len(kinds) > 1:
            raise Rejected(f"term {term.id}, a `{term.op}`, takes true for a number")

    def _kinds_of(self, term: Term) -> frozenset[bool]:
        """Return whether truth values are among the values of a term that are numbers to Python, and whether others are."""
        if term not in self._kinds:
            possible = self.of[term]
            values = [0] if isinstance(possible, Range) else [value for value in possible if isinstance(value, int)]
            self._kinds[term] = frozenset(isinstance(value, bool) for value in values)
        return self._kinds[term]


def _one_kind(term: Term) -> Sequence[Term]:
    """Return the arguments of a term that are compared with each other, or of which one is its value."""
    if term.op in ("is", "same", "extreme"):
        return term.args
    if term.op == "cases":
        return (*term.args[1::2], term.args[-1])
    return term.args[-term.detail.graph.vertices :] if term.op == "network" and term.detail.has_values else ()


class Facts:
    """Facts that are all taken to be true, and what follows from them."""

    def __init__(self, base: Base, known: Mapping[Term, Possible] | None = None) -> None:
        self.base = base
        self.known: dict[Term, Possible] = dict(known or {})
        self._grew = False
        self._found: dict[Term, Possible] = {}
        self._operations = all_operations()

    def of(self, term: Term) -> Possible:
        """Return what a term can be, by the facts about it."""
        return self.known.get(term) or self.base.of[term]

    def state(self, term: Term, possible: Possible) -> None:
        """Add the fact that a term can only be that, and what follows for its arguments; raise `EmptyMeet` at a contradiction."""
        todo = [(term, possible)]
        while todo:
            term, possible = todo.pop()
            before = self.of(term)
            now = meet(before, possible)
            if now != before:
                self.known[term] = now
                self._grew = True
                down = self._operations[term.op].down
                if down:
                    todo += down(self, term, now)

    def peers(self, name: str, key: Hashable) -> Sequence[Term]:
        """Return the terms of an operation that have a key: see `Operation.peer_key`."""
        return self.base.peers.get((name, key), ())

    def evaluated(self, term: Term) -> Possible:
        """Return the truth of an expression of the spec, by plain evaluation of what is known."""
        return self.base.evaluate(term, self.known.get)

    def propagate(self, roots: Sequence[Term], rounds: int = 3) -> None:
        """Look at terms, and again as long as something new follows, for so many rounds."""
        for _ in range(rounds):
            self._grew = False
            self._found = {}
            for root in roots:
                self.look(root)
            if not self._grew:
                return

    def look(self, root: Term) -> Possible:
        """Return what a term can be, by its arguments and by the facts about it."""
        found = self._found
        stack = [root]
        while stack:
            term = stack[-1]
            if term in found:
                stack.pop()
            elif waiting := [arg for arg in term.args if arg not in found]:
                stack += waiting
            else:
                stack.pop()
                found[term] = self._up(term, [found[arg] for arg in term.args])
        return found[root]

    def _up(self, term: Term, args: Sequence[Possible]) -> Possible:
        operation = self._operations[term.op]
        if operation.up:
            possible = operation.up(self, term, args)
        else:
            possible = possible_result(term, args) if term.args else self.base.of[term]
        known = self.known.get(term)
        if known is not None:
            possible = meet(known, possible)
            if operation.narrow:
                operation.narrow(self, term, args, possible)
        return possible
