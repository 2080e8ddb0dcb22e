"""Groups that are rectangles: the pass against every grid there is, and what it must not conclude."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from brute import assignments
from differing import look
from gridwright.compiler.compile import compile_spec, lower
from gridwright.compiler.ir.module import Assertion, Module, Origin, verify
from gridwright.compiler.ir.term import Term
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.passes.rectangular_groups import rectangular_groups
from gridwright.compiler.values import Value
from instances import values_of

SHADED = "grid: 3x4\nlayers:\n  shaded: {values: bool}\n"
RING = "grid:\n  size: 3x4\n  holes: [r2c2, r3c4]\nlayers:\n  shaded: {values: bool}\n"
WALLS = "grid: 2x3\nlayers:\n  wall: {over: links, values: bool}\n"
NUMBERS = "grid: 2x4\nlayers:\n  number: {values: 0..1, blank: true}\n"
ALL = "all(is_rectangle(g) for g in groups({groups}))"
NO_WALL_INSIDE = "all(wall[a, b] == (b not in group(a, cells, by=not wall)) for a, b in links)"
CORNERS = "all(count({mask}[corner.cells]) != 3 for corner in corners)"

STRIPS = """all(not (any(shaded[[step(c, left), step(c, right)]]) and any(shaded[[step(c, up), step(c, down)]]))
      for c in cells if shaded[c])"""

# header, what groups are of, what makes them rectangles
KINDS = {
    "mask": (SHADED, "shaded", [ALL.format(groups="shaded")]),
    "mask, said of corners": (SHADED, "shaded", [CORNERS.format(mask="shaded")]),
    "false in the mask": (SHADED, "not shaded", [ALL.format(groups="not shaded")]),
    "holes": (RING, "shaded", [ALL.format(groups="shaded")]),
    "walls": (WALLS, "cells, by=not wall", [ALL.format(groups="cells, by=not wall"), NO_WALL_INSIDE]),
    "equal numbers": (NUMBERS, "same=number", [ALL.format(groups="same=number")]),
    "mask and numbers": (NUMBERS, "number != 2, same=number", [ALL.format(groups="number != 2, same=number")]),
    "strips": (SHADED, "shaded", ["all(count(shaded[block]) < 3 for block in blocks(2, 2))"]),
    "strips, said of cells": (SHADED, "shaded", [STRIPS]),
    "one row": ("grid: 1x6\nlayers:\n  shaded: {values: bool}\n", "shaded", ["true"]),
}
ASKED = [
    "len(group(r1c2, {})) == 2",
    "len(group(r2c2, {})) >= 3",
    "len(group(r1c1, {})) + len(group(r2c3, {})) == 5",
    "len(group(r1c1, {})) != len(group(r2c3, {})) and r2c3 not in group(r1c2, {})",
    "all(len(g) != 2 for g in groups({}))",
    "count(len(g) == 2 for g in groups({})) == 1",
    "len(groups({})) == 3",
    "max(len(g) for g in groups({})) == 4",
    "all(len(group(a, {})) != len(group(b, {})) or b in group(a, {}) for a, b in links)",
]


def spec_of(header: str, *rules: str) -> Spec:
    """A spec with these rules."""
    return load_text(text_of(header, *rules), "rule.yaml")


def text_of(header: str, *rules: str) -> str:
    """Its text."""
    return f"gridwright: 1\n{header}use: [is_rectangle]\nrules:\n" + "".join(f"  - rule: |\n      {rule}\n" for rule in rules)


def asserted(module: Module, values: dict[Term, Value]) -> Iterator[tuple[Assertion, bool]]:
    """Each assertion, with whether it is true."""
    for assertion in module.assertions:
        yield assertion, bool(values[assertion.term] if isinstance(assertion.term, Term) else assertion.term)


def holds(module: Module, values: dict[Term, Value]) -> bool:
    """Whether all assertions are true."""
    return all(is_true for _, is_true in asserted(module, values))


def asked_of(kind: str, rule: str) -> str:
    """A rule about groups of a kind, of places that its board has."""
    rule = rule.replace("{}", KINDS[kind][1])
    rule = rule.replace("r2c2", "r3c3") if kind == "holes" else rule
    return rule.replace("r2c3", "r1c4").replace("r2c2", "r1c6") if kind == "one row" else rule


@pytest.mark.cases(quick=1, ci=12)
@pytest.mark.parametrize("rule", ASKED)
@pytest.mark.parametrize("kind", KINDS)
def test_straight_ways_say_the_same(kind: str, rule: str) -> None:
    """On every grid all assertions hold before the pass exactly if they do after it, and nothing about groups is left."""
    header, _, rules = KINDS[kind]
    spec = spec_of(header, *rules, asked_of(kind, rule))
    module = lower(spec)
    after = verify(rectangular_groups(module))
    assert not [term for term in after.reachable_terms() if term.op in ("same_component", "size")]
    crossing = verify(rectangular_groups(module, crossing=True))
    grids = list(assignments(spec))
    for grid in random.Random(kind + rule).sample(grids, min(len(grids), 700)):
        is_solution = holds(module, values_of(module, grid))
        assert holds(after, values_of(after, grid)) == is_solution, grid
        assert holds(crossing, values_of(crossing, grid)) == is_solution, grid


@pytest.mark.cases(ci=22)
@pytest.mark.parametrize("rule", ["1 < len(group(r2c2, {})) < 5", *ASKED])
@pytest.mark.parametrize("kind", KINDS)
def test_what_it_rests_on_is_told(kind: str, rule: str) -> None:
    """Where an assertion and those that the pass rests on hold, it holds after the pass as well, also by crossing lines."""
    header, _, rules = KINDS[kind]
    spec = spec_of(header, *rules, asked_of(kind, rule))
    module = lower(spec, independently=True)
    rests: list[Origin] = []
    after = verify(rectangular_groups(module, rests_on=rests.append, crossing=True))
    grids = list(assignments(spec))
    for grid in random.Random(kind + rule).sample(grids, min(len(grids), 700)):
        false = {assertion.origin for assertion, holds in asserted(module, values_of(module, grid)) if not holds}
        if false.isdisjoint(rests):
            assert all(holds or assertion.origin in false for assertion, holds in asserted(after, values_of(after, grid))), grid


@pytest.mark.parametrize("kind", ["strips", "strips, said of cells"])
def test_the_size_of_a_strip_is_no_product(kind: str) -> None:
    """Where one side of each rectangle is 1, no table of two sides is made."""
    header, _, rules = KINDS[kind]
    after = rectangular_groups(lower(spec_of(header, *rules, "len(group(r1c2, shaded)) != len(group(r2c3, shaded))")))
    assert not [term for term in after.reachable_terms() if term.op == "map" and len(term.args) > 1]


NOT_RECTANGULAR = {
    "nothing is said": (SHADED, "shaded", []),
    "not of every corner": (
        SHADED,
        "shaded",
        ["all(count(shaded[corner.cells]) != 3 for corner in corners if r1c1 not in corner.cells)"],
    ),
    "walls may stand inside": (WALLS, "cells, by=not wall", [ALL.format(groups="cells, by=not wall")]),
    "walls are only said to be there": (WALLS, "cells, by=not wall", [NO_WALL_INSIDE]),
    "other groups are": (SHADED, "shaded", [ALL.format(groups="not shaded")]),
    "only if": (SHADED, "shaded", [f"shaded[r1c1] or {ALL.format(groups='shaded')}"]),
    "around a hole": (RING, "shaded", ["all(count(shaded[corner.cells]) != 3 for corner in corners if len(corner.cells) == 4)"]),
}


@pytest.mark.parametrize("kind", NOT_RECTANGULAR)
def test_what_is_not_said_is_not_concluded(kind: str) -> None:
    """Groups that may be no rectangles are left as they are."""
    header, groups, rules = NOT_RECTANGULAR[kind]
    module = lower(spec_of(header, *rules, f"len(group(r1c1, {groups})) != 2"))
    assert rectangular_groups(module) is module


def test_nothing_is_concluded_from_what_can_be_left_out() -> None:
    """With selectors, an assertion that can be left out changes no other."""
    module = lower(spec_of(SHADED, ALL.format(groups="shaded"), "len(group(r1c1, shaded)) == 4"), independently=True)
    assert rectangular_groups(module, lambda origin: True) is module
    assert rectangular_groups(module, lambda origin: "len" in origin.span.text) is not module


def test_sides_that_are_equal_make_squares() -> None:
    """Where width and height are said to be equal, however that is spelt, a size is told by one side."""
    squares = (
        "all(len(leading(shaded[ray(c, right)])) == len(leading(shaded[ray(c, down)])) for c in cells if shaded[c]"
        " and not default(shaded[step(c, up)], false) and not default(shaded[step(c, left)], false))"
    )
    module = lower(spec_of(SHADED, ALL.format(groups="shaded"), squares, "len(group(r1c1, shaded)) != len(group(r3c4, shaded))"))
    after = rectangular_groups(module)
    names = {term.detail.name for term in after.reachable_terms() if term.op == "map"}
    assert "size by a side" in names and "size by two sides" not in names
    for grid in random.Random(1).sample(list(assignments(spec_of(SHADED, "true"))), 500):
        assert holds(module, values_of(module, grid)) == holds(after, values_of(after, grid)), grid


@pytest.mark.cases(ci=10)
@pytest.mark.parametrize("rule", ASKED)
@pytest.mark.parametrize("kind", ["walls", "equal numbers", "one row"])
def test_searches_agree(kind: str, rule: str) -> None:
    """All engines, lazily and eagerly, find what brute force finds."""
    header, _, rules = KINDS[kind]
    header = header.replace("2x4", "2x3").replace("0..1, blank: true", "0..1")
    looked = look(text_of(header, *rules, asked_of(kind, rule).replace("number != 2", "number != 0")))
    assert not looked.wrong, looked.wrong


def test_no_groups_are_refined() -> None:
    """A puzzle of rectangles leaves nothing to refinement."""
    spec = spec_of(
        "grid: 8x9\nlayers:\n  shaded: {values: bool}\n",
        ALL.format(groups="shaded"),
        ASKED[3].format("shaded", "shaded", "shaded"),
    )
    assert not [part.lazy for part in compile_spec(spec).parts if part.lazy]
