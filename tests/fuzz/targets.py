"""What is fuzzed: each target takes bytes, and raises nothing but what the program tells its users in sentences.

A target returns quietly where the input is refused with a diagnostic. Every other exception is a mistake of the program, and so
is an input that takes longer than `SLOW` seconds, although the deadline of each target is far shorter.

Files that a target writes lie in a folder that goes with the process, or with `run.py`, which sets `TMPDIR` for its processes:
libFuzzer ends them without any tidying up.
"""

from __future__ import annotations

import functools
import itertools
import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from gridwright.compiler.compile import compile_spec
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, OutOfTime
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load, load_text, read_spec
from gridwright.compiler.syntax import yaml_nodes
from gridwright.compiler.syntax.diagnostics import SpecError, as_json, render
from gridwright.compiler.syntax.parser import parse, parse_loops
from gridwright.compiler.syntax.span import SourceText
from gridwright.compiler.syntax.yaml_nodes import Scalar
from gridwright.compiler.values import BLANK
from gridwright.runtime.authoring.import_puzzle import recognised_format, spec_text
from gridwright.runtime.engines.engine_registry import make_engine
from gridwright.runtime.interchange.format import Imported, all_formats
from gridwright.runtime.interchange.grid_file import read_grid
from gridwright.runtime.judging.judge import judge
from gridwright.runtime.output.pictures.picture import picture
from gridwright.runtime.output.pictures.svg import svg
from gridwright.runtime.proofs.check.checker import check
from gridwright.runtime.proofs.check.json_values import Rejected
from gridwright.runtime.proofs.write.certificate_writer import write
from gridwright.runtime.solving.solve import solve
from made_of_bytes import WORLDS, spec_of

SLOW = 5.0  # seconds
SECONDS = 1.0  # of the deadlines
SMALL = 30  # cells of boards that are drawn

HERE = Path(__file__).parent
CORPUS = HERE / "corpus"
ROOT = HERE.parent.parent
Target = Callable[[bytes], None]
OUT_OF_TIME: Counter[str] = Counter()  # inputs that a target had no time to finish, by its name


def told(target: Target) -> Target:
    """A target that swallows what users are told, after it was rendered: the text of a diagnostic must not fail either."""

    @functools.wraps(target)
    def quiet(data: bytes) -> None:
        try:
            target(data)
        except SpecError as problem:
            for diagnostic in problem.diagnostics:
                assert render(diagnostic)
                assert json.dumps(as_json(diagnostic))
        except Rejected:
            pass
        except OutOfTime:
            OUT_OF_TIME[target.__name__] += 1

    return quiet


@told
def loader(data: bytes) -> None:
    """A file is a spec: YAML, the shape, boards, areas, layers, clues, display; and it is drawn."""
    spec = read_spec(yaml_nodes.read_bytes(data, "fuzz.yaml"), "fuzz.yaml")
    if sum(len(grid.board.cells) for grid in spec.grids) <= SMALL:
        svg(picture(spec))


@told
def expression(data: bytes) -> None:
    """A text is an expression, or the loops of a rule."""
    text = data.decode("utf-8", "replace")
    scalar = Scalar(text, "|", SourceText("fuzz.yaml", text).span(0, len(text)))
    for read in (parse, parse_loops):
        told(lambda _, read=read: read(scalar))(b"")  # type: ignore[misc]


@told
def interpreter(data: bytes) -> None:
    """Rules are lowered and encoded, lazily and eagerly, and evaluated plainly on a grid."""
    deadline = Deadline(SECONDS)
    spec = load_text(spec_of(data), "fuzz.yaml")
    compile_spec(spec, lazy=not data or data[-1] % 2 == 0, deadline=deadline)
    judge(spec, _grid(spec, data), deadline)


def _grid(spec: Spec, data: bytes) -> Mapping[tuple[str, str], tuple[object, ...]]:
    """A finished grid, made of bytes."""
    numbers = itertools.cycle(data or b"\0")
    values_of_layers = {}
    for layer in spec.layers:
        values = [*itertools.islice(layer.values, 50), *([BLANK] if layer.blank else [])]
        values_of_layers[layer.grid, layer.name] = tuple(values[next(numbers) % len(values)] for _ in layer.places)
    return values_of_layers


@told
def rules(data: bytes) -> None:
    """A text, made of words of the language, is a rule of a small puzzle."""
    world, text = WORLDS[data[0] % len(WORLDS)][0] if data else "", data[1:].decode("utf-8", "replace")
    body = text.replace("\r", "\n").replace("\n", "\n    ")
    spec = load_text(f"gridwright: 1\n{world}rules:\n  - |\n    {body}\n", "fuzz.yaml")
    compile_spec(spec, deadline=Deadline(SECONDS))


@told
def importers(data: bytes) -> None:
    """A file is in a format of others. What is made of it is a spec, whatever else it may be."""
    text = SourceText("fuzz.txt", data.decode("utf-8", "replace"))
    readers = [kind.read for kind in all_formats().values() if kind.read is not None]
    if text.text.strip():
        told(lambda _: recognised_format(text) and None)(b"")
    for read in readers:
        try:
            puzzles = read(text)
        except SpecError as problem:
            assert all(map(render, problem.diagnostics))
            continue
        for puzzle in puzzles[:3]:
            load_again(puzzle)


