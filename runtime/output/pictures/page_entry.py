"""What stands beside a puzzle on a page: its title, where it is from, and its rules."""

from __future__ import annotations

import re

from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax.yaml_nodes import Mapping, Node, Scalar

from .html_page import Entry

# Only such addresses become links: others could run something.
_ADDRESS = re.compile(r"https?://[^\s]+", re.IGNORECASE)


def entry_of(spec: Spec, name: str, picture: str, solution: str = "", section: str = "") -> Entry:
    """Return the entry of a spec on a page, with its pictures as SVG documents."""
    source = spec.document.get("source")
    words = [_said(spec.document, "author"), *(_said(source, key) for key in ("author", "publisher", "date"))]
    link = _said(source, "url")
    return Entry(
        name=name,
        title=" ".join(spec.title.split()) or name,
        picture=picture,
        solution=solution,
        rules=" ".join(spec.text.split()),
        source=", ".join(dict.fromkeys(word for word in words if word)),
        link=link if _ADDRESS.fullmatch(link) else "",
        section=section,
    )


def _said(node: Node | None, key: str) -> str:
    found = node.get(key) if isinstance(node, Mapping) else None
    return " ".join(found.text.split()) if isinstance(found, Scalar) else ""
