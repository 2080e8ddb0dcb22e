"""The answer that a link to Penpa+ checks: six lists, which Penpa+ compares as texts, and the layers of a puzzle.

What the problem shows is not drawn by the solver, so givens are not in the lists. Penpa+ counts only the lists whose checks are
set; which ones these are follows from what the layers of a puzzle look like.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from gridwright.compiler.records import dataclass, field
from gridwright.compiler.values import Value

from ..puzzle import Pair, Place, Point, PrintedPuzzle, is_point
from .convention import Convention, LayerLook, family, fixed_mark, is_key
from .link import LISTS, DrawnLayer, Path, PointNumbers, Spot
from .places import borders_of, cells_between, links_of, midpoint, side_between

SURFACE, LINE, EDGE, WALL, NUMBER, SYMBOL = range(LISTS)
CHECKS = {SURFACE: "sol_surface", LINE: "sol_loopline", EDGE: "sol_loopedge", WALL: "sol_wall", NUMBER: "sol_number"}
COUNTED = (1, 3, 4, 8)  # colours that count as shaded
DRAWN, DOUBLE = 3, 30  # styles of a solver's line

# The symbols that can be checked: their letter in the list, and their check.
SYMBOLS = {
    "circle": ("A", "sol_circle"),
    "tri": ("B", "sol_tri"),
    "arrow": ("C", "sol_arrow"),
    "battleship": ("D", "sol_battleship"),
    "star": ("E", "sol_star"),
    "tents": ("F", "sol_tent"),
    "math": ("G", "sol_math"),
    "sun_moon": ("H", "sol_akari"),
}
MINE = ("I", "sol_mine")
NAMES = {"circle": "circle_M", "arrow": "arrow_S"}  # how these must be called in the problem of a solver

Entry = tuple[Path, str]  # points, and what follows them


@dataclass
class PenpaAnswer:
    """An answer: the entries of the six lists, and the checks. `problem`: why there is none."""

    entries: tuple[list[Entry], ...] = field(default_factory=lambda: tuple([] for _ in range(LISTS)))
    checks: tuple[str, ...] = ()
    problem: str = ""

    def number_lists(self, points: PointNumbers) -> tuple[tuple[str, ...], ...]:
        """Return the lists as Penpa+ has them."""
        return tuple(
            tuple(
                sorted(
                    ",".join([*map(str, sorted(map(points.number, path))), *([after] if after else [])])
                    for path, after in entries
                )
            )
            for entries in self.entries
        )


def answer_of(puzzle: PrintedPuzzle, convention: Convention) -> PenpaAnswer:
    """Return the solution of a puzzle as an answer that can be checked."""
    answer = PenpaAnswer()
    checks: dict[str, None] = {}
    owner: dict[int, str] = {}
    for layer in convention.layers:
        if layer.look == ("none",) and not layer.looks:
            continue
        if layer.name not in puzzle.solution:
            answer.problem = f"it has no values for `{layer.name}`"
            return answer
        if None in puzzle.solution[layer.name].values() or not _is_whole(puzzle, layer):
            answer.problem = f"it has no values for some places of `{layer.name}`"
            return answer
        entries = list(_entries(puzzle, layer))
        at, layer_checks = _checks(layer)
        if at is None or None in entries:
            answer.problem = f"Penpa+ cannot check the values of `{layer.name}`"
            return answer
        if at in owner and at != SYMBOL:
            answer.problem = f"Penpa+ cannot tell the values of `{layer.name}` from those of `{owner[at]}`"
            return answer
        owner[at] = layer.name
        for entry in entries:
            if entry is not None:
                answer.entries[at].append(entry)
        checks |= dict.fromkeys(layer_checks)
    if not any(answer.entries):
        answer.problem = "there is nothing in it that Penpa+ could check"
        return answer
    answer.checks = tuple(checks)
    return answer


def _is_whole(puzzle: PrintedPuzzle, layer: LayerLook) -> bool:
    """Check whether the solution has a value for each place of a layer, as far as this can be said."""
    if layer.is_blank and not layer.values.is_bool:
        return True
    counts: dict[str, Callable[[], int]] = {
        "links": lambda: sum(1 for _ in links_of(puzzle)),
        "borders": lambda: len(borders_of(puzzle)),
    }
    counts["cells"] = lambda: len(puzzle.cells) - len(puzzle.holes)
    return layer.over not in counts or len(puzzle.solution[layer.name]) >= counts[layer.over]()


def tool_of(convention: Convention) -> str:
    """Return the first drawing tool of a solver: the one for the first layer that can be checked."""
    for layer in convention.layers:
        at, _ = _checks(layer)
        if layer.look == ("diagonal",):
            return "diagonal"
        if at == EDGE:
            return "edge" if layer.over == "borders" else "region"
        if at is not None:
            return {SURFACE: "shade", LINE: "line", NUMBER: "number", SYMBOL: "symbol"}[at]
    return "shade"


def grid_of(convention: Convention) -> str:
    """Return how the grid is drawn: by points for lines along it, dashed for other lines, otherwise solid."""
    lists = {_checks(layer)[0] for layer in convention.layers}
    if lists and lists <= {LINE, EDGE}:
        return "points" if any(layer.over == "borders" for layer in convention.layers) else "dashed"
    return "solid"


def _checks(layer: LayerLook) -> tuple[int | None, list[str]]:
    """Return the list in which the values of a layer stand, and the checks that make it count; no list if they cannot."""
    if layer.looks:
        return SYMBOL, [_letter(words)[1] for _, words in layer.looks]
    word = next(iter(layer.look), "none")
    lists = {
        "surface": SURFACE,
        "number": NUMBER,
        "line": LINE,
        "edge": EDGE,
        "edge false": EDGE,
        "border": EDGE,
        "diagonal": EDGE,
    }
    at = lists.get(word)
    return at, [] if at is None else [CHECKS[at]]


def _letter(words: Sequence[str]) -> tuple[str, str]:
    """Return the letter of a symbol in the list, and its check; empty texts if it cannot be checked."""
    mark = fixed_mark(words[0]) if len(words) == 1 else ("",)
    if mark[0] != "symbol":
        return "", ""
    name, style = str(mark[1]), int(mark[2])
    letter, check = MINE if name == "sun_moon" and style > 3 else SYMBOLS.get(family(name), ("", ""))
    return (f"{style}{letter}", check) if letter else ("", "")


def _entries(puzzle: PrintedPuzzle, layer: LayerLook) -> Iterator[Entry | None]:
    """Yield an entry for each value that stands in an answer; None for what has no place there."""
    values, givens = puzzle.solution[layer.name], puzzle.givens.get(layer.name, {})
    new = {place: value for place, value in values.items() if place not in givens}
    word = next(iter(layer.look), "none")
    if layer.looks:
        for place, value in new.items():
            words = next((words for key, words in layer.looks if is_key(key, value)), None)
            if words is not None:
                letter = _letter(words)[0]
                yield ((_spot(place),), letter) if letter else None
    elif word == "surface":
        yield from (((_spot(place),), "") for place, value in new.items() if value is True)
    elif word == "number":
        for place, value in new.items():
            text = str(value)
            yield ((_spot(place),), text) if text.isascii() and text.isalnum() else None
    elif word in ("line", "edge", "edge false"):
        for place, value in new.items():
            yield from _lines(place, value, word)
    elif word == "border":
        yield from ((side_between(spot), "1") for spot, here, there in links_of(puzzle) if values.get(here) != values.get(there))
    elif word == "diagonal":
        yield from ((_diagonal(_spot(place), value == "/"), "1") for place, value in new.items())


def _lines(place: Place, value: Value, word: str) -> Iterator[Entry | None]:
    if word != "line":
        if value is (word == "edge"):
            yield side_between(_spot(place)), "1"
    elif isinstance(place[0], tuple):
        count = int(value) if isinstance(value, (int, bool)) else 3
        if count > 2:
            yield None
        for path in steps(place) if 0 < count <= 2 else ():  # type: ignore[arg-type]
            yield path, str(count)
    elif value is True:
        yield cells_between(_spot(place)), "1"


def steps(pair: Pair) -> Iterator[Path]:
    """Yield each two cells side by side on the straight way between two cells.

    >>> list(steps(((1, 1), (1, 5))))
    [((1, 1), (1, 3)), ((1, 3), (1, 5))]
    """
    (down, right), (last_down, last_right) = pair
    count = max(abs(last_down - down), abs(last_right - right)) // 2
    way = ((last_down - down) // max(count, 1), (last_right - right) // max(count, 1))
    cells = [(down + at * way[0], right + at * way[1]) for at in range(count + 1)]
    yield from pairwise(cells)


def _spot(place: Place) -> Point:
    assert is_point(place)
    return place


def _diagonal(cell: Point, is_rising: bool) -> Path:
    down, right = cell
    return ((down - 1, right + 1), (down + 1, right - 1)) if is_rising else ((down - 1, right - 1), (down + 1, right + 1))


# reading


def entries_of(expected: Sequence[Sequence[str]], points: PointNumbers) -> tuple[list[Entry], ...] | None:
    """Return the entries of the lists of a link; None if some cannot be read."""
    lists: tuple[list[Entry], ...] = tuple([] for _ in range(LISTS))
    for at, texts in enumerate(expected):
        count = 2 if at in (LINE, EDGE, WALL) else 1
        for text in texts:
            words = text.split(",", count)
            spots = [
                points.spot(int(word)) if word.isascii() and word.isdigit() and len(word) < 9 else None for word in words[:count]
            ]
            if None in spots or len(words) < count:
                return None
            lists[at].append((tuple(sorted(spot for spot in spots if spot)), words[count] if len(words) > count else ""))
    return lists


def entries_of_layer(layer: DrawnLayer) -> tuple[list[Entry], ...]:
    """Return a solver's drawing as the lists of a Penpa+ answer."""
    lists: tuple[list[Entry], ...] = tuple([] for _ in range(LISTS))
    lists[SURFACE].extend(((spot,), "") for spot, colours in layer.surface.items() if colours[0] in COUNTED)
    for at, lines in ((LINE, layer.line), (EDGE, layer.edge)):
        styles = {DRAWN: "1", DOUBLE: "2"}
        lists[at].extend(
            (tuple(sorted(path)), styles[style]) for path, style in lines.items() if len(path) == 2 and style in styles
        )
    lists[WALL].extend((tuple(sorted(path)), "") for path, style in layer.wall.items() if len(path) == 2 and style == DRAWN)
    lists[NUMBER].extend(
        ((spot,), text.text) for spot, text in layer.number.items() if text.mode not in ("3", "7", "9") and text.text
    )
    for spot, symbol in layer.symbol.items():
        if symbol.name == "square_LL":
            lists[SURFACE].append(((spot,), ""))
        elif isinstance(symbol.style, int) and family(symbol.name) in SYMBOLS:
            is_mine = symbol.name == "sun_moon" and symbol.style > 3
            lists[SYMBOL].append(((spot,), f"{symbol.style}{(MINE if is_mine else SYMBOLS[family(symbol.name)])[0]}"))
    return lists


