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

from gridwright.compiler.function import all_functions

_LINES = {
    "truth": """
        ({number} {compare} {number})
        ({number} {compare} {number})
        ({number} {compare} {number} {compare} {number})
        ({truth} {junction} {truth})
        (not {truth})
        ({truth} == blank)
        ({truth} if {truth} else {truth})
        ({number} in ({number}, {int}, blank))
        ({number} in {numbers})
        ({number} not in {numbers})
        all({truths})
        any({truths})
        any({numbers} == {int})
        distinct({numbers})
        distinct([{number}, {number}, {number}])
        increasing({numbers})
        {kind}({number})
        is_power({number}, {number})
        divides({number}, {number})
        ({truths}[0] == {truth})
        all({truth+c:cell} for c in {cells})
        any({truth+c:cell} for c in {cells} if {truth+c:cell})
        all({truth+a:cell,b:cell} for a, b in links)
        all({truth+a:cell,b:cell} for a, b in combinations({cells}, 2))
        all({truth+x:number} for x in {numbers})
        any({truth+x:number,y:number} for x, y in zip({numbers}, {numbers}))
        all({truth+r:list} for r in runs({line}))
        any({truth+r:list} for r in runs({line}))
        all({truth+n:number} for n in numbers({line}))
        distinct(len(r) for r in runs({line}))
        ({number} in numbers({line}))
        fold({line}, start={bool}, step=lambda s, x: {truestep})
        connected({mask})
        connected({mask}, by={moves})
        connected({mask}, same={field})
        connected(same={field})
        connected(cells, by={links})
        connected(cells, by={pairs})
        ({cell} in group({cell}, {mask}))
        (group({cell}, {mask}) == group({cell}, {mask}))
        all({truth+g:area} for g in groups({mask}))
        all({truth+g:area} for g in groups(cells, by=not {links}))
        any({truth+g:area} for g in groups(same={field}))
        loop({links})
        loop({borders})
        path({links}, {cell}, {cell})
        path({borders}, {corner}, {corner})
        inside({links}, {cell})
        inside({borders}, {cell})
        inside({links}, {corner})
        {square}symmetric({mask})
        {square}symmetric({mask}, kinds='{symmetry}')
        {square}symmetric({links}, kinds='{symmetry}')
        {square}same_shape({mask}, {shape})
        {square}same_shape({mask}, {mask}, reflect={bool})
        {square}contains_shape({mask}, {shape}, rotate={bool})
        {square}all(any({mask}[p]) for p in placements({shape}))
        {square}any(all({mask}[p]) for p in placements({shape}, rotate={bool}, reflect={bool}))
        {square}any(all({mask}[p]) for p in placements(polyominoes({one}), within={cells}))
        {square}all(any({mask}[b]) for b in blocks(1, 2))
        {laid}all(count(laid[covering(c, placements('##'))]) <= 1 for c in cells)
        {laid}(count(laid[covering({cell}, placements('##'))]) == {int})
        (join({numbers}) == '{int}{int}')
        (sorted({numbers}) == [{int}, {one}])
        ({numbers}[:2] == [{int}, {number}])
        ({numbers} == {numbers})
        all({truth+x:number} for x in [p[0] for p in permutations([{number}, {int}])])
        all({truth+i:number,x:number} for i, x in enumerate({numbers}, {int}))
    """,
    "number": """
        {int}
        {field}[{cell}]
        {field}[{cell}]
        {field}[{place}]
        {field}[{number}]
        {aggregate}({numbers})
        {aggregate}({numbers})
        nth({numbers}, {one})
        {numbers}[{index}]
        count({truths})
        count({mask}[{cells}])
        len(leading({numbers}))
        sum(leading({truths}))
        ({number} {arithmetic} {number})
        ({number} // {one})
        ({number} % {one})
        (-{number})
        ({number} ** 2)
        {ofone}({number})
        abs({number} - {number})
        default({number}, {number})
        {oftwo}({number}, {number})
        ({number} if {truth} else {number})
        [{int}, {number}, {int}][{number}]
        sum({number+c:cell} for c in {cells} if {truth+c:cell})
        {aggregate}({number+x:number} for x in {numbers})
        sum({number+x:number,y:number} for x, y in zip({numbers}, {numbers}))
        sum({number+i:number,x:number} for i, x in enumerate({numbers}))
        count({truth+a:cell,b:cell} for a, b in combinations({cells}, 2))
        distance({cell}, {cell})
        len({cells})
        len(digits({number}))
        digits({number} + 10)[{index}]
        len(prime_factors({number}))
        sum(prime_factors({number}))
        read({line})
        read({line}, base={base})
        len(runs({line}))
        {aggregate}({number+r:list} for r in runs({line}))
        {aggregate}({number+r:list} for r in runs({line}) if {truth+r:list})
        {aggregate}(numbers({line}))
        {aggregate}({number+n:number} for n in numbers({line}) if {truth+n:number})
        runs({line})[{index}][{index}]
        numbers({line})[{index}]
        fold({line}, start={int}, step=lambda s, x: {step})
        fold({line}, start=({int}, {int}), step=lambda s, x: {pairstep}, result=lambda s: {pairresult})
        fold(zip({line}, {line}), start={int}, step=lambda s, p: {bothstep})
        {square}walk(start=({cell}, 0), read={field}, step=lambda s, x: {waystep}, result=lambda s: s[1])
        {square}walk({cell}, {field}, lambda c, x: {wayplace}, result=lambda c: {int})
        len(groups({mask}))
        len(groups(same={field}))
        len(group({cell}, {mask}))
        len(group({cell}, same={field}))
        len(group({cell}, cells, by=not {links}))
        max(len(g) for g in groups({mask}))
        sum({number+g:area} for g in groups({mask}))
        count(inside({links}, c) for c in cells)
        {square}count(all({mask}[p]) for p in placements({shape}))
        {square}len(placements({shape}, reflect={bool}))
        {square}len(covering({cell}, placements({shape})))
        {square}len(polyominoes({one}))
        {square}sum(sum({field}[b]) for b in blocks(1, 2))
        len(range({int}))
        len(permutations([{number}, {int}]))
        len(combinations({numbers}, {int}))
    """,
    "numbers": """
        {field}
        {field}[{cells}]
        {field}[{cells}]
        {field}[::-1]
        {field}[1:]
        {list}
        default({field}, {int})
        abs({field} - {int})
        ({field} {arithmetic} {int})
        ({field} {arithmetic} {number})
        ({field} if {mask} else {int})
        [{number}, {number}]
        [{number}, {int}, blank]
        [{number+c:cell} for c in {cells}]
        [{number+x:number} for x in {numbers}]
        {field}[group({cell}, {mask})]
        reversed({numbers})
        leading({numbers})
        {ofone}({field})
        digits({number})
        prime_factors({number})
        ({line})[::-1]
        range({int}, {base})
        {one}..{base}
        sorted({numbers})
        [{number+a:cell,b:cell} for a, b in zip({cells}, {cells})]
    """,
    "truths": """
        {mask}
        {mask}[{cells}]
        ({numbers} {compare} {int})
        ({field} {compare} {number})
        ({field}[{cells}] {compare} {number})
        [{truth}, {truth}]
        [{truth+c:cell} for c in {cells}]
        {links}
        {borders}
        {links}[{cell}.links]
        {borders}[{cell}.borders]
    """,
    "mask": """
        ({field} {compare} {int})
        (not {mask})
        ({mask} {junction} {mask})
        ({field} in ({int}, {number}))
        {kind}({field})
    """,
    "line": "{field}\n{field}[::-1]\n{field}[{cells}]\n({field} % 2)\ndefault({field}, {int})\n{field}[rows[0]]",
    "list": "",
    "area": "",
    "cells": """
        cells
        cells[:3]
        rows[0]
        rows[-1]
        lines[-1]
        lines(cells)[0]
        rows(cells)[0]
        {area}
        neighbors({cell})
        touching({cell})
        ray({cell}, {direction})
        around([{cell}])
        [{cell}, {cell}]
        between({cell}, {cell})
        {square}knight_moves({cell})
        {square}columns[0]
        {square}columns(cells)[0]
        {square}views('{side}')[0]
        {square}first(blocks(1, 2))
        {square}first(boxes(1, 1))
        {square}first(segments(cells, least={one}))
        {square}first(covering({cell}, placements({shape})))
        {corners4}diagonals([r1c1, r1c2, r2c1, r2c2])[0]
    """,
    "place": """
        step({cell}, {direction})
        step({cell}, {direction}, {number})
        {square}cell({number}, {int})
        {square}cell({number}, {number})
        first(c for c in {cells} if {truth+c:cell})
        ({cell} if {truth} else {cell})
        [{cell}, {cell}][{number}]
    """,
    "cell": "",
    "corner": "{cell}.corners[0]\n{cell}.corners[-1]\ncorners[0]",
    "links": "(not {links})",
    "borders": "(not {borders})",
    "pairs": "(not {pairs})",
    "field": "",
    "step": """
        s + 1 if x == {one} else s
        s + default(x, 0)
        0 if x == blank else s + {one}
        max(s, default(x, s))
        (s * 2 + default(x, 1)) % 3
        default(x, s)
        s if x != blank and x > s else fail if s > 1 else s + 1
        x if s == {int} else s
    """,
    "pairstep": """
        (0, max(s[0], s[1])) if x == blank else (s[0] + 1, s[1])
        (s[1], s[0]) if x == {int} else s
        (default(x, 0), s[1] + 1)
        (s[0], x) if s[0] != x else fail
    """,
    "pairresult": "s[1]\ns[0]\ndefault(s[1], 0) - 1\nmax(s[0], s[1])",
    "bothstep": """
        s + 1 if p[0] == p[1] else s
        p[0] if p[1] == blank else s
        fail if p[0] > p[1] else s
        abs(s - default(p[1], 1))
    """,
    "truestep": "s and x != {int}\nnot s if x == {int} else s\ns or x == blank\nfail if x == {one} else s",
    "waystep": """
        (step(s[0], right), s[1] + default(x, 0))
        (step(s[0], right if x == {int} else down), s[1] + 1)
        (step(s[0], left), s[1]) if x == {int} else (step(s[0], right), s[1] + 1)
        (blank, s[1]) if x == {int} else (step(s[0], down), {int})
        fail if x == {int} else (step(s[0], {direction}), s[1] + 1)
    """,
    "wayplace": "step(c, right) if x == {int} else step(c, down)\nstep(c, {direction})\nc if x == {int} else blank",
    "int": "0\n1\n2\n3",
    "one": "1\n2\n3",
    "index": "0\n1\n-1",
    "base": "2\n3\n10",
    "bool": "true\nfalse",
    "compare": "==\n==\n!=\n<\n<=\n>\n>=",
    "junction": "and\nor\n==\n!=",
    "arithmetic": "+\n-\n*",
    "aggregate": "sum\nmin\nmax\nfirst\nlast\nlen\nproduct\ngcd\nlcm\nvisible",
    "kind": "is_square\nis_cube\nis_prime\nis_fibonacci\nis_palindrome\nis_power",
    "ofone": "digit_sum\ndigit_product\nabs",
    "oftwo": "max\nmin\ngcd\nlcm",
    "moves": "touching\nneighbors\nknight_moves\nlambda c: [step(c, right), step(c, left)]",
    "symmetry": "half turn\nquarter turn\nleft-right\nup-down\ndiagonal",
    "side": "left\nright\ntop\nbottom",
    "shape": "'##'\n'##/#-'\n'#'\n'#-#'\n['#', '##']\n[{cell}, {cell}]",
}

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
    """The grammar in a world, which is texts for kinds that are added to those above."""

    def __init__(self, world: Mapping[str, list[str]]) -> None:
        texts = {kind: [line.strip() for line in lines.split("\n") if line.strip()] for kind, lines in _LINES.items()}
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
        found = self._distances.get(function)
        if found is None:
            found = self._distances[function] = {}
            changed = True
            while changed:
                changed = False
                for kind, productions in self.all.items():
                    for production in productions:
                        away = [found[hole] + 1 for hole in production.holes if hole in found]
                        distance = 0 if function in production.names else min(away, default=99)
                        if distance < found.get(kind, 99):
                            found[kind], changed = distance, True
        return found

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
