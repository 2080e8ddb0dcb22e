"""Terms: what an expression over unknowns comes to. Wherever a term may stand, a known value may stand too."""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Sequence
from typing import Any, ClassVar, NamedTuple

from ..language.scope import Scope
from ..language.spec import Layer
from ..records import dataclass, field
from ..syntax.syntax_tree import Expression
from ..values import Unknown, Value
from .domain import Domain

SUMS = ("linear", "size", "members")  # compared as a weighted sum, without a literal for each value


class Variable(NamedTuple):
    """One unknown of a spec: a layer at one of its places. A tuple, because there are many of them, and all are looked up."""

    layer: Layer
    position: int

    @property
    def name(self) -> str:
        """Return `number[r1c2]`, with the grid's name before it where there are several."""
        grid = f"{self.layer.grid}." if self.layer.grid else ""
        place = "" if self.layer.single else f"[{self.layer.place_name(self.position)}]"
        return f"{grid}{self.layer.name}{place}"


@dataclass(frozen=True, slots=True)
class Table:
    """A function of known values. Two tables are equal if their names and keys are; the key holds the known arguments.

    `compute` is a function of a module, or `functools.partial` of one with plain arguments, so that a table can be pickled.
    """

    name: str
    compute: Callable[..., Value] = field(compare=False)
    key: Hashable = None


@dataclass(frozen=True, slots=True, eq=False)
class Evaluated:
    """An expression and its scope, whose truth value is found by plain evaluation."""

    node: Expression
    scope: Scope


@dataclass(frozen=True, slots=True, eq=False)
class Refinement:
    """A constraint on values that is refined while solving: a weaker one is stated at once, and candidates that break the exact
    one are answered with lemmas.

    `exact(values)`: whether it holds; None if evaluating it is a mistake, which the judge then reports. `lemma(context, values)`:
    a term that follows from it and is false for these values, or None if all that is known is that these values break it.
    `explicit(context)`: the same constraint written out, or None. The context is a `LemmaContext`. All three are methods of a
    frozen record or functions of a module, so that they can be pickled.
    `joins`: pairs of points, one for each of the first values, which are truth values. If the constraint holds, those that are
    true are connected at their points. `opposite(terms)`: that the constraint does not hold, written out, or None; it is
    stated at once where a candidate that satisfies the constraint tells little of how to break it.
    """

    name: str
    exact: Callable[[Sequence[Value]], bool | None]
    lemma: Callable[..., Value]
    explicit: Callable[..., Value]
    joins: Sequence[tuple[int, int]] = ()
    opposite: Callable[..., Value] | None = None


class Term(Unknown):
    """A term: an operation on other terms, with details that are known. Made by `Terms` only, and compared by identity.

    `is_ground`: there is no unknown below it, so its value is known; not every operation folds such terms when they are made.
    """

    __slots__ = ("args", "detail", "domain", "id", "is_ground", "op")
    kind: ClassVar[str] = "an unknown value"

    def __init__(self, id: int, op: str, args: tuple[Term, ...], detail: Any, domain: Domain) -> None:
        self.id = id
        self.op = op
        self.args = args
        self.detail = detail
        self.domain = domain
        self.is_ground: bool = bool(args) or op == "constant"
        for arg in args:
            if not arg.is_ground:
                self.is_ground = False
                break

    def __repr__(self) -> str:
        return f"%{self.id}"

    def __reduce__(self) -> tuple[type[Term], tuple[int, str, tuple[Term, ...], Any, Domain]]:
        return Term, (self.id, self.op, self.args, self.detail, self.domain)


Operand = Value  # a known value or a term
when_made = operator.attrgetter("id")  # terms sorted by it stand after their arguments
operation_of = operator.attrgetter("op")  # to look for one among thousands of arguments


def branches(term: Term) -> list[tuple[Term, Term]]:
    """Return the pairs of a `cases` term, without the last value."""
    return list(zip(term.args[:-1:2], term.args[1:-1:2], strict=True))
