"""Worlds of random specs: boards of every kind, layers of which there are few grids, areas, clues, data, libraries."""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from grammar import Grammar
from gridwright.compiler.geometry.board import Board
from gridwright.compiler.language.budget import Budget
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax import parser
from gridwright.compiler.syntax.yaml_nodes import Scalar, read_text
from gridwright.compiler.values import BLANK
from gridwright.runtime.judging.judge import Assignment, grid_interpreter

Kinds = dict[str, list[str]]


@dataclass(frozen=True)
class Clued:
    """Clues with values, as YAML, and the rule about them."""

    board: str
    rule: str


@dataclass(frozen=True)
class Clue:
    """Clues that get the values that an expression has: where they are, what the clue is called there, and what it says."""

    places: tuple[tuple[str, str], ...]  # what stands in YAML, and the expression that the clue's part is
    part: str
    worth: str
    beside: bool = False

    def filled(self, spec: Spec, grid: Assignment, chance: random.Random) -> Clued:
        """The clues with the values that they have on a grid; not at every place."""
        clues = []
        for place, of in self.places:
            scalar = read_text(f"x: |\n  {self.worth.replace(f'clue.{self.part}', of)}\n").get("x")
            assert isinstance(scalar, Scalar)
            value = grid_interpreter(grid, Budget("a clue", None)).run(parser.parse(scalar), spec.grids[0].scope)
            if value is not BLANK and (self.beside or chance.random() < 0.5):
                clues.append((place, value))
        if self.beside:
            shown = ", ".join(str(value) if chance.random() < 0.5 else "." for _, value in clues) if clues else ""
            if len(clues) < len(self.places):
                return Clued("", "")
            board = f"clues:\n  hint:\n    left: [{shown}]\n"
        else:
            inner = ", ".join(f"{place}: {value}" for place, value in clues)
            board = f"clues:\n  hint: {{{inner}}}\n" if clues else ""
        if not board:
            return Clued("", "")
        rule = f"  - for: clue in hint\n    rule: |\n      {self.worth} == clue.value\n    says: A number is what it says.\n"
        return Clued(board, rule)


@dataclass(frozen=True)
class World:
    """A board with layers, as YAML, and what expressions may use there, by kind; `seen` is the same without hidden layers."""

    board: str
    kinds: Kinds
    defines: str = ""
    together: str = ""
    clue: Clue | None = None
    hidden: frozenset[str] = frozenset()
    features: frozenset[str] = field(default_factory=frozenset)

    @functools.cached_property
    def grammar(self) -> Grammar:
        """The grammar in this world."""
        return Grammar(self.kinds)

    @functools.cached_property
    def seen(self) -> Kinds:
        """What objectives may use."""
        return {
            kind: [text for text in texts if not any(name in text for name in self.hidden)] for kind, texts in self.kinds.items()
        }

    def helpers(self, grammar: Grammar, chance: random.Random) -> Iterator[tuple[str, str]]:
        """Definitions: a number, a truth value and a function."""
        yield "amount", grammar.write(chance, "number", 2)
        yield "holds", grammar.write(chance, "truth", 1)
        yield "fits(u, v)", grammar.write(chance, "truth", 2, {"number": ("u", "v")})

    @property
    def helped(self) -> Kinds:
        """The kinds that use the definitions, with what they had."""
        return {
            "number": [*self.kinds.get("number", []), "amount"],
            "truth": [
                *self.kinds.get("truth", []),
                "holds",
                "fits({number}, {number})",
                "all(fits(x, {int}) for x in {numbers})",
            ],
        }


SQUARES = ["1x3", "1x4", "1x5", "2x2", "2x3", "3x2", "4x1", "5x1", "2x4", "3x3"]
VALUES = ["0..1", "1..2", "0..2", "[-1, 0, 3]", "[1/2, 1, 1.5]", "1..3", "[2, 5]", "1..4", "0..9"]


def random_world(chance: random.Random) -> World:
    """Some board, with layers of which there are few enough grids."""
    form = chance.random()
    if form < 0.06:
        return _several(chance)
    if form < 0.12:
        return chance.choice(FIXED)()
    if form < 0.17:
        return _walls_world(chance)
    limit = chance.choice([64, 200, 200, 400, 400, 1_000, 1_000, 5_000]) if form > 0.2 else 5_000
    return _plain(chance, limit)


