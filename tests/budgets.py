"""How large the problems of the specs are: what was counted last, in `budgets.json`, and what comes out now.

    python tests/budgets.py [SPEC...] [--search]       counts anew and writes it down; without SPEC for all of them

Variables, clauses and sums are what compiling comes to. With `--search`, rounds and lemmas are counted too, those of the search
for what is expected, with the engine that is the default and seed 0. A change beyond a tenth fails a test until it is written
down, and so shows in the diff.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from gridwright.compiler.compile import compile_spec
from gridwright.compiler.language.spec import Expected
from gridwright.compiler.loader import load
from gridwright.runtime.engines.engine_choice import chooser
from gridwright.runtime.engines.engine_registry import AUTO
from gridwright.runtime.solving.expectations import limit_for
from gridwright.runtime.solving.outcome import Statistics
from gridwright.runtime.solving.solve import solve

ROOT = Path(__file__).parent.parent
STORE = Path(__file__).with_name("budgets.json")
SPECS = sorted((ROOT / "specs").rglob("*.yaml"))

Counts = dict[str, int]


def name(path: Path) -> str:
    """What a spec is called in the store."""
    return path.resolve().relative_to(ROOT / "specs").with_suffix("").as_posix()


def stored() -> dict[str, Counts]:
    """What was written down."""
    found: dict[str, Counts] = json.loads(STORE.read_text("utf-8"))
    return found


def compiled(path: Path) -> Counts:
    """What compiling for the engine that is the default comes to."""
    parts = compile_spec(load(path), choose=chooser(AUTO)).parts
    return {
        "variables": sum(part.size for part in parts),
        "clauses": sum(1 for part in parts for _ in part.clauses()),
        "sums": sum(1 for part in parts for _ in part.sums()),
    }


def searched(statistics: Statistics) -> Counts:
    """What compiling and a search came to."""
    return {
        "variables": statistics.variables,
        "clauses": statistics.clauses,
        "sums": statistics.sums,
        "rounds": statistics.rounds,
        "lemmas": sum(statistics.lemmas.values()),
    }


def beyond(before: Mapping[str, int], now: Mapping[str, int]) -> list[str]:
    """What differs by more than a tenth and by more than one, in words. What is smaller is told too: it lowers the budget.

    >>> beyond({"clauses": 100, "sums": 3}, {"clauses": 111, "sums": 4})
    ['clauses: 100 -> 111 (+11 %)']
    >>> beyond({"clauses": 100}, {"clauses": 90})
    []
    """
    return [
        f"{key}: {before[key]:,} -> {now[key]:,} ({100 * (now[key] - before[key]) / max(1, before[key]):+.0f} %)"
        for key in now
        if key in before and 10 * abs(now[key] - before[key]) > before[key] and abs(now[key] - before[key]) > 1
    ]


def main() -> None:
    """Count anew, say what changed, and write it down."""
    parser = argparse.ArgumentParser(description="Count how large the problems of the specs are, and write it down.")
    parser.add_argument("specs", nargs="*", type=Path)
    parser.add_argument("--search", action="store_true", help="solve them too, for rounds and lemmas")
    options = parser.parse_args()
    before = stored() if STORE.exists() else {}
    found = {key: counts for key, counts in before.items() if (ROOT / "specs" / f"{key}.yaml").exists()}
    for path in options.specs or SPECS:
        spec, key = load(path), name(path)
        found[key] = {**before.get(key, {}), **compiled(path)}
        if options.search:
            outcome = solve(replace(spec, expected=Expected()), limit=limit_for(spec))
            if outcome.reason:
                raise SystemExit(f"{path}: gave up, {outcome.reason}; nothing was written")
            found[key] |= searched(outcome.statistics)
        changed = beyond(before[key], found[key]) if key in before else ["new"]
        print(key, *(f"\n    {line}" for line in changed), sep="", flush=True)
    rows = ",\n".join(f"  {json.dumps(key)}: {json.dumps(counts)}" for key, counts in sorted(found.items()))
    temporary = STORE.with_suffix(".tmp")
    temporary.write_text(f"{{\n{rows}\n}}\n", "utf-8")
    temporary.replace(STORE)


if __name__ == "__main__":
    main()
