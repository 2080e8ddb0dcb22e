"""Write a puzzle of a format as a spec: its libraries, the board, and pictures of what is printed on it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count
from string import ascii_lowercase

import yaml
from gridwright.compiler.geometry.board import SIDES
from gridwright.compiler.values import Value

from .puzzle import Place, Point, PrintedPuzzle, is_cell, is_point, place_name

WIDTH = 120
PICTURE_AT_LEAST = 0.2  # of the cells; fewer values are a list of places


def puzzle_text(puzzle: PrintedPuzzle) -> str:
    """Return the text of a spec from `use:` on.

    >>> givens = {"number": {(1, 3): 2}}
    >>> puzzle = PrintedPuzzle(height=1, width=3, uses={"fillomino": {}}, givens=givens, warnings=("one is lost",))
    >>> print(puzzle_text(puzzle), end="")
    <BLANKLINE>
    # one is lost
    <BLANKLINE>
    use: fillomino
    grid: 1x3
    givens:
      number: |
        . 2 .
    expect:
      solutions: 1
    """
    lines = ["", *_comments(puzzle)] if puzzle.warnings or puzzle.rules else []
    if puzzle.uses:
        uses = [name if not given else {name: dict(given)} for name, given in puzzle.uses.items()]
        lines.append(_yaml("use", uses[0] if uses == [puzzle.genre] else uses))
    size = f"{puzzle.height}x{puzzle.width}"
    if puzzle.holes:
        lines += ["grid:", f"  size: {size}", "  holes: |"]
        holes = {cell: "#" if cell in puzzle.holes else "-" for cell in puzzle.cells}
        lines += [f"  {line}" for line in _picture(puzzle, holes)]
    else:
        lines.append(f"grid: {size}")
    labels = _labels(puzzle)
    lines += _section("areas", [_areas(puzzle, kind, labels[kind]) for kind in puzzle.areas])
    clues = {
        group: {_relabel(place, labels): value for place, value in clues_of_group.items()}
        for group, clues_of_group in puzzle.clues.items()
    }
    lines += _section(
        "clues", [_values(puzzle, group, clues_of_group) for group, clues_of_group in clues.items() if clues_of_group]
    )
    lines += _section("givens", [_values(puzzle, layer, givens) for layer, givens in puzzle.givens.items() if givens])
    if puzzle.display:
        lines.append(_yaml("display", dict(puzzle.display)))
    return "\n".join(lines) + "\n" + expect_text(puzzle)


def expect_text(puzzle: PrintedPuzzle) -> str:
    """Return the section `expect:` of a puzzle: one solution, and if it is known, which.

    >>> print(expect_text(PrintedPuzzle(height=1, width=2, solution={"x": {(1, 1): 2, (1, 3): 3}})), end="")
    expect:
      solutions: 1
      solution:
        x: |
          2 3
    """
    solution = [_values(puzzle, layer, values, no_line=" ") for layer, values in puzzle.solution.items() if values]
    lines = ["expect:", "  solutions: 1", *("  " + line for line in _section("solution", solution))]
    return "\n".join(lines) + "\n"


def _comments(puzzle: PrintedPuzzle) -> Iterator[str]:
    """Yield the losses, and the author's rules, as comments. Each text is one paragraph or more."""
    for text in puzzle.warnings:
        yield from _comment(text)
    if puzzle.rules:
        yield "# The rules that its author wrote:"
        for text in puzzle.rules:
            yield from _comment(text)
    yield ""


def _comment(text: str) -> Iterator[str]:
    for line in text.splitlines() or [""]:
        plain = "".join(sign if sign.isprintable() else "?" for sign in line)
        yield from (f"# {part}".rstrip() for part in textwrap.wrap(plain, WIDTH - 2) or [""])


def _section(key: str, parts: Iterable[Sequence[str]]) -> list[str]:
    lines = [f"  {line}" for part in parts for line in part]
    return [f"{key}:", *lines] if lines else []


def _labels(puzzle: PrintedPuzzle) -> dict[str, dict[str, str]]:
    """Return for each kind the labels of its areas in the spec, by their old ones: letters, no two alike on the board."""
    names = _letters()
    return {kind: {old: next(names) for old in areas} for kind, areas in puzzle.areas.items()}


