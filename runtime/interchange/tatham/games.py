"""The games of the collection whose genres exist here, and how each of them writes its size and its board."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from gridwright.compiler.records import dataclass

from ..puzzle import Place
from .codecs import EachSign, Fixed, Gaps, NumberList, OptionalPart, PlaceRuns, digits_to
from .content import Content, IdCodec
from .special import Cages, Dominoes, Halves, Monsters, Rails, Unequal

SINGLES = {sign: value for value, sign in enumerate("123456789abcdefghijklmnopqrstuvwxyz", 1)}
Read = Callable[[re.Match[str]], Content]
Write = Callable[[Content], str]


@dataclass(frozen=True, slots=True)
class Game:
    """A game. `title`: as it calls itself. `size`: the form of its parameters; `begin`: the empty board that they say;
    `parameters`: what they are for a board.
    """

    title: str
    genre: str
    codecs: tuple[IdCodec, ...]
    size: str = r"(\d+)x(\d+)"
    begin: Read = lambda found: Content(int(found[2]), int(found[1]))
    parameters: Write = lambda content: f"{content.width}x{content.height}"

    @property
    def held(self) -> set[str]:
        """Return the names of clues, areas and layers that a description holds."""
        return {name.removeprefix("=") for codec in self.codecs for name in codec.held}


def _sides(*names: str) -> Callable[[Content], Sequence[Place]]:
    return lambda content: [place for name in names for place in content.side(name)]


def _around(content: Content) -> Sequence[Place]:
    """Return the places outside, clockwise."""
    return [*content.side("top"), *content.side("right"), *content.side("bottom")[::-1], *content.side("left")[::-1]]


def _corners(content: Content) -> Sequence[Place]:
    return content.corners


def _inner(content: Content) -> Sequence[Place]:
    return content.inner


def _square(found: re.Match[str]) -> Content:
    return Content(int(found[1]), int(found[1]))


def _boxes(found: re.Match[str]) -> Content:
    width, height = int(found[1]), int(found[2])
    return Content(width * height, width * height, parameters={"box_height": height, "box_width": width})


def _written_boxes(content: Content) -> str:
    least = max(k for k in range(1, content.height + 1) if content.height % k == 0 and k * k <= content.height)
    height = content.parameters.get("box_height", least)
    assert isinstance(height, int)
    return f"{content.width // max(1, height)}x{height}"


def _domino(found: re.Match[str]) -> Content:
    return Content(int(found[1]) + 1, int(found[1]) + 2)


def _bridges(found: re.Match[str]) -> Content:
    return Content(int(found[2]), int(found[1]), parameters={"most": int(found[3])} if found[3] else {})


def _unruly(found: re.Match[str]) -> Content:
    return Content(int(found[2]), int(found[1]), parameters={"different_lines": bool(found[3])})


SQUARE = {"size": r"(\d+)", "begin": _square, "parameters": lambda content: str(content.width)}
COMMA = Fixed(",")

GAMES: Mapping[str, Game] = {
    "bridges": Game(
        "Bridges",
        "hashiwokakero",
        (PlaceRuns("island", digits_to(16)),),
        size=r"(\d+)x(\d+)(?:m(\d+))?",
        begin=_bridges,
        parameters=lambda content: f"{content.width}x{content.height}m{content.parameters.get('most', 2)}",
    ),
    "dominosa": Game(
        "Dominosa",
        "dominosa",
        (Halves(),),
        size=r"(\d+)",
        begin=_domino,
        parameters=lambda content: str(content.height - 1),
    ),
    "galaxies": Game("Galaxies", "spiral_galaxies", (Gaps("dot", "white", "a", _inner, ends=False),)),
    "keen": Game("Keen", "kenken", (Cages(),), **SQUARE),  # type: ignore[arg-type]
    "lightup": Game("Light Up", "light_up", (PlaceRuns("black", {**digits_to(4), "B": "?"}),)),
    "loopy": Game(
        "Loopy",
        "slitherlink",
        (PlaceRuns("number", digits_to(4)),),
        size=r"(\d+)x(\d+)t0",
        parameters=lambda content: f"{content.width}x{content.height}t0",
    ),
    "magnets": Game(
        "Magnets",
        "magnets",
        (
            EachSign("positives", digits_to(9), _sides("top"), "."),
            COMMA,
            EachSign("positives", digits_to(9), _sides("left"), "."),
            COMMA,
            EachSign("negatives", digits_to(9), _sides("top"), "."),
            COMMA,
            EachSign("negatives", digits_to(9), _sides("left"), "."),
            COMMA,
            Dominoes(),
        ),
    ),
    "pearl": Game("Pearl", "masyu", (PlaceRuns("circle", {"W": "w", "B": "b"}),)),
    "singles": Game("Singles", "hitori", (EachSign("number", SINGLES),)),
    "slant": Game("Slant", "slant", (PlaceRuns("number", digits_to(4), _corners),)),
    "solo": Game("Solo", "sudoku", (PlaceRuns("=number"),), size=r"(\d+)x(\d+)", begin=_boxes, parameters=_written_boxes),
    "tents": Game(
        "Tents",
        "tents",
        (Gaps("tree", "T", "_", ends=True, end=","), COMMA, NumberList("number", _sides("top", "left"))),
    ),
    "towers": Game(
        "Towers",
        "skyscrapers",
        (NumberList("seen", _sides("top", "bottom", "left", "right"), "/"), OptionalPart(",", PlaceRuns("=number"))),
        **SQUARE,  # type: ignore[arg-type]
    ),
    "tracks": Game("Train Tracks", "tracks", (Rails(),)),
    "undead": Game(
        "Undead",
        "undead",
        (Monsters(), PlaceRuns("mirror", {"L": "\\", "R": "/"}, end=","), COMMA, NumberList("seen", _around)),
    ),
    "unequal": Game("Unequal", "futoshiki", (Unequal(),), **SQUARE),  # type: ignore[arg-type]
    "unruly": Game(
        "Unruly",
        "binairo",
        (Gaps("=number", 0, "a", capital=1, ends=True),),
        size=r"(\d+)x(\d+)(u?)",
        begin=_unruly,
        parameters=lambda content: (
            f"{content.width}x{content.height}{'u' * bool(content.parameters.get('different_lines', True))}"
        ),
    ),
}


def game_of_genre(genre: str) -> str | None:
    """Return the name of the game whose genre a library is.

    >>> game_of_genre("slitherlink"), game_of_genre("nurikabe")
    ('loopy', None)
    """
    return next((name for name, game in GAMES.items() if game.genre == genre), None)
