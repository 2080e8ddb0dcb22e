"""Ways of drawing: where each puts its items, worked out by hand; that nothing collides; that the words are described."""

from __future__ import annotations

import itertools
import os
import random
import re
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest
from gridwright.compiler.language.look import AREAS, Glyph, Look
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load, load_text
from gridwright.compiler.loader.display import GLYPHS, glyph_of, read_display, words_for
from gridwright.compiler.plugins import names, scan
from gridwright.compiler.syntax import yaml_nodes
from gridwright.compiler.syntax.diagnostics import Collector, SpecError
from gridwright.compiler.syntax.yaml_nodes import Mapping
from gridwright.runtime.cli.app import run
from gridwright.runtime.output.pictures.board_picture import draw_grid
from gridwright.runtime.output.pictures.boxes import Box, Taken, do_overlap, extent
from gridwright.runtime.output.pictures.marks import Marks
from gridwright.runtime.output.pictures.options import COLOURS
from gridwright.runtime.output.pictures.picture import picture
from gridwright.runtime.output.pictures.scene import Disc, Item, Label, Stroke, Surface
from gridwright.runtime.output.pictures.styles import STYLES
from gridwright.runtime.output.pictures.svg import svg
from gridwright.runtime.output.pictures.words_reference import words_as_markdown
from pictured_specs import PICTURES

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "pictures.md"
START = "gridwright: 1\ngrid: 3x4\nlayers: {digit: {values: 1..12}}\nrules: [any(digit == 1)]\n"
SYMBOLS = [word for word in names(GLYPHS) if (way := glyph_of(word)) and way.symbol]


def drawn(rest: str, known: Sequence[object] = (), *, start: str = START) -> list[Item]:
    """The items of a board of 3 rows and 4 columns whose top left corner is (0, 0), a cell being 40 units wide."""
    return of(load_text(start + rest), known)


def of(spec: Spec, known: Sequence[object] = ()) -> list[Item]:
    """The items of the first board of a spec, with values for its first layer."""
    grid = spec.grids[0]
    values = {("", grid.layers[0].name): known} if known else {}
    return list(draw_grid(spec, grid, values, Marks(), named=False).items)


def styled(items: Sequence[Item], *styles: str) -> list[Item]:
    """The items in some styles."""
    return [item for item in items if item.style in styles]


def texts(items: Sequence[Item]) -> dict[str, tuple[float, float]]:
    """Where each text stands."""
    return {item.text: item.at for item in items if isinstance(item, Label)}


# areas


def test_line() -> None:
    """A line runs through the centres of its cells in their order, with the dashes of its colour; thin and thick are wider."""
    items = drawn("areas: {w: [[r1c1, r2c2, r2c3]], v: [[r3c4, r3c2]]}\ndisplay: {w: line purple, v: line thick}\n")
    way = ((20, 20), (60, 60), (100, 60))
    assert styled(items, "line-purple", "core-purple") == [Stroke("line-purple", way), Stroke("core-purple", way)]
    assert styled(items, "line-grey-thick") == [Stroke("line-grey-thick", ((140, 100), (60, 100)))]
    widths = [float(STYLES[f"line-grey{weight}"]["stroke-width"]) for weight in ("-thin", "", "-thick")]
    assert widths == sorted(set(widths))


def test_each_colour_has_a_pattern() -> None:
    """Lines of two colours differ in black and white: in their dashes."""
    dashes = [colour.core for name, colour in COLOURS.items() if name not in ("grey", "white")]
    assert all(dashes)
    assert len(set(dashes)) == len(dashes)


def test_line_across_the_seam() -> None:
    """On a board that wraps around, a line leaves at one edge and comes in at the other."""
    start = START.replace("grid: 3x4", "grid: {size: 3x4, wrap: rows}")
    items = drawn("areas: {w: [[r1c4, r1c1]]}\ndisplay: {w: line}\n", start=start)
    assert [item.points for item in styled(items, "line-grey")] == [((140, 20), (160, 20)), ((0, 20), (20, 20))]


def test_thermometer() -> None:
    """The bulb lies on the first cell, the tube runs through all of them; one cell is a bulb alone."""
    items = drawn("areas: {t: [[r3c1, r2c1, r1c2], [r3c4]]}\ndisplay: {t: thermo}\n")
    bulbs = styled(items, "bulb")
    assert [item.centre for item in bulbs] == [(20, 100), (140, 100)]
    assert all(10 < item.radius < 20 for item in bulbs)
    assert styled(items, "tube")[0] == Stroke("tube", ((20, 100), (20, 60), (60, 20)))
    assert styled(drawn("areas: {t: [[r3c1, r2c1]]}\ndisplay: {t: thermo red}\n"), "end-red")[0].centre == (20, 100)


