"""`rules`, `together` and `define`: expressions with what stands around them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..language.spec import Define, Let, Rule
from ..syntax import parser
from ..syntax.diagnostics import Code, Collector, SpecError
from ..syntax.syntax_tree import Display, Expression, Loop
from ..syntax.yaml_errors import QUOTE
from ..syntax.yaml_nodes import Mapping, Node, Scalar, Sequence

Context = tuple[Loop | Let | Expression, ...]

_HEAD = re.compile(r"([^\W\d]\w*)(?:\(\s*([^\W\d]\w*(?:\s*,\s*[^\W\d]\w*)*)?\s*\))?")


def read_rules(node: Node, collector: Collector) -> tuple[Rule, ...]:
    """Return the rules of a list; those of nested lists with the loops, names and conditions around them."""
    assert isinstance(node, Sequence)
    return tuple(rule for item in node.items for rule in _rule(item, (), "", collector))


def _rule(node: Node, context: Context, says: str, collector: Collector) -> Iterator[Rule]:
    if isinstance(node, Scalar):
        parsed = _parse(node, collector)
        if parsed is not None:
            yield Rule(context, parsed, says, "", parsed.span)
        return
    assert isinstance(node, Mapping)
    known = Collector()
    context += tuple(_context(node, known))
    collector.take_all(known)
    sentence = node.get("says")
    says = sentence.text.strip() if isinstance(sentence, Scalar) else says
    name = node.get("name")
    single, several = node.get("rule"), node.get("rules")
    if isinstance(single, Scalar):
        parsed = _parse(single, collector)
        if parsed is not None and not known.has_any:  # otherwise its names would be reported as unknown
            yield Rule(context, parsed, says, name.text if isinstance(name, Scalar) else "", parsed.span)
    if isinstance(several, Sequence):
        for item in several.items:
            rules = list(_rule(item, context, says, collector))
            yield from () if known.has_any else rules


def _context(node: Mapping, collector: Collector) -> Iterator[Loop | Let | Expression]:
    """Yield the context of a rule, in the order in which it is applied: loops, names, condition."""
    loops, lets, condition = node.get("for"), node.get("let"), node.get("if")
    if isinstance(loops, Scalar):
        try:
            yield from parser.parse_loops(loops)
        except SpecError as problem:
            collector.take(problem)
    if isinstance(lets, Mapping):
        for key, value in lets.items:
            if not re.fullmatch(r"[^\W\d]\w*", key.text):
                collector.add(Code.WRONG_VALUE, f"`{key.text}` is not a name", key.span)
            elif (parsed := _parsed_value(value, collector)) is not None:
                yield Let(key.span.source.called.get(key.text, key.text), parsed)
    if isinstance(condition, Scalar) and (parsed := _parse(condition, collector)) is not None:
        yield parsed


def _parse(scalar: Scalar, collector: Collector) -> Expression | None:
    try:
        return parser.parse(scalar)
    except SpecError as problem:
        collector.take(problem)
        return None


def _parsed_value(node: Node, collector: Collector) -> Expression | None:
    """Return the expression of a definition, or a list of expressions; a list in brackets is read as one expression."""
    if isinstance(node, Scalar):
        return _parse(node, collector)
    assert isinstance(node, Sequence)
    if not node.span.text.startswith("["):
        items = [_parsed_value(item, collector) for item in node.items]
        return None if None in items else Display(tuple(item for item in items if item is not None), True, node.span)
    expression = _parse(Scalar(node.span.text, "", node.span), collector)
    if expression is not None and not isinstance(expression, Display):
        message = "YAML reads these brackets as a YAML list, but this should be an expression"
        collector.add(Code.MANGLED, message, node.span, help=QUOTE)
        return None
    return expression


def read_define(key: Scalar, node: Node, collector: Collector) -> Define | None:
    """Return one definition: `name: expression`, or `name(a, b): expression`."""
    head = _HEAD.fullmatch(key.text.strip())
    if not head:
        collector.add(
            Code.WRONG_VALUE,
            f"`{key.text}` is not the head of a definition",
            key.span,
            help="write `name:`, or `name(a, b):` for a function",
        )
        return None
    called = key.span.source.called
    parameters = tuple(called.get(part.strip(), part.strip()) for part in head[2].split(",")) if head[2] else ()
    if len(set(parameters)) != len(parameters):
        collector.add(Code.NAME_CLASH, "two parameters have the same name", key.span)
        return None
    body = _parsed_value(node, collector)
    return None if body is None else Define(head[1], parameters, body, key.span)
