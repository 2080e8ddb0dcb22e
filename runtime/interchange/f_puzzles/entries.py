"""Read the entries of the lists of f-puzzles: each becomes areas and clues, as the library of its list says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from gridwright.compiler.records import dataclass, field
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.values import Value

from ..puzzle import Place, Point
from .forms import BASE, LibraryIndex, ListForm
from .values import CheckedValues, cell_name, has_content, short, text_of

# of an entry, how it looks
LOOKS = ("outlineC", "baseC", "fontC", "width", "height", "angle", "size", "opacity", "fromConstraint", "isNewConstraint")
WAYS: Mapping[str, tuple[str, Point]] = {
    "UL": ("up_left", (-1, -1)),
    "UR": ("up_right", (-1, 1)),
    "DL": ("down_left", (1, -1)),
    "DR": ("down_right", (1, 1)),
}


@dataclass
class ReadSoFar:
    """What has been read so far."""

    uses: dict[str, dict[str, Value]] = field(default_factory=lambda: {BASE: {}})
    areas: dict[str, dict[str, tuple[Point, ...]]] = field(default_factory=dict)
    clues: dict[str, dict[Place, Value]] = field(default_factory=dict)
    copies: dict[tuple[str, frozenset[Point]], str] = field(default_factory=dict)  # labels of areas that are copies
    drawn: Counter[str] = field(default_factory=Counter)
    display: dict[str, str] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    def draw(self, words: str) -> None:
        """Count something that is only drawn."""
        self.drawn[words] += 1


class ListEntry:
    """One entry of a list, with the forms of the list; several if their entries differ in the number of circles."""

    def __init__(
        self,
        shelf: LibraryIndex,
        values: CheckedValues,
        puzzle_so_far: ReadSoFar,
        entry: Mapping[str, object],
        what: str,
        forms: Sequence[ListForm],
    ) -> None:
        self.shelf = shelf
        self.values = values
        self.found = puzzle_so_far
        self.entry = {key: value for key, value in entry.items() if has_content(value) and key not in LOOKS}
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
            raise self.values.fail(f"{self.what} has `{short(odd)}`, which is unknown there")

    def _missing(self, key: str) -> SpecError:
        return self.values.fail(f"{self.what} has no `{key}`")

    def _value(self, group: str, library: str) -> Value:
        """Return the value as the library reads it; None if there is none."""
        written = self.entry.get("value")
        if written is None:
            return None
        test = self.shelf.value_test(library, group, self.values.size)
        text = str(written).strip() if isinstance(written, (int, str)) and not isinstance(written, bool) else ""
        value: Value = int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text
        if text == "" or not test(value):
            help = f"`{library}` has {self.shelf.declaration(library, group).words()}"
            raise self.values.fail(f"the value of {self.what} cannot be {text_of(written)}", help)
        return value

    def _area(self, kind: str, cells: tuple[Point, ...]) -> str:
        """Add an area. Return its label."""
        form, declared = self.form, self.shelf.declaration(self.form.library, kind)
        fewest = self.shelf.least(form.library, kind)
        if len(cells) < fewest:
            raise self.values.fail(
                f"{self.what} has {len(cells)} cell{'s' * (len(cells) != 1)}; `{form.library}` needs at least {fewest}"
            )
        if len({*cells}) < len(cells) and not declared.is_true("path"):
            raise self.values.fail(f"{self.what} names a cell twice")
        for before, after in pairwise(cells):
            if declared.is_true("path") and max(abs(after[0] - before[0]), abs(after[1] - before[1])) != 2:
                raise self.values.fail(
                    f"{cell_name(after)} does not touch {cell_name(before)}, the cell before it in {self.what}"
                )
        if len({*cells}) < len(cells):
            raise self.values.fail(f"{self.what} passes through a cell twice, and lines of Gridwright do not")
        label = str(sum(map(len, self.found.areas.values())))
        self.found.areas.setdefault(kind, {})[label] = cells
        return label

    def _put(self, place: Place, value: Value) -> None:
        group = self.found.clues.setdefault(self.form.target, {})
        if group.get(place, value) != value:
            raise self.values.fail(f"{self.what} stands where another clue of `{self.form.target}` does")
        group[place] = value

    # shapes

    def _lines(self) -> None:
        self._take("lines", *(["value"] if self.form.value else []))
        paths = [
            self.values.path(line, self.what) for line in self.values.entries(self.entry.get("lines"), f"`lines` of {self.what}")
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
        label = self._area(self.form.target, self.values.path(self.entry["cells"], self.what))
        value = self._value(self.form.value, self.form.library) if self.form.value else None
        if value is not None:
            self.found.clues.setdefault(self.form.value, {})[label] = value

    def _arrows(self) -> None:
        self._take("cells", "lines")
        circles = self.values.path(self.entry.get("cells", []), self.what)
        lines = self.values.entries(self.entry.get("lines", []), f"`lines` of {self.what}")
        if not lines:
            self.found.draw("circle of an arrow")
            return
        if not circles:
            raise self._missing("cells")
        form = next((form for form in self.forms if bool(form.pills) == (len(circles) > 1)), None)
        if form is None:
            raise self.values.fail(f"the circle of {self.what} has {len(circles)} cells, which no library of Gridwright has")
        self.form = form
        if form.pills:
            taken = {cell for pill in self.found.areas.get(form.pills, {}).values() for cell in pill}
            if taken & {*circles}:
                raise self.values.fail(f"the circle of {self.what} overlaps another one")
            self._area(form.pills, circles)
            if [*circles] != sorted(circles):
                self.found.warnings.append(f"The digits in the circle of {self.what} are read in the order of the link.")
        for line in lines:
            path = self.values.path(line, self.what)
            if path[:1] and path[0] not in circles:
                raise self.values.fail(f"{self.what} begins in {cell_name(path[0])}, which is not in its circle")
            self._area(form.target, path)

    def _copies(self) -> None:
        self._take("cells", "cloneCells")
        one, other = (self.values.path(self.entry.get(key, []), self.what) for key in ("cells", "cloneCells"))
        moves = {(b[0] - a[0], b[1] - a[1]) for a, b in zip(one, other, strict=False)}
        if len(one) != len(other) or len(moves) != 1:
            raise self.values.fail(f"`cells` and `cloneCells` of {self.what} are not the same shape, cell by cell")
        letters = self.found.clues.setdefault(self.form.letter, {})
        labels = []
        for path in (one, other):
            key = (self.form.target, frozenset(path))
            if key not in self.found.copies:
                self.found.copies[key] = self._area(self.form.target, path)
            labels.append(self.found.copies[key])
        old = [letters[label] for label in labels if label in letters]
        letter = old[0] if old else str(len(self.found.copies))  # letters come when all groups are known
        for label in [label for label, sign in letters.items() if sign in old]:
            letters[label] = letter
        letters.update(dict.fromkeys(labels, letter))

    def _pair(self) -> None:
        self._take("cells", *([] if self.form.sign else ["value"]))
        cells = self.values.path(self.entry.get("cells", []), self.what)
        if len(cells) != 2 or abs(cells[0][0] - cells[1][0]) + abs(cells[0][1] - cells[1][1]) != 2:
            raise self.values.fail(f"{self.what} must have two cells with a common side")
        place = ((cells[0][0] + cells[1][0]) // 2, (cells[0][1] + cells[1][1]) // 2)
        value: Value = self.form.sign or self._value(self.form.target, self.form.library)
        if value is None:
            value = self.shelf.declaration(self.form.library, self.form.target).text("unknown")
            if not value:
                raise self._missing("value")
        self._put(place, value)

    def _cell(self) -> None:
        self._take("cell")
        self._put(self.values.cell(self.entry.get("cell"), self.what), self.form.sign)

    def _corner(self) -> None:
        self._take("cells", "values")
        cells = sorted({*self.values.path(self.entry.get("cells", []), self.what)})
        corner = (cells[0][0] + 1, cells[0][1] + 1) if cells else (0, 0)
        if cells != [(corner[0] + down, corner[1] + right) for down in (-1, 1) for right in (-1, 1)]:
            raise self.values.fail(f"{self.what} must have the four cells around a corner")
        written = self.values.entries(self.entry.get("values", []), f"`values` of {self.what}")
        values = tuple(self.values.whole(value, f"a value of {self.what}", 1, self.values.size) for value in written)
        if values:
            self._put(corner, values)
        else:
            self.found.draw(f"{self._word()} without values")

    def _outside(self) -> None:
        self._take("cell", "value")
        down, right = self.values.cell(self.entry.get("cell"), self.what, outside=True)
        far = 2 * self.values.size + 1
        sides: list[tuple[str, int]] = [("left", down)] * (right < 0) + [("right", down)] * (right >= far)
        sides += [("top", right)] * (down < 0) + [("bottom", right)] * (down >= far)
        if len(sides) != 1:
            raise self.values.fail(f"{self.what} must stand beside a row or column, not at {cell_name((down, right))}")
        value = self._value(self.form.target, self.form.library)
        if value is None:
            self.found.draw(f"{self._word()} without a value")
            return
        ((side, at),) = sides
        self._put((side, at // 2), value)

    def _diagonal(self) -> None:
        self._take("cell", "direction", "cells", "value")
        at = self.values.cell(self.entry.get("cell"), self.what, outside=True)
        direction = self.entry.get("direction")
        if not isinstance(direction, str) or direction not in WAYS:
            raise self.values.fail(f"`direction` of {self.what} must be UL, UR, DL or DR (got {text_of(direction)})")
        name, (down, right) = WAYS[direction]
        cells = [(at[0] + 2 * step * down, at[1] + 2 * step * right) for step in range(1, self.values.size + 2)]
        cells = [cell for cell in cells if all(0 < part < 2 * self.values.size for part in cell)]
        on_board = all(0 < part < 2 * self.values.size for part in at)
        written = self.values.path(self.entry.get("cells", []), self.what)
        if not cells or on_board or (written and [*written] != cells):
            raise self.values.fail(f"{self.what} does not point along a diagonal of the board")
        if "value" not in self.entry:
            self.found.draw(f"{self._word()} without a value")
            return
        total = self.values.whole(self.entry["value"], f"the value of {self.what}", -(10**6), 10**6)
        group = self.found.clues.setdefault(self.form.target, {})
        group[cells[0]] = (*group.get(cells[0], ()), (total, name))

    def _word(self) -> str:
        return f"`{self.form.name}`"
