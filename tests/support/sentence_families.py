"""Families of sentences that somebody wrote first: for each its boards, and the forms of its sentences, as in `productions.py`.

`{sentence}` is what is drawn. A board is a text of YAML, with what can stand on it by kind.
"""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from first_written import Verdict, compared_text
from grammar import Grammar

DEPTH = 4  # of a random sentence
JUDGED = 1_000  # grids of each sentence
SECONDS = 60  # for the search of each

COMMON = {
    "sentence": """
        {truth}
        {truth}
        {truth}
        {truth}
        not ({truth})
        ({truth}) or ({truth})
        ({truth}) and not ({truth})
        ({truth}) == ({truth})
        ({truth}) if ({truth}) else ({truth})
        count([{truth}, {truth}, {truth}]) {compare} {small}
    """,
    "compare": "==\n==\n==\n!=\n<\n<=\n>\n>=",
    "small": "0\n1\n2\n3",
    "target": "0\n1\n2\n3\n4\n6\n8\n9\n12\n16",
    "extreme": "max\nmin",
    "bool": "true\nfalse",
    "cell": "r1c1\nr1c2\nr2c1\nr2c2",
}


@dataclass(frozen=True)
class Family:
    """A family of sentences: its boards, each with the texts that kinds have there, and its productions."""

    boards: tuple[tuple[str, Mapping[str, str]], ...]
    lines: Mapping[str, str]

    @functools.cached_property
    def grammars(self) -> list[tuple[str, Grammar]]:
        """Each board with the grammar of its sentences."""
        return [
            (board, Grammar({kind: text.split("\n") for kind, text in kinds.items()}, {**COMMON, **self.lines}))
            for board, kinds in self.boards
        ]

    def text(self, chance: random.Random) -> str:
        """Return the text of a random spec: a board and one sentence."""
        board, grammar = chance.choice(self.grammars)
        return f"gridwright: 1\n{board}rules:\n  - rule: |\n      {grammar.write(chance, 'sentence', chance.randint(2, DEPTH))}\n"

    def compared(self, seed: int) -> Verdict:
        """Compare the sentence of a seed with brute force."""
        chance = random.Random(seed)
        return compared_text(self.text(chance), chance, most=JUDGED, seconds=SECONDS)


def values_at(value: str) -> dict[str, str]:
    """Return the texts of the values at the places a, b, c and d."""
    return {f"v{place}": value.format(place) for place in "abcd"}


MASKS = "shaded\ncircle\n(not shaded)\n(shaded and circle)\n(shaded or not circle)"

PRODUCTS = Family(
    boards=(
        ("grid: 2x3\nlayers: {shaded: {values: bool}, circle: {values: bool}}\n", {"mask": MASKS}),
        (
            "grid: 2x3\nlayers: {shaded: {values: bool}, clue: {over: grid, values: 1..9}}\n",
            {"mask": "shaded\n(not shaded)", "target": "clue"},
        ),
        (
            "grid: 2x3\nlayers: {number: {values: 0..2, blank: true}}\n",
            {"mask": "(number == 1)\n(number > 0)\n(number == blank)\n(number != 2)", "size": "sum(number)\nsum(number[{line}])"},
        ),
    ),
    lines={
        "truth": """
            {size} * {size} {compare} {target}
            {size} * {size} == {target}
            {size} * {size} * {size} == {target}
            product([{size}, {size}, {size}]) {compare} {target}
            {size} ** 2 + {size} ** 2 {compare} {target}
            {size} * {size} {compare} {size} * {size}
            {size} / {size} {compare} {size} / {size}
            {size} / {size} == {target}
            {target} // {size} == {size}
            {target} % {size} == {small}
            {size} * {size} in ({target}, {target})
            {size} * {size} - {size} {compare} {target}
            divides({size}, {size})
            divides({size} * {size}, {target})
            is_square({size} * {size})
            is_prime({size} * {size} + 1)
            all({lsize} * {lsize} {compare} {target} for l in lines)
            sum({lsize} * {lsize} for l in lines) {compare} {target}
            product({lsize} for l in rows) == {target}
            all(len(g) * count({mask}[g]) {compare} {target} for g in groups({mask}))
            {extreme}({size} * {size}, {size}) {compare} {target}
        """,
        "size": """
            count({mask})
            count({mask})
            count({mask}[{line}])
            len(groups({mask}))
            len(group({cell}, {mask}))
            max(len(g) for g in groups({mask}))
            min(len(g) for g in groups({mask}))
            count(len(g) {compare} {small} for g in groups({mask}))
            len(rows({mask}))
            ({size} + {small})
        """,
        "lsize": "count({mask}[l])\ncount({mask}[l])\nlen(runs({mask}[l]))\nmax(len(r) for r in runs({mask}[l]))",
        "line": "rows[0]\nrows[1]\ncolumns[0]\ncolumns[-1]",
    },
)

