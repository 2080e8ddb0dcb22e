"""A process that answers questions: one line of JSON on standard input each, one line on standard output for each.

    python -m gridwright.runtime.execution.worker_main

It is a process of its own, so that it can be ended at any time, and may end in any way. It ends when its input does.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading

from .wire_format import replied


def main() -> None:
    """Answer until there is no input any more, also in the middle of an answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is for whoever asks
    if hasattr(os, "setpgrp"):
        os.setpgrp()
    output, sys.stdout = sys.stdout, sys.stderr
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()
    while True:
        output.write(json.dumps(replied(json.loads(lines.get()))) + "\n")
        output.flush()


def _read(lines: queue.SimpleQueue[str]) -> None:
    for line in sys.stdin:
        lines.put(line)
    os._exit(0)


if __name__ == "__main__":
    main()
