"""What the benchmarks share: commands run and measured from start to exit, tables, and their place in a page of docs/."""

from __future__ import annotations

import compileall
import datetime
import functools
import importlib.metadata
import os
import platform
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GRIDWRIGHT = [sys.executable, "-m", "gridwright"]


@dataclass(frozen=True)
class Run:
    """A command that ended, or was ended: seconds from start to exit, peak memory in megabytes, and what it printed.

    `processor` is the seconds that it computed. `status` is its exit status; None if it was ended because its time was over.
    """

    seconds: float
    processor: float
    megabytes: float
    output: str
    errors: str
    status: int | None


@functools.cache
def environment() -> dict[str, str]:
    """The environment of what is measured: as after an installation, Python has compiled the program and keeps that."""
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for room in ("compiler", "runtime", "api"):
        compileall.compile_dir(ROOT / room, quiet=2)
    return variables


def run(command: Sequence[str], timeout: float) -> Run:
    """Run a command for at most `timeout` seconds, alone, and wait for its end."""
    variables = environment()
    with tempfile.TemporaryFile() as errors:
        started = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, env=variables)
        assert process.stdout is not None
        over = threading.Event()
        timer = threading.Timer(timeout, lambda: (over.set(), process.kill()))
        timer.start()
        try:
            output = process.stdout.read()
            _, status, usage = os.wait4(process.pid, 0)
            seconds = time.perf_counter() - started
            process.returncode = os.waitstatus_to_exitcode(status)
        except BaseException:
            process.kill()
            raise
        finally:
            timer.cancel()
            process.stdout.close()
        errors.seek(0)
        ended = None if over.is_set() else process.returncode
        kilobytes = usage.ru_maxrss / (1024 if sys.platform == "darwin" else 1)
        processor = usage.ru_utime + usage.ru_stime
        return Run(seconds, processor, kilobytes / 1024, output.decode(), errors.read().decode(), ended)


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown: the first column is text, the others are numbers."""
    lines = [columns, ["---", *["---:"] * (len(columns) - 1)], *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def machine(*packages: str) -> str:
    """A sentence about the machine, the versions of what was measured, and the date. Packages that are not there are left out."""
    versions = [f"{package} {importlib.metadata.version(package)}" for package in ("z3-solver", *packages) if _is_there(package)]
    software = ", ".join([f"Python {platform.python_version()}", *versions])
    return (
        f"{_processor()}, {os.cpu_count()} cores, {platform.system()}; {software}; "
        f"{datetime.datetime.now(datetime.UTC).date().isoformat()}.\n"
    )


def has_place(name: str, page_name: str = "performance.md") -> bool:
    """Whether a page has a place for a text: the comments that `put` looks for."""
    return f"<!-- begin {name} -->" in (ROOT / "docs" / page_name).read_text("utf-8")


def put(name: str, text: str, page_name: str = "performance.md") -> None:
    """Replace what stands in a page by a text, between the comments `begin NAME` and `end NAME`."""
    path = ROOT / "docs" / page_name
    page = path.read_text("utf-8")
    pattern = rf"(?s)(<!-- begin {name} -->\n).*?(<!-- end {name} -->\n)"
    page, count = re.subn(pattern, lambda found: f"{found[1]}\n{text.strip()}\n\n{found[2]}", page)
    if count != 1:
        raise ValueError(f"docs/{page_name} has no place for `{name}`, or several")
    temporary = path.with_suffix(".tmp")
    temporary.write_text(page, "utf-8")
    temporary.replace(path)


def say(text: str) -> None:
    """Tell on standard error what is being done."""
    print(text, file=sys.stderr, flush=True)


def _is_there(package: str) -> bool:
    try:
        importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def _processor() -> str:
    """The name of the processor, as far as the system tells it."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        match = re.search(r"model name\s*:\s*(.+)", info.read_text("utf-8"))
        if match:
            return match[1]
    return platform.processor() or platform.machine()
