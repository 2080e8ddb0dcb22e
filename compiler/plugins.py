"""Find plugins by scanning folders: no list names the functions, lowerings, operations, lemma kinds or formats."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Iterator
from typing import TypeVar

T = TypeVar("T")


def scan(package: str, kind: type[T]) -> Iterator[T]:
    """Yield every module-level value of class `kind` in the modules of `package`, each once, sorted by module name.

    `package` is a dotted name such as `gridwright.compiler.functions`. A name in place of an imported package keeps imports
    going one way: the modules that are scanned import the module that scans them.
    """
    seen: set[int] = set()
    path = importlib.import_module(package).__path__
    for name in sorted(info.name for info in pkgutil.iter_modules(path)):
        for value in vars(importlib.import_module(f"{package}.{name}")).values():
            if isinstance(value, kind) and id(value) not in seen:
                seen.add(id(value))
                yield value


@functools.cache
def names(package: str) -> tuple[str, ...]:
    """Return the names of the modules of `package`, sorted; none of them is imported."""
    return tuple(sorted(info.name for info in pkgutil.iter_modules(importlib.import_module(package).__path__)))


def named(package: str, name: str, kind: type[T]) -> T | None:
    """Return the value of class `kind` in the module `name` of `package`, and import no other; None if there is none."""
    if name not in names(package):
        return None
    found = vars(importlib.import_module(f"{package}.{name}")).values()
    return next((value for value in found if isinstance(value, kind)), None)
