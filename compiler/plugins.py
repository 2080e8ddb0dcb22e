"""Find plugins by scanning folders: no list names the functions, lowerings, operations, lemma kinds or formats.

Of most folders a puzzle needs few files. `DeclaredPlugins` imports these only: it reads in the sources which file declares what.
To read all sources of a folder takes much less time than to import them.
"""

from __future__ import annotations

import functools
import importlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar, overload

T = TypeVar("T")
Default = TypeVar("Default")


def scan(package: str, kind: type[T]) -> Iterator[T]:
    """Yield every module-level value of class `kind` in the modules of `package`, each once, sorted by module name.

    `package` is a dotted name such as `gridwright.compiler.functions`. A name instead of an imported package keeps imports
    going one way: the modules that are scanned import the module that scans them.
    """
    seen: set[int] = set()
    for name in names(package):
        for value in vars(importlib.import_module(f"{package}.{name}")).values():
            if isinstance(value, kind) and id(value) not in seen:
                seen.add(id(value))
                yield value


@functools.cache
def names(package: str) -> tuple[str, ...]:
    """Return the names of the modules of `package`, sorted; none of them is imported."""
    return tuple(sorted(file.stem for file in _folder(package).iterdir() if file.suffix == ".py" and file.stem != "__init__"))


def _folder(package: str) -> Path:
    """Return the folder of a package, which it has for itself."""
    (folder,) = importlib.import_module(package).__path__
    return Path(folder)


def find_plugin(package: str, name: str, kind: type[T]) -> T | None:
    """Return the value of class `kind` in the module `name` of `package`, and import no other; None if there is none."""
    if name not in names(package):
        return None
    members = vars(importlib.import_module(f"{package}.{name}")).values()
    return next((value for value in members if isinstance(value, kind)), None)


class DeclaredPlugins(Mapping[str, T]):
    """The values of class `kind` that the modules of a package declare, sorted. A module is imported when one is looked up.

    `declaration` matches where a source declares one; the words of its group are the names, without an underscore at the end,
    as it stands behind keywords of Python. `names_of` are the names of one that was imported.
    """

    def __init__(self, package: str, kind: type[T], declaration: str, names_of: Callable[[T], Iterable[str]]) -> None:
        self._package, self._kind, self._names_of = package, kind, names_of
        folders: dict[str, str] = {}
        self._loaded: dict[str, T] = {}
        pattern = re.compile(declaration, re.MULTILINE)
        folder = _folder(package)
        for module in names(package):
            for declared in pattern.findall(folder.joinpath(f"{module}.py").read_text("utf-8")):
                for name in re.findall(r"\w+", declared):
                    folders[name.rstrip("_")] = module
        self._modules = dict(sorted(folders.items()))

    def __getitem__(self, name: str) -> T:
        if name not in self._loaded:
            for value in vars(importlib.import_module(f"{self._package}.{self._modules[name]}")).values():
                if isinstance(value, self._kind):
                    self._loaded.update((candidate, value) for candidate in self._names_of(value) if candidate in self._modules)
        return self._loaded[name]

    @overload
    def get(self, name: str, /) -> T | None: ...
    @overload
    def get(self, name: str, default: T | Default, /) -> T | Default: ...
    def get(self, name: str, default: T | Default | None = None, /) -> T | Default | None:
        """Return the one of that name, or `default`; quicker than what `Mapping` has, because each call of a rule does this."""
        return self._loaded.get(name) or (self[name] if name in self._modules else default)

    def __contains__(self, name: object) -> bool:
        return name in self._modules

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)
