"""Generate puzzles of a genre, or of a spec of your own, each with exactly one solution.

NAME is a genre, or a spec. In a spec, the command replaces givens and clues, and keeps everything else. Without -o it prints the
puzzle; with --count, OUT is a folder. Before it writes a puzzle, it loads, solves and judges it like any other. The same seed
gives the same puzzles. With --jobs or --cluster each puzzle has its own seed, so they differ from those that one process makes.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click
from gridwright.compiler.language.budget import GaveUp, OutOfTime
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import read_spec
from gridwright.compiler.loader.libraries import LibraryPlaces
from gridwright.compiler.records import dataclass, replace
from gridwright.compiler.syntax.yaml_nodes import read_text, resolve

from ..authoring.generating.generate import FixedValues, Misses, NothingPrintable, Wishes
from ..authoring.generating.puzzles import (
    ATTEMPTS,
    MOST_SEED,
    STEP,
    Settings,
    board_of_genre,
    puzzles_of_genre,
    puzzles_of_spec,
    usual_size,
)
from ..authoring.generating.verified_puzzle import VerifiedPuzzle
from ..authoring.genre_choice import complete_genre_or_file, genre_by_name
from ..authoring.spec_heading import schema_for
from ..authoring.symmetry import MOVES
from ..execution.error_boundary import run_on_file
from ..execution.execution_plan import cluster_backend, cluster_option
from ..execution.options import FILE, Options, common_options
from ..execution.progress_display import show_progress
from ..exit_status import GAVE_UP, OK
from ..interchange.grid_file import read_partial_grid
from ..output.atomic_write import exists, write_whole
from ..output.text import print_text
from ..steps.bands import Band, Bands, NoSuchBand, all_bands, bands_of_spec, ratings_of_band

if TYPE_CHECKING:
    from ..execution.jobs import Backend


NAMES_OF_BANDS = tuple(band.value for band in Band)


class NumberInterval(click.ParamType):  # type: ignore[type-arg]
    """`A..B`, or one number for both; `A..` has no end."""

    name = "MIN..MAX"

    def convert(self, value: object, parameter: click.Parameter | None, context: click.Context | None) -> tuple[float, float]:
        """Return both ends."""
        match = re.fullmatch(r"(\d+(?:\.\d+)?)(?:(\.\.)(\d+(?:\.\d+)?)?)?", str(value).strip())
        if match is None:
            self.fail(f"needs MIN..MAX, as in 12..20 (got {value!r})", parameter, context)
        low = float(match[1])
        high = float(match[3]) if match[3] else float("inf") if match[2] else low
        if high < low:
            self.fail(f"the first number must not be above the second (got {value!r})", parameter, context)
        return low, high


class DifficultyInterval(NumberInterval):
    """A band of the genre, or ratings."""

    name = "BAND|MIN..MAX"

    def convert(  # type: ignore[override]
        self, value: object, parameter: click.Parameter | None, context: click.Context | None
    ) -> Band | tuple[float, float]:
        """Return the band, or both ends."""
        text = str(value).strip()
        if text in NAMES_OF_BANDS:
            return Band(text)
        if not text[:1].isdigit():
            self.fail(f"needs {', '.join(NAMES_OF_BANDS)} or MIN..MAX, as in 1..2 (got {text!r})", parameter, context)
        return super().convert(value, parameter, context)


@dataclass(frozen=True, eq=False)
class Order:
    """What is asked for on the command line."""

    name: str
    size: str | None
    count: int
    output: str | None
    difficulty: Band | tuple[float, float] | None
    wishes: Wishes
    solution: str | None
    force: bool


@click.command("generate", help=__doc__)
@click.argument("name", shell_complete=complete_genre_or_file)
@click.option("-o", "--output", metavar="OUT", type=FILE, help="The spec to write; with --count, the folder for the specs.")
@click.option("--size", metavar="ROWSxCOLUMNS", help="The size of the board of a genre; without it, that of its first example.")
@click.option("--count", type=click.IntRange(1, 10_000), default=1, metavar="N", help="How many puzzles.")
@click.option("--symmetry", type=click.Choice(["none", *MOVES]), default="none", help="The symmetry of the pattern of clues.")
@click.option("--clues", type=NumberInterval(), help="How many clues and givens.")
@click.option(
    "--difficulty",
    type=DifficultyInterval(),
    help="easy, medium or hard for the genre, or the rating that `gridwright steps` gives.",
)
@click.option("--forbid", metavar="VALUES", default="", help="Values that no clue or given has, as in 0,4.")
@click.option("--keep", metavar="PLACES", default="", help="Places that keep their clue, as in r1c1,r5c5, where one is possible.")
@click.option("--solution", metavar="GRID", type=FILE, help="A file with the solution or a part of it, in the formats of judge.")
@click.option("--minimal", is_flag=True, help="Go on until no single clue can be removed.")
@click.option("--jobs", type=click.IntRange(1, 256), metavar="N", help="Number of processes; each makes puzzles of its own.")
@cluster_option
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
    difficulty: Band | tuple[float, float] | None,
    forbid: str,
    keep: str,
    solution: str | None,
    minimal: bool,
    jobs: int | None,
    cluster: str | None,
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
    order = Order(name, size, count, output, difficulty, wishes, solution, force)
    start_cluster = cluster_backend(jobs, cluster)
    for path in _outputs(order):
        if path.exists() and not force:
            raise exists(path)

    def one(path: str, options: Options) -> int:
        if start_cluster is None and (jobs or 1) == 1:
            return _generate(order, options, lambda misses: _puzzles(_source(order, options), options, misses))
        return _generate(order, options, lambda _: _from_jobs(order, options, jobs or 1, start_cluster))

    return run_on_file(name, one, options)


def _outputs(order: Order) -> list[Path]:
    """Return the files that are to be written, in order."""
    if order.output is None:
        return []
    if order.count == 1:
        return [Path(order.output)]
    stem = Path(order.name).stem
    width = len(str(order.count))
    return [Path(order.output, f"{stem}-{number:0{width}}.yaml") for number in range(1, order.count + 1)]


def _generate(order: Order, options: Options, puzzles: Callable[[Misses], Iterator[VerifiedPuzzle]]) -> int:
    """Generate, verify and write puzzles until there are enough. Those that are written stay if the time ends."""
    progress, misses = options.progress(), Misses()
    written = 0
    with show_progress(order.name, progress, options):
        progress.enter("starting")
        try:
            for number, puzzle in zip(range(order.count), puzzles(misses), strict=False):
                _tell(order, number, puzzle, options)
                progress.found = written = number + 1
        except NothingPrintable as problem:
            raise click.UsageError(f"{order.name} cannot be generated: {problem}") from None
        except (GaveUp, OutOfTime):
            if reasons := misses.words():
                options.say(f"{order.name}: {reasons}")
            raise
    if written < order.count:
        missed = f" ({reasons})" if (reasons := misses.words()) else ""
        made = f"{written} of {order.count} made"
        options.say(f"{order.name}: gave up after {ATTEMPTS} attempts without such a puzzle{missed}; {made}")
        return GAVE_UP
    return OK


@dataclass(frozen=True, eq=False)
class PuzzleSource:
    """What puzzles are made of, as another process or machine can read it. `text` and `files`: a spec, and the libraries that are
    files; for a genre the text is empty, and it has a size. `schema`: how a spec of a genre names the schema.
    """

    name: str
    text: str
    files: Mapping[str, str]
    size: tuple[int, int]
    wishes: Wishes
    difficulty: tuple[float, float] | None
    schema: str


def _source(order: Order, options: Options) -> PuzzleSource:
    """Read the order of a user; raise `click.UsageError` if its parts do not fit together."""
    paths = _outputs(order)
    schema = schema_for(paths[0]) if paths else ""
    text, files, size = "", dict[str, str](), (0, 0)
    if order.name.endswith((".yaml", ".yml")) or Path(order.name).is_file():
        if order.size is not None:
            raise click.UsageError("--size is for a genre; a spec has its own board")
        board = options.load(order.name)
        if board.files and any(path.resolve().parent != Path(order.name).resolve().parent for path in paths):
            raise click.UsageError(f"{order.name} uses {', '.join(board.files)}, which is in its folder: write OUT there too")
        text, files = board.source, dict(board.files)
        bands = bands_of_spec(board)
    else:
        genre = genre_by_name(order.name)
        bands = all_bands().get(genre.name)
        usual = bands.rows_and_columns if bands is not None and isinstance(order.difficulty, Band) else usual_size(genre)
        size = size_of(order.size) if order.size else usual
        board = board_of_genre(genre, size)
    wishes = order.wishes if order.solution is None else replace(order.wishes, solution=_fixed_values(board, order.solution))
    return PuzzleSource(order.name, text, files, size, wishes, _ratings(order, bands), schema)


def _ratings(order: Order, bands: Bands | None) -> tuple[float, float] | None:
    """Return the lowest and highest rating that is asked for; raise `click.UsageError` if a band has none."""
    wanted = order.difficulty
    if not isinstance(wanted, Band):
        return wanted
    try:
        return ratings_of_band(wanted, order.name, bands)
    except NoSuchBand as problem:
        known = "" if bands else f" (known for {', '.join(sorted(all_bands()))})"
        raise click.UsageError(f"{problem}; give a range, as in 1..2{known}") from None


def _fixed_values(board: Spec, path: str) -> FixedValues:
    """Return the values of a file, by the names of grid, layer and place."""
    values = read_partial_grid(path, board)
    return {
        (layer.grid, layer.name, layer.place_name(at)): value
        for layer in board.layers
        for at, value in enumerate(values.get((layer.grid, layer.name), ()))
        if value is not None
    }


def _puzzles(source: PuzzleSource, options: Options, misses: Misses) -> Iterator[VerifiedPuzzle]:
    deadline, progress = options.deadline(), options.progress()
    settings = Settings(source.wishes, source.difficulty, options.engine, options.seed, deadline, progress, source.schema, misses)
    if not source.text:
        return puzzles_of_genre(genre_by_name(source.name), source.size, settings)
    document = read_text(source.text, source.name, options.limits)
    return puzzles_of_spec(
        read_spec(document, source.name, LibraryPlaces(texts=source.files), options.limits, deadline), settings
    )


def _from_jobs(
    order: Order, options: Options, jobs: int, start_cluster: Callable[[], Backend] | None
) -> Iterator[VerifiedPuzzle]:
    """Yield puzzles that other processes make, each from a seed of its own, in the order of these."""
    from ..execution.jobs import Job, in_order, run_jobs  # noqa: PLC0415 (slow to import, and only for several processes)
    from ..execution.runner import Runner  # noqa: PLC0415 (the same)

    source, own = _source(order, options), options.for_process()
    seeds = [(options.seed + STEP * number) % MOST_SEED for number in range(order.count)]
    all_jobs = [Job(_task, source, replace(own, seed=seed), own.timeout, own.memory) for seed in seeds]
    backend = Runner(min(jobs, order.count)) if start_cluster is None else start_cluster()
    with contextlib.closing(run_jobs(backend, all_jobs)) as finished:
        for done in in_order(finished):
            if done.failed:
                raise GaveUp(done.failed)
            if done.result is None:
                return
            yield done.result


def _task(source: PuzzleSource, options: Options) -> tuple[int, VerifiedPuzzle | None]:
    try:
        return OK, next(_puzzles(source, options, Misses()), None)
    except NothingPrintable as problem:
        raise click.UsageError(f"{source.name} cannot be generated: {problem}") from None


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
        options.say(f"wrote {paths[number]}: {print_text.number_of(puzzle.size, 'clue')}{rated}")
    else:
        print(puzzle.text, end="")


def size_of(text: str) -> tuple[int, int]:
    """Return rows and columns of a board; raise `click.UsageError` if the text is no size."""
    match = re.fullmatch(r"([1-9]\d?)\s*[xX]\s*([1-9]\d?)", text.strip())
    if match is None:
        raise click.UsageError(f"--size needs rows x columns, from 1 to 99 each, as in 8x8 (got {text!r})")
    return int(match[1]), int(match[2])