def load_again(imported: Imported) -> None:
    """Read a spec that the program wrote. A link may print what its genre does not allow; then the spec says so."""
    document = yaml_nodes.read_text(spec_text(imported))
    if imported.puzzle is None or not imported.puzzle.genre:
        load_text(document.span.source.text)
    else:
        told(lambda _: load_text(document.span.source.text) and None)(b"")


GRIDS = tuple(f"gridwright: 1\n{world}rules: [true]\n" for world, _ in WORLDS)


@functools.cache
def _grid_specs() -> tuple[Spec, ...]:
    return tuple(load_text(text) for text in GRIDS)


@functools.cache
def _temporary() -> tempfile.TemporaryDirectory[str]:
    """The folder for what has to be a file, which is removed when nobody holds this any more."""
    return tempfile.TemporaryDirectory(prefix="gridwright-fuzz-")


def _folder() -> Path:
    return Path(_temporary().name)


@told
def grids(data: bytes) -> None:
    """A file is a finished grid, for the judge. The first byte chooses the spec and the ending of the name."""
    first, rest = (data[0], data[1:]) if data else (0, b"")
    path = _folder() / ("grid" + (".json", ".yaml", ".csv", ".txt")[first % 4])
    path.write_bytes(rest)
    spec = _grid_specs()[first // 4 % len(GRIDS)]
    judge(spec, read_grid(str(path), spec), Deadline(SECONDS))


CERTIFIED = """\
gridwright: 1
grid: 2x3
layers: {number: {values: 1..3, blank: true}}
givens: {number: {r1c1: 1, r2c2: 3}}
rules:
  - all(distinct(number[line]) for line in rows)
  - all(distinct(number[line]) for line in columns)
  - sum(number[rows[1]]) == 6
  - count(number == blank) == 0
  - sum(numbers(number[rows[0]])) == 123
"""


@functools.cache
def _certificate() -> tuple[Path, tuple[str, ...]]:
    """A folder with a certificate, and the names of its files in order."""
    folder, path = _folder() / "certificate", _folder() / "puzzle.yaml"
    path.write_text(CERTIFIED, "utf-8")
    spec = load(path)
    write(spec, solve(spec, engine="cadical"), folder, make_engine("cadical", 0), NO_DEADLINE)
    return folder, tuple(sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()))


@told
def certificates(data: bytes) -> None:
    """One file of a certificate is another. The first byte says which one."""
    folder, names = _certificate()
    name, rest = (names[data[0] % len(names)], data[1:]) if data else (names[0], b"")
    path = folder / name
    before = path.read_bytes()
    try:
        path.write_bytes(rest)
        check(folder, limit=16, deadline=Deadline(SECONDS))
    finally:
        path.write_bytes(before)


TARGETS: dict[str, Target] = {
    target.__name__: target for target in (loader, expression, interpreter, rules, importers, grids, certificates)
}


def seeds(name: str) -> Iterator[bytes]:
    """Inputs from which a target is fuzzed: the repository's own files, and what was found wrong before."""
    yield from (path.read_bytes() for path in sorted((CORPUS / name).glob("*")) if path.is_file())
    specs = sorted([*(ROOT / "specs").rglob("*.yaml"), *(ROOT / "tests" / "output" / "pictures").glob("*.yaml")])
    texts = [path.read_bytes() for path in specs]
    if name == "loader":
        yield from texts
        yield from (part.encode() for part in _blocks(ROOT / "tests" / "syntax" / "mistakes.md", "yaml"))
    if name in ("expression", "rules"):
        for page in ("functions/functions.md", "language/meaning.md"):
            lines = (ROOT / "tests" / page).read_text("utf-8").splitlines()
            yield from (line.strip(" -`|").encode() for line in lines[::3] if "(" in line)
    if name == "interpreter":
        yield from (bytes(range(at, at + 60)) for at in range(0, 190, 7))
    if name == "importers":
        yield b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
        yield from (part.encode() for part in _blocks(ROOT / "tests" / "authoring" / "import_mistakes.md", "text"))
    if name == "grids":
        yield b'\x00{"number": [[1, 2, 3], [3, 2, 1]], "mark": {"r1c1": true}}'
        yield b"\x01number: |\n  1 2 3\n"
        yield b"\x02number\n1,2,3\n1,.,2\nmark\n1,0,0\n0,0,0\n"
        yield b"\x071 2 3 . 5"
        yield b"\x0a1;2\n3;-2\n"
    if name == "certificates":
        folder, names = _certificate()
        yield from (bytes([at]) + (folder / file).read_bytes() for at, file in enumerate(names))


def _blocks(page: Path, kind: str) -> list[str]:
    """The code blocks of a page."""
    inside: list[str] | None = None
    blocks = []
    for line in page.read_text("utf-8").splitlines(keepends=True):
        if line.startswith("```"):
            if inside is not None:
                blocks.append("".join(inside))
            inside = [] if inside is None and line.strip() == f"```{kind}" else None
        elif inside is not None:
            inside.append(line)
    return blocks
