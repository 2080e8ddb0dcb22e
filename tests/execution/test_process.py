"""A process that was started: it ends with its parent, and says nothing then."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

# The child sends its first message when its parent has ended; the thread that would end it then is left out.
LATE = """
import multiprocessing, os, time
from gridwright.runtime.execution import process
process._end_with_parent = lambda: None

def late(pipe):
    while multiprocessing.parent_process().is_alive():
        time.sleep(0.01)
    ACT

if __name__ == "__main__":
    process.ChildProcess(multiprocessing.get_context("spawn"), late, ())
    os._exit(0)
"""


@pytest.mark.parametrize(("act", "said"), [("pipe.send('ready')", ""), ("1 / 0", "ZeroDivisionError")])
def test_a_message_to_a_parent_that_has_gone(act: str, said: str, tmp_path: Path) -> None:
    """Nobody is there to read a traceback about a pipe without another end; a mistake of the program is told."""
    (tmp_path / "late.py").write_text(LATE.replace("ACT", act), "utf-8")
    ended = subprocess.run([sys.executable, "late.py"], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert said in ended.stderr
    assert bool(said) == bool(ended.stderr)
