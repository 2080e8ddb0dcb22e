"""PDF: what another reader finds on its pages, for pictures of every kind, long and hostile texts, and a booklet."""

from __future__ import annotations

import io
import re
import sys
import typing
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load, load_text
from gridwright.runtime.cli.app import run
from gridwright.runtime.output.pictures import pdf as pages
from gridwright.runtime.output.pictures.html_page import Entry
from gridwright.runtime.output.pictures.page_entry import entry_of
from gridwright.runtime.output.pictures.pdf import PAPERS, NoPdf, pdf
from gridwright.runtime.output.pictures.picture import picture
from gridwright.runtime.output.pictures.scene import Disc, Item, Label, Scene, Stroke, Surface
from gridwright.runtime.output.pictures.svg import svg
from pictured_specs import PICTURES, SUDOKU
from pypdf import PdfReader

CLASSICS = Path(SUDOKU).parent
PLAIN = "grid: 2x2\nlayers: {x: {values: 1..2}}\nrules: [{says: A rule., rule: 'x[r1c1] == 1'}]\n"
# One of each item, in a style that shows it.
SAMPLES = {
    Stroke: Stroke("thick", ((5, 5), (35, 20))),
    Surface: Surface("hole", ((5, 5), (35, 5), (20, 35))),
    Disc: Disc("dot-black", (20, 20), 10),
    Label: Label("given", (20, 20), "7", 20),
}


def read(data: bytes) -> PdfReader:
    """Return the PDF as another program reads it."""
    return PdfReader(io.BytesIO(data), strict=True)


def characters(*texts: str) -> Counter[str]:
    """Count the characters of texts without spaces."""
    return Counter("".join("".join(texts).split()))


def printed(spec: Spec) -> Counter[str]:
    """Count the characters that a puzzle has on its page: title, source, rules, and the texts of its picture."""
    entry = entry_of(spec, "x", "")
    labels = [item.text for item in picture(spec, titled=False).items if isinstance(item, Label)]
    return characters(entry.title, entry.source, entry.rules, *labels)


def content(scene: Scene) -> bytes:
    """Return what is drawn on the page of a picture."""
    return read(pdf("x", [Entry("x", "", svg(scene))])).pages[0].get_contents().get_data()


@pytest.mark.parametrize("path", [*sorted(PICTURES.glob("*.yaml")), CLASSICS / "killer-sudoku.yaml"], ids=lambda path: path.stem)
def test_texts_of_pictures(path: Path) -> None:
    """Every text of a picture is text on the page, once, beside title, source and rules; nothing on it is a raster."""
    spec = load(str(path))
    page = read(pdf("x", [entry_of(spec, "x", svg(picture(spec, titled=False)))])).pages[0]
    assert characters(page.extract_text()) == printed(spec)
    assert not page.images


def test_every_item_is_drawn() -> None:
    """No kind of item is left out: each changes the page, as an item that is new in a scene has to."""
    assert {*SAMPLES} == {*typing.get_args(Item)}
    drawn = {kind: content(Scene(40, 40, (item,))) for kind, item in SAMPLES.items()}
    assert len({*drawn.values(), content(Scene(40, 40, ()))}) == len(SAMPLES) + 1
    gap = ((15.0, 10.0), (25.0, 10.0), (20.0, 20.0))
    assert content(Scene(40, 40, (Surface("hole", SAMPLES[Surface].points, (gap,)),))) != drawn[Surface]