def test_arrow() -> None:
    """The circle lies on the first cell; the shaft ends a little beyond the centre of the last one, with a head there."""
    items = drawn("areas: {a: [[r2c2, r2c3, r2c4]]}\ndisplay: {a: arrow}\n")
    (ring,) = styled(items, "ring")
    shaft, head = styled(items, "shaft")
    assert (ring.centre, shaft.points) == ((60, 60), ((60, 60), (100, 60), (146, 60)))
    assert head.points[1] == (146, 60)
    assert head.points[0][0] == pytest.approx(head.points[2][0]) == pytest.approx(146 - 8 * 0.809, abs=0.01)


def test_pill() -> None:
    """The first cells of an arrow are a pill; the shaft begins at the last of these."""
    items = drawn("areas: {a: [[r2c1, r2c2, r1c3]]}\ndisplay: {a: arrow 2}\n")
    assert styled(items, "pill") == [Stroke("pill", ((20, 60), (60, 60)))]
    assert styled(items, "shaft")[0].points[0] == (60, 60)
    assert not styled(items, "ring")


def test_between() -> None:
    """A circle lies on both ends of the line."""
    items = drawn("areas: {b: [[r1c1, r1c2, r2c3]]}\ndisplay: {b: between blue}\n")
    assert [item.centre for item in styled(items, "ring")] == [(20, 20), (100, 60)]
    assert styled(items, "line-blue") == [Stroke("line-blue", ((20, 20), (60, 20), (100, 60)))]


def test_ends_of_a_line_that_are_diamonds() -> None:
    """Diamonds take the place of the circles."""
    items = drawn("areas: {b: [[r1c1, r1c2]]}\ndisplay: {b: between diamonds}\n")
    assert [extent(item) for item in styled(items, "ring")] == [
        pytest.approx((1.6, 1.6, 38.4, 38.4)),
        pytest.approx((41.6, 1.6, 78.4, 38.4)),
    ]


def test_pill_with_arrows_of_its_own() -> None:
    """A pill is a kind of areas, and `arrow 0` begins in it without a circle."""
    items = drawn("areas: {a: [[r2c2, r1c3]], p: [[r2c1, r2c2]]}\ndisplay: {p: pill, a: arrow 0}\n")
    assert styled(items, "pill") == [Stroke("pill", ((20, 60), (60, 60)))]
    assert styled(items, "shaft")[0].points[0] == (60, 60)
    assert not styled(items, "ring")
    drawn_styles = [item.style for item in items]
    assert drawn_styles.index("shaft") < drawn_styles.index("pill")


def test_areas_of_a_definition() -> None:
    """A list of areas that the board fixes is drawn as areas are; a definition of anything else is not."""
    items = drawn("define: {first: '[rows[0], columns[1]]', five: 5}\ndisplay: {first: line green, five: shade}\n")
    across, down = ((20, 20), (60, 20), (100, 20), (140, 20)), ((60, 20), (60, 60), (60, 100))
    assert styled(items, "line-green") == [Stroke("line-green", across), Stroke("line-green", down)]


def test_diagonals_and_windows_of_a_sudoku_are_drawn() -> None:
    """What only a rule says of such a sudoku is on its picture."""
    start = "gridwright: 1\ngrid: 9x9\nuse: [sudoku, {name}]\n"
    assert len(styled(drawn("", start=start.replace("{name}", "diagonal")), "line-grey-thin")) == 2
    assert len(styled(drawn("", start=start.replace("{name}", "{diagonal: {falling: false}}")), "line-grey-thin")) == 1
    assert len(styled(drawn("", start=start.replace("{name}", "windoku")), "tint")) == 36


def test_sums_of_diagonals_from_cells() -> None:
    """A number with a diagonal direction stands outside the board, on the other side of its cell, with an arrow through it."""
    clues = (
        "clues: {t: {r2c1: [[7, down_right], [9, up_right]], r1c3: [12, down_left], r2c2: [5, up_left]}}\ndisplay: {t: outside}\n"
    )
    items = drawn(clues)
    places = texts(items)
    assert places["7"][0] < 0 < places["7"][1] < 40
    assert places["9"][0] < 0
    assert 80 < places["9"][1] < 120
    assert places["12"][0] > 120
    assert places["12"][1] < 0
    assert len(styled(items, "pointer")) == 6
    (inner,) = [place for text, place in places.items() if text.startswith("5")]
    assert 40 < inner[0] < 80


