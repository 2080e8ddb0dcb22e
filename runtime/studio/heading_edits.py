"""Change the text around the board by small edits: the libraries that it uses, their parameters, the claim of one solution."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gridwright.compiler.library import libraries, uses
from gridwright.compiler.syntax.yaml_nodes import Mapping as SourceMapping
from gridwright.compiler.syntax.yaml_nodes import Node, Scalar, Sequence

from ..authoring.editable_spec import IN_TEXT, NoEdit
from ..authoring.entry_removal import is_flow
from ..authoring.printed_items import end_of
from ..authoring.text_edits import Edit
from .request_fields import check_fields

MOST_WRITTEN = 200  # characters of an expression


def heading_edits(document: SourceMapping, op: Mapping[str, Any]) -> list[Edit] | None:
    """Return the edits of an operation on the text around the board; None if the operation is another one."""
    kind = op.get("kind")
    if kind == "use":
        return add_library(document, check_fields(op, {"library": str})["library"])
    if kind == "claim":
        return claim_one_solution(document)
    if kind == "parameter":
        given = check_fields(op, {"library": str, "name": str, "value": str})
        return set_parameter(document, given["library"], given["name"], given["value"].strip())
    return None


def add_library(document: SourceMapping, name: str) -> list[Edit]:
    """Return the edits that add a library of the language under `use`.

    >>> from gridwright.compiler.syntax.yaml_nodes import read_text
    >>> from gridwright.runtime.authoring.text_edits import apply_edits
    >>> text = "gridwright: 1\\nuse: sudoku  # 9x9\\ngrid: 9x9\\n"
    >>> apply_edits(text, add_library(read_text(text), "thermo")).splitlines()[1]
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
        if is_flow(node):
            last = end_of(node.items[-1]) if node.items else node.span.start + 1
            return [Edit(source.span(last), f", {name}" if node.items else name)]
        column = node.span.start - (source.text.rfind("\n", 0, node.span.start) + 1)
        return [Edit(source.span(_line_end(source.text, end_of(node))), f"\n{' ' * column}- {name}")]
    if isinstance(node, SourceMapping) and not is_flow(node):
        raise NoEdit(f"`use` is written over several lines; {IN_TEXT}")
    return [Edit(source.span(node.span.start), "["), Edit(source.span(end_of(node)), f", {name}]")]


def claim_one_solution(document: SourceMapping) -> list[Edit]:
    """Return the edits that write under `expect` that there is one solution.

    >>> from gridwright.compiler.syntax.yaml_nodes import read_text
    >>> from gridwright.runtime.authoring.text_edits import apply_edits
    >>> apply_edits("grid: 2x2\\n", claim_one_solution(read_text("grid: 2x2\\n")))
    'grid: 2x2\\nexpect:\\n  solutions: 1\\n'
    """
    expect, source = document.get("expect"), document.span.source
    if isinstance(expect, SourceMapping):
        solutions = expect.get("solutions")
        if solutions is not None:
            return [Edit(solutions.span, "1")]
        return [first_entry(expect, "solutions: 1")]
    if expect is not None:
        raise NoEdit(f"`expect` is no mapping; {IN_TEXT}")
    if source.text.startswith("{"):
        raise NoEdit(f"there is no room for `expect`; {IN_TEXT}")
    end = "" if source.text.endswith("\n") else "\n"
    return [Edit(source.span(len(source.text)), f"{end}expect:\n  solutions: 1\n")]


def set_parameter(document: SourceMapping, library: str, name: str, value: str) -> list[Edit]:
    """Return the edits that set a parameter of a library that the text uses.

    >>> from gridwright.compiler.syntax.yaml_nodes import read_text
    >>> from gridwright.runtime.authoring.text_edits import apply_edits
    >>> for text in ("use: star_battle\\n", "use: [sudoku, {star_battle: {stars: 1}}]\\n"):
    ...     print(apply_edits(text, set_parameter(read_text(text), "star_battle", "stars", "2")), end="")
    use: {star_battle: {stars: 2}}
    use: [sudoku, {star_battle: {stars: 2}}]
    """
    use = next((use for use in uses(document) if use.name == library), None)
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
        return [Edit(use.span, f"{{{library}: {{{name}: {value}}}}}")]
    known = use.parameters.get(name)
    if known is not None:
        return [Edit(source.span(known.span.start, end_of(known)), value)]
    return [first_entry(use.parameters, f"{name}: {value}")]


def first_entry(mapping: SourceMapping, entry: str) -> Edit:
    """Return the edit that writes an entry before those of a mapping."""
    if not mapping.items:
        return Edit(mapping.span, f"{{{entry}}}")
    source, start = mapping.span.source, mapping.items[0][0].span.start
    column = start - (source.text.rfind("\n", 0, start) + 1)
    return Edit(source.span(start), entry + (", " if is_flow(mapping) else f"\n{' ' * column}"))


def parameters(library: str) -> dict[str, dict[str, str]]:
    """Return the parameters of a library of the language: the text about each, and its default.

    >>> parameters("star_battle")["stars"]["default"]
    '1'
    """
    needs = libraries()[library].document.get("needs") if library in libraries() else None
    declared = {}
    for key, node in needs.items if isinstance(needs, SourceMapping) else ():
        texts = {field: node.get(field) if isinstance(node, SourceMapping) else None for field in ("says", "default")}
        declared[key.text] = {field: text.text if isinstance(text, Scalar) else "" for field, text in texts.items()}
    return declared


def used_libraries(document: SourceMapping) -> list[dict[str, Any]]:
    """Return the libraries that a spec names, with their parameters and the values that the spec gives these."""
    libraries_used = []
    for use in uses(document):
        given = {key.text: _text(node) for key, node in (use.parameters.items if use.parameters else ())}
        known = [{"name": name, **texts, "value": given.get(name, "")} for name, texts in parameters(use.name).items()]
        libraries_used.append({"name": use.name, "parameters": known})
    return libraries_used


def _text(node: Node) -> str:
    return node.text if isinstance(node, Scalar) else node.span.text


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end