def test_booklet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A page for each puzzle, then solutions with their pages; the same bytes again; what exists is left alone."""
    names = ["sudoku", "hexagons", "masyu"]
    specs = [str(CLASSICS / f"{name}.yaml") for name in names]
    out = tmp_path / "booklet.pdf"
    assert run(["render", *specs, "--expected", "-o", str(out)]) == 0
    assert "wrote" in capsys.readouterr().err
    data = out.read_bytes()
    book = read(data)
    texts = [page.extract_text() for page in book.pages]
    titles = [load(spec).title for spec in specs]
    assert len(texts) == 4
    for number, title in enumerate(titles, 1):
        assert texts[number - 1].startswith(title)
        assert re.search(rf"{title}\s+page {number}\b", texts[3])
    assert [item.title for item in book.outline] == [*titles, "Solutions"]
    assert float(book.pages[0].mediabox.height) == pytest.approx(842, abs=1)
    assert "/CreationDate" not in book.metadata
    assert run(["render", *specs, "--expected", "-o", str(out)]) == 2
    assert run(["render", *specs, "--expected", "--force", "-o", str(out)]) == 0
    assert out.read_bytes() == data
    assert run(["render", *specs, "--no-title", "--paper", "letter", "-o", str(tmp_path / "plain.pdf")]) == 0
    plain = read((tmp_path / "plain.pdf").read_bytes())
    assert [float(side) for side in plain.pages[0].mediabox[2:]] == [612, 792]
    assert len(plain.pages) == 3
    assert titles[0] not in plain.pages[0].extract_text().splitlines()


def test_solution_of_one_puzzle(tmp_path: Path) -> None:
    """The first page has the puzzle alone, the last one all 81 digits of the solution."""
    assert run(["render", SUDOKU, "--solution", "-o", str(tmp_path / "x.pdf")]) == 0
    first, last = (page.extract_text() for page in read((tmp_path / "x.pdf").read_bytes()).pages)
    assert characters(first) == printed(load(SUDOKU)) + characters("1")
    solution = load(SUDOKU).expected.solution
    assert solution is not None
    digits = characters(*(str(value) for values in solution.values() for value in values), "1", "2")  # the numbers of both pages
    assert Counter({sign: number for sign, number in characters(last).items() if sign.isdigit()}) == digits


def test_rules(tmp_path: Path) -> None:
    """The lines of the text are lines on the page; without a text there is what each rule says, each sentence once."""
    assert entry_of(load_text(f"gridwright: 1\ntext: |\n  One  is\n\n  two.\n{PLAIN}"), "x", "").rules == "One is\ntwo."
    assert entry_of(load_text(f"gridwright: 1\n{PLAIN}"), "x", "").rules == "A rule."


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("use: [sudoku, killer]\ngrid: 4x4", ["Put a number into each cell. On", "The numbers in a cage add up"]),
        (
            "use: {star_battle: {stars: 2}}\ngrid: 8x8\nareas: {regions: [['r1c1:r8c8']]}",
            ["Put stars into", "How many stars", "Odd."],
        ),
        ("use: numberlink\ngrid: 2x2", ["Join equal numbers", "Whether the paths visit every cell: yes.", "Whether a path may"]),
        (
            "use: {battleship: {fleet: [3, 1]}}\ngrid: 4x4",
            ["Place the fleet", "The lengths of the ships, each as often as there are ships of it: 3, 1."],
        ),
        ("use: [sudoku, outside_digits]\ngrid: 4x4", ["Put a number", "Each digit outside", "How many cells from the rim"]),
        ("use: [sudoku, little_killer]\ngrid: 4x4", ["Put a number", "A number outside the board"]),
    ],
)
def test_rules_of_genres(text: str, begins: Sequence[str]) -> None:
    """Without a text of its own, a page has the rules for those who solve, the parameters, and what is the puzzle's own."""
    own = "\nrules: [{rule: count(star) > 0, says: Odd.}]" if "star" in text else ""
    lines = entry_of(load_text(f"gridwright: 1\n{text}{own}\nexpect: {{solutions: any}}"), "x", "").rules.splitlines()
    assert len(lines) == len(begins)
    assert all(line.startswith(begin) for line, begin in zip(lines, begins, strict=True))
    assert all(line.endswith(".") and "`" not in line for line in lines)
    assert not any("as many rows as columns" in line for line in lines)


