"""Draw the places of clues: for genres whose rules have to know before solving where clues are, such as Hashi and Light Up."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import read_spec
from gridwright.compiler.loader.libraries import LibraryPlaces
from gridwright.compiler.syntax.yaml_nodes import read_text
from gridwright.compiler.values import Value

from ..printed_items import items_of, without
from ..symmetry import MOVES
from .generate import Wishes
from .printable import PrintableGroup, printable_groups, printed_names
from .written_puzzle import print_puzzle

USUAL_SHARE = 0.25  # of the places, where no example shows how many clues a genre has
SHARES = (0.7, 0.85, 1.0, 1.15, 1.4)  # of the usual number of clues, one of them for each board


def with_drawn_places(spec: Spec, wishes: Wishes, source: random.Random) -> Spec:
    """Return a spec with clues at drawn places and nowhere else; what each has as value stands for any.

    Raise `SpecError` if such a board is wrong, such as one with a single island.
    """
    names = printed_names(spec)
    printed: dict[tuple[str, str], dict[Value, Value]] = {}
    for group in printable_groups(spec):
        if group.group.name in names and group.values and not group.why_not:
            usual = (group.share or USUAL_SHARE) * source.choice(SHARES) * len(group.places)
            count = min(max(usual, wishes.fewest), len(group.places) if wishes.most is None else wishes.most)
            places = _draw(group, max(1, round(count)), wishes, source)
            printed[group.grid.name, group.group.name] = dict.fromkeys(places, group.unknown or group.values[0])
    text = print_puzzle(spec, without(spec.source, [item for item in items_of(spec) if item.name in names]), printed, {})
    return read_spec(read_text(text, spec.path, spec.limits), spec.path, LibraryPlaces(texts=spec.files), spec.limits)


def _draw(group: PrintableGroup, count: int, wishes: Wishes, source: random.Random) -> list[Value]:
    """Return places: those that keep their clue, and others with their images under the symmetry."""
    board = group.grid.board
    by_point = {(place.row, place.column): place for place in group.places if isinstance(place, Cell)}
    order: list[Value] = [*group.places]
    source.shuffle(order)
    order.sort(key=lambda place: str(place) not in wishes.kept)
    drawn: dict[Value, None] = {}
    for place in order:
        orbit = _orbit(place, by_point, wishes.symmetry, board.row_lengths)
        if len(drawn) >= count:
            break
        if None not in orbit:
            drawn |= dict.fromkeys(orbit)
    return list(drawn)


def _orbit(place: Value, by_point: Mapping[tuple[int, int], Value], symmetry: str, lengths: Sequence[int]) -> list[Value]:
    """Return a place and its images."""
    orbit = [place]
    while symmetry and isinstance(place, Cell):
        place = by_point.get(MOVES[symmetry](place.row, place.column, lengths))
        if place is None or place in orbit:
            return orbit if place is not None else [None]
        orbit.append(place)
    return orbit
