"""Taking libraries in: what they add to a spec, what may not be read, and what is said about mistakes."""

from __future__ import annotations

import json
import os
import re
import textwrap
from pathlib import Path

import brute
import pytest
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.library import libraries
from gridwright.compiler.loader import load, load_text
from gridwright.compiler.syntax.diagnostics import SpecError, render
from gridwright.runtime.cli.app import run
from gridwright.runtime.solving.solve import solve

TEXT = Path(__file__).with_name("library_mistakes.md").read_text("utf-8")
MISTAKES = re.findall(r"(?m)^## (.*)\n\n((?:```yaml .*\n(?:.*\n)*?```\n\n)+)```text\n((?:.*\n)*?)```", TEXT)
NUMBER = "gridwright: 1\ngrid: 2x3\nlayers:\n  number: {values: 1..4, blank: true}\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(path: str, text: str) -> None:
    """Write a file of the current folder, its lines as indented as the first."""
    Path(path).write_text(textwrap.dedent(text.removeprefix("\n")), "utf-8")


@pytest.mark.parametrize(("name", "files", "message"), MISTAKES, ids=[name for name, _, _ in MISTAKES])
def test_message(name: str, files: str, message: str) -> None:
    """The rendered text is the one in `library_mistakes.md`."""
    for path, text in re.findall(r"```yaml (.*)\n((?:.*\n)*?)```", files):
        write(path, text)
    with pytest.raises(SpecError) as caught:
        compile_spec(load("puzzle.yaml"))
    assert "\n".join(render(diagnostic) for diagnostic in caught.value.diagnostics) + "\n" == message


def test_own_library() -> None:
    """Areas, data, definitions, layers and rules of a file in the folder join the spec; the words about the puzzle do not."""
    write(
        "mine.yaml",
        """
        title: Mine
        text: of the library
        areas:
          halves: {top: r1c1:r1c3, bottom: r2c1:r2c3}
        data:
          wanted: [1, 3]
        define:
          total(area): sum(number[area])
        layers:
          odd: {over: halves, values: 1..6}
        rules:
          - for: half in halves
            rule: total(half) == odd[half]
            says: of the library
        """,
    )
    write(
        "puzzle.yaml",
        """
        gridwright: 1
        title: Puzzle
        grid: 2x3
        use: [mine.yaml]
        layers:
          number: {values: 0..1}
          more: {over: grid, values: wanted}
        rules:
          - all(odd[half] in wanted for half in halves)
          - more == total(halves['top'])
        answer: total(halves['bottom'])
        """,
    )
    spec = load("puzzle.yaml")
    assert (spec.title, spec.text) == ("Puzzle", "")
    assert [layer.name for layer in spec.layers] == ["odd", "number", "more"]
    assert spec.layers[2].values == (1, 3)
    assert [str(rule.span) for rule in spec.rules] == ["mine.yaml:13:11", "puzzle.yaml:9:5", "puzzle.yaml:10:5"]
    assert spec.rules[0].says == "of the library"
    outcome = solve(spec, limit=100)
    assert outcome.count == 16  # each half holds one 1 in one of three places, or three
    assert {solution.answer for solution in outcome.solutions} == {1, 3}


def test_parameters() -> None:
    """A parameter stands for an expression of the spec, on each grid with the names of that grid; libraries hand it on."""
    write(
        "mine.yaml",
        """
        needs:
          size: how large the numbers are
          line: where they stand
        use:
          - other.yaml: {limit: size + 1}
        layers:
          x: {over: line, values: 1..size}
        rules:
          - sum(x) == size * goal
        """,
    )
    write("other.yaml", "needs: {limit: one more than what is wanted}\ndefine: {goal: limit - 1}\n")
    write(
        "puzzle.yaml",
        """
        gridwright: 1
        grids: {a: 1x2, b: 2x3}
        use:
          - mine.yaml: {size: wide(1), line: "rows[0]"}
        define:
          wide(n): len(columns) * n
        """,
    )
    spec = load("puzzle.yaml")
    assert [list(layer.values) for layer in spec.layers] == [[1, 2], [1, 2, 3]]
    outcome = solve(spec)
    assert outcome.unique
    assert outcome.solutions[0].grid == {("a", "x"): (2, 2), ("b", "x"): (3, 3, 3)}