SHAPES = Family(
    boards=(
        ("grid: 2x3\nlayers: {number: {values: 1..3, blank: true}}\n", {"number": "1\n2\n3"}),
        ("grid: 3x3\nlayers: {number: {values: 1..2, blank: true}}\n", {"number": "1\n2"}),
        ("grid: {size: 2x3, wrap: rows}\nlayers: {number: {values: 1..2, blank: true}}\n", {"number": "1\n2"}),
        ("grid: {hex: [2, 3]}\nlayers: {number: {values: 1..3, blank: true}}\n", {"number": "1\n2\n3"}),
        ("grid: {size: 3x3, holes: [r2c2]}\nlayers: {number: {values: 1..2, blank: true}}\n", {"number": "1\n2"}),
    ),
    lines={
        "truth": """
            contains_shape({set}, {set})
            contains_shape({set}, {set}, rotate={bool})
            contains_shape({set}, {set}, rotate={bool}, reflect={bool})
            same_shape({set}, {set})
            same_shape({set}, {set}, rotate={bool})
            same_shape({set}, {set}, rotate={bool}, reflect={bool})
            not same_shape({set}, {set})
            not contains_shape({set}, {set})
            all(contains_shape(number == k + 1, number == k) for k in 1..2)
            any(same_shape(number == k + 1, number == k) for k in 1..2)
            count(same_shape(number == a, number == b) for a, b in combinations(1..3, 2)) {compare} {small}
            all(not same_shape(number == a, number == b) for a, b in combinations(1..3, 2))
            any(same_shape(g, {set}) for g in groups({set}))
            all(same_shape(g, {set}) for g in groups({set}))
            all(contains_shape({set}, g) for g in groups({set}))
            same_shape(group({cell}, {set}), group({cell}, {set}))
            all(same_shape(g, h) for g in groups(same=number) for h in groups(same=number))
            all(len(g) != len(h) or g == h or same_shape(g, h) for g in groups({set}) for h in groups({set}))
            symmetric({set})
            count({set}) {compare} {small}
            connected({set}) and contains_shape({set}, {set})
        """,
        "set": "(number == {number})\n(number == {number})\n(number != {number})\n(number == blank)\n(number != blank)",
    },
)

WALLS = """\
grid: 2x3
layers: {wall: {over: links, values: bool}, shaded: {values: bool}}
define:
  region(c): group(c, cells, by=not wall)
  area(c): len(region(c))
  alike(a, b): b in region(a)
  dark(c): count(shaded[region(c)])
  larger(a, b): area(a) > area(b)
  rooms: groups(cells, by=not wall)
  most(values): default(max(values), 0)
"""
SAME = """\
grid: 2x3
layers: {shaded: {values: bool}, number: {values: 1..3}}
define:
  region(c): group(c, same=shaded)
  area(c): len(region(c))
  alike(a, b): b in region(a)
  dark(c): count(number[n] == 2 for n in region(c))
  larger(a, b): area(a) > area(b)
  rooms: groups(same=shaded)
  most(values): default(max(values), 0)
"""
DEFINITIONS = Family(
    boards=(
        (WALLS, {}),
        (SAME, {"truth": "sum(number[region({cell})]) {compare} {target}\nnumber[{cell}] {compare} area({cell})"}),
    ),
    lines={
        "truth": """
            area({cell}) {compare} {small}
            area({cell}) {compare} area({cell})
            area({cell}) * dark({cell}) {compare} {target}
            alike({cell}, {cell})
            larger({cell}, {cell})
            region({cell}) == region({cell})
            {cell} not in region({cell})
            dark({cell}) {compare} {small}
            all(larger(a, b) or alike(a, b) or larger(b, a) for a, b in links)
            all(alike(a, b) == (shaded[a] == shaded[b]) for a, b in links)
            count(larger(a, b) for a, b in links) {compare} {small}
            all(area(c) {compare} {small} for c in cells)
            all(dark(c) {compare} {small} for c in cells)
            sum(area(c) for c in cells) {compare} {target}
            sum(dark(c) for c in {cells}) {compare} {target}
            most(area(c) for c in {cells}) {compare} {small}
            most(dark(c) for c in cells) == area({cell})
            distinct(area(c) for c in {cells})
            len(rooms) {compare} {small}
            all(len(room) {compare} {small} for room in rooms)
            all(count(shaded[room]) == 1 or len(room) {compare} {small} for room in rooms)
            len(rows(region({cell}))) {compare} {small}
            same_shape(region({cell}), region({cell}))
            first(region({cell})) == {cell}
            region({cell})[-1] == {cell}
            min(distance({cell}, d) for d in region({cell})) {compare} {small}
            any(shaded[d] and area(d) {compare} {small} for d in neighbors({cell}))
            all(area(n) != area({cell}) or alike(n, {cell}) for n in neighbors({cell}))
        """,
        "cells": "rows[0]\ncolumns[1]\nneighbors({cell})\n[r1c1, r2c3]",
    },
)

