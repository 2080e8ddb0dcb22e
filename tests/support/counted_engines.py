"""Count what is asked of the engines: how often they search, and how many conflicts that takes.

`with counted_searches() as counts:` counts every search of every engine in this process. As a command it runs one command line of
Gridwright and writes the counts to a file:

    python tests/support/counted_engines.py FILE solve puzzle.yaml

It needs nothing of Gridwright but the folder of engines, so it also counts what an older commit does (`benchmarks/compare.py`).
"""

from __future__ import annotations

import argparse
import functools
import importlib
import json
import pkgutil
import sys
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

SEARCHES = "searches"
CONFLICTS = "conflicts"


@contextmanager
def counted_searches() -> Iterator[Counter[str]]:
    """Count the searches and the conflicts of all engines in this process.

    An engine knows the conflicts of a search when the next one begins or its model is given up. So those of a last search with a
    model are missing, the same each time.
    """
    counts: Counter[str] = Counter({SEARCHES: 0})
    known: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()  # conflicts of an engine that are counted

    def note(engine: Any) -> None:
        now = getattr(engine, "conflicts", None)  # the engines of older commits do not tell
        if now is not None:
            counts[CONFLICTS] += now - known.get(engine, now)
            known[engine] = now

    def counting(method: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(method)
        def counted(engine: Any, *arguments: Any, **options: Any) -> Any:
            note(engine)
            counts[SEARCHES] += 1
            result = method(engine, *arguments, **options)
            note(engine)
            return result

        return counted

    with ExitStack() as stack:
        for engine in _engines():
            for name in ("solve", "improve"):
                if hasattr(engine, name):
                    stack.enter_context(mock.patch.object(engine, name, counting(getattr(engine, name))))
        yield counts


def _engines() -> Iterator[type]:
    """Yield the classes of all engines that are installed; older commits do not declare which class of a file it is."""
    folder = importlib.import_module("gridwright.runtime.engines")
    for info in pkgutil.iter_modules(folder.__path__):
        if info.name.islower() and "_" not in info.name and info.name != "engine":
            try:
                module = importlib.import_module(f"{folder.__name__}.{info.name}")
            except ImportError:  # its library is not installed
                continue
            classes = [
                value for value in vars(module).values() if isinstance(value, type) and value.__module__ == module.__name__
            ]
            yield from dict.fromkeys(engine for engine in classes if hasattr(engine, "solve"))


def main() -> None:
    """Run a command line and write the counts."""
    parser = argparse.ArgumentParser(description="Count the searches and conflicts of one command line of Gridwright.")
    parser.add_argument("file", type=Path, help="where the counts are written, as JSON")
    parser.add_argument("call", nargs=argparse.REMAINDER, help="the command line, without `gridwright`")
    options = parser.parse_args()
    command_line = importlib.import_module("gridwright.runtime.cli")
    if not hasattr(command_line, "run"):  # the command line was one file until it became a folder
        command_line = importlib.import_module("gridwright.runtime.cli.app")
    with counted_searches() as counts:
        status = command_line.run(options.call)
    options.file.write_text(json.dumps(counts), "utf-8")
    sys.exit(status)


if __name__ == "__main__":
    main()
