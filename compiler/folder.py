"""What the files of a folder declare: nothing lists functions, lowerings, encodings or lemmas, they are found by looking."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")


def declared(package: ModuleType, kind: type[T]) -> Iterator[T]:
    """Every value of a class among the names of a package's modules, each once, in the order of the modules' names."""
    seen: set[int] = set()
    for name in sorted(info.name for info in pkgutil.iter_modules(package.__path__)):
        for value in vars(importlib.import_module(f"{package.__name__}.{name}")).values():
            if isinstance(value, kind) and id(value) not in seen:
                seen.add(id(value))
                yield value
