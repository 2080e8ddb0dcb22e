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
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click
import gridwright
import pytest
import yaml
from gridwright.compiler.syntax import schema
from gridwright.runtime.cli.app import app
from gridwright.runtime.output.reports.report_schema import described_commands
from jsonschema import Draft7Validator
from layout import (
    FILES,
    MOST_ENTRIES,
    PARTS,
    ROOMS,
    ROOT,
    classes_defined_twice,
    cycles,
    entries,
    graph,
    module_of,
    outline,
    statements,
    upward,
)

SOLVERS = {"z3", "clingo", "pysat", "pysolvers", "highspy"}


def test_imports_go_one_way() -> None:
    """Later rooms import earlier ones, and the compiler never imports the runtime."""
    assert not list(upward(graph()))


def test_no_import_cycles() -> None:
    """No file imports itself through others, imports for the type checker included."""
    assert not cycles(graph())


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_only_engines_import_a_solver(path: Path) -> None:
    """All else knows solvers by the protocol in `runtime/engines/engine.py`."""
    if not module_of(path).startswith("runtime.engines"):
        assert not {name.split(".")[0] for name in outline(path).imports} & SOLVERS


@pytest.mark.parametrize("part", PARTS)
def test_rooms(part: str) -> None:
    """Every room has its place in the order, and the top of each part fits into one look."""
    names = {name.removesuffix(".py") for name in entries(part)}
    assert names == {name for names in ROOMS[part] for name in names}
    assert len(entries(part)) <= MOST_ENTRIES


@pytest.mark.slow
def test_class_names_are_unique() -> None:
    """No two classes have one name."""
    assert not classes_defined_twice()


def test_the_judge_knows_no_solver() -> None:
    """The judge, and all that it imports, know nothing of terms, clauses and solvers."""
    by_module = {module_of(path): path for path in FILES}
    todo, seen = ["runtime.judging.judge", "runtime.judging.answer", "runtime.judging.objective"], set()
    while todo:
        module = todo.pop()
        if module in seen:
            continue
        seen.add(module)
        todo += outline(by_module[module]).imports & by_module.keys()
    forbidden = ("compiler.ir", "compiler.lowering", "compiler.encode", "compiler.compile", "runtime.engines", "runtime.solving")
    assert not [module for module in seen if module.startswith(forbidden)]


def test_modules_import_alone() -> None:
    """No module needs another to have been imported before it."""
    for package in PARTS:
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
    whole_schema = schema.schema()
    Draft7Validator.check_schema(whole_schema)
    for name, part in whole_schema["properties"].items():
        described = part if "description" in part else whole_schema["definitions"][part["$ref"].rsplit("/", 1)[1]]
        assert described["description"], name
        for example in part.get("examples", []):
            assert Draft7Validator({**part, "definitions": whole_schema["definitions"]}).is_valid(example)
    assert json.loads((ROOT / "schema.json").read_text("utf-8")) == whole_schema


def test_every_command_has_its_reports() -> None:
    """Each command but `lsp`, `schema` and `studio` takes --json, and what it prints then is described and held against calls.

    `schema` prints JSON anyway. A new command needs: the option (`common_options` has it), `NAME.yaml` in
    `runtime/output/reports/commands`, and a line or two in `tests/output/report_calls.yaml`;
    `options.report({...})` prints an object.
    """
    context = click.Context(app)
    commands = [app.get_command(context, name) for name in app.list_commands(context)]
    with_json = {command.name for command in commands if command and any(option.name == "json" for option in command.params)}
    assert with_json == {command.name for command in commands if command} - {"lsp", "schema", "studio"}
    assert with_json == set(described_commands())
    assert with_json == set(yaml.safe_load((ROOT / "tests" / "output" / "report_calls.yaml").read_text("utf-8"))["calls"])


@pytest.mark.slow
@pytest.mark.skipif("GRIDWRIGHT_SKIP_BUILD" in os.environ, reason="asked for")
def test_wheel_and_sdist(tmp_path: Path) -> None:
    """The distributions hold what they should and nothing else."""
    subprocess.run(
        [sys.executable, "-m", "build", "--outdir", str(tmp_path), str(ROOT)], check=True, capture_output=True, timeout=300
    )
    distributions = [str(path) for path in tmp_path.iterdir()]
    subprocess.run([sys.executable, "-m", "twine", "check", "--strict", *distributions], check=True, timeout=60)
    wheel = zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist()
    inside = sorted(name for name in wheel if ".dist-info/" not in name)
    specs = [f"gridwright/{path.relative_to(ROOT)}" for path in (ROOT / "specs").rglob("*.yaml")]
    libraries = [f"gridwright/{path.relative_to(ROOT)}" for path in (ROOT / "compiler" / "library").rglob("*.yaml")]
    reports = [
        f"gridwright/{path.relative_to(ROOT)}" for path in (ROOT / "runtime" / "output" / "reports" / "commands").glob("*.yaml")
    ]
    reports += [f"gridwright/{path.relative_to(ROOT)}" for path in (ROOT / "runtime" / "output" / "pictures").glob("*.typ")]
    reports += ["gridwright/runtime/steps/bands.json"]
    page = ROOT / "runtime" / "studio" / "page"
    folders = [page, page / "tabs", page / "vendor"]
    reports += [f"gridwright/{path.relative_to(ROOT)}" for folder in folders for path in folder.glob("*") if path.is_file()]
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
        "tests/language/meaning.md",
        "tests/support/brute.py",
    } <= shipped
    assert {"benchmarks/specs.py", "docs/index.md", ".ci/run"} <= shipped


