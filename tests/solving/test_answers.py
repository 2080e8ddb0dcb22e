"""Answers: checked before solving, evaluated once after it, over hidden layers and over all solutions."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from brute import assignments
from gridwright.compiler.compile import lower
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import Code, SpecError
from gridwright.runtime.execution.serialize import as_plain, from_plain
from gridwright.runtime.execution.wire_format import unpack_search
from gridwright.runtime.judging import answer as answering
from gridwright.runtime.judging.judge import accepts
from gridwright.runtime.solving.answers import with_answers
from gridwright.runtime.solving.expectations import differences, limit_for, limit_to_solve, undecided_claims
from gridwright.runtime.solving.progress import Progress
from gridwright.runtime.solving.solve import solve

LATIN = "gridwright: 1\ngrid: 2x2\nlayers:\n  number: {values: 1..2}\nrules:\n  - all(distinct(number[line]) for line in lines)\n"
HIDDEN = """gridwright: 1
grid: 1x3
layers:
  number: {values: 1..2}
  helper: {values: 1..3, blank: true, hidden: true}
  other: {over: grid, values: [red, green], hidden: true}
rules:
  - number[0] == 1 and number[2] == 2
"""


def codes(caught: pytest.ExceptionInfo[SpecError]) -> list[Code]:
    """The codes of the mistakes."""
    return [diagnostic.code for diagnostic in caught.value.diagnostics]  # type: ignore[misc]


# before solving


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("[len(g) + 'a' for g in groups(number == 1)]", Code.WRONG_KIND),
        ("[g.size for g in groups(number == 1) for again in g]", Code.UNKNOWN_ATTRIBUTE),
        ("[join(s) for s in [number, [r1c1]]]", Code.WRONG_KIND),
        ("number[r1c1, r1c2]", Code.OUT_OF_RANGE),
        ("sum(s.nmber for s in solutions)", Code.UNKNOWN_NAME),
        ("sum(s.number[r1c1] + 'a' for s in solutions)", Code.WRONG_KIND),
    ],
)
def test_mistakes_are_found_before_solving(answer: str, code: Code) -> None:
    """An answer is tried on random grids, so its mistakes need no solution."""
    with pytest.raises(SpecError) as caught:
        lower(load_text(f'{LATIN}answer: "{answer}"\n'))
    assert codes(caught) == [code]


@pytest.mark.slow
def test_an_expensive_answer_does_not_hold_up_what_comes_before() -> None:
    """Only the first steps of an answer are looked at before solving."""
    spec = load_text(f'{LATIN}answer: "max(sum(a * b for a, b in zip(p, number + number)) for p in permutations(0..8))"\n')
    start = time.process_time()
    lower(spec)
    assert time.process_time() - start < 10  # of minutes


# after solving


def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count the interpreters that are made for answers."""
    made: Counter[str] = Counter()
    make = answering.Interpreter

    def interpreter(*arguments: Any, **keywords: Any) -> Any:
        made["interpreter"] += 1
        return make(*arguments, **keywords)

    monkeypatch.setattr(answering, "Interpreter", interpreter)
    return made


