"""Random small specs over the whole language: a board, layers that have few grids, and rules of every kind.

A spec is *planted*: a grid is drawn, and a rule that is false on it is turned round, so that most specs have solutions; givens of
that grid are added where one solution is wanted. What brute force takes bounds all of it: `MOST` grids, a few hundred mostly.
"""

from __future__ import annotations

import functools
import os
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from brute import assignments, size, visible
from function_rules import SECTIONS
from grammar import Grammar, functions_in
from gridwright.compiler.geometry.places import Cell, Link
from gridwright.compiler.language.function_registry import all_functions
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.values import BLANK
from gridwright.runtime.judging.judge import Assignment, accepts
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_worlds import World, random_world

MOST = 5_000
SMALL = 300


@dataclass(frozen=True)
class Draft:
    """A spec before it is text: its board and layers, givens, and rules as blocks of YAML; `features` are what it is made of."""

    world: World
    rules: tuple[str, ...] = ()
    givens: tuple[tuple[str, str, str], ...] = ()  # layer, place, value
    objective: str = ""
    defines: tuple[tuple[str, str], ...] = ()
    features: frozenset[str] = field(default_factory=frozenset)

    def text(self) -> str:
        """The spec as YAML."""
        parts = [f"gridwright: 1\n{self.world.board}"]
        if self.world.defines or self.defines:
            own = "".join(f"  {name}: |\n    {body}\n" for name, body in self.defines)
            parts.append(f"define:\n{self.world.defines}{own}")
        if self.givens:
            parts.append("givens:\n")
            for layer in dict.fromkeys(layer for layer, _, _ in self.givens):
                inner = ", ".join(f"{place}: {value}" for of, place, value in self.givens if of == layer)
                parts.append(f"  {layer}: {{{inner}}}\n")
        parts.append("rules:\n" + "".join(self.rules or ("  - true\n",)))
        parts.append(self.world.together)
        if self.objective:
            parts.append(self.objective)
        return "".join(parts)

    def spec(self) -> Spec:
        """The spec, read."""
        return load_text(self.text(), "random.yaml")


@functools.cache
def _sections(function: str) -> list[tuple[str, str]]:
    """The boards and rules in tests/functions/functions.md that call a function."""
    return [(board, rule) for board, rule in SECTIONS.get(function, []) if function in functions_in(rule)]


def block(rule: str) -> str:
    """A rule as it stands in YAML."""
    return f"  - rule: |\n      {rule}\n"


