"""What the checker lowers itself: the constraints of a spec as terms, and which terms of a certificate are the same.

Terms are the same if they are the same operation, with the same detail, on the same arguments. Each gets the number of its class,
found from the classes of its arguments, so that two large terms are compared in one step. A detail is compared as a certificate
has it: as JSON, in which true is not 1.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any

from gridwright.compiler.compile import lower
from gridwright.compiler.ir.automaton import Automaton
from gridwright.compiler.ir.decision_graph import DecisionGraph
from gridwright.compiler.ir.evaluation import topological_order
from gridwright.compiler.ir.lemma_context import LemmaContext
from gridwright.compiler.ir.module import Module
from gridwright.compiler.ir.operation import all_operations
from gridwright.compiler.ir.rebuild import Replacement
from gridwright.compiler.ir.term import Operand, Refinement, Term
from gridwright.compiler.ir.term_store import TableTooLarge
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import replace
from gridwright.compiler.values import Value

from .constraints import Key
from .json_values import Rejected, Values

SHORT = 100  # characters of a detail that is kept as it is; of a longer one its hash is
LOOK = 1_024  # classes between two looks at the deadline


def constraint_keys(spec: Spec, module: Module) -> Iterator[Key]:
    """Yield the key of each assertion of a module, in their order."""
    rules = {id(rule.span): ("rule", number) for number, rule in enumerate(spec.rules)}
    rules |= {id(rule.span): ("rule for all grids", number) for number, rule in enumerate(spec.together)}
    givens: dict[str, int] = {}
    counts: dict[tuple[Any, ...], int] = {}
    for assertion in module.assertions:
        origin = assertion.origin
        if origin.kind == "given":
            kind, number = "given", givens.setdefault(origin.grid, 0)
            givens[origin.grid] += 1
        else:
            kind, number = rules[id(origin.span)]
        bindings = () if origin.kind == "given" else origin.bindings
        key = (kind, number, origin.grid, bindings)
        counts[key] = counts.get(key, -1) + 1
        yield (*key, counts[key])


def written_out(module: Module, explicit: Callable[[Term], Operand | None]) -> list[Term | bool]:
    """Return each assertion with refined terms as `explicit` writes them out; None leaves one as it is."""
    by = {term: truth for term in module.used() if term.op == "refined" and (truth := explicit(term)) is not None}
    replacement = Replacement(module.terms, by)
    found: list[Term | bool] = []
    for assertion in module.assertions:
        try:
            found.append(replacement.of(assertion.term))
        except TableTooLarge:
            found.append(assertion.term)
    return found


def strengthened(module: Module, stronger: Mapping[Refinement, Sequence[Operand]]) -> Module:
    """Return refined truths with more that they imply: "multiples of 6" becomes "multiples of 6, and not all of 12".

    `TableTooLarge` where a term cannot be made anew.
    """
    terms = module.terms
    by = {
        term: terms.refined(terms.conjunction([term.args[0], *stronger[term.detail]]), term.args[1:], term.detail)
        for term in module.used()
        if term.op == "refined" and term.detail in stronger
    }
    replacement = Replacement(terms, by)
    return replace(module, assertions=tuple(replace(each, term=replacement.of(each.term)) for each in module.assertions))


class LoweredConstraints:
    """The constraints of a spec, lowered by whoever checks a certificate, and the classes of terms."""

    def __init__(self, spec: Spec, deadline: Deadline) -> None:
        self.module = lower(spec, deadline)
        self._limits = spec.limits
        self._deadline = deadline
        self._at = {key: at for at, key in enumerate(constraint_keys(spec, self.module))}
        self._classes: dict[Hashable, int] = {}
        self._left: dict[Key, list[Term]] = {}
        self._explicits: dict[Refinement, Operand | None] = {}
        self._answered: list[tuple[Term, tuple[Value, ...]]] = []
        self._own = _OwnTerms(self._class, Values(spec.layers).to_json)

    def __contains__(self, key: Key) -> bool:
        return key in self._at

    def __iter__(self) -> Iterator[Key]:
        return iter(self._at)

    def left_to_evaluation(self, key: Key) -> list[Term]:
        """Return the terms below a constraint whose detail only its rule tells."""
        if key not in self._left:
            found = self.module.assertions[self._at[key]].term
            below = topological_order([found]) if isinstance(found, Term) else []
            self._left[key] = [term for term in below if all_operations()[term.op].from_rule]
        return self._left[key]

    def answer(self, refined: Term, values: Sequence[Value]) -> None:
        """Take the lemma with which a refined term answers some values as known: what it implies is part of its weaker truth.

        `Rejected` where these are no values that break it, or it can be written out.
        """
        members = refined.args[1:]
        fit = len(values) == len(members) and all(value in member.domain for value, member in zip(values, members, strict=True))
        if not fit or refined.detail.exact(values) or self._explicit(refined) is not None:
            raise Rejected("a refined truth does not answer these values")
        self._answered.append((refined, tuple(values)))

    # classes

    def class_of_machine(self, found: Any) -> int:
        """Return the class of an automaton or a decision graph, from its JSON."""
        return self._class("a machine", (), found)

    def class_of_line(self, op: str, args: tuple[int, ...], detail: Any, machines: Sequence[int], term: Term) -> int:
        """Return the class of a term of a certificate. `args` and `machines` are classes: those of its arguments, and of all."""
        operation = all_operations()[op]
        if operation.from_rule:
            return self._class(op, args, id(term.detail))
        if operation.names_machine:
            detail = [machines[detail[0]], *detail[1:]] if isinstance(detail, list) else machines[detail]
        return self._class(op, args, detail)

    def _class(self, op: str, args: tuple[int, ...], detail: Any) -> int:
        if not len(self._classes) % LOOK:
            self._deadline.check()
        text = json.dumps(detail, sort_keys=True)
        kept = text if len(text) <= SHORT else hashlib.sha256(text.encode()).digest()
        return self._classes.setdefault((op, args, kept), len(self._classes))

    def is_own(self, key: Key, found: int) -> bool:
        """Check whether a constraint was lowered to a term of that class, as it is, or with what is refined written out."""
        at = self._at[key]
        return self._is(self.module.assertions[at].term, found) or self._is(self._written_out[at], found)

    def is_better(self, than: Value, found: int) -> bool:
        """Check whether "better than this value" is a term of that class."""
        target = self.module.target
        return target is not None and target.term is not None and self._is(target.better(self.module.terms, than), found)

    def _is(self, own: Operand, found: int) -> bool:
        return self._own.class_of(own if isinstance(own, Term) else self.module.terms.constant(own)) == found

    @functools.cached_property
    def _context(self) -> LemmaContext:
        asserted = [assertion.term for assertion in self.module.assertions]
        return LemmaContext(self.module.terms, self._limits, self._deadline, asserted)

    def is_own_refined(self, found: int) -> bool:
        """Check whether a refined truth of that class is one of the rules', with what it implies."""
        return found in self._refined

    @functools.cached_property
    def _refined(self) -> set[int]:
        return {
            self._own.class_of(term) for module in (self.module, self._stronger) for term in module.used() if term.op == "refined"
        }

    @functools.cached_property
    def _stronger(self) -> Module:
        stronger: dict[Refinement, list[Operand]] = {}
        for refined, values in self._answered:
            lemma = refined.detail.lemma(self._context, values)
            stronger.setdefault(refined.detail, []).append(True if lemma is None else lemma)
        return strengthened(self.module, stronger) if stronger else self.module

    @functools.cached_property
    def _written_out(self) -> list[Term | bool]:
        return written_out(self._stronger, self._explicit)

    def _explicit(self, refined: Term) -> Operand | None:
        """Return a refined term without refinement, or None if that is too large."""
        if refined.detail not in self._explicits:
            self._explicits[refined.detail] = refined.detail.explicit(self._context)
        return self._explicits[refined.detail]


