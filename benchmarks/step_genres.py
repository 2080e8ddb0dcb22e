"""Find the steps of the first example of each genre, and write a page that says how far they lead.

    python benchmarks/step_genres.py [--limit SECONDS] [--jobs N] [GENRE ...] > docs/steps-genres.md

For each genre: how many steps there are, the largest cost, the rating, and where a step costs more than 4, or the path is not
whole, why.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from functools import partial
from multiprocessing.pool import Pool

from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.library import libraries
from gridwright.compiler.loader.examples import examples_of
from gridwright.runtime.steps.find_path import find_path
from gridwright.runtime.steps.path import End
from gridwright.runtime.steps.rule_instance import RuleInstance
from gridwright.runtime.steps.step import Kind, Step

SHORT = 4  # what a step costs at most that is easy to follow
HEAD = """\
# Steps of all genres

`benchmarks/step_genres.py` made this list: the steps of the first example of each genre, with a limit of {limit:g} seconds
for each. A step that costs more than {short} is a trial or an exhaustion: no short argument was found, and a search shows what
follows. The last column has the rule that such steps use most often.

{whole} of {number} examples have a whole path, {easy} of them with no step above {short}.

| genre | board | steps | largest | rating | why |
|---|---|---|---|---|---|
"""


def row(genre: str, limit: float) -> tuple[str, bool, int]:
    """Return the row of a genre, whether its path is whole, and its largest cost."""
    spec = next(iter(examples_of(genre, libraries()[genre].document))).spec()
    path = find_path(spec, deadline=Deadline(limit))
    difficulty, board = path.difficulty, spec.grids[0].board
    is_whole = path.end is End.SOLVED
    why = "; ".join(_why(path.steps))
    if not is_whole:
        why = "; ".join(part for part in (f"not whole: {path.reason} ({path.left} places open)", why) if part)
    rating = f"{difficulty.rating:.2f}" if is_whole and not path.estimated else ""
    return (
        f"| `{genre}` | {board.height}x{board.width} | {difficulty.steps} | {difficulty.largest} | {rating} | {why} |",
        is_whole,
        difficulty.largest,
    )


def _why(steps: tuple[Step, ...]) -> Iterator[str]:
    """Yield the kinds of steps that cost much, with how many there are and the rule that they take most often."""
    for kind in (Kind.TRIAL, Kind.EXHAUSTION):
        large = [step for step in steps if step.kind is kind and step.cost > SHORT]
        rules = Counter(rule for step in large for rule in {instance.origin.sentence for instance in _instances(step)})
        if rules:
            commonest = rules.most_common(1)[0][0].rstrip(".").replace("|", "\\|")
            yield f"{len(large)} by {kind.value}, most with *{commonest}*"


def _instances(step: Step) -> Iterator[RuleInstance]:
    yield from step.instances
    for nested in step.nested:
        yield from _instances(nested)


def main() -> None:
    """Print the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("genres", nargs="*")
    parser.add_argument("--limit", type=float, default=20, help="seconds for each genre")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    genres = options.genres or sorted(name for name, each in libraries().items() if each.family)
    with Pool(options.jobs, maxtasksperchild=20) as pool:
        rows = pool.map(partial(row, limit=options.limit), genres, chunksize=1)
    easy = sum(is_whole and largest <= SHORT for _, is_whole, largest in rows)
    whole = sum(is_whole for _, is_whole, _ in rows)
    print(HEAD.format(limit=options.limit, short=SHORT, whole=whole, number=len(rows), easy=easy), end="")
    for line, _, _ in rows:
        print(line)


if __name__ == "__main__":
    main()