def _board(chance: random.Random) -> tuple[str, str]:
    """A board as YAML, and what it is called in the table."""
    kind = chance.choices(["plain", "holes", "wrap", "hexagons"], [50, 15, 15, 20])[0]
    if kind == "hexagons":
        return f"grid: {{hex: {chance.choice(['[2, 1]', '[2, 3]', '[1, 2, 1]', '[2, 3, 2]', '[1, 2]'])}}}\n", kind
    size = chance.choice(SQUARES)
    if kind == "holes":
        return (
            f"grid: {{size: {chance.choice(['2x2', '2x3', '3x2', '1x5'])}, holes: [{chance.choice(['r1c2', 'r1c1'])}]}}\n",
            kind,
        )
    if kind == "wrap":
        return f"grid: {{size: {size}, wrap: {chance.choice(['rows', 'columns', 'both'])}}}\n", kind
    return f"grid: {size}\n", kind


@functools.lru_cache(maxsize=500)
def _read(board: str) -> Board:
    return load_text(f"gridwright: 1\n{board}layers: {{x: {{values: bool}}}}\nrules: [true]\n").grids[0].board


def _plain(chance: random.Random, limit: int) -> World:
    around = chance.choice(["fence", "mark"]) if chance.random() < 0.1 else ""  # layers of which only small boards have few grids
    yaml, kind = (f"grid: {chance.choice(['1x2', '2x1', '1x3'])}\n", "plain") if around else _board(chance)
    limit = max(limit, 1_024) if around else limit
    board = _read(yaml)
    cells = [cell.name for cell in board.cells]
    kinds: Kinds = {
        "cell": cells,
        "direction": [str(direction) for direction in board.directions],
        "corner": [],
    }
    features = {kind}
    square = kind != "hexagons"
    if not square:
        kinds["hexagons"] = [""]
    if square:
        kinds["square"] = [""]
        if {"r1c1", "r1c2", "r2c1", "r2c2"} <= set(cells):
            kinds["corners4"] = [""]
    layers, grids, hidden = [], 1, set()
    defines = ""
    order = chance.sample(_LAYERS, len(_LAYERS))
    for name in [around, *order] if around else ["number", *order] if chance.random() < 0.5 else order:
        text, many, gives = _layer(chance, name, board, square)
        if not text or grids * many > limit or len(layers) == 3 or f"layer: {name}" in features:
            continue
        if name == "pairs":
            defines = "  chosen: |\n    [(a, b) for a, b in combinations(cells, 2) if a.row + b.column != 1]\n"
        layers.append(f"  {name}: {text}\n")
        grids *= many
        features.add(f"layer: {name}")
        hidden |= {name} if "hidden" in text else set()
        for of, texts in gives.items():
            kinds.setdefault(of, []).extend(texts)
    if not any(of in kinds for of in ("field", "mask", "links", "borders")):
        return _plain(chance, max(limit, 200))
    if "field" not in kinds and "mask" in kinds:
        kinds["field"] = ["(1 * {mask})"]
    text = yaml
    if chance.random() < 0.3 and square and kind != "holes":
        text += _areas(chance, board)
        kinds["area"] = [*kinds.get("area", []), "zones[0]", "zones['a']", "default(zones[{cell}], cells)"]
        kinds.setdefault("truth", []).append("all(distinct({field}[zone]) for zone in zones)")
        features.add("areas")
    if chance.random() < 0.15:
        text += "data:\n  few: [1, 2, 1]\n  least: 2\n  words: {a: 1, b: [right, r1c1]}\n"
        kinds.setdefault("number", []).extend(["least", "words['a']", "few[{number}]"])
        kinds.setdefault("numbers", []).append("few")
        kinds["direction"].append("words['b'][0]")
        features.add("data")
    text += "layers:\n" + "".join(layers)
    clue = _clue(chance, board, kinds, square, kind) if chance.random() < 0.25 else None
    features |= {"clues"} if clue else set()
    return World(text, kinds, defines, clue=clue, hidden=frozenset(hidden), features=frozenset(features))


_LAYERS = ["number", "shaded", "line", "fence", "mark", "total", "digit", "helper", "laid", "pairs", "spot", "colour"]


