"""Find the engines: a module of this folder whose name is one lower-case word is an engine of that name.

Support modules have an underscore in their names, and `TEMPLATE` is in capitals. No list names the engines, and finding them
loads no solver.
"""

from __future__ import annotations

import importlib
import pkgutil

from .engine import Engine, EngineFactory, EngineMissing

AUTO = "auto"  # chosen for each part by what it consists of (`choice`)
RUNNER_UP = "runner-up"  # the next best instead of the best; no command offers it

FASTEST_FIRST = ("clasp", "z3")  # by docs/performance.md; an engine that was not measured comes after them, by name


def _names() -> tuple[str, ...]:
    """Return the names of all engines, those first that are faster."""
    path = importlib.import_module(__package__).__path__
    names = {info.name for info in pkgutil.iter_modules(path) if info.name.islower() and "_" not in info.name} - {"engine"}
    return tuple(name for name in (*FASTEST_FIRST, *sorted(names - {*FASTEST_FIRST})) if name in names)


ENGINES = _names()


def engine_name(name: str) -> str:
    """Return the engine that `name` means where there is no part to choose by: for `auto` the fastest that is installed."""
    return name if name != AUTO else next((engine for engine in ENGINES if is_installed(engine)), FASTEST_FIRST[0])


def is_installed(name: str) -> bool:
    """Check whether the library of an engine is installed, by importing it."""
    return not how_to_install(name)


def how_to_install(name: str) -> str:
    """Return the command that installs an engine, with a reason; empty if it is installed, or unknown."""
    if name not in ENGINES:
        return ""
    try:
        importlib.import_module(f"{__package__}.{name}")
    except EngineMissing as problem:
        return str(problem)
    return ""


def engine_of(name: str) -> EngineFactory:
    """Return the factory of an engine; raise `EngineMissing` if its library, imported only now, is not installed."""
    module = importlib.import_module(f"{__package__}.{engine_name(name)}")
    factory: EngineFactory = module.ENGINE
    return factory


def make_engine(name: str, seed: int) -> Engine:
    """Return a new engine by name; raise `EngineMissing` if its library is not installed."""
    return engine_of(name)(seed)


def has(name: str, capability: str) -> bool:
    """Check whether an engine declares that it has something, such as `has_reachability`."""
    return bool(getattr(engine_of(name), capability, False))


def has_reachability(name: str) -> bool:
    """Check whether an engine has rules for what is reached from a vertex."""
    return has(name, "has_reachability")
