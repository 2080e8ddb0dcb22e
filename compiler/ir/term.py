"""Terms: what an expression over unknowns comes to. Wherever a term may stand, a known value may stand too."""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from ..language.scope import Scope
from ..language.spec import Layer
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
        """`number[r1c2]`, with the grid's name before it where there are several."""
        grid = f"{self.layer.grid}." if self.layer.grid else ""
        place = "" if self.layer.single else f"[{self.layer.place_name(self.position)}]"
        return f"{grid}{self.layer.name}{place}"


@dataclass(frozen=True, slots=True)
class Table:
    """A function on known values. Two tables are the same if their names and keys are; the key holds what was known already."""

    name: str
    compute: Callable[..., Value] = field(compare=False)
    key: Hashable = None


@dataclass(frozen=True, slots=True, eq=False)
class Evaluated:
    """An expression and its scope, whose truth only plain evaluation tells."""

    node: Expression
    scope: Scope


@dataclass(frozen=True, slots=True, eq=False)
class Refinement:
    """A truth about values that is followed up while solving: a weaker one is stated at once, and candidates that break the exact
    one are answered with lemmas.

    `exact(values)`: whether it is true. `lemma(values)`: a truth that follows from it and not from the values on which it is
    false, or none where no more is known than that these values do not do. `explicit()`: the same truth written out, or none.
    `joins`: pairs of points, for each of the first values, which are truth values. Where it is true, those that are true hang
    together in their points.
    """

    name: str
    exact: Callable[[Sequence[Value]], bool]
    lemma: Callable[[Sequence[Value]], Value]
    explicit: Callable[[], Value]
    joins: Sequence[tuple[int, int]] = ()


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
        self.is_ground: bool = op == "constant" or (bool(args) and all(arg.is_ground for arg in args))

    def __repr__(self) -> str:
        return f"%{self.id}"


Operand = Value  # a known value or a term
when_made = operator.attrgetter("id")  # terms sorted by it stand after their arguments


def branches(term: Term) -> list[tuple[Term, Term]]:
    """The pairs of a `cases` term, without the last value."""
    return list(zip(term.args[:-1:2], term.args[1:-1:2], strict=True))
