"""Generate puzzles of a genre, or of a spec of your own, each with exactly one solution.

NAME is a genre, or a spec; givens and clues of a spec are replaced, and everything else stays. Without -o the puzzle is printed;
with --count, OUT is a folder. Each puzzle is loaded, solved and judged like any other before it is written. The same seed gives
the same puzzles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.yaml_nodes import resolve

from ..authoring.generating.generate import NothingPrintable, Wishes
from ..authoring.generating.puzzles import ATTEMPTS, Settings, puzzles_of_genre, puzzles_of_spec, usual_size
from ..authoring.generating.verified_puzzle import VerifiedPuzzle
from ..authoring.genre_choice import complete_genre_or_file, genre_called
from ..authoring.spec_heading import schema_for
from ..authoring.symmetry import MOVES, SQUARE
from ..execution.error_boundary import guarded
from ..execution.options import FILE, Options, common_options
from ..execution.progress_display import show_progress
from ..exit_status import GAVE_UP, OK
from ..output.atomic_write import exists, write_whole
from ..output.text import print_text


class NumberInterval(click.ParamType):  # type: ignore[type-arg]
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
@click.argument("name", shell_complete=complete_genre_or_file)
@click.option("-o", "--output", metavar="OUT", type=FILE, help="The spec to write; with --count, the folder for the specs.")
@click.option("--size", metavar="ROWSxCOLUMNS", help="The size of the board of a genre; without it, that of its first example.")
@click.option("--count", type=click.IntRange(1, 10_000), default=1, metavar="N", help="How many puzzles.")
@click.option("--symmetry", type=click.Choice(["none", *MOVES]), default="none", help="The symmetry of the pattern of clues.")
@click.option("--clues", type=NumberInterval(), help="How many clues and givens.")
@click.option("--difficulty", type=NumberInterval(), help="The rating that `gridwright steps` gives.")
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
    paths = _outputs(order)
    settings = Settings(
        order.wishes,
        order.difficulty,
        options.engine,
        options.seed,
        options.deadline(),
        options.progress(),
        schema_for(paths[0]) if paths else "",
    )
    if order.name.endswith((".yaml", ".yml")) or Path(order.name).is_file():
        if order.size is not None:
            raise click.UsageError("--size is for a genre; a spec has its own board")
        spec = options.load(order.name)
        for grid in spec.grids:
            _check_symmetry(grid.board.row_lengths, order.wishes.symmetry)
        return puzzles_of_spec(spec, settings)
    genre = genre_called(order.name)
    size = _size(order.size) if order.size else usual_size(genre)
    _check_symmetry([size[1]] * size[0], order.wishes.symmetry)
    return puzzles_of_genre(genre, size, settings)


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


def _size(text: str) -> tuple[int, int]:
    """Return rows and columns of a board; raise `click.UsageError` if the text is no size."""
    found = re.fullmatch(r"([1-9]\d?)\s*[xX]\s*([1-9]\d?)", text.strip())
    if found is None:
        raise click.UsageError(f"--size needs rows x columns, as in 8x8 (got {text!r})")
    return int(found[1]), int(found[2])


def _check_symmetry(lengths: Sequence[int], symmetry: str) -> None:
    if symmetry in SQUARE and {*lengths} != {len(lengths)}:
        raise click.UsageError(f"a board that is not square cannot have the symmetry {symmetry}")
