"""What is printed, item by item: however it is written, it is found, and can be taken out without a trace."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from gridwright.compiler.loader import load, load_text
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.runtime.authoring.printed_items import items_of, without

ROOT = Path(__file__).parents[2]
SPECS = sorted((ROOT / "specs").rglob("*.yaml"))

WAYS = """\
gridwright: 1
title: All ways   # to write things
grid: 3x3
areas:
  cages: |
    a a b
    c c b
    c d d
layers:
  number: {values: 8..12}
  total: {over: grid, values: 0..99}
  side: {over: links, values: bool}
givens:
  # a list of a picture and a mapping
  number:
    - |
      10 .  12
      .  11 9
      .  .  .
    - {r3c1:  11 , r3c2: 9   }
  total: 10      # the top left
  side:
    r1c1-r1c2: true     # a line
    r2c1-r2c2:
      false
clues:
  sum:
    left: [ 31, ., 30 ]   # three rows
    top: "30 31 ."
  hint: |
    .  10 .
    12 .  .
    .  .  10
  cage: {a: 19, "b": 21, c: 32, d: '20'}
  dots:
    r1c1-r2c1: {far: [1, 2]}
    r1c1-r2c2: [ 1,
      2 ]
rules:
  - for: line in lines
    rule: distinct(number[line]) and all(n in (9, 10, 11, 12, 8) for n in number[line])
  - for: line in rows
    rule: sum(number[line]) in 30..31
  - number[r1c1] == total
  - for: a, b in links
    rule: side[a, b] == (number[a] + 1 == number[b] or number[a] == number[b] + 1)
  - for: clue in sum
    rule: sum(number[clue.line]) == clue.value
  - for: clue in hint
    rule: number[clue.cell] != clue.value + 100
  - for: clue in cage
    rule: sum(number[clue.area]) < clue.value + 100
  - for: clue in dots
    rule: true
expect: {solutions: any}
"""


def test_every_way_to_write() -> None:
    """Whatever way an item is written in, without it nothing else of the file changes, and the item is gone when that is read."""
    spec = load_text(WAYS)
    items = items_of(spec)
    assert [item.place.text for item in items] == [
        *("10", "12", "11", "9", "11", "9", "10", "true", "false"),
        *("31", "30", "30", "31", "10", "12", "10", "19", "21", "32", "'20'", "{far: [1, 2]}", "[ 1,\n      2 ]"),
    ]
    for item in items:
        text = without(WAYS, [item])
        left = [str(item_text) for item_text in items_of(load_text(text))]
        assert left == [str(item_text) for item_text in items if item_text is not item]
        width = item.place.end - item.place.start
        assert text[: item.place.start] == WAYS[: item.place.start]
        assert text.rpartition(WAYS[item.place.end :])[0][item.place.start :].ljust(width) == ".".ljust(width)
    nothing = without(WAYS, items)
    assert not items_of(load_text(nothing))
    assert "      .  .  .\n      .  .  .\n" in nothing
    assert 'top: ".  .  ."' in nothing
    assert re.findall("#.*", nothing) == re.findall("#.*", WAYS)


@pytest.mark.cases(ci=18)
@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_items_of_shipped_specs(path: Path) -> None:
    """Every given and clue of a shipped spec is an item; without all of them as many lines are left, with the same comments."""
    spec = load(path)
    items = items_of(spec)
    printed = sum(len(grid.givens) + sum(map(len, grid.clue_groups)) for grid in spec.grids)
    assert sum(len(item.members) for item in items) == printed
    text = path.read_text("utf-8")
    bare = without(text, items)
    assert len(bare.splitlines()) == len(text.splitlines())
    assert re.findall("#.*", bare) == re.findall("#.*", text)
    try:
        left = load_text(bare)
    except SpecError:
        return  # a rule or a definition needs a clue that was there
    assert not items_of(left)


@pytest.mark.parametrize(
    "rest",
    [
        "define: {d: len(sum)}\nrules: [d < 9]",
        "rules: [len(sum) < 9]",
        "rules:\n  - for: c in cells\n    if: sum[c] != blank\n    rule: true",
        "rules: [{let: {s: sum}, rule: true}]",
        "rules: ['all(c.value > 0 for c in sum)']",
        "rules: [{for: 'i, c in enumerate(sum)', rule: i < 9}]",
        "rules: [true]\nanswer: len(sum)",
        "rules: [true]\ntogether: ['all(len(g.sum) > 0 for g in grids)']",
        "define: {d: len(sum)}\nrules: [true]\ntogether: ['all(g.d > 0 for g in grids)']",
    ],
)
def test_only_looped(rest: str) -> None:
    """What reads clues in any other way than by looping over them in a rule is noticed."""
    head = "gridwright: 1\ngrid: 1x3\nlayers: {n: {values: 1..3}}\nclues: {sum: {r1c1: 4}}\n"
    (item,) = items_of(load_text(head + rest))
    assert not item.only_adds
    (item,) = items_of(load_text(head + "rules:\n  - for: clue in sum if clue.value > 3\n    rule: n[clue.cell] < clue.value"))
    assert item.only_adds


@pytest.mark.parametrize(("value", "only_adds"), [("false", True), ("true", False)])
def test_rules_that_are_off(value: str, only_adds: bool) -> None:
    """A rule with a condition that is false from the start reads nothing, and neither do the definitions that only it uses."""
    rules = """\
define: {sums: '[c.value for c in sum]'}
rules:
  - {for: c in cells, if: 'negative and sum[c] == blank', rule: 'n[c] not in sums'}
  - {for: c in sum, rule: 'n[c.cell] < c.value'}
"""
    head = (
        f"gridwright: 1\ngrid: 1x3\nlayers: {{n: {{values: 1..3}}}}\nclues: {{sum: {{r1c1: 4}}}}\ndata: {{negative: {value}}}\n"
    )
    (item,) = items_of(load_text(head + rules))
    assert item.only_adds == only_adds
