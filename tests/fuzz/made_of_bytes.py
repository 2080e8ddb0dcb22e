"""Expressions and whole specs made of bytes, one choice a byte: a fuzzer that changes bytes changes choices.

Bytes as text would hardly ever get past the parser. What is made here is an expression of the language's grammar, in which
functions get arguments of the kind that they take, mostly; so most of it is evaluated and lowered, and the rest is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from gridwright.compiler.language.function_registry import Parameter, all_functions

Thing = TypeVar("Thing")

DEPTH = 5  # of functions and operators in each other
FUNCTIONS = all_functions()
PREDICATES = tuple(name for name, function in FUNCTIONS.items() if function.is_truth)

# Boards of a few cells with layers of every sort, each with the names that expressions may use beside those of every board.
WORLDS = (
    (
        "grid: 2x3\nlayers:\n  number: {values: 1..3, blank: true}\n  mark: {values: bool}\nclues:\n"
        "  total: {left: [3, .]}\n  word: {top: [a, ., .]}\n",
        ("total", "word", "mark"),
    ),
    ("grid: 1x5\nlayers:\n  number: {values: 0..9, blank: true}\n  sign: {values: [a, b], blank: true}\n", ("sign",)),
    (
        "grid: {size: 3x2, holes: [r2c1]}\nareas:\n  boxes: [[r1c1, r1c2], [r3c1, r3c2]]\n"
        "layers:\n  number: {values: [-2, 0, 7]}\n  line: {over: links, values: bool}\n",
        ("line", "boxes"),
    ),
    (
        "grid: {size: 2x2, wrap: both}\nlayers:\n  number: {values: 1..1000}\n  flag: {over: 0..2, values: bool, hidden: true}\n",
        ("flag",),
    ),
    (
        "grid: {hex: [2, 3, 2]}\nlayers:\n  number: {values: 1..3, blank: true}\n  edge: {over: borders, values: bool}\n",
        ("edge",),
    ),
)
NAMES = ("number", "cells", "links", "borders", "corners", "rows", "columns", "lines", "segments", "directions", "blank")
TEXTS = ("''", "'a'", "'X\\nXX'", "'half turn'", "'r1c1'", "'é'", "'12'")
PLACES = ("r1c1", "r1c2", "r2c1", "r1c1", "r1c1-r1c2", "cells[0]", "corners[0]", "links[0]", "step(r1c1, right)")
NUMBERS = (
    "0",
    "1",
    "2",
    "3",
    "-1",
    "7",
    "10",
    "100",
    "1000",
    "10**9",
    "2**64",
    "10**30",
    "len(cells)",
    "number[r1c1]",
    "number[r1c2]",
)
BINARY = ("+", "-", "*", "//", "%", "**", "..")
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=", "in", "not in")


class Choices:
    """Choices that bytes make; where they end, the first of each."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def left(self) -> int:
        """Bytes that are left."""
        return max(0, len(self._data) - self._at)

    def below(self, limit: int) -> int:
        """A number from 0 up to, not including, `limit`."""
        self._at += 1
        return self._data[self._at - 1] % limit if self._at <= len(self._data) else 0

    def of(self, things: Sequence[Thing]) -> Thing:
        """One of some things."""
        return things[self.below(len(things))]


