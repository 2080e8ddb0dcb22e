"""Generate the reference pages from the functions, the libraries, the diagnostics and the descriptions of reports."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from gridwright.compiler.compile import lower
from gridwright.compiler.language import operators
from gridwright.compiler.language.function_registry import Function, all_functions
from gridwright.compiler.library import Use, libraries, uses
from gridwright.compiler.limits import descriptions
from gridwright.compiler.loader import load_text
from gridwright.compiler.loader.libraries import Library
from gridwright.compiler.lowering.reasons import BOARD, all_reasons
from gridwright.compiler.syntax import parser
from gridwright.compiler.syntax.diagnostics import Code, render
from gridwright.compiler.syntax.yaml_nodes import Mapping, Node, Scalar, Sequence

from ...solving.findings import Ending
from ...warnings.warning_kind import all_warning_kinds, warnings
from ..reports.report_schema import FAILED, VERSION, Described, described_commands, report_schema

# The spec that the examples of functions refer to; it stands on top of the reference page.
EXAMPLE_SPEC = """\
gridwright: 1
grid: 3x4
areas:
  boxes: |
    a a b b
    a a b b
    c c c c
layers:
  number:
    values: 1..9
    blank: true
  line:
    over: links
    values: bool
givens:
  number: |
    1 . 3 4
    . 2 2 .
    9 8 . 5
  line:  # all others are false
    r1c1-r1c2: true
    r1c2-r1c3: true
    r1c1-r2c1: true
    r1c3-r2c3: true
    r2c1-r3c1: true
    r2c3-r3c3: true
    r3c1-r3c2: true
    r3c2-r3c3: true
rules:
  - true
