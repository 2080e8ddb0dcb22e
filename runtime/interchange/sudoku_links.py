"""Links and files of f-puzzles and SudokuPad: what of them is data, and of which kind.

Both pack JSON with LZ-string. What stands in a link may be percent-encoded, its `+` may have become blanks, and programs that
clean links make one `/` of two.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import combinations
from urllib.parse import unquote

from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.span import SourceText, Span

from .format import wrong
from .lz_string import MOST_UNITS, NotPacked, is_base64, unpack
from .sudokupad.classic import digits_and_letters, digits_with_blanks

F_PUZZLES, SCL, SCF, CLASSIC, REMOTE = "f-puzzles", "scl", "scf", "classic", "remote"
MOST_TRIES = 64  # to put back a `/`
DEEPEST = 40  # levels of lists and mappings; these files have five or so
PREFIXES = {"fpuzzles": F_PUZZLES, "fpuz": F_PUZZLES, "scl": SCL, "ctc": SCL, "scf": SCF, "classic": CLASSIC}
LINK = re.compile(r"(?:https?://)?(?:www\.)?f-puzzles\.com/?\?(?:[^#]*?&)?(load|id)=([^&#]*).*", re.IGNORECASE | re.DOTALL)
PAD = re.compile(
    r"(?:https?://)?(?:[\w-]+\.)?(?:sudokupad\.app|sudokupad\.svencodes\.com|crackingthecryptic\.com)/+(.*)",
    re.IGNORECASE | re.DOTALL,
)
FIRST = "N4Ig"  # of packed JSON that begins with `{"`


@dataclass(frozen=True, slots=True)
class Found:
    """Data of a link or a file.

    `kind`: `f-puzzles`, `scl`, `scf`, `classic`, or `remote` for a name on a server. `is_json`: not packed. `url`: the link.
    """

    kind: str
    data: str
    is_json: bool = False
    url: str = ""


def found_in(text: str) -> Found | None:
    """Return the data of a text; None if it is nothing of f-puzzles and SudokuPad.

    >>> found_in("https://f-puzzles.com/?load=N4Ig").kind, found_in("https://sudokupad.app/abc123").kind, found_in("..1")
    ('f-puzzles', 'remote', None)
    """
    text = text.strip()
    if text.startswith("{"):
        return _of_json(text)
    if "\n" in text or not text:
        return None
    link = LINK.fullmatch(text)
    if link:
        return Found(F_PUZZLES if link[1].lower() == "load" else REMOTE, _plain(link[2]), url=text)
    pad = PAD.fullmatch(text)
    if pad:
        return _of_id(_plain(_id(pad[1])), text)
    if text.startswith(FIRST) and is_base64(text):
        return Found(_kind_of_data(text), text)
    link_data = _of_id(_plain(text), "")
    return None if link_data.kind == REMOTE else link_data


def _of_json(text: str) -> Found | None:
    """Return JSON as data if it has the keys of one of the programs."""
    keys = set(re.findall(r'"(size|grid|cells|regions|cellSize|cages)"\s*:', text))
    if {"size", "grid"} <= keys:
        return Found(F_PUZZLES, text, is_json=True)
    return Found(SCL, text, is_json=True) if "cells" in keys and keys & {"regions", "cellSize"} else None


def _id(rest: str) -> str:
    """Return the identifier in what follows the host of a link of SudokuPad."""
    named = re.search(r"[?&]puzzleid=([^&#]*)", rest, re.IGNORECASE)
    return named[1] if named else re.sub(r"(?i)^(?:(?:sudoku|puzzle)/+)?", "", re.split(r"[?#]", rest)[0])


def _of_id(name: str, url: str) -> Found:
    prefix = next((prefix for prefix in PREFIXES if name.startswith(prefix)), "")
    data = name.removeprefix(prefix)
    if not prefix or (PREFIXES[prefix] in (F_PUZZLES, SCL) and not (is_base64(data) and (url or len(data) > 20))):
        return Found(REMOTE, name, url=url)
    if PREFIXES[prefix] in (SCF, CLASSIC) and not (url or digits_with_blanks(data) or digits_and_letters(data)):
        return Found(REMOTE, name, url=url)
    return Found(PREFIXES[prefix], data, url=url)


def _plain(text: str) -> str:
    """Return data without percent signs and blanks that links bring with them."""
    return (unquote(text) if "%" in text else text).strip().replace(" ", "+")


def _kind_of_data(text: str) -> str:
    try:
        return SCL if '"cells":[[' in unpack(text).replace(" ", "")[:MOST_UNITS] else F_PUZZLES
    except NotPacked:
        return F_PUZZLES


def unpack_data(link_data: Found, span: Span) -> str:
    """Return the text that data stands for. Raise `SpecError` if it cannot be unpacked."""
    if link_data.is_json:
        return link_data.data
    problem = ""
    for tried in _with_slashes(link_data.data):
        try:
            text = unpack(tried)
        except NotPacked as failure:
            problem = problem or str(failure)
            continue
        if text.lstrip().startswith("{"):
            return text
        problem = problem or "it is not packed JSON"
    raise wrong(
        f"the data of this link cannot be unpacked: {problem}", span, "copy the whole link again; it may have been cut off"
    )


def _with_slashes(data: str) -> Iterator[str]:
    """Yield data as it is, then with one `/` doubled, then with two, ..."""
    at = [match.start() for match in re.finditer("/", data)]
    tries = 0
    for count in range(len(at) + 1):
        for chosen in combinations(at, count):
            tries += 1
            if tries > MOST_TRIES:
                return
            parts = [data[start:end] for start, end in zip((0, *chosen), (*chosen, len(data)), strict=True)]
            yield "/".join(parts)


def load_mapping(text: str, span: Span, what: str) -> dict[str, object]:
    """Return JSON as a mapping. Raise `SpecError` if it is none, or too deep.

    >>> load_mapping('{"size": 4}', SourceText("a.json", "").span(0), "f-puzzles")
    {'size': 4}
    """
    problem = ""
    if _depth(text) > DEEPEST:
        problem = f"it has more than {DEEPEST} levels of lists and mappings"
    else:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as failure:
            problem = str(failure).split(":")[0].lower()
        else:
            if isinstance(data, dict):
                return data
            problem = "it is no mapping"
    raise wrong(f"this is not the JSON of {what}: {problem}", span)


def _depth(text: str) -> int:
    deepest = depth = 0
    # Possessive (`+`): otherwise the matcher remembers each sign of a text to come back to, which takes 120 bytes for each.
    for sign in re.findall(r'(?s)"(?:[^"\\]++|\\.?)*+(?:"|$)|[\[\]{}]', text):
        depth += (sign in "[{") - (sign in "]}")
        deepest = max(deepest, depth)
    return deepest


def whole(source: SourceText) -> Span:
    """Return the first line with content of a text, where messages about all of it point."""
    start = len(source.text) - len(source.text.lstrip())
    end = source.text.find("\n", start)
    return source.span(start, min(end if end >= 0 else len(source.text), start + 100))


def refusal(link: Found, span: Span) -> SpecError:
    """Return the error for a link that has only the name of a puzzle on a server."""
    name = link.data if len(link.data) <= 20 else f"{link.data[:20]}..."
    where = "f-puzzles" if "f-puzzles" in link.url.lower() else "SudokuPad"
    message = f"this link has no puzzle in it, only the name `{name}` of one that {where} keeps on its server"
    help = "Gridwright does not go online: open it there, and take a link that begins with `https://f-puzzles.com/?load=`"
    return wrong(message, span, help if where == "f-puzzles" else f"{help} or `https://sudokupad.app/scl`")
