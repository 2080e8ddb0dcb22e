"""Bounds, and what a supposition shows, are the same whether bounds are narrowed or computed anew."""

from __future__ import annotations

import random

import pytest
from gridwright.compiler.compile import lower
from gridwright.compiler.ir.term import Term, Variable
from gridwright.compiler.library import libraries
from gridwright.compiler.loader.examples import examples_of
from gridwright.compiler.values import Value
from gridwright.runtime.steps.knowledge import bits
from gridwright.runtime.steps.rule_instance import rule_instances
from gridwright.runtime.steps.suppositions import Suppositions
from gridwright.runtime.steps.term_bounds import Bounds, BoundsState, TermBounds

GENRES = ["nurikabe", "slitherlink", "fillomino", "shikaku", "heyawake", "numberlink", "dominosa", "tapa"]
MOST = 40  # suppositions of a puzzle


def example(genre: str) -> tuple[TermBounds, dict[Variable, int], random.Random]:
    """Return the bounds of an example, with values of a third of its places that no rule contradicts at once."""
    spec = next(iter(examples_of(genre, libraries()[genre].document))).spec()
    module = lower(spec, independently=True)
    roots = [term for instance in rule_instances(module) if instance.is_argued for term in instance.terms]
    values: dict[Variable, tuple[Value, ...]] = {place: tuple(module.terms.unknown(place).domain) for place in module.variables}
    bounds = TermBounds(roots, values)
    at_random = random.Random(0)
    possible = {place: (1 << len(values[place])) - 1 for place in values}
    for place in at_random.sample(sorted(values, key=lambda place: place.name), len(values) // 3):
        possible[place] = 1 << at_random.randrange(len(values[place]))
        if bounds.false_root(bounds.state(possible)) is not None:
            possible[place] = (1 << len(values[place])) - 1
    return bounds, possible, at_random


@pytest.mark.cases(quick=2, ci=4)
@pytest.mark.parametrize("genre", GENRES)
def test_supposing(genre: str) -> None:
    """A supposition contradicts a rule if and only if the rule is false in the bounds made anew; the state stays as it was."""
    bounds, possible, at_random = example(genre)
    state = bounds.state(possible)
    before = {term: found for term, found in state.items() if isinstance(found, frozenset)}
    is_open = [place for place, mask in possible.items() if mask & (mask - 1)]
    for place in at_random.sample(is_open, min(MOST, len(is_open))):
        supposed = {place: 1 << at_random.randrange(possible[place].bit_length())}
        shown = bounds.supposing(state, supposed, place)
        assert (shown is None) == (bounds.false_root(bounds.state({**possible, **supposed})) is None)
        assert all(state[term] == found for term, found in before.items())


@pytest.mark.cases(quick=2, ci=4)
@pytest.mark.parametrize("genre", GENRES)
def test_update(genre: str) -> None:
    """Bounds are the same whether they come from other bounds, with more or fewer values left, or are made anew."""
    bounds, possible, at_random = example(genre)
    state = bounds.state(possible)
    is_open = sorted((place for place, mask in possible.items() if mask & (mask - 1)), key=lambda place: place.name)
    for _ in range(3):
        some = at_random.sample(is_open, len(is_open) // 4)
        narrower = possible | {place: 1 << at_random.randrange(possible[place].bit_length()) for place in some}
        anew = bounds.state(narrower)
        for narrows in (False, True):
            updated = bounds.update(state, possible, narrower, narrows=narrows)
            assert told(updated) == told(anew)
        assert told(bounds.update(anew, narrower, possible)) == told(state)


@pytest.mark.cases(quick=2, ci=4)
@pytest.mark.parametrize("genre", [*GENRES, "yin_yang"])
def test_suppositions(genre: str) -> None:
    """Answers that are kept from one state to the next are those of questions asked anew, also after a state not kept."""
    bounds, possible, at_random = example(genre)
    suppositions = Suppositions(bounds)
    state, refuted = bounds.state(possible), 0
    for keeps in (True, False, True, True):
        is_open = sorted((place for place, mask in possible.items() if mask & (mask - 1)), key=lambda place: place.name)
        answers = suppositions.answers(state, keeps=keeps)
        for place in at_random.sample(is_open, min(MOST, len(is_open))):
            for at in bits(possible[place]):
                shown = suppositions.false_root(state, answers, place, at)
                assert shown is bounds.supposing(state, {place: 1 << at}, place)
                refuted += shown is not None
        narrower = dict(possible)
        for place in at_random.sample(is_open, 3):
            narrower[place] &= ~(narrower[place] & -narrower[place])
            if bounds.false_root(bounds.state(narrower)) is not None:
                narrower[place] = possible[place]
        possible, state = narrower, bounds.update(state, possible, narrower, narrows=True)
    assert refuted


def told(state: BoundsState) -> dict[Term, Bounds]:
    """Return the bounds of all terms but networks, whose graphs are other objects."""
    return {term: found for term, found in state.items() if term.op != "network"}
