"""Which Chromium the tests of pages use.

As a program it prints where that is, or fails: `.ci/run` asks it before anything is installed.
"""

from __future__ import annotations

import os
import shutil
import sys

VARIABLE = "GRIDWRIGHT_CHROMIUM"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync"]
NAMES = ("chromium", "chromium-browser", "google-chrome")


def find() -> str | None:
    """Return the Chromium that the variable names, or else one that is installed, or nothing."""
    named = os.environ.get(VARIABLE)
    return next((executable for name in ([named] if named else NAMES) if (executable := shutil.which(name))), None)


def chromium() -> str:
    """Return the Chromium to use; skip the test if none is installed, but fail if one is named and is not there.

    `.ci/run` names one, so that no test of a page is skipped unseen.
    """
    import pytest  # noqa: PLC0415 (the program runs where nothing is installed)

    executable = find()
    named = os.environ.get(VARIABLE)
    if executable is None and named:
        pytest.fail(f"{VARIABLE} names a program that is not there: {named}")
    if executable is None:
        pytest.skip("no Chromium is installed (Debian: apt install chromium)")
    return executable


if __name__ == "__main__":
    path = find()
    print(path or "")
    sys.exit(path is None)
