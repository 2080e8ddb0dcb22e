"""A campaign of random specs: `python tests/campaign.py 1000 --seed 7`. Prints a table; what disagrees becomes a regression spec.

Each spec is solved in every way and compared with brute force (tests/support/differing.py). One that disagrees is made smaller
and saved in tests/regressions/, where CI solves it again. The functions of the language take turns, so that each comes as often
as others. What is refused, and where a search gave up, is counted apart. `--from 654` with the same seed begins with spec 654.

`python tests/campaign.py 5000 --family shapes` compares single sentences of a family instead,
of those in tests/support/sentence_families.py, each by one engine; the first that disagrees ends it.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "support")] * (str(HERE / "support") not in sys.path)

from differing import Looked, look  # noqa: E402 (this file is a command as well as a module)
from grammar import functions_in  # noqa: E402
from gridwright.compiler.encode.encoding_registry import all_encodings  # noqa: E402
from gridwright.compiler.language.function_registry import all_functions  # noqa: E402
from random_specs import MOST, Draft, Maker  # noqa: E402
from sentence_families import FAMILIES, compared_family  # noqa: E402
from shrinking import shrunk  # noqa: E402

REGRESSIONS = HERE / "regressions"


@dataclass
class Table:
    """What a campaign has met: how often, by verdict, function, feature, kind of term and kind of lemma."""

    verdicts: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    gave_up: Counter[str] = field(default_factory=Counter)
    functions: Counter[str] = field(default_factory=Counter)
    features: Counter[str] = field(default_factory=Counter)
    terms: Counter[str] = field(default_factory=Counter)
    lemmas: Counter[str] = field(default_factory=Counter)
    wrong: list[tuple[int, str, str]] = field(default_factory=list)

    def add(self, draft: Draft, text: str, looked: Looked) -> None:
        """Count one spec; what was not compared in every way is not counted among the others."""
        for apart, verdict in ((self.refused, "refused"), (self.gave_up, "gave up")):
            if looked.verdict.startswith(verdict):
                apart[looked.verdict] += 1
                return
        self.verdicts[looked.verdict] += 1
        self.functions.update(functions_in(text))
        self.features.update([*draft.features, *(["objective"] if draft.objective else [])])
        self.features.update(["definitions"] if draft.defines else [])
        self.terms.update(looked.terms)
        self.lemmas.update(looked.lemmas)

    @property
    def specs(self) -> int:
        """How many specs were compared."""
        return sum(self.verdicts.values())

    def __str__(self) -> str:
        encoded = {op: self.terms[op] for op in all_encodings()}
        rows = [
            ("verdicts", self.verdicts),
            ("functions", {name: self.functions[name] for name in all_functions()}),
            ("features", self.features),
            ("encodings", encoded),
            ("lemmas", self.lemmas),
            ("refused", self.refused),
            ("gave up", self.gave_up),
        ]
        lines = [f"{self.specs:,} specs, each on all engines, lazy and eager: {len(self.wrong)} disagreements"]
        for name, counted in rows:
            shown = ", ".join(f"{what} {number:,}" for what, number in sorted(counted.items(), key=lambda pair: -pair[1]))
            lines.append(f"{name:<11}{shown}")
        return "\n".join(lines)


def _silent(line: str) -> None:
    pass


def _shown(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def run(
    number: int,
    seed: int,
    table: Table,
    on_progress: Callable[[str], None] = _silent,
    *,
    first: int = 0,
    most: int = MOST,
    start: int = 1,
) -> Table:
    """Compare so many specs, and count them in a table; the same for the same seed.

    `first`: the function to begin with; `most`: how many grids a spec has at most; `start`: the spec to begin with, from 1.
    """
    functions = list(all_functions())
    at = start - 1
    while table.specs < number:
        chance = random.Random(seed * 1_000_003 + at)
        draft = Maker(chance, most).make(functions[(first + at) % len(functions)])
        at += 1
        text = draft.text()
        looked = look(text)
        if looked.wrong:
            table.wrong.append((at, text, looked.wrong))
            on_progress(f"spec {at}: {looked.wrong}\n{text}")
        table.add(draft, text, looked)
        if at % 50 == 0:
            on_progress(f"{table.specs} of {number}, {len(table.wrong)} disagreements")
    return table


def saved(name: str, text: str, wrong: str) -> Path:
    """A regression spec made of one that disagrees."""
    kind = wrong.split(":", maxsplit=1)[0]
    smaller = shrunk(text, lambda candidate: look(candidate).wrong.split(":", maxsplit=1)[0] == kind)
    path = REGRESSIONS / f"{name}.yaml"
    path.parent.mkdir(exist_ok=True)
    first = wrong.splitlines()[0][:110]
    path.write_text(f"# yaml-language-server: $schema=../../schema.json\n# {first}\n{smaller}", "utf-8")
    return path


def main() -> int:
    """Run a campaign from the command line; 1 where something disagrees."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("number", type=int)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--from", dest="start", type=int, default=1)
    asked.add_argument("--family", choices=FAMILIES)
    arguments = asked.parse_args()
    began = time.process_time()
    if arguments.family:
        verdicts = compared_family(arguments.family, range(arguments.start, arguments.start + arguments.number))
        print(", ".join(f"{number:,} {verdict.value}" for verdict, number in verdicts.most_common()))
        print(f"{time.process_time() - began:,.0f} s of CPU time")
        return 0
    table = Table()
    try:
        run(arguments.number, arguments.seed, table, _shown, start=arguments.start)
    except KeyboardInterrupt:
        print("interrupted; so far:")
    print(table)
    print(f"{time.process_time() - began:,.0f} s of CPU time")
    for at, text, wrong in table.wrong:
        print(f"saved: {saved(f'seed-{arguments.seed}-{at}', text, wrong)}")
    return 1 if table.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
