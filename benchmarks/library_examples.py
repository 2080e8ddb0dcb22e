"""Measure how long `verify` takes for all examples of all libraries: each is a file of a folder that one command verifies.

    python benchmarks/library_examples.py [--jobs N]

It prints the seconds from start to end, the CPU seconds of all processes, the slowest ten examples, and each example that did not
end as expected. If there is one, the exit status is 1. The aim is 60 s with two processes on an idle machine. On a busy machine,
compare half of the CPU seconds with it; only Linux counts them completely.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from gridwright.compiler.library import libraries
from gridwright.compiler.loader.examples import examples_of
from page import GRIDWRIGHT, environment

SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER: processes whose parent has ended become our children, so that their seconds count
SLOWEST = 10


def write_examples(folder: Path) -> int:
    """Write each example as a file, and return how many there are."""
    texts = {
        f"{name}-{example.number}.yaml": example.text
        for name, library in libraries().items()
        for example in examples_of(name, library.document)
    }
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    return len(texts)


def cpu_seconds() -> float:
    """Wait for all processes, and return their CPU seconds."""
    try:
        while True:
            os.wait()
    except ChildProcessError:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime


def main() -> int:
    """Verify all examples, and print what it took."""
    parser = argparse.ArgumentParser(description="Verify all examples of all libraries.")
    parser.add_argument("--jobs", type=int, default=2)
    jobs = parser.parse_args().jobs
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    with tempfile.TemporaryDirectory() as name:
        number = write_examples(Path(name))
        variables = environment()
        started = time.perf_counter()
        command = [*GRIDWRIGHT, "verify", name, "--jobs", str(jobs), "--json"]
        output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=variables, check=False).stdout
        seconds = time.perf_counter() - started
    reports = [json.loads(line) for line in output.splitlines()]
    wrong = [report for report in reports if report.get("expected") != "met"]
    taken = {Path(report["spec"]).stem: sum(report["stats"]["seconds"].values()) for report in reports if "stats" in report}
    print(f"{number} examples, {len(reports) - len(wrong)} as expected: {seconds:.1f} s, CPU {cpu_seconds():.1f} s")
    for spec in sorted(taken, key=lambda spec: -taken[spec])[:SLOWEST]:
        print(f"{taken[spec]:6.2f} s  {spec}")
    for report in wrong:
        print(f"not as expected: {report['spec']}")
    return 1 if wrong or len(reports) != number else 0


if __name__ == "__main__":
    sys.exit(main())
