"""What sources say that they declare is what importing all of them finds."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest
from gridwright.compiler.language.function_registry import Function, all_functions
from gridwright.compiler.language.range_predicates import RangePredicate, all_range_predicates
from gridwright.compiler.lowering.automata.aggregates import Streaming, all_streaming
from gridwright.compiler.lowering.lowering_registry import Lowering, all_lowerings
from gridwright.compiler.plugins import scan

FUNCTIONS, LOWERINGS = "gridwright.compiler.functions", "gridwright.compiler.lowering.functions"
REGISTRIES: list[tuple[Callable[[], Mapping[str, Any]], str, type, Callable[[Any], Iterable[str]]]] = [
    (all_functions, FUNCTIONS, Function, lambda found: found.name),
    (all_range_predicates, FUNCTIONS, RangePredicate, lambda found: found.function),
    (all_lowerings, LOWERINGS, Lowering, lambda found: found.name),
    (all_streaming, LOWERINGS, Streaming, lambda found: found.name),
]


@pytest.mark.parametrize(("registry", "package", "kind", "name"), REGISTRIES, ids=lambda each: getattr(each, "__name__", None))
def test_declared(registry: Callable[[], Mapping[str, Any]], package: str, kind: type, name: Callable[[Any], str]) -> None:
    """Names and values are those of a scan, and no name stands for two."""
    plugins = [value for value in scan(package, kind) if value.__class__ is kind]
    declared = registry()
    assert sorted(map(name, plugins)) == list(declared)
    assert {name(value): value for value in plugins} == dict(declared)
    assert declared.get("no such name") is None
    assert "no such name" not in declared


@pytest.mark.slow
def test_only_what_is_looked_up() -> None:
    """Looking one up imports its file, and none that it does not need; asking whether there is one imports nothing."""
    code = f"""
import sys
from gridwright.compiler.language.function_registry import all_functions
folder = "{FUNCTIONS}."
"gcd" in all_functions(), list(all_functions())
assert not [name for name in sys.modules if name.startswith(folder)]
all_functions()["is_prime"]
print(*(name.removeprefix(folder) for name in sys.modules if name.startswith(folder)))
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split() == ["is_prime"]
