"""Stages, size and peak memory of every spec, each in a process of its own from start to exit.

    python benchmarks/specs.py [SPEC...] [--engine z3|cadical] [--seeds N]

A table on standard output; with several seeds the median. Run it with nothing else running.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parent.parent
COMMAND = [sys.executable, "-c", "from gridwright.runtime.cli import main; main()"]
STAGES = ("reading", "lowering", "encoding", "loading", "solving", "judging", "proving")


def run(arguments: list[str]) -> tuple[float, float, str]:
    """Seconds from start to exit, peak memory in megabytes, and standard output of a command."""
    started = time.perf_counter()
    process = subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    output = process.stdout.read()
    _, _, usage = os.wait4(process.pid, 0)
    return time.perf_counter() - started, usage.ru_maxrss / 1024, output.decode()


def measure(path: Path, engine: str, seeds: int) -> list[str]:
    """One row of the table."""
    runs = [run(["verify", "--json", "--engine", engine, "--seed", str(seed), str(path)]) for seed in range(seeds)]
    found = [json.loads(output) for _, _, output in runs]
    assert all(each["expected"] == "met" for each in found), path
    stages = [statistics.median(each["stats"]["seconds"].get(stage, 0.0) for each in found) for stage in STAGES]
    stats = found[0]["stats"]
    lemmas = sum(stats["lemmas"].values())
    numbers = [f"{stats[key]:,}" for key in ("variables", "clauses", "sums")]
    whole = statistics.median(seconds for seconds, _, _ in runs)
    worst = max(seconds for seconds, _, _ in runs)
    memory = max(memory for _, memory, _ in runs)
    times = [f"{seconds:.2f}" for seconds in stages]
    return [path.stem, *times, *numbers, str(stats["rounds"]), str(lemmas), f"{memory:.0f}", f"{whole:.2f}", f"{worst:.2f}"]


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="Stages, size and peak memory of every spec.")
    parser.add_argument("specs", nargs="*", type=Path)
    parser.add_argument("--engine", default="z3")
    parser.add_argument("--seeds", type=int, default=1)
    options = parser.parse_args()
    specs = options.specs or sorted((ROOT / "specs").rglob("*.yaml"))
    sizes = ("variables", "clauses", "sums", "rounds", "lemmas", "MB", "whole s", "worst s")
    table = Table(
        "spec", *STAGES, *sizes, title=f"solve and prove what is expected, engine {options.engine}, {options.seeds} seed(s)"
    )
    for path in specs:
        table.add_row(*measure(path, options.engine, options.seeds))
    checks = Table("command", "seconds", title="start to exit, median of 3")
    for arguments in (["--help"], *(["check", str(path)] for path in specs)):
        seconds = statistics.median(run(arguments)[0] for _ in range(3))
        checks.add_row(" ".join([arguments[0], *(Path(argument).stem for argument in arguments[1:])]), f"{seconds:.2f}")
    console = Console(width=200)
    console.print(table)
    console.print(checks)


if __name__ == "__main__":
    main()