def test_other_kinds_of_areas() -> None:
    """Areas are filled, outlined and marked; lines make no regions of a board."""
    items = drawn("areas: {s: [[r1c1]], o: [[r2c2]], d: [[r3c3]]}\ndisplay: {s: shade green, o: outline red, d: diamond}\n")
    assert styled(items, "tint-green") == [Surface("tint-green", ((0, 0), (40, 0), (40, 40), (0, 40)))]
    assert styled(items, "stroke-red") == [Stroke("stroke-red", ((43, 43), (77, 43), (77, 77), (43, 77)), closed=True)]
    assert extent(styled(items, "mark")[0]) == pytest.approx((81.6, 81.6, 118.4, 118.4))
    (rim,) = [item for item in styled(items, "thick") if item.points == ((0, 0), (160, 0))]
    assert len(styled(items, "thick")) == 4, rim


def test_minimum_and_maximum() -> None:
    """The wedges of a minimum point to the centre of the cell, those of a maximum away from it."""
    items = drawn("areas: {low: [[r1c1]], high: [[r1c3]]}\ndisplay: {low: minimum, high: maximum}\n")
    wedges = styled(items, "mark-line")
    assert len(wedges) == 8
    up_low, up_high = wedges[0].points, wedges[4].points
    assert up_low[1][1] > up_low[0][1]  # the tip of the upper wedge is below its ends
    assert up_high[1][1] < up_high[0][1]


def test_sum_of_a_diagonal() -> None:
    """The clue of an area stands before its first cell, and the arrow points along the cells and ends before the board."""
    items = drawn("areas: {d: {a: [r1c2, r2c3, r3c4]}}\nclues: {t: {a: 17}}\ndisplay: {d: none, t: outside}\n")
    shaft, head = styled(items, "pointer")
    (x, y), (to_x, to_y) = shaft.points
    assert to_x - x == pytest.approx(to_y - y)
    assert to_x - x > 0 > to_y
    assert (60 - to_x) == pytest.approx(20 - to_y)  # in line with the centre of the first cell
    at = texts(items)["17"]
    assert at == pytest.approx((60 - 44, 20 - 44))
    assert head.points[1] == (to_x, to_y)


@pytest.mark.parametrize(
    ("side", "value", "column", "inside"),
    [
        ("top", "[., [5, down_right], ., .]", 1, (80, 0)),
        ("top", "[., [5, down_left], ., .]", 1, (40, 0)),
        ("bottom", "[., [5, up_right], ., .]", 1, (80, 120)),
        ("left", "[., [5, down_right], .]", 1, (0, 80)),
        ("left", "[., [5, up_right], .]", 1, (0, 40)),
        ("right", "[., [5, up_left], .]", 1, (160, 40)),
    ],
)
def test_arrow_of_a_clue_outside(side: str, value: str, column: int, inside: tuple[float, float]) -> None:
    """A diagonal direction is an arrow whose line meets the rim where the diagonal begins; the number stands outside of it."""
    items = drawn(f"clues: {{t: {{{side}: {value}}}}}\n")
    shaft, _ = styled(items, "pointer")
    (x, y), (to_x, to_y) = shaft.points
    assert abs(to_x - x) == pytest.approx(abs(to_y - y))
    share = (inside[0] - x) / (to_x - x)
    assert (y + share * (to_y - y)) == pytest.approx(inside[1])
    assert share > 1  # it ends before the rim
    assert "5" in texts(items)
    assert not any(do_overlap(extent(item), (0, 0, 160, 120)) for item in (shaft, *(i for i in items if isinstance(i, Label))))


# clues


def test_number_with_arrow() -> None:
    """The arrow of a number lies above it if it is level, beside it if it is upright; alone it lies in the middle."""
    start = START.replace("digit: {values: 1..12}", "s: {values: bool}").replace("digit == 1", "s")
    items = drawn("clues: {t: {r1c1: [2, right], r1c2: [3, down], r1c3: [left]}}\n", start=start)
    level, upright, alone = [item.points for item in styled(items, "pointer") if len(item.points) == 2]
    at = texts(items)
    assert level[0][1] == level[1][1] < at["2"][1]
    assert level[0][0] < level[1][0]
    assert upright[0][0] == upright[1][0] > at["3"][0]
    assert upright[0][1] < upright[1][1]
    assert alone[0][1] == alone[1][1] == 20
    assert alone[1][0] < alone[0][0]


def test_arrow_behind_a_digit() -> None:
    """A direction alone is a broad arrow that fills its cell, below the digit; without digits, a thin one in ink."""
    clues = "clues: {way: {r2c2: up, r2c3: left}}\ndisplay: {way: arrow}\n"
    items = drawn(clues)
    up, left = (item.points for item in styled(items, "mark"))
    assert (up[3], left[3]) == ((60, pytest.approx(60 - 0.43 * 40)), (pytest.approx(100 - 0.43 * 40), 60))
    assert all(40 < x < 80 and 40 < y < 80 for x, y in up)
    assert not styled(items, "pointer")
    assert styled(drawn(clues.replace("arrow", "arrow right")), "mark")[0].points[3][0] > 60
    alone = drawn(clues, start=START.replace("{values: 1..12}", "{values: bool}").replace("digit == 1", "digit"))
    assert not styled(alone, "mark")


