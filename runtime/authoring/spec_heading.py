"""Write the first lines of a new spec: schema, title, and places for author and source."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import click
import yaml
from gridwright.compiler.syntax import schema_file, yaml_nodes
from gridwright.compiler.syntax.diagnostics import SpecError

SCHEMA = "schema.json"


def heading(title: str, note: str, *, author: str = "", origin: str = "", url: str = "", schema: str = "") -> str:
    """Return the lines up to `source:` and its entries. `origin`: a publisher, or a URL if it looks like one.

    `schema`: the path to the schema for editors; empty if there is no such file.

    >>> print(heading("Third", "imported from a.txt", origin="The Daily", schema=SCHEMA), end="")
    # yaml-language-server: $schema=schema.json
    gridwright: 1
    title: Third
    # author: who set it
    source:
      publisher: The Daily
      # date: when, as in 2026-11
      # url: where it can be read
      note: imported from a.txt
    """
    if not url and origin.startswith(("http://", "https://")):
        origin, url = "", origin
    lines = [
        *([f"# yaml-language-server: $schema={schema}"] if schema else []),
        "gridwright: 1",
        entry("title", title),
        entry("author", author) if author else "# author: who set it",
        "source:",
        f"  {entry('publisher', origin)}" if origin else "  # publisher: who published it",
        "  # date: when, as in 2026-11",
        f"  {entry('url', url)}" if url else "  # url: where it can be read",
        f"  {entry('note', note)}",
    ]
    return "\n".join(lines) + "\n"


def starting_example(text: str) -> str:
    """Return the text of a spec without what a heading has too, and of `expect` only that there is one solution.

    >>> starting_example("gridwright: 1\\ntitle: A\\nsource:\\n  publisher: B\\ngrid: 2x2\\nexpect:\\n  answer: 1\\n")
    'grid: 2x2\\nexpect:\\n  solutions: 1\\n'
    """
    body = re.sub(r"(?m)^(?:gridwright|title|source|author):.*\n(?: .*\n)*", "", text)
    return re.sub(r"(?m)^expect:.*\n(?: .*\n)*", "expect:\n  solutions: 1\n", body)


def entry(key: str, text: str) -> str:
    """Return a key with a text, quoted if necessary. Raise `click.UsageError` if YAML cannot hold the text.

    >>> print(entry("title", "Sudoku: the third"))
    title: 'Sudoku: the third'
    >>> print(entry("title", "."))
    title: "."
    """
    if not text.strip() or not text.isprintable():
        raise click.UsageError(f"`{key}` must be printable text on one line (got {text!r})")
    line = yaml.safe_dump({key: text}, allow_unicode=True, width=10**9).rstrip("\n")
    return line if _reads_as(line, key, text) else f"{key}: {json.dumps(text, ensure_ascii=False)}"


def _reads_as(line: str, key: str, text: str) -> bool:
    try:
        value = yaml_nodes.read_text(line).get(key)
    except SpecError:
        return False
    return isinstance(value, yaml_nodes.Scalar) and value.value == text


def schema_for(output: Path) -> str:
    """Return how a spec at `output` names the schema, which is in its folder or the nearest one above; empty if it is in none."""
    folder = Path(os.path.realpath(output)).parent
    for above in (folder, *folder.parents):
        if (above / SCHEMA).is_file() and _is_ours(above / SCHEMA):
            return Path(os.path.relpath(above / SCHEMA, folder)).as_posix()
    return ""


def _is_ours(path: Path) -> bool:
    try:
        return bool(json.loads(path.read_text("utf-8")).get("$id") == schema_file.schema()["$id"])
    except (OSError, ValueError, AttributeError, RecursionError):
        return False
