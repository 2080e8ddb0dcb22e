"""Clues written as `?`: what a solution implies, by plain evaluation and by a solver."""

from __future__ import annotations

from pathlib import Path

import pytest
from gridwright.compiler.library import libraries
from gridwright.compiler.loader import load, load_text
from gridwright.compiler.loader.examples import examples_of
from gridwright.runtime.authoring.generating.fill import fill
from gridwright.runtime.authoring.printed_items import clue_place, items_of

QUESTION = ("?", "'?'")  # in a picture, and behind a key or in a list
# The first examples of these print clues that their solutions imply; rules of the last two read all clues together.
GENRES = ("slitherlink", "masyu", "skyscrapers", "kakuro", "kurodoko", "minesweeper", "country_road", "nurikabe", "shikaku")


@pytest.mark.cases(quick=3)
@pytest.mark.parametrize("genre", GENRES)
def test_fills_in_what_was_printed(genre: str, tmp_path: Path) -> None:
    """Each clue of an example that becomes `?` gets its value back, and the text is as before."""
    text = next(examples_of(genre, libraries()[genre].document)).text
    items = [item for item in items_of(load_text(text)) if not item.is_given and item.value != "?"][:6]
    lacking = text
    for item in reversed(items):
        line = text[: item.place.start].rpartition("\n")[2]
        lacking = f"{lacking[: item.place.start]}{QUESTION[':' in line]}{lacking[item.place.end :]}"
    file = tmp_path / "puzzle.yaml"
    file.write_text(lacking, "utf-8")
    spec = load(file, may_lack_values=True)
    assert spec.expected.solution is not None
    filled = {clue_place(filled_clue.clue): filled_clue.values for filled_clue in fill(spec, spec.expected.solution)}
    for item in items:
        assert item.members[0].value in filled[item.where], item


def test_says_which_values_fit() -> None:
    """A clue that nothing tells apart could have several values; one that nothing fits has none."""
    text = "gridwright: 1\ngrid: 1x2\nlayers: {n: {values: 1..3}}\nclues: {most: {r1c1: '?', r1c2: 2}}\nrules:\n"
    spec = load_text(text + "  - for: clue in most\n    rule: n[clue.cell] <= clue.value\n")
    assert [filled.values for filled in fill(spec, {("", "n"): (2, 1)})] == [(2,)]
    spec = load_text(text.replace("2}}", "5}}") + "  - for: clue in most\n    rule: n[clue.cell] >= clue.value\n")
    assert [filled.values for filled in fill(spec, {("", "n"): (2, 1)})] == [()]