def test_example_of_the_documentation() -> None:
    """The library in docs/language/libraries.md does what is said there."""
    page = (Path(__file__).parents[2] / "docs" / "language" / "libraries.md").read_text("utf-8")
    library, use = re.findall(r"```text\n((?:.*\n)*?)```", page)[:2]
    write("mine.yaml", library)
    write("puzzle.yaml", f"{NUMBER}{use}")
    numbers = solve(load("puzzle.yaml")).solutions[0].grid["", "number"]
    assert all(abs(numbers[a] - numbers[b]) >= 2 for a, b in [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)])
    write("puzzle.yaml", f"{NUMBER.replace('number', 'layer')}{use.replace('number', 'layer')}")
    assert solve(load("puzzle.yaml")).count > 0


def test_parameter_with_its_own_name() -> None:
    """A parameter may be given the name that it has already."""
    write("mine.yaml", "needs: {number: a layer, n: how many}\nrules: [count(number == n) == n]\n")
    write("puzzle.yaml", f"{NUMBER}data: {{n: 4}}\nuse:\n  - mine.yaml: {{number: number, n: n}}\n")
    assert solve(load("puzzle.yaml"), limit=1000).count == 15 * 4**2  # the places of the 4s, and what stands at the others


@pytest.mark.parametrize(
    "function",
    ["'lambda a, b: a < b'", "'lambda x, b: b > x'", "rises", "also", "'lambda a, b: rises(b=b, a=a)'"],
)
def test_parameter_that_is_a_function(function: str) -> None:
    """A function that is given to a library is called there, and handed on, like any other."""
    write("mine.yaml", "needs: {pair: a, other: b}\nuse:\n  - base.yaml: {test: pair}\nrules: [other(number) <= 21]\n")
    write("base.yaml", "needs: {test: of neighbours}\nrules:\n  - all(test(number[a], b=number[b]) for a, b in links)\n")
    write(
        "puzzle.yaml",
        f"""
        gridwright: 1
        grid: 2x3
        use:
          - mine.yaml: {{pair: {function}, other: sum}}
        define:
          rises(a, b): a < b
          also: rises
        layers:
          number: {{values: 1..6}}
        """,
    )
    assert solve(load("puzzle.yaml"), limit=100).count == 29  # all grids that rise along rows and columns, and add up to so much


def test_taken_in_once() -> None:
    """A library used twice in the same way is there once, before those that use it."""
    write("base.yaml", "needs: {n: a number}\nlayers:\n  x: {over: grid, values: 1..n}\nrules: [x > 1]\n")
    write("left.yaml", "use:\n  - base.yaml: {n: 3}\nrules: [x < 3]\n")
    write("right.yaml", "use:\n  - base.yaml: {n: ' 3'}\n  - hooks\nrules: [x != 3]\n")
    write("puzzle.yaml", "gridwright: 1\ngrid: 1x1\nuse: [left.yaml, right.yaml, hooks, left.yaml]\n")
    spec = load("puzzle.yaml")
    assert [layer.name for layer in spec.layers] == ["x", "hook", "row_size", "column_size"]
    files = [Path(rule.span.source.path).name for rule in spec.rules]
    assert list(dict.fromkeys(files)) == ["base.yaml", "left.yaml", "hooks.yaml", "right.yaml"]
    assert len(files) == 3 + 4
    assert solve(spec).unique


def test_several_grids() -> None:
    """Each grid has the layers and rules of a library; its data and definitions are seen by `together` and the answer too."""
    write("mine.yaml", "data: {goal: 5}\ndefine:\n  total(layer): sum(layer)\nlayers:\n  x: {values: 1..3}\n")
    write(
        "puzzle.yaml",
        """
        gridwright: 1
        grids: {a: 1x2, b: 1x2}
        use: [mine.yaml]
        rules: [total(x) >= goal]
        together:
          - total(grids['a'].x) == goal + 1
        answer: join(total(g.x) for g in grids)
        """,
    )
    outcome = solve(load("puzzle.yaml"), limit=10)
    assert sorted(str(solution.answer) for solution in outcome.solutions) == ["65", "65", "66"]


# what may not be read


def said(text: str) -> str:
    """What is said about a spec that takes in one library."""
    write("puzzle.yaml", f"{NUMBER}use: [{text}]\n")
    with pytest.raises(SpecError) as caught:
        load("puzzle.yaml")
    assert len(caught.value.diagnostics) == 1
    return render(caught.value.diagnostics[0])


@pytest.mark.parametrize(
    "name",
    [
        *("../mine.yaml", "/etc/passwd", "a/mine.yaml", "'a\\mine.yaml'", ".mine.yaml", "a..b.yaml", ".yaml", "..", "mine.yml"),
        *("'c:mine.yaml'", '"a\\0.yaml"', '"-.yaml"', "~/mine.yaml"),
    ],
)
def test_names_that_are_refused(name: str, folder: Path) -> None:
    """Whatever could lead out of the folder is no name of a library, whether such a file exists or not."""
    (folder / "a").mkdir()
    write("a/mine.yaml", "rules: [true]\n")
    assert "is not the name of a library file" in said(name)


