"""Regions by their walls: what walls shut off in the newest text becomes a region; a wall taken away makes one of two."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from gridwright.compiler.language.budget import Deadline
from gridwright.runtime.editing.work_process import OPTIONS, Asked
from gridwright.runtime.studio import editing
from layout import ROOT

ASKED = Asked(str(ROOT), OPTIONS, Deadline(None), lambda kind, known: None)
HEAD = "gridwright: 1\nuse: star_battle\ngrid: 2x3\nareas:\n  regions: |\n"
WHOLE = f"{HEAD}    a a a\n    a a a\n"
HALVES = f"{HEAD}    a b b\n    a b b\n"


def after(text: str, links: str, walls: str = "", *, removed: bool = False, more: Mapping[str, Any] | None = None) -> str:
    """Return the text after a stroke of walls. `more`: other keys of the operation."""
    op = {"kind": "walls", "area_kind": "regions", "links": links.split(), "walls": walls.split(), "removed": removed}
    answer = editing.edit({"text": text, "op": {**op, **(more or {})}}, ASKED)
    if "error" in answer:
        raise ValueError(answer["error"])
    for change in reversed(answer["edits"]):
        text = text[: change["start"]] + change["text"] + text[change["end"] :]
    return text


def test_a_part_becomes_a_region() -> None:
    """A wall that shuts off nothing changes nothing; with the one that is missing it does, and the smaller part is new."""
    assert after(WHOLE, "r1c1-r1c2") == WHOLE
    assert after(WHOLE, "r2c1-r2c2", "r1c1-r1c2") == f"{HEAD}    b a a\n    b a a\n"
    assert after(WHOLE, "r1c1-r1c2 r1c1-r2c1 r1c3-r2c3 r1c2-r1c3") == f"{HEAD}    b a c\n    a a a\n"


def test_walls_between_regions_make_none() -> None:
    """Walls where regions end already shut off no more."""
    assert after(HALVES, "r1c1-r1c2 r2c1-r2c2") == HALVES


def test_one_region_of_two() -> None:
    """A wall that is taken away joins the regions on both sides, also several at once; inside of a region it joins none."""
    assert after(HALVES, "r1c1-r1c2", removed=True) == WHOLE
    assert after(f"{HEAD}    a b c\n    a b c\n", "r1c1-r1c2 r2c2-r2c3", removed=True) == WHOLE
    assert after(HALVES, "r1c1-r2c1", removed=True) == HALVES


def test_cells_of_no_region() -> None:
    """Cells that are in no region are a part like others; the largest of them stays without a region."""
    assert after(f"{HEAD}    . . .\n    . . .\n", "r1c1-r1c2 r1c1-r2c1") == f"{HEAD}    a . .\n    . . .\n"
    assert after(f"{HEAD}    a . .\n    a . .\n", "r1c1-r1c2", removed=True) == f"{HEAD}    a . .\n    a . .\n"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"links": ["r1c1"]}, "links are names of two cells"),
        ({"links": [7]}, "links are names of two cells"),
        ({"links": ["r1c1-r1c2"] * 20_001}, "links are names of two cells"),
        ({"walls": ["r1c1-r9c9"], "removed": False}, "links are names of two cells"),
    ],
)
def test_bad_strokes(change: dict[str, Any], message: str) -> None:
    """A stroke is refused if one of its names is not the name of a link."""
    with pytest.raises(ValueError, match=message):
        after(WHOLE, "", more=change)


def test_a_board_that_does_not_exist() -> None:
    """A stroke on an unknown board is refused."""
    two = WHOLE.replace("grid: 2x3", "grids: {one: 2x3, two: 2x3}")
    with pytest.raises(ValueError, match="no board of that name"):
        after(two, "r1c1-r1c2", more={"grid": "other"})


def test_too_many_regions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stroke that would make very many regions is refused as a whole."""
    monkeypatch.setattr(editing, "MOST_OPERATIONS", 1)
    with pytest.raises(ValueError, match="too many at once"):
        after(WHOLE, "r1c1-r1c2 r1c1-r2c1 r1c3-r2c3 r1c2-r1c3")


def test_text_with_a_mistake() -> None:
    """Walls can also be drawn while the text has a mistake elsewhere."""
    wrong = WHOLE.replace("areas:", "rules: [nothing(1)]\nareas:")
    assert after(wrong, "r1c1-r1c2 r2c1-r2c2") == wrong.replace("a a a", "b a a")
