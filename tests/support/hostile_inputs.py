"""Inputs made to take too much time or memory: specs, grids, files to import, and certificates.

Each kind is a function of a size, and stands here with the sizes that are tried. A spec has at most a megabyte.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

HEAD = "gridwright: 1\n"
DISTANCE = "x[c] != k or min(distance(c, d) for d in cells if d != c and x[d] == k) == k"
UNUSED = "rules:\n  - for: a in cells for b in cells for c in cells\n    if: a.row > 1000\n    rule: x[a] != x[b]\n"
COVERED = "count(p[covering(c, placements(polyominoes(5)))]) == 1"
SMALL = "grid: 3x3\nlayers: {x: {values: 1..4}}\n"
LARGE = "grid: 100x100\nlayers: {x: {values: 1..4}}\n"
WALK = "walk(start=(r1c1, 0), read=x, step=lambda s, v: (step(s[0], right, v), s[1] * 3 + v), result=lambda s: s[1]) != 7"


@dataclass(frozen=True)
class Hostile:
    """An input: its name, what it is (`spec`, `grid`, `import` or `certificate`), and what writes it to a path."""

    name: str
    kind: str
    write: Callable[[Path], None]


def _sheet(rows: int, columns: int, mark: str) -> str:
    return "".join(f"      {' '.join([mark] * columns)}\n" for _ in range(rows))


def _rules(*rules: str) -> str:
    return "rules:\n" + "".join(f"  - '{rule}'\n" for rule in rules)


def _for(loop: str, rule: str) -> str:
    return f"rules:\n  - for: {loop}\n    rule: {rule}\n"


def _define(lines: dict[str, str], rule: str) -> str:
    return SMALL + "define:\n" + "".join(f"  {name}: '{body}'\n" for name, body in lines.items()) + _rules(rule)


def _nested(n: int) -> str:
    lines = {"f0": "[1, 2]"} | {f"f{i}": f"[{', '.join([f'f{i - 1}'] * 8)}]" for i in range(1, n + 1)}
    return _define(lines, f"f{n} != 3")


def _nested_functions(n: int) -> str:
    lines = {"f0(x)": "[x, x]"} | {f"f{i}(x)": f"f{i - 1}([x, x])" for i in range(1, n + 1)}
    return _define(lines, f"f{n}(1) != 3")


def _doubling(n: int) -> str:
    lines = {"f0(a)": "x[r1c1] + a"} | {f"f{i}(a)": f"f{i - 1}(a) + f{i - 1}(a + 1)" for i in range(1, n + 1)}
    return _define(lines, f"f{n}(1) != 3")


def _growing_text(n: int) -> str:
    lines = {"t0": 'join(["aaaaaaaa", "b"])'} | {
        f"t{i}": f"join([t{i - 1}, t{i - 1}, t{i - 1}, t{i - 1}])" for i in range(1, n + 1)
    }
    return _define(lines, f'{f"t{n}"} != "a"')


def _growing_number(n: int) -> str:
    return _define({"n0": "10"} | {f"n{i}": f"n{i - 1} * n{i - 1}" for i in range(1, n + 1)}, f"n{n} > 3")


def _areas(n: int) -> str:
    return f"{LARGE}areas: {{a: [{', '.join(['r1c1:r100c100'] * n)}]}}\nrules: [true]\n"


def _area_clues(n: int) -> str:
    kinds = "".join(f"  k{i}: {{{', '.join(f'a{j}: r1c{j + 1}' for j in range(60))}}}\n" for i in range(n))
    clues = "".join(f"  c{i}: {{{', '.join(f'k{i}.a{j}: 1' for j in range(60))}}}\n" for i in range(n))
    return f"{LARGE}areas:\n{kinds}clues:\n{clues}rules: [true]\n"


def _given_ranges(n: int) -> str:
    lines = "".join(f"    - {{'r{i % 100 + 1}c{i % 99 + 1}:r100c100': 1}}\n" for i in range(n))
    return f"{LARGE}givens:\n  x:\n{lines}rules: [true]\n"


def _given_names(n: int) -> str:
    lines = "".join(f"    rr{i}cc{i}: 1\n" for i in range(n))
    return f"{LARGE}givens:\n  x:\n{lines}rules: [true]\n"


def _misspelt(n: int) -> str:
    known = ", ".join(f"known{i:05}: 1" for i in range(2 * n))
    return f"{SMALL}data: {{{known}}}\n" + _rules(*(f"knovn{i:05} == 1" for i in range(n)))


def _misspelt_functions(n: int) -> str:
    lines = {f"known{i:05}(a)": "a" for i in range(n)}
    return _define(lines, "true") + "".join(f"  - knovn{i:05}(1) == 1\n" for i in range(n))


def _outside(n: int) -> str:
    clues = "".join(f"  c{i}: {{left: [{', '.join(['1'] * 100)}]}}\n" for i in range(n))
    return f"{LARGE}clues:\n{clues}rules: [true]\n"


def _clue_pictures(n: int) -> str:
    clues = "".join(f"  c{i}: |\n{_sheet(100, 100, '1')}" for i in range(n))
    return f"{LARGE}clues:\n{clues}rules: [true]\n"


def _layers(n: int) -> str:
    layers = "".join(f"  x{i}: {{values: 1..9}}\n" for i in range(n))
    return f"grid: 30x30\nlayers:\n{layers}" + _for("c in cells", "x0[c] != 10")


def _grids(n: int) -> str:
    return (
        "grids:\n"
        + "".join(f"  g{i}: {{size: 20x20}}\n" for i in range(n))
        + "layers: {x: {values: 1..20}}\n"
        + ("rules:\n  - for: line in rows\n    rule: distinct(x[line])\n")
    )


def _on_board(size: int, values: str, rest: str) -> str:
    return f"grid: {size}x{size}\nlayers: {{x: {{values: {values}}}}}\n{rest}"


def _pigeons(n: int) -> str:
    return (
        f"grid: 1x{n}\nlayers: {{x: {{values: 1..{n - 1}}}}}\nrules: ['all(x[a] != x[b] for a, b in combinations(cells, 2))']\n"
    )


def _broken_latin(n: int) -> str:
    rules = "rules:\n  - for: line in lines\n    rule: distinct(x[line])\n"
    givens = ", ".join(f"r{i}c{j}: {i * j % n + 1}" for i in range(2, n) for j in range(2, n) if (i + j) % 3 == 0)
    return _on_board(n, f"1..{n}", f"givens: {{x: {{{givens}}}}}\n{rules}")


def _expected(n: int) -> str:
    return f"{LARGE}rules: [true]\nexpect:\n  solution:\n" + "".join(
        f"    {'yx'[i == 0]}{i or ''}: |\n{_sheet(100, 100, '1')}" for i in range(n)
    )


def _libraries(n: int) -> str:
    return f"use: [{', '.join(['latin, is_rectangle, hooks'] * n)}]\n{SMALL}rules: [true]\n"


# Each kind with the sizes that are tried.
SPECS: dict[str, tuple[Callable[[int], str], tuple[int, ...]]] = {
    # what is read
    "areas that are the board": (_areas, (3_000, 30_000)),
    "clues on areas of many kinds": (_area_clues, (50, 400)),
    "givens in ranges": (_given_ranges, (2_000, 20_000)),
    "givens at places that are none": (_given_names, (2_000, 40_000)),
    "misspelt names": (_misspelt, (800, 8_000)),
    "misspelt functions": (_misspelt_functions, (800, 8_000)),
    "clues outside": (_outside, (200, 1_500)),
    "clues in pictures": (_clue_pictures, (5, 40)),
    "solutions that are expected": (_expected, (1, 40)),
    "libraries": (_libraries, (100, 20_000)),
    "keys that are unknown": (lambda n: SMALL + "rules: [true]\n" + "".join(f"rulez{i}: 1\n" for i in range(n)), (2_000, 40_000)),
    "keys that appear twice": (lambda n: SMALL + "rules: [true]\ndata:\n" + "  a: 1\n" * n, (2_000, 100_000)),
    "lists of nothing": (lambda n: f"{SMALL}rules: [true]\ndata: {{a: [{'., ' * n}.]}}\n", (20_000, 300_000)),
    "lists in lists": (lambda n: f"{SMALL}rules: [true]\ndata: {{a: [{', '.join(['[' * 50 + ']' * 50] * n)}]}}\n", (500, 9_000)),
    "mappings in lists": (
        lambda n: f"{SMALL}rules: [true]\ndata: {{a: [{', '.join(['{b: {c: {d: 1}}}'] * n)}]}}\n",
        (5_000, 50_000),
    ),
    "a long title": (lambda n: f"title: {'A b ' * n}\n{SMALL}rules: [true]\n", (10_000, 240_000)),
    "a long text with escapes": (
        lambda n: f'title: "{chr(92)}u0041" \ntext: "{(chr(92) + "n") * n}"\n{SMALL}rules: [true]\n',
        (400_000,),
    ),
    "a text of combining signs": (lambda n: f"title: 'a{chr(0x301) * n}'\n{SMALL}rules: [true, nothing]\n", (400_000,)),
    "a picture on one line": (lambda n: f"{LARGE}givens:\n  x: |\n    {'1 ' * n}\nrules: [true]\n", (400_000,)),
    "a comment that is long": (lambda n: f"{SMALL}# {'b ' * n}\nrules: [true]\n", (400_000,)),
    "brackets that are open": (lambda n: f"{SMALL}rules: [{'(' * n}]\n", (1_000, 500_000)),
    "brackets in quotes": (lambda n: f"{SMALL}rules: ['{'(' * n}']\n", (1_000, 500_000)),
    "quotes that are open": (lambda n: SMALL + "rules:\n" + '  - "a\n' * n, (50_000,)),
    "rules that cannot be parsed": (lambda n: SMALL + _rules(*["a b c +"] * n), (1_000, 30_000)),
    "words for loops": (lambda n: f"{SMALL}rules: ['all({'for ' * n} in in in)']\n", (100_000,)),
    "tabs": (lambda n: f"{SMALL}rules:\n" + "\t- true\n" * n, (50_000,)),
    "values that are words": (
        lambda n: f"grid: 30x30\nlayers: {{x: {{values: [{', '.join(f'w{i:06}' for i in range(n))}]}}}}\nrules: [true]\n",
        (500, 20_000),
    ),
    "values that are long words": (
        lambda n: (
            f"grid: 9x9\nlayers: {{x: {{values: [{', '.join('w' * 3_000 + str(i) for i in range(n))}]}}}}\n"
            "rules: ['x[r1c1] == w']\n"
        ),
        (300,),
    ),
    "values in a range": (
        lambda n: f"grid: 30x30\nlayers: {{x: {{values: 1..{n}}}}}\n" + _for("a, b in links", "x[a] != x[b]"),
        (250, 5_000, 10**9),
    ),
    "values that are computed": (
        lambda n: f"grid: 3x3\nlayers: {{x: {{values: '[a * 10000 + b for a in 1..{n} for b in 1..{n}]'}}}}\nrules: [true]\n",
        (300, 5_000),
    ),
    "layers": (_layers, (40, 400, 20_000)),
    "layers over placements": (
        lambda n: (
            f"grid: {n}x{n}\nlayers: {{p: {{over: 'placements(polyominoes(5))', values: bool}}}}\n" + _for("c in cells", COVERED)
        ),
        (12, 40),
    ),
    "grids": (_grids, (20, 400)),
    "cells": (lambda n: _on_board(n, "1..9", _for("a, b in links", "x[a] != x[b]")), (60, 100, 1_000)),
    "cells that are hexagons": (
        lambda n: (
            f"grid: {{hex: [{', '.join(str(60 + i % 2) for i in range(n))}]}}\nlayers: {{x: {{values: 1..6}}}}\n"
            + _for("a, b in links", "x[a] != x[b]")
        ),
        (40, 160),
    ),
    # what is evaluated while lowering
    "nested lists": (_nested, (6, 12)),
    "nested functions": (_nested_functions, (15, 59)),
    "functions that call two": (_doubling, (12, 60)),
    "texts that grow": (_growing_text, (8, 30)),
    "numbers that grow": (_growing_number, (8, 60)),
    "powers": (lambda n: SMALL + _rules(f"2 ** {n} > 7", f"(2 ** 4000) ** {n} > 7"), (4_000, 10**9)),
    "factors": (lambda n: SMALL + _rules(f"len(prime_factors(10 ** {n} + 7)) == 2"), (17, 300)),
    "primes": (lambda n: SMALL + _rules(f"is_prime(10 ** {n} + 7)"), (300,)),
    "ranges": (lambda n: SMALL + _rules(f"sum(i for i in 1..{n}) > 7"), (10**6, 10**12)),
    "ranges in lists": (lambda n: SMALL + _rules(f"len(sorted(range({n}))) > 7"), (10**6, 10**9)),
    "orders": (lambda n: SMALL + _rules(f"len(permutations(1..{n})) > 7"), (9, 30)),
    "choices": (lambda n: SMALL + _rules(f"len(combinations(1..{n}, 8)) > 7"), (20, 200)),
    "shapes": (lambda n: "grid: 20x20\nlayers: {x: {values: bool}}\n" + _rules(f"len(polyominoes({n})) > 7"), (8, 30)),
    "placements": (
        lambda n: f"grid: {n}x{n}\nlayers: {{x: {{values: bool}}}}\n" + _rules("len(placements(polyominoes(6))) > 7"),
        (30, 90),
    ),
    "blocks": (
        lambda n: _on_board(n, "1..4", _rules("all(sum(x[b]) > 3 for h in 1..50 for w in 1..50 for b in blocks(h, w))")),
        (50, 100),
    ),
    "loops": (lambda n: _on_board(n, "1..4", _for("a in cells for b in cells for c in cells", "x[a] + x[b] != x[c]")), (8, 30)),
    "loops that are empty": (lambda n: _on_board(n, "1..4", UNUSED), (15, 100)),
    "pairs": (lambda n: _on_board(n, "1..4", _rules("all(x[a] != x[b] for a, b in combinations(cells, 2))")), (20, 35)),
    "distances": (lambda n: _on_board(n, f"1..{n}", _for(f"c in cells for k in 1..{n}", DISTANCE)), (6, 10)),
    "rules": (lambda n: SMALL + "rules:\n" + "  - distinct(x)\n" * n, (2_000, 50_000)),
    "rules that are true": (lambda n: SMALL + f"rules: [{'true, ' * n}true]\n", (100_000,)),
    "parts of a sum": (lambda n: SMALL + _rules(" + ".join(["x[r1c1]"] * n) + " > 7"), (90, 60_000)),
    "parts of a condition": (lambda n: SMALL + _rules(" or ".join(["x[r1c1] == 1"] * n)), (1_000, 40_000)),
    "comparisons": (lambda n: SMALL + _rules(" < ".join(["x[r1c1]"] * n)), (1_000, 60_000)),
    "parentheses": (lambda n: SMALL + _rules("(" * n + "1" + ")" * n + " == 1"), (60, 200_000)),
    "negations": (lambda n: SMALL + _rules("not " * n + "true"), (50, 100_000)),
    "lambdas": (lambda n: SMALL + _rules("lambda a: " * n + "true"), (50, 50_000)),
    "definitions": (
        lambda n: _define({"d0": "1"} | {f"d{i}": f"d{i - 1} + 1" for i in range(1, n)}, f"d{n - 1} > 0"),
        (500, 20_000),
    ),
    "definitions in a circle": (
        lambda n: _define({f"d{i}": f"d{(i + 1) % n} + d{(i + 7) % n}" for i in range(n)}, "d0 > 0"),
        (500, 10_000),
    ),
    # what is compiled
    "sums": (lambda n: _on_board(n, "1..9", _for("a in cells for b in cells", "sum(x) + x[a] * x[b] != 7")), (6, 20)),
    "products": (lambda n: _on_board(n, "1..131071", _rules("product(x) == 7")), (3, 9)),
    "squares": (lambda n: _on_board(n, "0..9", _for("line in lines", "is_square(read(x[line]))")), (9, 16)),
    "sizes of groups": (lambda n: _on_board(n, "1..9", _for("c in cells", "len(group(c, same=x)) == x[c]")), (12, 40)),
    "connected groups": (lambda n: _on_board(n, "bool", _rules("connected(x)", "count(x) == 50")), (30, 100)),
    "loops on the board": (
        lambda n: f"grid: {n}x{n}\nlayers: {{s: {{over: links, values: bool}}}}\n" + _rules("loop(s)", "count(s) > 40"),
        (15, 60),
    ),
    "folds": (
        lambda n: _on_board(
            n, "0..9", _for("line in lines", '"fold(x[line], start=1, step=lambda s, v: (s * 31 + v) % 999983) == 7"')
        ),
        (8, 20),
    ),
    "walks": (lambda n: _on_board(n, "1..4", _rules(WALK)), (9, 30)),
    "runs": (
        lambda n: _on_board(n, "bool", _for("line in lines", "(sum(len(r) * len(r) for r in runs(x[line])) == 14)")),
        (15, 60),
    ),
    "views": (lambda n: _on_board(n, f"1..{n}", _for("line in lines", "visible(x[line]) == 3 and distinct(x[line])")), (10, 40)),
    "sorted values": (lambda n: _on_board(n, "1..9", _rules("sorted(x)[3] + sorted(x)[5] == sorted(x)[7]")), (5, 50)),
    "symmetry": (lambda n: _on_board(n, "bool", _rules("all(symmetric(g) for g in groups(x))")), (6, 20)),
    "words of the language in a loop": (
        lambda n: _on_board(n, "1..4", _for("c in cells", "any(x[d] == x[c] for d in cells if distance(c, d) > 1)")),
        (8, 25),
    ),
    # what is solved
    "pigeons": (_pigeons, (12, 40)),
    "a latin square without a solution": (_broken_latin, (12, 30)),
    "solutions": (lambda n: _on_board(n, "1..9", "rules: ['x[r1c1] > 1']\nexpect: {solutions: 900000}\n"), (9, 60)),
    "sums that are tight": (lambda n: _on_board(n, "1..9", _rules(f"sum(x) == {9 * n * n}", "product(x) > 1")), (4, 12)),
    "equations": (lambda n: _on_board(n, "1..999", _for("line in lines", f"sum(a * a for a in x[line]) == 7919 * {n}")), (3, 8)),
    "optimum": (
        lambda n: _on_board(
            n, "1..9", "maximize: sum(x[a] * x[b] for a, b in links)\n" + _for("line in lines", "distinct(x[line])")
        ),
        (6, 9),
    ),
    "optimum by evaluation": (
        lambda n: _on_board(n, "1..3", "minimize: sorted(x)[4] * read(sorted(x)) % 1009\nrules: [true]\n"),
        (3, 6),
    ),
    # what is evaluated afterwards
    "an answer of orders": (
        lambda n: SMALL + f"rules: ['sum(x) == 9']\nanswer: max(read(p) for p in permutations(0..{n}))\n",
        (7, 8),
    ),
    "an answer of loops": (
        lambda n: (
            "grid: 20x20\nlayers: {x: {values: 1..2}}\nrules: ['sum(x) == 400']\n"
            f"answer: sum(x[a] for a in cells for b in cells for i in 1..{n})\n"
        ),
        (10, 300),
    ),
    "answers": (
        lambda n: SMALL + "rules: ['sum(x) == 9']\nanswer:\n" + "".join(f"  a{i}: sum(x)\n" for i in range(n)),
        (1_000, 20_000),
    ),
    "an answer that is long": (
        lambda n: SMALL + f"rules: ['sum(x) == 9']\nanswer: '[[i, i] for i in 1..{n}]'\n",
        (10_000, 900_000),
    ),
    "rules on known values": (
        lambda n: (
            f"grid: {n}x{n}\nlayers: {{x: {{values: 1..2}}, y: {{values: 1..2, hidden: true}}}}\n"
            + _for("a in cells for b in cells", "x[a] + x[b] + y[a] < 99")
        ),
        (20, 60),
    ),
}


def _json_lists(n: int) -> str:
    return "[" * n + "]" * n


GRIDS: dict[str, tuple[Callable[[int], str], tuple[int, ...]]] = {
    "lists in lists": (_json_lists, (100, 500_000)),
    "commas": (lambda n: "," * n, (900_000,)),
    "lines of commas": (lambda n: "1,2,3\n" * n, (150_000,)),
    "a picture": (lambda n: "1 2 3 4\n" * n, (120_000,)),
    "keys": (lambda n: "".join(f"x{i}: 1\n" for i in range(n)), (60_000,)),
    "a long number": (lambda n: f'{{"x": [[{"9" * n}]]}}', (900_000,)),
    "quotes": (lambda n: '"' * n, (900_001,)),
    "layers": (lambda n: json.dumps({f"y{i}": [[1]] for i in range(n)}), (50_000,)),
}
IMPORTS: dict[str, tuple[Callable[[int], str], tuple[int, ...]]] = {
    "sudokus": (
        lambda n: ("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79" + "\n") * n,
        (400, 12_000),
    ),
    "digits": (lambda n: "1" * n, (900_000,)),
    "blanks": (lambda n: " \n" * n, (400_000,)),
    "numbers": (lambda n: "4 5 6 . . . 7\n" * n, (60_000,)),
    "brackets": (lambda n: "[" * n, (900_000,)),
}


def _proof(line: Callable[[int], str]) -> Callable[[Path, int], None]:
    def spoil(folder: Path, n: int) -> None:
        (folder / "proof.lrat").write_text("".join(line(i) for i in range(1_000_000, 1_000_000 + n)), "ascii")

    return spoil


def _formula(folder: Path, n: int) -> None:
    (folder / "puzzle.cnf").write_text(f"p cnf 2 {n}\n" + "1 -1 0\n" * n, "ascii")


def _lines(part: str, line: Callable[[int], object]) -> Callable[[Path, int], None]:
    def spoil(folder: Path, n: int) -> None:
        with (folder / f"{part}.jsonl").open("a", encoding="utf-8") as file:
            file.writelines(f"{json.dumps(line(i))}\n" for i in range(n))

    return spoil


def _spec_of(text: str) -> Callable[[Path, int], None]:
    def spoil(folder: Path, n: int) -> None:
        (folder / "spec" / "puzzle.yaml").write_text(HEAD + text, "utf-8")

    return spoil


CERTIFICATES: dict[str, tuple[Callable[[Path, int], None], tuple[int, ...]]] = {
    "tautologies": (_proof(lambda i: f"{i} 1 -1 0 1 0\n"), (1_000_000, 5_000_000)),
    "long steps": (_proof(lambda i: f"{i} {'1 ' * 5_000}-1 0 1 0\n"), (4_000,)),
    "deletions": (_proof(lambda i: f"{i} d {i} 0\n"), (3_000_000,)),
    "a step of one line": (_proof(lambda i: "1 " * 30_000_000), (1,)),
    "a formula": (_formula, (5_000_000,)),
    "what is used": (_lines("used", lambda i: [i, [1, 2, 3], []]), (300_000,)),
    "lemmas": (_lines("lemmas", lambda i: [0, [[1, 2], [3]]]), (300_000,)),
    "lists in lists": (_lines("lemmas", lambda i: [[[[[[[[]] * 9]]]]]]), (200_000,)),
    "solutions": (_lines("solutions", lambda i: [["", "x", [1] * 10]]), (100_000,)),
    "nested lists in its spec": (_spec_of(_nested(12)), (1,)),
    "areas in its spec": (_spec_of(_areas(30_000)), (1,)),
    "loops in its spec": (_spec_of(_on_board(10, "1..4", _for("a in cells for b in cells for c in cells", "x[a] < 5"))), (1,)),
}


def _written(text: str) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.write_text(text, "utf-8")

    return write


def _spoilt(spoil: Callable[[Path, int], None], size: int) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        spoil(folder, size)

    return write


def hostile_inputs() -> list[Hostile]:
    """Return all inputs, each kind in all its sizes; a certificate is written over one that is right."""
    inputs = []
    for kind, head, makers in (("spec", HEAD, SPECS), ("grid", "", GRIDS), ("import", "", IMPORTS)):
        for name, (make, sizes) in makers.items():
            inputs += [
                Hostile(f"{name}, {size:,}", kind, lambda path, a=make, b=size, c=head: _written(c + a(b))(path))
                for size in sizes
            ]  # type: ignore[misc]
    for name, (spoil, sizes) in CERTIFICATES.items():
        inputs += [Hostile(f"{name}, {size:,}", "certificate", _spoilt(spoil, size)) for size in sizes]
    return inputs
