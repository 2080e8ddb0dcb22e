"""Lines too large on their own, read with what other rules say of neighbouring values: nothing is lost, and less is read."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gridwright.compiler.compile import compile_spec, lower
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.limits import Limits
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering import symbolic, truths_of_places
from gridwright.compiler.lowering.automata import line_automata
from gridwright.compiler.lowering.functions import shapes
from gridwright.compiler.syntax.diagnostics import SpecError
from ways import assert_agree

# What is said of cells beside each other, and of single ones.
PAIRS = [
    "all(number[a] == number[b] or number[a] == blank or number[b] == blank for a, b in zip(line[:2], line[1:3]))",
    "all(number[a] != number[b] for a, b in zip(line[:-1], line[1:])) and number[r1c2] != 0",
    "all(default(number[a], 3) <= default(number[b], 3) for a, b in zip(line[2:], line[3:]))",
]
# What is read along the line: as a rule, as a part of one, and with its truth turned round.
RULES = [
    "all(is_square(n) for n in numbers(number[line]))",
    "not all(is_square(n) for n in numbers(number[line])) or number[r1c5] == 1",
    "sum(numbers(number[line])) == 21 or number[r1c1] == 0",
    "any(n == 12 for n in numbers(number[line])) == (number[r1c5] == blank)",
    "all(is_palindrome(n - 1) for n in numbers(number[line])) and number[r1c1] != blank",
    "gcd(numbers(number[line])) == 2",
    "sum(numbers(number[line])) == number[r1c1]",
]


def spec_of(pairs: str, rule: str) -> Spec:
    """One row of five cells, with what is said of its neighbours and of the whole row, and a given."""
    return load_text(
        "gridwright: 1\ngrid: 1x5\nlayers:\n  number: {values: 0..2, blank: true}\ndefine:\n  line: rows[0]\n"
        f'rules:\n  - "{rule}"\n  - "{pairs}"\n'
    )


@pytest.mark.cases(ci=9)
@pytest.mark.parametrize("pairs", PAIRS)
@pytest.mark.parametrize("rule", RULES)
def test_nothing_is_lost(pairs: str, rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where every line is put off, all engines find what brute force finds."""
    monkeypatch.setattr(line_automata, "FIRST_STEPS", 3)
    spec = spec_of(pairs, rule)
    assert_agree(spec, instances=0)


