"""Values of layers in JSON: each has one form, and nothing else stands for a value."""

from __future__ import annotations

import json
from typing import Any

import pytest
from gridwright.compiler.loader import load_text
from gridwright.compiler.values import BLANK, Value, typed_key
from gridwright.runtime.proofs.check.json_values import Rejected, ints, reader, to_json

SPEC = load_text("""gridwright: 1
grid: 1x2
layers:
  number: {values: 1..3, blank: true}
  word: {values: [red, '1', 1/2, 2]}
  truth: {values: bool}
  place: {over: grid, values: cells}
""")
LAYERS = {layer.name: layer for layer in SPEC.layers}


@pytest.mark.parametrize("name", LAYERS)
def test_each_value_has_a_form(name: str) -> None:
    """What is written is JSON, and is read as the same value, of the same type."""
    layer = LAYERS[name]
    values: list[Value] = [*layer.values, *([BLANK] if layer.blank else [])]
    forms = [json.loads(json.dumps(to_json(value, layer))) for value in values]
    assert [typed_key(reader(layer)(form)) for form in forms] == [typed_key(value) for value in values]
    assert len({json.dumps(form) for form in forms}) == len(values)


@pytest.mark.parametrize(
    ("name", "value", "form"),
    [
        ("number", 2, 2),
        ("number", BLANK, None),
        ("word", "red", "red"),
        ("word", "1", "1"),
        ("word", 2, 2),
        ("truth", True, True),
        ("word", LAYERS["word"].values[2], {"value": 2}),
        ("place", LAYERS["place"].values[0], {"value": 0}),
    ],
)
def test_forms(name: str, value: Value, form: Any) -> None:
    """Numbers, truth values and texts are as they are; anything else is the number of the value."""
    assert to_json(value, LAYERS[name]) == form
    assert typed_key(reader(LAYERS[name])(form)) == typed_key(value)


@pytest.mark.parametrize(
    ("name", "form"),
    [
        *(("number", form) for form in (0, 4, True, "1", [1], {}, {"value": 3}, {"value": -1}, {"value": True}, {"value": "0"})),
        *(("number", form) for form in ({"value": 0, "more": 0}, {"other": 0}, {"value": 9}, 10**30)),
        *(("word", form) for form in (None, 1, True, "blue", {"value": 4}, ["red"])),
        *(("truth", form) for form in (None, 0, 1, "true", {"value": 2})),
        *(("place", form) for form in (None, 0, "r1c1", {"value": 2}, {"value": -2})),
    ],
)
def test_what_stands_for_no_value(name: str, form: Any) -> None:
    """Numbers outside, of another type, and counted from the end; blank where nothing can be blank; what has other keys."""
    with pytest.raises(Rejected, match=f"the layer `{name}` has no value"):
        reader(LAYERS[name])(form)


def test_lists_of_whole_numbers() -> None:
    """A truth value, a text or a fraction is none, and neither is a list that has one."""
    assert ints([], "this") == []
    assert ints([1, -2, 10**30], "this") == [1, -2, 10**30]
    for wrong in (None, 1, "12", {}, {"a": 1}, [True], [1, "2"], [1.0], [[1]], [None]):
        with pytest.raises(Rejected, match="this must be a list of whole numbers"):
            ints(wrong, "this")
