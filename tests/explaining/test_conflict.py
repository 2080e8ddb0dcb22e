"""Selecting givens and rules one by one: each set of them has a solution exactly if brute force finds one, and the irreducible
and the smallest sets that contradict are what trying all sets finds."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from brute import assignments
from gridwright.compiler.compile import compile_spec, lower, problems_of
from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, GaveUp
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.limits import Limits
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering import truths_of_places
from gridwright.compiler.lowering.automata import line_automata
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.span import Span
from gridwright.runtime.engines.engine import Status
from gridwright.runtime.engines.engine_registry import ENGINES, make_engine
from gridwright.runtime.explaining import conflict, mus
from gridwright.runtime.explaining.conflict import Conflict, _ConflictPart, _ConflictSearch, find_conflict
from gridwright.runtime.explaining.linear_infeasibility import LinearInfeasibility, Parity, Totals
from gridwright.runtime.explaining.members import ConflictMember
from gridwright.runtime.explaining.model_rotation import ModelRotation
from gridwright.runtime.explaining.mus import HittingSets, MusSearch
from gridwright.runtime.judging.judge import judge
from gridwright.runtime.solving.effort import Improving
from gridwright.runtime.solving.progress import Progress
from gridwright.runtime.solving.session import OutOfConflicts, Session
from hypothesis import assume
from items import Item, broken_by_grid, contradict, fewest, item, item_broken
from random_specs import given_specs

MOST_SUBSETS = 128

# A few cells and many items, several of which contradict in more than one way.
TANGLES = [
    "grid: 2x3\nlayers: {x: {values: 1..3}}\ngivens: {x: {r1c1: 1, r1c2: 1, r2c3: 2}}\n"
    "rules:\n  - for: a, b in links\n    rule: x[a] != x[b]\n  - for: line in lines\n    rule: sum(x[line]) == 6\n",
    "grid: 1x5\nlayers: {x: {values: 0..3}}\n"
    "rules:\n  - for: a, b in links\n    rule: x[a] < x[b]\n  - for: c in cells\n    rule: x[c] > 0\n",
    "grid: 3x2\nlayers: {s: {values: bool}}\n"
    "rules:\n  - connected(s)\n  - not s[r1c2]\n  - for: c in [r1c1, r3c1]\n    rule: s[c]\n"
    "  - for: c in cells\n    rule: len(group(c, s)) <= 2\n  - not s[r2c2]\n",
    "grid: 2x3\nlayers: {s: {values: bool}}\ngivens: {s: {r2c1: true}}\n"
    "rules:\n  - for: c, k in [(r1c1, 2), (r1c3, 1)]\n    rule: len(group(c, s)) == k\n"
    "  - all(count(c in [r1c1, r1c3] for c in found) == 1 for found in groups(s))\n  - s[r2c2]\n",
    "grid: 2x2\nlayers: {x: {values: 0..2, blank: true}}\n"
    "rules:\n  - for: line in lines\n    rule: gcd(numbers(x[line])) == 12\n  - x[r1c1] == blank\n  - x[r2c2] == 1\n",
]


def assert_every_set(spec: Spec, engine: str, lazy: bool) -> None:
    """Hold every set of items, and what is said of the irreducible and the smallest, against brute force."""
    puzzle = compile_spec(spec, lazy=lazy, has_selector=lambda origin: True)
    broken = broken_by_grid(spec)
    for part in puzzle.parts:
        selectors = {literal: item(origin) for origin, literal in part.selectors.items()}
        others = {item(assertion.origin) for assertion in puzzle.module.assertions} - set(selectors.values())
        # The other parts, and what is false by itself, are left out of what the judge finds broken.
        own = [broken_items - others for broken_items in broken]
        session = Session(part, make_engine(engine, 0), NO_DEADLINE, Progress())
        sets = MusSearch(session, ModelRotation(part), LinearInfeasibility(part, puzzle.module.terms))
        literals = list(selectors)
        subsets = (some for number in range(len(literals) + 1) for some in itertools.combinations(literals, number))
        for some in itertools.islice(subsets, MOST_SUBSETS):
            core = sets.core(some)
            assert (core is not None) == contradict((selectors[member] for member in some), own), some
            assert core is None or (set(core) <= set(some) and contradict((selectors[member] for member in core), own))
        assert_sets_that_contradict(sets, selectors, own, engine)


def assert_sets_that_contradict(sets: MusSearch, selectors: dict[int, Item], broken: list[set[Item]], engine: str) -> None:
    """Hold the irreducible and the smallest set of a part against brute force."""
    literals = list(selectors)
    core = sets.core(literals)
    assert (core is not None) == contradict(selectors.values(), broken)
    if core is None:
        return
    conflicts = list(sets.shrink(core))
    assert conflicts[-1].irreducible
    for member in conflicts:  # whatever is said to be needed on the way is in the last one too
        assert set(member.members[: member.needed]) <= set(conflicts[-1].members)
    members = [selectors[literal] for literal in conflicts[-1].members]
    assert contradict(members, broken)
    assert not any(contradict(members[:at] + members[at + 1 :], broken) for at in range(len(members)))
    *_, smallest = sets.smallest_mus(literals, conflicts[-1].members, HittingSets(make_engine(engine, 0), NO_DEADLINE))
    assert smallest.lower_bound == len(smallest.members)
    assert contradict((selectors[literal] for literal in smallest.members), broken)
    assert len(smallest.members) == fewest(list(selectors.values()), broken)


@pytest.mark.slow
@given_specs
def test_random_specs(text: str) -> None:
    """Whatever the spec, each set of its rules has a solution exactly if brute force finds one."""
    try:
        spec = load_text(text, "random.yaml")
    except SpecError:
        assume(False)
    try:
        for engine, lazy in (("z3", True), ("cadical", False)):
            assert_every_set(spec, engine, lazy)
    except SpecError:
        assume(False)


@pytest.mark.cases(ci=8)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("text", TANGLES)
def test_tangles(text: str, engine: str) -> None:
    """The same for rules with several instances and for givens."""
    assert_every_set(load_text("gridwright: 1\n" + text), engine, lazy=True)


# Each is a case for adding up inequalities: totals, numbers that occur once, given values, a product of both.
TOTALS = [
    "grid: 2x3\nlayers: {x: {values: 0..2}}\nclues: {n: {left: [3, 2], top: [2, 3, 1]}}\n"
    "rules:\n  - for: c in n\n    rule: sum(x[c.line]) == c.value\n",
    "grid: 1x4\nlayers: {x: {values: 1..4}}\ngivens: {x: {r1c1: 2}}\n"
    "rules:\n  - distinct(x)\n  - x[r1c2] + x[r1c3] >= 7\n  - x[r1c3] + x[r1c4] <= 6\n  - x[r1c4] >= 2\n",
    "grid: 2x2\nlayers: {s: {values: bool}, n: {values: 0..3}}\n"
    "rules:\n  - for: c in cells\n    rule: n[c] == count(s[d] for d in neighbors(c))\n  - sum(n) == 7\n  - count(s) == 3\n",
]


@pytest.mark.cases(ci=4)
@pytest.mark.parametrize("text", [*TOTALS, *TANGLES])
def test_adding_up(text: str) -> None:
    """What adding up shows to contradict does by brute force, for each set of items, and is a part of the set."""
    spec = load_text("gridwright: 1\n" + text)
    puzzle = compile_spec(spec, has_selector=lambda origin: True)
    broken = broken_by_grid(spec)
    shown = 0
    for part in puzzle.parts:
        selectors = {literal: item(origin) for origin, literal in part.selectors.items()}
        counting = LinearInfeasibility(part, puzzle.module.terms)
        for number in range(len(selectors), 0, -1):
            for some in itertools.islice(itertools.combinations(selectors, number), MOST_SUBSETS // 8):
                core = counting.core(some, NO_DEADLINE)
                if core is not None:
                    shown += 1
                    assert set(core) <= set(some)
                    assert contradict((selectors[member] for member in core), broken), some
                    totals = counting.totals(core, NO_DEADLINE)
                    assert totals is None or totals.needed > totals.allowed
                    assert totals is not None or counting.parity(core) is not None
    assert shown or text not in TOTALS


def test_totals_that_differ() -> None:
    """Rows and columns that do not add up to the same contradict: all clues are named, and nothing else, and each is needed."""
    clues = "left: [4, 4, 3, 4, 3, 4, 4, 3], top: [4, 4, 4, 4, 4, 4, 3, 3]"
    found_conflict = find_conflict(
        load_text(
            "gridwright: 1\ngrid: 8x8\nlayers: {s: {values: bool}}\ngivens: {s: {r1c1: true}}\nclues: {n: {" + clues + "}}\n"
            "rules:\n  - for: c in n\n    rule: count(s[c.line]) == c.value\n  - not s[r8c8]\n"
        ),
        deadline=Deadline(20),
    )
    assert found_conflict is not None
    assert len(found_conflict.members) == 16
    assert found_conflict.irreducible
    assert all(member.clues for member in found_conflict.members)
    assert isinstance(found_conflict.totals, Totals)
    assert list(found_conflict.totals.at_least.values()) == [4, 4, 4, 4, 4, 4, 3, 3]
    assert list(found_conflict.totals.at_most.values()) == [4, 4, 3, 4, 3, 4, 4, 3]
    assert (found_conflict.totals.needed, found_conflict.totals.allowed, found_conflict.totals.rest) == (30, 29, 0)


def test_parity() -> None:
    """Three numbers are counted twice each, so their pairs cannot add up to something odd together, whatever halves would do."""
    rules = ["x[r1c1] + x[r1c2] == 3", "x[r1c2] + x[r1c3] == 4", "x[r1c1] + x[r1c3] == 4", "x[r1c1] <= 3"]
    spec = load_text(f"gridwright: 1\ngrid: 1x3\nlayers: {{x: {{values: 1..4}}}}\nrules: {json.dumps(rules)}\n")
    puzzle = compile_spec(spec, has_selector=lambda origin: True)
    (part,) = puzzle.parts
    counting = LinearInfeasibility(part, puzzle.module.terms)
    literals = list(part.selectors.values())
    assert counting.core(literals, NO_DEADLINE) == literals[:3]
    parity = counting.parity(literals)
    assert parity == Parity({0: 3, 1: 4, 2: 4})
    assert parity.total == 11


@pytest.mark.parametrize(
    ("rules", "at_least", "at_most", "rest"),
    [
        (["x[r1c1] == 3", "sum(x[cells[1:]]) == 5", "sum(x) >= 9"], [9], [5], 3),
        (["distinct(x)", "x[r1c2] >= 3", "x[r1c3] >= 3", "x[r1c1] >= 3"], [], [2], -3),
        (["x[r1c1] + x[r1c2] <= 3", "x[r1c2] + x[r1c3] <= 3", "x[r1c1] + x[r1c3] <= 3", "sum(x) >= 5"], [10], [3, 3, 3], 0),
    ],
)
def test_totals(rules: list[str], at_least: list[int], at_most: list[int], rest: int) -> None:
    """What a sum is made of, worked out by hand: amounts of rules, and what single places add to it."""
    spec = load_text(f"gridwright: 1\ngrid: 1x3\nlayers: {{x: {{values: 1..4}}}}\nrules: {json.dumps(rules)}\n")
    puzzle = compile_spec(spec, has_selector=lambda origin: True)
    (part,) = puzzle.parts
    totals = LinearInfeasibility(part, puzzle.module.terms).totals(list(part.selectors.values()), NO_DEADLINE)
    assert totals is not None
    assert (list(totals.at_least.values()), list(totals.at_most.values()), totals.rest) == (at_least, at_most, rest)


# Clues of which two rules speak, clues that are spoken of in pairs, two mistakes in independent parts, refinement.
PRINTED = [
    "grid: 2x2\nlayers: {x: {values: 1..3}}\nclues: {n: {left: [6, 3], top: [3, .]}}\n"
    "rules:\n  - for: c in n\n    rule: sum(x[c.line]) == c.value\n  - for: c in n\n    rule: x[c.line[0]] < c.value - 2\n",
    "grid: 2x2\nlayers: {x: {values: 1..2}}\nclues: {n: {left: [3, 2], top: [., 3]}}\n"
    "rules:\n  - for: a in n for b in n\n    if: a.value < b.value\n    rule: sum(x[a.line]) > sum(x[b.line])\n"
    "  - for: c in n\n    rule: sum(x[c.line]) >= c.value\n  - x[r2c1] == 1\n",
    "grid: 1x2\nlayers: {x: {values: 1..3}}\ngivens: {x: {r1c1: 2, r1c2: 3}}\nclues: {n: {top: [1, 2]}}\n"
    "rules:\n  - for: c in n\n    rule: x[c.line[0]] == c.value\n",
    "grid: 1x3\nlayers: {x: {values: 2..9, blank: true}}\ngivens: {x: {r1c1: 4}}\n"
    "clues: {n: {left: [1]}, m: {top: [8, ., .]}}\nrules:\n  - x[r1c2] == blank\n"
    "  - for: c in n\n    rule: gcd(numbers(x[c.line])) == c.value\n  - for: c in m\n    rule: x[c.line[0]] == c.value\n",
    "grid: 1x2\nlayers: {x: {values: 1..3}}\ngivens: {x: {r1c1: 2}}\nclues: {n: {top: [4, 1]}}\n"
    "rules:\n  - for: c in n\n    rule: x[c.line[0]] == c.value\n",
]


@pytest.mark.cases(ci=18)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("text", [*TANGLES, *TOTALS, *PRINTED])
def test_corrections(text: str, engine: str) -> None:
    """Givens and clues without which there is a solution are those by brute force, among those that contradict."""
    spec = load_text("gridwright: 1\n" + text)
    of_printed: dict[Span, set[Item]] = {}
    for assertion in lower(spec, independently=True).assertions:
        for span in ConflictMember(assertion.origin, ()).printed:
            of_printed.setdefault(span, set()).add(item(assertion.origin))
    found_conflict = find_conflict(spec, engine=engine)
    assert found_conflict is not None
    asked = {span for member in found_conflict.members for span in member.printed}
    grids = [(grid, {item_broken(violation) for violation in judge(spec, grid).violations}) for grid in assignments(spec)]
    if not asked:
        assert found_conflict.corrections is None
        return
    assert found_conflict.corrections is not None
    assert found_conflict.corrections.undecided == 0
    possible = {span for span in asked if any(broken <= of_printed[span] for _, broken in grids)}
    assert {correction.span for correction in found_conflict.corrections.sufficient} == possible
    for correction in found_conflict.corrections.sufficient:
        if correction.member.origin.kind == "given":
            (variable,) = correction.member.variables
            values = {
                grid["", variable.layer.name][variable.position]
                for grid, broken in grids
                if broken <= of_printed[correction.span]
            }
            assert correction.value in values
    hurried = find_conflict(spec, engine=engine, improve=1e-9)  # each is a member of any set that contradicts
    assert hurried is not None and hurried.corrections is not None
    assert ({correction.span for correction in hurried.corrections.sufficient}, hurried.corrections.undecided) == (possible, 0)


def test_problems_outlive_the_time_for_better_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lemmas are written by the deadline of a problem, and corrections need them when the time for better sets is over."""
    left: list[float | None] = []

    def recorded(*given: Any, deadline: Deadline, **named: Any) -> tuple[Problem, ...]:
        left.append(deadline.seconds_left())
        return problems_of(*given, deadline=deadline, **named)

    monkeypatch.setattr(conflict, "problems_of", recorded)
    assert find_conflict(load_text("gridwright: 1\n" + TOTALS[0]), improve=1e-9) is not None
    assert left == [None, None]


