"""A process that is busy, and whose parent ends."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading

import pytest
from gridwright.runtime.execution.parent_watch import ended_with_parent

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers that send signals")

# A process that is busy for some seconds, as with imports; and its parent, which ends meanwhile. Both share standard error.
BUSY = """
import sys, time
from gridwright.runtime.execution.parent_watch import ended_with_parent
with ended_with_parent():
    print("busy", flush=True)
    end = time.monotonic() + 20
    while time.monotonic() < end:
        pass
print("outlived", file=sys.stderr)
"""
PARENT = f"""
import subprocess, sys
print(subprocess.Popen([sys.executable, "-c", {BUSY!r}], stdout=subprocess.PIPE).stdout.readline())
"""


@pytest.mark.slow
def test_the_parent_ends() -> None:
    """The process ends with it, although it looks at nothing itself."""
    ended = subprocess.run([sys.executable, "-c", PARENT], capture_output=True, text=True, timeout=60, check=True)
    assert "busy" in ended.stdout
    assert ended.stderr == ""  # which is read until both have ended


def test_what_is_left() -> None:
    """Afterwards there is no timer, and the signal means what it meant; in a thread nothing is done."""
    before = signal.getsignal(signal.SIGALRM)

    def watched() -> None:
        with ended_with_parent():
            timers.append(signal.getitimer(signal.ITIMER_REAL)[1])

    timers: list[float] = []
    watched()
    thread = threading.Thread(target=watched)
    thread.start()
    thread.join()
    assert [bool(timer) for timer in timers] == [True, False]
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) == before
