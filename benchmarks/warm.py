"""Measure one command line of Gridwright without what a process pays once: Python's start, imports, tables made at first use.

    python benchmarks/warm.py FILE solve puzzle.yaml

All modules of Gridwright that can be imported here are imported, and a small spec is solved. Then the command runs, with garbage
collected as rarely as on the command line, and FILE gets the CPU seconds of this process and of the processes that it waited for.
The exit status is that of the command.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import importlib
import io
import json
import pkgutil
import resource
import sys
from pathlib import Path

import gridwright
from gridwright.runtime.cli.app import run as run_command_line
from gridwright.runtime.exit_status import GARBAGE

SMALL = Path(__file__).resolve().parent.parent / "specs" / "classics" / "futoshiki.yaml"


def import_all() -> None:
    """Import every module of Gridwright. Modules that need an extra that is not installed are left out."""
    for module in pkgutil.walk_packages(gridwright.__path__, "gridwright.", onerror=lambda name: None):
        if not module.name.endswith("__main__"):
            with contextlib.suppress(ImportError):
                importlib.import_module(module.name)


def cpu_seconds() -> float:
    """Return the CPU seconds of this process and of its children that have ended."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def main() -> int:
    """Import, solve the small spec, run the command, and write the seconds."""
    parser = argparse.ArgumentParser(description="CPU seconds of a command line, without what a process pays once.")
    parser.add_argument("store", metavar="FILE", type=Path, help="where the seconds are written")
    parser.add_argument("arguments", metavar="ARGUMENT", nargs=argparse.REMAINDER, help="a command line of Gridwright")
    options = parser.parse_args()
    import_all()
    with contextlib.redirect_stdout(io.StringIO()):
        run_command_line(["solve", "--quiet", str(SMALL)])
    gc.freeze()  # what was imported is not gone through
    gc.set_threshold(GARBAGE)
    started = cpu_seconds()
    try:
        return run_command_line(options.arguments)
    finally:
        options.store.write_text(json.dumps(cpu_seconds() - started), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