@pytest.mark.parametrize("second", ["true", "not any(sum(r) < 2 for r in runs(number[rows[0]]))"])
def test_no_rule_is_its_own_neighbour(second: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line of two cells that was put off is not read as if what it says were said already, by itself or by a second rule."""
    monkeypatch.setattr(line_automata, "FIRST_STEPS", 3)
    layer = "layers:\n  number: {values: 0..2, blank: true}\n"
    rule = "not any(sum(r) < 3 and len(r) < 3 for r in runs(number[rows[0]]))"
    assert_agree(load_text(f"gridwright: 1\ngrid: 1x2\n{layer}rules:\n  - {rule}\n  - {second}\n"))


def test_less_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that is too large on its own is read to its end where neighbours say more."""
    monkeypatch.setattr(symbolic, "SPELLED_STEPS", 0)
    monkeypatch.setattr(truths_of_places, "MOST_PLACES", 0)
    few = Limits(states=60)
    equal = "all(number[a] == number[b] and number[a] != blank for a, b in zip(line[:-1], line[1:]))"
    rule = "all(n % 100 != 7 and digit_sum(n * n) != 7 for n in numbers(number[line]))"
    assert compile_spec(replace(spec_of("true", rule), limits=few)).fallback_instances
    assert not compile_spec(replace(spec_of(equal, rule), limits=few)).fallback_instances


def test_who_is_to_blame(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that is impossible only because of others is not said to be impossible by itself."""
    monkeypatch.setattr(line_automata, "FIRST_STEPS", 3)
    equal = "all(number[a] == number[b] and number[a] == 1 for a, b in zip(line[:-1], line[1:]))"
    (contradiction,) = compile_spec(spec_of(equal, "sum(numbers(number[line])) == 12")).contradictions
    assert contradiction.message == "no grid satisfies this rule together with the rules for neighbouring cells"


def test_what_is_small_is_read_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that is small enough on its own is lowered once, whatever its neighbours say."""
    monkeypatch.setattr("gridwright.compiler.lowering.automata.neighbours.Neighbours.restrict", None)
    assert not compile_spec(spec_of(PAIRS[0], RULES[0])).fallback_instances


SHADED = "gridwright: 1\ngrid: 2x3\nlayers:\n  shaded: {values: bool}\n"


def test_shapes_of_groups_wait_for_the_other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """One instance asks how large groups are. The others are lowered only once that is known, and nothing is lost."""
    asked: list[object] = []
    of_groups = shapes._of_groups
    monkeypatch.setattr(shapes, "_of_groups", lambda *of, **how: asked.append(of) or of_groups(*of, **how))
    rule = "not shaded[a] or not shaded[b] or same_shape(group(a, shaded), group(b, shaded)) == (a.row == b.row)"
    apart = "all(len(g) < 3 for g in groups(shaded))"
    spec = load_text(f"{SHADED}rules:\n  - for: a, b in combinations(cells, 2)\n    rule: {rule}\n  - {apart}\n")
    compile_spec(spec)
    assert 15 <= len(asked) <= 16
    assert_agree(spec)


def test_all_misplaced_clues_among_shapes() -> None:
    """Clues that no place of their rule has are all named, also where the rule waits for others."""
    rule = "same_shape(group(clue.link.cells[0], shaded), group(clue.link.cells[1], not shaded))"
    clues = 'clues:\n  sign: {r1c2-r2c3: ">", r1c1-r1c2: ">", r1c1-r2c2: ">", r1c2-r2c1: ">"}\n'
    spec = load_text(f"{SHADED}{clues}rules:\n  - for: clue in sign\n    rule: {rule}\n")
    with pytest.raises(SpecError) as caught:
        compile_spec(spec)
    assert len(caught.value.diagnostics) == 3
    assert all(diagnostic.message.startswith("the clue stands on a corner") for diagnostic in caught.value.diagnostics)


def test_shapes_that_are_impossible_alone() -> None:
    """An instance that waited for the other rules is impossible by itself if it would be so without them."""
    rule = "same_shape(group(r1c1, shaded), group(c, shaded)) and c != r2c3"
    (contradiction,) = compile_spec(load_text(f"{SHADED}rules:\n  - for: c in cells\n    rule: {rule}\n")).contradictions
    assert contradiction.message == "no grid satisfies this rule"


def test_a_condition_waits_for_the_other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A definition that is read along a line puts off a rule that has it as a condition, as it does inside the rule."""
    monkeypatch.setattr(line_automata, "FIRST_STEPS", 3)
    layer = "gridwright: 1\ngrid: 1x5\nlayers:\n  number: {values: 0..2, blank: true}\n"
    head = f'{layer}define:\n  fits: "{RULES[0].replace("line", "rows[0]")}"\nrules:\n  - number[r1c2] != 0\n'
    as_condition = load_text(f"{head}  - if: not fits\n    rule: number[r1c1] == 1\n")
    inside = load_text(f"{head}  - fits or number[r1c1] == 1\n")
    first, second = ([list(part.clauses()) for part in compile_spec(spec).parts] for spec in (as_condition, inside))
    assert first == second
    assert_agree(as_condition, instances=0)


@pytest.mark.parametrize(
    ("layers", "meaning", "others"),
    [
        (
            "wall: {over: links, values: bool}",
            "same_shape(group(r1c1, cells, by=not wall), group(r1c4, cells, by=not wall))",
            "all(len(g) == 2 for g in groups(cells, by=not wall))",
        ),
        ("x: {values: 0..2}", "all(is_square(n) for n in numbers(x[rows[0]]))", "all(x[a] <= x[b] for a, b in links)"),
    ],
)
def test_a_condition_that_is_a_definition_waits_too(
    layers: str, meaning: str, others: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A definition that a condition reads is lowered again when the other rules are known, as if it stood there itself."""
    monkeypatch.setattr(line_automata, "FIRST_STEPS", 3)
    written, named = (
        load_text(
            f"gridwright: 1\ngrid: 2x4\nlayers: {{{layers}}}\ndefine: {{meaning: '{meaning}'}}\n"
            f"rules:\n  - for: c in rows[0][:2]\n    if: {condition}\n    rule: c.column > 0\n  - {others}\n"
        )
        for condition in (meaning, "meaning")
    )
    assert len(lower(named).reachable_terms()) == len(lower(written).reachable_terms())
    assert not compile_spec(named).fallback_instances
