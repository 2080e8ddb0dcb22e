"""A spec on which something disagrees made smaller: keys and items are left out, expressions replaced by their parts."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

import yaml
from gridwright.compiler.syntax import parser, syntax_tree
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.yaml_nodes import Scalar, read_text

EXPRESSIONS = ("rule", "if", "maximize", "minimize")
PLAIN = ("0", "1", "true", "cells", "r1c1")


class _Dumper(yaml.SafeDumper):
    pass


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if " " in text or len(text) > 40 else None)


_Dumper.add_representer(str, _text)


def written(document: Any) -> str:
    """A spec as YAML that can be read; expressions in blocks."""
    return yaml.dump(document, Dumper=_Dumper, sort_keys=False, width=1_000, default_flow_style=None)


def shrunk(text: str, still: Callable[[str], bool], tries: int = 400) -> str:
    """The smallest spec found on which `still` says that something is wrong; the spec itself where nothing smaller is."""
    document = yaml.safe_load(text)
    if not still(written(document)):
        return text
    tried = 0
    smaller = True
    while smaller:
        smaller = False
        for candidate in sorted(_smaller(document), key=lambda shrunk_spec: len(written(shrunk_spec))):
            tried += 1
            if tried > tries:
                return written(document)
            if still(written(candidate)):
                document, smaller = candidate, True
                break
    return written(document)


def _smaller(node: Any, key: str = "") -> Iterator[Any]:
    """Documents with one thing left out or made simpler."""
    if isinstance(node, dict):
        for name, inner in node.items():
            if name not in ("gridwright", "grid", "grids", "layers", "rules", "rule", "over", "values"):
                yield {other: value for other, value in node.items() if other != name}
            for less in _smaller(inner, key if key == "define" else str(name)):
                yield {other: less if other == name else value for other, value in node.items()}
    elif isinstance(node, list):
        for at, inner in enumerate(node):
            if len(node) > 1:
                yield node[:at] + node[at + 1 :]
            for less in _smaller(inner, key):
                yield [*node[:at], less, *node[at + 1 :]]
    elif isinstance(node, str) and key in (*EXPRESSIONS, "define", "rules", "together", "let"):
        yield from simpler(node.strip())


def simpler(text: str) -> Iterator[str]:
    """Expressions in which a part is replaced by one of its own parts, or by something plain."""
    scalar = read_text(f"x: |\n  {text}\n").get("x")
    assert isinstance(scalar, Scalar)
    try:
        root = parser.parse(scalar)
    except SpecError:
        return
    begin = root.span.source.text.index(text)

    def inside(node: Any) -> Iterator[Any]:
        for part in dataclasses.fields(node):
            value = getattr(node, part.name)
            for member in value if isinstance(value, tuple) else (value,):
                if isinstance(member, tuple):
                    yield from (item for item in member if hasattr(item, "span"))
                elif hasattr(member, "span"):
                    yield member

    waiting, seen = [root], 0
    while waiting and seen < 200:
        node = waiting.pop(0)
        seen += 1
        parts = list(inside(node))
        waiting += parts
        if not isinstance(node, syntax_tree.Expression):
            continue
        start, end = node.span.start - begin, node.span.end - begin
        for plain in (*(text[p.span.start - begin : p.span.end - begin] for p in parts), *PLAIN):
            if len(plain) < end - start:
                yield text[:start] + plain + text[end:]
