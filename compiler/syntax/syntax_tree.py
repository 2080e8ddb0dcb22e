"""Expressions: nodes that know their place in the file. `parser` makes them, the interpreter walks them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ..records import dataclass
from .span import Span


@dataclass(frozen=True, slots=True, eq=False)
class Constant:
    """A number, a text or a truth value."""

    value: int | Fraction | str | bool
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Name:
    """A name that stands for a value."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Attribute:
    """`of.name`"""

    of: Expression
    name: str
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Subscript:
    """`of[index]`"""

    of: Expression
    index: Expression
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Slice:
    """`start:stop:step`, as an index."""

    start: Expression | None
    stop: Expression | None
    step: Expression | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Display:
    """`[a, b]` or `(a, b)`; `is_list` tells which."""

    items: tuple[Expression, ...]
    is_list: bool
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Unary:
    """`-a` or `+a`"""

    operator: str
    operand: Expression
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Binary:
    """`left operator right`, with one of `+ - * // % **` or `..`"""

    operator: str
    left: Expression
    right: Expression
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """A chain `operands[0] operators[0] operands[1] ...` of `== != < <= > >= in`, `not in`"""

    operators: tuple[str, ...]
    operands: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Junction:
    """`a and b and ...` or `a or b or ...`"""

    operator: str
    operands: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Not:
    """`not a`"""

    operand: Expression
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Conditional:
    """`then if condition else otherwise`"""

    condition: Expression
    then: Expression
    otherwise: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Pattern:
    """The target of a loop: one name, or a tuple of patterns."""

    name: str | None
    parts: tuple[Pattern, ...] = ()

    def names(self) -> Iterator[str]:
        """Yield all names bound, in order."""
        if self.name is not None:
            yield self.name
        for part in self.parts:
            yield from part.names()


@dataclass(frozen=True, slots=True, eq=False)
class Loop:
    """`for pattern in values if condition if ...`"""

    pattern: Pattern
    values: Expression
    conditions: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Comprehension:
    """`[element loops]`, or a generator when `is_list` is false."""

    element: Expression
    loops: tuple[Loop, ...]
    is_list: bool
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Lambda:
    """`lambda a, b: body`"""

    parameters: tuple[str, ...]
    body: Expression
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """`name(arguments, key=value)`"""

    name: str
    arguments: tuple[Expression, ...]
    keywords: tuple[tuple[str, Expression], ...]
    name_span: Span
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class OnGrid:
    """`of.name(arguments)`: a call on the grid `of`."""

    of: Expression
    body: Call
    span: Span


Expression = (
    Constant
    | Name
    | Attribute
    | Subscript
    | Slice
    | Display
    | Unary
    | Binary
    | Comparison
    | Junction
    | Not
    | Conditional
    | Comprehension
    | Lambda
    | Call
    | OnGrid
)


def walk(node: Expression | None) -> Iterator[Expression]:
    """Yield the node and everything below it, each once, parents first."""
    if node is None:
        return
    yield node
    for child in children(node):
        yield from walk(child)


def children(node: Expression) -> Iterator[Expression]:  # noqa: PLR0912 (one branch for each kind of node)
    """Yield the expressions directly below a node, in the order written."""
    match node:
        case Attribute(of=of):
            yield of
        case Subscript(of=of, index=index):
            yield from (of, index)
        case Slice(start=start, stop=stop, step=step):
            yield from (part for part in (start, stop, step) if part is not None)
        case Display(items=items):
            yield from items
        case Unary(operand=operand) | Not(operand=operand):
            yield operand
        case Binary(left=left, right=right):
            yield from (left, right)
        case Comparison(operands=operands) | Junction(operands=operands):
            yield from operands
        case Conditional(condition=condition, then=then, otherwise=otherwise):
            yield from (condition, then, otherwise)
        case Comprehension(element=element, loops=loops):
            for loop in loops:
                yield loop.values
                yield from loop.conditions
            yield element
        case Lambda(body=body):
            yield body
        case Call(arguments=arguments, keywords=keywords):
            yield from arguments
            yield from (value for _, value in keywords)
        case OnGrid(of=of, body=body):
            yield from (of, body)
        case Constant() | Name():
            return