def test_lists_in_cells() -> None:
    """Two numbers stand in opposite corners, three and four around the middle, each in its quarter of the cell."""
    start = START.replace("digit: {values: 1..12}", "s: {values: bool}").replace("digit == 1", "s")
    items = drawn("clues: {t: {r1c1: [1, 2], r1c2: [3, 4, 5], r1c3: [6, 7, 8, 9]}}\n", start=start)
    at = texts(items)
    assert at["1"][0] < 20 < at["2"][0]
    assert at["1"][1] < 20 < at["2"][1]
    assert at["3"][0] < 60 < at["4"][0]
    assert at["3"][1] == at["4"][1] < 20 < at["5"][1]
    assert (at["6"][0], at["7"][1], at["8"][0], at["9"][1]) == (100, 20, 100, 20)
    assert at["6"][1] < 20 < at["8"][1]
    assert at["9"][0] < 100 < at["7"][0]


def test_compass() -> None:
    """Numbers stand on the sides from the top clockwise; what is left out is not written, and a mapping names the sides."""
    start = START.replace("digit: {values: 1..12}", "s: {values: bool}").replace("digit == 1", "s")
    items = drawn("clues: {t: {r1c1: [1, 2, ., 4], r2c2: {down: 5}}}\ndisplay: {t: compass}\n", start=start)
    at = texts(items)
    assert set(at) == {"1", "2", "4", "5"}
    assert (at["1"][0], at["5"][0]) == (20, 60)
    assert at["1"][1] < 20 < at["2"][0]
    assert at["4"][0] < 20
    assert at["5"][1] > 60


def test_quadruple() -> None:
    """The digits of a list stand in rows of two in a circle at the corner; all of them within the circle, none on another."""
    items = drawn("clues: {q: {r1c1-r2c2: [1, 2, 3, 4]}}\n")
    (circle,) = styled(items, "dot-white")
    labels = styled(items, "digit")
    assert circle.centre == (40, 40)
    assert [item.text for item in labels] == ["1", "2", "3", "4"]
    assert [(item.at[0] > 40, item.at[1] > 40) for item in labels] == [(False, False), (True, False), (False, True), (True, True)]
    assert all(item.size >= 9 for item in labels)
    for item in labels:
        for x, y in itertools.product(extent(item)[::2], extent(item)[1::2]):
            assert (x - 40) ** 2 + (y - 40) ** 2 <= circle.radius**2
    assert not any(do_overlap(extent(a), extent(b)) for a, b in itertools.combinations(labels, 2))


def test_dots_and_bars() -> None:
    """Dots lie on the side between two cells, in the colour of their value or of `display`; bars lie along that side."""
    items = drawn(
        "clues: {k: {r1c1-r1c2: black, r1c1-r2c1: white}, n: {r2c2-r2c3: 3}, b: {r3c1-r3c2: 1}, x: {r1c3-r1c4: X}}\n"
        "display: {k: dot, n: dot black, b: bar, x: middle}\n"
    )
    assert [item.centre for item in styled(items, "dot-black")] == [(40, 20), (80, 60)]
    assert [item.centre for item in styled(items, "dot-white")] == [(20, 40)]
    assert styled(items, "digit-on-dark")[0].at == (80, 60)
    assert styled(items, "bar")[0].points == ((40, 88), (40, 112))
    assert texts(items)["X"] == (120, 20)


def test_symbols_of_clues() -> None:
    """A mapping draws each value as its symbol; a colour in the value colours it; a direction in it is an arrow."""
    items = drawn(
        "clues: {p: {r1c1: a, r1c2: 7}, c: {r2c1: [black, 5], r2c2: [white, 3, up]}}\ndisplay: {p: {a: star}, c: square}\n",
        start=START.replace("digit: {values: 1..12}", "s: {values: bool}").replace("digit == 1", "s"),
    )
    assert extent(styled(items, "ink")[0])[0] > 0
    assert [extent(item) for item in styled(items, "filled-black")] == [pytest.approx((4.4, 44.4, 35.6, 75.6))]
    assert len(styled(items, "pointer")) == 2
    assert set(texts(items)) == {"7", "5", "3"}
    assert {item.style for item in items if isinstance(item, Label) and item.text == "5"} == {"clue-on-dark"}