KINDS = Family(
    boards=(
        ("grid: 1x4\nlayers: {digit: {values: [0, 1, 2, 4, 6, 9], blank: true}}\n", {"line": "digit\ndigit[::-1]\ndigit[1:]"}),
        ("grid: 1x5\nlayers: {digit: {values: [1, 2, 4], blank: true}}\n", {"line": "digit\ndigit[::-1]\ndigit[:4]"}),
        (
            "grid: 2x3\nlayers: {digit: {values: [1, 4, 6], blank: true}}\n",
            {"line": "digit[rows[0]]\ndigit[rows[1]]\ndigit[columns[0]]"},
        ),
        ("grid: 1x4\nlayers: {digit: {values: 0..6}}\n", {"line": "digit\ndigit[::-1]\n(digit if r1c2 == blank else digit)"}),
    ),
    lines={
        "truth": """
            all({kind} for n in numbers({line}))
            all({kind} for n in numbers({line}))
            all({kind} or {kind} for n in numbers({line}))
            any({kind} for n in numbers({line}))
            all({kind} and n > {large} for n in numbers({line}))
            count({kind} for n in numbers({line})) {compare} {small}
            all({kind} == ({kind}) for n in numbers({line}))
            all({kind} for l in [{line}, {line}] for n in numbers(l))
            all({kind} for n in [read({line})])
            all({kind} for n in [numbers({line})[0]])
            all({kind} for n in [sum(numbers({line}))])
            all({kind} if len(digits(n)) > 1 else {kind} for n in numbers({line}))
            sum(n for n in numbers({line}) if {kind}) {compare} {large}
            max(n for n in numbers({line}) if {kind}) {compare} {large}
            min(numbers({line})) {compare} {large}
            len(numbers({line})) {compare} {small}
            all({kind} for n in numbers({line}) for m in numbers({line}) if m > n)
            increasing(numbers({line}))
        """,
        "kind": """
            is_square(n)
            is_prime(n)
            is_cube(n)
            is_palindrome(n)
            is_fibonacci(n)
            is_power(n)
            is_square(8 * n + 1)
            is_square(n + {small})
            is_prime(n // 2)
            is_power(n, 2)
            divides(11, n)
            n % 7 == {small}
            is_square(digit_sum(n))
            is_prime(digit_sum(n))
            is_palindrome(n * 2)
            (root(n) != blank)
            (root(n, 3) != blank)
            len(prime_factors(n)) == 2
        """,
        "large": "0\n1\n9\n12\n44\n100\n144\n469",
    },
)

