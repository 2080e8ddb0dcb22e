"""The document against `schema.json`: which keys there are, and what kind of value each takes. All violations at once."""

from __future__ import annotations

from . import schema_check
from .schema_file import schema
from .yaml_nodes import Mapping, Node, Scalar, Sequence, is_nothing


def validate(document: Mapping, *, library: bool = False) -> None:
    """Raise `SpecError` with every place where a puzzle, or a library, has not the shape that the schema describes."""
    described = schema() | ({"$ref": "#/definitions/library"} if library else {})  # beside a $ref nothing else counts
    some = _plain(document, nothing=False)
    whole = _plain(document, nothing=True) if _has_nothing(document) else some
    if not _fits(some, described) or (whole is not some and not _fits(whole, described)):
        from . import schema_violations  # noqa: PLC0415 (`jsonschema` is imported only if something is to be said)

        schema_violations.report(document, described, whole, some)


def _fits(data: object, described: dict[str, object]) -> bool:
    try:
        return schema_check.fits(data, described)
    except schema_check.Unsure:
        return False


def _has_nothing(node: Node) -> bool:
    """Check whether a key stands without a value."""
    if isinstance(node, Mapping):
        return any(is_nothing(value) or _has_nothing(value) for _, value in node.items)
    return isinstance(node, Sequence) and any(map(_has_nothing, node.items))


def _plain(node: Node, *, nothing: bool) -> object:
    """Return the document as Python values; with `nothing`, including keys without a value."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [_plain(item, nothing=nothing) for item in node.items]
    return {key.text: _plain(value, nothing=nothing) for key, value in node.items if nothing or not is_nothing(value)}
