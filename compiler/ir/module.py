"""A module: what must be true, each part with the place it comes from; its verifier and its text form."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from ..language.scope import Scope
from ..records import dataclass, replace
from ..syntax.span import Span
from ..values import BLANK, Number, Value, describe
from .domain import TRUTH
from .evaluation import topological_order
from .operation import UnknownOperation, all_operations
from .term import Operand, Term, Variable
from .term_factory import TermFactory


@dataclass(frozen=True, slots=True, eq=False)
class Origin:
    """Where a constraint comes from: which rule or given, with which bindings. It travels as far as an unsat core."""

    # "rule", "given", "fixed"; "rule among others": one that was lowered with what others say; "rule within bounds": one that is
    # true or false only within bounds that follow from others
    kind: str
    span: Span
    says: str
    grid: str
    scope: Scope

    @property
    def bindings(self) -> tuple[tuple[str, str], ...]:
        """Return the loop variables of a rule's instance, or the place of a given, with their values."""
        return self.scope.bindings()

    @property
    def where(self) -> str:
        """Return the grid, if there are several, and the bindings; empty if there are none."""
        grid = [f"grid {self.grid}"] if self.grid else []
        return ", ".join([*grid, *(f"{name} = {value}" for name, value in self.bindings)])

    @property
    def sentence(self) -> str:
        """Return the rule in one line: its `says`, or else its expression."""
        return " ".join((self.says or self.span.text).split())

    def __str__(self) -> str:
        return f"{self.kind} {self.span}" + (f", {self.where}" if self.where else "")


@dataclass(frozen=True, slots=True)
class Assertion:
    """A term, or a known truth value, that must be true. `uses_sizes`: as long as groups are as large as others say."""

    term: Term | bool
    origin: Origin
    uses_sizes: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """An objective: a numeric term that is to be as large (`maximize`) or as small as possible.

    Where there is no term, only plain evaluation tells what a solution is worth, and reads some of the `variables` for that.
    Where the objective can be a fraction, the term is `scale` times as large, which is whole.
    """

    maximize: bool
    term: Term | None
    variables: tuple[Variable, ...] = ()
    scale: int = 1

    @property
    def words(self) -> str:
        """Return the key of the spec: `maximize` or `minimize`."""
        return "maximize" if self.maximize else "minimize"

    def with_term(self, by: Callable[[Term], Operand]) -> Target | None:
        """Return the target with what takes the place of its term; None if that is known, since no solution is better then."""
        term = self.term and by(self.term)
        return replace(self, term=term) if term is None or isinstance(term, Term) else None

    def better(self, terms: TermFactory, than: Value) -> Operand:
        """Return the term "better than this value of the objective": larger, or smaller if it is minimized. Blank is worst."""
        if than is BLANK:
            return terms.filled(self.term)
        number = self.term_value(than)
        return self.as_good(terms, number + 1 if self.maximize else number - 1)

    def term_value(self, value: Number) -> int:
        """Return the number that the term has where the objective has a value; the next whole one if it can have none."""
        return math.floor(value * self.scale) if self.maximize else math.ceil(value * self.scale)

    def as_good(self, terms: TermFactory, value: Value) -> Operand:
        """Return the term "the term is at least as good as this number"."""
        if value is BLANK:
            return True
        assert self.term is not None
        domain = self.term.domain
        return terms.within(self.term, *((value, domain.high) if self.maximize else (domain.low, value)))


@dataclass(frozen=True, eq=False)
class Module:
    """A problem: its unknowns, its assertions, and its objective.

    `terms` makes further terms of the same kind; `variables` are the unknowns, whether something is asserted of them or not.
    """

    terms: TermFactory
    variables: tuple[Variable, ...]
    assertions: tuple[Assertion, ...]
    target: Target | None = None

    @cached_property
    def operations(self) -> frozenset[str]:
        """Return the operations of all terms below an assertion or the target."""
        return frozenset(term.op for term in self._used)

    def reachable_terms(self) -> Sequence[Term]:
        """Return all terms below an assertion or the target, arguments first."""
        return self._used

    def of_same_terms(self, assertions: Sequence[Assertion]) -> Module:
        """Return the module with assertions of the same terms: which terms these are is not found again."""
        same = replace(self, assertions=tuple(assertions))
        same.__dict__.update(_used=self._used)
        return same

    @cached_property
    def _used(self) -> Sequence[Term]:
        roots = [assertion.term for assertion in self.assertions if isinstance(assertion.term, Term)]
        return topological_order([*roots, *([self.target.term] if self.target and self.target.term else [])])


class MalformedModule(Exception):
    """A pass or a lowering made a module that is not well formed: a mistake of the program."""


def verify(module: Module) -> Module:
    """Return the module; raise `MalformedModule` if an operation is unknown or has wrong arguments."""
    known = set(module.variables)
    operations = all_operations()
    verified = module.terms.verified
    used = module.reachable_terms()
    for term in used:
        if term.op == "unknown" and term.detail not in known:
            raise MalformedModule(f"{term}: {term.detail.name} is not among the variables")
    new = [term for term in used if term not in verified] if verified else used
    for term in new:
        try:
            operation = operations[term.op]
        except UnknownOperation as problem:
            raise MalformedModule(f"{term}: {problem}") from None
        if not operation.check(term):
            raise MalformedModule(f"{term}: wrong arguments for {term.op}: {', '.join(str(arg.domain) for arg in term.args)}")
        if operation.is_truth and term.domain is not TRUTH and not term.domain.is_truth:
            raise MalformedModule(f"{term}: {term.op} gives truth values, not {term.domain}")
        for arg in term.args:
            if arg.id >= term.id:
                raise MalformedModule(f"{term}: an argument is made after it")
    verified.update(new)
    for assertion in module.assertions:
        if isinstance(assertion.term, Term) and not assertion.term.domain.is_truth:
            raise MalformedModule(f"{assertion.term}: asserted, and not a truth value ({assertion.origin})")
    if module.target and module.target.term and not module.target.term.domain.is_numeric:
        raise MalformedModule(f"{module.target.term}: to be optimised, and not a number")
    return module


def write(module: Module) -> str:
    """Return the text form: one line for each term, then one for each assertion, and one for the target."""
    return "".join(f"{line}\n" for line in _lines(module))


def _lines(module: Module) -> Iterator[str]:
    operations = all_operations()
    numbers = {term: number for number, term in enumerate(module.reachable_terms())}
    for term, number in numbers.items():
        args = "".join(f" %{numbers[arg]}" for arg in term.args)
        detail = operations[term.op].show(term.detail)
        yield f"%{number} = {term.op}{f' {detail}' if detail else ''}{args} : {term.domain}"
    for assertion in module.assertions:
        shown = f"%{numbers[assertion.term]}" if isinstance(assertion.term, Term) else describe(assertion.term)
        yield f"assert {shown}  # {assertion.origin}"
    if module.target:
        shown = f"%{numbers[module.target.term]}" if module.target.term else "by enumeration"
        yield f"{module.target.words} {shown}"
