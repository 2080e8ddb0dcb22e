"""Find in the rules of a puzzle how to print it.

A printed puzzle shows what its rules use: the boxes of a sudoku, the numbers of the entries of a crossword, walls between rooms,
clues that look to the right or down. This file reads the syntax trees of the rules, and a definition with the arguments of its
call if these are plain names and numbers. It evaluates two things, where the puzzle fixes them: the sizes of boxes, and the
conditions of `if else`, because a library computes these from the board and from what is printed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from gridwright.compiler.geometry.area import Area, AreaKind
from gridwright.compiler.geometry.clue import ClueGroup
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language import name_check
from gridwright.compiler.language.budget import Budget
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.semantics import Semantics
from gridwright.compiler.language.spec import Define, Grid, Let, Rule, Spec
from gridwright.compiler.records import dataclass, field
from gridwright.compiler.syntax import syntax_tree as e
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.values import Value

WALL = "wall"  # the word of `display` for walls
MAX_CALLS = 10_000  # of definitions, each with its arguments; further calls are not read


@dataclass(slots=True)
class Hints:
    """What the rules of one grid reveal about its print.

    - `boxes`: the sizes (height, width) of boxes that rules use.
    - `boxes_of_areas`: the boxes of areas that rules use, by size and area.
    - `walls`: the layers that keep groups apart; `grouped`: the layers whose equal values make groups.
    - `directions`: for a group of clues the name of the direction in which they look from their cells.
    - `entries`: whether rules use the entries of a crossword; `numbered`: whether they use single ones.
    """

    boxes: set[tuple[int, int]] = field(default_factory=set)
    boxes_of_areas: dict[tuple[int, int, tuple[Cell, ...]], tuple[Area, ...]] = field(default_factory=dict)
    walls: set[str] = field(default_factory=set)
    grouped: set[str] = field(default_factory=set)
    directions: dict[str, str] = field(default_factory=dict)
    entries: bool = False
    numbered: bool = False


def hints(spec: Spec, grid: Grid) -> Hints:
    """Return hints for drawing a grid that follow from the rules of its spec."""
    reader = _HintReader(grid, spec)
    for rule in spec.rules:
        reader.rule(rule)
    for answer in spec.answers.values():
        reader.read(answer, {})
    return reader.hints


BoxCells = frozenset[Cell]


@dataclass(frozen=True, slots=True)
class BoardLines:
    """Lines of a board in a terminal, beside those around its areas.

    - `boxes`: sets of cells with a thick line around each, such as the boxes of a sudoku.
    - `walls`: the names of the layers over links that stand for walls between cells.
    """

    boxes: Sequence[BoxCells] = ()
    walls: Collection[str] = ()


NO_BOARD_LINES = BoardLines()


def board_lines(spec: Spec, grid: Grid) -> BoardLines:
    """Return the lines that the rules of a spec, or its `display`, tell of a board."""
    known = hints(spec, grid)
    words = {layer.name: look.word for layer in grid.layers if (look := spec.display.get(layer.name))}
    walls = [layer.name for layer in grid.layers if (words.get(layer.name) or WALL * (layer.name in known.walls)) == WALL]
    return BoardLines(boxes_of(known, grid), walls)


def boxes_of(hints: Hints, grid: Grid) -> tuple[BoxCells, ...]:
    """Return the boxes that the rules of a grid use, each size and each area in turn."""
    boxes: dict[tuple[int, ...], list[Cell]] = {}
    for height, width in sorted(hints.boxes):
        for cell in grid.board.cells:
            boxes.setdefault((height, width, cell.row // height, cell.column // width), []).append(cell)
    of_areas = (frozenset(box) for areas in hints.boxes_of_areas.values() for box in areas)
    return (*map(frozenset, boxes.values()), *of_areas)


@dataclass(frozen=True, slots=True)
class _HintMember:
    """The meaning of a loop variable that takes each clue of a group, or each area of a kind, in turn."""

    group: str


# The meaning of a local name: a plain expression, a member of a clue group, or None for anything else.
Meaning = e.Constant | e.Name | _HintMember | None
Local = Mapping[str, Meaning]


class _HintReader:
    """A reader that walks through rules and collects hints."""

    def __init__(self, grid: Grid, spec: Spec) -> None:
        self.names = grid.names
        self.scope = grid.scope
        self.interpreter = Interpreter(budget=Budget("the picture", None, spec.limits), values=Semantics(strict=True))
        self.directions = {direction.name for direction in grid.board.directions}
        self.hints = Hints()
        self.seen: set[tuple[str, tuple[object, ...]]] = set()

    def rule(self, rule: Rule) -> None:
        local: Local = {}
        for part in rule.context:
            if isinstance(part, e.Loop):
                local = self.loop(part, local)
            elif isinstance(part, Let):
                self.read(part.value, local)
                local = {**local, part.name: self.meaning(part.value, local)}
            else:
                self.read(part, local)
        self.read(rule.expression, local)

    def loop(self, loop: e.Loop, local: Local) -> Local:
        """Return the names that are known inside a loop."""
        self.read(loop.values, local)
        over = self.meaning(loop.values, local)
        is_group = isinstance(over, e.Name) and isinstance(self.names.get(over.name), (ClueGroup, AreaKind))
        member = _HintMember(over.name) if is_group and isinstance(over, e.Name) else None
        inner = {**local, **dict.fromkeys(loop.pattern.names(), member if loop.pattern.name else None)}
        for condition in loop.conditions:
            self.read(condition, inner)
        return inner

    def meaning(self, node: e.Expression, local: Local) -> Meaning:
        if isinstance(node, e.Name):
            return local.get(node.name, node)
        return node if isinstance(node, e.Constant) else None

    def read(self, node: e.Expression, local: Local) -> None:
        if isinstance(node, e.Comprehension):
            for loop in node.loops:
                local = self.loop(loop, local)
            self.read(node.element, local)
            return
        if isinstance(node, e.Lambda):
            self.read(node.body, {**local, **dict.fromkeys(node.parameters)})
            return
        condition = self.constant_value(node.condition, local) if isinstance(node, e.Conditional) else None
        if isinstance(node, e.Conditional) and isinstance(condition, bool):
            self.read(node.then if condition else node.otherwise, local)
            return
        if isinstance(node, e.Call):
            self.call(node, local)
        elif isinstance(node, e.Name) and node.name not in local:
            self.name(node)
        elif isinstance(node, e.Subscript) and isinstance(node.of, e.Name) and node.of.name == "segments":
            self.hints.numbered = True
        for child in e.children(node):
            self.read(child, local)

    def name(self, node: e.Name) -> None:
        if node.name == "segments":
            self.hints.entries = True
        define = self.names.get(node.name)
        if isinstance(define, Define) and not define.parameters:
            self.definition(define, {})

    def call(self, node: e.Call, local: Local) -> None:
        arguments = [self.meaning(argument, local) for argument in node.arguments]
        define = self.names.get(node.name)
        if isinstance(define, Define):
            keywords = {name: self.meaning(value, local) for name, value in node.keywords}
            by_place = dict(zip(define.parameters, arguments, strict=False))
            self.definition(define, {**dict.fromkeys(define.parameters), **by_place, **keywords})
            return
        if node.name == "boxes" and len(arguments) in (2, 3):
            meant = [
                known if isinstance(known, e.Constant) else argument
                for argument, known in zip(node.arguments, arguments, strict=True)
            ]
            height, width = (self.constant_value(argument, local) for argument in meant[:2])
            if isinstance(height, int) and isinstance(width, int) and height > 0 and width > 0:
                self.boxes(height, width, node.arguments[2:], local)
        for name, value in node.keywords:
            layer = self.meaning(value.operand if isinstance(value, e.Not) else value, local)
            if isinstance(layer, e.Name):
                self.hints.walls |= {layer.name} if name == "by" and isinstance(value, e.Not) else set()
                self.hints.grouped |= {layer.name} if name == "same" else set()
        if node.name == "ray" and len(arguments) == 2:
            start, direction = node.arguments[0], arguments[1]
            of = self.meaning(start.of, local) if isinstance(start, e.Attribute) and start.name == "cell" else None
            if isinstance(of, _HintMember) and isinstance(direction, e.Name) and direction.name in self.directions:
                self.hints.directions.setdefault(of.group, direction.name)

    def boxes(self, height: int, width: int, within: Sequence[e.Expression], local: Local) -> None:
        """Note the boxes of the board, or those `within` an area, which may be each of a kind."""
        if not within:
            self.hints.boxes.add((height, width))
            return
        meaning = self.meaning(within[0], local)
        kind = self.names.get(meaning.group) if isinstance(meaning, _HintMember) else None
        area = None if isinstance(meaning, _HintMember) else self.constant_value(within[0], local)
        board = self.scope.board
        for cells in kind.areas if isinstance(kind, AreaKind) else [area] if isinstance(area, Area) else ():
            if board is not None and board.is_plane and len(cells):
                self.hints.boxes_of_areas[height, width, cells.cells] = board.boxes_of(cells, height, width)

    def constant_value(self, node: e.Expression, local: Local) -> Value | None:
        """Return the value of an expression that the puzzle fixes; None if it depends on a layer or on a local name."""
        alone = all(name.name not in local for name, _ in name_check.free_names(node, frozenset()))
        if not alone or not name_check.is_constant(Define("", (), node, node.span), self.names):
            return None
        try:
            return self.interpreter.run(node, self.scope)
        except SpecError:  # the rule says what is wrong
            return None

    def definition(self, define: Define, local: Local) -> None:
        key = (define.name, tuple(_plain(meaning) for meaning in local.values()))
        if key not in self.seen and len(self.seen) < MAX_CALLS:
            self.seen.add(key)
            self.read(define.body, local)


def _plain(meaning: Meaning) -> object:
    return meaning.value if isinstance(meaning, e.Constant) else meaning.name if isinstance(meaning, e.Name) else meaning