def _layer(chance: random.Random, name: str, board: Board, square: bool) -> tuple[str, int, Kinds]:
    """A layer as YAML, how many grids of it there are, and what it gives; nothing where it does not fit the board."""
    cells = len(board.cells)
    if name == "number":
        values = chance.choice(VALUES if cells < 4 else VALUES[:7] if cells < 6 else VALUES[:2])
        blank = chance.random() < 0.5 and (cells < 6 or values != "0..2")
        many = len(load_text(f"gridwright: 1\ngrid: 1x1\nlayers: {{x: {{values: {values}}}}}\nrules: [true]\n").layers[0].values)
        text = f"{{values: {values}{', blank: true' if blank else ''}}}"
        return text, (many + blank) ** cells, {"field": ["number", "number"]}
    if name == "shaded":
        return "{values: bool}", 2**cells, {"mask": ["shaded"], "truths": ["shaded"]}
    if name == "line":
        return "{over: links, values: bool}", 2 ** len(board.links), {"links": ["line"]}
    if name == "fence":
        return "{over: borders, values: bool}", 2 ** len(board.borders), {"borders": ["fence"]}
    if name == "mark":
        marks = {"truths": ["mark"], "truth": ["symmetric(mask)".replace("mask", "mark"), "(count(mark) == {int})"]}
        return "{over: corners, values: bool}", 2 ** len(board.corners), marks
    if name == "total":
        values = chance.choice(["0..3", "0..300", "-1..2", "0..40"])
        low, high = (int(end) for end in values.split(".."))
        return f"{{over: grid, values: {values}}}", high - low + 1, {"number": ["total"], "truth": ["(total == {number})"]}
    if name == "digit":
        return "{over: 0..1, values: 1..2}", 4, {"number": ["digit[0]", "digit[1]", "digit[{number}]"], "numbers": ["digit"]}
    if name == "helper":
        rows = board.height
        gives = {"number": ["sum(helper)"], "numbers": ["helper"], "truth": ["all(helper[row] == {number} for row in rows)"]}
        return "{over: rows, values: 0..1, hidden: true}", 2**rows if square else math.inf, gives
    if name == "laid" and square:
        lines = len({frozenset(link.cells) for link in board.links})
        return "{over: \"placements('##')\", values: bool}", 2**lines, {"laid": [""], "truths": ["laid"]}
    if name == "pairs":
        pairs = sum(a.row + b.column != 1 for at, a in enumerate(board.cells) for b in list(board.cells)[at + 1 :])
        return "{over: chosen, values: bool}", 2**pairs if pairs else math.inf, {"pairs": ["pairs"], "truths": ["pairs"]}
    if name == "spot":
        names = [cell.name for cell in board.cells][:3]
        return f"{{over: grid, values: '[{', '.join(names)}]', blank: true}}", len(names) + 1, {"place": ["spot"]}
    if name == "colour":
        return "{values: [red, green]}", 2**cells, {"mask": ["(colour == red)"], "truth": ["connected(same=colour)"]}
    return "", 0, {}


def _areas(chance: random.Random, board: Board) -> str:
    rows = [" ".join(chance.choice("aab.") for _ in range(board.width)) for _ in range(board.height)]
    rows[0] = "a" + rows[0][1:]
    return "areas:\n  zones: |\n" + "".join(f"    {row}\n" for row in rows)


def _clue(chance: random.Random, board: Board, kinds: Kinds, square: bool, kind: str) -> Clue | None:
    """Clues of some kind about the numbers or the shaded cells of this world."""
    if "number" not in kinds.get("field", []):
        return None
    cells = [cell.name for cell in board.cells]
    form = chance.randint(0, 2)
    if form == 0 and square and kind != "holes":
        worth = chance.choice(["sum(number[clue.line])", "visible(number[clue.line])", "len(runs(number[clue.line]))"])
        return Clue(tuple(("", f"rows[{at}]") for at in range(board.height)), "line", worth, beside=True)
    if form == 1:
        worth = chance.choice(["sum(number[neighbors(clue.cell)])", "len(group(clue.cell, same=number))", "number[clue.cell]"])
        return Clue(tuple((name, name) for name in cells), "cell", worth)
    links = [link for link in board.links if link.cells[0] is not link.cells[1]]
    worth = chance.choice(["sum(number[clue.link.cells])", "abs(number[clue.link.cells[0]] - number[clue.link.cells[1]])"])
    places = tuple((f"{a.name}-{b.name}", f"links[{at}]") for at, (a, b) in ((at, link.cells) for at, link in enumerate(links)))
    return Clue(places, "link", worth) if len(links) == len(board.links) and kind in ("plain", "holes") else None


def _several(chance: random.Random) -> World:
    """Two boards, with rules of each and of both."""
    values = chance.choice(["0..2", "1..2, blank: true", "0..1"])
    first, second = chance.choice([("1x2", "2x1"), ("2x1", "1x3"), ("1x3", "{hex: [1, 2]}")])
    number = ["g.number[0]", "sum(g.number)", "len(g.number)", "max(g.number)", "count(g.number == 1)"]
    of_all = ["sum({})", "max({})", "min({})", "product({})"]
    one, two = chance.choice(number), chance.choice(number)
    here, there = "grids['west'].", "grids['east']."
    total = chance.choice(of_all).format(f"{one} for g in grids")
    together = chance.choice(
        [
            f"{total} {chance.choice(['==', '!=', '<', '>='])} {chance.randint(1, 4)}",
            f"{here}number[-1] {chance.choice(['==', '!=', '<='])} {two.replace('g.', there)}",
            f"all({one} != {two} or {one} == blank for g in grids)",
            f"not ({one.replace('g.', here)} == {one.replace('g.', there)})",
        ]
    )
    board = f"grids:\n  west: {first}\n  east: {second}\nlayers:\n  number: {{values: {values}}}\n"
    kinds: Kinds = {"field": ["number"], "cell": ["cells[0]", "cells[1]"], "direction": ["right", "left"]}
    text = f"together:\n  - rule: |\n      {together}\n"
    return World(board, kinds, together=text, features=frozenset(["several boards", "together"]))