class Maker:
    """Makes one spec after another, each of which has `most` grids at most, from one source of chance.

    Not `planted`: rules as they come, which is several times faster, for what asks nothing about whole specs.
    """

    def __init__(self, chance: random.Random, most: int = MOST, *, planted: bool = True) -> None:
        self.chance = chance
        self.most = most
        self.planted = planted

    def make(self, function: str = "") -> Draft:
        """A spec that can be read and that few enough grids are there for; where a function is named, it is called in it."""
        function = function or self.chance.choice(list(all_functions()))
        while True:
            borrowed = self.chance.random() < 0.25 and _sections(function)
            draft = self._borrowed(function) if borrowed else self._drafted(function)
            if draft is not None:
                return draft

    # specs that borrow a board and a rule from tests/functions/functions.md

    def _borrowed(self, function: str) -> Draft | None:
        board, rule = self.chance.choice(_sections(function))
        if board == SECTIONS["sum"][0][0]:
            values = self.chance.choice(["0..1, blank: true", "1..2, blank: true", "0..2", "1..3", "0..2, blank: true"])
            board = board.replace("0..2, blank: true", values)
        world = World(board, {}, features=frozenset(["borrowed"]))
        return self._planted(Draft(world), [self._varied(rule)])

    def _varied(self, rule: str) -> str:
        """A rule as it is, turned round, or beside itself."""
        return self.chance.choice([rule, rule, f"not ({rule})"])

    # specs of the grammar

    def _drafted(self, function: str) -> Draft | None:
        chance = self.chance
        for _ in range(40):
            world = random_world(chance)
            grammar = world.grammar
            if "truth" in grammar.distances(function):
                break
        else:
            return None
        defines: list[tuple[str, str]] = list(world.helpers(grammar, chance)) if chance.random() < 0.3 else []
        if defines:
            grammar = Grammar({**world.kinds, **world.helped})
        rules = [grammar.write(chance, "truth", chance.randint(1, 4), function=function)]
        rules += [grammar.write(chance, "truth", chance.randint(1, 3)) for _ in range(chance.choice([0, 0, 1, 1, 2]))]
        objective = ""
        if chance.random() < 0.2:
            worth = Grammar(world.seen).write(chance, "number", chance.randint(1, 2))
            objective = f"{chance.choice(['maximize', 'minimize'])}: |\n  {worth}\n"
        return self._planted(Draft(world, objective=objective, defines=tuple(defines)), rules)

    # planting

    def _planted(self, draft: Draft, rules: Sequence[str]) -> Draft | None:
        """The draft with rules that a random grid satisfies, as a rule, and with the number of solutions that is wanted."""
        chance = self.chance
        wanted = chance.choices(["unique", "several", "any"], [45, 40, 15])[0] if self.planted else "any"
        try:
            spec = draft.spec()
            if size(spec) > self.most:
                return None
            grids = list(assignments(spec))
            grid = chance.choice(grids)
            if wanted != "any":
                draft = self._clued(draft, spec, grid)
                rules = [self._true(draft, rule, grid) for rule in rules]
            features = set(draft.features | draft.world.features)
            blocks = []
            for rule in rules:
                text = self._dressed(rule) if wanted != "any" else block(rule)
                features |= {"if"} if "  - if" in text else set()
                features |= {"let"} if "let:" in text else set()
                blocks.append(text)
            draft = replace(draft, rules=(*draft.rules, *blocks), features=frozenset(features))
            if wanted == "unique" and not draft.objective:
                draft = self._unique(draft, grid)
            draft.spec()
        except SpecError:
            return None
        return draft

    def _true(self, draft: Draft, rule: str, grid: Assignment) -> str:
        """The rule, or where it is false on a grid, its contrary."""
        spec = replace(draft, rules=(block(rule),)).spec()
        return rule if accepts(spec, grid) else f"not ({rule})"

    def _dressed(self, rule: str) -> str:
        """The rule in one of the ways in which rules are written."""
        form = self.chance.randint(0, 6)
        if form == 0:
            return f"  - let:\n      holds_here: |\n        {rule}\n    rule: holds_here\n"
        if form == 1:
            return f"  - if: |\n      not ({rule})\n    rule: false\n    says: Something holds.\n"
        if form == 2:
            return f"  - for: i in 1..2\n    rule: |\n      i == 1 or ({rule})\n"
        return block(rule)

    def _clued(self, draft: Draft, spec: Spec, grid: Assignment) -> Draft:
        """Clues with the values that they have on a grid, where the world has clues."""
        if draft.world.clue is None:
            return draft
        clue = draft.world.clue.filled(spec, grid, self.chance)
        return replace(
            draft, world=replace(draft.world, board=draft.world.board + clue.board, clue=None), rules=(*draft.rules, clue.rule)
        )

    def _unique(self, draft: Draft, grid: Assignment) -> Draft:
        """Givens of a grid, one after the other, until nothing else is a solution."""
        spec = draft.spec()
        left = [other for other in assignments(spec) if accepts(spec, other)]
        places = [(layer, at) for layer in spec.layers for at in range(len(layer.places)) if not layer.hidden]
        self.chance.shuffle(places)
        givens: list[tuple[str, str, str]] = []
        stated: list[str] = []
        for layer, at in places:
            if len({visible(spec, other) for other in left}) <= 1:
                break
            value = grid[layer.grid, layer.name][at]
            rest = [other for other in left if other[layer.grid, layer.name][at] == value]
            if len(rest) == len(left):
                continue
            left = rest
            place, text = layer.places[at], str(value).lower() if isinstance(value, bool) else str(value)
            if isinstance(place, Cell | Link) and value is not BLANK and not layer.grid and self.chance.random() < 0.7:
                givens.append((layer.name, str(place), text))
            elif layer.grid:
                stated.append(f"grid.name != '{layer.grid}' or default({layer.name}[{at}] == {text}, true)")
            else:
                index = place if isinstance(place, int) else at
                stated.append(f"{layer.name} == {text}" if layer.single else f"{layer.name}[{index}] == {text}")
        features = draft.features | ({"givens"} if givens else set())
        candidate = replace(draft, rules=(*draft.rules, *map(block, stated)), givens=tuple(givens), features=features)
        try:
            candidate.spec()
        except SpecError:
            return draft
        return candidate


def given_specs(test: Callable[[str], None]) -> Callable[[], None]:
    """Give a test the texts of random specs: 12, always the same, or others each time, GRIDWRIGHT_RANDOM_SPECS of them.

    Only the others are made smaller when they fail: then Hypothesis draws each number, which takes six times as long.
    """
    number = os.environ.get("GRIDWRIGHT_RANDOM_SPECS")
    drawn = st.randoms(use_true_random=False) if number else st.integers(0, 2**32 - 1).map(random.Random)
    texts = st.builds(lambda chance: Maker(chance, SMALL).make().text(), drawn)
    calm = {"deadline": None, "suppress_health_check": list(HealthCheck)}
    return settings(max_examples=int(number or 12), derandomize=number is None, **calm)(given(texts)(test))