def solution_of(
    puzzle: PrintedPuzzle, convention: Convention, entries: tuple[list[Entry], ...], checks: Collection[str]
) -> dict[str, dict[Place, Value]]:
    """Return the values of the layers in an answer, but not of those that it lacks places of.

    A list without entries says nothing, unless it is one of those that are checked.
    """
    values_of_layer: dict[str, dict[Place, Value]] = {}
    for layer in convention.layers:
        at, needed = _checks(layer)
        if at is None or not (entries[at] or set(needed) & set(checks)):
            continue
        values = _values(puzzle, convention, layer, entries)
        if values:
            values_of_layer[layer.name] = values
    return values_of_layer


def _values(
    puzzle: PrintedPuzzle, convention: Convention, layer: LayerLook, entries: tuple[list[Entry], ...]
) -> dict[Place, Value]:
    givens: dict[Place, Value] = dict(puzzle.givens.get(layer.name, {}))
    word = next(iter(layer.look), "none")
    cells = [cell for cell in puzzle.cells if cell not in puzzle.holes]
    values: dict[Place, Value] = {}
    if layer.looks:
        values = _symbol_values(layer, entries[SYMBOL], cells)
    elif word == "surface":
        shaded = {path[0] for path, _ in entries[SURFACE]}
        values = {cell: cell in shaded for cell in cells}
    elif word == "number":
        texts = {path[0]: after for path, after in entries[NUMBER]}
        values = {cell: value for cell in cells if (value := layer.values.read(texts.get(cell, ""))) is not None}
    elif word == "line" and layer.over == "pairs":
        return _pair_values(puzzle, convention, layer, entries[LINE])
    elif word in ("line", "edge", "edge false"):
        drawn = {midpoint(path) for path, _ in entries[LINE if word == "line" else EDGE]}
        places = borders_of(puzzle) if layer.over == "borders" else [spot for spot, _, _ in links_of(puzzle)]
        values = {place: (place in drawn) is (word != "edge false") for place in places}
    elif word == "border":
        return _region_values(puzzle, convention, {midpoint(path) for path, _ in entries[EDGE]})
    elif word == "diagonal":
        ends = {frozenset(path) for path, _ in entries[EDGE]}
        for cell in cells:
            signs = [sign for sign in "/\\" if frozenset(_diagonal(cell, sign == "/")) in ends]
            values |= {cell: signs[0]} if len(signs) == 1 else {}
    values |= givens
    is_whole = layer.is_blank or word not in ("number", "diagonal") or len(values) == len(cells)
    return values if is_whole else {}


