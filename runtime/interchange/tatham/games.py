"""The games of the collection whose genres exist here, and how each of them writes its size and its board."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from gridwright.compiler.records import dataclass

from ..f_puzzles.forms import evaluate
from ..f_puzzles.reader import box_shape
from ..puzzle import Place
from .codecs import EachSign, Fixed, Gaps, NumberList, OptionalPart, PlaceRuns, digits_to
from .content import CannotHold, Content, IdCodec
from .special import Cages, Dominoes, Halves, Monsters, Rails, Unequal

SMALL_LETTERS = {sign: value for value, sign in enumerate("0123456789abcdefghijklmnopqrstuvwxyz")}
Read = Callable[[re.Match[str]], Content]
Write = Callable[[Content], str]


@dataclass(frozen=True, slots=True)
class Game:
    """A game. `title`: its name in save files. `size`: the form of its parameters; each group that is a number has to be a size.
    `begin`: make the empty board of such parameters; `parameters`: write the parameters of a board.
    """

    title: str
    genre: str
    codecs: tuple[IdCodec, ...]
    size: str = r"(\d+)x(\d+)"
    begin: Read = lambda size: Content(int(size[2]), int(size[1]))
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


def _square(title: str, genre: str, *codecs: IdCodec) -> Game:
    """Return a game whose boards are squares."""
    return Game(
        title,
        genre,
        codecs,
        size=r"(\d+)",
        begin=lambda size: Content(int(size[1]), int(size[1])),
        parameters=lambda content: str(content.width),
    )


def _boxes(size: re.Match[str]) -> Content:
    """Return the empty board of Solo. Its parameters are how many boxes stand side by side, and how many above each other."""
    # There are as many boxes side by side as a box has rows, because it has as many cells as a row of the board.
    height, width = int(size[1]), int(size[2])
    return Content(width * height, width * height, parameters={"box_height": height, "box_width": width})


def _written_boxes(content: Content) -> str:
    height = evaluate(content.parameters.get("box_height", box_shape(content.height)[0]), content.height)
    if not isinstance(height, int) or height < 1:
        raise CannotHold(f"boxes of {height} rows")
    return f"{height}x{content.height // height}"


def _domino(size: re.Match[str]) -> Content:
    return Content(int(size[1]) + 1, int(size[1]) + 2)


def _bridges(size: re.Match[str]) -> Content:
    return Content(int(size[2]), int(size[1]), parameters={"most": int(size[3])} if size[3] else {})


def _unruly(size: re.Match[str]) -> Content:
    return Content(int(size[2]), int(size[1]), parameters={"different_lines": bool(size[3])})


COMMA = Fixed(",")

GAMES: Mapping[str, Game] = {
    "bridges": Game(
        "Bridges",
        "hashiwokakero",
        (PlaceRuns("island", digits_to(16)),),
        size=r"(\d+)x(\d+)(?:i\d+)?(?:e\d+)?(?:m(\d+))?",
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
    "keen": _square("Keen", "kenken", Cages()),
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
            EachSign("positives", SMALL_LETTERS, _sides("top"), "."),
            COMMA,
            EachSign("positives", SMALL_LETTERS, _sides("left"), "."),
            COMMA,
            EachSign("negatives", SMALL_LETTERS, _sides("top"), "."),
            COMMA,
            EachSign("negatives", SMALL_LETTERS, _sides("left"), "."),
            COMMA,
            Dominoes(),
        ),
    ),
    "pearl": Game("Pearl", "masyu", (PlaceRuns("circle", {"W": "w", "B": "b"}),)),
    "singles": Game("Singles", "hitori", (EachSign("number", {sign: value for sign, value in SMALL_LETTERS.items() if value}),)),
    "slant": Game("Slant", "slant", (PlaceRuns("number", digits_to(4), _corners),)),
    "solo": Game("Solo", "sudoku", (PlaceRuns("=number"),), size=r"(\d+)x(\d+)", begin=_boxes, parameters=_written_boxes),
    "tents": Game(
        "Tents",
        "tents",
        (Gaps("tree", "T", "_", ends=True, end=","), COMMA, NumberList("number", _sides("top", "left"))),
    ),
    "towers": _square(
        "Towers",
        "skyscrapers",
        NumberList("seen", _sides("top", "bottom", "left", "right"), "/"),
        OptionalPart(",", PlaceRuns("=number")),
    ),
    "tracks": Game("Train Tracks", "tracks", (Rails(),)),
    "undead": Game(
        "Undead",
        "undead",
        (Monsters(), PlaceRuns("mirror", {"L": "\\", "R": "/"}, end=","), COMMA, NumberList("seen", _around)),
    ),
    "unequal": _square("Unequal", "futoshiki", Unequal()),
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
