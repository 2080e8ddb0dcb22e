"""The files for a release are valid by the schemas of their readers, and agree with pyproject.toml."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
SOURCE = PROJECT["urls"]["Source"]
RECIPE = yaml.safe_load((ROOT / "packaging" / "conda-recipe.yaml").read_text("utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
SCHEMAS = {
    "github-workflows": WORKFLOWS,
    "github-issue-config": [path for path in FORMS if path.name == "config.yml"],
    "github-issue-forms": [path for path in FORMS if path.name != "config.yml"],
    "dependabot": [ROOT / ".github" / "dependabot.yml"],
    "citation-file-format": [ROOT / "CITATION.cff"],
}
WITH_ADDRESSES = ("docs/ci.md", "CITATION.cff", "packaging/conda-recipe.yaml", "packaging/schemastore-entry.json", *FORMS)


@pytest.mark.slow
@pytest.mark.parametrize("schema", SCHEMAS)
def test_schema(schema: str) -> None:
    """Each file is valid by the schema that check-jsonschema has for it."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *map(str, SCHEMAS[schema])]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_pinned(path: Path) -> None:
    """A workflow names the commit of each action, with its version beside it, and its jobs have a limit."""
    text = path.read_text("utf-8")
    used = re.findall(r"uses: (.*)", text)
    assert used
    assert all(re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action) for action in used), used
    assert all("timeout-minutes" in job for job in yaml.safe_load(text)["jobs"].values())


def test_pythons() -> None:
    """CI tests each version of Python that the package names in its classifiers."""
    prefix = "Programming Language :: Python :: 3."
    versions = [f"3.{name.removeprefix(prefix)}" for name in PROJECT["classifiers"] if name.startswith(prefix)]
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8"))
    assert workflow["jobs"]["test"]["strategy"]["matrix"]["python"] == versions


def test_recipe_needs_what_the_package_needs() -> None:
    """The recipe for conda has the version, the dependencies and the command of pyproject.toml."""
    assert RECIPE["context"]["version"] == PROJECT["version"]
    needed = {requirement.replace(" ", "") for requirement in RECIPE["requirements"]["run"]}
    assert needed == {*PROJECT["dependencies"], f"python{PROJECT['requires-python']}"}
    assert RECIPE["build"]["python"]["entry_points"] == [f"{name} = {at}" for name, at in PROJECT["scripts"].items()]


def test_citation() -> None:
    """The citation has the version, the licence and the authors of pyproject.toml."""
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert (citation["version"], citation["license"]) == (PROJECT["version"], PROJECT["license"])
    assert citation["authors"] == PROJECT["authors"]


@pytest.mark.parametrize("name", WITH_ADDRESSES, ids=str)
def test_addresses(name: str | Path) -> None:
    """The repository has one address, that of pyproject.toml."""
    account = SOURCE.removeprefix("https://github.com/")
    addresses = re.findall(
        r"github(?:usercontent)?\.com/([\w.-]+/[\w.-]+)|uses: (\w+/gridwright)@", (ROOT / name).read_text("utf-8")
    )
    assert {"".join(address) for address in addresses} <= {account}


def test_image() -> None:
    """The image installs extras that exist, and `.dockerignore` lets in the files that they need."""
    extras = re.search(r"/source\[([\w,]+)\]", (ROOT / "Dockerfile").read_text("utf-8"))
    assert extras is not None
    assert set(extras[1].split(",")) <= set(PROJECT["optional-dependencies"])
    let_in = re.findall(r"(?m)^!(.*)$", (ROOT / ".dockerignore").read_text("utf-8"))
    assert all((ROOT / name).exists() for name in let_in)
    packages = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["package-dir"].values()
    assert {*packages} - {"."} <= set(let_in)


def test_schema_store() -> None:
    """The entry for SchemaStore names the schema of the repository, and only patterns of files with our name."""
    entry = json.loads((ROOT / "packaging" / "schemastore-entry.json").read_text("utf-8"))
    assert (ROOT / entry["url"].rpartition("/")[2]).is_file()
    assert all("gridwright" in pattern for pattern in entry["fileMatch"])