def _symbol_values(layer: LayerLook, entries: Sequence[Entry], cells: Iterable[Point]) -> dict[Place, Value]:
    values: dict[Place, Value] = dict.fromkeys(cells, False) if layer.values.is_bool else {}
    letters = {_letter(words)[0]: value for value, words in layer.looks}
    for path, after in entries:
        if after in letters and is_point(place := (path[0][0], path[0][1])):
            values[place] = letters[after]
    return values


def _pair_values(puzzle: PrintedPuzzle, convention: Convention, layer: LayerLook, entries: Sequence[Entry]) -> dict[Place, Value]:
    """Return how many lines join each two clues that follow each other in a row or column; if just one may, two that differ."""
    drawn = dict(entries)
    clues: dict[Point, Value] = {}
    for group in convention.groups:
        clues |= {place: value for place, value in puzzle.clues.get(group.name, {}).items() if is_point(place)}
    values: dict[Place, Value] = {}
    for along in (0, 1):
        ordered = sorted(clues, key=lambda place: (place[along], place[1 - along]))
        for here, there in pairwise(ordered):
            if here[along] != there[along] or (layer.values.is_bool and clues[here] == clues[there]):
                continue
            kinds = {drawn.get(path, "") for path in steps((here, there))}
            count = int(kinds.pop()) if len(kinds) == 1 and kinds <= {"1", "2"} else 0
            values[here, there] = count > 0 if layer.values.is_bool else count
    return values


