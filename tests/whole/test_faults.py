"""Killed, interrupted, without room, read by nobody: a short version of what `tests/faults.py` does for hours."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("looks at /proc", allow_module_level=True)

from faults import COMMAND, KINDS, SUDOKU, Ended, campaign, complaints


@pytest.mark.timing
@pytest.mark.cases(ci=2)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["render", "memory"])
def test_disturbed(name: str, kind: str) -> None:
    """Files are as before or as they should be, the status says what happened, nobody is left, nothing takes long."""
    assert campaign(name, kind, 1, seed=1) == []


def test_what_is_wrong_is_seen() -> None:
    """Half a file, a file that is gone, a wrong status, a traceback and a late end are told."""
    old = dict.fromkeys(("r.svg", "m.yaml", "i.yaml", "n.yaml"), b"what was there before\n")
    usual = Ended(0, "", "", {**old, "r.svg": b"<svg></svg>"}, 0.1)
    assert not list(complaints(usual, usual, "killed"))
    half = Ended(-9, "", "", {**old, "r.svg": b"<svg>"}, 0.1)
    assert "neither" in "".join(complaints(usual, half, "killed"))
    gone = Ended(-9, "", "", {}, 0.1)
    assert "".join(complaints(usual, gone, "killed")).count("is gone") == 4
    wrong = Ended(1, "", "Traceback", usual.files, 2.0)
    assert len(list(complaints(usual, wrong, "interrupted"))) == 3


@pytest.mark.slow
@pytest.mark.cases(ci=2)
@pytest.mark.parametrize(
    ("command", "out", "err", "status"),
    [
        (("solve", SUDOKU), "/dev/full", None, 2),
        (("solve", SUDOKU), None, "/dev/full", 2),
        (("solv",), None, "/dev/full", 2),
        (("render", SUDOKU, "-o", "/dev/null/x.svg"), None, None, 2),
        (("render", SUDOKU, "-o", "/proc/x.svg"), None, None, 2),
    ],
)
def test_nowhere_to_write(command: tuple[str, ...], out: str | None, err: str | None, status: int) -> None:
    """Output that cannot be written is a wrong call, and never another claim."""
    streams = [os.open(path, os.O_WRONLY) if path else subprocess.PIPE for path in (out, err)]
    ended = subprocess.run([*COMMAND, *command], stdout=streams[0], stderr=streams[1], text=True, check=False, timeout=60)
    for stream in streams:
        if stream != subprocess.PIPE:
            os.close(stream)
    assert ended.returncode == status
    if err is None:
        assert "cannot be written" in ended.stderr
        assert "Traceback" not in ended.stderr


@pytest.mark.slow
def test_nobody_reads() -> None:
    """Where the reader has stopped, nothing is claimed; a stream that was closed before is none that is written to."""
    shell = "set -o pipefail; " + " ".join(f"'{word}'" for word in COMMAND)
    ended = subprocess.run(["bash", "-c", f"{shell} compile --to smt2 {SUDOKU} | head -1"], capture_output=True, check=False)
    assert ended.returncode == 141
    assert b"Traceback" not in ended.stderr
    closed = subprocess.run(["bash", "-c", f"{shell} solve {SUDOKU} >&-"], capture_output=True, check=False)
    assert closed.returncode == 0
    assert b"Traceback" not in closed.stderr


@pytest.mark.slow
def test_no_temporary_files(tmp_path: Path) -> None:
    """Where a file has no room, nothing of it is left."""
    command = ["bash", "-c", 'ulimit -f 1; exec "$@"', "-", *COMMAND, "render", SUDOKU, "-o", str(tmp_path / "x.svg")]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == 2
    assert "x.svg cannot be written: File too large" in ended.stderr
    assert not list(tmp_path.iterdir())
