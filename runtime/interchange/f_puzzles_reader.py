"""Read the JSON of f-puzzles as a puzzle: the board, and each constraint as the libraries say that f-puzzles holds it.

A constraint that no library knows is an error. Ignored, it would leave a puzzle with other solutions.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from gridwright.compiler.syntax.diagnostics import SpecError, did_you_mean
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.values import Value

from .f_puzzles_forms import (
    ALWAYS,
    BASE,
    NEGATIVE,
    ListForm,
    Variant,
    allowed,
    default_of,
    least,
    names,
    printed,
    reads_boxes,
    variant,
    variants_of,
)
from .format import wrong
from .puzzle import Place, Point, Puzzle

MOST_ROWS = 31
MOST_KEYS = 200
MOST_ENTRIES = 1_000  # of one list, and cells of an entry
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
# of an entry, how it looks
LOOKS = ("outlineC", "baseC", "fontC", "width", "height", "angle", "size", "opacity", "fromConstraint", "isNewConstraint")
MARKS = ("centerPencilMarks", "cornerPencilMarks", "c", "cArray", "highlight", "highlightArray")  # of a cell
WAYS: Mapping[str, tuple[str, Point]] = {
    "UL": ("up_left", (-1, -1)),
    "UR": ("up_right", (-1, 1)),
    "DL": ("down_left", (1, -1)),
    "DR": ("down_right", (1, 1)),
}


def read_f_puzzles(data: Mapping[str, object], span: Span, url: str = "") -> Puzzle:
    """Return the puzzle. Raise `SpecError` for what is wrong or unknown, at `span`."""
    return _PuzzleReader(data, span).puzzle(url)


def box_shape(size: int) -> tuple[int, int]:
    """Return the height and the width of the usual boxes.

    >>> [box_shape(size) for size in (4, 6, 7, 8, 9)]
    [(2, 2), (2, 3), (1, 7), (2, 4), (3, 3)]
    """
    height = max(height for height in range(1, size + 1) if size % height == 0 and height * height <= size)
    return height, size // height


@dataclass
class _Found:
    """What has been read so far."""

    uses: dict[str, dict[str, Value]] = field(default_factory=lambda: {BASE: {}})
    areas: dict[str, dict[str, tuple[Point, ...]]] = field(default_factory=dict)
    clues: dict[str, dict[Place, Value]] = field(default_factory=dict)
    copies: dict[tuple[str, frozenset[Point]], str] = field(default_factory=dict)  # labels of areas that are copies
    drawn: Counter[str] = field(default_factory=Counter)
    warnings: list[str] = field(default_factory=list)


class _PuzzleReader:
    """Reads the JSON of one puzzle."""

    def __init__(self, data: Mapping[str, object], span: Span) -> None:
        self.data = data
        self.span = span
        self.found = _Found()
        self.size = 0

    def puzzle(self, url: str) -> Puzzle:
        self.size = self._whole(self.data.get("size"), "`size`", 1, MOST_ROWS)
        if len(self.data) > MOST_KEYS:
            raise self._fail(f"this has {len(self.data):,} keys; a puzzle of f-puzzles has at most {MOST_KEYS}")
        self._refuse_unknown()
        cells = self._cells()
        givens = {place: value for place, cell in cells.items() if (value := self._given(cell, place)) is not None}
        regions = self._regions(cells)
        chosen = self._chosen()
        self._read_flags()
        for name in self.data:
            for each in chosen.get(name, ()):
                self._use(each)
        for name, variants in chosen.items():
            self._read_list(name, [form for each in variants if (form := each.form(name))])
        self._separate_clones()
        if not regions:
            self._refuse_boxes()
        self._warn_negative(chosen)
        self._read_drawn()
        solution = self._solution()
        found = self.found
        return Puzzle(
            height=self.size,
            width=self.size,
            uses={name: found.uses[name] for name in self._ordered(found.uses)},
            areas={kind: areas for kind, areas in found.areas.items() if areas},
            clues={group: clues for group, clues in found.clues.items() if clues},
            givens={LAYER: givens} if givens else {},
            solution={LAYER: solution} if solution else {},
            title=self._words("title"),
            author=self._words("author"),
            url=url,
            rules=(rules,) if (rules := self._words("ruleset", lines=True)) else (),
            warnings=tuple(found.warnings),
        )

    # what is wrong

    def _fail(self, message: str, help: str = "") -> SpecError:
        return wrong(message, self.span, help)

    def _refuse_unknown(self) -> None:
        known = {*HEAD, *TOOLS, *DRAWN}
        odd = [name for name, value in self.data.items() if name not in known and _has_content(value) and not variants_of(name)]
        if odd:
            shown = ", ".join(f"`{_short(name)}`" for name in odd[:5])
            words = f"the constraint {shown}" if len(odd) == 1 else f"the constraints {shown}"
            close = did_you_mean(odd[0], names())
            help = close or "without it the puzzle would have other solutions, so nothing is imported"
            raise self._fail(f"this puzzle has {words}, which no library of Gridwright has", help)

    def _refuse_boxes(self) -> None:
        """Refuse constraints on the boxes of a board without boxes."""
        name = next((name for name in self.found.uses if name != BASE and reads_boxes(name)), "")
        if name:
            raise self._fail(f"the board has no regions, but `{name}` speaks of them")

    # values

    def _whole(self, value: object, what: str, low: int, high: int) -> int:
        """Return a number, which may be a text."""
        text = str(value).strip() if isinstance(value, (int, str)) and not isinstance(value, bool) else ""
        if not re.fullmatch(r"-?[0-9]{1,9}", text):
            raise self._fail(f"{what} must be a number (got {_shown(value)})")
        if not low <= int(text) <= high:
            raise self._fail(f"{what} must be from {low:,} to {high:,} (got {text})")
        return int(text)

    def _list(self, value: object, what: str) -> list[object]:
        if not isinstance(value, list):
            raise self._fail(f"{what} must be a list (got {_shown(value)})")
        if len(value) > MOST_ENTRIES:
            raise self._fail(f"{what} has more than {MOST_ENTRIES:,} entries")
        return value

    def _mapping(self, value: object, what: str) -> dict[str, object]:
        if not isinstance(value, dict):
            raise self._fail(f"{what} must be a mapping (got {_shown(value)})")
        return value

    def _words(self, name: str, *, lines: bool = False) -> str:
        value = self.data.get(name)
        if value is None:
            return ""
        if not isinstance(value, str):
            raise self._fail(f"`{name}` must be a text (got {_shown(value)})")
        return value.strip() if lines else " ".join(value.split())

    def _cell(self, value: object, what: str, *, outside: bool = False) -> Point:
        """Return the place of `R1C2`; one row and column further on each side if it may lie outside."""
        found = re.fullmatch(r"R([0-9]{1,3})C([0-9]{1,3})", value) if isinstance(value, str) else None
        if not found:
            raise self._fail(f"{what} must name a cell, as in `R1C2` (got {_shown(value)})")
        row, column = int(found[1]), int(found[2])
        low, high = (0, self.size + 1) if outside else (1, self.size)
        if not (low <= row <= high and low <= column <= high):
            raise self._fail(f"{what} names `{found[0]}`, which is not on the board of {self.size} rows and columns")
        return 2 * row - 1, 2 * column - 1

    def _path(self, value: object, what: str) -> tuple[Point, ...]:
        return tuple(self._cell(name, what) for name in self._list(value, what))

    # the board

    def _cells(self) -> dict[Place, dict[str, object]]:
        rows = self._list(self.data.get("grid"), "`grid`")
        if len(rows) != self.size:
            raise self._fail(f"`grid` has {len(rows)} rows; `size` is {self.size}")
        found: dict[Place, dict[str, object]] = {}
        for number, row in enumerate(rows):
            cells = self._list(row, f"row {number + 1} of `grid`")
            if len(cells) != self.size:
                raise self._fail(f"row {number + 1} of `grid` has {len(cells)} cells; `size` is {self.size}")
            for column, cell in enumerate(cells):
                name = f"R{number + 1}C{column + 1}"
                found[2 * number + 1, 2 * column + 1] = known = self._mapping(cell, name)
                odd = [key for key in known if key not in ("value", "given", "region", *MARKS) and _has_content(known[key])]
                if odd == ["givenPencilMarks"]:
                    help = "they may only be a hint, or a rule; take them out in f-puzzles and say in the rules what they mean"
                    raise self._fail(f"{name} has printed candidates, which no library of Gridwright has", help)
                if odd:
                    raise self._fail(f"{name} has `{_short(odd[0])}`, which is unknown here")
        return found

    def _given(self, cell: Mapping[str, object], place: Place) -> int | None:
        given, value = cell.get("given"), cell.get("value")
        if given not in (None, True, False):
            raise self._fail(f"`given` of {_called(place)} must be true or false (got {_shown(given)})")
        if not given or value in (None, "", 0):
            return None
        return self._whole(value, f"the value of {_called(place)}", 1, self.size)

    def _regions(self, cells: Mapping[Place, Mapping[str, object]]) -> bool:
        """Read the regions. Return whether there are any, boxes or others."""
        height, width = box_shape(self.size)
        numbers: dict[Place, int | None] = {}
        for at, (place, cell) in enumerate(cells.items()):
            row, column = divmod(at, self.size)
            usual = row // height * (self.size // width) + column // width
            region = cell.get("region", usual)
            if region is not None:
                region = self._whole(region, f"the region of {_called(place)}", -(10**6), 10**6)
            numbers[place] = region
        if all(number is None for number in numbers.values()):
            self.found.uses[BASE] = {"box_height": 1, "box_width": self.size}  # a row is a box
            return False
        none = next((place for place, number in numbers.items() if number is None), None)
        if none is not None:
            raise self._fail(f"{_called(none)} lies in no region, but other cells do")
        regions: dict[int | None, list[Point]] = {}
        for place, number in numbers.items():
            regions.setdefault(number, []).append(place)  # type: ignore[arg-type]
        shape = _as_boxes(list(regions.values()), self.size)
        if shape is None:
            odd = next(((number, found) for number, found in regions.items() if len(found) != self.size), None)
            if odd:
                place, count = odd[1][0], len(odd[1])
                raise self._fail(f"the region of {_called(place)} has {count} cell{'s' * (count != 1)}, and not {self.size}")
            self.found.areas["regions"] = {str(at): tuple(found) for at, found in enumerate(regions.values())}
        elif shape != (height, width):
            self.found.uses[BASE] = {"box_height": shape[0], "box_width": shape[1]}
        return True

    def _solution(self) -> dict[Place, Value]:
        found = self.data.get("solution")
        if not _has_content(found):
            return {}
        signs = list(found) if isinstance(found, str) else self._list(found, "`solution`")
        if len(signs) != self.size**2:
            raise self._fail(f"`solution` has {len(signs)} values; the board has {self.size**2} cells")
        if any(sign in (None, "", ".", "0", "?", "-", " ") or sign is False or sign == 0 for sign in signs):
            self.found.warnings.append("The solution in the link is not complete, so it is left out.")
            return {}
        values: dict[Place, Value] = {}
        for at, sign in enumerate(signs):
            row, column = divmod(at, self.size)
            value = int(sign, 36) if isinstance(found, str) and re.fullmatch("[1-9a-vA-V]", str(sign)) else sign  # type: ignore[call-overload]
            place = (2 * row + 1, 2 * column + 1)
            values[place] = self._whole(value, f"the solution of {_called(place)}", 1, self.size)
        return values

    # which library reads what

    def _chosen(self) -> dict[str, list[Variant]]:
        """Return for each list with content, and each that `negative` names, the libraries that read it."""
        negative = self._negative()
        found: dict[str, list[Variant]] = {}
        for name in self.data:
            value = self.data[name]
            if name in (*HEAD, *TOOLS, *DRAWN) or not (_has_content(value) or name in negative):
                continue
            variants = variants_of(name)
            if any(name in each.flags for each in variants):
                continue
            found[name] = self._readers(variants, negative)
        for name in negative:
            found.setdefault(name, self._readers(variants_of(name), negative))
            if not found[name] or not all(each.negative for each in found[name]):
                raise self._fail(f"`negative` names `{_short(name)}`, of which no library of Gridwright has a negative form")
        for name, variants_ in found.items():
            for each in variants_:
                if name in negative:
                    self._use(each)[each.negative] = True
        return {name: found[name] for name in self.data if name in found} | found

    def _readers(self, variants: Iterable[Variant], negative: Sequence[str]) -> list[Variant]:
        together = [each for each in variants if each.read == NEGATIVE and self._is_all(each, negative)]
        return together[:1] or [each for each in variants if each.read == ALWAYS]

    def _is_all(self, each: Variant, negative: Sequence[str]) -> bool:
        """Check whether all lists of a library are negative, and no entry of them has a value."""
        lists = [self.data.get(form.name) for form in each.forms]
        entries = [entry for found in lists if isinstance(found, list) for entry in found]
        return {form.name for form in each.forms} <= {*negative} and not any(
            isinstance(entry, dict) and _has_content(entry.get("value")) for entry in entries
        )

    def _negative(self) -> list[str]:
        value = self.data.get("negative")
        found = self._list(value, "`negative`") if _has_content(value) else []
        for name in found:
            if not isinstance(name, str) or not variants_of(name):
                raise self._fail(f"`negative` names {_shown(name)}, which no library of Gridwright has")
        return [str(name) for name in found]

    def _use(self, each: Variant) -> dict[str, Value]:
        return self.found.uses.setdefault(each.library, {})

    def _ordered(self, uses: Iterable[str]) -> list[str]:
        """Return libraries in the order in which f-puzzles writes: the board, flags, then lists as they stand in the file."""
        order = list(self.data)

        def place(name: str) -> tuple[int, int]:
            each = variant(name)
            if name == BASE or each is None:
                return (0, 0)
            at = [order.index(key) for key in (*each.flags, *(form.name for form in each.forms)) if key in self.data]
            return (1 if each.flags else 2, min(at, default=len(order)))

        return sorted(uses, key=place)

    # flags

    def _read_flags(self) -> None:
        for name, value in self.data.items():
            each = next((each for each in variants_of(name) if name in each.flags), None) if name not in HEAD else None
            if each is None or value in (None, False):
                continue
            if value is not True:
                raise self._fail(f"`{name}` must be true or false (got {_shown(value)})")
            self._use(each)
        for library in list(self.found.uses):
            each = variant(library)
            for name, parameter in (each.flags if each else {}).items():
                is_set = self.data.get(name) is True
                if parameter and default_of(library, parameter, self.size) is not is_set:
                    self.found.uses[library][parameter] = is_set

    # lists

    def _read_list(self, name: str, forms: Sequence[ListForm]) -> None:
        value = self.data.get(name)
        if not _has_content(value):
            return
        for number, item in enumerate(self._list(value, f"`{name}`"), 1):
            what = f"item {number} of `{name}`"
            _Entry(self, self._mapping(item, what), what, forms).read()

    def _separate_clones(self) -> None:
        """Leave letters of copies out where there are no two groups of the same shape."""
        for name in self.found.uses:
            each = variant(name)
            for form in each.forms if each else ():
                letters = self.found.clues.get(form.letter, {}) if form.letter else {}
                shapes = {(letter, _shape(self.found.areas[form.target][str(label)])) for label, letter in letters.items()}
                if len({shape for _, shape in shapes}) == len(shapes):
                    letters.clear()
                new = {old: _letter(at) for at, old in enumerate(dict.fromkeys(letters.values()))}
                letters.update({label: new[old] for label, old in letters.items()})

    def _warn_negative(self, chosen: Mapping[str, Sequence[Variant]]) -> None:
        """Warn of a pair that another constraint marks, where one is negative: programs differ on whether it counts as marked."""
        forms = {
            form.target: each for variants in chosen.values() for each in variants for form in each.forms if form.shape == "pair"
        }
        for group, each in forms.items():
            if not self.found.uses.get(each.library, {}).get(each.negative or "-"):
                continue
            own = self.found.clues.get(group, {}).keys()
            others = [other for other in forms if other != group and self.found.clues.get(other, {}).keys() - own]
            for other in others:
                words = f"All signs of `{group}` are given, so pairs with a sign of `{other}` only have none"
                self.found.warnings.append(f"{words}. Some programs exempt them.")

    def _read_drawn(self) -> None:
        """Warn of everything that is drawn and has no rule."""
        for name in DRAWN:
            value = self.data.get(name)
            for number, item in enumerate(self._list(value, f"`{name}`") if _has_content(value) else (), 1):
                entry = self._mapping(item, f"item {number} of `{name}`")
                text, by = entry.get("value"), entry.get("fromConstraint")
                words = f" that belongs to {_shown(by)}" if _has_content(by) else ""
                words += f" with the text {_shown(text)}" if _has_content(text) else ""
                self.draw(f"`{name}`{words}")
        drawn = [f"{words} ({count})" if count > 1 else words for words, count in self.found.drawn.items()]
        if len(drawn) > MOST_DRAWN:
            drawn[MOST_DRAWN:] = [f"and {len(drawn) - MOST_DRAWN} more"]
        if drawn:
            self.found.warnings.insert(0, f"f-puzzles draws this without a rule; it is not in this spec: {', '.join(drawn)}.")

    def draw(self, words: str) -> None:
        """Count something that is only drawn."""
        self.found.drawn[words] += 1


class _Entry:
    """One entry of a list, with the forms of the list; several if their entries differ in the number of circles."""

    def __init__(self, reader: _PuzzleReader, entry: Mapping[str, object], what: str, forms: Sequence[ListForm]) -> None:
        self.reader = reader
        self.found = reader.found
        self.entry = {key: value for key, value in entry.items() if _has_content(value) and key not in LOOKS}
        self.what = what
        self.forms = forms
        self.form = forms[0]

    def read(self) -> None:
        """Read the entry by the shape of its form."""
        read: Callable[[], None] = getattr(self, f"_{self.form.shape}")
        read()

    def _take(self, *keys: str) -> None:
        """Refuse keys that entries of this shape do not have."""
        odd = next((key for key in self.entry if key not in keys), None)
        if odd is not None:
            raise self.reader._fail(f"{self.what} has `{_short(odd)}`, which is unknown there")

    def _missing(self, key: str) -> SpecError:
        return self.reader._fail(f"{self.what} has no `{key}`")

    def _value(self, group: str, library: str) -> Value:
        """Return the value as the library reads it; None if there is none."""
        written = self.entry.get("value")
        if written is None:
            return None
        test = allowed(library, group, self.reader.size)
        text = str(written).strip() if isinstance(written, (int, str)) and not isinstance(written, bool) else ""
        value: Value = int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text
        if text == "" or not test(value):
            help = f"`{library}` has {printed(library, group).words()}"
            raise self.reader._fail(f"the value of {self.what} cannot be {_shown(written)}", help)
        return value

    def _area(self, kind: str, cells: tuple[Point, ...]) -> str:
        """Add an area. Return its label."""
        form, declared = self.form, printed(self.form.library, kind)
        fewest = least(form.library, kind)
        if len(cells) < fewest:
            raise self.reader._fail(
                f"{self.what} has {len(cells)} cell{'s' * (len(cells) != 1)}; `{form.library}` needs at least {fewest}"
            )
        if len({*cells}) < len(cells) and not declared.is_true("path"):
            raise self.reader._fail(f"{self.what} names a cell twice")
        for before, after in pairwise(cells):
            if declared.is_true("path") and max(abs(after[0] - before[0]), abs(after[1] - before[1])) != 2:
                raise self.reader._fail(f"{_called(after)} does not touch {_called(before)}, the cell before it in {self.what}")
        if len({*cells}) < len(cells):
            raise self.reader._fail(f"{self.what} passes through a cell twice, and lines of Gridwright do not")
        label = str(sum(map(len, self.found.areas.values())))
        self.found.areas.setdefault(kind, {})[label] = cells
        return label

    def _put(self, place: Place, value: Value) -> None:
        group = self.found.clues.setdefault(self.form.target, {})
        if group.get(place, value) != value:
            raise self.reader._fail(f"{self.what} stands where another clue of `{self.form.target}` does")
        group[place] = value

    # shapes

    def _lines(self) -> None:
        self._take("lines", *(["value"] if self.form.value else []))
        paths = [
            self.reader._path(line, self.what) for line in self.reader._list(self.entry.get("lines"), f"`lines` of {self.what}")
        ]
        value = self._value(self.form.value, self.form.library) if self.form.value else None
        for path in paths:
            label = self._area(self.form.target, path)
            if value is not None:
                self.found.clues.setdefault(self.form.value, {})[label] = value

    def _cells(self) -> None:
        self._take("cells", *(["value"] if self.form.value else []))
        if "cells" not in self.entry:
            raise self._missing("cells")
        label = self._area(self.form.target, self.reader._path(self.entry["cells"], self.what))
        value = self._value(self.form.value, self.form.library) if self.form.value else None
        if value is not None:
            self.found.clues.setdefault(self.form.value, {})[label] = value

    def _arrows(self) -> None:
        self._take("cells", "lines")
        circles = self.reader._path(self.entry.get("cells", []), self.what)
        lines = self.reader._list(self.entry.get("lines", []), f"`lines` of {self.what}")
        if not lines:
            self.reader.draw("circle of an arrow")
            return
        if not circles:
            raise self._missing("cells")
        form = next((form for form in self.forms if bool(form.pills) == (len(circles) > 1)), None)
        if form is None:
            raise self.reader._fail(f"the circle of {self.what} has {len(circles)} cells, which no library of Gridwright has")
        self.form = form
        if form.pills:
            taken = {cell for pill in self.found.areas.get(form.pills, {}).values() for cell in pill}
            if taken & {*circles}:
                raise self.reader._fail(f"the circle of {self.what} overlaps another one")
            self._area(form.pills, circles)
            if [*circles] != sorted(circles):
                self.found.warnings.append(f"The digits in the circle of {self.what} are read in the order of the link.")
        for line in lines:
            path = self.reader._path(line, self.what)
            if path[:1] and path[0] not in circles:
                raise self.reader._fail(f"{self.what} begins in {_called(path[0])}, which is not in its circle")
            self._area(form.target, path)

    def _copies(self) -> None:
        self._take("cells", "cloneCells")
        one, other = (self.reader._path(self.entry.get(key, []), self.what) for key in ("cells", "cloneCells"))
        moves = {(b[0] - a[0], b[1] - a[1]) for a, b in zip(one, other, strict=False)}
        if len(one) != len(other) or len(moves) != 1:
            raise self.reader._fail(f"`cells` and `cloneCells` of {self.what} are not the same shape, cell by cell")
        letters = self.found.clues.setdefault(self.form.letter, {})
        labels = []
        for path in (one, other):
            key = (self.form.target, frozenset(path))
            if key not in self.found.copies:
                self.found.copies[key] = self._area(self.form.target, path)
            labels.append(self.found.copies[key])
        old = [letters[label] for label in labels if label in letters]
        letter = old[0] if old else str(len(self.found.copies))  # letters come when all groups are known
        for label in [label for label, found in letters.items() if found in old]:
            letters[label] = letter
        letters.update(dict.fromkeys(labels, letter))

    def _pair(self) -> None:
        self._take("cells", *([] if self.form.sign else ["value"]))
        cells = self.reader._path(self.entry.get("cells", []), self.what)
        if len(cells) != 2 or abs(cells[0][0] - cells[1][0]) + abs(cells[0][1] - cells[1][1]) != 2:
            raise self.reader._fail(f"{self.what} must have two cells with a common side")
        place = ((cells[0][0] + cells[1][0]) // 2, (cells[0][1] + cells[1][1]) // 2)
        value: Value = self.form.sign or self._value(self.form.target, self.form.library)
        if value is None:
            value = printed(self.form.library, self.form.target).text("unknown")
            if not value:
                raise self._missing("value")
        self._put(place, value)

    def _cell(self) -> None:
        self._take("cell")
        self._put(self.reader._cell(self.entry.get("cell"), self.what), self.form.sign)

    def _corner(self) -> None:
        self._take("cells", "values")
        cells = sorted({*self.reader._path(self.entry.get("cells", []), self.what)})
        corner = (cells[0][0] + 1, cells[0][1] + 1) if cells else (0, 0)
        if cells != [(corner[0] + down, corner[1] + right) for down in (-1, 1) for right in (-1, 1)]:
            raise self.reader._fail(f"{self.what} must have the four cells around a corner")
        written = self.reader._list(self.entry.get("values", []), f"`values` of {self.what}")
        values = tuple(self.reader._whole(value, f"a value of {self.what}", 1, self.reader.size) for value in written)
        if values:
            self._put(corner, values)
        else:
            self.reader.draw(f"{self._word()} without values")

    def _outside(self) -> None:
        self._take("cell", "value")
        down, right = self.reader._cell(self.entry.get("cell"), self.what, outside=True)
        far = 2 * self.reader.size + 1
        sides: list[tuple[str, int]] = [("left", down)] * (right < 0) + [("right", down)] * (right >= far)
        sides += [("top", right)] * (down < 0) + [("bottom", right)] * (down >= far)
        if len(sides) != 1:
            raise self.reader._fail(f"{self.what} must stand beside a row or column, not at {_called((down, right))}")
        value = self._value(self.form.target, self.form.library)
        if value is None:
            self.reader.draw(f"{self._word()} without a value")
            return
        ((side, at),) = sides
        self._put((side, at // 2), value)

    def _diagonal(self) -> None:
        self._take("cell", "direction", "cells", "value")
        at = self.reader._cell(self.entry.get("cell"), self.what, outside=True)
        direction = self.entry.get("direction")
        if not isinstance(direction, str) or direction not in WAYS:
            raise self.reader._fail(f"`direction` of {self.what} must be UL, UR, DL or DR (got {_shown(direction)})")
        name, (down, right) = WAYS[direction]
        cells = [(at[0] + 2 * step * down, at[1] + 2 * step * right) for step in range(1, self.reader.size + 2)]
        cells = [cell for cell in cells if all(0 < part < 2 * self.reader.size for part in cell)]
        on_board = all(0 < part < 2 * self.reader.size for part in at)
        written = self.reader._path(self.entry.get("cells", []), self.what)
        if not cells or on_board or (written and [*written] != cells):
            raise self.reader._fail(f"{self.what} does not point along a diagonal of the board")
        if "value" not in self.entry:
            self.reader.draw(f"{self._word()} without a value")
            return
        total = self.reader._whole(self.entry["value"], f"the value of {self.what}", -(10**6), 10**6)
        group = self.found.clues.setdefault(self.form.target, {})
        group[cells[0]] = (*group.get(cells[0], ()), (total, name))

    def _word(self) -> str:
        return f"`{self.form.name}`"


def _has_content(value: object) -> bool:
    return value is not None and value is not False and value not in ("", [], {})


def _as_boxes(regions: Sequence[Sequence[Point]], size: int) -> tuple[int, int] | None:
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
    found = [*cells]
    top, left = min(row for row, _ in found), min(column for _, column in found)
    return frozenset((row - top, column - left) for row, column in found)


def _letter(number: int) -> str:
    return chr(ord("A") + number) if number < 26 else f"Z{number - 25}"


def _called(place: Place) -> str:
    assert not isinstance(place, str)
    down, right = place
    assert isinstance(down, int) and isinstance(right, int)
    return f"R{(down + 1) // 2}C{(right + 1) // 2}"


def _short(text: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in (text if len(text) <= 30 else f"{text[:30]}..."))


def _shown(value: object) -> str:
    if isinstance(value, (dict, list)):
        return "a mapping" if isinstance(value, dict) else "a list"
    return "nothing" if value is None else f"`{_short(str(value))}`"
