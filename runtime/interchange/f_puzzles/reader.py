"""Read the JSON of f-puzzles as a puzzle: the board, and each constraint as the libraries say that f-puzzles holds it.

A constraint that no library knows is an error. Ignored, it would leave a puzzle with other solutions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.syntax.suggestions import did_you_mean
from gridwright.compiler.values import Value

from ..puzzle import OwnLibrary, Place, Point, PrintedPuzzle
from .drawings import DRAWN_AS, kind_of, nearest_colour
from .entries import ListEntry, ReadSoFar
from .forms import ALWAYS, BASE, NEGATIVE, LibraryIndex, ListForm, Variant
from .values import CheckedValues, cell_name, has_content, short, text_of

MOST_ROWS = 31
MOST_KEYS = 200
MOST_DRAWN = 8  # kinds of drawings that a warning names
LAYER = "number"
HEAD = ("size", "title", "author", "ruleset", "grid", "negative", "solution")
TOOLS = (
    "disabledlogic",
    "truecandidatesoptions",
    "successMessage",
    "highlightConflicts",
    "fogofwar",
    "foglight",
    "triggereffect",
)
DRAWN = ("line", "rectangle", "circle", "text", "cage")
MARKS = ("centerPencilMarks", "cornerPencilMarks", "c", "cArray", "highlight", "highlightArray")  # of a cell


def read_f_puzzles(data: Mapping[str, object], span: Span, url: str = "", own: Sequence[OwnLibrary] = ()) -> PrintedPuzzle:
    """Return the puzzle. Raise `SpecError` for what is wrong or unknown, at `span`. `own`: libraries of the user's own."""
    return _PuzzleReader(data, span, LibraryIndex(own)).puzzle(url)


def box_shape(size: int) -> tuple[int, int]:
    """Return the height and the width of the usual boxes.

    >>> [box_shape(size) for size in (4, 6, 7, 8, 9)]
    [(2, 2), (2, 3), (1, 7), (2, 4), (3, 3)]
    """
    height = max(height for height in range(1, size + 1) if size % height == 0 and height * height <= size)
    return height, size // height