"""

FAMILIES = ("aggregates", "along a line", "numbers", "groups", "curves", "places", "areas", "lines", "shapes", "plain Python")


def by_family() -> dict[str, list[Function]]:
    """Return all functions by family, families in the order of the page."""
    families: dict[str, list[Function]] = {family: [] for family in FAMILIES}
    for function in all_functions().values():
        families.setdefault(function.family, []).append(function)
    return families


def entry(function: Function) -> str:
    """Return the reference entry of one function."""
    return f"{function.signature}\n\n{function.words}\n\nExample: {function.example}"


def library_entry(name: str, document: Mapping) -> str:
    """Return the reference entry of one library: its purpose, its needs, its clues and areas, and its definitions."""
    return f"library {name}\n\n{_library_words(name, document)}"


def _library_words(name: str, document: Mapping) -> str:
    return f"{_text(document, 'text')}\n\n" + "\n".join(contents(name, document))


def plain_libraries() -> dict[str, Mapping]:
    """Return the libraries of the language that are no genres, by name."""
    return {name: library.document for name, library in libraries().items() if not library.family}


def contents(name: str, document: Mapping) -> Iterator[str]:
    """Yield the parameters, clues, areas, names and rules of a library, a line for each."""
    for parameter, words in _entries(document, "needs"):
        default = _text(words, "default") if isinstance(words, Mapping) else ""
        sentence = _text(words, "says") if isinstance(words, Mapping) else words.text if isinstance(words, Scalar) else ""
        yield f"- parameter `{parameter}`: {one_line(sentence)}" + (f" (usually `{default}`)" if default else "")
    for printed in Library(Use(name, document.span, None), document).printed_kinds():
        yield f"- {printed.words()}" + (f"; {printed.text('says')}" if printed.text("says") else "")
    for layer, node in _entries(document, "layers"):
        assert isinstance(node, Mapping)
        sentence = _text(node, "says") or f"values {_text(node, 'values')}".strip()
        yield f"- {'hidden ' if _text(node, 'hidden') == 'true' else ''}layer `{layer}`: {sentence}"
    for definition, _ in _entries(document, "define"):
        yield f"- definition `{definition}`"
    rules = document.get("rules")
    for rule in rules.items if isinstance(rules, Sequence) else ():
        sentence = _text(rule, "says") if isinstance(rule, Mapping) else ""
        yield f"- rule: {one_line(sentence)}" if sentence else f"- rule: `{one_line(rule.span.text)}`"
    for use in uses(document):
        yield f"- uses the library `{use.name}`"


def one_line(text: str) -> str:
    """Return a text without its line breaks."""
    return " ".join(text.split())


def _entries(document: Mapping, key: str) -> list[tuple[str, Node]]:
    node = document.get(key)
    return [(name.text, value) for name, value in node.items] if isinstance(node, Mapping) else []


def _text(document: Mapping, key: str) -> str:
    node = document.get(key)
    return node.text.strip() if isinstance(node, Scalar) else ""


def as_json(name: str | None = None) -> dict[str, object]:
    """Return all functions and libraries, or one of them, as a plain object."""
    functions = [
        {
            "name": function.name,
            "family": function.family,
            "signature": function.signature,
            "words": function.words,
            "example": function.example,
        }
        for function in all_functions().values()
        if name in (None, function.name)
    ]
    described = [
        {"name": library, "words": _library_words(library, document)}
        for library, document in plain_libraries().items()
        if name in (None, library)
    ]
    return {"functions": functions, "libraries": described}


def short() -> str:
    """Return a line for each function and each library."""
    lines = []
    for family, functions in by_family().items():
        lines.append(family)
        width = max(len(function.signature) for function in functions)
        lines += [f"  {function.signature:<{width}}  {_first_sentence(function.words)}" for function in functions]
    lines.append("libraries (see `use`)")
    width = max(map(len, plain_libraries()))
    lines += [f"  {name:<{width}}  {_first_sentence(_text(library, 'text'))}" for name, library in plain_libraries().items()]
    lines.append("genres: see `gridwright genres`")
    return "\n".join(lines)


def _first_sentence(words: str) -> str:
    text = " ".join(words.split("\n\n", maxsplit=1)[0].split())
    return text if len(text) <= 90 else text[:87].rsplit(" ", 1)[0] + " ..."


def page() -> str:
    """Return the whole reference page, as Markdown."""
    parts = [
        "# Functions\n",
        "This page is generated by `gridwright functions --markdown`. Unless a description says otherwise, a function with a"
        " blank argument is blank, and blank counts as an empty list where a list is expected. *Of a field, place by place*"
        " means: give it a layer instead of one value, and you get one result for each place. The examples hold for this spec:\n",
        f"```yaml\n{EXAMPLE_SPEC}```\n",
    ]
    for family, functions in by_family().items():
        parts.append(f"## {family[0].upper()}{family[1:]}\n")
        for function in functions:
            parts.append(f"### `{function.signature}`\n\n{function.words}\n\n```python\n{function.example}\n```\n")
    parts.append("## Libraries\n\nA spec takes them in with [`use`](language/libraries.md). They are written in the language.\n")
    parts += [f"### `{name}`\n\n{_library_words(name, document)}\n" for name, document in plain_libraries().items()]
    return "\n".join(parts)


def diagnostics_page() -> str:
    """Return the list of all kinds of mistakes, as Markdown."""
    lines = [
        "# Diagnostics\n",
        "Every message about a spec has one of these codes. `tests/syntax/mistakes.md` has an example of each.\n",
    ]
    lines += ["| code | what is wrong |", "|---|---|"]
    lines += [f"| `{code.label}` | {code.words} |" for code in Code]
    lines += ["", "In reports for machines, a spec without mistakes can have one of these codes:", ""]
    lines += ["| code | meaning |", "|---|---|"]
    lines += [f"| `{ending.label}` | {ending.words} |" for ending in Ending]
    lines += ["", "`gridwright check` also warns of what has no effect, or cannot be meant, in a spec that is right:", ""]
    lines += ["| code | meaning |", "|---|---|"]
    lines += [f"| `{kind.label}` | {kind.words} |" for kind in all_warning_kinds()]
    lines += ["", "An example of each. With `check --strict`, a warning makes the exit status 1."]
    for kind in all_warning_kinds():
        spec = load_text(kind.example, "puzzle.yaml")
        rendered = "\n".join(map(render, warnings(spec, lower(spec))))
        lines += ["", f"`{kind.label}`:", "", f"```yaml\n{kind.example}```", "", f"```text\n{rendered}\n```"]
    return "\n".join(lines) + "\n"


LIMITS_PAGE = """\
# Limits

