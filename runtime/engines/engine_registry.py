"""Find the engines: a module of this folder whose name is one lower-case word is an engine of that name.

Support modules have an underscore in their names, and `TEMPLATE` is in capitals. No list names the engines, and finding them
loads no solver.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil

from gridwright.compiler.encode.problem import Problem

from .engine import Engine, EngineFactory

AUTO = "auto"

FASTEST_FIRST = ("clasp", "z3")  # by docs/performance.md; an engine that was not measured comes after them, by name


def _names() -> tuple[str, ...]:
    """Return the names of all engines, those first that are faster."""
    path = importlib.import_module(__package__).__path__
    names = {info.name for info in pkgutil.iter_modules(path) if info.name.islower() and "_" not in info.name} - {"engine"}
    return tuple(name for name in (*FASTEST_FIRST, *sorted(names - {*FASTEST_FIRST})) if name in names)


ENGINES = _names()


def engine_name(name: str) -> str:
    """Return the engine that `name` means: for `auto` the fastest, or Z3 if the library of that one is not installed."""
    return name if name != AUTO else "clasp" if importlib.util.find_spec("clingo") else "z3"


def engine_of(name: str) -> EngineFactory:
    """Return what makes an engine from a seed; raise `EngineMissing` if its library, imported only now, is not installed."""
    module = importlib.import_module(f"{__package__}.{engine_name(name)}")
    factory: EngineFactory = module.ENGINE
    return factory


def make_engine(name: str, seed: int) -> Engine:
    """Return a new engine by name; raise `EngineMissing` if its library is not installed."""
    return engine_of(name)(seed)


def engine_name_for(problem: Problem, engine: str) -> str:
    """Return the engine for a problem: the one that is named, or with `auto` Z3 if it has numbers without bounds."""
    return "z3" if engine == AUTO and problem.has_numbers else engine


def engine_for(problem: Problem, engine: str, seed: int) -> Engine:
    """Return a new engine for a problem: see `engine_name_for`."""
    return make_engine(engine_name_for(problem, engine), seed)


def has_reachability(name: str) -> bool:
    """Check whether an engine has rules for what is reached from a vertex."""
    return bool(getattr(engine_of(name), "has_reachability", False))
