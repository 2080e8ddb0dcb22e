"""Codecs of one game each: signs between numbers, cages, rails, magnets, dominoes, lines of sight."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from ..puzzle import Outside, Place, Point, is_point, place_name
from ..pzpr.board import PzprBoard
from ..pzpr.scanner import Scanner
from .codecs import ALPHABET, expect, gap_letters, is_digit, number_at, run_letters
from .content import CannotHold, Content, IdCodec

STEPS = {"R": (0, 2), "U": (-2, 0), "L": (0, -2), "D": (2, 0)}  # to the next cell, in the order of the bits of a rail
POINTS_TO = {"R": ">", "U": "^", "L": "<", "D": "v"}  # the sign on the link if this cell has the larger number
CLUE_OF_CAGE = {"a": "sum", "m": "product", "s": "difference", "d": "quotient"}
OUTSIDE = {"R": "right", "U": "top", "L": "left", "D": "bottom"}
# For each sign of a cell with rails, the four bits of a digit of base 16: whether there are rails to each side. There are two.
RAILS = {f"{bits:X}": tuple(bool(bits >> bit & 1) for bit in range(len(STEPS))) for bits in range(16) if bits.bit_count() == 2}
MOST_REPEATS = 10_000


class Unequal(IdCodec):
    """Unequal: for each cell its number, 0 for none, and to which sides it is larger; then a comma."""

    held = ("=number", "sign")

    def read(self, scanner: Scanner, content: Content) -> None:
        """Read numbers and letters of sides."""
        inside = {*content.cells}
        for place in content.cells:
            assert is_point(place)
            value = number_at(scanner, "a number for each cell")
            if value:
                content.put("=number", place, value)
            while scanner.sign in STEPS:
                side = scanner.sign
                down, right = STEPS[side]
                if (place[0] + down, place[1] + right) not in inside:
                    raise scanner.wrong("there is no cell on that side")
                content.put("sign", (place[0] + down // 2, place[1] + right // 2), POINTS_TO[side])
                scanner.at += 1
            expect(scanner, ",")

    def write(self, content: Content) -> str:
        """Write numbers and letters of sides."""
        return "".join(f"{content.at('=number', place) or 0}{''.join(self._sides(content, place))}," for place in content.cells)

    def _sides(self, content: Content, place: Place) -> Iterator[str]:
        assert is_point(place)
        for side in "URDL":
            down, right = STEPS[side]
            if content.at("sign", (place[0] + down // 2, place[1] + right // 2)) == POINTS_TO[side]:
                yield side


class Cages(IdCodec):
    """Keen: the walls between cages, the upright ones first, as gaps between them; then what each cage has as a result."""

    held = ("cages", *CLUE_OF_CAGE.values())

    def read(self, scanner: Scanner, content: Content) -> None:
        """Read walls and results."""
        walls = frozenset(self._walls(scanner, [*self._links(content)]))
        expect(scanner, ",")
        cages = PzprBoard(content.height, content.width).components(walls, frozenset())
        content.areas["cages"] = {f"c{number}": cage for number, cage in enumerate(cages, 1)}
        for label in content.areas["cages"]:
            letter = scanner.take("a letter for each cage")
            if letter not in CLUE_OF_CAGE:
                scanner.at -= 1
                raise scanner.wrong(f"`{letter}` is no operation; they are a, m, s and d")
            content.put(CLUE_OF_CAGE[letter], label, number_at(scanner, "a number for each cage"))

    def _walls(self, scanner: Scanner, links: list[Point]) -> Iterator[Point]:
        at = 0
        while not scanner.is_done and scanner.sign != ",":
            letter = scanner.sign
            if letter not in "_" + ALPHABET:
                raise scanner.wrong(f"`{letter}` means nothing here")
            scanner.at += 1
            times = min(number_at(scanner, "a number"), MOST_REPEATS) if is_digit(scanner.sign) else 1
            for _ in range(times):
                at += 25 if letter == "z" else ("_" + ALPHABET).index(letter) + 1
                if at > len(links) + 1:
                    raise scanner.wrong("there is more than the board has places for")
                if letter != "z" and at <= len(links):
                    yield links[at - 1]
        if at != len(links) + 1:
            raise scanner.wrong(f"this is about {max(0, at - 1)} places between cells; the board has {len(links)}")

    def _links(self, content: Content) -> Iterator[Point]:
        """Yield the borders between two cells: row by row between neighbours in a row, then column by column."""
        for row in range(content.height):
            yield from ((2 * row + 1, 2 * column) for column in range(1, content.width))
        for column in range(content.width):
            yield from ((2 * row, 2 * column + 1) for row in range(1, content.height))

    def write(self, content: Content) -> str:
        """Write walls and results."""
        label_of = {cell: label for label, area in content.areas.get("cages", {}).items() for cell in area}
        missing = next((place for place in content.cells if place not in label_of), None)
        if missing is not None:
            raise CannotHold(f"{place_name(missing)} outside all cages")
        walls = PzprBoard(content.height, content.width).walls(content.areas["cages"])
        text, gap = "", 0
        for link in [*self._links(content), None]:
            if link is not None and link not in walls:
                gap += 1
                continue
            text, gap = text + gap_letters(gap, "_" + ALPHABET[:25]), 0
        runs = (letter + ("" if count == 1 else letter if count == 2 else str(count)) for letter, count in _runs(text))
        return "".join(runs) + "," + "".join(self._results(content, label_of))

    def _results(self, content: Content, label_of: dict[Point, str]) -> Iterator[str]:
        for label in dict.fromkeys(label_of[place] for place in content.cells if is_point(place)):
            values = [(letter, content.at(name, label)) for letter, name in CLUE_OF_CAGE.items()]
            printed = [f"{letter}{value}" for letter, value in values if value is not None]
            if len(printed) != 1:
                raise CannotHold(f"the cage {label} with {len(printed)} results")
            yield printed[0]


def _runs(text: str) -> Iterator[tuple[str, int]]:
    for letter, alike in itertools.groupby(text):
        yield letter, len([*alike])


class Rails(IdCodec):
    """Train Tracks: cells with rails as a bit for each side, then numbers, with `S` where the railway leaves the board."""

    held = ("=rail", "number", "end")

    def read(self, scanner: Scanner, content: Content) -> None:
        """Read rails and numbers."""
        leaving = self._read_rails(scanner, content)
        for side, opposite, end in (("top", "bottom", "B"), ("left", "left", "A")):
            for number, place in enumerate(content.side(side)):
                expect(scanner, ",")
                if scanner.sign == "S":
                    scanner.at += 1
                    content.put("end", (opposite, number), end)
                content.put("number", place, number_at(scanner, "a number for each line"))
        for outside, written in leaving.items():
            if content.at("end", outside) is None:
                scanner.at = written
                raise scanner.wrong("rails leave the board where the railway does not end")

    def _read_rails(self, scanner: Scanner, content: Content) -> dict[Outside, int]:
        """Read the cells. Return where rails leave the board, each with the place in the text that says so."""
        cells, at = content.cells, 0
        leaving: dict[Outside, int] = {}
        while not scanner.is_done and scanner.sign != ",":
            sign = scanner.sign
            if sign in ALPHABET:
                at += ALPHABET.index(sign) + 1
            elif sign in RAILS and at < len(cells):
                place = cells[at]
                assert is_point(place)
                leaving |= dict.fromkeys(self._put_rails(scanner, content, place), scanner.at)
                at += 1
            else:
                raise scanner.wrong(f"`{sign}` means nothing here")
            scanner.at += 1
        if at != len(cells):
            raise scanner.wrong(f"this is about {at} places; the board has {len(cells)}")
        return leaving

    def _put_rails(self, scanner: Scanner, content: Content, place: Point) -> Iterator[Outside]:
        """Print the rails of a cell. Yield the places outside to which they lead."""
        for (side, (down, right)), is_rail in zip(STEPS.items(), RAILS[scanner.sign], strict=True):
            link = (place[0] + down // 2, place[1] + right // 2)
            if not (0 < link[0] < 2 * content.height and 0 < link[1] < 2 * content.width):
                if is_rail:
                    yield OUTSIDE[side], (place[0] if side in "LR" else place[1]) // 2
            elif content.at("=rail", link) in (None, is_rail):
                content.put("=rail", link, is_rail)
            else:
                raise scanner.wrong(f"the rails of {place_name(place)} do not fit those of a cell beside it")

    def write(self, content: Content) -> str:
        """Write rails and numbers."""
        text, run = "", 0
        ends = content.clues.get("end", {})
        for place in content.cells:
            assert is_point(place)
            around = [content.at("=rail", (place[0] + down // 2, place[1] + right // 2)) for down, right in STEPS.values()]
            bits = sum(1 << bit for bit, value in enumerate(around) if value is True)
            if place[1] == 1 and ("left", place[0] // 2) in ends and bits:
                bits |= 4
            if place[0] == 2 * content.height - 1 and ("bottom", place[1] // 2) in ends and bits:
                bits |= 8
            if bits.bit_count() != 2:
                run += 1
                continue
            text, run = text + run_letters(run) + f"{bits:X}", 0
        text += run_letters(run)
        for side, opposite in (("top", "bottom"), ("left", "left")):
            for number, place in enumerate(content.side(side)):
                value = content.at("number", place)
                if value is None:
                    raise CannotHold("a row or column without a number")
                text += f",{'S' if (opposite, number) in ends else ''}{value}"
        strange = next((place for place in ends if place[0] not in ("left", "bottom")), None)
        if strange is not None:
            raise CannotHold(f"an end of the railway at {place_name(strange)}")
        return text


class Dominoes(IdCodec):
    """Magnets: which half of a domino each cell is; `*` is a cell that is none."""

    held = ("dominoes",)

    def read(self, scanner: Scanner, content: Content) -> None:
        """Read the dominoes."""
        signs = {place: scanner.take("a letter for each cell") for place in content.cells}
        dominoes = content.areas["dominoes"] = {}
        for place, sign in signs.items():
            assert is_point(place)
            if sign not in "LRTB*":
                raise scanner.wrong(f"`{sign}` is no half of a domino")
            other = {"L": (place[0], place[1] + 2), "T": (place[0] + 2, place[1])}.get(sign)
            if other is not None:
                if signs.get(other) != ("R" if sign == "L" else "B"):
                    raise scanner.wrong(f"the domino at {place_name(place)} has no other half")
                dominoes[f"d{len(dominoes) + 1}"] = (place, other)
        if 2 * len(dominoes) != sum(sign != "*" for sign in signs.values()):
            raise scanner.wrong("a half of a domino has no other half")

    def write(self, content: Content) -> str:
        """Write the dominoes."""
        signs: dict[Place, str] = {}
        for label, area in content.areas.get("dominoes", {}).items():
            first, second = min(area), max(area)
            if len(area) != 2 or second not in ((first[0], first[1] + 2), (first[0] + 2, first[1])):
                raise CannotHold(f"the domino {label} that is not two cells side by side")
            signs |= {first: "L", second: "R"} if first[0] == second[0] else {first: "T", second: "B"}
        return "".join(signs.get(place, "*") for place in content.cells)


class Halves(IdCodec):
    """Dominosa: a number for each cell, in brackets if it has several digits."""

    held = ("number",)

    def read(self, scanner: Scanner, content: Content) -> None:
        """Read the numbers."""
        for place in content.cells:
            if scanner.sign == "[":
                scanner.at += 1
                content.put("number", place, number_at(scanner, "a number"))
                expect(scanner, "]")
            else:
                content.put("number", place, scanner.number(1, 10, "a number for each cell"))

    def write(self, content: Content) -> str:
        """Write the numbers."""
        values = [content.at("number", place) for place in content.cells]
        if None in values:
            raise CannotHold("a cell without a number")
        return "".join(f"[{value}]" if isinstance(value, int) and value > 9 else str(value) for value in values)


class Monsters(IdCodec):
    """Undead: how many monsters of each kind there are."""

    kinds = ("ghosts", "vampires", "zombies")

    def read(self, scanner: Scanner, content: Content) -> None:
        """Read three numbers."""
        for kind in self.kinds:
            content.parameters[kind] = number_at(scanner, f"the number of {kind}")
            expect(scanner, ",")

    def write(self, content: Content) -> str:
        """Write three numbers."""
        values = [content.parameters.get(kind) for kind in self.kinds]
        if not all(isinstance(value, int) for value in values):
            raise CannotHold("a number of monsters that is not given")
        return "".join(f"{value}," for value in values)