DIFFER = Family(
    boards=(
        ("grid: 2x3\nlayers: {digit: {values: [1, 2, 6], blank: true}}\n", {}),
        ("grid: 2x2\nlayers: {digit: {values: 0..4, blank: true}}\n", {}),
        ("grid: 2x3\nlayers: {digit: {values: [0, 1, 3], blank: true}}\n", {}),
        ("grid: {size: 2x3, holes: [r2c2]}\nlayers: {digit: {values: 0..3, blank: true}}\n", {"cell": "r1c3"}),
    ),
    lines={
        "truth": """
            distinct(n for l in {lines} for n in numbers(digit[l]))
            distinct(n for l in {lines} for n in numbers(digit[l]) if n > {small})
            distinct(numbers(digit[{line}]))
            distinct(read(digit[s]) for s in segments)
            distinct(read(digit[l]) for l in {lines})
            distinct(sum(digit[l]) for l in {lines})
            distinct(digit_sum(n) for l in {lines} for n in numbers(digit[l]))
            distinct(len(r) for l in {lines} for r in runs(digit[l]))
            distinct(len(digits(n)) for l in {lines} for n in numbers(digit[l]))
            all(m != n for m in numbers(digit[{line}]) for n in numbers(digit[{line}]))
            all(m != n for k, l in combinations({lines}, 2) for m in numbers(digit[k]) for n in numbers(digit[l]))
            all(m < n for k, l in combinations(rows, 2) for m in numbers(digit[k]) for n in numbers(digit[l]))
            all(divides(k, n) for l in {lines} for n in numbers(digit[l]) for k in digits(n))
            all(k == 0 or divides(k, n) for n in numbers(digit[{line}]) for k in digits(n))
            all(k not in digits(n) or divides(k, n) for l in {lines} for n in numbers(digit[l]) for k in 1..9)
            all(divides(digit_sum(n), n) for n in numbers(digit[{line}]))
            all(n % digit_sum(n) == 0 for l in {lines} for n in numbers(digit[l]))
            all(divides(first(digits(n)), n) for n in numbers(digit[{line}]))
            all(distinct(digits(n)) for l in {lines} for n in numbers(digit[l]))
            all(increasing(digits(n)) for n in numbers(digit[{line}]))
            all(any(divides(m, n) for m in numbers(digit[{line}])) for n in numbers(digit[{line}]))
            count(n % 2 == 0 for l in {lines} for n in numbers(digit[l])) {compare} {small}
            sum(n for l in {lines} for n in numbers(digit[l])) {compare} {target}
            gcd(n for l in {lines} for n in numbers(digit[l])) {compare} {small}
            distinct([(digit[a], digit[b]) for a, b in links])
            distinct([(digit[a], digit[b]) for a, b in links if digit[a] != blank])
            distinct(10 * digit[a] + digit[b] for a, b in links)
            distinct(digit[l] for l in {lines})
            distinct(digit)
            all(distinct(digit[l]) for l in {lines})
        """,
        "lines": "rows\ncolumns\nlines\n[{line}, {line}]",
        "line": "rows[0]\nrows[1]\ncolumns[0]\n[r1c1, r1c2, r2c1]\n[r1c3, r1c1]",
    },
)

VALUES = Family(
    boards=(
        (
            "grid: {hex: [1, 2]}\nlayers: {colour: {values: [red, blue, green]}, worth: {values: 0..4}}\n",
            {"cell": "r2c1", "colour": "red\nblue\ngreen"},
        ),
        (
            "grid: 1x3\nlayers: {colour: {values: [red, blue]}, worth: {values: -1..5}}\n",
            {"cell": "r1c3", "colour": "red\nblue"},
        ),
        (
            "grid: 1x3\nlayers: {colour: {values: [red, blue], blank: true}, worth: {values: 0..4, blank: true}}\n",
            {"cell": "r1c3", "colour": "red\nblue"},
        ),
    ),
    lines={
        "truth": """
            all(worth[c] == {value} for c in cells)
            all(worth[c] == {value} for c in cells if colour[c] == {colour})
            all(colour[c] != {colour} or worth[c] {compare} {value} for c in cells)
            all(worth[c] == ({value} if colour[c] == {colour} else {value}) for c in cells)
            all(worth[c] == ({value} if colour[c] == red else {value} if colour[c] == blue else {value}) for c in cells)
            sum(worth) {compare} {target}
            sum(worth[c] for c in cells if colour[c] == {colour}) {compare} {target}
            max(worth) - min(worth) {compare} {small}
            product(worth) {compare} {target}
            all(worth[a] != worth[b] or colour[a] == colour[b] for a, b in links)
        """,
        "value": """
            {small}
            len(neighbors(c))
            {of}(worth[n] for n in neighbors(c))
            {of}(worth[n] for n in neighbors(c) if colour[n] == {colour})
            {of}(worth[n] for n in neighbors(c) if colour[n] == {colour})
            {of}(worth[n] for n in neighbors(c) if colour[n] != colour[c])
            count(colour[n] == {colour} for n in neighbors(c))
            count(colour[n] == colour[c] for n in neighbors(c))
            count(worth[n] {compare} {small} for n in neighbors(c))
            (1 + {value})
            (2 * {value})
            ({target} - {value})
            abs({value} - {value})
            default({value}, {small})
            {extreme}({value}, {value})
        """,
        "of": "sum\nsum\nproduct\nmax\nmin\nlen\ngcd",
    },
)

