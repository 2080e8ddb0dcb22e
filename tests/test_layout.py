"""The house: which room may import which, what is in wheel and sdist, what is generated is fresh."""

from __future__ import annotations

import ast
import importlib
import json
import os
import pkgutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import click
import gridwright
import pytest
import yaml
from gridwright.compiler import schema
from gridwright.runtime.cli import app
from gridwright.runtime.reporting.report_schema import commands_described
from jsonschema import Draft7Validator

ROOT = Path(__file__).parent.parent
FILES = sorted([*(ROOT / "compiler").rglob("*.py"), *(ROOT / "runtime").rglob("*.py")])

# The stages of the pipeline, in the order in which a spec travels: a file imports from its own stage and earlier ones.
STAGES = [
    ["span", "diagnostics", "values", "folder", "limits"],
    ["yaml_errors", "source", "schema", "shipped"],
    ["expression", "parser"],
    ["geometry"],
    ["spec", "operators", "kinds", "function", "between", "functions", "budget", "fields"],
    ["scope", "indexing", "semantics", "calls", "names", "bound", "loops", "remembered", "interpreter", "unroll"],
    ["reading"],
    ["ir"],
    ["lowering"],
    ["passes"],
    ["encode"],
    ["compile", "export"],
]
# The rooms of the runtime, in the same way: those that judge and search know nothing of those that tell, and so on.
ROOMS = [
    ["process", "writing", "judging"],
    ["engines", "lemmas"],
    ["solving"],
    ["explaining"],
    ["render", "certify"],
    ["certificate", "questions"],
    ["reporting"],
    ["opinion"],
    ["runs"],
    ["importers", "formats"],
    ["editing", "grids"],
    ["watch", "commands"],
    ["cli"],
    ["start"],
]
SOLVERS = {"z3", "clingo", "pysat", "pysolvers", "highspy"}


