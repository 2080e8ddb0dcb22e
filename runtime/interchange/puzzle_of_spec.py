"""Take from a spec what formats can hold: its board and what is printed on it, and what it has beside its libraries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gridwright.compiler.geometry.area import Area, Line
from gridwright.compiler.geometry.hexagons import Hexagons
from gridwright.compiler.geometry.places import Cell, Corner, Direction
from gridwright.compiler.geometry.plane import middle, point
from gridwright.compiler.language.spec import Grid, Spec
from gridwright.compiler.library import Use, libraries, uses
from gridwright.compiler.syntax import yaml_nodes
from gridwright.compiler.syntax.diagnostics import Code, error
from gridwright.compiler.syntax.yaml_nodes import Mapping as SourceMapping
from gridwright.compiler.syntax.yaml_nodes import Node, Scalar
from gridwright.compiler.syntax.yaml_nodes import Sequence as SourceSequence
from gridwright.compiler.values import BLANK, Value

from ..judging.judge import rules_of
from ..judging.partial_judge import PartialJudge
from .puzzle import Loss, OwnLibrary, Place, PrintedPuzzle

Assignment = Mapping[tuple[str, str], tuple[Value, ...]]


def puzzle_of_spec(spec: Spec, solution: Assignment | None = None) -> PrintedPuzzle:
    """Return the puzzle of a spec. Raise `SpecError` for one that no format has: several boards, wrapped ones, hexagons.

    `solution`: the values of all layers; without one it is what the spec expects.

    >>> from gridwright.compiler.loader import load_text
    >>> spec = load_text("gridwright: 1\\nuse: fillomino\\ngrid: 1x3\\ngivens: {number: {r1c2: 2}}")
    >>> puzzle = puzzle_of_spec(spec)
    >>> puzzle.genre, puzzle.givens
    ('fillomino', {'number': {(1, 3): 2}})
    """
    grid = _grid(spec)
    solution_grid = solution if solution is not None else spec.expected.solution or {}
    entries = list(uses(spec.document))
    spans = {(group.name, place_of(clue.place)): clue.span for group in grid.clue_groups for clue in group}
    spans |= {(given.layer.name, place_of(given.layer.places[given.position])): given.span for given in grid.givens}
    givens: dict[str, dict[Place, Value]] = {}
    for given in grid.givens:
        givens.setdefault(given.layer.name, {})[place_of(given.layer.places[given.position])] = _plain(given.value)
    return PrintedPuzzle(
        height=grid.board.height,
        width=grid.board.width,
        uses={use.name: _parameters(use) for use in sorted(entries, key=_is_definitions)},
        holes=frozenset(point(hole) for hole in grid.board.holes),
        areas={
            kind.name: {area.name: tuple(map(point, area.cells)) for area in kind.areas}
            for kind in grid.kinds
            if any(isinstance(area, Area) and not isinstance(area, Line) for area in kind.areas)
        },
        clues={group.name: {place_of(clue.place): _plain(clue.value) for clue in group} for group in grid.clue_groups},
        givens=givens,
        solution=dict(_solution(grid, solution_grid)),
        display={key.text: _text(node) for key, node in _entries(spec.document.get("display")) if isinstance(node, Scalar)},
        title=spec.title,
        author=_text(spec.document.get("author")),
        url=_text(_entry(spec.document.get("source"), "url")),
        rules=_rules(spec),
        own=tuple(_own(spec)),
        spans=spans,
        libraries=own_libraries(spec),
    )


def own_libraries(spec: Spec) -> tuple[OwnLibrary, ...]:
    """Return the libraries that a spec uses and that do not come with the language."""
    return tuple(OwnLibrary(name, yaml_nodes.read_text(text, name)) for name, text in spec.files.items())


def place_of(place: object) -> Place:
    """Return a place of a board as a puzzle has it."""
    if isinstance(place, Line) and place.side:
        return (place.side, place.index)
    if isinstance(place, Area):
        return place.name
    if isinstance(place, (Cell, Corner)):
        return point(place)
    if isinstance(place, tuple):
        first, second = place
        return (point(first), point(second))
    return middle(place)[:2]  # type: ignore[arg-type]


def _grid(spec: Spec) -> Grid:
    grid, *others = spec.grids
    reason = ""
    if others:
        reason = f"the spec has {len(others) + 1} boards"
    elif isinstance(grid.board, Hexagons):
        reason = "its board is of hexagons"
    elif not grid.board.is_plane:
        reason = f"its board {grid.board.peculiarity}"
    if reason:
        raise error(Code.FORMAT, f"{reason}; other programs' formats hold one plain board", spec.document.span.source.span(0))
    return grid


def _solution(grid: Grid, assignment: Assignment) -> Iterator[tuple[str, dict[Place, Value]]]:
    for layer in grid.layers:
        values = assignment.get((grid.name, layer.name))
        if values is not None and not layer.single:
            pairs = zip(layer.places, values, strict=True)
            yield layer.name, {layer_place(place): _plain(value) for place, value in pairs if value is not BLANK}


def layer_place(place: object) -> Place:
    """Return a place of a layer; what is no place of the board is its text."""
    try:
        return place_of(place)
    except (AttributeError, TypeError, ValueError):  # rows, numbers: no place of the board
        return str(place)


def _plain(value: Value) -> Value:
    if isinstance(value, (list, tuple)):
        return tuple(_plain(member) for member in value)
    return value.name if isinstance(value, Direction) else value


def _is_definitions(use: Use) -> bool:
    """Check whether a library is no genre; genres come first."""
    return use.name in libraries() and not libraries()[use.name].family


def _parameters(use: Use) -> dict[str, Value]:
    return {name: node.value for name, (_, node) in use.arguments().items()}


def _text(node: Node | None) -> str:
    return " ".join(node.text.split()) if isinstance(node, Scalar) else ""


def _entries(node: Node | None) -> tuple[tuple[Scalar, Node], ...]:
    return node.items if isinstance(node, SourceMapping) else ()


def _entry(node: Node | None, key: str) -> Node | None:
    return node.get(key) if isinstance(node, SourceMapping) else None


def _rules(spec: Spec) -> tuple[str, ...]:
    """Return the text of the spec, or else the sentences of all rules that say anything of it."""
    text = _text(spec.document.get("text"))
    if text:
        return (text,)
    nothing = {(layer.grid, layer.name): (None,) * len(layer.places) for grid in spec.grids for layer in grid.layers}
    judge = PartialJudge(spec, nothing)
    return tuple(dict.fromkeys(rule.says for rule, scope, _ in rules_of(spec) if rule.says and judge.applies(rule, scope)))


def _says_formats(text: str) -> bool:
    """Check whether a library of the user's own says how formats hold it."""
    return yaml_nodes.read_text(text).get("formats") is not None


def _own(spec: Spec) -> Iterator[Loss]:
    """Yield the parts of a spec that no library has: rules, layers, and libraries of its own."""
    for use in uses(spec.document):
        if use.name in spec.files and not _says_formats(spec.files[use.name]):
            yield Loss(f"the library `{use.name}`", use.span)
    rules = spec.document.get("rules")
    for rule in rules.items if isinstance(rules, SourceSequence) else ():
        words = _text(_entry(rule, "says")) or " ".join(rule.span.text.split())
        yield Loss(f"a rule of its own: {words}", rule.span)
    layers = spec.document.get("layers")
    for key, _ in layers.items if isinstance(layers, SourceMapping) else ():
        yield Loss(f"a layer of its own: `{key.text}`", key.span)
    for word in ("together", "maximize", "minimize"):
        node = spec.document.get(word)
        if node is not None:
            yield Loss(f"`{word}`", node.span)
