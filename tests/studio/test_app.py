"""What the server of the studio answers about texts: boards, links, new puzzles, the gallery; and to hostile ones."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient
from studio_client import SMALL, opened

pytestmark = pytest.mark.slow  # the server has processes that work

HOSTILE = "<img src=x onerror=alert(1)>\\\"'</script><svg onload=alert(1)>&amp;\u202e"
XMLNS = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """Open an empty folder."""
    with opened(tmp_path_factory.mktemp("folder")) as test_client:
        yield test_client


def post(client: TestClient, what: str, **fields: Any) -> Any:
    """Send a request, and return its answer."""
    answer = client.post(f"/api/{what}", json=fields)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_board(client: TestClient) -> None:
    """A board has its picture, and for each cell the place where the picture has it."""
    answer = post(client, "board", text=SMALL, rev=7)
    assert (answer["rev"], answer["status"], answer["diagnostics"]) == (7, "valid", [])
    board = answer["board"]
    ET.fromstring(board["svg"])
    assert [cell["name"] for cell in board["cells"]] == ["r1c1", "r1c2", "r2c1", "r2c2"]
    first, second, below, _ = board["cells"]
    assert second["x"] - first["x"] == first["w"] == 40
    assert below["y"] - first["y"] == first["h"] == 40
    assert {link["name"] for link in board["links"]} == {"r1c1-r1c2", "r2c1-r2c2", "r1c1-r2c1", "r1c2-r2c2"}
    link = next(link for link in board["links"] if link["name"] == "r1c1-r1c2")
    assert (link["x"], link["y"]) == (second["x"], first["y"] + 20)
    assert len(board["borders"]) == 8
    corner = next(corner for corner in board["corners"] if corner["name"] == "r1c1-r2c2")
    assert (corner["x"], corner["y"]) == (second["x"], below["y"])
    assert [label["name"] for label in board["outside"]] == [
        f"{side} {at}" for side in ("left", "right", "top", "bottom") for at in (1, 2)
    ]
    assert board["layers"][0]["values"] == [1, 2]
    assert board["layers"][0]["givens"] is True


def test_the_places_are_those_of_the_picture(client: TestClient) -> None:
    """A given stands in the middle of the cell that the geometry names; with a title, clues outside, and two boards."""
    text = SMALL.replace(". .", ". 2", 1).replace("grid: 2x2\n", "grids: {one: 2x2, two: 2x2}\n")
    text = text.replace("rules:", "clues: {total: {left: [8, 9]}}\nrules:").replace("expect:\n", "expect:\n")
    board = post(client, "board", text=text, rev=1)["board"]
    labels = [label for label in ET.fromstring(board["svg"]).iter(f"{XMLNS}text") if label.text == "2"]
    cells = [cell for cell in board["cells"] if cell["name"] == "r1c2"]
    assert [cell["grid"] for cell in cells] == ["one", "two"]
    assert len(labels) == 2
    for label, cell in zip(labels, cells, strict=True):
        assert float(label.get("x", "")) == cell["x"] + cell["w"] / 2
        assert cell["y"] < float(label.get("y", "")) < cell["y"] + cell["h"]


def test_what_a_genre_prints(client: TestClient) -> None:
    """Clues and areas that a library declares are described, with where they stand."""
    text = "gridwright: 1\nuse: star_battle\ngrid: 2x2\nareas:\n  regions: |\n    a a\n    b b\n"
    board = post(client, "board", text=text, rev=1)["board"]
    assert board["areas"][0] | {"says": ""} == {"name": "regions", "cover": "all", "path": False, "picture": True, "says": ""}
    assert board["printed"]["areas"] == [
        {"kind": "regions", "label": "a", "cells": ["r1c1", "r1c2"]},
        {"kind": "regions", "label": "b", "cells": ["r2c1", "r2c2"]},
    ]
    text = "gridwright: 1\nuse: slitherlink\ngrid: 2x2\nclues:\n  around: |\n    3 .\n    . .\n"
    answer = post(client, "board", text=text, rev=1)
    assert answer["status"] in ("valid", "invalid")


def test_mistakes_have_places_in_utf16(client: TestClient) -> None:
    """Places count as browsers do, where a character beyond the first 65,536 is two."""
    text = SMALL.replace("Four", "\U0001f600\U0001f600 Four").replace("values: 1..2", "values: 1..nothing")
    answer = post(client, "board", text=text, rev=2)
    assert (answer["status"], answer["board"]) == ("invalid", None)
    diagnostic = answer["diagnostics"][0]
    units = text.encode("utf-16-le")
    assert units[2 * diagnostic["start"] : 2 * diagnostic["end"]].decode("utf-16-le") == "nothing"
    assert (diagnostic["line"], diagnostic["severity"]) == (5, "error")


@pytest.mark.parametrize("field", ["title", "says", "value", "layer", "grid", "clue", "text"])
def test_hostile_texts(client: TestClient, field: str) -> None:
    """Nothing in a text becomes an element or an attribute of a picture, and no sign hides another."""
    quoted = "'" + HOSTILE.replace("'", "''") + "'"
    text = {
        "title": SMALL.replace("Four", quoted),
        "says": SMALL.replace("Each row and column has both numbers.", quoted),
        "text": SMALL.replace("grid:", f"text: {quoted}\ngrid:"),
        "value": SMALL.replace("1..2", f"[{quoted}, b]"),
        "layer": SMALL.replace("number:", f"{quoted}:"),
        "grid": SMALL.replace("grid: 2x2", f"grids: {{{quoted}: 2x2}}"),
        "clue": SMALL.replace("rules:", f"clues: {{total: {{left: [{quoted}, 1]}}}}\nrules:"),
    }[field]
    answer = post(client, "board", text=text, rev=1)
    if answer["board"]:
        tags = {element.tag for element in ET.fromstring(answer["board"]["svg"]).iter()}
        assert tags <= {f"{XMLNS}{tag}" for tag in ("svg", "title", "desc", "rect", "g", "path", "text", "circle")}
        assert not [
            name for element in ET.fromstring(answer["board"]["svg"]).iter() for name in element.attrib if name.startswith("on")
        ]
        assert "\u202e" not in answer["board"]["svg"]
    else:
        assert "\u202e" not in str([diagnostic["message"] for diagnostic in answer["diagnostics"]])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\0",
        "a: &a [*a, *a]",
        "[" * 50_000,
        "{" * 50_000,
        "!!python/object:os.system x",
        "gridwright: 1\ngrid: 9999x9999",
        "? ? ? ?",
        "gridwright: 1\nuse: ../secret.yaml\ngrid: 2x2",
        "gridwright: 1\nuse: /etc/passwd\ngrid: 2x2",
        "\ufeffgridwright: 1",
        "gridwright: 1\r\ngrid: 2x\r\n",
        "gridwright: 1\ngrid: 2x2\nlayers: {x: {values: 1..2**999999}}",
        "gridwright: 1\ngrid: 2x2\nlayers: {x: {values: 1..9}}\nrules: [" + "not " * 5_000 + "true]",
        "- " * 9_000,
        "x: |\n" + " a\n" * 100_000,
    ],
    ids=range(16),
)
def test_hostile_specs(client: TestClient, text: str) -> None:
    """Whatever a text is, the answer says what is wrong with it."""
    answer = post(client, "board", text=text, rev=1)
    assert answer["status"] == "invalid"
    assert answer["diagnostics"]
    assert "root:" not in str(answer)


@pytest.mark.parametrize(
    ("what", "fields"),
    [
        ("board", {"text": 5, "rev": 1}),
        ("board", {"rev": 1}),
        ("board", {"text": "", "rev": "1"}),
        ("board", {"text": "", "rev": True}),
        ("new", {"genre": "../x", "height": 2, "width": 2}),
        ("new", {"genre": "star_battle", "height": 10**9, "width": 2}),
        ("new", {"genre": "star_battle", "height": -1, "width": 2}),
        ("new", {"genre": "star_battle", "height": 2.5, "width": 2}),
        ("new", {"genre": ["a"], "height": 2, "width": 2}),
        ("export", {"text": SMALL, "to": "../x"}),
        ("export", {"text": SMALL, "to": None}),
        ("import", {"link": 5}),
        ("edit", {"text": "", "rev": 1, "op": "x"}),
        ("complete", {"text": "", "offset": "x"}),
        ("check-grid", {"text": SMALL, "values": []}),
    ],
)
def test_fields_of_another_kind(client: TestClient, what: str, fields: dict[str, Any]) -> None:
    """A field that is missing, or of another kind, is a mistake of the request."""
    answer = client.post(f"/api/{what}", json=fields)
    assert answer.status_code in (400, 404), answer.text
    assert "error" in answer.json()


def test_new(client: TestClient) -> None:
    """A new puzzle of a genre is a text that is right."""
    text = post(client, "new", genre="star_battle", height=4, width=5)["text"]
    assert "grid: 4x5" in text
    assert post(client, "board", text=text, rev=1)["status"] == "valid"
    assert post(client, "board", text=post(client, "new", genre="tapa")["text"], rev=1)["status"] == "valid"


def test_import_and_export(client: TestClient) -> None:
    """A link becomes a text, and that text the same link."""
    link = "https://puzz.link/p?slither/5/5/cbcbcddad"
    answer = post(client, "import", link=f"  {link}\n")
    assert post(client, "board", text=answer["text"], rev=1)["status"] == "valid"
    exported = post(client, "export", text=answer["text"], to="puzz.link")
    assert exported["text"].endswith("slither/5/5/cbcbcddad")


@pytest.mark.parametrize(
    "link",
    [
        "",
        "x",
        "javascript:alert(1)",
        "file:///etc/passwd",
        "/etc/passwd",
        "-",
        "https://puzz.link/p?slither/5/5/\x00",
        "http://127.0.0.1/",
        "https://puzz.link/p?slither/99999/99999/a",
    ],
)
def test_links_that_are_none(client: TestClient, link: str) -> None:
    """Nothing is opened, read or fetched for a link: what it holds is all."""
    answer = post(client, "import", link=link)
    assert answer["diagnostics"]
    assert "root:" not in str(answer)


def test_losses_are_told(client: TestClient) -> None:
    """A format that cannot hold a rule says so, and with `lossy` writes the rest."""
    strict = client.post("/api/export", json={"text": SMALL, "to": "puzz.link"}).json()
    assert strict["diagnostics"]


def test_gallery(client: TestClient) -> None:
    """The gallery has a picture of every genre."""
    genres = client.get("/api/gallery").json()
    assert {genre["name"] for genre in genres} == {genre["name"] for genre in client.get("/api/state").json()["genres"]}
    for genre in genres:
        ET.fromstring(genre["svg"])


def test_edit(client: TestClient) -> None:
    """What is done on the board comes back as edits, in UTF-16, that change it and nothing else."""
    text = SMALL.replace("Four", "\U0001f600")
    answer = post(client, "edit", text=text, rev=4, op={"kind": "given", "layer": "number", "place": "r1c2", "value": 2})
    assert answer["rev"] == 4
    (edit,) = answer["edits"]
    units = text.encode("utf-16-le")
    after = (units[: 2 * edit["start"]] + edit["text"].encode("utf-16-le") + units[2 * edit["end"] :]).decode("utf-16-le")
    assert after == text.replace(". .", ". 2", 1)


def test_edit_of_a_text_with_mistakes(client: TestClient) -> None:
    """A puzzle that is wrong at the moment can be mended on the board."""
    text = SMALL.replace(". .", ". 7", 1)
    assert post(client, "board", text=text, rev=1)["status"] == "invalid"
    answer = post(client, "edit", text=text, rev=1, op={"kind": "given", "layer": "number", "place": "r1c2", "value": None})
    assert [edit["text"].strip() for edit in answer["edits"]] == ["."]
    assert "error" in post(client, "edit", text="a: [", rev=1, op={"kind": "given", "layer": "x", "place": "r1c1", "value": 1})


@pytest.mark.parametrize(
    "op",
    [
        {},
        {"kind": 5},
        {"kind": "other"},
        {"kind": "given"},
        {"kind": "given", "layer": "number", "place": 5, "value": 1},
        {"kind": "given", "layer": "number", "place": "r1c1", "value": {"a": 1}},
        {"kind": "given", "layer": "number", "place": "r1c1", "value": "1\n  x: 5"},
        {"kind": "given", "layer": "number", "place": "r1c1", "value": 1e300},
        {"kind": "given", "layer": "number", "place": "r1c1", "value": 10**400},
        {"kind": "given", "layer": "number", "place": "r1c1", "value": [[1]]},
        {"kind": "given", "layer": "number", "place": "r1c1", "value": [{"a": 1}]},
        {"kind": "clue", "group": "a", "place": "r1c1", "value": [[[1]]]},
        {"kind": "given", "layer": "number\nrules", "place": "r1c1", "value": 1},
        {"kind": "given", "layer": "number", "place": "r9c1", "value": 1},
        {"kind": "clue", "group": "a: {", "place": "r1c1", "value": 1},
        {"kind": "clue", "group": "a", "place": "left 99", "value": 1},
        {"kind": "clue", "group": "a", "place": "r1c1-r1c2", "value": "\u2028rules: []"},
        {"kind": "region", "area_kind": "k", "cells": "r1c1", "label": "a"},
        {"kind": "region", "area_kind": "k", "cells": [1], "label": "a"},
        {"kind": "region", "area_kind": "k", "cells": ["r1c1"] * 20_000, "label": "a"},
        {"kind": "region", "area_kind": "k", "cells": ["r1c1"], "label": "a\nb"},
        {"kind": "region", "area_kind": "k", "cells": ["r1c1"], "like": 1},
        {"kind": "region", "area_kind": "k", "cells": ["r1c1"], "like": "r9c9"},
        {"kind": "region", "area_kind": "k", "cells": ["r1c1"], "new": "yes"},
        {"kind": "region", "area_kind": "k: {", "cells": ["r1c1"], "new": True},
        {"kind": "line", "area_kind": "k", "cells": ["r1c1", "r5c5"]},
        {"kind": "remove", "area_kind": "k", "label": "1"},
        {"kind": "remove", "area_kind": "k", "cells": "r1c1"},
        {"kind": "remove", "area_kind": "k", "cells": [["r1c1"]]},
        {"kind": "remove", "area_kind": "k", "cells": ["r1c1"] * 20_000},
        {"kind": "remove", "area_kind": "k", "cells": ["r9c9"]},
        {"kind": "remove", "area_kind": "k: {", "cells": ["r1c1"]},
        {"kind": "remove", "cells": ["r1c1"]},
        {"kind": "remove"},
        {"kind": "given", "layer": "number", "place": "r1c1", "value": 1, "grid": 5},
        {"kind": "several"},
        {"kind": "several", "ops": {}},
        {"kind": "several", "ops": [5]},
        {"kind": "several", "ops": [{}]},
        {"kind": "several", "ops": [{"kind": "several", "ops": []}]},
        {"kind": "several", "ops": [{"kind": "given", "layer": "number", "place": "r1c1", "value": 1}] * 3_000},
        {"kind": "layout", "turn": 5},
        {"kind": "layout", "turn": "inside out"},
        {"kind": "layout", "height": 0},
        {"kind": "layout", "width": True},
        {"kind": "layout", "height": 10**9},
        {"kind": "layout", "cut": "r1c1"},
        {"kind": "layout", "cut": [["r1c1"]]},
        {"kind": "layout", "cut": ["r9c9"]},
        {"kind": "layout", "fill": "yes"},
        {"kind": "use"},
        {"kind": "use", "library": "../secret.yaml"},
        {"kind": "parameter", "library": "sudoku", "name": "box_height"},
        {"kind": "parameter", "library": "sudoku", "name": "box_height", "value": "2}, x: {"},
    ],
)
def test_hostile_operations(client: TestClient, op: dict[str, Any]) -> None:
    """An operation that is none changes nothing, and says why."""
    answer = client.post("/api/edit", json={"text": SMALL, "rev": 1, "op": op})
    assert answer.status_code in (200, 400)
    assert "edits" not in answer.json()
    assert answer.json()["error"]


TYPED = [
    ("layers: {x: {values: ['1', '2', a]}}\n", {"layer": "x"}, "2", "'2'"),
    ("layers: {x: {values: [1, 2, a]}}\n", {"layer": "x"}, "2", "2"),
    ("layers: {x: {values: [1/2, 2]}}\n", {"layer": "x"}, "1/2", "1/2"),
    ("layers: {x: {values: 1..9}}\nclues: {c: {r1c1: a, r1c2: '4'}}\n", {"group": "c"}, "2", "'2'"),
    ("layers: {x: {values: 1..9}}\nclues: {c: {r1c1: a, r1c2: 4}}\n", {"group": "c"}, "2", "2"),
    ("layers: {x: {values: 1..9}}\nclues: {c: {r1c2: 4}}\n", {"group": "c"}, "-20", "-20"),
    ("layers: {x: {values: 1..9}}\nclues: {c: {r1c2: 4}}\n", {"group": "c"}, ["2", "up"], "[2, up]"),
]


@pytest.mark.parametrize(("layers", "where", "value", "written"), TYPED, ids=range(len(TYPED)))
def test_typed_values(client: TestClient, layers: str, where: dict[str, str], value: Any, written: str) -> None:
    """What was typed is a number where it looks like one, unless what stands there are texts."""
    text = f"gridwright: 1\ngrid: 2x2\n{layers}rules: [true]\n"
    kind = "given" if "layer" in where else "clue"
    answer = post(client, "edit", text=text, rev=1, op={"kind": kind, **where, "place": "r2c2", "value": value})
    new = "".join(edit["text"] for edit in answer["edits"])
    assert re.search(rf"r2c2: {re.escape(written)}$|^ *\. +{re.escape(written)}$", new.strip("\n"), re.MULTILINE), new


PATHS = (
    "gridwright: 1\nuse: [sudoku, thermo]\ngrid: 4x4\nareas:\n  thermos: |\n    a a . .\n    . . . .\n    . . . .\n    . . . .\n"
)


def test_a_picture_keeps_the_way_of_a_line(client: TestClient) -> None:
    """A line that is drawn against reading order cannot stand in a picture; one that is drawn along it can."""
    op = {"kind": "line", "area_kind": "thermos", "cells": ["r3c3", "r3c2", "r3c1"], "label": None}
    assert "other areas" in post(client, "edit", text=PATHS, rev=1, op=op)["error"]
    assert post(client, "edit", text=PATHS, rev=1, op=op | {"cells": ["r3c1", "r3c2", "r3c3"]})["edits"]


def test_the_sum_goes_with_the_cage(client: TestClient) -> None:
    """With a cage goes the clue that calls it by its label; if clues call cages by their numbers, none is removed."""
    cages = "areas: {cages: {a: r1c1 r1c2, b: r2c1 r2c2}}\nclues: {cage_sum: {a: 5, b: 6}}\n"
    text = f"gridwright: 1\nuse: [sudoku, killer]\ngrid: 4x4\n{cages}"
    op = {"kind": "remove", "area_kind": "cages", "cells": ["r1c2"]}
    (edit,) = post(client, "edit", text=text, rev=1, op=op)["edits"]
    after = text[: edit["start"]] + edit["text"] + text[edit["end"] :]
    assert after.endswith("areas: {cages: {b: r2c1 r2c2}}\nclues: {cage_sum: {b: 6}}\n")
    listed = text.replace("{a: r1c1 r1c2, b: r2c1 r2c2}", "[r1c1 r1c2, r2c1 r2c2]").replace("{a: 5, b: 6}", "{'1': 5, '2': 6}")
    assert "by their numbers" in post(client, "edit", text=listed, rev=1, op=op)["error"]


@pytest.mark.parametrize(
    ("cages", "cells", "after"),
    [
        ("{a: r1c1 r1c2, b: r1c2 r2c2}", ["r1c2"], "{a: r1c1 r1c2}"),
        ("{a: r1c1 r1c2, b: r1c2 r2c2}", ["r1c1"], "{b: r1c2 r2c2}"),
        ("{a: r1c1 r1c2, b: r1c2 r2c2}", ["r1c1", "r2c2"], "{a: r1c1 r1c2}"),
        ("[r1c1:r1c2, r2c1 r2c2]", ["r1c2"], "[r2c1 r2c2]"),
        ("{a: r1c1 r1c2}", ["r4c4"], "{a: r1c1 r1c2}"),
        ("{a: r1c1 r1c2}", [], "{a: r1c1 r1c2}"),
    ],
)
def test_the_last_cage_of_some_cells_goes(client: TestClient, cages: str, cells: list[str], after: str) -> None:
    """Who removes a cage names cells; where several cages lie the last goes, and where none lies nothing changes."""
    text = f"gridwright: 1\nuse: [sudoku, killer]\ngrid: 4x4\nareas: {{cages: {cages}}}\n"
    edits = post(client, "edit", text=text, rev=1, op={"kind": "remove", "area_kind": "cages", "cells": cells})["edits"]
    for edit in edits:
        text = text[: edit["start"]] + edit["text"] + text[edit["end"] :]
    assert text.endswith(f"areas: {{cages: {after}}}\n")
    assert len(edits) == (after != cages)


def completed(client: TestClient, text: str) -> list[str]:
    """Return the labels that can be written at `|`."""
    at = text.index("|")
    return [option["label"] for option in post(client, "complete", text=text.replace("|", "", 1), offset=at)["options"]]


@pytest.mark.parametrize(
    ("text", "wanted", "unwanted"),
    [
        ("ti|", "title", "values"),
        ("gridwright: 1\nlayers:\n  number:\n    va|", "values", "title"),
        ("gridwright: 1\nlayers:\n  number: {va|", "values", "title"),
        ("use: star_b|", "star_battle", "title"),
        ("use: [sudoku, thermo|", "thermo", "title"),
        ("layers: {number: {values: 1..2}}\nrules:\n  - for: line in lines\n    rule: disti|", "distinct", "title"),
        ("layers:\n  number: {values: 1..2}\nrules:\n  - num|", "number", "title"),
        ("rules:\n  - for: c in cells\n    sa|", "says", "title"),
        ("use: star_battle\nareas:\n  re|", "regions", "title"),
        ("expect:\n  so|", "solutions", "title"),
        ("source:\n  pu|", "publisher", "title"),
        ("title: A\nexp|", "expect", "solutions"),
    ],
)  # fmt: skip
def test_complete(client: TestClient, text: str, wanted: str, unwanted: str) -> None:
    """At each place there is offered what can stand there."""
    labels = completed(client, text)
    assert wanted in labels
    assert unwanted not in labels


@pytest.mark.parametrize(
    "text", ["|", "# ti|", "\U0001f600|", "a" * 5_000 + "|", "  - - - {{{[|", "a: 'b|", "\t|", "x:\n" * 3_000 + "|"], ids=range(8)
)
def test_complete_anywhere(client: TestClient, text: str) -> None:
    """No place is a place at which it fails."""
    completed(client, text)
    at = text.index("|")
    for offset in (at, -5, 10**9, 2**70):
        assert client.post("/api/complete", json={"text": text, "offset": offset}).status_code == 200
        assert client.post("/api/hover", json={"text": text, "offset": offset}).status_code == 200


def test_hover(client: TestClient) -> None:
    """A word is explained where it stands."""
    hover = post(client, "hover", text=SMALL, offset=SMALL.index("distinct") + 2)
    assert SMALL[hover["start"] : hover["end"]] == "distinct"
    assert "distinct(" in hover["text"]
    assert "expect" in post(client, "hover", text=SMALL, offset=SMALL.index("expect"))["text"]
    assert "Star Battle" in post(client, "hover", text="use: star_battle", offset=8)["text"]
    assert post(client, "hover", text="# distinct", offset=5) is None
    assert post(client, "hover", text="", offset=0) is None


def test_check_grid(client: TestClient) -> None:
    """What was entered is checked by the rules, and where these say nothing yet, by the solution."""
    text = SMALL.replace(". .", ". 2", 1)

    def check(**values: Any) -> Any:
        return post(client, "check-grid", text=text, values={"number": values})

    assert check(r1c1=1) == {"correct": True, "complete": False, "is_known": True, "mistakes": []}
    assert check(r1c1=1, r2c1=2, r2c2=1) == {"correct": True, "complete": True, "is_known": True, "mistakes": []}
    broken = check(r1c1=2)
    assert broken["correct"] is False
    assert "Each row and column has both numbers." in broken["mistakes"][0]["message"]
    assert "r1c1" in broken["mistakes"][0]["cells"]
    assert check(r1c1="9")["mistakes"][0]["cells"] == ["r1c1"]
    assert check(r1c1="1", r2c1=None)["correct"] is True
    full = (
        SMALL.replace("grid: 2x2", "grid: 3x3")
        .replace("1..2", "1..3")
        .replace("    . .\n    . .\n", "    1 2 .\n    . 3 .\n    . . .\n")
    )
    wrong = post(client, "check-grid", text=full, values={"number": {"r3c3": 3}})
    assert wrong["mistakes"]


@pytest.mark.parametrize(
    "values",
    [
        {"x": {}},
        {"number": []},
        {"number": {"r9c9": 1}},
        {"number": {"r1c1": [1]}},
        {"number": {"r1c1": {}}},
        {"number": {"r1c1": 1.5}},
    ],
)
def test_hostile_values(client: TestClient, values: dict[str, Any]) -> None:
    """What is no value of a place is refused."""
    assert client.post("/api/check-grid", json={"text": SMALL, "values": values}).status_code == 400