PATHS = Family(
    boards=(
        (
            "grid: 2x3\nuse: [numbered_path]\nlayers: {number: {values: 1..4, blank: true}}\n"
            "areas:\n  parts: |\n    a a b\n    a b b\n",
            {"step": "neighbors\ntouching\nknight_moves", "areas": "parts\nrows\ncolumns"},
        ),
        (
            "grid: 2x3\nuse: [numbered_path]\nlayers: {number: {values: 1..6}}\nareas:\n  parts: |\n    a b b\n    a a b\n",
            {"step": "neighbors\ntouching", "areas": "parts\nrows\ncolumns"},
        ),
        (
            "grid: 1x5\nuse: [numbered_path]\nlayers: {number: {values: 1..4, blank: true}}\ndefine:\n"
            '  jumps(c): "[d for d in cells if abs(c.column - d.column) in (1, 2)]"\nareas:\n  parts: a a b b b\n',
            {"step": "jumps", "areas": "parts\ncolumns", "cell": "r1c5\nr1c4\nr1c3", "cell2": "r1c5"},
        ),
    ),
    lines={
        "sentence": """
            numbered_path(number, {step}) and {truth}
            numbered_path(number, {step}) and {truth}
            numbered_path(number, {step}) and {truth} and {truth}
            not numbered_path(number, {step}) and {truth}
            numbered_path_to(number, {step}, {last}) and {truth}
            numbered_path(number, {step}) == ({truth})
            {truth}
        """,
        "truth": """
            all(sum(number[area]) {compare} {total} for area in {areas})
            all(sum(number[area]) == sum(number[{areas}[0]]) for area in {areas})
            all(product(number[area]) {compare} {total} for area in {areas})
            distinct(sum(number[area]) for area in {areas})
            sum(number[{areas}[0]]) {compare} {total}
            count(number[{areas}[1]] != blank) {compare} {small}
            max(number[{areas}[0]]) {compare} {small}
            number[{any}] {compare} {last}
            any(number[c] == {last} for c in {areas}[0])
            all(all(increasing([number[c] for c in area]) for c in area) for area in {areas})
            all(number[a] == blank or number[b] == blank or abs(number[a] - number[b]) {compare} {small} for a, b in links)
            number[{any}] * number[{any}] {compare} {total}
            max(number) {compare} {last}
            first(c for c in cells if number[c] == {last}) == {any}
        """,
        "any": "r1c1\nr1c2\nr1c3",
        "last": "1\n2\n3\n4\nmax(number[{areas}[0]])",
        "total": "2\n3\n4\n5\n6\n8\n10\n12\n24",
    },
)

