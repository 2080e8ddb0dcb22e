"""Find the steps of the first example of each genre, and write a page that says how far they lead.

    python benchmarks/step_genres.py [--limit SECONDS] [--jobs N] [--rows FILE] [GENRE ...] > docs/steps-genres.md

For each genre, the page has the number of steps, the largest cost and the rating. If a step costs more than 4, or the path is not
whole, it says why. The limit is on CPU seconds, so other work on the machine changes nothing, and paths are the same everywhere.
`--rows FILE` keeps the rows, one on each line, as soon as they are found: what is in the file already is not found again.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Any

from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.library import libraries
from gridwright.compiler.loader.examples import examples_of
from gridwright.runtime.steps.find_path import find_path
from gridwright.runtime.steps.path import End
from gridwright.runtime.steps.step import Kind, Step

LIMIT = 20.0  # CPU seconds for each genre
SHORT = 4  # what a step costs at most that is easy to follow
HEAD = """\
# Steps of all genres

How far [steps](steps.md) lead in the first example of each genre. `benchmarks/step_genres.py` made this list. A step that costs
more than {short} is a trial, which you can follow, or an exhaustion: no short argument was found, and a search shows what
follows. The last column says how many such steps there are, and which rule they use most often. Where a path is not whole because
time ran out, after {limit:.0f} seconds of the processor, more time may lead further.

{whole} of {number} examples have a whole path, {easy} of them with no step above {short}, and {trials} more with trials only.

| genre | board | steps | largest | rating | why |
|---|---|---|---|---|---|
"""

Row = dict[str, Any]


def row_of(genre: str, limit: float) -> Row:
    """Return the row of a genre: the measures of the path through its first example."""
    spec = next(iter(examples_of(genre, libraries()[genre].document))).spec()
    path = find_path(spec, deadline=Deadline(limit, time.process_time))
    difficulty, board = path.difficulty, spec.grids[0].board
    is_whole = path.end is End.SOLVED
    large = Counter(step.kind.value for step in path.steps if step.cost > SHORT)
    return {
        "genre": genre,
        "board": f"{board.height}x{board.width}",
        "whole": is_whole,
        "steps": difficulty.steps,
        "largest": difficulty.largest,
        "rating": difficulty.rating if is_whole and not path.estimated else None,
        "exhaustions": large[Kind.EXHAUSTION.value],
        "why": [
            *([] if is_whole else [f"not whole: {path.reason} ({path.left} places open)"]),
            *_why(path.steps),
        ],
    }


def _why(steps: tuple[Step, ...]) -> Iterator[str]:
    """Yield the kinds of steps that cost much, with how many there are and the rule that they take most often."""
    for kind in (Kind.TRIAL, Kind.EXHAUSTION):
        large = [step for step in steps if step.kind is kind and step.cost > SHORT]
        rules = Counter(rule for step in large for rule in {instance.origin.sentence for instance in step.all_instances})
        if rules:
            commonest = min(rules, key=lambda rule: (-rules[rule], rule)).rstrip(".").replace("|", "\\|")
            yield f"{len(large)} by {kind.value}, most with *{commonest}*"


def page(rows: list[Row]) -> str:
    """Return the page of some rows."""
    whole = [row for row in rows if row["whole"]]
    easy = sum(row["largest"] <= SHORT for row in whole)
    with_trials = sum(row["largest"] > SHORT and not row["exhaustions"] for row in whole)
    text = HEAD.format(limit=LIMIT, short=SHORT, whole=len(whole), number=len(rows), easy=easy, trials=with_trials)
    for row in rows:
        rating = "" if row["rating"] is None else f"{row['rating']:.2f}"
        why = "; ".join(row["why"])
        text += f"| `{row['genre']}` | {row['board']} | {row['steps']} | {row['largest']} | {rating} | {why} |\n"
    return text


def main() -> None:
    """Print the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("genres", nargs="*")
    parser.add_argument("--limit", type=float, default=LIMIT, help="CPU seconds for each genre")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rows", type=Path, help="file of the rows that are found")
    options = parser.parse_args()
    genres = options.genres or sorted(name for name, library in libraries().items() if library.family)
    rows: dict[str, Row] = {}
    if options.rows is not None and options.rows.exists():
        kept = map(json.loads, options.rows.read_text(encoding="utf-8").splitlines())
        rows = {row["genre"]: row for row in kept}
    with Pool(options.jobs, maxtasksperchild=20) as pool:
        missing = [genre for genre in genres if genre not in rows]
        for row in pool.imap_unordered(partial(row_of, limit=options.limit), missing):
            rows[row["genre"]] = row
            if options.rows is not None:
                with options.rows.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
    print(page([rows[genre] for genre in genres]), end="")


if __name__ == "__main__":
    main()
