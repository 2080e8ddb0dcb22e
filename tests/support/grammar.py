"""A grammar of the language: for each kind of value ways to write one, with holes for others.

`{number}` is a hole for a number. `{truth+c:cell}` is one for a truth value in which `c` is a cell. A kind that a world gives
nothing for (`{links}` where no layer lies over links) makes what needs it unavailable there, and so do the conditions on a board,
which are kinds that are written as nothing: `{square}`, `{plane}`.
"""

from __future__ import annotations

import functools
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass

from gridwright.compiler.language.function_registry import all_functions
from productions import LINES

_HOLE = re.compile(r"\{(\w+)(?:\+([\w:,]+))?\}")
_CALLED = re.compile(r"\b([a-z_]+)(?=\()|\bby=(\w+)\b")


def functions_in(text: str) -> set[str]:
    """The functions of the language that are called in a text, or named as moves."""
    return {name for pair in _CALLED.findall(text) for name in pair if name} & all_functions().keys()


@dataclass(frozen=True)
class Production:
    """A way to write a value: a text with holes."""

    text: str

    @functools.cached_property
    def holes(self) -> tuple[str, ...]:
        """The kinds of its holes."""
        return tuple(hole[0] for hole in _HOLE.findall(self.text))

    @functools.cached_property
    def names(self) -> frozenset[str]:
        """What it calls by name, or might: `sum` in the kind of aggregates is a text of its own."""
        return frozenset(functions_in(self.text) | ({self.text} & all_functions().keys()))


class Grammar:
    """The grammar in a world, which is texts for kinds that are added to those of `lines`."""

    def __init__(self, world: Mapping[str, list[str]], lines: Mapping[str, str] = LINES) -> None:
        texts = {kind: [line.strip() for line in forms.split("\n") if line.strip()] for kind, forms in lines.items()}
        self.all = {
            kind: [Production(text) for text in [*texts.get(kind, []), *world.get(kind, [])]] for kind in {*texts, *world}
        }
        self.height = self._heights()
        for kind, productions in self.all.items():
            self.all[kind] = [p for p in productions if all(hole in self.height for hole in p.holes)]
        self._distances: dict[str, dict[str, int]] = {}

    def _heights(self) -> dict[str, int]:
        """For each kind that can be written how deep it is at least."""
        heights: dict[str, int] = {}
        changed = True
        while changed:
            changed = False
            for kind, productions in self.all.items():
                for production in productions:
                    if all(hole in heights for hole in production.holes):
                        height = 1 + max((heights[hole] for hole in production.holes), default=-1)
                        if height < heights.get(kind, 99):
                            heights[kind], changed = height, True
        return heights

    def height_of(self, production: Production) -> int:
        """How deep a production is at least."""
        return 1 + max((self.height[hole] for hole in production.holes), default=-1)

    def distances(self, function: str) -> dict[str, int]:
        """For each kind from which a function can be reached how many productions lead there."""
        distances = self._distances.get(function)
        if distances is None:
            distances = self._distances[function] = {}
            changed = True
            while changed:
                changed = False
                for kind, productions in self.all.items():
                    for production in productions:
                        away = [distances[hole] + 1 for hole in production.holes if hole in distances]
                        distance = 0 if function in production.names else min(away, default=99)
                        if distance < distances.get(kind, 99):
                            distances[kind], changed = distance, True
        return distances

    def write(
        self,
        chance: random.Random,
        kind: str,
        depth: int,
        names: Mapping[str, tuple[str, ...]] | None = None,
        function: str = "",
    ) -> str:
        """A random text of a kind; `names` are bound names of each kind, and `function` is one that has to be in it."""
        names = names or {}
        bound = names.get(kind, ())
        if bound and not function and chance.random() < 0.5:
            return chance.choice(bound)
        distances = self.distances(function) if function else {}
        if function and kind in distances:
            fitting = [p for p in self.all[kind] if function in p.names or any(hole in distances for hole in p.holes)]
            nearest = distances[kind]
            close = [p for p in fitting if self._away(p, function, distances) <= nearest + (depth > 2)]
            production = chance.choice(close)
        else:
            function = ""
            fitting = [p for p in self.all[kind] if self.height_of(p) <= max(depth, self.height[kind])]
            production = chance.choice(fitting)
        at = -1
        if function and function not in production.names:
            least = min(distances.get(hole, 99) for hole in production.holes)
            at = chance.choice([at for at, hole in enumerate(production.holes) if distances.get(hole, 99) == least])
        count = iter(range(len(production.holes)))

        def fill(hole: re.Match[str]) -> str:
            inner = dict(names)
            for pair in (hole[2] or "").split(",") if hole[2] else ():
                name, of = pair.split(":")
                inner[of] = (*inner.get(of, ()), name)
            return self.write(chance, hole[1], depth - 1, inner, function if next(count) == at else "")

        return _HOLE.sub(fill, production.text)

    def _away(self, production: Production, function: str, distances: Mapping[str, int]) -> int:
        if function in production.names:
            return 0
        return 1 + min(distances.get(hole, 99) for hole in production.holes)
