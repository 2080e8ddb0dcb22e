"""The variants of sudoku, in plain Python: which of the 288 grids of 4 rows each of them leaves over.

A puzzle is a variant with its parameters, its areas and its clues, written once for both sides. Each variant has a function that
says whether a grid satisfies it.
"""

from __future__ import annotations

import collections
import functools
import itertools
import json
import math
from collections.abc import Callable, Mapping
from typing import Any

Grid = tuple[tuple[int, ...], ...]
Marks = Mapping[str, Any]
Holds = Callable[[Grid, Marks], bool]


def at(grid: Grid, cells: str) -> list[int]:
    """Return the numbers in cells that are written as `r1c1 r1c2`."""
    return [grid[int(cell[1]) - 1][int(cell[3]) - 1] for cell in cells.replace("-", " ").split()]


def box_height(size: int) -> int:
    """Return the largest divisor that is not larger than the root."""
    return max(k for k in range(1, size + 1) if size % k == 0 and k * k <= size)


def box(grid: Grid, row: int, column: int) -> tuple[int, int]:
    """Return the row and the column of the box of a cell, both counted from 0."""
    height = box_height(len(grid))
    return row // height, column // (len(grid) // height)


def box_cells(grid: Grid, row: int, column: int) -> list[tuple[int, int]]:
    """Return the cells of the box of a cell, in reading order."""
    places = itertools.product(range(len(grid)), repeat=2)
    return [place for place in places if box(grid, *place) == box(grid, row, column)]


def third(grid: Grid, number: int) -> int:
    """Return 0 for low, 1 for middle, 2 for high numbers."""
    return (number - 1) * 3 // len(grid)


def lines(kind: str, holds: Callable[[list[int], Grid], bool]) -> Holds:
    """Return the function of a variant in which each area of a kind has a property of its own."""
    return lambda grid, marks: all(holds(at(grid, cells), grid) for cells in marks[kind].values())


def steps(holds: Callable[[int, int, int], bool]) -> Callable[[list[int], Grid], bool]:
    """Return the property that every two neighbours of a line have one."""
    return lambda v, grid: all(holds(a, b, len(grid)) for a, b in itertools.pairwise(v))


def trios(value: Callable[[int, Grid], int]) -> Callable[[list[int], Grid], bool]:
    """Return the property that every three cells in succession have three different values."""
    return lambda v, grid: all(len({value(x, grid) for x in v[i : i + 3]}) == 3 for i in range(len(v) - 2))


def pairs(grid: Grid, group: Mapping[str, Any]) -> list[tuple[int, int, Any]]:
    """Return each two neighbours with the clue between them, or None."""
    size, neighbors = len(grid), []
    for r, c in itertools.product(range(size), repeat=2):
        for s, d in ((r, c + 1), (r + 1, c)):
            if s < size and d < size:
                neighbors.append((grid[r][c], grid[s][d], group.get(f"r{r + 1}c{c + 1}-r{s + 1}c{d + 1}")))
    return neighbors


def outside(group: str, holds: Callable[[list[int], int], bool]) -> Holds:
    """Return the function of a variant with clues outside."""

    def check(grid: Grid, marks: Marks) -> bool:
        columns = [list(column) for column in zip(*grid, strict=True)]
        views = {"left": [list(row) for row in grid], "top": columns}
        views |= {"right": [row[::-1] for row in views["left"]], "bottom": [column[::-1] for column in columns]}
        return all(
            clue == "." or holds(line, clue)
            for side, clues in marks[group].items()
            for line, clue in zip(views[side], clues, strict=True)
        )

    return check


def killer(grid: Grid, marks: Marks) -> bool:
    """Check cages."""
    cages = {label: at(grid, cells) for label, cells in marks["cages"].items()}
    return all(len(set(v)) == len(v) for v in cages.values()) and all(
        sum(cages[a]) == total for a, total in marks["cage_sum"].items()
    )


def pill_arrow(grid: Grid, marks: Marks) -> bool:
    """Check arrows that begin in pills."""
    for arrow in marks["pill_arrows"].values():
        pill = next(p for p in marks["pills"].values() if arrow.split()[0] in p.split())
        number = int("".join(map(str, at(grid, pill))))
        if sum(at(grid, " ".join(c for c in arrow.split() if c not in pill.split()))) != number:
            return False
    return True