def test_an_answer_that_reads_no_layer_is_evaluated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the same for all solutions, so one evaluation is enough, and one solution where their number is not claimed."""
    made = counted(monkeypatch)
    spec = load_text(
        LATIN.replace("  - all", "  - true or all") + "answer: sum(a * a for a in 1..9)\nexpect: {answer: 285, solutions: any}\n"
    )
    outcome = solve(spec, limit=16)
    assert [solution.answer for solution in outcome.solutions] == [285] * 16
    assert made["interpreter"] == 1
    assert limit_for(spec) == 1
    one = solve(spec, limit=1)
    assert not differences(spec, one)
    assert not undecided_claims(spec, one)


def test_answers_are_evaluated_for_what_is_reported_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """The grids on the way to the best one have no answers."""
    made = counted(monkeypatch)
    spec = load_text(
        "gridwright: 1\ngrid: 3x4\nlayers:\n  x: {values: 0..9}\nrules:\n  - distinct(x[:6])\nmaximize: sum(x)\nanswer: sum(x)\n"
    )
    outcome = solve(spec, limit=1)
    assert outcome.solutions[0].answer == 93
    assert made["interpreter"] == 1
    assert "answering" in outcome.statistics.seconds


def test_an_answer_when_time_is_over() -> None:
    """What is quick is told even when no time is left, and that the time was over is told too."""
    outcome = solve(load_text(LATIN + "  - number[r1c1] == 2\n"))
    for answer, expected in (("join(number)", "2112"), ("sum(a for a in 1..1000000)", None)):
        spec = load_text(f'{LATIN}  - number[r1c1] == 2\nanswer: "{answer}"\n')
        late = with_answers(spec, outcome, solve, Deadline(0.0), Progress())
        assert [solution.answer for solution in late.solutions] == [expected]
        assert "out of time" in late.reason


# hidden layers


ANSWERS = [
    "sum(number)",
    "sum(helper)",
    "default(helper[1], 0)",
    "count(helper == blank)",
    "[x for x in helper]",
    "helper",
    "other",
    "join(number) if other == red else join(number[::-1])",
    "[c for c in cells if helper[c] == 2]",
    "sum(helper) - sum(helper)",
    "number[1] if other == red else number[1]",
    "(default(helper[0], 0), number)",
    "[helper, [number[c] for c in cells]]",
    "[helper[line] for line in columns]",
    "len(groups(helper == 2))",
]
RULES = [
    "true",
    "helper[0] == 2 and helper[2] == blank",
    "all(helper == 2) and other == red",
    "sum(helper) == 5",
    "helper[1] == number[1]",
]


@pytest.mark.cases(ci=24)
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("answer", ANSWERS)
def test_hidden_layers_against_brute_force(answer: str, rule: str) -> None:
    """An answer is given if and only if it is the same for all ways to fill the hidden layers of a solution."""
    spec = load_text(f'{HIDDEN}  - {rule}\nanswer: "{answer}"\n')
    by_visible: dict[object, list[object]] = {}
    for grid in every_solution(spec):
        given_answer = next(answering.answers(spec, [grid]))
        by_visible.setdefault(grid["", "number"], []).append(given_answer)
    differing = any(known_answer != answers_seen[0] for answers_seen in by_visible.values() for known_answer in answers_seen)
    if differing:
        with pytest.raises(SpecError, match="the answer depends on the hidden layer") as caught:
            solve(spec)
        assert codes(caught) == [Code.WRONG_KIND]
    else:
        outcome = solve(spec)
        assert {solution.grid["", "number"]: solution.answer for solution in outcome.solutions} == {
            seen: answers_seen[0] for seen, answers_seen in by_visible.items()
        }


def every_solution(spec: Spec) -> list[Any]:
    """All solutions, each with every way to fill the hidden layers."""
    return [grid for grid in assignments(spec) if accepts(spec, grid)]


def test_hidden_layers_of_several_grids_and_the_best_solutions() -> None:
    """The same holds where there are several grids, and where something is optimised."""
    grids = """gridwright: 1
grids: {west: 1x2, east: 1x2}
layers:
  number: {values: 1..2}
  helper: {values: 1..2, hidden: true}
rules:
  - number[0] < number[1]