VISITS = """\
  leaves(c): any(way[a, b] for a, b in steps if a == c)
  enters(c): any(way[a, b] for a, b in steps if b == c)
  on(c): leaves(c) or enters(c)
"""
DIRECTED = Family(
    boards=(
        (
            "grid: 2x2\nlayers: {way: {over: steps, values: bool}, number: {values: 1..3}}\ndefine:\n"
            '  steps: "[(a, b) for a in cells for b in neighbors(a)]"\n' + VISITS,
            {},
        ),
        (
            "grid: 2x3\nlayers: {way: {over: steps, values: bool}}\ndefine:\n"
            '  steps: "[(a, b) for a in cells for b in [step(a, right), step(a, down), step(a, left)] if b != blank]"\n'
            '  number: "[1, 2, 3, 2, 1, 4]"\n' + VISITS,
            {},
        ),
    ),
    lines={
        "sentence": """
            path(way, {cell}, {cell}, directed=true) and {truth}
            path(way, {cell}, {cell}, directed=true) and {truth}
            path(way, {cell}, {cell}, directed=true) and {truth}
            not path(way, {cell}, {cell}, directed=true) and {truth}
            loop(way, directed=true) and {truth}
            (loop(way, directed=true)) == ({truth})
            {truth}
        """,
        "truth": """
            product({valued} for c, n in zip(cells, number) if on(c)) {compare} {target}
            sum({valued} for c, n in zip(cells, number) if on(c)) {compare} {target}
            sum({valued} for c, n in zip(cells, number) if leaves(c)) {compare} {target}
            product(n * m for s, n in zip(steps, number) for m in number if way[s]) {compare} {target}
            count(way) {compare} {small}
            count(on(c) for c in cells) {compare} {small}
            count(way[a, b] for a, b in steps if b.column > a.column) {compare} {small}
            on({cell})
            not leaves({cell})
            leaves({cell}) == enters({cell})
            all(leaves(c) == enters(c) for c in cells)
            all(not (way[a, b] and way[b, a]) for a, b in steps if (b, a) in steps)
            all(not way[a, b] or on(b) for a, b in steps)
            all(count(way[a, b] for a, b in steps if a == c) <= 1 for c in cells)
        """,
        "valued": "n\nn\nn * n\nn + 1",
    },
)

EXPONENTS = Family(
    boards=(
        ("grid: 1x3\nlayers: {a: {over: 0..2, values: 0..5}, power: {over: grid, values: 0..4}}\n", {}),
        ("grid: 1x3\nlayers: {a: {over: 0..2, values: -2..3}, power: {over: grid, values: -2..3}}\n", {}),
        ("grid: 1x3\nlayers: {a: {over: 0..2, values: [1/2, 1, 2, 3/2, 4]}, power: {over: grid, values: 0..3}}\n", {}),
        ("grid: 1x3\nlayers: {a: {over: 0..2, values: 1..4, blank: true}, power: {over: grid, values: 0..3, blank: true}}\n", {}),
    ),
    lines={
        "truth": """
            {number} {compare} {number}
            {power} {compare} {number}
            {power} {compare} {power}
            {power} + {power} {compare} {power}
            {power} * {number} {compare} {large}
            {power} - {number} {compare} {large}
            {power} in ({large}, {large}, {number})
            is_power({power})
            divides({number}, {power})
            {power} % 3 {compare} {small}
            distinct([{power}, {power}, {number}])
            sum(x ** power for x in a) {compare} {large}
            all(x ** power {compare} {large} for x in a)
            sum(x ** i for i, x in enumerate(a)) {compare} {large}
            {extreme}([{power}, {number}]) {compare} {large}
            ({power}) // 2 {compare} {number}
        """,
        "power": """
            {number} ** power
            2 ** {number}
            {number} ** {number}
            {number} ** a[0]
            (-1) ** power
            {number} ** (power + 1)
        """,
        "number": "a[0]\na[1]\na[2]\npower\n2\n(a[0] + 1)\n(a[1] - a[2])",
        "large": "0\n1\n2\n3\n4\n8\n9\n16\n27\n81",
    },
)