def _library_world() -> World:
    cells = ["r1c1", "r1c2", "r2c1", "r3c2"]
    truths = [
        "latin(number)",
        "counts_by_value(number, 1..2)",
        "no_full_block({mask})",
        "sudoku(number, 3, 1)",
        "all(is_rectangle(g) for g in groups({mask}))",
        "all(is_rectangle(g) for g in groups(number == 1)) and len(group(r1c1, number == 1)) != len(group(r2c2, number == 1))",
        "all(is_rectangle(g) for g in groups(same=number)) and len(group(r1c1, same=number)) {compare} {int}",
        "numbered_path(number, {moves})",
        "numbered_path_to(number, neighbors, {int})",
        "one_way_path(number, neighbors, {int})",
    ]
    return World(
        "grid: 3x2\nuse: [latin, counts_by_value, no_full_block, is_rectangle, numbered_path]\n"
        "layers:\n  number: {values: 1..2, blank: true}\n",
        {"cell": cells, "field": ["number"], "truth": truths * 4, "square": [""], "direction": ["right", "up"], "corners4": [""]},
        features=frozenset(["libraries"]),
    )


def _hooks_world() -> World:
    return World(
        "grid: 2x2\nuse: [hooks]\nlayers:\n  total: {over: grid, values: 0..3}\n",
        {"cell": ["r1c1", "r2c2"], "field": ["hook"], "number": ["total"], "square": [""], "direction": ["right", "down"]},
        hidden=frozenset(["row_size", "column_size"]),
        features=frozenset(["libraries"]),
    )


def _crossword_world() -> World:
    entries = ["segments['1A']", "segments['1D']", "segments[-1]"]
    return World(
        "grid: {size: 2x3, holes: [r2c2]}\nlayers:\n  digit: {values: 1..3}\n",
        {
            "cell": ["r1c1", "r1c3", "r2c1"],
            "field": ["digit"],
            "area": entries,
            "line": [f"digit[{entry}]" for entry in entries],
            "number": [f"read(digit[{entry}])" for entry in entries] * 4,
            "truth": ["distinct(read(digit[s]) for s in segments)", "divides({number}, read(digit[segments['1D']]))"] * 3,
            "square": [""],
            "direction": ["right", "down"],
        },
        features=frozenset(["entries"]),
    )


def _walls_world(chance: random.Random) -> World:
    """Rooms between walls, said in one of several ways, and what is said of all rooms."""
    size, mark = chance.choice([("2x2", True), ("1x4", True), ("2x3", False), ("3x2", False), ("2x2", False)])
    cells = chance.choice(["cells", "mark"]) if mark else "cells"
    room, rooms = f"group(a, {cells}, by=not wall)", f"groups({cells}, by=not wall)"
    sentences = [f"wall[a, b] == (b not in {room})", f"not wall[a, b] or b not in {room}", f"not (wall[a, b] and b in {room})"]
    held = ["c in g for c in cells[1:]", "count(wall[c.links]) == 1 for c in g", *(["mark[c] for c in g"] * mark)]
    truths = [
        *(f"all({sentence} for a, b in links)" for sentence in sentences),
        *(f"all(count({sentence}) {so} for g in {rooms})" for sentence in held for so in ("== 1", "<= 1", "== 2")),
        f"all(is_rectangle(g) for g in {rooms})",
        f"all(len(g) == 2 for g in {rooms})",
        f"all(all(wall[a, b] == (b not in g) for a, b in links if a in g) for g in {rooms})",
    ]
    layers = "  mark: {values: bool}\n" if mark else ""
    return World(
        f"grid: {size}\nuse: [is_rectangle]\nlayers:\n  wall: {{over: links, values: bool}}\n{layers}",
        {
            "cell": ["cells[0]", "cells[-1]"],
            "truth": truths * 2,
            "links": ["wall"],
            "square": [""],
            "direction": ["right", "up"],
            **({"mask": ["mark"]} if mark else {}),
        },
        features=frozenset(["libraries", "rooms"]),
    )


FIXED = (_library_world, _hooks_world, _crossword_world)
