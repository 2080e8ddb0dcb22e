"""Tell which versions of the solvers are installed, without loading one.

Each engine's file names its package in a line `DISTRIBUTION = "..."`. Files and names of folders are only read: importing
`importlib.metadata` would double the time of `gridwright --version`, and importing a solver takes ten times as long.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

_DISTRIBUTION = re.compile(r'^DISTRIBUTION = "([\w.-]+)"$', re.MULTILINE)


def engine_versions() -> Iterator[tuple[str, str, str]]:
    """Yield each engine by name with its package and the installed version, which is empty if the package is not installed.

    >>> [(engine, package) for engine, package, _ in engine_versions()]
    [('cadical', 'python-sat'), ('clasp', 'clingo'), ('cpsat', 'ortools'), ('z3', 'z3-solver')]
    """
    for file in sorted(Path(__file__).parent.glob("*.py")):
        package = _DISTRIBUTION.search(file.read_text("utf-8"))
        if package is not None:
            yield file.stem, package[1], installed_version(package[1])


def installed_version(package: str) -> str:
    """Return the version of a package that is installed where Python looks for modules; empty if there is none.

    The name is compared as the standard for installed projects writes it in the name of a folder: `-` and `.` become `_`.
    """
    pattern = f"{re.sub(r'[-.]', '_', package)}-*.dist-info"
    folders = (folder for place in sys.path for folder in Path(place).glob(pattern))
    return next((folder.name.removesuffix(".dist-info").partition("-")[2] for folder in folders), "")
