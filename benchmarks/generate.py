"""Measure how long `gridwright generate` takes, beside Simon Tatham's programs, and list the genres that it can do.

    python benchmarks/generate.py [--runs N] [--only NAME...]
    python benchmarks/generate.py --samples [--runs N] [--only NAME...]
    python benchmarks/generate.py --genres [--only NAME...] [--results FILE] > docs/generate-genres.md

Without options: the median of N seeds in CPU seconds of a whole process, for the genres that setters ask for most. A run that
the limit ends counts with the limit. If Debian's sgt-puzzles is installed, its programs make puzzles of the same kind and size.

With `--samples`: the share of places in which the solutions of two puzzles differ, on average, beside that of two solutions that
a search with another seed finds on the empty board.

With `--genres`: each genre gets 30 CPU seconds for one puzzle of 6x6; the list of those that take longer, and of those that
cannot be generated, with the reasons. `--results` names a file that keeps how each attempt ended: what is in it is not tried
again, so a run that was stopped goes on, and several can share the work.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path

import gridwright
from gridwright.compiler.library import libraries
from gridwright.compiler.records import dataclass
from gridwright.compiler.values import Value
from gridwright.runtime.authoring.generating.puzzles import board_of_genre

SECONDS = 30  # of the processor, for one puzzle of 6x6
LIMIT = 60  # for the genres of the table

# A clue that no other program knows: how many cells are shaded from its cell to the right end of the row.
INVENTED = """\
gridwright: 1
grid: 10x10
use: no_full_block
layers:
  shaded: {values: bool}
clues:
  ahead: {r1c1: 0, r1c2: 10}
rules:
  - for: clue in ahead
    rule: count([shaded[clue.cell]]) + count(shaded[ray(clue.cell, right)]) == clue.value
  - rule: connected(shaded)
  - rule: no_full_block(shaded)
"""

# What is asked for, seconds that it should take at most, and the program of sgt-puzzles with its parameters.
TARGETS = (
    ("sudoku --size 9x9 --clues 17..26", 3, "sgt-solo 3x3"),
    ("slitherlink --size 10x10", 2, "sgt-loopy 10x10t0"),
    ("masyu --size 10x10", 3, "sgt-pearl 10x10dt"),
    ("nurikabe --size 10x10", 10, ""),
    ("hitori --size 10x10", 15, "sgt-singles 10x10dk"),
    ("lits --size 10x10", 15, ""),
    ("star_battle --size 10x10", 15, ""),
    ("heyawake --size 10x10", 15, ""),
    ("yajilin --size 10x10", 15, ""),
    ("killer_sudoku --size 9x9", 10, "sgt-solo 3x3k"),
    ("light_up --size 10x10", 10, "sgt-lightup 10x10b20s4d1"),
    ("hashiwokakero --size 10x10", 10, "sgt-bridges 10x10m2"),
    ("invented.yaml", 15, ""),
)
SAMPLED = ("sudoku", "slitherlink", "masyu", "nurikabe", "yajilin")


@dataclass(frozen=True)
class Run:
    """How a process ended: its status, its CPU seconds, the last line that it wrote."""

    status: int
    seconds: float
    words: str


def run(command: Sequence[str], limit: int) -> Run:
    """Run a program for so many CPU seconds at most."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ended = subprocess.run(command, capture_output=True, text=True, preexec_fn=limited, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    lines = [line.strip() for line in ended.stderr.splitlines() if line.strip()]
    return Run(ended.returncode, seconds, lines[-1] if lines else "")


def generated(arguments: str, seed: int, limit: int, folder: str) -> Run:
    """Generate one puzzle into a folder; the invented genre is written there first."""
    name, *options = arguments.split()
    source = Path(folder, name)
    if name == "invented.yaml":
        source.write_text(INVENTED, "utf-8")
    given = str(source) if source.exists() else name
    out = str(Path(folder, f"{source.stem}-{seed}.yaml"))
    command = [sys.executable, "-m", "gridwright", "generate", given, *options, "--seed", str(seed), "-o", out, "--force"]
    return run(command, limit)


def table(only: Sequence[str], runs: int) -> Iterator[str]:
    """Yield the lines of the table of seconds."""
    yield "| puzzle | median s | slowest s | made | at most s | sgt-puzzles median s |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    with tempfile.TemporaryDirectory() as folder:
        for arguments, most, other in TARGETS:
            if only and arguments.partition(" ")[0] not in only:
                continue
            ended = [generated(arguments, seed, LIMIT, folder) for seed in range(1, runs + 1)]
            seconds = [process.seconds for process in ended]
            made = sum(process.status == 0 for process in ended)
            yield (
                f"| {arguments} | {statistics.median(seconds):.1f} | {max(seconds):.1f} | {made} of {runs} | {most} "
                f"| {beside(other, runs)} |"
            )


