"""Build the JSON Schema of the output of `--json`, from a file for each command in `commands/`.

`commands/NAME.yaml` describes the objects that the command NAME prints; `commands/_shared.yaml` has the parts that several share.
They are JSON Schema, with three abbreviations that this file expands:

- an object with `properties` has no others;
- `include: [NAME, ...]` adds the `properties` and `required` of shared definitions; `may_include` adds the properties of one,
  all of which are present or none;
- every object begins with `report` and `command`.
"""

from __future__ import annotations

import functools
import importlib.resources
import json
import re
from typing import Any

import yaml

VERSION = 1  # raised when a change would break a tool that reads reports; a new key does not
DIALECT = "https://json-schema.org/draft/2020-12/schema"
SHARED = "_shared"
FAILED = "failed"

Described = dict[str, Any]


def head(command: str) -> dict[str, object]:
    """Return the keys that every object begins with."""
    return {"report": VERSION, "command": command}


@functools.cache
def report_schema() -> Described:
    """Return the schema of every object that `--json` prints.

    >>> sorted(report_schema()["$defs"]["check"]["properties"])
    ['cached', 'command', 'diagnostics', 'report', 'spec', 'stats', 'status', 'title', 'warnings']
    """
    files = {path.name.removesuffix(".yaml"): path for path in _folder().iterdir() if path.name.endswith(".yaml")}
    read = {name: yaml.safe_load(path.read_text("utf-8")) for name, path in sorted(files.items())}
    shared: Described = read.pop(SHARED)
    defs = {name: _expand(described, shared) for name, described in shared.items()}
    defs[FAILED] = _with_heading(defs[FAILED], {"enum": list(read)})
    defs |= {name: _with_heading(_expand(described, shared), {"const": name}) for name, described in read.items()}
    referenced = set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(defs)))  # the others are only for `include`
    defs = {name: described for name, described in defs.items() if name in referenced or name in (*read, FAILED)}
    return {
        "$schema": DIALECT,
        "title": f"A Gridwright report, version {VERSION}",
        "description": "An object that `gridwright COMMAND --json` prints.",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in (*read, FAILED)],
        "$defs": defs,
    }


def described_commands() -> list[str]:
    """Return the commands that have a file in `commands/`."""
    return [reference["$ref"].rpartition("/")[2] for reference in report_schema()["anyOf"][:-1]]


def _folder() -> Any:
    return importlib.resources.files(__package__).joinpath("commands")


def _with_heading(described: Described, command: Described) -> Described:
    head = {
        "report": {"const": VERSION, "description": "The version of this description."},
        "command": command | {"description": "The command."},
    }
    return described | {"properties": head | described["properties"], "required": [*head, *described["required"]]}


def _expand(described: Any, shared: Described) -> Any:
    """Return a schema with its abbreviations written out."""
    if isinstance(described, list):
        return [_expand(item, shared) for item in described]
    if not isinstance(described, dict):
        return described
    schema = dict(described)
    properties, required = dict(schema.get("properties", {})), list(schema.get("required", ()))
    for name in schema.pop("include", ()):
        properties |= shared[name]["properties"]
        required += shared[name]["required"]
    for name in schema.pop("may_include", ()):
        properties |= shared[name]["properties"]
        schema["dependentRequired"] = dict.fromkeys(shared[name]["required"], shared[name]["required"])
    if not properties:
        return {key: _expand(value, shared) for key, value in schema.items()}
    rest = {key: _expand(value, shared) for key, value in schema.items() if key not in ("properties", "required")}
    closed = {key: _expand(value, shared) for key, value in properties.items()}
    return {"type": "object", **rest, "properties": closed, "required": required, "additionalProperties": False}
