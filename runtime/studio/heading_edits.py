"""Change what stands around the board by small edits of the text: the libraries that are used, their parameters, the claim."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gridwright.compiler.library import libraries, uses
from gridwright.compiler.syntax.yaml_nodes import Mapping as SourceMapping
from gridwright.compiler.syntax.yaml_nodes import Node, Scalar, Sequence

from ..authoring.editable_spec import IN_TEXT, NoEdit
from ..authoring.printed_items import end_of
from ..authoring.text_edits import Edit
from .request_fields import checked

MOST_WRITTEN = 200  # characters of an expression


def heading_edits(document: SourceMapping, op: Mapping[str, Any]) -> list[Edit] | None:
    """Return the edits of an operation that is not about the board; None if it is one about the board."""
    kind = op.get("kind")
    if kind == "use":
        return add_library(document, checked(op, {"library": str})["library"])
    if kind == "claim":
        return claim(document, 1)
    if kind == "parameter":
        given = checked(op, {"library": str, "name": str, "value": str})
        return set_parameter(document, given["library"], given["name"], given["value"].strip())
    return None


def add_library(document: SourceMapping, name: str) -> list[Edit]:
    """Return the edits that add a library of the language under `use`.

    >>> from gridwright.compiler.syntax.yaml_nodes import read_text
    >>> from gridwright.runtime.authoring.text_edits import edited
    >>> text = "gridwright: 1\\nuse: sudoku  # 9x9\\ngrid: 9x9\\n"
    >>> edited(text, add_library(read_text(text), "thermo")).splitlines()[1]
    'use: [sudoku, thermo]  # 9x9'
    """
    if name not in libraries():
        raise NoEdit("there is no library of that name")
    if any(use.name == name for use in uses(document)):
        raise NoEdit(f"the puzzle uses `{name}` already")
    node, source = document.get("use"), document.span.source
    if node is None or (isinstance(node, Scalar) and not node.text):
        first = document.items[0][1] if document.items else None
        if first is None or document.span.text.startswith("{") or node is not None:
            raise NoEdit(f"there is no room for `use`; {IN_TEXT}")
        return [Edit(source.span(_line_end(source.text, end_of(first))), f"\nuse: {name}")]
    if isinstance(node, Sequence):
        if source.text[node.span.start] == "[":
            last = end_of(node.items[-1]) if node.items else node.span.start + 1
            return [Edit(source.span(last), f", {name}" if node.items else name)]
        column = node.span.start - (source.text.rfind("\n", 0, node.span.start) + 1)
        return [Edit(source.span(_line_end(source.text, end_of(node))), f"\n{' ' * column}- {name}")]
    if isinstance(node, SourceMapping) and source.text[node.span.start] != "{":
        raise NoEdit(f"`use` is written over several lines; {IN_TEXT}")
    return [Edit(source.span(node.span.start), "["), Edit(source.span(end_of(node)), f", {name}]")]


def claim(document: SourceMapping, solutions: int) -> list[Edit]:
    """Return the edits that write under `expect` how many solutions there are.

    >>> from gridwright.compiler.syntax.yaml_nodes import read_text
    >>> from gridwright.runtime.authoring.text_edits import edited
    >>> edited("grid: 2x2\\n", claim(read_text("grid: 2x2\\n"), 1))
    'grid: 2x2\\nexpect:\\n  solutions: 1\\n'
    """
    expect, text = document.get("expect"), document.span.source.text
    if isinstance(expect, SourceMapping):
        found = expect.get("solutions")
        if found is not None:
            return [Edit(found.span, str(solutions))]
        if not expect.items:
            return [Edit(expect.span, f"{{solutions: {solutions}}}")]
        start = expect.items[0][0].span.start
        is_flow = text[expect.span.start] == "{"
        column = start - (text.rfind("\n", 0, start) + 1)
        behind = ", " if is_flow else f"\n{' ' * column}"
        return [Edit(document.span.source.span(start), f"solutions: {solutions}{behind}")]
    if expect is not None:
        raise NoEdit(f"`expect` is no mapping; {IN_TEXT}")
    if text.startswith("{"):
        raise NoEdit(f"there is no room for `expect`; {IN_TEXT}")
    end = "" if text.endswith("\n") else "\n"
    return [Edit(document.span.source.span(len(text)), f"{end}expect:\n  solutions: {solutions}\n")]


def set_parameter(document: SourceMapping, library: str, name: str, value: str) -> list[Edit]:
    """Return the edits that give a library that is used a parameter: `use: star_battle` becomes `use: {star_battle: {stars: 2}}`.

    >>> from gridwright.compiler.syntax.yaml_nodes import read_text
    >>> from gridwright.runtime.authoring.text_edits import edited
    >>> for text in ("use: star_battle\\n", "use: [sudoku, {star_battle: {stars: 1}}]\\n"):
    ...     print(edited(text, set_parameter(read_text(text), "star_battle", "stars", "2")), end="")
    use: {star_battle: {stars: 2}}
    use: [sudoku, {star_battle: {stars: 2}}]
    """
    use = next((each for each in uses(document) if each.name == library), None)
    if use is None or library not in libraries():
        raise NoEdit("the puzzle does not use this library")
    if name not in parameters(library):
        raise NoEdit("the library has no such parameter")
    if not value or len(value) > MOST_WRITTEN or any(sign in value for sign in "#{}\n\"'") or ": " in value:
        raise NoEdit(f"this cannot be written here; {IN_TEXT}")
    source = document.span.source
    if use.parameters is None:
        if source.text[use.span.end : use.span.end + 1] == ":":
            raise NoEdit(f"the parameters are written in another way; {IN_TEXT}")
        written = f"{{{library}: {{{name}: {value}}}}}"
        return [Edit(use.span, written)]
    known = use.parameters.get(name)
    if known is not None:
        return [Edit(source.span(known.span.start, end_of(known)), value)]
    if use.parameters.items:
        key = use.parameters.items[0][0].span
        is_flow = source.text[use.parameters.span.start] == "{"
        column = key.start - (source.text.rfind("\n", 0, key.start) + 1)
        return [Edit(source.span(key.start), f"{name}: {value}" + (", " if is_flow else f"\n{' ' * column}"))]
    return [Edit(use.parameters.span, f"{{{name}: {value}}}")]


def parameters(library: str) -> dict[str, dict[str, str]]:
    """Return the parameters that a library of the language has: what each says, and its default.

    >>> parameters("star_battle")["stars"]["default"]
    '1'
    """
    needs = libraries()[library].document.get("needs") if library in libraries() else None
    found = {}
    for key, node in needs.items if isinstance(needs, SourceMapping) else ():
        texts = {name: node.get(name) if isinstance(node, SourceMapping) else None for name in ("says", "default")}
        found[key.text] = {name: each.text if isinstance(each, Scalar) else "" for name, each in texts.items()}
    return found


def used(document: SourceMapping) -> list[dict[str, Any]]:
    """Return the libraries that a spec names, with their parameters and what is given for them."""
    found = []
    for use in uses(document):
        given = {key.text: _text(node) for key, node in (use.parameters.items if use.parameters else ())}
        known = [{"name": name, **each, "value": given.get(name, "")} for name, each in parameters(use.name).items()]
        found.append({"name": use.name, "parameters": known})
    return found


def _text(node: Node) -> str:
    return node.text if isinstance(node, Scalar) else node.span.text


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end
