"""Whether a clause follows from a constraint: what the clause denies and the constraint cannot both hold.

The literals of the clause are taken to be false and the constraint to be true, and what follows is computed. Without a
contradiction, values of cells are tried one after the other, up to a number of trials. So a clause follows, or there is a case
in which it does not, or neither was found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum

from gridwright.compiler.ir.evaluation import evaluate, topological_order
from gridwright.compiler.ir.term import Term
from gridwright.compiler.ir.value_sets import FALSE, TRUE, EmptyMeet, Possible, Range, single

from .automaton_entailment import Machines
from .term_facts import Base, Facts

TRIALS = 400
LEFT = ("unknown", "evaluated")  # what evaluating a term takes as given

Clause = Sequence[int]


class EntailmentVerdict(Enum):
    """Return whether a clause follows."""

    YES = "follows"
    NO = "does not follow"
    OPEN = "not decided"


class Premise:
    """A constraint as the list of truths whose conjunction it is; empty without a constraint."""

    def __init__(self, term: Term | None) -> None:
        self.term = term
        self.parts: list[Term] = []
        self._with: dict[Term, list[int]] = {}
        waiting = [] if term is None else [term]
        for part in waiting:
            if part.op == "and":
                waiting += part.args
                continue
            if part.op == "refined":  # it implies the weaker truth
                waiting.append(part.args[0])
            for below in topological_order([part]):
                self._with.setdefault(below, []).append(len(self.parts))
            self.parts.append(part)

    def about(self, terms: Sequence[Term]) -> list[Term]:
        """Return the parts that contain some of the terms or their arguments, those with most of them first."""
        counts: dict[int, int] = {}
        for each in dict.fromkeys(each for term in terms for each in (term, *term.args)):
            for at in self._with.get(each, ()) if each.op != "constant" else ():
                counts[at] = counts.get(at, 0) + 1
        order = sorted(counts, key=lambda at: -counts[at])
        return [self.parts[at] for at in order] or self.parts[:1]


class EntailmentCheck:
    """Decides for the clauses of one certificate. `meanings`: the term that each variable is the truth of."""

    def __init__(self, base: Base, machines: Machines, meanings: Mapping[int, Term]) -> None:
        self.base = base
        self.machines = machines
        self.meanings = meanings

    def clause(self, clause: Clause, premise: Premise) -> EntailmentVerdict:
        """Return whether a clause follows."""
        denied = [(self.meanings[abs(literal)], literal < 0) for literal in clause]
        roots = list(dict.fromkeys(term for term, _ in denied))
        try:
            facts = Facts(self.base)
            for term, is_true in denied:
                facts.state(term, TRUE if is_true else FALSE)
            if self.machines.refutes(denied, facts):
                return EntailmentVerdict.YES
            facts.propagate(roots, 2)
        except EmptyMeet:
            return EntailmentVerdict.YES
        parts = premise.about(roots)
        for some in self._some(parts):
            try:
                further = Facts(self.base, facts.known)
                for part in some:
                    further.state(part, TRUE)
                further.propagate([*some, *roots])
                if self.machines.refutes(denied, further) or self._no_line(some, further):
                    return EntailmentVerdict.YES
            except EmptyMeet:
                return EntailmentVerdict.YES
        found = self._by_trials(facts, roots, parts[:8])
        return EntailmentVerdict.OPEN if found is EntailmentVerdict.NO and len(parts[:8]) < len(premise.parts) else found

    def _no_line(self, parts: Sequence[Term], facts: Facts) -> bool:
        """Check whether an automaton in these parts has no values left that it could read."""
        inside = (term for part in parts for term in (part, *part.args) if term.op == "automaton")
        return any(self.machines.accepts_nothing(term, facts) for term in inside)

    @staticmethod
    def _some(parts: Sequence[Term]) -> Iterator[Sequence[Term]]:
        """Yield parts, first one by one, then several at once."""
        for part in parts[:4]:
            yield [part]
        if len(parts) > 1:
            yield parts[:32]

    def _by_trials(self, facts: Facts, roots: Sequence[Term], parts: Sequence[Term]) -> EntailmentVerdict:
        start = Facts(self.base, facts.known)
        try:
            for part in parts:
                start.state(part, TRUE)
        except EmptyMeet:
            return EntailmentVerdict.YES
        below = topological_order([*roots, *parts])
        leaves = [term for term in below if term.op == "unknown"]
        conditions = [arg for term in below if term.op == "cases" for arg in term.args[:-1:2]]
        deciding = [
            term for term in topological_order(conditions) if term.op == "unknown"
        ]  # once they are known, cases are one value
        todo = [start]
        for _ in range(TRIALS):
            if not todo:
                return EntailmentVerdict.YES
            now = todo.pop()
            try:
                now.propagate([*parts, *roots])
            except EmptyMeet:
                continue
            leaf = self._next(now, deciding) or self._next(now, leaves)
            if leaf is None:
                if any(term.op == "evaluated" or not single(now.of(term)) for term in (*leaves, *below) if term.op in LEFT):
                    return EntailmentVerdict.OPEN
                cells = {term: next(iter(now.of(term))) for term in leaves}  # type: ignore[arg-type]
                if all(evaluate(term, cells) in now.of(term) for term in (*parts, *roots)):  # type: ignore[operator]
                    return EntailmentVerdict.NO
                continue
            for value in sorted(now.of(leaf), key=repr, reverse=True):  # type: ignore[arg-type]
                further = Facts(self.base, now.known)
                try:
                    further.state(leaf, frozenset((value,)))
                except EmptyMeet:
                    continue
                todo.append(further)
        return EntailmentVerdict.YES if not todo else EntailmentVerdict.OPEN

    @staticmethod
    def _next(facts: Facts, leaves: Sequence[Term]) -> Term | None:
        """Return the cell to be tried next: of those that are open the one with the fewest values."""
        found, fewest = None, 1 << 60
        for leaf in leaves:
            possible: Possible = facts.of(leaf)
            if not isinstance(possible, Range) and 1 < len(possible) < fewest:
                found, fewest = leaf, len(possible)
        return found