TUPLES = Family(
    boards=(
        ("grid: 2x4\nlayers: {number: {values: 1..3}}\n", values_at("number[{}]")),
        ("grid: 3x3\nlayers: {shaded: {values: bool}}\n", values_at("(shaded[{}] + 0)")),
        ("grid: {size: 3x3, holes: [r1c3]}\nlayers: {number: {values: 0..1, blank: true}}\n", values_at("number[{}]")),
    ),
    lines={
        "truth": """
            all({about2} for a, b in combinations({cells}, 2))
            all({about2} for a, b in combinations(cells, 2) if {near})
            all({about3} for a, b, c in combinations(cells, 3) if {line3})
            all({about3} for a, b, c in combinations(cells, 3))
            all({about3} for a in cells for b in cells for c in cells if a != b and {line3})
            any({about3} for a, b, c in combinations(cells, 3) if {line3})
            count({about2} for a, b in combinations(cells, 2) if {near}) {compare} {many}
            count({about3} for a, b, c in combinations(cells, 3) if {line3}) {compare} {many}
            sum({value2} for a, b in combinations(cells, 2) if {near}) {compare} {many}
            all({about4} for a, b, c, d in combinations(cells, 4) if {square})
            not any({about4} for a, b, c, d in combinations(cells, 4) if {square})
            all({about2} for a, b in permutations({cells}, 2))
            all({about2} for a in cells for b in ray(a, right))
            all({about3} for a in cells for d in directions for b in [step(a, d)] for c in [step(a, d, 2)] if c != blank)
            all({about2} for a in cells for b in between(a, {cell}))
        """,
        "about2": "{va} {compare} {vb}\n{va} != {vb}\n{va} + {vb} {compare} {small}\n({va} == {vb}) == (a.row == b.row)",
        "about3": """
            {va} + {vb} != 2 * {vc}
            {va} {compare} {vb} + {vc}
            not ({va} == {vb} == {vc})
            ({va} == {vb}) or {vc} {compare} {small}
            {va} * {vb} {compare} {vc}
            distinct([{va}, {vb}, {vc}])
        """,
        "about4": "not ({va} == {vb} == {vc} == {vd})\n{va} + {vb} {compare} {vc} + {vd}\ndistinct([{va}, {vb}, {vc}, {vd}])",
        "value2": "{va} * {vb}\nabs({va} - {vb})\n({va} == {vb})\n{va} * (a.row + 1)",
        "near": "distance(a, b) == {small}\na.row == b.row\nabs(a.row - b.row) == abs(a.column - b.column)\nb in touching(a)",
        "line3": """
            (b.row - a.row) * (c.column - a.column) == (c.row - a.row) * (b.column - a.column)
            a.row + c.row == 2 * b.row and a.column + c.column == 2 * b.column
            a.row == b.row == c.row
            b in between(a, c)
        """,
        "square": """
            a.row + d.row == b.row + c.row and a.column + d.column == b.column + c.column
            a.row == b.row and c.row == d.row
        """,
        "cells": "cells\nrows[0]\ncolumns[0]\nneighbors({cell})",
        "many": "0\n1\n2\n3\n5\n8\n12",
    },
)

FRACTIONS = Family(
    boards=(
        ("grid: 1x3\nlayers: {x: {over: 0..2, values: [1/4, 1/3, 1/2, 2/3, 3/4, 1, 3/2, 2]}}\n", {}),
        ("grid: 1x3\nlayers: {x: {over: 0..2, values: 0..3 step 1/2}}\n", {}),
        ("grid: 1x3\nlayers: {x: {over: 0..2, values: -2..3, blank: true}}\n", {}),
        ("grid: 1x3\nlayers: {x: {over: 0..2, values: 1..6}}\n", {}),
    ),
    lines={
        "truth": """
            {number} {compare} {number}
            {number} / {number} {compare} {number}
            {whole} {compare} {small}
            {whole} / {whole} {compare} {number}
            {whole} / sum({scale} / y for y in x) {compare} {number}
            sum({scale} / y for y in x) {compare} {number}
            sum(x) / len(x) {compare} {scale}
            product(x) {compare} {scale}
            abs({number} - {number} / {number}) {compare} {scale}
            {number} in ({scale}, {scale}, {number})
            divides({whole}, {whole})
            is_square({number})
            distinct([{number}, {number}, {number}])
            all(y / {number} {compare} {scale} for y in x)
            {extreme}(x) / {extreme}(x) {compare} {scale}
            root({number}) {compare} {scale}
            {number} // {number} {compare} {small}
            {number} % {scale} {compare} {number}
        """,
        "number": """
            x[0]
            x[1]
            x[2]
            x[0]
            x[1]
            ({number} + {number})
            ({number} - {number})
            ({number} * {number})
            ({number} / {number})
            {scale}
        """,
        "whole": "denominator({number})\nnumerator({number})\nfloor({number})\nceil({number})",
        "scale": "0.75\n1/2\n1/3\n1\n2\n3/2\n0.25",
    },
)

FAMILIES = {
    "products": PRODUCTS,
    "shapes": SHAPES,
    "definitions": DEFINITIONS,
    "kinds": KINDS,
    "differ": DIFFER,
    "values": VALUES,
    "paths": PATHS,
    "directed": DIRECTED,
    "exponents": EXPONENTS,
    "tuples": TUPLES,
    "fractions": FRACTIONS,
}


def compared_family(name: str, seeds: range) -> Counter[Verdict]:
    """Compare the sentences of so many seeds with brute force, and return how many came to which verdict."""
    return Counter(FAMILIES[name].compared(seed) for seed in seeds)
