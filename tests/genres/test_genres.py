"""Every genre that comes with the language: its examples are solved and proved, and its rules refuse what they must."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator
from dataclasses import replace

import brute
import pytest
from gridwright.compiler.language.budget import NO_DEADLINE
from gridwright.compiler.language.spec import Expected, Spec
from gridwright.compiler.library import LibraryFile, libraries
from gridwright.compiler.loader.examples import Example, examples_of
from gridwright.compiler.syntax.yaml_nodes import Mapping, Scalar
from gridwright.compiler.values import BLANK
from gridwright.runtime.explaining.judge_visible import judge_visible
from gridwright.runtime.judging.judge import Assignment, accepts, judge
from gridwright.runtime.solving.solve import solve
from remembered import accepted

GENRES = {name: each for name, each in libraries().items() if each.family}
BOARDS, WRONG_GRIDS = 2, 5  # how many of each a genre has at least
GRIDS = 20_000  # the most grids of a tiny board that are looked at
SAMPLE = 40  # how many of them, and of those that are right, the judge is asked about


def claims_solution(example: Example) -> bool:
    """Whether an example states its only solution; otherwise it states the number of them, on a tiny board."""
    expected = example.node.get("expect")
    return isinstance(expected, Mapping) and expected.get("solution") is not None


def examples(genre: str, *, with_solution: bool) -> Iterator[Example]:
    """The examples of a genre that state their only solution, or those on tiny boards."""
    for example in examples_of(genre, GENRES[genre].document):
        if claims_solution(example) == with_solution:
            yield example


@pytest.mark.parametrize("genre", GENRES.values(), ids=GENRES)
def test_is_complete(genre: LibraryFile) -> None:
    """A genre says everything that people and tools need: title, prose, a sentence for each rule, examples, wrong grids."""
    document = genre.document
    title = document.get("title")
    assert isinstance(title, Scalar)
    assert title.text == genre.title
    text = document.get("text")
    assert isinstance(text, Scalar)
    assert not re.search("`[^`]{2,}`", text.text.split("\n")[0]), "pages print this paragraph: no names of the language"
    examples = list(examples_of(genre.name, document))
    solved = {example: example.spec() for example in examples if claims_solution(example)}
    assert all(rule.says for spec in solved.values() for rule in spec.rules)
    assert BOARDS <= len(solved) < len(examples)
    assert sum(len(list(example.wrong(spec))) for example, spec in solved.items()) >= WRONG_GRIDS
    for key in ("clues", "areas"):
        printed = document.get(key)
        assert (
            all(isinstance(node, Mapping) and node.get("says") for _, node in printed.items)
            if isinstance(printed, Mapping)
            else True
        )
    assert document.span.source.text.startswith("# yaml-language-server: $schema=../../../../schema.json#/definitions/library\n")


@pytest.mark.cases(ci=44)
@pytest.mark.parametrize("which", ["first", "others"])
@pytest.mark.parametrize("genre", GENRES)
def test_examples(genre: str, which: str) -> None:
    """An example has the one solution that it states, found without looking at it; the judge accepts it, and no wrong grid."""
    first, *others = examples(genre, with_solution=True)
    for example in [first] if which == "first" else others:
        has_the_solution(example)


def has_the_solution(example: Example) -> None:
    """Check the solution of an example, and its wrong grids."""
    spec = example.spec()
    assert spec.expected.solution is not None
    outcome = solve(replace(spec, expected=Expected()), limit=2)
    assert outcome.unique
    solution = outcome.solutions[0].grid
    stated = spec.expected.solution
    assert {key: solution[key] for key in stated} == stated
    assert accepts(spec, solution)
    for broken, grid in example.wrong(spec):
        if any(layer.hidden for layer in spec.layers):
            violations = judge_visible(spec, grid, engine="clasp", seed=0, deadline=NO_DEADLINE).report.violations
        else:  # without the search for the few values that break a rule, which takes seconds for a rule about regions
            violations = judge(spec, grid).violations
        says = [member.message for violation in violations for member in (violation, *violation.because)]
        assert any(" ".join(sentence.split()).startswith(broken) for sentence in says), (broken, says)


@pytest.mark.cases(ci=34)
@pytest.mark.parametrize("genre", GENRES)
def test_tiny_boards(genre: str) -> None:
    """On a tiny board, the engine finds exactly the grids on which all rules hold, and as many as the example says."""
    for example in examples(genre, with_solution=False):
        has_all_solutions(example)


def has_all_solutions(example: Example) -> None:
    """Check the solutions of a tiny board against all grids."""
    spec = example.spec()
    assert spec.expected.solutions is not None
    outcome = solve(replace(spec, expected=Expected()), limit=GRIDS)
    solutions = {brute.visible(spec, solution.grid) for solution in outcome.solutions}
    assert len(solutions) == spec.expected.solutions
    grids = list(all_grids(spec))
    holding = list(accepted(spec, grids))
    assert solutions == {brute.visible(spec, grid) for grid in holding}
    for some in (grids[:: len(grids) // SAMPLE + 1], holding[:: len(holding) // SAMPLE + 1]):
        assert list(accepted(spec, some)) == [grid for grid in some if accepts(spec, grid)]


@pytest.mark.thorough
@pytest.mark.parametrize("genre", GENRES)
def test_judge_on_tiny_boards(genre: str) -> None:
    """The judge accepts exactly the grids on which all rules hold, each looked at by itself."""
    for example in examples(genre, with_solution=False):
        spec = example.spec()
        grids = list(all_grids(spec))
        assert list(accepted(spec, grids)) == [grid for grid in grids if accepts(spec, grid)]


def all_grids(spec: Spec) -> Iterator[Assignment]:
    """Every grid of a tiny board, those that break its givens left out."""
    fixed = {(given.layer.name, given.position): given.value for given in spec.grids[0].givens}
    choices = []
    for layer in spec.layers:
        values = [*layer.values, *([BLANK] if layer.blank else [])]
        choices += [[fixed[layer.name, at]] if (layer.name, at) in fixed else values for at in range(len(layer.places))]
    assert math.prod(map(len, choices)) <= GRIDS, "this board is not tiny"
    for values in itertools.product(*choices):
        rest = iter(values)
        yield {(layer.grid, layer.name): tuple(itertools.islice(rest, len(layer.places))) for layer in spec.layers}
