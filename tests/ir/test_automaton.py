"""Automata: states with the same future are one, equal lines share an automaton, and one that would grow too large is refused."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from gridwright.compiler.compile import lower
from gridwright.compiler.ir.automaton import Automaton, Table, minimize
from gridwright.compiler.ir.evaluation import evaluate
from gridwright.compiler.ir.module import Module
from gridwright.compiler.ir.rebuild import Replacement
from gridwright.compiler.ir.term import Term
from gridwright.compiler.limits import USUAL, Limits
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering import symbolic, truths_of_places
from gridwright.compiler.passes.intersect_automata import intersect_automata, intersection
from gridwright.compiler.syntax.diagnostics import Code, SpecError
from gridwright.compiler.values import BLANK, Value

NUMBER = "number: {values: 0..2, blank: true}"


def lowered(rules: str, grid: str = "1x4", layers: str = NUMBER, limits: Limits = USUAL) -> Module:
    """The module of a spec with a rule in each line."""
    listed = "".join(f"  - |\n    {rule}\n" for rule in rules.splitlines())
    spec = load_text(f"gridwright: 1\ngrid: {grid}\nlayers:\n  {layers}\nrules:\n{listed}", "rules.yaml")
    return lower(replace(spec, limits=limits))


def automata(module: Module) -> list[Automaton]:
    """The automaton of each term that is one."""
    return [term.detail for term in module.terms.all if term.op == "automaton"]


# putting in what is known


def test_results_that_are_not_reached_are_gone() -> None:
    """An automaton is its only result where known values leave no other; otherwise it accepts what it did."""
    module = lowered("product(number) == 6", "1x3", "number: {values: [0, 1, 2, 3, 4]}")
    (term,) = (assertion.term for assertion in module.assertions)
    assert isinstance(term, Term)
    assert term.op == "automaton"
    for at, known in itertools.product(range(3), range(5)):
        left = Replacement(module.terms, {term.args[at]: known}).of(term)
        words = [word for word in itertools.product(range(5), repeat=3) if word[at] == known]
        accepted = [term.detail.result(word) for word in words]
        assert isinstance(left, Term) == any(accepted), (at, known)
        if isinstance(left, Term):
            assert [evaluate(left, dict(zip(term.args, word, strict=True))) for word in words] == accepted


# intersecting


@pytest.mark.parametrize("seed", range(60))
def test_intersection(seed: int) -> None:
    """The intersection accepts what both accept, with no more states than allowed; there is none where nothing is accepted."""
    alphabets, *first = random_table(seed)
    widths = [1, *(random.Random(seed).choices(range(1, 5), k=len(alphabets)))]
    draw = random.Random(seed + 1000)
    second = (
        [
            [[draw.randrange(following) for _ in alphabet] for _ in range(width)]
            for alphabet, width, following in zip(alphabets, widths, widths[1:], strict=False)
        ],
        [draw.choice([True, False]) for _ in range(widths[-1])],
    )
    one, other = (minimize(alphabets, layers, [result in (True, 2) for result in results]) for layers, results in (first, second))
    words = list(itertools.product(*alphabets))
    wanted = [one.result(word) and other.result(word) for word in words]
    product = intersection(one, other, 1_000)
    assert (product is None) == (not any(wanted))
    if product is not None:
        assert [product.result(word) for word in words] == wanted
        assert intersection(one, other, product.size) is not None
        assert intersection(one, other, product.size - 1) is None


SEVERAL = """len(runs(number[rows[0]] != blank)) == 2
len(runs(number[rows[0]] != blank)[0]) == 2 and number[r1c1] != 2
len(runs(number[rows[0]] != blank)[1]) == 1
sum(number[rows[0]]) == 3 or len(runs(number[rows[0]] != blank)) == 3"""


def test_intersected() -> None:
    """What several rules say of one line is one automaton, which says the same; what is only said in an `or` stays as it is."""
    module = lowered(SEVERAL, "1x5")
    passed = intersect_automata(module)
    before, after = (
        [term.detail for term in module_used.reachable_terms() if term.op == "automaton"] for module_used in (module, passed)
    )
    assert len(after) < len(before)
    assert sum(automaton.size for automaton in after) < sum(automaton.size for automaton in before)
    unknowns = [module.terms.unknown(variable) for variable in module.variables]
    accepted = 0
    for values in itertools.product([0, 1, 2, BLANK], repeat=5):
        grid = dict(zip(unknowns, values, strict=True))
        first, second = (
            all(
                evaluate(assertion.term, grid) if isinstance(assertion.term, Term) else assertion.term
                for assertion in some.assertions
            )
            for some in (module, passed)
        )
        assert first == second, values
        accepted += first
    assert 0 < accepted < 200


def test_intersection_of_contradictions() -> None:
    """Lines that accept nothing together stay apart: what is refuted is what was said."""
    module = lowered("len(runs(number != blank)) == 2\nlen(runs(number != blank)) == 1")
    assert intersect_automata(module) is module


# merging


def random_table(seed: int) -> tuple[list[list[Value]], list[list[list[int]]], list[Value]]:
    """Alphabets, for each value read a table of states, and the results of the states at the end."""
    draw = random.Random(seed)
    length = draw.randint(1, 5)
    alphabets: list[list[Value]] = [draw.sample([0, 1, 2, BLANK, "a"], draw.randint(1, 3)) for _ in range(length)]
    widths = [1, *(draw.randint(1, 6) for _ in range(length))]
    layers = [
        [[draw.randrange(following) for _ in alphabet] for _ in range(width)]
        for alphabet, width, following in zip(alphabets, widths, widths[1:], strict=False)
    ]
    return alphabets, layers, [draw.choice([True, False, 0, 1, BLANK, 2]) for _ in range(widths[-1])]


def future(layers: Sequence[Table], results: Sequence[Value], state: int, word: Sequence[int]) -> tuple[type, Value]:
    """What a state ends in after further values, given by their numbers; with its type, because true is not 1."""
    for layer, symbol in zip(layers, word, strict=True):
        state = layer[state][symbol]
    return type(results[state]), results[state]


@pytest.mark.parametrize("seed", range(80))
def test_merged(seed: int) -> None:
    """Every word ends as in the table, and no two states of a layer end alike on every word that may follow."""
    alphabets, layers, results = random_table(seed)
    automaton = minimize(alphabets, layers, results)
    words = [list(itertools.product(*(range(len(alphabet)) for alphabet in alphabets[at:]))) for at in range(len(alphabets) + 1)]
    for word in words[0]:
        values = [alphabet[symbol] for alphabet, symbol in zip(alphabets, word, strict=True)]
        expected = future(layers, results, 0, word)
        assert future(automaton.layers, automaton.results, 0, word) == expected
        assert automaton.result(values) == expected[1]
    for at, rest in enumerate(words):
        states = range(automaton.width(at))
        futures = {tuple(future(automaton.layers[at:], automaton.results, state, word) for word in rest) for state in states}
        assert len(futures) == len(states)


SHARED = [
    "fold({}, start=0, step=lambda s, x: s + 1 if x == 2 else s) == 3",
    "sum(numbers({})) == 12",
    "gcd(numbers({})) == 2",
    "product({}) == 4",
    "visible({}) == 2",
    "all(is_square(n) for n in numbers({}))",
    "sum(nth(r, 2) for r in runs({})) == 2",
    "nth({}, 2) == 1",
]
LINES = ["number[rows[0]]", "number[rows[1]]", "number[rows[0]][::-1]"]


@pytest.mark.parametrize("rule", SHARED)
def test_shared(rule: str) -> None:
    """Lines with the same clue and the same values are read by one automaton, which is one object."""
    shared = automata(lowered(f"all({rule.format('line')} for line in ({', '.join(LINES)}))", grid="2x4"))
    assert len(shared) == len(LINES)
    assert len(set(map(id, shared))) == 1


def test_shared_by_clues() -> None:
    """The same clue at several lines: one automaton for each value of it."""
    text = f"gridwright: 1\ngrid: 3x4\nlayers:\n  {NUMBER}\nclues:\n  total:\n    left: [12, 3, 12]\n    right: [3, ., 12]\n"
    rule = "sum(numbers(number[clue.line])) == clue.value"
    shared = automata(lower(load_text(f"{text}rules:\n  - for: clue in total\n    rule: {rule}\n")))
    assert len(shared) == 5
    assert len(set(map(id, shared))) == 2


@pytest.mark.parametrize("rule", SHARED)
def test_not_shared(rule: str) -> None:
    """Lines with other values, and lines with another clue, have other automata."""
    other = f"{NUMBER}\n  other: {{values: 1..2, blank: true}}"
    shared = automata(lowered(f"all({rule.format('line')} for line in (number, other))", layers=other))
    assert len(set(map(id, shared))) == 2
    clue = re.sub(r"\d+$", "k", rule).format("number")
    if clue.endswith("k"):
        shared = automata(lowered(f"all({clue} for k in (1, 2))"))
        assert len(set(map(id, shared))) == 2


# growing too large


def test_fold_past_the_limit() -> None:
    """A fold whose states are as many as the numbers that can be read is refused, and how many there are is said."""
    with pytest.raises(SpecError) as caught:
        lowered("fold(number, start=0, step=lambda s, x: s * 10 + x) == 7", "1x9", "number: {values: 0..9}")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code is Code.TOO_MUCH
    match = re.search(r"the fold along this line .* ([\d,]+) states and [\d,]+ steps after (\d) of 9 values", diagnostic.message)
    assert match is not None
    assert 50_000 < int(match[1].replace(",", "")) <= 50_010  # seen after a state with its ten values
    assert match[2] == "5"  # 10 + 100 + 1,000 + 10,000 states after four values are not too many


@pytest.mark.parametrize(("name", "limit"), [("states", 2 + 3 + 4 + 5), ("transitions", 2 + 4 + 6 + 8)])
def test_limits_are_exact(name: str, limit: int) -> None:
    """Adding up four values that are 0 or 1 has 2, 3, 4 and then 5 states, which are reached from 1, 2, 3 and 4 by two values."""
    rule = "fold(number, start=0, step=lambda s, x: s + x) % 2 == 1"
    layers = "number: {values: 0..1}"
    assert automata(lowered(rule, layers=layers, limits=USUAL.with_set(name, limit)))
    with pytest.raises(SpecError) as caught:
        lowered(rule, layers=layers, limits=USUAL.with_set(name, limit - 1))
    assert "14 states and 20 steps after 4 of 4 values" in caught.value.diagnostics[0].message


def test_limit_of_builtins(monkeypatch: pytest.MonkeyPatch) -> None:
    """A builtin past the limit is no mistake of the spec: if it is not spelled out either, it is left to plain evaluation."""
    monkeypatch.setattr(symbolic, "SPELLED_STEPS", 0)
    monkeypatch.setattr(truths_of_places, "MOST_PLACES", 0)
    module = lowered("sum(numbers(number)) % 7 == 3", limits=Limits(states=10))
    assert not automata(module)
    assert [term.op for term in module.reachable_terms() if term.op == "evaluated"] == ["evaluated"]