def lockout(v: list[int], grid: Grid) -> bool:
    """Check one lockout line."""
    low, high = sorted((v[0], v[-1]))
    return high - low >= len(grid) // 2 and not any(low <= x <= high for x in v[1:-1])


def whispers(grid: Grid, marks: Marks) -> bool:
    """Check whispers lines, some with numbers of their own."""
    least = marks.get("parameters", {}).get("least", -(-len(grid) // 2))
    return all(
        abs(a - b) >= marks["whisper"].get(label, least)
        for label, cells in marks["whispers"].items()
        for a, b in itertools.pairwise(at(grid, cells))
    )


def region_sum(grid: Grid, marks: Marks) -> bool:
    """Check region sum lines."""
    for line in marks["region_sum_lines"].values():
        cells = [(int(c[1]) - 1, int(c[3]) - 1) for c in line.split()]
        stretches = [list(segment) for _, segment in itertools.groupby(cells, key=lambda place: box(grid, *place))]
        if len({sum(grid[r][c] for r, c in stretch) for stretch in stretches}) > 1:
            return False
    return True


def zipper(v: list[int], grid: Grid) -> bool:
    """Check one zipper line."""
    sums = {v[k] + v[len(v) - 1 - k] for k in range(len(v) // 2)}
    return len(sums) == 1 and (len(v) % 2 == 0 or sums == {v[len(v) // 2]})


def tens(total: int) -> Callable[[list[int], Grid], bool]:
    """Return the property that a line can be cut into stretches of a sum."""

    def check(v: list[int], grid: Grid) -> bool:
        return not v or any(sum(v[:k]) == total and check(v[k:], grid) for k in range(1, len(v) + 1))

    return check


def little_killer(grid: Grid, marks: Marks) -> bool:
    """Check the sums of diagonals."""
    for cell, value in marks["little_killer"].items():
        for total, way in value if isinstance(value[0], list) else [value]:
            r, c, diagonal_sum = int(cell[1]) - 1, int(cell[3]) - 1, 0
            while 0 <= r < len(grid) and 0 <= c < len(grid):
                diagonal_sum += grid[r][c]
                r += 1 if "down" in way else -1
                c += 1 if "right" in way else -1
            if diagonal_sum != total:
                return False
    return True


def sandwich(line: list[int], clue: int) -> bool:
    """Check the sum between 1 and the largest number."""
    first, second = sorted((line.index(1), line.index(len(line))))
    return sum(line[first + 1 : second]) == clue


def quadruples(grid: Grid, marks: Marks) -> bool:
    """Check the numbers around corners."""
    for corner, clue in marks["quadruple"].items():
        r, c = int(corner[1]), int(corner[3])
        around = [grid[r - 1][c - 1], grid[r - 1][c], grid[r][c - 1], grid[r][c]]
        for number in clue:
            if number not in around:
                return False
            around.remove(number)
    return True


def kropki_dots(grid: Grid, marks: Marks) -> bool:
    """Check white and black dots."""
    negative = marks.get("parameters", {}).get("negative", False)
    kinds = {"white": lambda a, b: abs(a - b) == 1, "black": lambda a, b: 2 in (a / b, b / a)}
    return all(
        kinds[dot](a, b) if dot else not (negative and any(kind(a, b) for kind in kinds.values()))
        for a, b, dot in pairs(grid, marks["kropki_dot"])
    )


def xv(grid: Grid, marks: Marks) -> bool:
    """Check the signs X and V."""
    negative = marks.get("parameters", {}).get("negative", False)
    return all(
        a + b == {"X": 10, "V": 5}[sign] if sign else not (negative and a + b in {5, 10})
        for a, b, sign in pairs(grid, marks["xv"])
    )


def dots(group: str, plain: str, usual: int, relation: Callable[[int, int, int], bool]) -> Holds:
    """Return the function of a variant whose dots have numbers."""

    def check(grid: Grid, marks: Marks) -> bool:
        parameters = marks.get("parameters", {})
        number = {key: parameters.get("usual", usual) if k == plain else k for key, k in marks[group].items()}
        seen = set(number.values()) or {parameters.get("usual", usual)}
        negative = parameters.get("negative", False)
        return all(
            relation(a, b, k) if k else not (negative and any(relation(a, b, k) for k in seen)) for a, b, k in pairs(grid, number)
        )

    return check


def clone(grid: Grid, marks: Marks) -> bool:
    """Check areas of the same shape."""
    for (k, a), (m, b) in itertools.combinations(marks["clones"].items(), 2):
        first, second = (sorted((int(c[1]), int(c[3])) for c in cells.split()) for cells in (a, b))
        by = (second[0][0] - first[0][0], second[0][1] - first[0][1])
        letters = marks["clone_letter"].get(k), marks["clone_letter"].get(m)
        copies = [(r + by[0], c + by[1]) for r, c in first] == second and letters[0] == letters[1]
        if copies and any(grid[r - 1][c - 1] != grid[r + by[0] - 1][c + by[1] - 1] for r, c in first):
            return False
    return True


def min_max(grid: Grid, marks: Marks) -> bool:
    """Check minima and maxima."""
    sign = {(int(c[1]) - 1, int(c[3]) - 1): (1 if mark == "maximum" else -1) for c, mark in marks["extreme"].items()}
    for (r, c), way in sign.items():
        for s, d in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            compared = 0 <= s < len(grid) and 0 <= d < len(grid) and sign.get((s, d)) != way
            if compared and (grid[r][c] - grid[s][d]) * way <= 0:
                return False
    return True


def apart(*moves: tuple[int, int]) -> Holds:
    """Return the function of a variant in which cells that are a move apart differ."""

    def check(grid: Grid, marks: Marks) -> bool:
        size = range(len(grid))
        return all(
            grid[r][c] != grid[r + s][c + d]
            for r, c in itertools.product(size, repeat=2)
            for s, d in moves
            if r + s in size and c + d in size
        )

    return check


def disjoint_groups(grid: Grid, marks: Marks) -> bool:
    """Check equal places of boxes."""
    size, height = len(grid), box_height(len(grid))
    width = size // height
    return all(
        len({grid[r][c] for r in range(row, size, height) for c in range(column, size, width)}) == size
        for row in range(height)
        for column in range(width)
    )


def diagonal(grid: Grid, marks: Marks) -> bool:
    """Check the long diagonals."""
    size, parameters = len(grid), marks.get("parameters", {})
    falling = len({grid[k][k] for k in range(size)}) == size or not parameters.get("falling", True)
    return falling and (len({grid[size - 1 - k][k] for k in range(size)}) == size or not parameters.get("rising", True))


def windoku(grid: Grid, marks: Marks) -> bool:
    """Check the windows, which are the middle block on 4 rows and four blocks on 9."""
    corners = {4: [(1, 1)], 9: [(1, 1), (1, 5), (5, 1), (5, 5)]}[len(grid)]
    side = box_height(len(grid))
    return all(len({x for row in grid[r : r + side] for x in row[c : c + side]}) == len(grid) for r, c in corners)


def indexer(kind: str, holds: Callable[[Grid, int, int], bool]) -> Holds:
    """Return the function of a variant in which marked cells tell places."""
    return lambda grid, marks: all(
        holds(grid, int(cell[1]) - 1, int(cell[3]) - 1) for cells in marks[kind].values() for cell in cells.split()
    )


def box_indexer(grid: Grid, r: int, c: int) -> bool:
    """Check one box indexer."""
    cells = box_cells(grid, r, c)
    s, d = cells[grid[r][c] - 1]
    return grid[s][d] == cells.index((r, c)) + 1


def counting_circles(grid: Grid, marks: Marks) -> bool:
    """Check circles."""
    numbers = [x for cells in marks["circles"].values() for x in at(grid, cells)]
    return all(numbers.count(x) == x for x in numbers)


def global_entropy(grid: Grid, marks: Marks) -> bool:
    """Check all blocks of 2 rows and 2 columns."""
    return all(
        {third(grid, grid[r + s][c + d]) for s in (0, 1) for d in (0, 1)} == {0, 1, 2}
        for r, c in itertools.product(range(len(grid) - 1), repeat=2)
    )


def trio(grid: Grid, marks: Marks) -> bool:
    """Check symbols for low, middle and high numbers."""
    others = "diamond" if marks.get("parameters", {}).get("others_high", True) else None
    return all(
        sign in (None, ("circle", "square", "diamond")[third(grid, number)])
        for r, row in enumerate(grid, 1)
        for c, number in enumerate(row, 1)
        for sign in [marks["trio"].get(f"r{r}c{c}", others)]
    )


def fortress(grid: Grid, marks: Marks) -> bool:
    """Check grey cells against the white cells around them."""
    grey = {(int(cell[1]) - 1, int(cell[3]) - 1) for cell in marks["fortress"]}
    size = range(len(grid))
    return all(
        grid[r][c] > grid[r + s][c + d]
        for r, c in grey
        for s, d in ((1, 0), (-1, 0), (0, 1), (0, -1))
        if r + s in size and c + d in size and (r + s, c + d) not in grey
    )


def battlefield(line: list[int], clue: int) -> bool:
    """Check the sum of the cells that are marked twice, or if there are none, of those that are not marked."""
    marked = [*range(line[0]), *range(len(line) - line[-1], len(line))]
    times = [marked.count(k) for k in range(len(line))]
    chosen = 2 if 2 in times else 0
    return sum(number for number, k in zip(line, times, strict=True) if k == chosen) == clue


def rossini(grid: Grid, marks: Marks) -> bool:
    """Check the first three numbers at each place outside, with an arrow or without."""
    columns = [list(column) for column in zip(*grid, strict=True)]
    views = [("left", "right", [list(row) for row in grid]), ("top", "down", columns)]
    views += [("right", "left", [row[::-1] for row in views[0][2]]), ("bottom", "up", [column[::-1] for column in columns])]
    ways = {"left": "right", "right": "left", "up": "down", "down": "up"}
    for side, inwards, view in views:
        arrows = marks["rossini"].get(side, ["."] * len(grid))
        for (a, b, c, *_), arrow in zip(view, arrows, strict=True):
            seen = inwards if a < b < c else ways[inwards] if a > b > c else "."
            if arrow != seen and (arrow != "." or marks.get("parameters", {}).get("all_given", True)):
                return False
    return True


def search_nine(grid: Grid, marks: Marks) -> bool:
    """Check arrows to the largest number."""
    ways = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
    for cell, way in marks["search_arrow"].items():
        r, c = int(cell[1]) - 1, int(cell[3]) - 1
        s, d = r + ways[way][0] * grid[r][c], c + ways[way][1] * grid[r][c]
        if not (0 <= s < len(grid) and 0 <= d < len(grid) and grid[s][d] == len(grid)):
            return False
    return True


RULES: dict[str, Holds] = {
    "killer": killer,
    "thermo": lines("thermos", steps(lambda a, b, n: a < b)),
    "slow_thermo": lines("slow_thermos", steps(lambda a, b, n: a <= b)),
    "arrow": lines("arrows", lambda v, grid: sum(v) == 2 * v[0]),
    "pill_arrow": pill_arrow,
    "between_line": lines("between_lines", lambda v, grid: all(min(v[0], v[-1]) < x < max(v[0], v[-1]) for x in v[1:-1])),
    "lockout": lines("lockout_lines", lockout),
    "palindrome": lines("palindromes", lambda v, grid: v == v[::-1]),
    "renban": lines("renbans", lambda v, grid: sorted(v) == list(range(min(v), min(v) + len(v)))),
    "whispers": whispers,
    "german_whispers": lines("german_whispers", steps(lambda a, b, n: abs(a - b) >= {4: 2, 6: 3, 9: 5}[n])),
    "dutch_whispers": lines("dutch_whispers", steps(lambda a, b, n: abs(a - b) >= {4: 1, 6: 2, 9: 4}[n])),
    "region_sum": region_sum,
    "zipper": lines("zippers", zipper),
    "double_arrow": lines("double_arrows", lambda v, grid: sum(v) == 2 * (v[0] + v[-1])),
    "entropic": lines("entropic_lines", trios(lambda x, grid: third(grid, x))),
    "modular": lines("modular_lines", trios(lambda x, grid: x % 3)),
    "nabner": lines("nabner_lines", lambda v, grid: all(b - a > 1 for a, b in itertools.pairwise(sorted(v)))),
    "parity_line": lines("parity_lines", steps(lambda a, b, n: (a + b) % 2 == 1)),
    "ten_line": lambda grid, marks: lines("ten_lines", tens(marks.get("parameters", {}).get("total", 10)))(grid, marks),
    "little_killer": little_killer,
    "sandwich": outside("sandwich", sandwich),
    "x_sums": outside("x_sum", lambda line, clue: sum(line[: line[0]]) == clue),
    "skyscraper_sudoku": outside("skyscraper", lambda line, clue: len(set(itertools.accumulate(line, max))) == clue),
    "numbered_rooms": outside("numbered_room", lambda line, clue: line[line[0] - 1] == clue),
    "quadruples": quadruples,
    "kropki_dots": kropki_dots,
    "xv": xv,
    "ratio": dots("ratio", "black", 2, lambda a, b, k: k in {a / b, b / a}),
    "difference": dots("difference", "white", 1, lambda a, b, k: k == abs(a - b)),
    "inequality": lambda grid, marks: all(
        sign is None or (b > a) == (sign in "<^") for a, b, sign in pairs(grid, marks["inequality"])
    ),
    "clone": clone,
    "odd_even": lambda grid, marks: all(at(grid, cell)[0] % 2 == (sign == "odd") for cell, sign in marks["parity"].items()),
    "min_max": min_max,
    "anti_knight": apart((1, 2), (2, 1), (1, -2), (2, -1)),
    "anti_king": apart((1, 1), (1, -1), (0, 1), (1, 0)),
    "non_consecutive": lambda grid, marks: all(abs(a - b) != 1 for a, b, _ in pairs(grid, {})),
    "disjoint_groups": disjoint_groups,
    "diagonal": diagonal,
    "windoku": windoku,
    "extra_regions": lines("extra_regions", lambda v, grid: len(set(v)) == len(v)),
    "row_indexer": indexer("row_indexers", lambda grid, r, c: grid[grid[r][c] - 1][c] == r + 1),
    "column_indexer": indexer("column_indexers", lambda grid, r, c: grid[r][grid[r][c] - 1] == c + 1),
    "box_indexer": indexer("box_indexers", box_indexer),
    "counting_circles": counting_circles,
    "global_entropy": global_entropy,
    "same_sum": lambda grid, marks: len({sum(at(grid, cells)) for cells in marks["same_sum_lines"].values()}) == 1,
    "same_product": lambda grid, marks: len({math.prod(at(grid, cells)) for cells in marks["same_product_lines"].values()}) == 1,
    "split_peas": lines("split_peas", lambda v, grid: str(sum(v[1:-1])) in {f"{v[0]}{v[-1]}", f"{v[-1]}{v[0]}"}),
    "look_and_say": lambda grid, marks: all(
        at(grid, marks["say_cages"][label]).count(code % 10) == code // 10
        for label, codes in marks["say"].items()
        for code in codes
    ),
    "trio": trio,
    "fortress": fortress,
    "knapp_daneben": lambda grid, marks: all(abs(at(grid, cell)[0] - near) == 1 for cell, near in marks["near"].items()),
    "outside_digits": lambda grid, marks: outside(
        "outside_digit", lambda line, digits: {*digits} <= {*line[: marks.get("parameters", {}).get("reach", 3)]}
    )(grid, marks),
    "battlefield": outside("battlefield", battlefield),
    "rossini": rossini,
    "search_nine": search_nine,
    "average_arrow": lines("average_arrows", lambda v, grid: sum(v[1:]) == v[0] * (len(v) - 1)),
    "arithmetic_line": lines("arithmetic_lines", lambda v, grid: len({b - a for a, b in itertools.pairwise(v)}) == 1),
}


@functools.cache
def grids() -> list[Grid]:
    """Return all sudokus of 4 rows."""
    halves = [
        (a, b)
        for a, b in itertools.product(itertools.permutations((1, 2, 3, 4)), repeat=2)
        if all(len({*a[k : k + 2], *b[k : k + 2]}) == 4 for k in (0, 2))
    ]
    all_grids = [
        (*above, *below)
        for above, below in itertools.product(halves, repeat=2)
        if all(len(set(column)) == 4 for column in zip(*above, *below, strict=True))
    ]
    assert len(all_grids) == 288
    return all_grids


def puzzle(
    name: str,
    *,
    parameters: Mapping[str, Any] | None = None,
    areas: Mapping[str, Any] | None = None,
    clues: Mapping[str, Any] | None = None,
) -> tuple[str, Callable[[], int]]:
    """Return the text of a puzzle with one variant, and the program that counts its solutions."""
    written = {"use": ["sudoku", {name: parameters} if parameters else name], "grid": "4x4", "areas": areas, "clues": clues}
    text = "\n".join(f"{key}: {json.dumps(value)}".replace('"."', ".") for key, value in written.items() if value)
    marks: Marks = collections.defaultdict(dict, {**(areas or {}), **(clues or {}), "parameters": parameters or {}})
    return text, lambda: sum(RULES[name](grid, marks) for grid in grids())


def without_sudoku(name: str, values: int) -> tuple[str, Callable[[], int]]:
    """Return the same for a variant that no sudoku of 4 rows satisfies: on 3 rows with a given first one, without boxes."""
    text = (
        f"use: {name}\ngrid: 3x3\nlayers: {{number: {{values: 1..{values}}}}}\ngivens: {{number: {{r1c1: 1, r1c2: 3, r1c3: 1}}}}"
    )
    return text, lambda: sum(
        RULES[name](((1, 3, 1), rest[:3], rest[3:]), {}) for rest in itertools.product(range(1, values + 1), repeat=6)
    )


PUZZLES = (
    puzzle(
        "killer", areas={"cages": {"a": "r1c1 r1c2", "b": "r3c2 r3c3", "c": "r4c2 r4c3"}}, clues={"cage_sum": {"a": 7, "b": 5}}
    ),
    puzzle("thermo", areas={"thermos": {"a": "r2c4 r2c3 r1c3", "b": "r1c2 r1c1 r2c1"}}),
    puzzle("slow_thermo", areas={"slow_thermos": {"a": "r3c1 r2c1 r3c2 r4c3", "b": "r2c2 r1c3 r1c2 r2c3"}}),
    puzzle("arrow", areas={"arrows": {"a": "r2c2 r3c3 r4c3", "b": "r1c3 r1c4 r2c4"}}),
    puzzle("pill_arrow", areas={"pills": {"a": "r1c1 r2c1"}, "pill_arrows": {"a": "r2c1 r3c2 r2c3 r3c4 r2c4 r3c3 r4c4"}}),
    puzzle("between_line", areas={"between_lines": {"a": "r4c3 r4c4 r3c3", "b": "r3c2 r2c2 r1c1"}}),
    puzzle("lockout", areas={"lockout_lines": {"a": "r2c3 r3c2 r2c2", "b": "r4c4 r4c3 r3c4"}}),
    puzzle("palindrome", areas={"palindromes": {"a": "r2c4 r1c3 r2c2 r1c2", "b": "r4c3 r3c4 r2c3 r1c4"}}),
    puzzle("renban", areas={"renbans": {"a": "r2c1 r3c2 r4c3", "b": "r1c2 r2c3 r1c3"}}),
    puzzle("whispers", areas={"whispers": {"a": "r4c2 r3c3", "b": "r2c2 r3c2 r4c3"}}, clues={}),
    puzzle("german_whispers", areas={"german_whispers": {"a": "r3c3 r3c4 r2c4", "b": "r1c3 r1c2 r2c2"}}),
    puzzle("dutch_whispers", areas={"dutch_whispers": {"a": "r3c1 r3c2 r2c3 r1c4", "b": "r2c2 r3c3 r2c4 r3c4"}}),
    puzzle("region_sum", areas={"region_sum_lines": {"a": "r3c3 r2c3 r1c3", "b": "r4c1 r3c2 r2c2 r1c1"}}),
    puzzle("zipper", areas={"zippers": {"a": "r2c3 r1c3 r1c2 r2c2", "b": "r4c2 r4c3 r3c4"}}),
    puzzle("double_arrow", areas={"double_arrows": {"a": "r1c4 r2c3 r3c3", "b": "r3c1 r4c2 r4c1 r3c2"}}),
    puzzle("entropic", areas={"entropic_lines": {"a": "r2c4 r1c4 r1c3 r2c3", "b": "r4c2 r3c1 r3c2 r3c3"}}),
    puzzle("modular", areas={"modular_lines": {"a": "r4c3 r4c2 r3c1 r3c2", "b": "r3c4 r2c4 r1c4 r2c3"}}),
    puzzle("nabner", areas={"nabner_lines": {"a": "r2c3 r3c4", "b": "r4c1 r4c2"}}),
    puzzle("parity_line", areas={"parity_lines": {"a": "r1c3 r1c2 r2c1 r3c1", "b": "r2c3 r3c2 r4c1 r4c2"}}),
    puzzle("ten_line", areas={"ten_lines": {"a": "r2c3 r2c2 r1c1", "b": "r3c2 r3c1 r4c2 r3c3"}}),
    puzzle(
        "little_killer", clues={"little_killer": {"r4c3": [5, "up_right"], "r3c4": [5, "down_left"], "r4c1": [8, "up_right"]}}
    ),
    puzzle("sandwich", clues={"sandwich": {"left": [0, ".", 0, 0], "top": [".", 5, ".", 0]}}),
    puzzle("x_sums", clues={"x_sum": {"left": [".", ".", 10, "."], "top": [5, ".", ".", "."], "bottom": [1, ".", ".", "."]}}),
    puzzle(
        "skyscraper_sudoku",
        clues={"skyscraper": {"left": [".", 2, ".", "."], "top": [2, ".", ".", "."], "bottom": [2, ".", ".", "."]}},
    ),
    puzzle(
        "numbered_rooms",
        clues={"numbered_room": {"left": [".", ".", ".", 1], "top": [1, ".", 1, "."], "bottom": [".", ".", 1, "."]}},
    ),
    puzzle("quadruples", clues={"quadruple": {"r1c2-r2c3": [4, 4], "r2c3-r3c4": [3, 3]}}),
    puzzle(
        "kropki_dots",
        clues={"kropki_dot": {"r1c2-r1c3": "white", "r2c1-r3c1": "black", "r2c2-r3c2": "black", "r4c3-r4c4": "black"}},
    ),
    puzzle(
        "kropki_dots",
        parameters={"negative": True},
        clues={
            "kropki_dot": {
                "r1c1-r1c2": "white",
                "r1c2-r1c3": "black",
                "r1c2-r2c2": "black",
                "r1c3-r1c4": "white",
                "r1c3-r2c3": "black",
                "r2c1-r2c2": "white",
                "r2c1-r3c1": "white",
                "r2c2-r2c3": "black",
                "r2c2-r3c2": "white",
                "r2c3-r2c4": "white",
                "r2c3-r3c3": "white",
                "r2c4-r3c4": "white",
                "r3c1-r3c2": "white",
                "r3c1-r4c1": "black",
                "r3c3-r3c4": "white",
                "r3c4-r4c4": "black",
                "r4c1-r4c2": "white",
                "r4c3-r4c4": "white",
            }
        },
    ),
    puzzle("xv", clues={"xv": {"r1c1-r2c1": "V", "r1c2-r2c2": "V", "r2c3-r3c3": "V", "r2c4-r3c4": "V", "r3c2-r4c2": "V"}}),
    puzzle(
        "xv",
        parameters={"negative": True},
        clues={
            "xv": {
                "r1c1-r2c1": "V",
                "r1c2-r1c3": "V",
                "r1c2-r2c2": "V",
                "r1c3-r2c3": "V",
                "r1c4-r2c4": "V",
                "r2c2-r2c3": "V",
                "r3c1-r4c1": "V",
                "r3c2-r3c3": "V",
                "r3c2-r4c2": "V",
                "r3c3-r4c3": "V",
                "r3c4-r4c4": "V",
                "r4c2-r4c3": "V",
            }
        },
    ),
    puzzle("ratio", clues={"ratio": {"r1c3-r2c3": 4, "r2c1-r3c1": "black"}}),
    puzzle(
        "ratio",
        parameters={"negative": True},
        clues={
            "ratio": {
                "r1c1-r1c2": 4,
                "r1c2-r1c3": "black",
                "r1c2-r2c2": "black",
                "r1c3-r2c3": "black",
                "r2c2-r2c3": "black",
                "r2c3-r2c4": 4,
                "r2c3-r3c3": 4,
                "r2c4-r3c4": 4,
                "r3c1-r4c1": "black",
                "r3c3-r3c4": 4,
                "r3c4-r4c4": "black",
                "r4c1-r4c2": 4,
            }
        },
    ),
    puzzle("difference", clues={"difference": {"r2c1-r2c2": 2, "r3c2-r3c3": "white", "r3c4-r4c4": 3}}),
    puzzle(
        "difference",
        parameters={"negative": True},
        clues={
            "difference": {
                "r1c1-r2c1": "white",
                "r1c2-r1c3": "white",
                "r1c2-r2c2": "white",
                "r1c3-r2c3": "white",
                "r1c4-r2c4": "white",
                "r2c2-r2c3": "white",
                "r3c1-r4c1": "white",
                "r3c2-r3c3": "white",
                "r3c2-r4c2": "white",
                "r3c3-r4c3": "white",
                "r3c4-r4c4": "white",
                "r4c2-r4c3": "white",
            }
        },
    ),
    puzzle(
        "inequality",
        clues={
            "inequality": {
                "r1c2-r1c3": ">",
                "r2c1-r3c1": "^",
                "r2c2-r3c2": "v",
                "r2c3-r2c4": "<",
                "r2c3-r3c3": "<",
                "r2c4-r3c4": "v",
                "r3c1-r3c2": ">",
                "r3c4-r4c4": ">",
            }
        },
    ),
    puzzle("clone", areas={"clones": {"a": "r4c3 r4c2 r3c2", "b": "r2c2 r2c1 r1c1"}}, clues={}),
    puzzle("odd_even", clues={"parity": {"r1c4": "odd", "r2c1": "odd", "r3c1": "even", "r4c2": "odd", "r4c3": "odd"}}),
    puzzle("min_max", clues={"extreme": {"r1c3": "minimum", "r2c2": "minimum", "r3c1": "minimum"}}),
    puzzle("anti_knight"),
    puzzle("disjoint_groups"),
    puzzle("diagonal"),
    puzzle("windoku"),
    puzzle("extra_regions", areas={"extra_regions": {"a": "r1c2 r2c2 r2c3 r3c3"}}),
    puzzle("row_indexer", areas={"row_indexers": {"a": "r3c3 r3c4 r4c1"}}),
    puzzle("column_indexer", areas={"column_indexers": {"a": "r1c3 r2c3 r3c3"}}),
    puzzle("box_indexer", areas={"box_indexers": {"a": "r2c2 r4c2 r4c4"}}),
    puzzle("counting_circles", areas={"circles": {"a": "r1c4 r3c4 r4c1"}}),
    without_sudoku("anti_king", 4),
    without_sudoku("non_consecutive", 4),
    without_sudoku("global_entropy", 3),
    puzzle("same_sum", areas={"same_sum_lines": {"a": "r1c1 r1c2", "b": "r2c3 r3c3 r3c2", "c": "r4c3 r4c4"}}),
    puzzle("same_product", areas={"same_product_lines": {"a": "r1c1 r1c2 r2c2", "b": "r3c3 r2c3", "c": "r4c1 r4c2"}}),
    puzzle("split_peas", areas={"split_peas": {"a": "r1c1 r1c2 r2c2 r2c3 r3c3 r3c4"}}),
    puzzle(
        "look_and_say",
        areas={"say_cages": {"a": "r1c1 r1c2 r2c1 r3c2", "b": "r3c3 r4c3"}},
        clues={"say": {"a": [21, 13], "b": [4]}},
    ),
    puzzle(
        "trio",
        clues={
            "trio": {f"r{r}c{c}": "circle" for r, c in ("11", "13", "22", "24", "32", "34", "41", "43")}
            | {"r1c2": "square", "r2c3": "square", "r3c1": "square", "r4c4": "square"}
        },
    ),
    puzzle("trio", parameters={"others_high": False}, clues={"trio": {"r1c1": "circle", "r1c2": "diamond", "r3c3": "square"}}),
    puzzle("fortress", clues={"fortress": {"r2c1": "grey", "r3c2": "grey", "r4c1": "grey", "r4c2": "grey"}}),
    puzzle("knapp_daneben", clues={"near": {"r1c1": 2, "r1c3": 3, "r2c2": 4, "r3c4": 0, "r4c1": 3}}),
    puzzle("outside_digits", clues={"outside_digit": {"left": [[1, 2], ".", [4], "."], "bottom": [[3], [2, 1], ".", "."]}}),
    puzzle(
        "outside_digits",
        parameters={"reach": 2},
        clues={"outside_digit": {"right": [".", [3, 4], ".", [1]], "top": [[2], ".", ".", [4]]}},
    ),
    puzzle("battlefield", clues={"battlefield": {"left": [".", 3, 3, "."], "top": [".", 5, ".", 0]}}),
    puzzle("rossini"),
    puzzle(
        "rossini",
        clues={
            "rossini": {
                "left": [".", ".", "left", "."],
                "right": ["left", ".", ".", "."],
                "top": ["down", ".", ".", "down"],
                "bottom": [".", "down", ".", "down"],
            }
        },
    ),
    puzzle(
        "rossini",
        parameters={"all_given": False},
        clues={"rossini": {"right": [".", "right", ".", "."], "bottom": ["down", ".", ".", "."]}},
    ),
    puzzle("search_nine", clues={"search_arrow": {"r1c1": "right", "r2c4": "left", "r4c2": "up"}}),
    puzzle("average_arrow", areas={"average_arrows": {"a": "r1c1 r2c2 r3c2", "b": "r4c4 r3c3 r2c3"}}),
    puzzle("arithmetic_line", areas={"arithmetic_lines": {"a": "r2c3 r3c2 r2c1", "b": "r4c1 r3c2 r2c1"}}),
)
