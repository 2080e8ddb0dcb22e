"""Several digits in a circle at a corner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Corner
from gridwright.compiler.language.look import AT_CORNERS, Drawing, Glyph, Look

from ..canvas import Canvas
from ..clue_values import parts_of
from ..scene import Disc, Item, Point
from ..text_metrics import fit

RADIUS = 10.5
# by their number: where the digits stand, in units from the point, and how large they are
LAYOUTS: dict[int, tuple[Sequence[Point], float]] = {
    1: (((0, 0),), 13.0),
    2: (((-3.6, 0), (3.6, 0)), 11.0),
    3: (((-3.4, -4), (3.4, -4), (0, 4.2)), 9.6),
    4: (((-3.4, -4.1), (3.4, -4.1), (-3.4, 4.1), (3.4, 4.1)), 9.6),
}


def draw_clue(clue: Clue, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the circle with its digits: members of a list, or signs of a text."""
    assert isinstance(clue.place, Corner)
    members = parts_of(clue.value).members
    signs = tuple(members[0]) if len(members) == 1 else members
    for x, y in canvas.paper.middles(clue.place):
        yield Disc("dot-white", (x, y), RADIUS)
        if len(signs) not in LAYOUTS or any(len(sign) > 1 for sign in signs):
            yield fit("corner", (x, y), " ".join(members), 11.0, RADIUS * 1.7)
            continue
        places, size = LAYOUTS[len(signs)]
        for (across, down), sign in zip(places, signs, strict=True):
            yield fit("digit", (x + across, y + down), sign, size, 7.0)


GLYPH = Glyph({AT_CORNERS: Drawing("up to four digits in a circle", draw_clue)})