def beside(other: str, runs: int) -> str:
    """Return the median of another program, if it is installed."""
    program, _, parameters = other.partition(" ")
    path = shutil.which(program) or shutil.which(f"/usr/games/{program}") if program else None
    if path is None:
        return ""
    seconds = [run([path, "--generate", "1", f"{parameters}#{seed}"], LIMIT).seconds for seed in range(1, runs + 1)]
    return f"{statistics.median(seconds):.2f}"


def distances(only: Sequence[str], runs: int) -> Iterator[str]:
    """Yield the lines of the table of distances between solutions."""
    yield "| genre | two puzzles | two seeds of a search |"
    yield "| --- | ---: | ---: |"
    for name in only or SAMPLED:
        size = (9, 9) if name == "sudoku" else (8, 8)
        empty = board_of_genre(libraries()[name], size)
        made = [gridwright.generate(name, size=size, seed=seed).solution for seed in range(runs)]
        searched = [gridwright.solve(empty, limit=1, seed=seed).solutions[0].grid for seed in range(runs)]
        yield f"| {name} | {mean_distance(made):.2f} | {mean_distance(searched):.2f} |"


def mean_distance(solutions: Sequence[Mapping[tuple[str, str], Sequence[Value]]]) -> float:
    """Return the mean share of places in which two solutions differ.

    >>> mean_distance([{("", "x"): (1, 2)}, {("", "x"): (1, 3)}, {("", "x"): (2, 2)}])
    0.6666666666666666
    """

    def share(first: Mapping[tuple[str, str], Sequence[Value]], second: Mapping[tuple[str, str], Sequence[Value]]) -> float:
        pairs = [pair for key in first for pair in zip(first[key], second[key], strict=True)]
        return sum(a != b for a, b in pairs) / len(pairs)

    return statistics.mean(share(first, second) for first, second in combinations(solutions, 2))


def genres(only: Sequence[str], results: Path | None) -> Iterator[tuple[str, Run]]:
    """Yield each genre, and how the attempt to generate a puzzle of 6x6 ended; what `results` has is not tried again."""
    lines = results.read_text("utf-8").splitlines() if results and results.exists() else []
    known = {name: Run(*ended) for name, *ended in map(json.loads, lines)}
    with tempfile.TemporaryDirectory() as folder:
        for genre in gridwright.genres():
            if only and genre.name not in only:
                continue
            ended = known.get(genre.name) or generated(f"{genre.name} --size 6x6", 1, SECONDS, folder)
            if results and genre.name not in known:
                with results.open("a", encoding="utf-8") as file:
                    print(json.dumps([genre.name, ended.status, round(ended.seconds, 2), ended.words]), file=file)
            yield genre.name, ended


def why(ended: Run) -> str:
    """Return in words why there is no puzzle."""
    if ended.status == 2:
        return ended.words.removeprefix("Error: ").partition("cannot be generated: ")[2] or ended.words
    return f"none in {SECONDS} s" if ended.status < 0 or ended.seconds >= SECONDS - 1 else ended.words.partition(": ")[2]


def genre_page(only: Sequence[str], results: Path | None) -> Iterator[str]:
    """Yield the lines of the list of genres."""
    rows = []
    for name, ended in genres(only, results):
        print(f"{name}: status {ended.status}, {ended.seconds:.1f} s", file=sys.stderr, flush=True)
        rows.append((name, ended))
    made = [(name, ended) for name, ended in rows if ended.status == 0]
    yield "# Genres that can be generated"
    yield ""
    median = statistics.median(ended.seconds for _, ended in made)
    yield "This page is generated by `python benchmarks/generate.py --genres`. Each genre of the collection was asked for one"
    yield f"puzzle of 6x6 with `gridwright generate GENRE --size 6x6 --seed 1`. {len(made)} of {len(rows)} make one within"
    yield f"{SECONDS} CPU seconds, {median:.1f} in the median. The start of the program counts."
    yield ""
    yield "## No puzzle"
    yield ""
    yield "| genre | why |"
    yield "| --- | --- |"
    yield from (f"| {name} | {why(ended)} |" for name, ended in rows if ended.status != 0)
    yield ""
    yield "## Seconds for one puzzle"
    yield ""
    yield "| genre | seconds |"
    yield "| --- | ---: |"
    yield from (f"| {name} | {ended.seconds:.1f} |" for name, ended in made)


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--genres", action="store_true", help="the list of genres, as a page")
    parser.add_argument("--results", type=Path, metavar="FILE", help="what is in it is not tried again")
    parser.add_argument("--samples", action="store_true", help="distances between solutions")
    parser.add_argument("--runs", type=int, default=10, metavar="N", help="seeds for each row")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="these genres only")
    options = parser.parse_args()
    of_runs = distances if options.samples else table
    lines = genre_page(options.only, options.results) if options.genres else of_runs(options.only, options.runs)
    for line in lines:
        print(line, flush=True)


if __name__ == "__main__":
    main()
