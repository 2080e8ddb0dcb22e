"""Stages, size and peak memory of every spec, each in a process of its own from start to exit.

    python benchmarks/specs.py [SPEC...] [--engine NAME] [--seeds N] [--timeout SECONDS]

Tables on standard output; those of all specs also go to docs/performance.md, if it has a place for them. A spec that takes
longer than the limit is told with a dash, as 2022-04 with all engines but CP-SAT. With several seeds times are medians, and
memory is the largest. Run it with nothing else running.
"""

from __future__ import annotations

import argparse
import json
import statistics
from pathlib import Path
from typing import Any

from gridwright.runtime.engines.engine_registry import AUTO, ENGINES
from page import GRIDWRIGHT, ROOT, Run, has_place, machine, put, run, say, table

SIZES = ("variables", "clauses", "sums")
COLUMNS = ("spec", "load", "lower", "encode", "solve", "prove", *SIZES, "lemmas", "rounds", "MB", "whole", "slowest", "check")
# What the program calls its stages. Encoding includes handing the clauses to the engine, and solving to judge what comes out.
STAGES = (("reading",), ("lowering",), ("encoding", "loading"), ("solving", "judging"), ("proving",))


def measure(path: Path, options: argparse.Namespace) -> list[str]:
    """One row of the table. What is over `--timeout` is told with a dash."""
    command = [*GRIDWRIGHT, "verify", "--json", "--engine", options.engine]
    runs: list[Run] = []
    while len(runs) < options.seeds and all(timed.status is not None for timed in runs):  # one that is over is enough
        runs.append(run([*command, "--seed", str(len(runs)), str(path)], options.timeout))
    checks = [run([*GRIDWRIGHT, "check", "--quiet", str(path)], options.timeout) for _ in range(3)]
    check = f"{statistics.median(timed.seconds for timed in checks):.2f}"
    if any(timed.status is None for timed in runs):
        return [path.stem, *["-"] * (len(COLUMNS) - 3), f"over {options.timeout:g}", check]
    reports = [_report(path, timed) for timed in runs]
    stats = reports[0]["stats"]
    seconds = [
        statistics.median(sum(content["stats"]["seconds"].get(name, 0) for name in names) for content in reports)
        for names in STAGES
    ]
    counts = [*(stats[key] for key in SIZES), sum(stats["lemmas"].values()), stats["rounds"]]
    whole = [timed.seconds for timed in runs]
    return [
        path.stem,
        *(f"{number:.2f}" for number in seconds),
        *(f"{number:,}" for number in counts),
        f"{max(timed.megabytes for timed in runs):.0f}",
        f"{statistics.median(whole):.2f}",
        f"{max(whole):.2f}",
        check,
    ]


def _report(path: Path, ended: Run) -> Any:
    """What `verify --json` printed; a benchmark of wrong results would be worth nothing."""
    report = json.loads(ended.output or "{}")
    if ended.status != 0 or report.get("expected") != "met":
        raise SystemExit(f"{path}: not as expected\n{ended.errors}")
    return report


def main() -> None:
    """Measure, print the table, and put it into the page."""
    parser = argparse.ArgumentParser(description="Stages, size and peak memory of every spec.")
    parser.add_argument("specs", nargs="*", type=Path, help="only these; the page then stays as it is")
    parser.add_argument("--engine", default="clasp", choices=(AUTO, *ENGINES))
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=120, help="seconds for each run")
    options = parser.parse_args()
    rows = []
    for path in options.specs or sorted((ROOT / "specs").rglob("*.yaml")):
        say(f"{path.stem} ...")
        rows.append(measure(path, options))
    whole = sum(float(row[-3]) for row in rows if row[-3] != "-")
    text = (
        f"{len(rows)} specs, engine {options.engine}, {options.seeds} seed(s); {whole:.0f} s one after the other.\n\n"
        f"{machine('clingo', 'python-sat', 'ortools')}\n{table(COLUMNS, rows)}"
    )
    print(text)
    name = f"specs-{options.engine}"
    if not options.specs and has_place(name):
        put(name, text)


if __name__ == "__main__":
    main()
