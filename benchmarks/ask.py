"""One puzzle in one other tool: the process that benchmarks/peers.py and benchmarks/rooms.py measure.

    python benchmarks/ask.py TOOL MODEL JSON [--workers N]

It prints what was found as JSON. It does not load Gridwright, which others do not have to pay for.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
from dataclasses import asdict
from pathlib import Path
from types import ModuleType

from peers.puzzle import Found, from_json


def load(path: Path) -> ModuleType:
    """A model that is Python, as a module."""
    specification = importlib.util.spec_from_file_location(path.stem, path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def main() -> None:
    """Ask, and print what was found."""
    parser = argparse.ArgumentParser(description="One puzzle in one other tool.")
    parser.add_argument("tool")
    parser.add_argument("model", type=Path)
    parser.add_argument("puzzle", type=Path, help="what is printed, as JSON")
    parser.add_argument("--workers", type=int, default=0, help="threads; 0: as the tool chooses itself")
    options = parser.parse_args()
    module = importlib.import_module(f"peers.tools.{options.tool}")
    found: Found = module.solve(options.model, load, from_json(json.loads(options.puzzle.read_text("utf-8"))), options.workers)
    print(json.dumps(asdict(found)))


if __name__ == "__main__":
    main()