class _PuzzleReader:
    """Reads the JSON of one puzzle."""

    def __init__(self, data: Mapping[str, object], span: Span, shelf: LibraryIndex) -> None:
        self.shelf = shelf
        self.data = data
        self.values = CheckedValues(span)
        self.size = self.values.size = self.values.whole(data.get("size"), "`size`", 1, MOST_ROWS)
        self.found = ReadSoFar()

    def puzzle(self, url: str) -> PrintedPuzzle:
        """Return the puzzle, with the link that it came from."""
        if len(self.data) > MOST_KEYS:
            raise self.values.fail(f"this has {len(self.data):,} keys; a puzzle of f-puzzles has at most {MOST_KEYS}")
        self._refuse_unknown()
        cells = self._cells()
        givens = {place: value for place, cell in cells.items() if (value := self._given_value(cell, place)) is not None}
        regions = self._regions(cells)
        chosen = self._choose_libraries()
        self._read_flags()
        for name in self.data:
            for variant in chosen.get(name, ()):
                self._use(variant)
        for name, variants in chosen.items():
            self._read_list(name, [form for variant in variants if (form := variant.form(name))])
        self._separate_clones()
        if not regions:
            self._refuse_boxes()
        self._warn_negative(chosen)
        self._read_drawn()
        solution = self._solution()
        puzzle_so_far = self.found
        return PrintedPuzzle(
            height=self.size,
            width=self.size,
            uses={name: puzzle_so_far.uses[name] for name in self._order(puzzle_so_far.uses) if self._has_rules(name)},
            areas={kind: areas for kind, areas in puzzle_so_far.areas.items() if areas},
            clues={group: clues for group, clues in puzzle_so_far.clues.items() if clues},
            givens={LAYER: givens} if givens else {},
            solution={LAYER: solution} if solution else {},
            title=self._words("title"),
            author=self._words("author"),
            url=url,
            display=puzzle_so_far.display,
            rules=(rules,) if (rules := self._words("ruleset", lines=True)) else (),
            warnings=tuple(puzzle_so_far.warnings),
        )

    # what is wrong

    def _refuse_unknown(self) -> None:
        known = {*HEAD, *TOOLS, *DRAWN}
        odd = [
            name
            for name, value in self.data.items()
            if name not in known and has_content(value) and not self.shelf.variants_of(name)
        ]
        if odd:
            shown = ", ".join(f"`{short(name)}`" for name in odd[:5])
            words = f"the constraint {shown}" if len(odd) == 1 else f"the constraints {shown}"
            close = did_you_mean(odd[0], self.shelf.names())
            help = close or "without it the puzzle would have other solutions, so nothing is imported"
            raise self.values.fail(f"this puzzle has {words}, which no library of Gridwright has", help)

    def _refuse_boxes(self) -> None:
        """Refuse constraints on the boxes of a board without boxes."""
        name = next((name for name in self.found.uses if name != BASE and self.shelf.reads_boxes(name)), "")
        if name:
            raise self.values.fail(f"the board has no regions, but `{name}` speaks of them")

    # the board

    def _words(self, name: str, *, lines: bool = False) -> str:
        value = self.data.get(name)
        if value is None:
            return ""
        if not isinstance(value, str):
            raise self.values.fail(f"`{name}` must be a text (got {text_of(value)})")
        return value.strip() if lines else " ".join(value.split())

    def _cells(self) -> dict[Place, dict[str, object]]:
        rows = self.values.entries(self.data.get("grid"), "`grid`")
        if len(rows) != self.size:
            raise self.values.fail(f"`grid` has {len(rows)} rows; `size` is {self.size}")
        entries: dict[Place, dict[str, object]] = {}
        for number, row in enumerate(rows):
            cells = self.values.entries(row, f"row {number + 1} of `grid`")
            if len(cells) != self.size:
                raise self.values.fail(f"row {number + 1} of `grid` has {len(cells)} cells; `size` is {self.size}")
            for column, cell in enumerate(cells):
                name = f"R{number + 1}C{column + 1}"
                entries[2 * number + 1, 2 * column + 1] = known = self.values.mapping(cell, name)
                odd = [key for key in known if key not in ("value", "given", "region", *MARKS) and has_content(known[key])]
                if odd == ["givenPencilMarks"]:
                    help = "they may only be a hint, or a rule; take them out in f-puzzles and say in the rules what they mean"
                    raise self.values.fail(f"{name} has printed candidates, which no library of Gridwright has", help)
                if odd:
                    raise self.values.fail(f"{name} has `{short(odd[0])}`, which is unknown here")
        return entries

    def _given_value(self, cell: Mapping[str, object], place: Place) -> int | None:
        given, value = cell.get("given"), cell.get("value")
        if given not in (None, True, False):
            raise self.values.fail(f"`given` of {cell_name(place)} must be true or false (got {text_of(given)})")
        if not given or value in (None, "", 0):
            return None
        return self.values.whole(value, f"the value of {cell_name(place)}", 1, self.size)

    def _regions(self, cells: Mapping[Place, Mapping[str, object]]) -> bool:
        """Read the regions. Return whether there are any, boxes or others."""
        height, width = box_shape(self.size)
        numbers: dict[Place, int | None] = {}
        for at, (place, cell) in enumerate(cells.items()):
            row, column = divmod(at, self.size)
            usual = row // height * (self.size // width) + column // width
            region = cell.get("region", usual)
            if region is not None:
                region = self.values.whole(region, f"the region of {cell_name(place)}", -(10**6), 10**6)
            numbers[place] = region
        if all(number is None for number in numbers.values()):
            self.found.uses[BASE] = {"box_height": 1}  # a row is a box
            return False
        none = next((place for place, number in numbers.items() if number is None), None)
        if none is not None:
            raise self.values.fail(f"{cell_name(none)} lies in no region, but other cells do")
        regions: dict[int | None, list[Point]] = {}
        for place, number in numbers.items():
            regions.setdefault(number, []).append(place)  # type: ignore[arg-type]
        shape = as_boxes(list(regions.values()), self.size)
        if shape is None:
            odd = next(((number, members) for number, members in regions.items() if len(members) != self.size), None)
            if odd:
                place, count = odd[1][0], len(odd[1])
                raise self.values.fail(
                    f"the region of {cell_name(place)} has {count} cell{'s' * (count != 1)}, and not {self.size}"
                )
            self.found.areas["regions"] = {str(at): tuple(members) for at, members in enumerate(regions.values())}
        elif shape != (height, width):
            self.found.uses[BASE] = {"box_height": shape[0]}
        return True

    def _solution(self) -> dict[Place, Value]:
        solution = self.data.get("solution")
        if not has_content(solution):
            return {}
        signs = list("".join(solution.split())) if isinstance(solution, str) else self.values.entries(solution, "`solution`")
        if len(signs) != self.size**2:
            raise self.values.fail(f"`solution` has {len(signs)} values; the board has {self.size**2} cells")
        if any(sign in (None, "", ".", "0", "?", "-", " ") or sign is False or sign == 0 for sign in signs):
            self.found.warnings.append("The solution in the link is not complete, so it is left out.")
            return {}
        values: dict[Place, Value] = {}
        for at, sign in enumerate(signs):
            row, column = divmod(at, self.size)
            value = int(sign, 36) if isinstance(solution, str) and re.fullmatch("[1-9a-vA-V]", str(sign)) else sign  # type: ignore[call-overload]
            place = (2 * row + 1, 2 * column + 1)
            values[place] = self.values.whole(value, f"the solution of {cell_name(place)}", 1, self.size)
        return values

    # which library reads what

    def _choose_libraries(self) -> dict[str, list[Variant]]:
        """Return for each list with content, and each that `negative` names, the libraries that read it."""
        negative = self._negative()
        variants_of_list: dict[str, list[Variant]] = {}
        for name in self.data:
            value = self.data[name]
            if name in (*HEAD, *TOOLS, *DRAWN) or not (has_content(value) or name in negative):
                continue
            variants = self.shelf.variants_of(name)
            if any(name in variant.flags for variant in variants):
                continue
            variants_of_list[name] = self._readers(variants, negative)
        for name in negative:
            variants_of_list.setdefault(name, self._readers(self.shelf.variants_of(name), negative))
            if not variants_of_list[name] or not all(variant.negative for variant in variants_of_list[name]):
                raise self.values.fail(f"`negative` names `{short(name)}`, of which no library of Gridwright has a negative form")
        for name, variants_ in variants_of_list.items():
            for variant in variants_:
                if name in negative:
                    self._use(variant)[variant.negative] = True
        return {name: variants_of_list[name] for name in self.data if name in variants_of_list} | variants_of_list

    def _readers(self, variants: Iterable[Variant], negative: Sequence[str]) -> list[Variant]:
        together = [variant for variant in variants if variant.read == NEGATIVE and self._is_all(variant, negative)]
        return together[:1] or [variant for variant in variants if variant.read == ALWAYS]

    def _is_all(self, variant: Variant, negative: Sequence[str]) -> bool:
        """Check whether all lists of a library are negative, and no entry of them has a value."""
        lists = [self.data.get(form.name) for form in variant.forms]
        entries = [entry for listed in lists if isinstance(listed, list) for entry in listed]
        return {form.name for form in variant.forms} <= {*negative} and not any(
            isinstance(entry, dict) and has_content(entry.get("value")) for entry in entries
        )

    def _negative(self) -> list[str]:
        value = self.data.get("negative")
        names = self.values.entries(value, "`negative`") if has_content(value) else []
        for name in names:
            if not isinstance(name, str) or not self.shelf.variants_of(name):
                raise self.values.fail(f"`negative` names {text_of(name)}, which no library of Gridwright has")
        return [str(name) for name in names]

    def _use(self, variant: Variant) -> dict[str, Value]:
        return self.found.uses.setdefault(variant.library, {})

    def _has_rules(self, name: str) -> bool:
        """Check whether a library has anything in this puzzle: flags, parameters, areas or clues."""
        variant = self.shelf.variant(name)
        if name == BASE or variant is None or variant.flags or self.found.uses[name]:
            return True
        return any(self.found.areas.get(form.target) or self.found.clues.get(form.target) for form in variant.forms)

    def _order(self, uses: Iterable[str]) -> list[str]:
        """Return libraries in the order in which f-puzzles writes: the board, flags, then lists as they stand in the file."""
        order = list(self.data)

        def place(name: str) -> tuple[int, int]:
            variant = self.shelf.variant(name)
            if name == BASE or variant is None:
                return (0, 0)
            at = [order.index(key) for key in (*variant.flags, *(form.name for form in variant.forms)) if key in self.data]
            return (1 if variant.flags else 2, min(at, default=len(order)))

        return sorted(uses, key=place)

    # flags

    def _read_flags(self) -> None:
        for name, value in self.data.items():
            variant = (
                next((reader for reader in self.shelf.variants_of(name) if name in reader.flags), None)
                if name not in HEAD
                else None
            )
            if variant is None or value in (None, False):
                continue
            if value is not True:
                raise self.values.fail(f"`{name}` must be true or false (got {text_of(value)})")
            self._use(variant)
        for library in list(self.found.uses):
            variant = self.shelf.variant(library)
            for name, parameter in (variant.flags if variant else {}).items():
                is_set = self.data.get(name) is True
                if parameter and self.shelf.default_of(library, parameter, self.size) is not is_set:
                    self.found.uses[library][parameter] = is_set

    # lists

    def _read_list(self, name: str, forms: Sequence[ListForm]) -> None:
        value = self.data.get(name)
        if not has_content(value):
            return
        for number, item in enumerate(self.values.entries(value, f"`{name}`"), 1):
            what = f"item {number} of `{name}`"
            ListEntry(self.shelf, self.values, self.found, self.values.mapping(item, what), what, forms).read()

    def _separate_clones(self) -> None:
        """Leave letters of copies out where there are no two groups of the same shape."""
        for name in self.found.uses:
            variant = self.shelf.variant(name)
            for form in variant.forms if variant else ():
                letters = self.found.clues.get(form.letter, {}) if form.letter else {}
                shapes = {(letter, _shape(self.found.areas[form.target][str(label)])) for label, letter in letters.items()}
                if len({shape for _, shape in shapes}) == len(shapes):
                    letters.clear()
                new = {old: _letter(at) for at, old in enumerate(dict.fromkeys(letters.values()))}
                letters.update({label: new[old] for label, old in letters.items()})

    def _warn_negative(self, chosen: Mapping[str, Sequence[Variant]]) -> None:
        """Warn of a pair that another constraint marks, where one is negative: programs differ on whether it counts as marked."""
        forms = {
            form.target: variant
            for variants in chosen.values()
            for variant in variants
            for form in variant.forms
            if form.shape == "pair"
        }
        for group, form_entries in forms.items():
            if not self.found.uses.get(form_entries.library, {}).get(form_entries.negative or "-"):
                continue
            own = self.found.clues.get(group, {}).keys()
            others = [other for other in forms if other != group and self.found.clues.get(other, {}).keys() - own]
            for other in others:
                words = f"All signs of `{group}` are given, so pairs with a sign of `{other}` only have none"
                self.found.warnings.append(f"{words}. Some programs exempt them.")

    def _draw(self, name: str, entry: Mapping[str, object]) -> bool:
        """Keep a drawing as areas; False if a spec cannot draw it."""
        if name not in DRAWN_AS:
            return False
        lines = _as_lists(entry.get("lines")) if name == "line" else [entry.get("cells")]
        try:
            paths = [self.values.path(line, f"`{name}`") for line in lines]
        except SpecError:  # beside the board, or between cells
            return False
        if not paths or any(len(set(path)) != len(path) or len(path) < (2 if name == "line" else 1) for path in paths):
            return False
        if name == "line" and any(max(abs(a - c), abs(b - d)) != 2 for path in paths for (a, b), (c, d) in pairwise(path)):
            return False
        colour = nearest_colour(entry.get("outlineC" if name == "line" else "baseC"))
        kind, look = kind_of(name, colour)
        self.found.display[kind] = look
        areas = self.found.areas.setdefault(kind, {})
        for path in paths:
            areas[f"{kind} {len(areas)}"] = path
        return True

    def _read_drawn(self) -> None:
        """Keep lines and coloured cells that have no rule as areas that are only drawn; warn of all else that is drawn."""
        for name in DRAWN:
            value = self.data.get(name)
            for number, item in enumerate(self.values.entries(value, f"`{name}`") if has_content(value) else (), 1):
                entry = self.values.mapping(item, f"item {number} of `{name}`")
                text, by = entry.get("value"), entry.get("fromConstraint")
                if not has_content(text) and not has_content(by) and self._draw(name, entry):
                    continue
                words = f" that belongs to {text_of(by)}" if has_content(by) else ""
                words += f" with the text {text_of(text)}" if has_content(text) else ""
                self.found.draw(f"`{name}`{words}")
        if self.found.display:
            self.found.warnings.insert(0, f"These areas are only drawn, and have no rule: {', '.join(self.found.display)}.")
        drawn = [f"{words} ({count})" if count > 1 else words for words, count in self.found.drawn.items()]
        if len(drawn) > MOST_DRAWN:
            drawn[MOST_DRAWN:] = [f"and {len(drawn) - MOST_DRAWN} more"]
        if drawn:
            self.found.warnings.insert(0, f"f-puzzles draws this without a rule; it is not in this spec: {', '.join(drawn)}.")


def _as_lists(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def as_boxes(regions: Sequence[Sequence[Point]], size: int) -> tuple[int, int] | None:
    """Return the height and the width of regions that are boxes side by side; None if they are not."""
    height = len({row for row, _ in regions[0]})
    width = len({column for _, column in regions[0]})
    if height * width != size or len(regions) != size or size % height:
        return None
    for region in regions:
        if len({(row // 2 // height, column // 2 // width) for row, column in region}) != 1 or len(region) != size:
            return None
    return height, width


def _shape(cells: Iterable[Point]) -> frozenset[Point]:
    points = [*cells]
    top, left = min(row for row, _ in points), min(column for _, column in points)
    return frozenset((row - top, column - left) for row, column in points)


def _letter(number: int) -> str:
    return chr(ord("A") + number) if number < 26 else f"Z{number - 25}"
