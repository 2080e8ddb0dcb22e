"""All expressions that a document holds, each with the names that stand around it: loops, `let`, parameters of definitions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax import parser
from gridwright.compiler.syntax import syntax_tree as e
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.yaml_nodes import Mapping, Node, Scalar, Sequence

Bound = frozenset[str]
NO_NAMES: Bound = frozenset()
_TARGETS = re.compile(r"(?:^|\bfor\b)(?P<names>[\w\s,()]{1,200}?)\bin\b")
_HEAD = re.compile(r"\s*([^\W\d]\w*)\s*(?:\(([^()]*)\))?\s*")


@dataclass(frozen=True, slots=True, eq=False)
class WrittenExpression:
    """An expression as it is written, or the loops after `for:`; `bound` are the names that what stands around it binds."""

    scalar: Scalar
    is_loops: bool
    bound: Bound

    def roots(self) -> Iterator[tuple[e.Expression, Bound]]:
        """Yield its trees, each with the names bound there; raise `SpecError` if it is no expression."""
        if not self.is_loops:
            yield parser.parse(self.scalar), self.bound
            return
        bound = self.bound
        for loop in parser.parse_loops(self.scalar):
            yield loop.values, bound
            bound |= set(loop.pattern.names())
            yield from ((condition, bound) for condition in loop.conditions)

    def binds(self) -> Bound:
        """Return the names that loops bind, also where they are not written to the end."""
        if not self.is_loops:
            return NO_NAMES
        targets = (target["names"] for target in _TARGETS.finditer(self.scalar.text))
        return frozenset(name for names in targets for name in re.findall(r"[^\W\d]\w*", names))


def parts(document: Mapping) -> Iterator[Mapping]:
    """Yield the mappings with keys such as `layers`: the document, each of its boards, and each example of a library."""
    yield document
    boards, examples = document.get("grids"), document.get("examples")
    for _, board in boards.items if isinstance(boards, Mapping) else ():
        if isinstance(board, Mapping):
            yield board
    for example in examples.items if isinstance(examples, Sequence) else ():
        if isinstance(example, Mapping):
            yield example


def expressions(document: Mapping) -> Iterator[WrittenExpression]:
    """Yield all expressions of a document, in the order written within each of its parts.

    >>> from gridwright.compiler.syntax.yaml_nodes import read_text
    >>> text = "define: {f(a): a + 1}\\nrules: [{for: r in rows, rule: f(r) > 0}]"
    >>> [(found.scalar.text, sorted(found.bound)) for found in expressions(read_text(text))]
    [('a + 1', ['a']), ('r in rows', []), ('f(r) > 0', ['r'])]
    """
    for part in parts(document):
        for key, node in part.items:
            yield from _of_key(key.text, node)


def head(key: Scalar) -> tuple[str, tuple[str, ...]]:
    """Return the name and the parameters in the key of a definition.

    >>> from gridwright.compiler.syntax.yaml_nodes import read_text
    >>> [head(key) for key, _ in read_text("f(a, b): 1\\nn: 2").items]
    [('f', ('a', 'b')), ('n', ())]
    """
    match = _HEAD.match(key.text)
    if not match:
        return key.text.strip(), ()
    return match[1], tuple(re.findall(r"[^\W\d]\w*", match[2] or ""))


def _of_key(key: str, node: Node) -> Iterator[WrittenExpression]:
    if key in ("rules", "together"):
        for item in node.items if isinstance(node, Sequence) else ():
            yield from _of_rule(item, NO_NAMES)
    elif key in ("maximize", "minimize"):
        yield from _values(node, NO_NAMES)
    elif key == "use":
        yield from _of_uses(node)
    elif isinstance(node, Mapping):
        for name, value in node.items:
            if key == "define":
                yield from _values(value, frozenset(head(name)[1]))
            elif key == "answer":
                yield from _values(value, NO_NAMES)
            elif key in ("layers", "needs", "clues") and isinstance(value, Mapping):
                asked = {"layers": ("over", "values"), "needs": ("default",)}.get(key, ("values",) if value.get("on") else ())
                for inner, written in value.items:
                    if inner.text in asked:
                        yield from _values(written, NO_NAMES)
    elif key == "answer":
        yield from _values(node, NO_NAMES)


def _of_uses(node: Node) -> Iterator[WrittenExpression]:
    for item in node.items if isinstance(node, Sequence) else (node,):
        for _, arguments in item.items if isinstance(item, Mapping) else ():
            for key, value in arguments.items if isinstance(arguments, Mapping) else ():
                if key.text != "as":
                    yield from _values(value, NO_NAMES)


def _of_rule(node: Node, bound: Bound) -> Iterator[WrittenExpression]:
    if isinstance(node, Scalar):
        yield WrittenExpression(node, False, bound)
    if not isinstance(node, Mapping):
        return
    loops, lets = node.get("for"), node.get("let")
    if isinstance(loops, Scalar):
        written = WrittenExpression(loops, True, bound)
        yield written
        bound |= written.binds()
    for key, value in lets.items if isinstance(lets, Mapping) else ():
        yield from _values(value, bound)
        bound |= {key.text}
    for name in ("if", "rule"):
        expression = node.get(name)
        if isinstance(expression, Scalar):
            yield WrittenExpression(expression, False, bound)
    inner = node.get("rules")
    for item in inner.items if isinstance(inner, Sequence) else ():
        yield from _of_rule(item, bound)


def _values(node: Node, bound: Bound) -> Iterator[WrittenExpression]:
    """Yield an expression, or those of a list; a list in brackets is read as it is written."""
    if isinstance(node, Scalar):
        if isinstance(node.value, str):
            yield WrittenExpression(node, False, bound)
    elif isinstance(node, Sequence):
        if node.span.text.startswith("["):
            whole = Scalar(node.span.text, "", node.span)
            try:
                parser.parse(whole)
            except SpecError:
                return
            yield WrittenExpression(whole, False, bound)
        else:
            for item in node.items:
                yield from _values(item, bound)