def _letters() -> Iterator[str]:
    """Yield a, b, ..., z, aa, ab, ... without words that mean something in YAML."""
    for length in count(1):
        for at in range(26**length):
            word = "".join(ascii_lowercase[at // 26**power % 26] for power in reversed(range(length)))
            if word not in ("y", "n", "on", "no", "off", "yes", "true", "null"):
                yield word


def _relabel(place: Place, labels: Mapping[str, Mapping[str, str]]) -> Place:
    if isinstance(place, str):
        return next((new[place] for new in labels.values() if place in new), place)
    return place


def _areas(puzzle: PrintedPuzzle, kind: str, labels: Mapping[str, str]) -> list[str]:
    """Return the lines of a kind of areas: a picture if it can show them, because the cells of each are in reading order."""
    areas = puzzle.areas[kind]
    cells = [cell for area in areas.values() for cell in area]
    is_picture = len(set(cells)) == len(cells) and all([*area] == sorted(area) for area in areas.values())
    if is_picture and 2 * len(cells) >= len(puzzle.cells) - len(puzzle.holes):
        signs = {cell: labels[label] for label, area in areas.items() for cell in area}
        return [f"{kind}: |", *_picture(puzzle, signs)]
    printed = any(isinstance(place, str) for group in puzzle.clues.values() for place in group)
    lists = {labels[label]: " ".join(map(place_name, area)) for label, area in areas.items()}
    if printed:
        return [f"{kind}:", *(f"  {label}: {cells}" for label, cells in lists.items())]
    return [f"{kind}:", *(f"  - {cells}" for cells in lists.values())]


def _values(puzzle: PrintedPuzzle, name: str, values: Mapping[Place, Value], no_line: str = "x") -> list[str]:
    """Return the lines of a group of clues or of the values of a layer. `no_line`: the sign where a picture has no line."""
    sides: dict[str, dict[Value, Value]] = {
        side: {place[1]: value for place, value in values.items() if place[0] == side} for side in SIDES
    }
    if any(sides.values()):
        return [
            f"{name}:",
            *(f"  {side}: {_side(puzzle, side, values_of_side)}" for side, values_of_side in sides.items() if values_of_side),
        ]
    if values and not puzzle.holes and all(isinstance(value, bool) for value in values.values()):
        middles = {place: bool(value) for place, value in values.items() if is_point(place) and (place[0] + place[1]) % 2}
        if len(middles) == len(values) >= len(puzzle.cells):
            return [f"{name}: |", *_lines(puzzle, middles, no_line)]
    cells = {place: text for place, value in values.items() if is_cell(place) and (text := _sign(value))}
    if len(cells) == len(values) and len(cells) >= PICTURE_AT_LEAST * len(puzzle.cells) - 3:
        return [f"{name}: |", *_picture(puzzle, cells)]
    return _fold(name, {place_name(place): plain(value) for place, value in values.items()})


def _lines(puzzle: PrintedPuzzle, drawn: Mapping[Point, bool], no_line: str) -> Iterator[str]:
    """Yield the rows of a picture of lines: between the centres of cells, or between corners if some lie on the edge.

    `no_line`: the sign where there is none.
    """
    signs_without_line = {None: " ", False: no_line}
    on_corners = any(0 in place for place in drawn)
    first, dot = (0, "+") if on_corners else (1, "o")
    for y in range(first, 2 * puzzle.height + 1 - first):
        signs = ""
        for x in range(first, 2 * puzzle.width + 1 - first):
            is_dot, is_across = y % 2 == x % 2 == first, y % 2 == first
            signs += dot if is_dot else signs_without_line.get(drawn.get((y, x)), "-" if is_across else "|")
        yield f"  {signs}".rstrip()


def _fold(name: str, values: Mapping[str, Value]) -> list[str]:
    """Return a mapping in one or more lines."""
    return _yaml(name, dict(values)).split("\n")


def _side(puzzle: PrintedPuzzle, side: str, values: Mapping[int, Value]) -> str:
    length = puzzle.height if side in ("left", "right") else puzzle.width
    return _flow([plain(values.get(at, ".")) for at in range(length)])


def _sign(value: Value) -> str:
    """Return how a value stands in a picture; empty if it cannot."""
    if isinstance(value, bool):
        return "#" if value else "-"
    if isinstance(value, (tuple, list)):
        return (
            ",".join(map(str, value)) if len(value) > 1 and not any(isinstance(member, (tuple, list)) for member in value) else ""
        )
    text = str(value)
    return text if text and not set(text) & set(" ,.()|") and text.isprintable() else ""


def plain(value: Value) -> Value:
    """Return a value as YAML has it: tuples are lists, fractions texts."""
    if isinstance(value, (tuple, list)):
        return [plain(member) for member in value]
    return str(value) if isinstance(value, Fraction) else value


def _picture(puzzle: PrintedPuzzle, signs: Mapping[Point, str], empty: str = ".") -> Iterator[str]:
    width = max(map(len, signs.values()), default=1)
    for row in range(puzzle.height):
        row_signs = [signs.get((2 * row + 1, 2 * column + 1), empty) for column in range(puzzle.width)]
        yield "  " + " ".join(sign.ljust(width) for sign in row_signs).rstrip()


def _yaml(key: str, value: Value) -> str:
    """Return an entry; a mapping or list that does not fit into a line goes on below it."""
    short = f"{key}: {_flow(value)}"
    if not isinstance(value, Mapping) or len(short) + 4 <= WIDTH:
        return short
    return "\n".join([f"{key}:", *(f"  {_flow(name)}: {_flow(member)}" for name, member in value.items())])


def _flow(value: Value) -> str:
    """Return a value in one line."""
    yaml_text = yaml.safe_dump(value, default_flow_style=True, width=10**9, allow_unicode=True, sort_keys=False)
    return yaml_text.removesuffix("\n").removesuffix("\n...")
