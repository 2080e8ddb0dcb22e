"""How much memory something takes, as Python counts it: the same on every machine."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable


def peak_bytes(act: Callable[[], object]) -> int:
    """Return the most bytes that were held while something was done, beyond those from before."""
    tracemalloc.start()
    try:
        act()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
