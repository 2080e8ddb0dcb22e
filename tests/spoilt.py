"""A campaign of puzzles that were spoilt: `python tests/spoilt.py 200 --seed 7`. Prints a table.

One clue, given or rule of a spec is changed so that no solution is left. What `explain` says contradicts has to contradict, and
where it says so nothing of it can be left out. That is checked without selectors: what is named is compiled alone, as for
solving, and so is what is left when one of it is left out; the judge looks at its solutions.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "support")] * (str(HERE / "support") not in sys.path)

from changing import changes, mutated  # noqa: E402 (this file is a command as well as a module)
from gridwright.compiler.compile import lower  # noqa: E402
from gridwright.compiler.encode.encode_module import encode  # noqa: E402
from gridwright.compiler.ir.module import Module, verify  # noqa: E402
from gridwright.compiler.ir.term import Variable  # noqa: E402
from gridwright.compiler.language.budget import Deadline, OutOfTime  # noqa: E402
from gridwright.compiler.language.spec import Spec  # noqa: E402
from gridwright.compiler.loader import load  # noqa: E402
from gridwright.compiler.passes.bound_group_sizes import bound_group_sizes  # noqa: E402
from gridwright.compiler.passes.split_components import split_components  # noqa: E402
from gridwright.compiler.syntax.diagnostics import SpecError  # noqa: E402
from gridwright.compiler.syntax.span import Span  # noqa: E402
from gridwright.runtime.engines.engine_registry import make_engine  # noqa: E402
from gridwright.runtime.explaining.conflict import Conflict, find_conflict  # noqa: E402
from gridwright.runtime.judging.judge import Assignment, judge  # noqa: E402
from gridwright.runtime.solving.outcome import Result  # noqa: E402
from gridwright.runtime.solving.progress import Progress  # noqa: E402
from gridwright.runtime.solving.session import GaveUp, Session  # noqa: E402
from gridwright.runtime.solving.solve import solve  # noqa: E402
from items import Item, item, item_broken  # noqa: E402

SPECS = sorted((HERE.parent / "specs").rglob("*.yaml"))


@dataclass(frozen=True)
class Spoilt:
    """A puzzle with one thing changed, and what that is."""

    name: str
    spec: Spec


@dataclass(frozen=True)
class Checked:
    """What came of one: `not spoilt`, `no set found`, `not checked in time`, or how good the set is. `wrong`: what was wrong."""

    verdict: str
    wrong: str = ""


@functools.cache
def spoilings(path: Path, kind: str) -> list[tuple[Span, str]]:
    """What can be changed: something printed, or a rule into its opposite."""
    spec = load(path)
    if kind == "rule":
        rules = [rule.expression.span for rule in (*spec.rules, *spec.together) if rule.expression.span.source.path == str(path)]
        return [(span, f"(not ({span.text}))") for span in rules]
    return list(changes(spec.document))


def spoilt(seed: int, paths: Sequence[Path] = SPECS) -> Iterator[Spoilt]:
    """Puzzles in which one thing was changed, without end; all that is changed makes a spec that can be read."""
    draw = random.Random(seed)
    while True:
        path, kind = draw.choice(paths), draw.choice(["printed", "printed", "rule"])
        spoilings_of_path = spoilings(path, kind)
        if spoilings_of_path:
            span, text = draw.choice(spoilings_of_path)
            try:
                yield Spoilt(f"{path.stem}:{span.line}:{span.column}: {text}", mutated(path, span, text))
            except SpecError:
                continue


def spoilt_text(path: Path, seed: int = 0) -> tuple[str, str]:
    """What was changed of a spec, as `LINE:COLUMN: OLD -> NEW`, and the text with that: one thing printed, or else a rule.

    The same for the same text and seed, whatever other specs there are. Nothing is solved: a wrong clue leaves no solution as a
    rule, but some leave others. To be written next to the spec where that uses libraries.

    >>> path = next(path for path in SPECS if path.stem == "2018-06-twenty-four-seven")
    >>> spoilt_text(path)[0] == spoilt_text(path)[0] != spoilt_text(path, 1)[0]
    True
    """
    draw = random.Random(f"{path.stem} {seed}")
    spoilings_of_path = spoilings(path, "printed") or spoilings(path, "rule")
    for span, text in draw.sample(spoilings_of_path, len(spoilings_of_path)):
        source = span.source.text
        with contextlib.suppress(SpecError):
            mutated(path, span, text)
            return f"{span.line}:{span.column}: {span.text} -> {text}", source[: span.start] + text + source[span.end :]
    raise ValueError(f"nothing in {path.name} can be changed")


def checked(spec: Spec, engine: str, seconds: float, improve: float) -> Checked:
    """Explain a spec, and check what comes out, with so many seconds for each of the two."""
    try:
        if solve(spec, limit=1, deadline=Deadline(seconds)).result is not Result.NO_SOLUTION:
            return Checked("not spoilt")
        conflict = find_conflict(spec, engine=engine, deadline=Deadline(seconds), improve=improve)
    except SpecError:
        return Checked("not spoilt")
    except (OutOfTime, GaveUp):
        conflict = None
    if conflict is None:
        return Checked("no set found")
    try:
        wrong = what_is_wrong(spec, conflict, "z3" if engine == "clasp" else "clasp", Deadline(seconds))
    except (OutOfTime, GaveUp):
        return Checked("not checked in time")
    return Checked("smallest" if conflict.smallest else "irreducible" if conflict.irreducible else "contradicts", wrong)


def what_is_wrong(spec: Spec, conflict: Conflict, engine: str, deadline: Deadline) -> str:
    """What a conflict says and is not so, by what its members mean alone; empty where all is as it says.

    That they contradict rests on an engine, which is another one than that which explained; that one is needed, on the judge.
    """
    module = lower(spec, independently=True)
    members = {item(member.origin) for member in conflict.members}
    if items_alone(module, spec, members, engine, deadline) is not None:
        return "what is said to contradict has a solution"
    for member in members if conflict.irreducible else ():
        grid = items_alone(module, spec, members - {member}, "clasp", deadline)
        if grid is None:
            return f"{member} can be left out"
        if broken(spec, grid) & members != {member}:
            return f"the judge does not see that {member} is needed"
    if not conflict.smallest and not conflict.reason:
        return "why no more is known is not said"
    return ""


def items_alone(module: Module, spec: Spec, items: Set[Item], engine: str, deadline: Deadline) -> Assignment | None:
    """A grid that satisfies some givens and instances, which are compiled without all others; none where there is none."""
    kept = tuple(assertion for assertion in module.assertions if item(assertion.origin) in items)
    if any(assertion.term is False for assertion in kept):
        return None
    values = {}
    for part in split_components(verify(bound_group_sizes(replace(module, assertions=kept, target=None)))):
        problem = encode(part)
        solution = Session(problem, make_engine(engine, 1), deadline, Progress()).next_solution()
        if solution is None:
            return None
        values |= solution
    return {
        (layer.grid, layer.name): tuple(values[Variable(layer, at)] for at in range(len(layer.places))) for layer in spec.layers
    }


def broken(spec: Spec, grid: Assignment) -> set[Item]:
    """What a grid breaks."""
    return set(map(item_broken, judge(spec, grid).violations))


ENGINES = ("clasp", "clasp", "z3", "clasp", "cadical")  # the one that explains by default more often
SETS = ("contradicts", "irreducible", "smallest")  # verdicts on a set that was checked


@dataclass
class Table:
    """What a campaign has met: verdicts, specs on which nothing was found or checked in time, and what was wrong."""

    verdicts: Counter[str]
    slow: Counter[str]
    wrong: list[str]

    @property
    def sets(self) -> int:
        """How many sets were checked."""
        return sum(self.verdicts[verdict] for verdict in SETS)

    def __str__(self) -> str:
        counted = ", ".join(f"{verdict} {number}" for verdict, number in self.verdicts.most_common())
        slow = ", ".join(f"{name} {number}" for name, number in self.slow.most_common())
        return f"{self.sets} sets checked: {len(self.wrong)} wrong\nverdicts   {counted}\nslow       {slow}"


def run(number: int, seed: int, seconds: float, improve: float, on_progress: Callable[[str], None]) -> Table:
    """Check so many sets, with each engine in turns; the same puzzles for the same seed. Ctrl-C ends it with what there is."""
    table = Table(Counter(), Counter(), [])
    with contextlib.suppress(KeyboardInterrupt):
        for at, spoilt_spec in enumerate(spoilt(seed)):
            if table.sets >= number:
                break
            began = time.process_time()
            result = checked(spoilt_spec.spec, ENGINES[at % len(ENGINES)], seconds, improve)
            table.verdicts[result.verdict] += 1
            if result.verdict in ("no set found", "not checked in time"):
                table.slow[spoilt_spec.name.split(":")[0]] += 1
            if result.wrong:
                table.wrong.append(f"{spoilt_spec.name}: {result.wrong}")
            if result.verdict != "not spoilt":
                verdict = f"WRONG: {result.wrong}" if result.wrong else result.verdict
                on_progress(f"{table.sets} of {number}: {spoilt_spec.name}: {verdict} ({time.process_time() - began:.1f} s)")
    return table


def main() -> int:
    """Run a campaign from the command line; 1 where something is wrong."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("number", type=int)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--seconds", type=float, default=30, help="for explaining one puzzle, and for checking what was said")
    asked.add_argument("--improve", type=float, default=3, help="for the smallest set")
    given = asked.parse_args()
    table = run(given.number, given.seed, given.seconds, given.improve, lambda line: print(line, file=sys.stderr, flush=True))
    print(table)
    print(*table.wrong, sep="\n")
    return 1 if table.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