def _region_values(puzzle: PrintedPuzzle, convention: Convention, walls: Collection[Spot | None]) -> dict[Place, Value]:
    """Return for each cell the number of the clue in its region, if each region has exactly one clue."""
    regions = {cell: region for region in flood(puzzle, walls) for cell in region}
    clues = next((puzzle.clues[group.name] for group in convention.groups if puzzle.clues.get(group.name)), {})
    values: dict[Place, Value] = {}
    for number, place in enumerate(clues, 1):
        down, right = _spot(place)
        beside = ((down + up, right + left) for up in (-1, 0, 1) for left in (-1, 0, 1))
        region = next((regions[cell] for cell in beside if cell in regions), ())
        if not region or region[0] in values:
            return {}
        values |= dict.fromkeys(region, number)
    return values if len(values) == len(regions) else {}


def flood(puzzle: PrintedPuzzle, walls: Collection[Spot | None]) -> list[tuple[Point, ...]]:
    """Return the areas between walls, by their first cells; each with its cells in reading order."""
    beside: dict[Point, list[Point]] = {cell: [] for cell in puzzle.cells if cell not in puzzle.holes}
    for spot, here, there in links_of(puzzle):
        if spot not in walls:
            beside[here].append(there)
            beside[there].append(here)
    areas, met = [], set()
    for cell in beside:
        if cell in met:
            continue
        todo, area = [cell], {cell}
        while todo:
            new = [other for other in beside[todo.pop()] if other not in area]
            area |= set(new)
            todo += new
        met |= area
        areas.append(tuple(sorted(area)))
    return areas
