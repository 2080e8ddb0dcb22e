"""From a save to the verdict of `check`: a real `gridwright watch`, a real file, the wall clock.

    python benchmarks/watch.py [SPEC...]          all specs of the repository by default

Each spec is copied to a folder, watched, and saved five times; the median and the worst are printed in seconds (target: 0.7).
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from page import GRIDWRIGHT, ROOT, environment

SAVES = 5
TARGET = 0.7
COMMAND = [*GRIDWRIGHT, "watch", "--json"]


def measure(spec: Path, folder: Path) -> list[float]:
    """Seconds from a save to the object of `check`, for each save."""
    copy = folder / spec.name
    text = spec.read_text("utf-8")
    copy.write_text(text, "utf-8")
    with subprocess.Popen([*COMMAND, str(copy)], stdout=subprocess.PIPE, text=True, env=environment()) as process:
        assert process.stdout is not None
        _next_check(process.stdout)
        delays = []
        for at in range(SAVES):
            time.sleep(1.5)  # a verification has begun, or is over, and another process has become warm
            began = time.perf_counter()
            copy.write_text(f"{text}# {at}\n", "utf-8")
            _next_check(process.stdout)
            delays.append(time.perf_counter() - began)
        process.terminate()
    return delays


def _next_check(lines: object) -> None:
    for line in lines:  # type: ignore[attr-defined]
        if json.loads(line)["event"] == "check":
            return


def main() -> None:
    """Measure, and print a line for each spec."""
    parser = argparse.ArgumentParser(description="From a save to the verdict of `check`.")
    parser.add_argument("specs", nargs="*", type=Path)
    specs = parser.parse_args().specs or sorted((ROOT / "specs").rglob("*.yaml"))
    slow = 0
    with tempfile.TemporaryDirectory() as folder:
        for spec in specs:
            delays = measure(spec, Path(folder))
            slow += statistics.median(delays) > TARGET
            print(f"{statistics.median(delays):6.2f} {max(delays):6.2f}  {spec.name}", flush=True)
    print(f"{len(specs) - slow} of {len(specs)} within {TARGET} s")


if __name__ == "__main__":
    main()