class _OwnTerms:
    """The classes of own terms. It is given to `Operation.write`, and names machines and expressions by their classes."""

    def __init__(self, classed: Callable[[str, tuple[int, ...], Any], int], to_json: Callable[[Value], Any]) -> None:
        self._class = classed
        self.to_json = to_json
        self._found: dict[Term, int] = {}
        self._machines: dict[Automaton | DecisionGraph, int] = {}

    def class_of(self, term: Term) -> int:
        """Return the class of a term."""
        if term not in self._found:
            operations = all_operations()
            for below in topological_order([term]):
                if below not in self._found:
                    op, args = below.op, tuple([self._found[arg] for arg in below.args])
                    try:
                        self._found[below] = self._class(op, args, operations[op].write(self, below))
                    except TypeError:  # no certificate can contain it, so none has a term of this class
                        self._found[below] = self._class(f"no {op}", args, below.id)
        return self._found[term]

    def machine(self, machine: Automaton | DecisionGraph) -> int:
        """Return the class of an automaton or a decision graph."""
        if machine not in self._machines:
            self._machines[machine] = self._class("a machine", (), machine.to_json(self.to_json))
        return self._machines[machine]

    def named(self, term: Term) -> Any:
        """Return what tells a detail that only its rule tells."""
        return id(term.detail)