def test_links(folder: Path) -> None:
    """A link to a file of the folder is followed; one that leads out, or nowhere, is not, and nothing of the target is shown."""
    (folder / "inside").mkdir()
    write("secret.yaml", "password: 1\n")
    write("inside/real.yaml", "rules: [sum(number) == 1]\n")
    write("inside/puzzle.yaml", f"{NUMBER}use: [mine.yaml]\n")
    link = folder / "inside" / "mine.yaml"
    for target, words in (
        (folder / "secret.yaml", "is a link that leads out of the folder of the spec"),
        (folder / "nothing.yaml", "is a link that leads out of the folder of the spec"),
        (link, "there is no file `mine.yaml`"),
        (folder / "inside" / "nothing.yaml", "there is no file `mine.yaml`"),
    ):
        link.symlink_to(target)
        with pytest.raises(SpecError, match=words) as caught:
            load("inside/puzzle.yaml")
        assert "password" not in str(caught.value)
        link.unlink()
    link.symlink_to("real.yaml")
    assert len(load("inside/puzzle.yaml").rules) == 1
    write("inside/other.yaml", f"{NUMBER}use: [hooks.yaml]\n")
    (folder / "elsewhere.yaml").symlink_to("inside/other.yaml")
    with pytest.raises(SpecError, match=r"there is no file `hooks.yaml`"):
        load("elsewhere.yaml")


def test_no_files(folder: Path) -> None:
    """Folders and pipes are no files, and are not opened."""
    (folder / "folder.yaml").mkdir()
    os.mkfifo(folder / "pipe.yaml")
    for name in ("folder.yaml", "pipe.yaml", "missing.yaml"):
        assert f"there is no file `{name}` in the folder of the spec" in said(name)


def test_limits(folder: Path) -> None:
    """A library is as limited as a spec, and there cannot be too many of them."""
    (folder / "large.yaml").write_bytes(b"a: " + b"x" * 2_000_000)
    assert "too-large" in said("large.yaml")
    (folder / "bytes.yaml").write_bytes(b"title: caf\xe9\n")
    assert "bytes.yaml:1:11: error[not-utf8]" in said("bytes.yaml")
    write("deep.yaml", "a: " + "[" * 100)
    assert "too-deep" in said("deep.yaml")
    for number in range(150):
        write(f"l{number}.yaml", f"use: [l{number + 1}.yaml]\n")
    assert "more than 100 libraries" in said("l0.yaml")


def test_names_without_a_file() -> None:
    """Where the ending was forgotten, the file is pointed out; a library of the language never means a file."""
    write("mine.yaml", "rules: [true]\n")
    assert "did you mean the file 'mine.yaml'?" in said("mine")
    write("latin.yaml", "layers:\n  other: {values: 1..2}\n")
    write("puzzle.yaml", f"{NUMBER}use: [latin]\n")
    assert [layer.name for layer in load("puzzle.yaml").layers] == ["number"]
    with pytest.raises(SpecError, match="so it has no folder"):
        load_text(f"{NUMBER}use: [mine.yaml]\n", "puzzle.yaml")


# commands


