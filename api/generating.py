"""Generate puzzles for programs: one after the other, or as a dataset with scores for answers; complete those of your own."""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence
from typing import Any

from gridwright.compiler.language.reported import Reported
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.runtime.authoring.generating import complete as completing
from gridwright.runtime.authoring.generating.complete import Completion, expected_target
from gridwright.runtime.authoring.generating.generate import NothingPrintable, Wishes
from gridwright.runtime.authoring.generating.puzzles import STEP, Settings, puzzles_of_genre
from gridwright.runtime.authoring.symmetry import MOVES
from gridwright.runtime.engines.engine_registry import AUTO
from gridwright.runtime.judging.answer import as_json
from gridwright.runtime.judging.judge import Assignment
from gridwright.runtime.judging.partial_judge import judge_partly, with_givens
from gridwright.runtime.output.reports.report import solution_as_json
from gridwright.runtime.output.text.genre_text import text_of
from gridwright.runtime.steps.bands import Band, NoSuchBand, all_bands, ratings_of_band

from .arguments import (
    MOST_SEED,
    SpecSource,
    describe_value,
    engine_name,
    integer,
    limited_work,
    number,
    seed_number,
    spec_of,
    word,
)
from .judging import GridSource, judge, partial_values, whole_values
from .starting import board_size, genre_file

MOST_PUZZLES = 1_000_000