def test_texts_on_black_symbols() -> None:
    """A number on a black circle or square of another group of clues is light, in the middle and in a corner."""
    groups = "clues: {circle: {r1c1: b, r1c2: w}, number: {r1c1: 5, r1c2: 6, r1c3: 7}}\n"
    for display in ("", "display: {circle: square}\n", "display: {number: corner}\n", "display: {circle: circle}\n"):
        items = drawn(groups + display)
        assert [item.text for item in styled(items, "clue-on-dark")] == ["5"], display
        assert {item.text for item in styled(items, "clue", "corner")} >= {"6", "7"}, display


def test_pieces_of_a_line() -> None:
    """A clue that is a sign of a line is drawn as that line, from the middle of its cell towards the sides that it reaches."""
    start = START.replace("digit: {values: 1..12}", "s: {values: bool}").replace("digit == 1", "s")
    items = drawn("clues: {piece: {r1c1: ┌, r2c2: ┼, r3c3: '─', r3c4: '-'}}\n", start=start)
    pieces = [item.points for item in styled(items, "mirror-given")]
    assert {points[0]: sum(points[0] == other[0] for other in pieces) for points in pieces} == {
        (20, 20): 2,
        (60, 60): 4,
        (100, 100): 2,
    }
    assert all(points[1][0] > 20 or points[1][1] > 20 for points in pieces if points[0] == (20, 20))
    assert set(texts(items)) == {"-"}


def test_directions_between_cells() -> None:
    """A direction between two cells is an arrow across their border."""
    (shaft, head) = styled(drawn("clues: {way: {r1c1-r1c2: left}}\n"), "pointer")
    assert shaft.points[0][0] > 40 > shaft.points[1][0]
    assert head.points[1] == shaft.points[1]


def test_arrows_that_are_printed() -> None:
    """Where a clue is an arrow, the same value of a layer is not drawn on top of it; another one is."""
    start = START.replace("digit: {values: 1..12}", "way: {values: directions}").replace("digit == 1", "way == up")
    spec = load_text(f"{start}clues: {{arrow: {{r1c1: up}}}}\n")
    up, right = spec.layers[0].values[:2]
    assert len(styled(of(spec, [up] * 12), "mirror")) == 2 * 11
    assert len(styled(of(spec, [right] * 12), "mirror")) == 2 * 12


# layers


def test_values_as_symbols() -> None:
    """Each value of a mapping is drawn as its symbol where it is, and what is left out is written."""
    start = "gridwright: 1\ngrid: 3x4\nlayers: {piece: {values: [a, b, c]}}\nrules: [any(piece == 'a')]\n"
    items = drawn("display: {piece: {a: disc, b: shade black}}\n", ["a", "b", "c", *[None] * 9], start=start)
    assert [(item.centre, round(item.radius, 1)) for item in styled(items, "post")] == [((20, 20), 14.4)]
    assert extent(styled(items, "tint-black")[0]) == (40, 0, 80, 40)
    assert set(texts(items)) == {"c"}
    assert not styled(items, "cut")


def test_triangles_and_slants() -> None:
    """A triangle fills the half of a cell towards the corner that is named; slants run from corner to corner."""
    start = "gridwright: 1\ngrid: 3x4\nlayers: {t: {values: [w, x, y, z]}}\nrules: [any(t == 'w')]\n"
    rest = "display: {t: {w: triangle up_left, x: triangle down_right, y: slant rising, z: slant falling}}\n"
    items = drawn(rest, ["w", "x", "y", "z", *[None] * 8], start=start)
    first, second = styled(items, "post")
    assert set(first.points) == {(0, 0), (40, 0), (0, 40)}
    assert set(second.points) == {(80, 0), (80, 40), (40, 40)}
    rising, falling = styled(items, "mirror")
    assert (rising.points, falling.points) == (((80, 40), (120, 0)), ((120, 0), (160, 40)))


def test_ships() -> None:
    """A ship is round where it ends: its last cell has square corners towards the next one; alone it is a circle."""
    start = "gridwright: 1\ngrid: 3x4\nlayers: {s: {values: bool}}\nrules: [any(s)]\n"
    values = [True, True, False, True, *[False] * 8]
    left, right, alone = styled(drawn("display: {s: ship}\n", values, start=start), "post")
    reach = 15.2
    assert {(35.2, 4.8), (35.2, 35.2)} <= set(left.points)
    assert not {(4.8, 4.8), (4.8, 35.2)} & set(left.points)
    assert {(44.8, 4.8), (44.8, 35.2)} <= set(right.points)
    assert all(((x - 140) ** 2 + (y - 20) ** 2) ** 0.5 == pytest.approx(reach, abs=0.02) for x, y in alone.points)