"""
    answer = 'answer: "sum(sum(g.helper) for g in grids)"\n'
    with pytest.raises(SpecError, match=r"it is \d or \d") as caught:
        solve(load_text(grids + answer))
    assert codes(caught) == [Code.WRONG_KIND]
    assert solve(load_text(f"{grids}  - all(helper == 2)\n{answer}")).solutions[0].answer == 8
    best = "maximize: sum(number)\nanswer: helper[0]\n"
    assert solve(load_text(f"{HIDDEN}  - helper[0] == sum(number) - 3\n{best}")).solutions[0].answer == 2
    with pytest.raises(SpecError):
        solve(load_text(f"{HIDDEN}{best}"))


def test_answers_that_read_no_hidden_layer_need_no_proof() -> None:
    """Only what an answer reads counts: neither the board nor the visible layers of a grid are hidden ones."""
    for answer in ("grid.width + sum(number)", "sum(grid.number)", "number[0] if number[0] == 1 else sum(helper)"):
        spec = load_text(f'{HIDDEN}answer: "{answer}"\n')
        outcome = solve(replace(spec, answers={}), limit=1)
        late = with_answers(spec, outcome, lambda changed: pytest.fail("a search"), Deadline(None), Progress())
        assert late.solutions[0].answer in (7, 8, 4, 5, 1)
    grids = HIDDEN.replace("grid: 1x3", "grids: {west: 1x3, east: 1x3}").replace(
        "other: {over: grid, values: [red, green], hidden: true}", ""
    )
    spec = load_text(f"{grids}answer: sum(sum(g.number) for g in grids)\n")
    assert solve(spec, limit=1).solutions[0].answer in range(8, 11)
    over = over_all("grid.width + len([s.wide for s in solutions])", board=f"{HIDDEN}define:\n  wide: grid.width\n")
    assert solve(over, limit=3).solutions[0].answer == 5


def test_a_hidden_layer_in_an_answer_that_is_not_decided() -> None:
    """Without time for the proof the answer is not told, and the search has given up."""
    spec = load_text(f"{HIDDEN}  - all(helper == 2)\nanswer: sum(helper)\n")
    outcome = solve(replace(spec, answers={}), limit=1)
    late = with_answers(spec, outcome, lambda changed: solve(changed, deadline=Deadline(0.0)), Deadline(None), Progress())
    assert late.solutions[0].answer is None
    assert "not decided whether the answer depends on hidden layers" in late.reason


# all solutions


def over_all(answer: str, expect: str = "solutions: 2", board: str = LATIN) -> Spec:
    """A spec with an answer over all solutions."""
    return load_text(f'{board}answer: "{answer}"\nexpect: {{{expect}}}\n')


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        ("sum(s.number[r1c1] for s in solutions)", 3),
        ("len(solutions)", 2),
        ("[join(s.number) for s in solutions]", ["1221", "2112"]),
        ("[c for c in cells if distinct(s.number[c] for s in solutions)]", ["r1c1", "r1c2", "r2c1", "r2c2"]),
        ("max(read(s.number[s.rows[0]]) for s in solutions)", 21),
        ("solutions[0].number[r1c1] + solutions[1].top", 1 + 3),
    ],
)
def test_an_answer_over_all_solutions(answer: str, value: object) -> None:
    """All names mean on each solution what they mean in the answer; layers, definitions and the board."""
    spec = over_all(answer, board=LATIN + "define:\n  top: sum(number[rows[0]])\n")
    assert limit_to_solve(spec) == limit_for(spec) == 3
    outcome = solve(spec, limit=3)
    assert [solution.answer for solution in outcome.solutions] == [value] * 2
    again = from_plain(spec, as_plain(spec, outcome), 3)
    assert [solution.answer for solution in again.solutions] == [value] * 2


def test_an_answer_over_some_solutions_is_none() -> None:
    """As long as not all are known, there is no answer, and it is not called another one than expected."""
    spec = over_all("len(solutions)", "solutions: 1, answer: 1")
    assert solve(spec, limit=3).solutions[0].answer == 2
    outcome = solve(spec, limit=2)  # which does not tell that there are no others
    assert outcome.solutions[0].answer is None
    assert [difference.message for difference in differences(spec, outcome)] == ["expected 1 solution, found at least 2"]


def test_answers_over_all_solutions_of_several_grids() -> None:
    """With several grids a solution has each of them by name."""
    board = LATIN.replace("grid: 2x2", "grids: {west: 2x2, east: 2x2}")
    spec = over_all("sum(s.west.number[s.west.cells[0]] * s.east.number[1] for s in solutions)", "solutions: 4", board)
    assert {solution.answer for solution in solve(spec, limit=5).solutions} == {9}


def test_mistakes_of_answers_over_all_solutions() -> None:
    """Their number has to be claimed, and hidden layers are refused; a name of the spec's own comes first."""
    with pytest.raises(SpecError, match="needs their number"):
        over_all("len(solutions)", "solutions: any")
    with pytest.raises(SpecError, match="hidden layer `helper`"):
        lower(over_all("sum(sum(s.helper) for s in solutions)", board=HIDDEN))
    with pytest.raises(SpecError, match="hidden layer `helper`"):
        lower(over_all("sum(helper) + len(solutions)", board=HIDDEN))
    define = "define:\n  twice(x): x * 2 + sum(number)\n"
    for held in ("fold([1], start=0, step=s.twice)", "s.grid.width", "s.held[0].width"):
        with pytest.raises(SpecError, match="cannot be asked of a solution"):
            lower(over_all(f"[{held} for s in solutions]", board=f"{LATIN}{define}  held: '[grid]'\n"))
    own = load_text(f"{LATIN}data: {{solutions: [1, 2, 3]}}\nanswer: sum(solutions)\nexpect: {{solutions: any}}\n")
    assert solve(own).solutions[0].answer == 6
    with pytest.raises(SpecError, match="there is no name `solutions`"):
        load_text(f"{LATIN}  - len(solutions) == 2\n")