This page is generated by `gridwright functions --limits`. A spec may come from a stranger, so its size and its work are limited.
A spec that exceeds a limit is not wrong in itself. The message names the limit, and `--max NAME=N` sets another value. You can
give this option several times.

```sh
gridwright verify specs/classics/sudoku.yaml --max states=200000 --max clauses=1000000
```

| limit | default | in a spec, up to | number of |
|---|---|---|---|
{rows}

A spec can set limits of its own work, up to the third column, so that a puzzle that needs more needs no options:

```yaml
limits: {{steps: 50000000}}
```

If you give `--max` for a limit, the spec cannot go beyond it. A library cannot set limits: whoever uses it decides.

A step takes about a microsecond. It is an operation, a call, a turn of a loop, or some members of a list. What depends on
nothing unknown is evaluated once for the names that it reads, even if it stands inside more loops.

Two more limits have options of their own: `--timeout SECONDS` limits the time for one spec, reading included, and is off by
default; `--memory MB` limits the [memory](trust.md#limits) for one spec. Without it, 4,000 MB are the limit (under Linux).

If a limit stops the reading or unrolling of a spec, that is a [mistake](diagnostics.md) (`too-large`, `too-deep`, `too-much`),
and the exit status is 2. If clauses, rounds, solutions, time or memory run out, the result is "gave up", and the exit status
is 3. If the automaton of a function of the language exceeds its limit, the rule is left to the
[general lemma](expert-general-lemma.md), of which `check` warns.

Some limits of the program itself cannot be changed: an expression has at most {length:,} characters and is nested at most
{depth:,} deep, a number has at most {bits:,} bits, and a list at most {members:,} members. With the members of its members,
each time that they occur, a list has at most {size:,}; lists are nested at most {levels:,} deep. In a list, 16 characters of a
text count as one more member.
"""


def limits_page() -> str:
    """Return the list of all limits, as Markdown."""
    rows = "\n".join(
        f"| `{name}` | {usual:,} | {f'{ceiling:,}' if ceiling else 'no'} | {words} |"
        for name, usual, ceiling, words in descriptions()
    )
    return LIMITS_PAGE.format(
        rows=rows,
        length=parser.MAX_LENGTH,
        depth=parser.MAX_DEPTH,
        bits=operators.MAX_BITS,
        members=operators.MAX_MEMBERS,
        size=operators.MAX_SIZE,
        levels=operators.MAX_DEPTH,
    )


PAGE_WIDTH = 140
GENERAL_LEMMA_PAGE = """\
# The general lemma

This page is generated by `gridwright functions --general-lemma`. It is for experts. It lists the parts of a rule that the
compiler does not translate for the solver, and says what that costs and what to write instead.

## What it is

Most functions have a *lowering*: the compiler translates them to clauses before the search. For the others, the judge
evaluates the rule on each candidate grid and records which unknowns it *read*. If the rule is false, the solver learns the
lemma "not all of these values again". This lemma is sound whatever the expression is, so every rule can be solved without
any new code. It is also weak: the search ends with the right result, but perhaps late.

The judge evaluates only the smallest part of a rule that is a truth value. In `shaded[c] or join(number[rows[0]]) == '314'`
it evaluates the comparison with the joined text, and the solver handles the rest.

`gridwright check SPEC` warns of each such part of a rule or an objective. The warning names the innermost expression that is
not translated and its place, and says why, and what to write instead. `gridwright compile SPEC` prints a line `general lemma
only: rule ...` for each rule and clue with such a part. A search that gives up names the rules that most lemmas came from.

A function of single values with few possible values (numbers, words or cells) needs no lowering: the compiler makes a table
of its values.

## What has no lowering

This section lists all reasons. The examples use this board:

```yaml
{board}```

{reasons}
## What to write instead

| instead of | write |
|---|---|
| `fold(line, ...)` with `number[c]` in its step | `fold(number[line], ...)`: read values, not places |
| a `fold` over two lines that looks one of them up | `fold(zip(number[a], number[b]), ...)` |
| an aggregate over runs with too many states | a comparison with a fixed value, which [prunes](expert-few-states.md#pruning), \
or rules on neighbouring cells |
| `fold`, `walk` with many states | fewer states, or [`fail`](expert-few-states.md#automata-of-fold-and-walk) as soon as the \
result cannot be right |
| `for g in groups(...) for h in groups(...)` | an `all` inside an `all` |
"""


def general_lemma_page() -> str:
    """Return the page about what is not translated for the solver, as Markdown."""
    reasons = [
        f"### {reason.title}\n\n"
        + textwrap.fill(
            f"{reason.words[0].upper()}{reason.words[1:]}. Instead: {reason.instead}.", PAGE_WIDTH, break_on_hyphens=False
        )
        + "\n\n```text\n"
        + "".join(f"{example}\n" for example in reason.examples)
        + "```\n"
        for reason in all_reasons()
    ]
    return GENERAL_LEMMA_PAGE.format(board=BOARD, reasons="\n".join(reasons))


def reports_page() -> str:
    """Return the reference of all JSON reports as Markdown: each command, and the parts that several share."""
    schema = report_schema()
    lines = [
        "# Reports for machines\n",
        "This page is generated by `gridwright schema report --markdown`, from the same description as the JSON Schema that"
        " `gridwright schema report` prints (draft 2020-12). With `--json`, a command prints one object for each spec, each on a"
        " line of its own, and nothing else on standard output. A wrong call prints no object. The exit status is the same as"
        " without `--json`.\n",
        f"`report` is the version of this description, {VERSION}. New keys may appear under the same version; it is raised when a"
        " key is removed or changes its meaning.\n",
    ]
    names = [*described_commands(), FAILED]
    for name in (*names, *(definition for definition in schema["$defs"] if definition not in names)):
        described = schema["$defs"][name]
        lines.append(f"## {'Command ' if name in names[:-1] else ''}`{name}`\n\n{described.get('description', '')}\n")
        if "properties" in described:
            lines += ["| key | value | |", "|---|---|---|", *_keys(described, ""), ""]
        elif "type" in described or "anyOf" in described:
            lines.append(f"{_shape(described)[0].upper()}{_shape(described)[1:]}.\n")
    return "\n".join(lines)


def _keys(described: Described, before: str) -> Iterator[str]:
    """Yield a row for each key, keys of inner objects after the one that holds them; `?` marks keys that may be absent."""
    for key, value in described["properties"].items():
        optional = "" if key in described["required"] else "?"
        name = f"{before}{key}"
        words = value.get("description") or report_schema()["$defs"][_name(value)]["description"]
        yield f"| `{name}`{optional} | {_shape(value)} | {words} |"
        inner = value.get("items", value)
        if "properties" in inner:
            yield from _keys(inner, f"{name}{'[]' if 'items' in value else ''}.")


def _name(value: Described) -> str:
    """Return the definition that a reference points to."""
    return str(value["$ref"]).rpartition("/")[2]


def _shape(value: Described) -> str:
    """Return the kind of value that a schema allows, in words."""
    if "$ref" in value:
        return f"[{_name(value)}](#{_name(value)})"
    if "const" in value:
        return f"`{value['const']}`"
    if "enum" in value:
        return ", ".join(f"`{allowed}`" for allowed in value["enum"])
    if "anyOf" in value:
        return " or ".join(_shape(option) for option in value["anyOf"])
    kinds = value["type"] if isinstance(value["type"], list) else [value["type"]]
    if kinds == ["array"]:
        return f"list of {_shape(value['items'])}" if "items" in value else "list"
    if kinds == ["object"] and isinstance(value.get("additionalProperties"), dict):
        return f"object of {_shape(value['additionalProperties'])}"
    return " or ".join("list" if kind == "array" else str(kind) for kind in kinds)