def test_version() -> None:
    """The version is a constant, because looking it up in the metadata of the package takes longer than the rest of a start."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert gridwright.__version__ == project["version"]


# Test files about the whole that are named after neither a module nor a folder, with what they are about.
ABOUT_THE_WHOLE = {
    "examples": "the worked examples that published puzzles came with",
    "mutations": "specs in which one printed thing is changed",
    "release": "what makes a release, and what tells others of it",
    "setters": "what those who keep specs elsewhere run: hooks, actions, the commands of the documentation",
    "tiers": "the tests themselves",
}


def names_in(*folders: Path) -> set[str]:
    """Return the names of folders, and of the modules, libraries and folders in them."""
    files = [file for folder in folders for file in (folder, *folder.rglob("*"))]
    return {file.stem for file in files if file.is_dir() or file.suffix in (".py", ".js", ".yaml")}


@pytest.mark.parametrize("path", sorted((ROOT / "tests").rglob("test_*.py")), ids=lambda path: path.stem)
def test_tests_are_named_after_what_they_test(path: Path) -> None:
    """`test_NAME.py`: a module or folder of its room, the room, or what tests have for it; more words may follow."""
    room, name = path.parent.name, path.stem.removeprefix("test_")
    known = names_in(path.parent, ROOT / "tests" / "support") - {file.stem for file in (ROOT / "tests").rglob("test_*.py")}
    known |= names_in(*(folder for base in (*PARTS, ".", "compiler/library") if (folder := ROOT / base / room).is_dir()))
    if room == "whole":
        known |= {file.stem for base in (".", *PARTS, "tests", "benchmarks") for file in (ROOT / base).iterdir()}
        known |= ABOUT_THE_WHOLE.keys()
    assert any(name == one or name.startswith(f"{one}_") for one in known), f"{path} is named after nothing in the room {room}"


# Locals that do not say what they hold, with how many functions have one. The numbers may only become smaller.
VAGUE_NAMES = {"found": 1, "each": 3, "said": 0, "told": 0}


@pytest.mark.slow
def test_locals_say_what_they_hold() -> None:
    """Functions with a vague local become fewer: name a local after what it holds (`solution`, `clause`)."""
    counts: Counter[str] = Counter()
    for path in FILES:
        for function in statements(ast.parse(path.read_text("utf-8"))):
            if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
                below = [*ast.walk(function)]
                names = {node.id for node in below if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
                names |= {node.arg for node in below if isinstance(node, ast.arg)}
                counts.update(names & VAGUE_NAMES.keys())
    assert all(counts[name] <= most for name, most in VAGUE_NAMES.items()), counts
    assert all(most < counts[name] + 20 for name, most in VAGUE_NAMES.items()), f"there are fewer: write down {counts}"


# Verbs whose participle does not end in "ed", and words that end in "ed" but are no participles.
IRREGULAR = frozenset(
    {"begun", "built", "chosen", "done", "drawn", "fallen", "found", "frozen", "given", "grown", "hidden", "kept"}
)
IRREGULAR |= {"known", "laid", "lost", "made", "seen", "shown", "told", "written"}
NO_PARTICIPLES = frozenset({"bed", "feed", "need", "seed", "shed", "speed"})
QUESTIONS = frozenset({"are", "can", "does", "has", "is", "may", "must", "should", "was"})

# Functions and methods whose names end in a participle. What does something is named by a verb, what returns something by a noun.
# Those that are left read or check what the participle names (`read_printed`), make a term of the IR (`make_connected`), or have
# a name that the language or a library gives (`sorted`, `connection_made`). The number may only become smaller.
MOST_PARTICIPLES = 45


def test_functions_are_named_by_verbs_or_nouns() -> None:
    """Functions do not end in a participle, as in `counted`; properties and questions (`is_printed`) may."""
    names = [name for path in FILES for name in _functions_in(ast.parse(path.read_text("utf-8")))]
    participles = [name for name in names if _is_participle(name)]
    assert len(participles) <= MOST_PARTICIPLES, participles
    assert len(participles) > MOST_PARTICIPLES - 5, f"there are fewer: write down {len(participles)}"


def _functions_in(tree: ast.Module) -> Iterator[str]:
    for node in statements(tree):
        is_function = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        if is_function and not any("property" in ast.unparse(decorator) for decorator in node.decorator_list):
            yield node.name


def _is_participle(name: str) -> bool:
    words = name.strip("_").split("_")
    first, last = words[0], words[-1]
    return first not in QUESTIONS and last not in NO_PARTICIPLES and (last.endswith("ed") or last in IRREGULAR)


def test_nothing_is_named_in_vain() -> None:
    """The list of what is about the whole names files that there are."""
    assert all((ROOT / "tests" / "whole" / f"test_{name}.py").is_file() for name in ABOUT_THE_WHOLE)