def test_long_texts() -> None:
    """A long title and forty rules are printed whole; a picture that does not fit below them has a page of its own."""
    title = "A long title " * 30
    lines = [f"Rule {number}: {'no digit touches an equal one, ' * 5}" for number in range(1, 41)]
    text = "".join(f"  {line}\n" for line in lines) + PLAIN.replace("2x2", "18x12")
    spec = load_text(f'gridwright: 1\ntitle: "{title}"\ntext: |\n{text}')
    drawn = svg(picture(spec, {("", "x"): (1,) * 216}, titled=False))
    texts = [page.extract_text() for page in read(pdf("x", [entry_of(spec, "x", drawn, drawn)])).pages]
    assert len(texts) > 3
    assert characters(*texts[:-2]) == characters(title, *lines, *(str(page) for page in range(1, len(texts) - 1)))
    assert characters(texts[-2]) == characters("1" * 216, str(len(texts) - 1))
    assert len(texts[-1].split()) < 216 + 20  # the title below the solution is cut off


@pytest.mark.parametrize(
    "text",
    [
        "#panic() #read('/etc/passwd') $x$ *b* _i_ <label> @label // comment /* x */ `raw` = h",
        '"); #let x = 1 [',
        "数独 العربية हिन्दी 🎲 שלום \U0010ffff",
        "a" * 200_000,
        "a\u0301" * 60_000,
        "\x1b[2J \u202e \ufeff \ud800 \x00",
        "line\n" * 50_000,
    ],
)
def test_hostile_texts(text: str) -> None:
    """No text is read as code, none stops the program, and none takes it long; what no font has is not missed."""
    entry = Entry("x", text, svg(Scene(40, 40, (Label("given", (20, 20), text[:200], 20),))), rules=text, source=text)
    drawn = read(pdf(text, [entry]))
    assert len(drawn.pages) < 200
    if text.isascii() and len(text) < 200 and text.isprintable():
        assert characters(drawn.pages[0].extract_text()) == characters(*[text] * 4)


def test_links() -> None:
    """A page links to nothing but an address of a source that begins with http, and runs nothing."""
    for address, links in (("https://example.org/a", 1), ("javascript:alert(1)", 0), (f"https://example.org/{'a' * 9_000}", 0)):
        spec = load_text(f"gridwright: 1\nsource: {{author: A, url: '{address}'}}\n{PLAIN}")
        data = pdf("x", [entry_of(spec, "x", svg(picture(spec)))])
        assert data.count(b"/URI(") == links
        assert b"/JavaScript" not in data
        assert b"/JS" not in data


def test_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without the extra it is said how to install it before anything is solved; so is what is too large, or stops Typst."""
    spec = load_text(f"gridwright: 1\n{PLAIN}")
    entry = entry_of(spec, "x", svg(picture(spec)))
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "typst", None)
        assert run(["render", "no-such-file.yaml", SUDOKU, "--solution", "-o", str(tmp_path / "x.pdf")]) == 2
        assert "PDF needs Typst: pip install typst, or in a clone" in capsys.readouterr().err
    with monkeypatch.context() as patch:
        patch.setattr(pages, "MOST_CHARACTERS", 500)
        with pytest.raises(NoPdf, match="draw fewer puzzles"):
            pdf("x", [entry])

    class PanicException(BaseException):
        """What a panic in Rust is in Python."""

    for problem, message in ((PanicException("p"), "stopped"), (RuntimeError("e"), "cannot set"), (KeyboardInterrupt("k"), "k")):

        def failing(*_: object, problem: BaseException = problem, **__: object) -> bytes:
            raise problem

        with monkeypatch.context() as patch:
            patch.setattr(pages, "compiler", lambda failing=failing: failing)
            with pytest.raises(KeyboardInterrupt if message == "k" else NoPdf, match=message):
                pdf("x", [entry], paper=next(iter(PAPERS)))
    assert list(tmp_path.iterdir()) == []
