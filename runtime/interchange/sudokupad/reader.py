"""Read what means something in a picture of SudokuPad: givens, regions, cages, flags, solution; all else is drawn only."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from gridwright.compiler.syntax.span import Span
from gridwright.compiler.values import Value

from ..f_puzzles.forms import BASE, LibraryIndex
from ..f_puzzles.reader import as_boxes, box_shape
from ..f_puzzles.values import CheckedValues, has_content, short, text_of
from ..puzzle import OwnLibrary, Place, Point, PrintedPuzzle, place_name

LAYER = "number"
CAGES = "killercage"  # what f-puzzles calls the cages of SudokuPad
MOST_ROWS = 31
MOST_DRAWN = 12  # kinds of drawings that a warning names
DRAWN = ("lines", "arrows", "underlays", "overlays")
CHECKS = ("rowcol", "region")  # types of hidden cages that say again that rows, columns and regions have no digit twice
PARTS = ("cells", "regions", "cages", "metadata", "global", "id", "cellSize", "settings", "videos", "duration", *DRAWN)
KNOWN = ("title", "author", "rules", "solution")
OLD = re.compile(r"(?s)\s*(title|author|rules|solution)\s*:\s*(.*)", re.IGNORECASE)
NO_SUDOKU = "norowcol"  # a flag: rows and columns may repeat digits


def read_picture(data: Mapping[str, object], span: Span, url: str = "", own: Sequence[OwnLibrary] = ()) -> PrintedPuzzle:
    """Return the puzzle. Raise `SpecError` for what is wrong, at `span`."""
    return _PictureReader(data, span, own).puzzle(url)


class _PictureReader:
    """Reads the JSON of one picture."""

    def __init__(self, data: Mapping[str, object], span: Span, own: Sequence[OwnLibrary]) -> None:
        self.data = data
        self.shelf = LibraryIndex(own)
        self.values = CheckedValues(span)
        self.uses: dict[str, dict[str, Value]] = {BASE: {}}
        self.areas: dict[str, dict[str, tuple[Point, ...]]] = {}
        self.clues: dict[str, dict[Place, Value]] = {}
        self.drawn: Counter[str] = Counter()
        self.warnings: list[str] = []
        self.words: dict[str, str] = {}
        self.size = 0

    def puzzle(self, url: str) -> PrintedPuzzle:
        """Return the puzzle, with the link that it came from."""
        givens = dict(self._givens())
        self._read_metadata()
        self._read_flags()
        self._read_regions()
        self._read_cages()
        for name in DRAWN:
            count = len(self.values.entries(self.data[name], f"`{name}`")) if has_content(self.data.get(name)) else 0
            self.drawn[name] += count
        self._count_others()
        drawn = [f"{words} ({count})" for words, count in self.drawn.items() if count]
        if drawn:
            text = f"SudokuPad draws this and knows no rule for it; it is not in this spec: {', '.join(drawn)}."
            self.warnings.insert(0, text)
        solution = self._solution()
        return PrintedPuzzle(
            height=self.size,
            width=self.size,
            uses=self.uses,
            areas=self.areas,
            clues=self.clues,
            givens={LAYER: givens} if givens else {},
            solution={LAYER: solution} if solution else {},
            title=" ".join(self.words.get("title", "").split()),
            author=" ".join(self.words.get("author", "").split()),
            url=url,
            rules=(self.words["rules"].strip(),) if self.words.get("rules", "").strip() else (),
            warnings=tuple(self.warnings),
        )

    def _givens(self) -> Iterator[tuple[Place, int]]:
        rows = self.values.entries(self.data.get("cells"), "`cells`")
        self.size = self.values.size = len(rows)
        if not 1 <= self.size <= MOST_ROWS:
            raise self.values.fail(f"the board has {self.size} rows; at most {MOST_ROWS} can be read")
        for number, row in enumerate(rows):
            cells = self.values.entries(row, f"row {number + 1} of `cells`")
            if len(cells) != self.size:
                message = f"row {number + 1} of the board has {len(cells)} cells, and there are {self.size} rows"
                raise self.values.fail(message, "only boards of sudoku can be read, and these are squares")
            for column, cell in enumerate(cells):
                place = (2 * number + 1, 2 * column + 1)
                entries = self.values.mapping(cell, place_name(place))
                value = entries.get("value")
                if entries.get("given") is False or value in (None, "", 0, "0"):
                    value = None
                marks = any(has_content(entries.get(key)) for key in ("pencilMarks", "centremarks", "cornermarks", "colors", "c"))
                self.drawn["cells with marks"] += marks
                if value is not None:
                    yield place, self.values.whole(value, f"the given at {place_name(place)}", 1, self.size)

    def _read_metadata(self) -> None:
        """Take title, author, rules and solution, from where they are today or from cages without cells."""
        metadata = self.data.get("metadata")
        metadata_fields = self.values.mapping(metadata, "`metadata`") if has_content(metadata) else {}
        for cage in self._entries("cages"):
            old = OLD.fullmatch(str(cage.get("value", ""))) if not has_content(cage.get("cells")) else None
            if old and len(old[2]) < 100_000:
                self.words[old[1].lower()] = old[2]
        for name in KNOWN:
            value = metadata_fields.get(name)
            if isinstance(value, list) and all(isinstance(line, str) for line in value):
                value = "\n".join(value)
            if isinstance(value, str) and value:
                self.words[name] = value
            elif has_content(value):
                raise self.values.fail(f"`{name}` of `metadata` must be a text (got {text_of(value)})")
        if metadata_fields.get(NO_SUDOKU) is True:
            raise self.values.fail(
                "this is no sudoku: rows and columns may repeat digits", "write its rules in a spec of your own"
            )

    def _read_flags(self) -> None:
        """Use the library of each flag; refuse rules of the whole board that no library has."""
        metadata = self.data.get("metadata")
        flags = [name for name, value in metadata.items() if value is True] if isinstance(metadata, dict) else []
        known = [name for name in flags if any(name in reader.flags for reader in self.shelf.variants_of(name))]
        listed = self.data.get("global")
        if isinstance(listed, dict):
            listed = [name for name, value in listed.items() if has_content(value)]
        for name in self.values.entries(listed, "`global`") if has_content(listed) else ():
            if not isinstance(name, str) or not any(name in reader.flags for reader in self.shelf.variants_of(name)):
                raise self.values.fail(f"this puzzle has the rule {text_of(name)}, which no library of Gridwright has")
            known.append(name)
        for name in known:
            variant = next(reader for reader in self.shelf.variants_of(name) if name in reader.flags)
            parameters = {parameter: flag in known for flag, parameter in variant.flags.items() if parameter}
            self.uses[variant.library] = {parameter: False for parameter, is_set in parameters.items() if not is_set}

    def _read_regions(self) -> None:
        regions = [self._cells(region, f"region {number}") for number, region in enumerate(self._list("regions"), 1)]
        regions = [region for region in regions if region]
        if not regions:
            self.uses[BASE] = {"box_height": 1}  # a row is a box
            self.warnings.append("The picture has no regions, so the spec has only rows and columns.")
            return
        covered = Counter(cell for region in regions for cell in region)
        twice = next((cell for cell, count in covered.items() if count > 1), None)
        if twice is not None or len(covered) != self.size**2 or any(len(region) != self.size for region in regions):
            where = f"; {place_name(twice)} lies in two" if twice is not None else ""
            message = f"the {len(regions)} regions of the picture are not {self.size} regions of {self.size} cells{where}"
            raise self.values.fail(message, "only boards of sudoku can be read")
        shape = as_boxes(regions, self.size)
        if shape is None:
            self.areas["regions"] = {f"region{at}": tuple(region) for at, region in enumerate(regions)}
        elif shape != box_shape(self.size):
            self.uses[BASE] = {"box_height": shape[0]}

    def _read_cages(self) -> None:
        """Read cages with numbers, and those without repeated digits, as those of killer sudoku."""
        variant = next(reader for reader in self.shelf.variants_of(CAGES) if reader.form(CAGES))
        form = variant.form(CAGES)
        assert form
        areas: dict[str, tuple[Point, ...]] = {}
        sums: dict[Place, Value] = {}
        for number, cage in enumerate(self._entries("cages"), 1):
            cells = self._cells(cage.get("cells", []), f"cage {number}")
            value = cage.get("sum") if has_content(cage.get("sum")) else cage.get("value")
            text = str(value).strip() if isinstance(value, (int, str)) and not isinstance(value, bool) else ""
            is_number = bool(re.fullmatch(r"[0-9]{1,6}", text))
            is_killer = is_number or (cage.get("unique") is True and not text)
            if not cells or (cage.get("hidden") is True and cage.get("type") in CHECKS):
                continue
            if not is_killer or cage.get("hidden") is True or cage.get("unique") is False or len({*cells}) < len(cells):
                if len(self.drawn) > MOST_DRAWN:
                    text = "..."
                self.drawn[f"cages with the text `{short(text)}`" if text else "cages without a number"] += 1
                continue
            label = f"cage{number}"
            areas[label] = cells
            if is_number:
                sums[label] = int(text)
        if areas:
            self.uses[variant.library] = {}
            self.areas[form.target] = areas
            words = self.shelf.declaration(variant.library, form.target).text("says")
            self.warnings.append(f"Cages are read as {words}, with the sums that they print; the picture does not say so itself.")
        if sums:
            self.clues[form.value] = sums

    def _solution(self) -> dict[Place, Value]:
        signs = re.sub(r"\s", "", self.words.get("solution", ""))
        if not signs:
            return {}
        if len(signs) != self.size**2:
            raise self.values.fail(f"`solution` has {len(signs)} characters; the board has {self.size**2} cells")
        if not re.fullmatch("[1-9A-Va-v]*", signs):
            self.warnings.append("The solution in the link is not complete, so it is left out.")
            return {}
        values: dict[Place, Value] = {}
        for at, sign in enumerate(signs):
            place = (2 * (at // self.size) + 1, 2 * (at % self.size) + 1)
            values[place] = self.values.whole(int(sign, 36), f"the solution at {place_name(place)}", 1, self.size)
        return values

    def _count_others(self) -> None:
        """Count parts that nothing here knows."""
        others = [name for name, value in self.data.items() if name not in PARTS and has_content(value)]
        self.drawn.update(f"part `{short(name)}`" for name in others[:5])
        self.drawn["other parts"] += len(others[5:])

    def _list(self, name: str) -> Sequence[object]:
        value = self.data.get(name)
        return self.values.entries(value, f"`{name}`") if has_content(value) else ()

    def _entries(self, name: str) -> Iterator[dict[str, object]]:
        for number, item in enumerate(self._list(name), 1):
            yield self.values.mapping(item, f"item {number} of `{name}`")

    def _cells(self, value: object, what: str) -> tuple[Point, ...]:
        """Return cells from their rows and columns, counted from 0."""
        points = []
        for cell in self.values.entries(value, f"the cells of {what}"):
            pair = self.values.entries(cell, f"a cell of {what}")
            if len(pair) != 2:
                raise self.values.fail(f"a cell of {what} must be a row and a column")
            row, column = (self.values.whole(part, f"a row or column of {what}", 0, self.size - 1) for part in pair)
            points.append((2 * row + 1, 2 * column + 1))
        return tuple(points)
