"""Make the entry of a puzzle on a page: its title, its source, and its rules."""

from __future__ import annotations

import re

from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax.yaml_nodes import Mapping, Node, Scalar

from .html_page import Entry
from .printed_rules import printed_rules

# Only such addresses become links: others could run code.
_ADDRESS = re.compile(r"https?://[^\s]+", re.IGNORECASE)


def entry_of(spec: Spec, name: str, picture: str, solution: str = "", section: str = "") -> Entry:
    """Return the entry of a spec on a page, with its pictures as SVG documents."""
    source = spec.document.get("source")
    words = [_text(spec.document, "author"), *(_text(source, key) for key in ("author", "publisher", "date"))]
    link = _text(source, "url")
    return Entry(
        name=name,
        title=" ".join(spec.title.split()) or name,
        picture=picture,
        solution=solution,
        rules=printed_rules(spec),
        source=", ".join(dict.fromkeys(word for word in words if word)),
        link=link if _ADDRESS.fullmatch(link) else "",
        section=section,
    )


def _text(node: Node | None, key: str) -> str:
    value = node.get(key) if isinstance(node, Mapping) else None
    return " ".join(value.text.split()) if isinstance(value, Scalar) else ""