def module_of(path: Path) -> str:
    """The module that a file is: `compiler.ir.term`."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def imports(path: Path) -> set[str]:
    """The modules of this project and of solvers that a file imports when it runs, as `compiler.x` or `z3`."""
    found: set[str] = set()
    package = module_of(path) if path.name == "__init__.py" else module_of(path).rpartition(".")[0]
    tree = ast.parse(path.read_text("utf-8"))
    typing_only = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in typing_only:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = (node.module or "").removeprefix("gridwright.")
            if node.level:
                parents = package.split(".")
                base = ".".join([*parents[: len(parents) - node.level + 1], *([node.module] if node.module else [])])
            found |= {base} | {f"{base}.{alias.name}" for alias in node.names}
    return found


def stage(module: str) -> int | None:
    """Which stage of the compiler, or which room of the runtime, a module belongs to."""
    part, *rest = module.split(".")
    order = {"compiler": STAGES, "runtime": ROOMS}.get(part)
    return next((number for number, names in enumerate(order) if rest[0] in names), None) if order and rest else None


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_imports_go_one_way(path: Path) -> None:
    """Later stages import earlier ones; the compiler never imports the runtime; only engines import a solver."""
    module, found = module_of(path), imports(path)
    assert not (module.startswith("compiler") and any(name.startswith("runtime") for name in found))
    if not module.startswith("runtime.engines"):
        assert not {name.split(".")[0] for name in found} & SOLVERS
    own, part = stage(module), module.split(".")[0]
    if own is not None:
        assert not {name for name in found if name.split(".")[0] == part and (other := stage(name)) is not None and other > own}


def test_every_file_has_its_stage() -> None:
    """A new file of the compiler is put into the order of the pipeline, and a new room into that of the runtime."""
    for part, order in (("compiler", STAGES), ("runtime", ROOMS)):
        names = {module_of(path).split(".")[1] for path in FILES if module_of(path).startswith(f"{part}.")}
        assert names == {name for names in order for name in names}


def test_the_judge_knows_no_solver() -> None:
    """The judge, and all that it imports, know nothing of terms, clauses and solvers."""
    by_module = {module_of(path): imports(path) for path in FILES}
    todo, seen = ["runtime.judging.judge", "runtime.judging.answer", "runtime.judging.objective"], set()
    while todo:
        module = todo.pop()
        if module in seen:
            continue
        seen.add(module)
        todo += [name for name in by_module.get(module, ()) if name in by_module]
    forbidden = ("compiler.ir", "compiler.lowering", "compiler.encode", "compiler.compile", "runtime.engines", "runtime.solving")
    assert not [module for module in seen if module.startswith(forbidden)]


def test_modules_import_alone() -> None:
    """No module needs another to have been imported before it."""
    for package in ("compiler", "runtime"):
        for info in pkgutil.walk_packages([str(ROOT / package)], f"gridwright.{package}."):
            importlib.import_module(info.name)


def test_packages_are_listed() -> None:
    """Every folder with code is a package of the distribution."""
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["packages"]
    folders = {module_of(path).replace("/", ".") for path in FILES if path.name == "__init__.py"}
    assert set(listed) == {"gridwright"} | {f"gridwright.{folder}" for folder in folders}


def test_public_face() -> None:
    """What the package promises is there, and is said to be."""
    assert set(gridwright._FACE) == set(gridwright.__all__)
    assert all(getattr(gridwright, name) is not None for name in gridwright.__all__)
    with pytest.raises(AttributeError):
        gridwright.nothing  # noqa: B018


def test_schema_is_a_schema() -> None:
    """`schema.json` is valid draft-07, every key has a description, every example in it is valid."""
    found = schema.schema()
    Draft7Validator.check_schema(found)
    for name, part in found["properties"].items():
        described = part if "description" in part else found["definitions"][part["$ref"].rsplit("/", 1)[1]]
        assert described["description"], name
        for example in part.get("examples", []):
            assert Draft7Validator({**part, "definitions": found["definitions"]}).is_valid(example)
    assert json.loads((ROOT / "schema.json").read_text("utf-8")) == found


def test_every_command_has_its_reports() -> None:
    """Each command takes --json, has a description of what it prints then, and calls that are held against it.

    `schema` prints JSON anyway. A new command needs: the option (`common_options` has it), `runtime/reporting/reports/NAME.yaml`,
    and a line or two in `tests/report_calls.yaml`; `options.report({...})` prints an object.
    """
    context = click.Context(app)
    found = [app.get_command(context, name) for name in app.list_commands(context)]
    with_json = {command.name for command in found if command and any(option.name == "json" for option in command.params)}
    assert with_json == {command.name for command in found if command} - {"schema"}
    assert with_json == set(commands_described())
    assert with_json == set(yaml.safe_load((ROOT / "tests" / "report_calls.yaml").read_text("utf-8"))["calls"])


@pytest.mark.skipif("GRIDWRIGHT_SKIP_BUILD" in os.environ, reason="asked for")
def test_wheel_and_sdist(tmp_path: Path) -> None:
    """The distributions hold what they should and nothing else."""
    subprocess.run(
        [sys.executable, "-m", "build", "--outdir", str(tmp_path), str(ROOT)], check=True, capture_output=True, timeout=300
    )
    wheel = zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist()
    inside = sorted(name for name in wheel if ".dist-info/" not in name)
    specs = [f"gridwright/{path.relative_to(ROOT)}" for path in (ROOT / "specs").rglob("*.yaml")]
    libraries = [f"gridwright/{path.relative_to(ROOT)}" for path in (ROOT / "compiler" / "library").glob("*.yaml")]
    reports = [f"gridwright/{path.relative_to(ROOT)}" for path in (ROOT / "runtime" / "reporting" / "reports").glob("*.yaml")]
    code = [f"gridwright/{path.relative_to(ROOT)}" for path in [*FILES, ROOT / "__init__.py", ROOT / "__main__.py"]]
    assert inside == sorted([*code, *specs, *libraries, *reports, "gridwright/py.typed", "gridwright/schema.json"])
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as sdist:
        shipped = {name.partition("/")[2] for name in sdist.getnames()}
    assert {
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        "pyproject.toml",
        "schema.json",
        "compiler/library/hooks.yaml",
        "tests/meaning.md",
        "tests/brute.py",
    } <= shipped
    assert {"benchmarks/specs.py", "docs/index.md", ".ci/run"} <= shipped
