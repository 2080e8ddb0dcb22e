"""Generate puzzles of a genre, or of a spec of your own, each with exactly one solution.

NAME is a genre, or a spec; givens and clues of a spec are replaced, and everything else stays. Without -o the puzzle is printed;
with --count, OUT is a folder. Each puzzle is loaded, solved and judged like any other before it is written. The same seed gives
the same puzzles.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from itertools import count, islice
from pathlib import Path

import click
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.library import LibraryFile
from gridwright.compiler.loader import load_text
from gridwright.compiler.loader.examples import examples_of
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.yaml_nodes import resolve

from ..authoring.empty_board import empty_board
from ..authoring.generating.clue_problem import GeneratedPuzzle
from ..authoring.generating.drawn_areas import drawn_areas
from ..authoring.generating.generate import Generator, NothingPrintable, Wishes
from ..authoring.generating.map_search import MapSearch
from ..authoring.generating.printable import least_area, printed_names
from ..authoring.generating.verified_puzzle import VerifiedPuzzle, verified
from ..authoring.genre_choice import complete, genre_called
from ..authoring.spec_heading import heading, schema_for
from ..authoring.symmetry import MOVES, SQUARE
from ..execution.error_boundary import guarded
from ..execution.options import Options, common_options
from ..execution.progress_display import show_progress
from ..exit_status import GAVE_UP, OK
from ..output.atomic_write import exists, write_whole
from ..output.text import genre_text, print_text

ATTEMPTS = 200  # in a row without a puzzle as wished; then it gives up
CELLS_PER_AREA = (4, 5, 6, 7, 8)  # on average, in genres that print nothing but areas
ATTEMPTS_PER_MAP = 3  # on one board whose areas are drawn at random


class Interval(click.ParamType):  # type: ignore[type-arg]
    """`A..B`, or one number for both; `A..` has no end."""

    name = "MIN..MAX"

    def convert(self, value: object, parameter: click.Parameter | None, context: click.Context | None) -> tuple[float, float]:
        """Return both ends."""
        found = re.fullmatch(r"(\d+(?:\.\d+)?)(?:(\.\.)(\d+(?:\.\d+)?)?)?", str(value).strip())
        if found is None:
            self.fail(f"needs MIN..MAX, as in 12..20 (got {value!r})", parameter, context)
        low = float(found[1])
        high = float(found[3]) if found[3] else float("inf") if found[2] else low
        if high < low:
            self.fail(f"the first number must not be above the second (got {value!r})", parameter, context)
        return low, high


@dataclass(frozen=True, eq=False)
class Order:
    """What is asked for on the command line."""

    name: str
    size: str | None
    count: int
    output: str | None
    difficulty: tuple[float, float] | None
    wishes: Wishes
    force: bool


@click.command("generate", help=__doc__)
@click.argument("name", shell_complete=complete)
@click.option("-o", "--output", metavar="OUT", help="The spec to write; with --count, the folder for the specs.")
@click.option("--size", metavar="ROWSxCOLUMNS", help="The size of the board of a genre; without it, that of its first example.")
@click.option("--count", type=click.IntRange(1, 10_000), default=1, metavar="N", help="How many puzzles.")
@click.option("--symmetry", type=click.Choice(["none", *MOVES]), default="none", help="The symmetry of the pattern of clues.")
@click.option("--clues", type=Interval(), help="How many clues and givens.")
@click.option("--difficulty", type=Interval(), help="The rating that `gridwright steps` gives.")
@click.option("--forbid", metavar="VALUES", default="", help="Values that no clue has, as in 0,4.")
@click.option("--keep", metavar="PLACES", default="", help="Places that keep their clue, as in r1c1,r5c5, where one is possible.")
@click.option("--minimal", is_flag=True, help="Go on until no single clue can be removed.")
@click.option("--force", is_flag=True, help="Overwrite what is there.")
@common_options
def command(
    options: Options,
    name: str,
    output: str | None,
    size: str | None,
    count: int,
    symmetry: str,
    clues: tuple[float, float] | None,
    difficulty: tuple[float, float] | None,
    forbid: str,
    keep: str,
    minimal: bool,
    force: bool,
) -> int:
    """Generate puzzles."""
    if count > 1 and output is None:
        raise click.UsageError("with --count, -o names the folder for the puzzles")
    low, high = clues or (0, float("inf"))
    wishes = Wishes(
        fewest=int(low),
        most=None if high == float("inf") else int(high),
        symmetry="" if symmetry == "none" else symmetry,
        forbidden=frozenset(resolve(part.strip()) for part in forbid.split(",") if part.strip()),
        kept=frozenset(part.strip() for part in keep.split(",") if part.strip()),
        is_minimal=minimal,
    )
    order = Order(name, size, count, output, difficulty, wishes, force)
    for path in _outputs(order):
        if path.exists() and not force:
            raise exists(path)
    return guarded(name, lambda path, options: _generate(order, options), options)


def _outputs(order: Order) -> list[Path]:
    """Return the files that are to be written, in order."""
    if order.output is None:
        return []
    if order.count == 1:
        return [Path(order.output)]
    stem = Path(order.name).stem
    width = len(str(order.count))
    return [Path(order.output, f"{stem}-{number:0{width}}.yaml") for number in range(1, order.count + 1)]


def _generate(order: Order, options: Options) -> int:
    """Generate, verify and write puzzles until there are enough. Those that are written stay if the time ends."""
    progress = options.progress()
    written = 0
    with show_progress(order.name, progress, options):
        progress.enter("starting")
        try:
            for number, puzzle in zip(range(order.count), _puzzles(order, options), strict=False):
                _tell(order, number, puzzle, options)
                progress.found = written = number + 1
        except NothingPrintable as problem:
            raise click.UsageError(f"{order.name} cannot be generated: {problem}") from None
    if written < order.count:
        options.say(f"{order.name}: gave up after {ATTEMPTS} attempts without such a puzzle; {written} of {order.count} made")
        return GAVE_UP
    return OK


def _puzzles(order: Order, options: Options) -> Iterator[VerifiedPuzzle]:
    """Yield puzzles as they are wished, until too many attempts in a row lead to none."""
    failures = 0
    for spec, attempts in _boards(order, options):
        _check_symmetry(spec, order.wishes.symmetry)
        prints_only_areas = attempts is not None and not printed_names(spec)
        puzzles = _of_maps(order, options) if prints_only_areas else _of_board(spec, order, options)
        for puzzle in islice(puzzles, ATTEMPTS if prints_only_areas else attempts):
            failures = 0 if puzzle else failures + 1
            if puzzle:
                yield puzzle
            elif failures == ATTEMPTS:
                return
        failures += 1  # a board without a solution is an attempt too
        if failures >= ATTEMPTS:
            return


def _of_board(spec: Spec, order: Order, options: Options) -> Iterator[VerifiedPuzzle | None]:
    """Yield the puzzles of one board, and None after each attempt that led to none."""
    deadline, engine, seed = options.deadline(), options.engine, options.seed
    generator = Generator(spec, order.wishes, engine, seed, deadline, options.progress())
    is_rated = order.difficulty is not None
    for candidate in generator.candidates():
        puzzle = candidate and verified(spec, generator.text, candidate, deadline, engine=engine, seed=seed, is_rated=is_rated)
        yield puzzle if puzzle and _is_as_difficult(puzzle, order.difficulty) else None


def _of_maps(order: Order, options: Options) -> Iterator[VerifiedPuzzle | None]:
    """Yield the puzzles of a genre that prints nothing but areas, and None after each map that led to none."""
    genre = genre_called(order.name)
    size = _board_size(genre, order)
    least = least_area(genre)

    def board(labels: Sequence[str]) -> Spec:
        return _empty_board(genre, size, labels, order, options)

    def draw(source: random.Random) -> Sequence[str]:
        cells = source.choice(CELLS_PER_AREA)
        return drawn_areas(*size, source, least, source.choice([size[0], max(2, round(size[0] * size[1] / cells))]))

    deadline, engine, seed = options.deadline(), options.engine, options.seed
    search = MapSearch(board, draw, least, engine, seed, deadline, options.progress())
    is_rated = order.difficulty is not None
    for found in search.puzzles():
        candidate = found and GeneratedPuzzle({}, {}, found.solution)
        puzzle = (
            verified(found.spec, found.spec.source, candidate, deadline, engine=engine, seed=seed, is_rated=is_rated)
            if found and candidate
            else None
        )
        yield puzzle if puzzle and _is_as_difficult(puzzle, order.difficulty) else None


def _is_as_difficult(puzzle: VerifiedPuzzle, wanted: tuple[float, float] | None) -> bool:
    return wanted is None or (puzzle.rating is not None and wanted[0] <= puzzle.rating <= wanted[1])


def _tell(order: Order, number: int, puzzle: VerifiedPuzzle, options: Options) -> None:
    paths = _outputs(order)
    if paths:
        paths[number].parent.mkdir(parents=True, exist_ok=True)
        write_whole(paths[number], puzzle.text, force=order.force)
    if options.json:
        rating = {} if puzzle.rating is None else {"rating": puzzle.rating}
        where = {"written": str(paths[number])} if paths else {"text": puzzle.text}
        options.report({"name": order.name, "clues": puzzle.size, **rating, **where})
    elif paths:
        rated = "" if puzzle.rating is None else f", rating {puzzle.rating}"
        options.say(f"wrote {paths[number]}: {print_text.counted(puzzle.size, 'clue')}{rated}")
    else:
        print(puzzle.text, end="")


def _boards(order: Order, options: Options) -> Iterator[tuple[Spec, int | None]]:
    """Yield boards without end, each with the number of attempts that it is good for: that of a spec, or empty ones of a genre.

    If areas of the genre cover its board, they are drawn anew each time.
    """
    if order.name.endswith((".yaml", ".yml")) or Path(order.name).is_file():
        if order.size is not None:
            raise click.UsageError("--size is for a genre; a spec has its own board")
        yield options.load(order.name), None
        return
    genre = genre_called(order.name)
    size = _board_size(genre, order)
    for number in count():
        labels = drawn_areas(*size, random.Random(f"{options.seed} {number}"), least_area(genre))
        spec = _empty_board(genre, size, labels, order, options)
        yield spec, ATTEMPTS_PER_MAP if any(kind.areas for kind in spec.grids[0].kinds) else None


def _empty_board(genre: LibraryFile, size: tuple[int, int], labels: Sequence[str], order: Order, options: Options) -> Spec:
    height, width = size
    note = f"generated by gridwright generate {genre.name} --size {height}x{width} --seed {options.seed}"
    schema = schema_for(_outputs(order)[0]) if order.output else ""
    title = heading(genre_text.text_of(genre, "title"), note, schema=schema)
    body = re.sub(r"(?m)^ *#.*\n", "", empty_board(genre, height, width, "", labels))
    try:
        return load_text(f"{title}\n{body.lstrip()}", genre.name)
    except SpecError:
        start = f"gridwright new {genre.name} --size {height}x{width} -o FILE.yaml"
        message = f"{genre.name} needs more than an empty board: write `{start}`, add what it needs, and generate from FILE.yaml"
        raise click.UsageError(message) from None


def _board_size(genre: LibraryFile, order: Order) -> tuple[int, int]:
    return _size(order.size) if order.size else _usual_size(genre)


def _usual_size(genre: LibraryFile) -> tuple[int, int]:
    example = next(examples_of(genre.name, genre.document), None)
    board = load_text(example.text).grids[0].board if example else None
    return (board.height, board.width) if board else (6, 6)


def _size(text: str) -> tuple[int, int]:
    """Return rows and columns of a board; raise `click.UsageError` if the text is no size."""
    found = re.fullmatch(r"([1-9]\d?)\s*[xX]\s*([1-9]\d?)", text.strip())
    if found is None:
        raise click.UsageError(f"--size needs rows x columns, as in 8x8 (got {text!r})")
    return int(found[1]), int(found[2])


def _check_symmetry(spec: Spec, symmetry: str) -> None:
    for grid in spec.grids:
        lengths = grid.board.row_lengths
        if symmetry in SQUARE and {*lengths} != {len(lengths)}:
            raise click.UsageError(f"a board of {grid.board.extent} cannot have the symmetry {symmetry}")
