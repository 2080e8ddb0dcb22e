"""Renaming changes every place of a name, and no other: what is compiled afterwards is the same puzzle."""

from __future__ import annotations

import pytest
from gridwright.compiler.language.budget import NO_DEADLINE
from gridwright.runtime.authoring.editable_spec import NoEdit
from gridwright.runtime.authoring.text_edits import apply_edits
from gridwright.runtime.editing.declared_names import declared_names
from gridwright.runtime.editing.edited_text import EditedText
from gridwright.runtime.editing.renaming import rename_at

SPEC = """\
gridwright: 1
grids:
  left: {size: 2x2, clues: {dots: {r1c1: 1}}}
  right: 2x2
layers:
  number: {values: 1..n, over: cells}
data: {n: 3}
areas: {}
define:
  most(a): max(number[c] for c in a)
  shadow(number): number + 1
givens:
  number: {r1c1: 1}
rules:
  - for: c in cells
    let: {x: "number[c]"}
    rule: "x == 1 or 'number' == 'number'"
  - all(number > 0 for number in [1, 2])
together:
  - left.number[r1c1] == right.number[r1c1]
  - all(g.number[r2c2] > 0 for g in grids)
display: {number: text}
answer: left.number[r1c1]
""".replace("areas: {}\n", "").replace("givens:\n  number: {r1c1: 1}\n", "")


def test_only_that_name() -> None:
    """Texts, parameters and loops of the same name stay; places after a grid are found."""
    text = EditedText(SPEC)
    assert text.load(NO_DEADLINE) is not None
    after = apply_edits(SPEC, rename_at(text, SPEC.index("number: {values"), "digit"))
    assert after == (
        SPEC.replace("  number: {values", "  digit: {values")
        .replace("max(number[c]", "max(digit[c]")
        .replace('"number[c]"', '"digit[c]"')
        .replace("left.number", "left.digit")
        .replace("right.number", "right.digit")
        .replace("g.number", "g.digit")
        .replace("{number: text", "{digit: text")
    )
    assert EditedText(after).load(NO_DEADLINE) is not None


@pytest.mark.parametrize("name", ["n", "dots", "most", "shadow"])
def test_back_again(name: str) -> None:
    """A name that is renamed and renamed back gives the same text, and the text between is right."""
    text = EditedText(SPEC)
    assert text.document is not None
    at = next(name_declared.span.start for name_declared in declared_names(text.document) if name_declared.name == name)
    after = EditedText(apply_edits(SPEC, rename_at(text, at, "quite_new")))
    assert after.load(NO_DEADLINE) is not None
    assert apply_edits(after.text, rename_at(after, after.text.index("quite_new"), name)) == SPEC


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        ("cells", "the language"),
        ("r1c1", "the language"),
        ("c", "a loop"),
        ("most", "already"),
        ("a b", "not a name"),
        ("sum", "language"),
    ],
)
def test_refused(new: str, reason: str) -> None:
    """A name that is taken, or none, is refused with the reason."""
    with pytest.raises(NoEdit, match=reason):
        rename_at(EditedText(SPEC), SPEC.index("number: {values"), new)
