"""Measure the layout of the code: the order of the rooms, import cycles, entries at the top, class names defined twice.

    python tests/layout.py

Imports under `TYPE_CHECKING` count like all others. `tests/whole/test_layout.py` holds the same figures against their limits.
"""

from __future__ import annotations

import ast
import functools
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("compiler", "runtime", "api")  # each imports from itself and from earlier ones
FILES = sorted(path for part in PARTS for path in (ROOT / part).rglob("*.py"))
MOST_ENTRIES = 16

# The rooms in the order in which a spec travels: a file imports from its own room and from earlier ones.
ROOMS = {
    "compiler": [
        ["records", "values", "limits", "plugins"],
        ["syntax"],
        ["library"],
        ["geometry"],
        ["language"],
        ["functions"],
        ["loader"],
        ["ir"],
        ["lowering"],
        ["passes"],
        ["encode"],
        ["compile"],
    ],
    "runtime": [
        ["exit_status", "judging"],
        ["engines"],
        ["solving"],
        ["explaining"],
        ["steps"],
        ["warnings"],
        ["output"],
        ["proofs"],
        ["execution"],
        ["interchange"],
        ["authoring"],
        ["editing"],
        ["studio", "commands"],
        ["cli"],
    ],
    "api": [
        ["arguments", "solution_grid"],
        ["solving", "judging", "starting", "exchanging"],
        ["explaining", "stepping", "pictures", "generating"],
    ],
}


def module_of(path: Path) -> str:
    """Return the module of a file, without `gridwright`: `compiler.ir.term`."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


@dataclass(frozen=True)
class Outline:
    """What the figures need of a file, instead of its syntax tree: 600 trees would keep the garbage collector busy.

    `imports` has the modules that the file imports anywhere, `TYPE_CHECKING` included, as `compiler.x` or `z3`. `from a import b`
    gives both `a` and `a.b`: one of them is a module. `is_bare` says that it makes a folder a package, and has only a docstring.
    """

    imports: frozenset[str]
    classes: tuple[str, ...]
    is_bare: bool


def statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield all statements, also those inside others. Expressions hold none, and are most of a tree."""
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        yield node
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            todo += getattr(node, part, ())


@functools.cache
def outline(path: Path) -> Outline:
    """Read a file once."""
    tree = ast.parse(path.read_text("utf-8"))
    imports: set[str] = set()
    classes: list[str] = []
    package = module_of(path) if path.name == "__init__.py" else module_of(path).rpartition(".")[0]
    for node in statements(tree):
        if isinstance(node, ast.Import):
            imports |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = (node.module or "").removeprefix("gridwright.")
            if node.level:
                parents = package.split(".")
                base = ".".join([*parents[: len(parents) - node.level + 1], *([node.module] if node.module else [])])
            imports |= {base} | {f"{base}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ClassDef):
            classes.append(node.name)
    return Outline(frozenset(imports), tuple(classes), path.name == "__init__.py" and len(tree.body) <= 1)


def graph() -> dict[str, set[str]]:
    """Return for each module those that it imports. A package counts only where a name of its `__init__` is imported."""
    modules = {module_of(path): path for path in FILES}
    imported_by: dict[str, set[str]] = {}
    for module, path in modules.items():
        names = outline(path).imports & modules.keys()
        imported_by[module] = {name for name in names if name != module and not outline(modules[name]).is_bare}
    return imported_by


def cycles(edges: Mapping[str, set[str]]) -> list[list[str]]:
    """Return the strongly connected components with more than one member (Tarjan 1972), each sorted.

    >>> cycles({"a": {"b"}, "b": {"a", "c"}, "c": set()})
    [['a', 'b']]
    """
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    components: list[list[str]] = []

    def visit(node: str) -> None:
        number[node] = low[node] = len(number)
        stack.append(node)
        for other in sorted(edges[node]):
            if other not in number:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == number[node]:
            at = stack.index(node)
            members = sorted(stack[at:])
            del stack[at:]
            if len(members) > 1:
                components.append(members)

    for node in sorted(edges):
        if node not in number:
            visit(node)
    return components


def floor(module: str) -> int | None:
    """Return the number of a module's room in the order of the rooms, None for a package of rooms."""
    part, *rest = module.split(".")
    return next((at for at, names in enumerate(ROOMS.get(part, ())) if rest and rest[0] in names), None)


def upward(edges: Mapping[str, set[str]]) -> Iterator[tuple[str, str]]:
    """Yield imports that go the wrong way: to a later room, or to a later part, such as from the compiler to the runtime."""
    for module, others in edges.items():
        for other in others:
            here, there = floor(module), floor(other)
            part, other_part = (PARTS.index(name.split(".")[0]) for name in (module, other))
            is_later_room = part == other_part and here is not None and there is not None and there > here
            if is_later_room or other_part > part:
                yield module, other


def entries(part: str) -> list[str]:
    """Return the files and folders at the top of `compiler` or `runtime`, without the file that makes it a package."""
    return sorted(path.name for path in (ROOT / part).iterdir() if path.name not in ("__init__.py", "__pycache__"))


def classes_defined_twice() -> dict[str, list[str]]:
    """Return the names that several classes have, each with the modules that define one."""
    modules_of_class: dict[str, list[str]] = defaultdict(list)
    for path in FILES:
        for name in outline(path).classes:
            modules_of_class[name].append(module_of(path))
    return {name: modules for name, modules in sorted(modules_of_class.items()) if len(modules) > 1}


def main() -> None:
    """Print the figures."""
    edges = graph()
    for part in PARTS:
        print(f"entries at the top of {part}: {len(entries(part))} (at most {MOST_ENTRIES})")
    cyclic = cycles(edges)
    print(f"import cycles: {len(cyclic)}")
    for members in cyclic:
        print(f"  {' '.join(members)}")
    wrong = sorted(upward(edges))
    print(f"imports that go to a later room: {len(wrong)}")
    for module, other in wrong:
        print(f"  {module} -> {other}")
    twice = classes_defined_twice()
    print(f"class names defined more than once: {len(twice)}")
    for name, modules in twice.items():
        print(f"  {name}: {', '.join(modules)}")


if __name__ == "__main__":
    main()