class Maker:
    """Makes expressions by sort: numbers, truth values, lists, places, texts, functions; and now and then of another one."""

    def __init__(self, choices: Choices, names: Sequence[str]) -> None:
        self.choices = choices
        self.names = (*names, *NAMES)
        self.sorts: tuple[Callable[[int], str], ...] = (self.number, self.truth, self.list, self.place, self.name, self.text)

    def any(self, depth: int) -> str:
        """Anything."""
        return self.choices.of(self.sorts)(depth)

    def number(self, depth: int) -> str:
        """A number, perhaps blank or unknown."""
        if depth == 0 or not self.choices.left:
            return self.choices.of(NUMBERS)
        below = depth - 1
        made: tuple[Callable[[], str], ...] = (
            lambda: self.choices.of(NUMBERS),
            lambda: f"number[{self.place(below)}]",
            lambda: self.call(below),
            lambda: f"({self.number(below)} {self.choices.of(BINARY)} {self.number(below)})",
            lambda: f"({self.number(below)} if {self.truth(below)} else {self.number(below)})",
            lambda: f"-{self.number(below)}",
            lambda: f"{self.numbers(below)}[{self.number(below)}]",
            lambda: f"{self.choices.of(('sum', 'max', 'len', 'count', 'first', 'product'))}({self.numbers(below)})",
            lambda: f"{self.choices.of(PLACES)}.{self.choices.of(('row', 'column', 'value', 'index', 'name'))}",
        )
        return self.choices.of(made)()

    def truth(self, depth: int) -> str:
        """A truth value, perhaps unknown."""
        if depth == 0 or not self.choices.left:
            return self.choices.of(("number[r1c1] == 1", "true", "false", "number[r1c1] in (1, 2)", "blank"))
        below = depth - 1
        made: tuple[Callable[[], str], ...] = (
            lambda: f"({self.number(below)} {self.choices.of(COMPARISONS)} {self.number(below)})",
            lambda: f"({self.any(below)} {self.choices.of(('==', '!=', 'in'))} {self.any(below)})",
            lambda: f"({self.truth(below)} {self.choices.of(('and', 'or'))} {self.truth(below)})",
            lambda: f"(not {self.truth(below)})",
            lambda: self.call(below, of=PREDICATES),
            lambda: f"{self.choices.of(('all', 'any'))}({self.truths(below)})",
            lambda: f"({self.number(below)} < {self.number(below)} <= {self.number(below)})",
        )
        return self.choices.of(made)()

    def numbers(self, depth: int) -> str:
        """A list or a field of numbers."""
        if depth == 0 or not self.choices.left:
            return self.choices.of(("number", "number[rows[0]]", "[1, 2]", "1..3", "number[::-1]"))
        below = depth - 1
        made: tuple[Callable[[], str], ...] = (
            lambda: self.choices.of(("number", "number[rows[0]]", "number[lines[1]]", "[]", "0..9", "number[cells]")),
            lambda: f"number[{self.list(below)}]",
            lambda: f"({self.numbers(below)} {self.choices.of(BINARY)} {self.number(below)})",
            lambda: f"[{self.number(below)}, {self.number(below)}]",
            lambda: self.loop(below, self.number, "x"),
            lambda: (
                f"{self.choices.of(('numbers', 'sorted', 'reversed', 'visible', 'leading', 'digits'))}({self.numbers(below)})"
            ),
            lambda: f"{self.choices.of(('runs', 'zip', 'combinations', 'permutations'))}({self.numbers(below)})[0]",
            lambda: self.list(below),
        )
        return self.choices.of(made)()

    def truths(self, depth: int) -> str:
        """A list or a field of truth values."""
        if depth == 0 or not self.choices.left:
            return self.choices.of(("number == 1", "[true]", "number != blank"))
        below = depth - 1
        made: tuple[Callable[[], str], ...] = (
            lambda: f"({self.numbers(below)} {self.choices.of(COMPARISONS)} {self.number(below)})",
            lambda: f"[{self.truth(below)}, {self.truth(below)}]",
            lambda: self.loop(below, self.truth, "x"),
            lambda: f"(not {self.truths(below)})",
            lambda: self.list(below),
        )
        return self.choices.of(made)()

    def list(self, depth: int) -> str:
        """A list, a field or an area."""
        if depth == 0 or not self.choices.left:
            return self.choices.of((*self.names, "rows[0]", "number[rows[0]]", "[1, 2]", "[]", "1..3"))
        below = depth - 1
        made: tuple[Callable[[], str], ...] = (
            lambda: self.choices.of(self.names),
            lambda: f"number[{self.list(below)}]",
            lambda: f"({self.list(below)} {self.choices.of((*BINARY, *COMPARISONS))} {self.any(below)})",
            lambda: f"[{self.any(below)}, {self.any(below)}]",
            lambda: f"({self.any(below)}, {self.any(below)})",
            lambda: self.loop(below, self.any, "x"),
            lambda: self.loop(below, self.any, "x", "y"),
            lambda: f"{self.list(below)}[{self.number(below)}:{self.number(below)}]",
            lambda: f"{self.list(below)}[::{self.number(below)}]",
            lambda: self.call(below),
        )
        return self.choices.of(made)()

    def loop(self, depth: int, made: Callable[[int], str], *bound: str) -> str:
        """A comprehension, inside which there are further names."""
        values = self.list(depth)
        before, self.names = self.names, (*bound, *self.names)
        element, condition = made(depth), f" if {self.truth(depth)}" if self.choices.below(3) == 0 else ""
        self.names = before
        return f"[{element} for {', '.join(bound)} in {values}{condition}]"

    def name(self, depth: int) -> str:
        """A name."""
        return self.choices.of(self.names)

    def place(self, depth: int) -> str:
        """A cell, a link, a corner."""
        if depth == 0 or not self.choices.left:
            return self.choices.of(PLACES)
        return self.choices.of((lambda: self.choices.of(PLACES), lambda: self.call(depth - 1), lambda: self.any(depth - 1)))()

    def text(self, depth: int) -> str:
        """A text."""
        return self.choices.of(TEXTS) if self.choices.below(4) or depth == 0 else f"join({self.list(depth - 1)})"

    def function(self, depth: int) -> str:
        """A function that is an argument."""
        body = self.choices.of(("s", "s + 1", "s + x", "x", "s[0]", "(s, x)", "fail", "s if x == s else x", "s * 2 + x", "x[0]"))
        return f"lambda s, x: {body if self.choices.below(4) else self.any(max(depth - 1, 0))}"

    def call(self, depth: int, of: Sequence[str] = tuple(FUNCTIONS)) -> str:
        """A call of a function of the language."""
        name = self.choices.of(of)
        arguments = []
        for parameter in FUNCTIONS[name].parameters:
            if parameter.optional and self.choices.below(2) == 0:
                continue
            made = self.argument(parameter, depth)
            arguments.append(f"{parameter.name}={made}" if parameter.optional and not parameter.rest else made)
        return f"{name}({', '.join(arguments)})"

    def argument(self, parameter: Parameter, depth: int) -> str:
        """An argument: of the kind that is taken, or one time in sixteen anything."""
        words = parameter.kind.words
        by_words = (
            ("function", self.function),
            ("true or false", lambda depth: self.choices.of(("true", "false"))),
            ("half turn", self.text),
            ("text", self.text),
            ("direction", lambda depth: self.choices.of(("right", "up", "directions[0]", "directions"))),
            ("truth values", self.truths),
            ("list", self.numbers),
            ("field", self.list),
            ("area", self.list),
            ("cell", self.place),
            ("place", self.place),
            ("shape", self.text),
            ("number", self.number),
        )
        if self.choices.below(16) == 15:
            return self.any(depth)
        return next((make for word, make in by_words if word in words), self.any)(depth)


def spec_of(data: bytes) -> str:
    """A spec with rules, definitions, an answer, and now and then an objective, all made of bytes."""
    choices = Choices(data)
    board, names = choices.of(WORLDS)
    maker = Maker(choices, names)
    lines = ["gridwright: 1", board.rstrip("\n"), "rules:"]
    for _ in range(1 + choices.below(2)):
        if choices.below(3) == 0:
            bound = choices.of((("x",), ("x", "y")))
            loop = f"{', '.join(bound)} in {maker.list(2)}"
            inner = Maker(choices, (*bound, *names))
            lines += [f"  - for: {_quoted(loop)}", f"    rule: {_quoted(inner.truth(DEPTH - 1))}"]
        else:
            lines.append(f"  - {_quoted(maker.truth(DEPTH))}")
    if choices.below(4) == 1:
        lines.append(f"{choices.of(('maximize', 'minimize'))}: {_quoted(maker.number(3))}")
    if choices.below(2) == 1:
        lines.append(f"answer: {_quoted(maker.any(3))}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
