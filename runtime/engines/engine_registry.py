"""Find the engines: a module of this folder whose name is one lower-case word is an engine of that name.

Support modules have an underscore in their names, and `TEMPLATE` is in capitals. No list names the engines, and finding them
loads no solver.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil

from gridwright.compiler.encode.problem import Problem

from .engine import Engine, EngineFactory, UnsuitableEngine

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


def has_arithmetic(name: str) -> bool:
    """Check whether an engine takes numbers without bounds."""
    return bool(getattr(engine_of(name), "has_arithmetic", False))


def engine_for(name: str, problem: Problem) -> str:
    """Return the engine for a problem: for `auto` one that can take it; raise `UnsuitableEngine` if the one that is named cannot."""
    if not problem.has_numbers or has_arithmetic(name):
        return name
    able = [each for each in ENGINES if importlib.util.find_spec(each) and has_arithmetic(each)] if name == AUTO else []
    if able:
        return able[0]
    unknown = next(variable for variable, place in problem.places.items() if place.number)
    raise UnsuitableEngine(
        f"`{unknown.name}` may be any of all {unknown.layer.values}: the rules give it no bounds, so it needs an engine that calculates"
        f" (--engine z3), and {engine_name(name)} cannot"
    )


def has_reachability(name: str) -> bool:
    """Check whether an engine has rules for what is reached from a vertex."""
    return bool(getattr(engine_of(name), "has_reachability", False))