def test_an_interrupt_ends_corrections(monkeypatch: pytest.MonkeyPatch) -> None:
    """After Ctrl-C among them no more is left out, and it is said that the run was interrupted."""

    def interrupted(*given: object) -> bool:
        raise GaveUp(Status.INTERRUPTED.value)

    monkeypatch.setattr(_ConflictPart, "satisfiable_without", interrupted)
    found_conflict = find_conflict(load_text("gridwright: 1\n" + TOTALS[0]))
    assert found_conflict is not None and found_conflict.corrections is not None
    assert (found_conflict.reason, found_conflict.corrections.sufficient) == ("interrupted", ())
    assert found_conflict.corrections.undecided > 0


def test_corrections_that_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes more conflicts than there are for it is not known, and not said to be impossible; without time nothing is."""
    spec = load_text("gridwright: 1\n" + TOTALS[0])
    monkeypatch.setattr(_ConflictPart, "satisfiable_without", lambda part, span, conflicts: None)
    found_conflict = find_conflict(spec)
    assert found_conflict is not None and found_conflict.corrections is not None
    spans = {member.span for member in found_conflict.members if member.is_printed}
    assert (found_conflict.corrections.sufficient, found_conflict.corrections.undecided) == ((), len(spans))
    found_conflict = find_conflict(spec, improve=0)
    assert found_conflict is not None and found_conflict.corrections is None


class Slow(MusSearch):
    """Many questions take more conflicts than they are allowed at first."""

    def core(self, literals: Sequence[int], conflicts: int | None = None) -> list[int] | None:
        """A core, or `OutOfConflicts`."""
        if conflicts is not None and conflicts < mus.CONFLICTS_PER_DELETION * mus.CONFLICTS_FACTOR ** (len(literals) % 3):
            raise OutOfConflicts
        return super().core(literals, conflicts)


@pytest.mark.parametrize("text", TANGLES)
def test_members_that_are_put_off(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A set is irreducible, and the smallest is found, however many members have to be put off."""
    monkeypatch.setitem(globals(), "MusSearch", Slow)
    assert_every_set(load_text("gridwright: 1\n" + text), "z3", lazy=True)


