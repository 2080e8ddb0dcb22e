"""The quick check of a document says what `jsonschema` says: of every spec and library, and of each with one thing changed."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from gridwright.compiler.syntax import schema_check
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.schema_file import schema
from gridwright.compiler.syntax.yaml_nodes import Mapping, Node, Scalar, Sequence, read_file, read_text
from jsonschema import Draft7Validator
from layout import ROOT
from mistakes import SECTIONS

SPECS = sorted((ROOT / "specs").rglob("*.yaml"))
LIBRARIES = sorted((ROOT / "compiler" / "library").rglob("*.yaml"))
NUMBERS = [0, 1, -7, 10**9, Fraction(9, 2)]
OTHER_VALUES = [None, True, False, *NUMBERS, "", "9/2", "a b", "rest x 3", [], [1, "a"], {}, {"a": 1}, {"rule": "x"}]
LIBRARY = {"$ref": "#/definitions/library"}


def plain(node: Node) -> Any:
    """Return a document as values of Python."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    assert isinstance(node, Mapping)
    return {key.text: plain(value) for key, value in node.items}


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each list and mapping with each of its keys."""
    keys = list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else []
    for key in keys:
        yield data, key
        yield from places(data[key])


def changed(data: Any, chance: random.Random, count: int) -> Iterator[Any]:
    """Yield copies of a document in which one value is another, or missing, or has a key of another place."""
    known = [key for where, key in places(schema()) if isinstance(key, str)]
    for _ in range(count):
        spoilt = copy.deepcopy(data)
        where, key = chance.choice(list(places(spoilt)))
        what = chance.randrange(4)
        if what == 0:
            del where[key]
        elif what == 1 and isinstance(where, dict):
            where[chance.choice(known)] = where.pop(key)
        elif what == 2 and isinstance(where, dict):
            where[chance.choice(known)] = chance.choice(OTHER_VALUES)
        else:
            where[key] = chance.choice(OTHER_VALUES)
        yield spoilt


@pytest.mark.cases(quick=1)
@pytest.mark.parametrize(("paths", "described"), [(SPECS, {}), (LIBRARIES, LIBRARY)], ids=["specs", "libraries"])
def test_as_jsonschema(paths: list[Path], described: dict[str, str]) -> None:
    """Both agree on whether a document is valid, and both answers occur often."""
    whole = schema() | described
    validator, chance = Draft7Validator(whole), random.Random(1)
    answers = {True: 0, False: 0}
    for path in paths:
        data = plain(read_file(path))
        for document in [data, *changed(data, chance, 6)]:
            valid = validator.is_valid(document)
            assert schema_check.fits(document, whole) == valid, (path, document)
            answers[valid] += 1
    assert min(answers.values()) > len(paths)


def test_mistakes() -> None:
    """The specs of mistakes, as far as they are YAML."""
    validator = Draft7Validator(schema())
    invalid = 0
    for _, text, _ in SECTIONS:
        try:
            data = plain(read_text(text))
        except SpecError:
            continue
        valid = validator.is_valid(data)
        assert schema_check.fits(data, schema()) == valid
        invalid += not valid
    assert invalid > 10


def test_every_keyword_is_known() -> None:
    """The schema has no keyword that would send every spec to `jsonschema`."""

    def keywords(described: Any) -> Iterator[str]:
        if isinstance(described, dict):
            for keyword, value in described.items():
                yield keyword
                if keyword in ("properties", "definitions", "dependencies"):
                    for part in value.values():
                        yield from keywords(part)
                elif keyword == "anyOf":
                    for part in value:
                        yield from keywords(part)
                elif keyword not in ("elsewhere", "missing", "default", "examples", "const", "enum"):
                    yield from keywords(value)

    assert set(keywords(schema())) <= {"$ref", *schema_check.SILENT, *schema_check.RULES}


@pytest.mark.parametrize(
    ("described", "data"),
    [
        ({"oneOf": [True]}, 1),
        ({"const": [1]}, [1]),
        ({"enum": [None]}, None),
        ({"items": [True]}, [1]),
        ({"type": "array", "uniqueItems": True}, []),
    ],
    ids=str,
)
def test_unsure(described: dict[str, Any], data: object) -> None:
    """What it does not know is no yes."""
    with pytest.raises(schema_check.Unsure):
        schema_check.fits(data, described)