@pytest.mark.parametrize("word", SYMBOLS)
def test_each_symbol(word: str) -> None:
    """Each symbol lies within its cell, around its centre: for a clue, for a layer, and behind the values of an area."""
    start = "gridwright: 1\ngrid: 3x4\nlayers: {s: {values: bool}}\nrules: [any(s)]\n"
    rest = f"areas: {{a: [[r1c1]]}}\nclues: {{c: {{r2c2: z}}}}\ndisplay: {{a: {word}, c: {{z: {word} red}}, s: {word}}}\n"
    plain = drawn("areas: {a: [[r1c1]]}\nclues: {c: {r2c2: z}}\ndisplay: {a: none, c: none, s: none}\n", start=start)
    items = [item for item in drawn(rest, [*[False] * 11, True], start=start) if item not in plain]
    boxes = [extent(item) for item in items]
    for left, top, right, bottom in ((0, 0, 40, 40), (40, 40, 80, 80), (120, 80, 160, 120)):
        within = [box for box in boxes if left <= box[0] <= box[2] <= right and top <= box[1] <= box[3] <= bottom]
        assert within
        boxes = [box for box in boxes if box not in within]
        around = min(b[0] for b in within), min(b[1] for b in within), max(b[2] for b in within), max(b[3] for b in within)
        assert around[0] <= left + 20 <= around[2]
        assert around[1] <= top + 20 <= around[3]
    assert not boxes


def test_black_cells_do_not_break_the_frame() -> None:
    """Thick lines run along the whole rim, also where a black cell lies at it."""
    start = "gridwright: 1\ngrid: {size: 2x3, holes: [r1c1, r2c2]}\nlayers: {s: {values: bool}}\nrules: [any(s)]\n"
    items = drawn("clues: {n: {r1c1: 2}}\n", start=start)
    rim = [((0, 0), (120, 0)), ((0, 80), (120, 80)), ((0, 0), (0, 80)), ((120, 0), (120, 80))]
    for first, last in rim:
        covered = [item.points for item in styled(items, "thick") if all(on_line(point, first, last) for point in item.points)]
        assert sum(abs(b[0] - a[0]) + abs(b[1] - a[1]) for a, b in covered) == last[0] - first[0] + last[1] - first[1]


def on_line(point: tuple[float, float], first: tuple[float, float], last: tuple[float, float]) -> bool:
    """Whether a point lies on a line that runs across or down."""
    return all(a <= p <= b for p, a, b in zip(point, first, last, strict=True))


# nothing collides