def test_what_a_pass_refutes_is_found_in_its_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """While all rules hold, a pass may find a rule false. The first part says so, and what contradicts is in another one."""

    def takes_long(search: _ConflictSearch, *given: object) -> Iterator[Conflict]:
        raise OutOfConflicts
        yield

    monkeypatch.setattr(_ConflictSearch, "_by_deletion", takes_long)
    spec = load_text(
        "gridwright: 1\ngrid: 2x2\nuse: [is_rectangle]\nlayers: {number: {values: 1..2}, mark: {values: bool}}\nrules:\n"
        "  - number[r1c1] != number[r1c2]\n  - all(is_rectangle(g) for g in groups(mark))\n"
        "  - distance(r1c1, r1c2, within=mark) == 3\n"
    )
    *_, found_conflict = _ConflictSearch("clasp", 0, NO_DEADLINE, Progress()).run(spec, lazy=True, improving=Improving())
    assert [member.origin.span.text for member in found_conflict.members] == ["distance(r1c1, r1c2, within=mark) == 3"]
    assert found_conflict.smallest


@pytest.mark.cases(quick=1, ci=6)
@pytest.mark.parametrize("patience", [-1, 1_000_000])
@pytest.mark.parametrize("text", [*TANGLES[:4], *TOTALS])
def test_what_is_printed_first(text: str, patience: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is printed is left out while all rules hold, where that takes long otherwise: on the way and at the end all is so."""
    monkeypatch.setattr(conflict, "MAX_WASTED_CONFLICTS", patience)
    spec = load_text("gridwright: 1\n" + text)
    broken = broken_by_grid(spec)
    every = [item(assertion.origin) for assertion in lower(spec, independently=True).assertions]
    found_conflict = None
    for found_conflict in _ConflictSearch("clasp", 0, NO_DEADLINE, Progress()).run(spec, lazy=True, improving=Improving()):
        members = [item(member.origin) for member in found_conflict.members]
        assert contradict(members, broken)
        needed = [not contradict(members[:at] + members[at + 1 :], broken) for at in range(len(members))]
        assert sum(needed) >= found_conflict.needed
        printed = [is_needed for member, is_needed in zip(found_conflict.members, needed, strict=True) if member.is_printed]
        assert all(printed) or not found_conflict.printed_needed
        assert found_conflict.lower_bound <= fewest(every, broken)
    assert found_conflict is not None
    assert len(found_conflict.members) == fewest(every, broken)
    assert found_conflict.smallest


@pytest.mark.cases(quick=1)
@pytest.mark.parametrize(
    "rule", ["sum(digit_sum(n * n) for n in numbers(x[rows[0]])) != 4", "fold(x, start=0, step=lambda s, v: 3 * s + v) == 40"]
)
def test_no_rule_rests_on_others(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that is too large alone is not read with what others say, and a fold that is too large is not refused then."""
    monkeypatch.setattr(line_automata, "FIRST_STEPS", 3)
    spec = load_text(
        "gridwright: 1\ngrid: 1x4\nlayers: {x: {values: 0..2, blank: true}}\n"
        f'rules:\n  - "{rule}"\n  - for: a, b in links\n    rule: x[a] == x[b]\n  - x[r1c1] == 2\n'
    )
    spec = replace(spec, limits=Limits(states=4, transitions=40))
    assert_every_set(spec, "z3", lazy=True)  # refined by the last values of the line
    monkeypatch.setattr(truths_of_places, "MOST_PLACES", 0)
    assert compile_spec(spec, has_selector=lambda origin: True).fallback_instances
    assert_every_set(spec, "z3", lazy=True)


@pytest.mark.parametrize("problem", [KeyboardInterrupt(), GaveUp(Status.INTERRUPTED.value)])
def test_an_interrupt_is_not_kept_waiting(problem: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    """After Ctrl-C, here or while an engine searches, what is known is told at once: nothing more is added up, or left out."""

    def interrupted(*given: object) -> Iterator[Conflict]:
        yield Conflict((), needed=0, lower_bound=1)
        raise problem

    search = "gridwright.runtime.explaining.conflict._ConflictSearch"
    monkeypatch.setattr(f"{search}.run", interrupted)
    for later in ("with_totals", "with_corrections"):
        monkeypatch.setattr(f"{search}.{later}", lambda *given: pytest.fail("this takes time"))
    found_conflict = find_conflict(load_text("gridwright: 1\ngrid: 1x1\nlayers: {x: {values: 1..2}}\n"))
    assert found_conflict is not None
    assert found_conflict.reason == "interrupted"
