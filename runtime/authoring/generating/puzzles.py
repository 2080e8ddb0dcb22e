"""Puzzles of a genre or of a spec, one after the other: boards, maps, clues, each puzzle verified."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator, Sequence
from itertools import count, islice

from gridwright.compiler.language.budget import NO_DEADLINE, Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.library import LibraryFile, uses
from gridwright.compiler.loader import load_text
from gridwright.compiler.loader.examples import Example, examples_of
from gridwright.compiler.records import dataclass, field
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.yaml_nodes import Scalar

from ...engines.engine_registry import AUTO
from ...solving.progress import Progress
from ..empty_board import check_size, empty_board, reason_of_refusal
from ..spec_heading import heading
from .clue_problem import GeneratedPuzzle
from .drawn_areas import drawn_areas
from .drawn_places import with_drawn_places
from .example_areas import DrawnAreas, areas_like_example
from .generate import Generator, Misses, NothingPrintable, PlacesNeeded, Wishes, refuse_symmetry
from .map_search import MapSearch
from .printable import least_area, printed_names
from .verified_puzzle import VerifiedPuzzle, verify_puzzle

STEP = 7_919  # between the seeds of two puzzles that have their own, so that series with seeds beside each other share few
MOST_SEED = 2**31 - 1

ANY_RATING = -math.inf, math.inf  # rates puzzles, and keeps those whose steps are not found in time
ATTEMPTS = 200  # in a row without a puzzle as wished; then there are no more
ATTEMPTS_PER_MAP = 3  # on one board whose areas are drawn at random
# On average, in genres that print nothing but areas. With more, many maps of LITS 10x10 kept several solutions.
CELLS_PER_AREA = (5, 6)

Size = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Settings:
    """What a search for puzzles has to go by. `difficulty`: the lowest and highest rating; None to rate no puzzle.

    `misses`: what the puzzles are like that do not fit. `schema`: how a spec of a genre names the schema, for editors.
    """

    wishes: Wishes = field(default_factory=Wishes)
    difficulty: tuple[float, float] | None = None
    engine: str = AUTO
    seed: int = 0
    deadline: Deadline = NO_DEADLINE
    progress: Progress = field(default_factory=Progress)
    schema: str = ""
    misses: Misses = field(default_factory=Misses)


def puzzles_of_spec(spec: Spec, settings: Settings) -> Iterator[VerifiedPuzzle]:
    """Yield puzzles on the board of a spec, until too many attempts in a row lead to none. Raise `NothingPrintable`."""
    yield from _puzzles(_on_board(spec, settings))


def puzzles_of_genre(genre: LibraryFile, size: Size | None, settings: Settings) -> Iterator[VerifiedPuzzle]:
    """Yield puzzles of a genre, until too many attempts in a row lead to none. Raise `NothingPrintable`.

    `size`: rows and columns; None for those of the first example. If areas cover the board, a map is drawn every few attempts.

    >>> from gridwright.compiler.library import libraries
    >>> puzzle = next(puzzles_of_genre(libraries()["latin_square"], (3, 3), Settings(seed=4)))
    >>> puzzle.size, load_text(puzzle.text).expected.solutions
    (2, 1)
    """
    rows_and_columns = size or usual_size(genre)
    first = _board(genre, rows_and_columns, _areas(genre, rows_and_columns, settings, 0), settings)
    _check_size(genre, rows_and_columns)
    if not any(kind.areas for kind in first.grids[0].kinds):
        yield from _puzzles(_on_board(first, settings))
    elif printed_names(first):
        yield from _puzzles(_on_maps(genre, rows_and_columns, settings))
    else:
        refuse_symmetry(first, settings.wishes.symmetry)
        yield from _puzzles(_of_areas(genre, rows_and_columns, settings))


def board_of_genre(genre: LibraryFile, size: Size) -> Spec:
    """Return a board of a genre, with a map if areas cover it, to read what is to be on it. Raise `NothingPrintable`."""
    settings = Settings()
    board = _board(genre, size, _areas(genre, size, settings, 0), settings)
    _check_size(genre, size)
    return board


def usual_size(genre: LibraryFile) -> Size:
    """Return the size of the first example of a genre."""
    example = next(examples_of(genre.name, genre.document), None)
    board = load_text(example.text).grids[0].board if example else None
    return (board.height, board.width) if board else (6, 6)


def _puzzles(attempts: Iterator[VerifiedPuzzle | None]) -> Iterator[VerifiedPuzzle]:
    failures = 0
    for puzzle in attempts:
        failures = 0 if puzzle else failures + 1
        if puzzle:
            yield puzzle
        elif failures >= ATTEMPTS:
            return


def _on_board(spec: Spec, settings: Settings) -> Iterator[VerifiedPuzzle | None]:
    """Yield the puzzles of one board, and None after each attempt that led to none."""
    try:
        generator = _generator(spec, settings)
    except PlacesNeeded as problem:
        yield from _on_drawn_places(spec, settings, problem)
        return
    for candidate in generator.candidates():
        yield _verify(spec, generator.text, candidate, settings) if candidate else None


def _generator(spec: Spec, settings: Settings, seed: int = 0, has_places: bool = False) -> Generator:
    own = settings.seed + seed
    return Generator(
        spec, settings.wishes, settings.engine, own, settings.deadline, settings.progress, has_places, settings.misses
    )


def _on_drawn_places(spec: Spec, settings: Settings, why_not: PlacesNeeded) -> Iterator[VerifiedPuzzle | None]:
    """Yield the puzzles of one board whose rules have to know where clues are: these places are drawn every few attempts.

    Raise `why_not` if the rules have to know the clues all the same.
    """
    source = random.Random(settings.seed)
    for number in count():
        settings.deadline.check()
        try:
            placed = with_drawn_places(spec, settings.wishes, source)
            generator = _generator(placed, settings, number, has_places=True)
        except PlacesNeeded:
            raise why_not from None
        except SpecError:  # nothing can be made of these places
            yield None
            continue
        for candidate in islice(generator.candidates(), ATTEMPTS_PER_MAP):
            yield _verify(placed, generator.text, candidate, settings) if candidate else None
        yield None  # places without a solution are an attempt too


def _on_maps(genre: LibraryFile, size: Size, settings: Settings) -> Iterator[VerifiedPuzzle | None]:
    for number in count():
        settings.deadline.check()
        board = _board(genre, size, _areas(genre, size, settings, number), settings)
        yield from islice(_on_board(board, settings), ATTEMPTS_PER_MAP)
        yield None  # a map without a solution is an attempt too


def _of_areas(genre: LibraryFile, size: Size, settings: Settings) -> Iterator[VerifiedPuzzle | None]:
    """Yield the puzzles of a genre that prints nothing but areas, and None after each map that led to none."""
    wishes = settings.wishes
    if wishes.fewest or wishes.kept or wishes.forbidden or wishes.solution:
        raise NothingPrintable("its puzzles print nothing but areas, so nothing can be wished for clues, givens or the solution")
    least = least_area(genre)
    height, width = size

    def board(labels: Sequence[str]) -> Spec:
        return _board(genre, size, DrawnAreas(labels), settings)

    has_one_per_row = _has_one_area_per_row(genre)

    def draw(source: random.Random) -> Sequence[str]:
        usual = max(2, round(height * width / source.choice(CELLS_PER_AREA)))
        return drawn_areas(height, width, source, least, source.choice((height, usual)) if has_one_per_row else usual)

    search = MapSearch(board, draw, least, settings.engine, settings.seed, settings.deadline, settings.progress)
    for mapped in search.puzzles():
        puzzle = mapped and GeneratedPuzzle({}, {}, mapped.solution)
        yield _verify(mapped.spec, mapped.spec.source, puzzle, settings) if mapped and puzzle else None


def _has_one_area_per_row(genre: LibraryFile) -> bool:
    """Check whether the first example of a genre has as many areas as rows, as Star Battle needs it."""
    example = next(examples_of(genre.name, genre.document), None)
    grid = load_text(example.text).grids[0] if example else None
    return grid is None or any(len(kind.areas) == grid.board.height for kind in grid.kinds)


def _verify(spec: Spec, text: str, candidate: GeneratedPuzzle, settings: Settings) -> VerifiedPuzzle | None:
    wanted = settings.difficulty
    puzzle = verify_puzzle(
        spec,
        text,
        candidate,
        settings.deadline,
        engine=settings.engine,
        seed=settings.seed,
        is_rated=wanted is not None,
    )
    if puzzle is None or wanted is None or wanted == ANY_RATING:
        return puzzle
    if puzzle.rating is not None and wanted[0] <= puzzle.rating <= wanted[1]:
        return puzzle
    settings.misses.ratings.append(puzzle.rating)
    return None


def _areas(genre: LibraryFile, size: Size, settings: Settings, number: int) -> DrawnAreas:
    return areas_like_example(genre, size, random.Random(f"{settings.seed} {number}"))


def _use_like_example(genre: LibraryFile, size: Size) -> str:
    """Return the value of `use` in the example nearest in size, if the first example gives parameters; otherwise nothing."""
    examples = [*examples_of(genre.name, genre.document)]
    with_parameters = [example for example in examples if any(use.parameters for use in uses(example.node))]
    if not with_parameters or with_parameters[0] is not examples[0]:
        return ""

    def distance(example: Example) -> int:
        return abs(len(load_text(example.text).grids[0].board.cells) - size[0] * size[1])

    node = min(with_parameters, key=distance).node.get("use")
    return node.span.text if node else ""


def _check_size(genre: LibraryFile, size: Size) -> None:
    """Raise `NothingPrintable` if a rule about the board alone refuses it. Areas that are drawn at random prove nothing."""
    try:
        check_size(empty_board(genre, *size, ""))
    except SpecError as problem:
        raise NothingPrintable(f"{genre.title} has no board of {size[0]}x{size[1]}: {reason_of_refusal(problem)}") from None


def _board(genre: LibraryFile, size: Size, areas: DrawnAreas, settings: Settings) -> Spec:
    """Return an empty board of a genre with areas."""
    height, width = size
    note = f"generated by gridwright generate {genre.name} --size {height}x{width} --seed {settings.seed}"
    title = genre.document.get("title")
    first = heading(title.text if isinstance(title, Scalar) else genre.name, note, schema=settings.schema)
    body = re.sub(r"(?m)^ *#.*\n", "", empty_board(genre, height, width, "", areas.labels))
    if use := _use_like_example(genre, size):
        body = re.sub("(?m)^use: .*$", lambda _: f"use: {use}", body)
    body = areas.added_to(body)
    try:
        return load_text(f"{first}\n{body.lstrip()}", genre.name)
    except SpecError as problem:
        start = f"gridwright new {genre.name} --size {height}x{width} -o FILE.yaml"
        reason = problem.diagnostics[0].message
        raise NothingPrintable(
            f"an empty board is not enough: {reason}; write `{start}`, add what it needs, and generate from FILE.yaml"
        ) from None