def test_commands(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Commands work with specs that use libraries, and name the file in which a rule stands."""
    write("mine.yaml", "rules:\n  - rule: latin(number)\n    says: Ours.\nuse: [latin]\n")
    write(
        "puzzle.yaml",
        """
        gridwright: 1
        grid: 2x2
        use: [mine.yaml]
        layers:
          number: {values: 1..2}
        givens:
          number: {r1c1: 2}
        """,
    )
    assert run(["solve", "--json", "puzzle.yaml"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["solution"], report["unique"]) == ({"number": [[2, 1], [1, 2]]}, True)
    assert run(["check", "puzzle.yaml"]) == 0
    assert run(["compile", "puzzle.yaml", "--to", "ir"]) == 0
    assert "distinct" in capsys.readouterr().out
    write("grid.txt", "2 1\n2 1\n")
    assert run(["judge", "--json", "puzzle.yaml", "grid.txt"]) == 1
    violation = json.loads(capsys.readouterr().out)["violations"][0]
    assert (violation["says"], violation["file"], violation["line"], violation["column"]) == ("Ours.", "mine.yaml", 2, 11)
    write("mine.yaml", "rules: [latn(number)]\n")
    assert run(["check", "--json", "puzzle.yaml"]) == 2
    diagnostic = json.loads(capsys.readouterr().out)["diagnostics"][0]
    assert (diagnostic["file"], diagnostic["line"]) == ("mine.yaml", 1)


def test_folders_hold_libraries(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder of specs is checked without the libraries that they use; what nothing uses is not passed over."""
    write("mine.yaml", "use: [other.yaml]\n")
    write("other.yaml", "define: {one: 1}\n")
    write("puzzle.yaml", f"{NUMBER}use: [mine.yaml]\n")
    write("wrong.yaml", "a: [\n")
    assert run(["check", str(folder)]) == 2
    (folder / "wrong.yaml").unlink()
    assert run(["check", str(folder)]) == 0
    assert capsys.readouterr().out.count(": ok") == 2
    write("unused.yaml", "define: {two: 2}\n")
    assert run(["check", str(folder)]) == 0
    assert "unused.yaml: ok (a library; no puzzle in it)" in capsys.readouterr().out
    assert run(["solve", str(folder)]) == 1  # the puzzle has several solutions
    assert "unused.yaml: ok (a library; no puzzle in it)" in capsys.readouterr().out


def test_reference(capsys: pytest.CaptureFixture[str]) -> None:
    """A library can be looked up like a function."""
    assert run(["functions", "hooks"]) == 0
    assert "- hidden layer `row_size`: size of the hook that has an arm in the row" in capsys.readouterr().out
    assert run(["functions", "hoks"]) == 2
    assert "did you mean 'hooks'" in capsys.readouterr().err
    assert run(["functions"]) == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name, library in libraries().items() if not library.family)


def test_areas_of_two_genres_are_the_same() -> None:
    """A sudoku whose regions are also those of a star battle has the solutions that both have, and is as both want it."""
    regions = "areas:\n  regions: |\n    a b b b b\n    b b b b b\n    d b c c c\n    d d c c c\n    d d e e c\n"
    spec = load_text(f"gridwright: 1\ngrid: 5x5\nuse: [star_battle, sudoku]\n{regions}")
    alone = load_text(f"gridwright: 1\ngrid: 5x5\nuse: star_battle\n{regions}")
    assert [kind.name for kind in spec.grids[0].kinds] == ["regions", "squares"]  # the regions of both are the same
    assert {rule.says for rule in alone.rules} < {rule.says for rule in spec.rules}
    for genres in ("[star_battle, sudoku]", "[sudoku, star_battle]"):  # without regions a sudoku has boxes, a star battle is none
        with pytest.raises(SpecError, match="`star_battle` needs the areas `regions`"):
            load_text(f"gridwright: 1\ngrid: 4x4\nuse: {genres}\n")


SHIKAKU = "gridwright: 1\ngrid: 2x3\nuse: {%s}\nclues:\n  %s: {r1c1: 2, r2c3: 4}\n"


def test_another_name_for_what_a_library_declares() -> None:
    """Clues, layers and definitions of a library have the names that `as` gives them, and mean the same."""
    plain = load_text(SHIKAKU % ("shikaku: {}", "number"))
    renamed = load_text(
        SHIKAKU % ("shikaku: {as: {number: size, wall: line, room: rectangle}}", "size") + "rules: [len(rectangle(r1c1)) == 2]\n"
    )
    assert [group.name for group in renamed.grids[0].clue_groups] == ["size"]
    assert {"rectangle", "rooms", "size", "line"} <= {*renamed.grids[0].names}
    assert not {"number", "wall", "room"} & {*renamed.grids[0].names}
    accepted_grids = [brute.accepted(spec) for spec in (plain, renamed)]
    walls = [{grid["", name] for grid in grids} for name, grids in zip(("wall", "line"), accepted_grids, strict=True)]
    assert walls[0] == walls[1] != set()
    both = load_text(
        "gridwright: 1\ngrid: 2x2\nuse: {sudoku: {box_height: 1}, shikaku: {as: {number: size}}}\nclues: {size: {r1c1: 4}}\n"
    )
    assert solve(both).count == 2


def test_numbers_of_a_sudoku_may_be_chosen() -> None:
    """Of more numbers than a row has cells, the same are used in each row, column and box."""
    spec = load_text("gridwright: 1\ngrid: 2x2\nuse: {sudoku: {box_height: 2, box_width: 1, chosen_from: [1, 4, 7]}}\n")
    grids = {grid["", "number"] for grid in brute.accepted(spec)}
    assert grids == {(a, b, b, a) for a in (1, 4, 7) for b in (1, 4, 7) if a != b}
