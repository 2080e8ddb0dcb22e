"""What is wrong with a document that is not as `schema.json` describes: all violations at once, in words."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from jsonschema import Draft7Validator
from jsonschema.exceptions import ValidationError

from .diagnostics import Code, Collector
from .line_marks import unmarked_key
from .span import Span
from .suggestions import did_you_mean
from .yaml_nodes import Mapping, Node, Scalar, Sequence, is_nothing

KEYS = "additionalProperties"


def report(document: Mapping, described: dict[str, Any], whole: object, some: object) -> None:
    """Raise `SpecError` with every place where a document is not as the schema describes.

    `whole` is the document in values of Python, `some` the same without keys that nothing stands behind.
    """
    collector = Collector()
    problems = [
        violation for violation in Draft7Validator(described).iter_errors(some) if whole == some or violation.validator != KEYS
    ]
    if whole != some:  # a key with nothing behind it is as if it were not there, but an unknown one is not to be passed over
        problems += [violation for violation in Draft7Validator(described).iter_errors(whole) if violation.validator == KEYS]
    for problem in problems:
        _report(problem, document, collector)
    collector.raise_any()


def _at(document: Node, path: list[str | int]) -> tuple[Node, Span]:
    """Return the node at a path, and the span to point at: that of the key if there is one."""
    node, span = document, document.span
    for step in path:
        if isinstance(node, Mapping):
            span = node.key(str(step)).span
            node = next(value for key, value in node.items if key.text == str(step))
        else:
            assert isinstance(node, Sequence)
            node = node.items[int(step)]
            span = node.span
    return node, span


def _report(problem: ValidationError, document: Mapping, collector: Collector) -> None:
    path = list(problem.absolute_path)
    described: Any = problem.schema
    node, span = _at(document, path)
    where = _where(path)
    kind = problem.validator
    if kind == KEYS and isinstance(node, Mapping):
        _unknown_keys(problem, node, collector)
    elif kind == "required":
        wanted: Any = problem.validator_value
        present: Any = problem.instance
        missing = next(key for key in wanted if key not in present)
        if any(_is_meant(missing, key, described) for key in present):
            return  # the key is there, and misspelt: that is told
        if missing == "rule" and any(key.startswith(("for ", "if ")) for key in present):
            return  # that key is told, and what to write for it
        inside = f" in {where}" if path else ""
        help = described.get("missing", {}).get(missing, "")
        collector.add(Code.MISSING_KEY, f"the key `{missing}` is missing{inside}", _first_line(span), help=help)
    elif kind == "not":
        excluded = str(described["not"]["required"][0])
        second = node.key(excluded).span if isinstance(node, Mapping) else span
        collector.add(Code.WRONG_VALUE, str(described["errorMessage"]), second)
    elif "propertyNames" in problem.absolute_schema_path:
        name = str(problem.instance)
        key = node.key(name).span if isinstance(node, Mapping) else span
        collector.add(Code.WRONG_VALUE, f"`{name}` must be {described['errorMessage']}", key)
    else:
        expected = _expectation(problem)
        code = Code.WRONG_TYPE if kind == "type" else Code.WRONG_VALUE
        helps = _advice_on_level(path, described, document), _advice_on_key(node, described), _of_shape(path, problem, node)
        mend = str(described.get("mend", "")) if isinstance(described, dict) else ""
        help = next((text for text in helps if text), mend)
        collector.add(code, f"{where} must be {expected} (got {_got(node)})", _first_line(node.span), help=help)


def _is_meant(missing: str, key: str, described: dict[str, Any]) -> bool:
    """Check whether a key that does not exist is likely to be meant as one that is missing."""
    known = list(described.get("properties", ()))
    return key not in known and repr(missing) in did_you_mean(key, known)


def _advice_on_level(path: list[str | int], described: object, document: Mapping) -> str:
    """Return advice on a key that looks as if it belonged to the key before it; empty for other keys."""
    if not path or not isinstance(described, dict) or path[-1] not in described.get("properties", ()):
        return ""
    beside, _ = _at(document, path[:-1])
    keys = [key for key, _ in beside.items] if isinstance(beside, Mapping) else []
    at = [key.text for key in keys].index(str(path[-1])) if keys else 0
    return f"if it belongs to `{keys[at - 1].text}`, indent it by 2 spaces more" if at else ""


def _advice_on_key(node: Node, described: object) -> str:
    """Return advice on a text that looks like one of the keys that may stand here; empty for other texts."""
    known = described.get("properties", ()) if isinstance(described, dict) else ()
    text = node.text if isinstance(node, Scalar) else ""
    unmarked = unmarked_key(text) if re.split("[: ]", text)[0] in known else None
    return unmarked.help if unmarked else ""


def _of_shape(path: list[str | int], problem: ValidationError, node: Node) -> str:
    """Return advice on a list or text where keys are needed, or a text where a list is needed; empty for other mistakes."""
    wanted: Any = problem.validator_value if problem.validator == "type" else ""
    name = str(path[-1]) if path else ""
    if wanted == "array" and isinstance(node, Scalar) and node.style == "":
        is_word = re.fullmatch(r"[\w.-]+", node.text)
        return f"write `{name}: [{node.text}]`" if is_word else f"write it on a line of its own: `- {node.text}`"
    if "object" in wanted and isinstance(node, Sequence) and node.span.text.startswith("["):
        return "write { and } instead of [ and ]" if all(isinstance(item, Mapping) for item in node.items) else ""
    if wanted == "object" and isinstance(node, Sequence):
        return f"below `{name}`, write the keys without `- ` before them"
    if wanted == "object" and isinstance(node, Scalar) and node.style == "|":
        return f"below `{name}:`, write a name with `|` behind it, as in `a_name: |`, and the picture below that, indented deeper"
    return ""


def _where(path: list[str | int]) -> str:
    """Return a path in words."""
    if not path:
        return "the spec"
    if isinstance(path[-1], str):
        return f"`{path[-1]}`"
    return f"item {path[-1] + 1}" + (f" of `{path[-2]}`" if len(path) > 1 else "")


def _expectation(problem: ValidationError) -> str:
    """Return the expected value in words, from the nearest schema that has an error message."""
    while problem is not None:
        if isinstance(problem.schema, dict) and "errorMessage" in problem.schema:
            return str(problem.schema["errorMessage"])
        if not isinstance(problem.parent, ValidationError):
            break
        problem = problem.parent
    return f"something else: {problem.message}"


def _unknown_keys(problem: ValidationError, node: Mapping, collector: Collector) -> None:
    described: Any = problem.schema
    known = list(described.get("properties", ()))
    elsewhere = described.get("elsewhere", {})
    for (before, value), (key, written) in zip([(None, None), *node.items], node.items, strict=False):
        if key.text in elsewhere:
            what = described["title"].replace("A Gridwright", "a")
            collector.add(Code.UNKNOWN_KEY, f"the key `{key.text}` is not allowed in {what}", key.span, help=elsewhere[key.text])
        elif key.text not in known:
            first = key.text.partition(" ")[0]
            other = f"the possible keys are {', '.join(known)}"
            other = _split_key(key.text, written) if first in known else other
            if before is not None and value is not None and is_nothing(value):
                other = f"if it belongs to `{before.text}`, indent it by 2 spaces more"
            collector.add(Code.UNKNOWN_KEY, f"unknown key `{key.text}`", key.span, help=did_you_mean(key.text, known) or other)


def _split_key(text: str, written: Node) -> str:
    """Return advice on a key with its own text before the `:`, such as `for c in cells: number[c] > 1`."""
    first, _, rest = text.partition(" ")
    if first in ("for", "if") and isinstance(written, Scalar) and written.value is not None:
        return f"write `{first}: {rest}`, and below it `rule: {written.text}`"
    return f"write the `:` after `{first}`: `{first}: {rest}`"


def _first_line(span: Span) -> Span:
    text = span.text
    end = text.find("\n")
    return span if end < 0 else Span(span.source, span.start, span.start + end)


def _got(node: Node) -> str:
    if isinstance(node, Mapping):
        return "a mapping" if node.items else "an empty mapping"
    if isinstance(node, Sequence):
        return "a list" if node.items else "an empty list"
    if node.value is None:
        return "nothing"
    shown = node.text if len(node.text) <= 40 else node.text[:37] + "..."
    kind = {bool: "the truth value", int: "the number", Fraction: "the number", str: "the text"}[type(node.value)]
    return f"{kind} `{shown.strip()}`"