# texts and numbers


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ("2112", "expected the answer 2112, found '2112': '2112' in quotes is a text, and 2112 is not"),
        ("[2112]", "expected the answer [2112], found '2112'"),
        ("'1221'", "expected the answer '1221', found '2112'"),
    ],
)
def test_texts_are_told_from_numbers(expected: str, said: str) -> None:
    """Where an answer is not as expected, texts are in quotes."""
    spec = load_text(f"{LATIN}  - number[r1c1] == 2\nanswer: join(number)\nexpect: {{answer: {expected}}}\n")
    assert [difference.message for difference in differences(spec, solve(spec))] == [said]


def test_only_the_answers_that_differ_are_told() -> None:
    """Of several named answers those that are as expected are left out."""
    spec = load_text(f"{LATIN}answer: {{a: join(number), b: 1 + 1}}\nexpect: {{solutions: 2, answer: {{a: 5, b: 2}}}}\n")
    assert [difference.message for difference in differences(spec, solve(spec, limit=3))] == [
        "expected the answer a: 5, found a: '1221'"
    ]


def test_a_mistake_that_another_process_found_is_found_again() -> None:
    """Another process says only that the spec is wrong; a mistake that shows after solving is then looked for here."""
    spec = load_text(f"{HIDDEN}answer: sum(helper)\n")
    with pytest.raises(SpecError, match="depends on the hidden layer `helper`"):
        unpack_search(spec, {"wrong": True}, 2, Deadline(None))


def test_givens_of_hidden_layers_count_in_the_proof() -> None:
    """A hidden layer may have givens; they fix what an answer reads as much as rules do."""
    for given, value in (("{r1c1: 2}", 2), ("{r1c1: 1}", 1)):
        (answer,) = {
            solution.answer
            for solution in solve(load_text(f"{HIDDEN}givens: {{helper: {given}}}\nanswer: helper[0]\n")).solutions
        }
        assert answer == value
    with pytest.raises(SpecError, match="depends on the hidden layer"):
        solve(load_text(f"{HIDDEN}givens: {{helper: {{r1c2: 2}}}}\nanswer: helper[0]\n"))


def test_blank_visible_places_are_given_as_blank() -> None:
    """The proof about hidden layers keeps what is visible as it is in the solution, blank cells too."""
    layers = "layers:\n  number: {values: 1..2, blank: true}\n  helper: {values: 0..2, hidden: true}\n"
    text = f"gridwright: 1\ngrid: 1x2\n{layers}rules:\n"
    rules = "  - all(helper[c] == default(number[c], 0) for c in cells)\n  - number[0] == blank and number[1] == 2\n"
    outcome = solve(load_text(f"{text}{rules}answer: sum(helper)\n"))
    assert [solution.answer for solution in outcome.solutions] == [2]
    open_rules = "  - helper[1] == number[1]\n  - number[0] == blank and number[1] == 2\n"
    with pytest.raises(SpecError, match=r"it is \d or \d"):
        solve(load_text(f"{text}{open_rules}answer: sum(helper)\n"))