@dataclass(frozen=True, eq=False, repr=False)
class DatasetPuzzle(Reported):
    """A puzzle of a dataset. `text`: its spec as YAML, with the solution. `difficulty`: its rating, if asked for."""

    genre: str
    seed: int
    text: str
    difficulty: float | None

    @functools.cached_property
    def spec(self) -> Spec:
        """Return the spec, with the solution under `expect`."""
        return load_text(self.text, self.genre)

    @property
    def rules(self) -> str:
        """Return the rules of the genre in words."""
        return text_of(genre_file(self.genre), "text")

    @property
    def solution(self) -> Assignment:
        """Return the only solution: values by the names of board and layer."""
        assert self.spec.expected.solution is not None
        return self.spec.expected.solution

    def __repr__(self) -> str:
        """Return a short text."""
        return f"<DatasetPuzzle {self.genre}, seed {self.seed}>"

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as a plain object: what is printed by name and place, and the solution."""
        printed: dict[str, dict[str, object]] = {"givens": {}, "clues": {}}
        areas: dict[str, list[list[str]]] = {}
        for grid in self.spec.grids:
            for given in grid.givens:
                layer = printed["givens"].setdefault(given.layer.name, {})
                assert isinstance(layer, dict)
                layer[given.layer.place_name(given.position)] = as_json(given.value)
            for group in grid.clue_groups:
                printed["clues"][group.name] = {str(clue.place): as_json(clue.value) for clue in group}
            areas |= {kind.name: [[str(cell) for cell in area] for area in kind.areas] for kind in grid.kinds if kind.areas}
        return {
            "genre": self.genre,
            "seed": self.seed,
            "size": [self.spec.grids[0].board.height, self.spec.grids[0].board.width],
            "rules": self.rules,
            **printed,
            "areas": areas,
            "solution": solution_as_json(self.spec, self.solution),
            "difficulty": self.difficulty,
            "text": self.text,
        }


class Dataset(Sequence[DatasetPuzzle]):
    """Puzzles of one genre by number. The same number gives the same puzzle; each is generated when it is asked for."""

    def __init__(
        self,
        genre: str,
        size: tuple[int, int] | None,
        length: int,
        seed: int,
        difficulty: tuple[float, float] | None,
        timeout: float | None,
    ) -> None:
        self.genre = genre
        self.size = size
        self.length = length
        self.seed = seed
        self.difficulty = difficulty
        self.timeout = timeout

    def __repr__(self) -> str:
        """Return a short text."""
        return f"<Dataset {self.genre}, {self.length:,} puzzles, seed {self.seed}>"

    def __len__(self) -> int:
        """Return the number of puzzles."""
        return self.length

    def __getitem__(self, index: int) -> DatasetPuzzle:  # type: ignore[override]
        """Return a puzzle. Raise `IndexError` beyond the last one, `LookupError` if none was found, `TimeoutError` in time."""
        if isinstance(index, slice):
            raise TypeError("a dataset has no slices: write [puzzles[i] for i in range(...)]")
        try:
            at = operator.index(index)
        except TypeError:
            raise TypeError(f"the number of a puzzle must be a whole number (got {describe_value(index)})") from None
        at += self.length if at < 0 else 0
        if not 0 <= at < self.length:
            raise IndexError(f"the dataset has {self.length:,} puzzles; there is no number {index}")
        seed = (self.seed + STEP * at) % MOST_SEED
        return _generate(self.genre, self.size, seed, self.difficulty, Wishes(), self.timeout)


def _generate(
    genre: str,
    size: tuple[int, int] | None,
    seed: int,
    difficulty: tuple[float, float] | None,
    wishes: Wishes,
    timeout: float | None,
) -> DatasetPuzzle:
    file = genre_file(genre)
    with limited_work(timeout, None) as work:
        settings = Settings(wishes=wishes, difficulty=difficulty, seed=seed, deadline=work.deadline, progress=work.progress)
        try:
            puzzle = next(puzzles_of_genre(file, size, settings), None)
        except NothingPrintable as problem:
            raise LookupError(f"{file.name} cannot be generated: {problem}") from None
    if puzzle is None:
        reasons = settings.misses.words()
        missed = f" ({reasons})" if reasons else ""
        raise LookupError(f"no puzzle of {file.name} was found{missed}; try another size, seed or difficulty")
    return DatasetPuzzle(file.name, seed, puzzle.text, puzzle.rating)


def generate(
    genre: str,
    *,
    size: tuple[int, int] | None = None,
    seed: int = 0,
    difficulty: str | tuple[float, float] | None = None,
    symmetry: str = "",
    minimal: bool = False,
    timeout: float | None = None,
) -> DatasetPuzzle:
    """Return a puzzle of a genre with exactly one solution, which was found and judged as that of any spec.

    `size`: rows and columns; None for the usual ones. `seed`: the same gives the same puzzle. `difficulty`: `easy`, `medium` or
    `hard` if the genre has such bands, or the lowest and the highest rating, as `gridwright steps` prints it.
    `symmetry`: such as `rotate180`. `minimal`: no clue can be removed. `timeout`: seconds. Raise `LookupError` with the reason if
    none can be made or none was found, `TimeoutError` at the limit.

    >>> puzzle = generate("latin_square", size=(3, 3), seed=4)
    >>> len(puzzle.to_dict()["givens"]["number"])
    2
    """
    wishes = Wishes(symmetry=word(symmetry, "symmetry", MOVES) if symmetry else "", is_minimal=bool(minimal))
    rows_and_columns, ratings = _size_and_ratings(genre, size, difficulty)
    return _generate(genre, rows_and_columns, seed_number(seed), ratings, wishes, timeout)


def complete(
    spec: SpecSource,
    *,
    solution: GridSource | None = None,
    only: str | None = None,
    engine: str = AUTO,
    seed: int = 0,
    timeout: float | None = None,
    memory: int | None = None,
) -> Completion:
    """Find the fewest clues or givens that leave exactly one solution, and single values that could be changed instead.

    `solution`: the grid that stays, in any form that `judge` takes; without it, that under `expect`, or the one that needs the
    fewest additions. `only`: `givens` or `clues`. The other arguments are those of `solve`. What was found until the time limit
    is the result, with a `reason`. Raise `TimeoutError` if that is not even two solutions.

    >>> completion = complete("gridwright: 1\\nuse: latin_square\\ngrid: 2x2\\n")
    >>> len(completion.additions), completion.is_fewest, load_text(completion.text).grids[0].givens[0].value in (1, 2)
    (1, True, True)
    """
    with limited_work(timeout, memory) as work:
        loaded = spec_of(spec, work.deadline)
        return completing.complete(
            loaded,
            target=expected_target(loaded) if solution is None else whole_values(loaded, solution),
            only="" if only is None else word(only, "only", ("givens", "clues")),
            engine=engine_name(engine),
            seed=seed_number(seed),
            deadline=work.deadline,
            progress=work.progress,
        )


def dataset(
    genre: str,
    *,
    size: tuple[int, int] | None = None,
    length: int = 1_000,
    difficulty: str | tuple[float, float] | None = None,
    seed: int = 0,
    timeout: float | None = None,
) -> Dataset:
    """Return a sequence of puzzles of a genre: `dataset(...)[7]` is always the same puzzle.

    `length`: how many puzzles it has. The other arguments are those of `generate`; `timeout` holds for each puzzle.

    >>> puzzles = dataset("latin_square", size=(3, 3), length=10, seed=1)
    >>> len(puzzles), puzzles[3].text == puzzles[3].text
    (10, True)
    """
    rows_and_columns, ratings = _size_and_ratings(genre, size, difficulty)
    count = integer(length, "length", least=1, most=MOST_PUZZLES)
    return Dataset(genre, rows_and_columns, count, seed_number(seed), ratings, timeout)


def _size_and_ratings(
    genre: str, size: tuple[int, int] | None, difficulty: str | tuple[float, float] | None
) -> tuple[tuple[int, int] | None, tuple[float, float] | None]:
    """Return the size, and the lowest and the highest rating. Without a size, a band has the size that it was measured on."""
    name = genre_file(genre).name
    rows_and_columns = None if size is None else board_size(size)
    if not isinstance(difficulty, str):
        return rows_and_columns, None if difficulty is None else _interval(difficulty)
    band = Band(word(difficulty, "difficulty", [known.value for known in Band]))
    bands = all_bands().get(name)
    try:
        ratings = ratings_of_band(band, name, bands)
    except NoSuchBand as problem:
        raise LookupError(f"{problem}; give the lowest and the highest rating, as in (1, 2.5)") from None
    assert bands is not None
    return rows_and_columns or bands.rows_and_columns, ratings


def _interval(difficulty: tuple[float, float]) -> tuple[float, float]:
    if not isinstance(difficulty, (tuple, list)) or len(difficulty) != 2:
        raise TypeError(
            "difficulty must be easy, medium or hard, or the lowest and the highest rating, as in (1, 2.5) "
            f"(got {describe_value(difficulty)})"
        )
    low, high = (number(end, "difficulty", least=0) for end in difficulty)
    if high < low:
        raise ValueError(f"difficulty: the first number must not be above the second (got {difficulty})")
    return low, high


@dataclass(frozen=True)
class Score:
    """What an answer is worth. `value`: 1.0 for a solution, otherwise at most 0.5, in proportion to the right values.

    `reason`: the first rule that it breaks, what is open, or why it cannot be read; empty for a solution.
    """

    value: float
    reason: str = ""

    def __float__(self) -> float:
        """Return the value."""
        return self.value


def score(puzzle: DatasetPuzzle, answer: GridSource) -> Score:
    """Score an answer to a puzzle, from 0 to 1, whatever it looks like.

    `answer`: a grid as for `judge`, also a text with open places, or one that is no grid at all. A `str` is never read as a path,
    so no answer can name a file with the solution. A grid that the judge accepts is worth 1. Any other gets half of the share of
    places that have the value of the solution, and the first broken rule. Raise `TypeError` if `puzzle` is none.

    >>> puzzle = generate("latin_square", size=(2, 2), seed=1)
    >>> score(puzzle, puzzle.solution), score(puzzle, "I do not know.\\n").value
    (Score(value=1.0, reason=''), 0.0)
    """
    if not isinstance(puzzle, DatasetPuzzle):
        raise TypeError(f"puzzle must be one that a dataset or `generate` made (got {describe_value(puzzle)})")
    spec = puzzle.spec
    written = f"{answer}\n" if isinstance(answer, str) and "\n" not in answer else answer  # a single line would be a path
    try:
        values = partial_values(spec, written)
    except SpecError as problem:
        return Score(0.0, f"it cannot be read: {problem.diagnostics[0].message}")
    except (TypeError, ValueError) as problem:
        return Score(0.0, f"it cannot be read: {problem}")
    visible = [layer for layer in spec.layers if not layer.hidden]
    places = sum(len(layer.places) for layer in visible)
    right = 0
    is_open = False
    for layer in visible:
        key = (layer.grid, layer.name)
        entered = values.get(key, (None,) * len(layer.places))
        right += sum(one == other for one, other in zip(entered, puzzle.solution[key], strict=True))
        is_open = is_open or None in entered
    partly = right / places / 2
    if is_open:
        broken = judge_partly(spec, with_givens(spec, values)).violations
        return Score(partly, broken[0].message if broken else "places are open")
    report = judge(spec, values)
    return Score(1.0) if report.accepted else Score(partly, report.violations[0].message)
