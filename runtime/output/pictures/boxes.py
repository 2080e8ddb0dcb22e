"""What takes up room on paper: the boxes around items, and a free place among them for one more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from .scene import CELL, Disc, Item, Label
from .text_metrics import text_width

Box = tuple[float, float, float, float]  # left, top, right, bottom

HALF_CAPITAL = 0.36  # half the height of capitals and digits, as a factor of the text size
MOST_BOXES = 24  # that are remembered for a square of paper
SLACK = 0.3  # by which boxes may overlap


def extent(item: Item) -> Box:
    """Return the box around an item, without the width of its line.

    >>> extent(Disc("dot", (10, 20), 5))
    (5, 15, 15, 25)
    """
    if isinstance(item, Label):
        width = text_width(item.text, item.size)
        left = item.at[0] - {"start": 0.0, "middle": width / 2, "end": width}[item.anchor]
        half = item.size * HALF_CAPITAL
        return left, item.at[1] - half, left + width, item.at[1] + half
    if isinstance(item, Disc):
        (x, y), radius = item.centre, item.radius
        return x - radius, y - radius, x + radius, y + radius
    xs, ys = zip(*item.points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def do_overlap(first: Box, second: Box) -> bool:
    """Check whether two boxes share more than their rims.

    >>> do_overlap((0, 0, 10, 10), (9, 9, 20, 20)), do_overlap((0, 0, 10, 10), (10, 0, 20, 10))
    (True, False)
    """
    return (
        min(first[2], second[2]) - max(first[0], second[0]) > SLACK
        and min(first[3], second[3]) - max(first[1], second[1]) > SLACK
    )


class Taken:
    """The boxes that are taken, found by the squares of paper that they touch."""

    def __init__(self) -> None:
        self._at: dict[tuple[int, int], list[Box]] = defaultdict(list)

    def add(self, items: Iterable[Item]) -> None:
        """Take the room of some items."""
        for item in items:
            self.take(extent(item))

    def take(self, box: Box) -> None:
        """Take the room of a box."""
        for square in _squares(box):
            if len(self._at[square]) < MOST_BOXES:
                self._at[square].append(box)

    def is_crowded(self, box: Box) -> bool:
        """Check whether so much lies around a box that it is no use to look for room."""
        return any(len(self._at.get(square, ())) >= MOST_BOXES for square in _squares(box))

    def near(self, box: Box) -> list[Box]:
        """Return the taken boxes that overlap a box."""
        others = dict.fromkeys(other for square in _squares(box) for other in self._at.get(square, ()))
        return [other for other in others if do_overlap(box, other)]

    def is_free(self, box: Box) -> bool:
        """Check whether nothing overlaps a box."""
        return not self.near(box)

    def clear(self, box: Box) -> Box:
        """Return the rest of a box after its sides are cut back to what is free, each time where least is lost.

        >>> taken = Taken()
        >>> taken.take((0, 0, 12, 8))
        >>> taken.clear((0, 0, 40, 40))
        (0, 8, 40, 40)
        """
        for _ in range(20):
            others = self.near(box)
            if not others:
                break
            left, top, right, bottom = others[0]
            cuts: Sequence[Box] = (
                (box[0], bottom, box[2], box[3]),
                (box[0], box[1], box[2], top),
                (right, box[1], box[2], box[3]),
                (box[0], box[1], left, box[3]),
            )
            box = max(cuts, key=_roominess)
        return box


def _roominess(box: Box) -> float:
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])


def _squares(box: Box) -> Iterable[tuple[int, int]]:
    left, top, right, bottom = (int(side // CELL) for side in box)
    return ((row, column) for row in range(top, bottom + 1) for column in range(left, right + 1))