def crowded(seed: int) -> Spec:
    """A board with cages, dots, signs, quadruples and small clues wherever they can be."""
    chance = random.Random(seed)
    rows, columns = chance.choice([(3, 4), (4, 3), (2, 5)])
    cells = [(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    left = cells.copy()
    cages, totals = [], []
    while left:
        row, column = left.pop(0)
        cage = [(row, column)]
        for near in ((row, column + 1), (row + 1, column)):
            if near in left and chance.random() < 0.5:
                left.remove(near)
                cage.append(near)
        if chance.random() < 0.7:
            cages.append(f"k{len(cages)}: [{', '.join(f'r{r}c{c}' for r, c in cage)}]")
            totals.append(f"k{len(totals)}: {chance.choice([3, 17, 123])}")
    links = [((r, c), (r, c + 1)) for r, c in cells if c < columns] + [((r, c), (r + 1, c)) for r, c in cells if r < rows]
    chance.shuffle(links)
    half = len(links) // 2
    named = [f"r{a[0]}c{a[1]}-r{b[0]}c{b[1]}" for a, b in links]
    dots = [f"{place}: {chance.choice(['white', 'black', '3', '12'])}" for place in named[: half // 2]]
    signs = [f"{place}: {chance.choice(['X', 'V', 'XV'])}" for place in named[half // 2 : half]]
    corners = [(r, c) for r, c in cells if r < rows and c < columns and chance.random() < 0.5]
    quads = [f"r{r}c{c}-r{r + 1}c{c + 1}: [{', '.join(map(str, range(1, chance.randint(2, 5))))}]" for r, c in corners]
    most = chance.choice([4, 6, 9, 12])
    return load_text(
        f"gridwright: 1\ngrid: {rows}x{columns}\nareas: {{cage: {{{', '.join(cages)}}}, low: [[r1c1, r2c2]]}}\n"
        f"layers: {{digit: {{values: 1..{most}}}}}\nrules: [any(digit == 1)]\n"
        f"clues: {{total: {{{', '.join(totals)}}}, dot: {{{', '.join(dots)}}}, sign: {{{', '.join(signs)}}}, "
        f"quad: {{{', '.join(quads)}}}, small: {{r1c2: 7}}}}\n"
        "display: {cage: cages, low: minimum, dot: dot}\n"
    )


def collisions(items: Sequence[Item]) -> list[tuple[Item, Item]]:
    """Texts that lie on texts or on dots, and dots on dots; a text may stand within a dot of its own."""
    shapes = [item for item in items if isinstance(item, Label) or item.style.startswith("dot-")]
    pairs = []
    for first, second in itertools.combinations(shapes, 2):
        if not do_overlap(extent(first), extent(second)):
            continue
        disc, other = (first, second) if isinstance(first, Disc) else (second, first)
        if isinstance(disc, Disc) and isinstance(other, Label) and is_within(extent(other), extent(disc)):
            continue
        pairs.append((first, second))
    return pairs


def is_within(box: Box, other: Box) -> bool:
    """Whether one box lies in another."""
    return other[0] - 1 <= box[0] and other[1] - 1 <= box[1] and box[2] <= other[2] + 1 and box[3] <= other[3] + 1


@pytest.mark.parametrize("seed", range(40))
def test_nothing_collides(seed: int) -> None:
    """However crowded a board is, totals, dots, digits at corners, candidates and values keep clear of each other."""
    spec = crowded(seed)
    layer = spec.grids[0].layers[0]
    chance = random.Random(seed)
    for every in (1, 2):
        possible = [list(layer.values) if at % every == 0 else [chance.choice(layer.values)] for at in range(len(layer.places))]
        scene = picture(spec, marks=Marks(candidates={("", "digit"): possible}))
        assert collisions(scene.items) == []
        assert min(item.size for item in scene.items if isinstance(item, Label)) >= 3.5


def test_collisions_are_seen() -> None:
    """The test above would see a text on a dot, and a text on a text."""
    label, dot = Label("corner", (10, 10), "12", 11), Disc("dot-black", (14, 10), 5)
    assert collisions([label, dot]) == [(label, dot)]
    assert collisions([label, Label("corner", (12, 12), "7", 11)])
    assert not collisions([Label("digit", (14, 10), "3", 9), Disc("dot-white", (14, 10), 8)])


def test_what_is_cleared() -> None:
    """A box is cut where least is lost, until nothing lies in it."""
    taken = Taken()
    taken.take((0, 0, 40, 6))
    taken.take((34, 0, 40, 40))
    assert taken.clear((0, 0, 40, 40)) == (0, 6, 34, 40)
    assert taken.is_free((0, 6, 34, 40))


# words, and what is said about them


def test_every_way_is_a_word() -> None:
    """Each file of the room is a way for something, and each way can be named."""
    assert len(list(scan(GLYPHS, Glyph))) == len(names(GLYPHS))
    for word in names(GLYPHS):
        way = glyph_of(word)
        assert way is not None
        assert word in words_for(way.parts)


def test_words_are_described() -> None:
    """The page on pictures has the tables that are made of the ways, and the picture of its example."""
    page = PAGE.read_text("utf-8")
    if "GRIDWRIGHT_UPDATE_PICTURES" in os.environ:
        begin, end = page.index("| for | word |"), page.index("## Mistakes on the picture")
        page = page[:begin] + words_as_markdown() + "\n" + page[end:]
        PAGE.write_text(page, "utf-8")
    assert words_as_markdown() in page
    (block,) = re.findall(r"```yaml\n(grid: 4x6.*?)```", page, re.DOTALL)
    shown = svg(picture(load_text("gridwright: 1\n" + block)))
    stored = ROOT / "docs" / "pictures" / "ways.svg"
    if "GRIDWRIGHT_UPDATE_PICTURES" in os.environ:
        stored.write_text(shown, "utf-8")
    assert shown == stored.read_text("utf-8")


def test_display_of_a_library() -> None:
    """What a library names need not be in the puzzle; what is there is checked all the same."""
    spec = load_text(START)
    node = yaml_nodes.read_text("display: {digit: {1: star}, nobody: line}\n", "lib.yaml", spec.limits).get("display")
    assert isinstance(node, Mapping)
    collector = Collector()
    display = read_display(node, spec.grids, collector, of_library=True)
    collector.raise_any()
    assert display == {"digit": Look(by_value={"1": Look("star", replaces=True)})}
    read_display(node, spec.grids, collector)
    with pytest.raises(SpecError, match="nobody"):
        collector.raise_any()


HOSTILE = """
gridwright: 1
title: ways
grid: 2x3
areas: {d: {a: [r1c1, r2c2]}}
layers: {word: {values: ["<script>", "</svg>"]}}
rules: [any(word == '</svg>')]
clues:
  list: {r1c1: ["<b>", "&"], r1c2: ["<i>", right], r1c3: [black, "<u>"], r2c1: ["'", '"', "<", ">"]}
  corner: {r1c1-r2c2: ["<", "&", '"', ">"]}
  total: {a: "</text><script>"}
  side: {top: [., ["<img onload=x>", down_right], .]}
  dot: {r2c1-r2c2: "<"}
  mark: {r2c2: "javascript:"}
display:
  total: outside
  list: {"<b>": star}
  corner: quadruple
  dot: dot purple
  mark: '<a href="{}">'
  word: {"<script>": star}
"""


@pytest.mark.parametrize("word", words_for([AREAS]))
def test_definitions_that_no_picture_shows(word: str) -> None:
    """Areas without cells, more areas than anybody could tell apart, and lists of something else draw nothing."""
    plain = drawn("")
    for listed in ("[rows[0][9:]]", "[rows[0] for k in 1..20000]", "[rows[0][9:] for k in 1..20000]", "[1, 2]", "[]", "7"):
        assert drawn(f"define: {{listed: '{listed}'}}\ndisplay: {{listed: {word}}}\n") == plain, listed


def test_placements_are_drawn() -> None:
    """A definition may list all placements of a shape."""
    items = drawn("define: {twos: \"placements('#/#/#', rotate=false)\"}\ndisplay: {twos: pill}\n")
    assert len(styled(items, "pill")) == 4


def test_texts_are_escaped() -> None:
    """Whatever stands in a clue, a template or a mapping is a text in the picture, and nothing else."""
    spec = load_text(HOSTILE)
    root = ElementTree.fromstring(svg(picture(spec, {("", "word"): ["</svg>"] * 6})))
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert tags <= {"svg", "title", "desc", "rect", "g", "path", "circle", "text"}
    assert not [name for element in root.iter() for name in element.attrib if name.startswith("on") or "href" in name]


# terminals


def test_lines_in_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A terminal shows lines beside the values and symbols instead of them, and `judge` reads what it shows."""
    monkeypatch.chdir(tmp_path)
    Path("puzzle.yaml").write_text(
        """
gridwright: 1
grid: 2x3
areas: {t: [[r1c1, r1c2, r2c3]], o: [[r2c1]]}
layers: {digit: {values: 1..3}, piece: {values: [tent, tree, boat]}}
givens: {digit: {r1c1: 1}, piece: "tent tree boat\\ntent tent tent"}
display: {t: thermo, o: circle, piece: {tent: tent, tree: tree}}
rules:
  - digit[r1c1] < digit[r1c2] and digit[r1c2] < digit[r2c3]
  - digit[r1c3] == 3 and digit[r2c1] == 1 and digit[r2c2] == 2
""".replace('"tent tree boat\\ntent tent tent"', "{r1c1: tent, r1c2: tree, r1c3: boat, r2c1: tent, r2c2: tent, r2c3: tent}"),
        "utf-8",
    )
    assert run(["solve", "--quiet", "puzzle.yaml"]) == 0
    printed = capsys.readouterr().out
    rows = [line.strip("┃ ").replace(" ", "") for line in printed.splitlines() if line.startswith("┃")]
    assert rows == ["(1)●│2╲│3", "1○│2│3╲", "(▲)│(♣)│(boat)", "(▲)│(▲)│(▲)"]
    Path("printed.txt").write_text(printed, "utf-8")
    assert run(["judge", "--quiet", "puzzle.yaml", "printed.txt"]) == 0
    Path("printed.txt").write_text(printed.replace("2╲", "3╲"), "utf-8")
    assert run(["judge", "--quiet", "puzzle.yaml", "printed.txt"]) == 1


@pytest.mark.parametrize(("word", "sign"), [("star", "★"), ("bulb", "☼"), ("shade black", "■"), ("cross", "■")])
def test_truths_in_a_terminal(
    word: str, sign: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is true is shown by the sign of its way, unless a clue may look the same; and it is read again."""
    monkeypatch.chdir(tmp_path)
    spec = (
        f"gridwright: 1\ngrid: 1x3\nlayers: {{s: {{values: bool}}}}\nclues: {{k: {{r1c3: x}}}}\ndisplay: {{s: {word}, k: none}}\n"
    )
    Path("puzzle.yaml").write_text(spec + "rules: ['s[r1c1] and not s[r1c2] and not s[r1c3]', 'len(k) == 1']\n", "utf-8")
    assert run(["solve", "--quiet", "puzzle.yaml"]) == 0
    printed = capsys.readouterr().out
    assert f"┃ {sign} │ · │ x ┃" in printed
    Path("printed.txt").write_text(printed, "utf-8")
    assert run(["judge", "--quiet", "puzzle.yaml", "printed.txt"]) == 0


@pytest.mark.slow
def test_stored_specs_keep_clear() -> None:
    """In the large example of all lines, marks and clues nothing collides, printed and with candidates everywhere."""
    spec = load(str(PICTURES / "lines.yaml"))
    possible = [list(range(1, 10))] * 81
    for marks in (Marks(), Marks(candidates={("", "digit"): possible})):
        assert collisions(picture(spec, marks=marks).items) == []
