"""The gallery in a browser: pictures are laid out and painted, nothing is refused and nothing fetched. Needs Chromium."""

from __future__ import annotations

import re
import struct
import subprocess
import zlib
from pathlib import Path

import pytest
from chromium import chromium
from gridwright.runtime.cli.app import run

ROOT = Path(__file__).parents[2]
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--enable-logging=stderr",
]  # fmt: skip
SPECS = ["sudoku", "masyu", "hexagons", "torus", "kakuro"]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a gallery of some specs."""
    folder = tmp_path_factory.mktemp("browser") / "gallery"
    specs = [str(ROOT / "specs" / "classics" / f"{name}.yaml") for name in SPECS]
    assert run(["render", *specs, "--expected", "-o", str(folder)]) == 0
    return folder / "index.html"


def browse(page: Path, tmp_path: Path, *arguments: str) -> tuple[str, list[str]]:
    """What a browser prints of a page, and what its console says about it."""
    call = [chromium(), *FLAGS, f"--user-data-dir={tmp_path / 'profile'}", *arguments, page.as_uri()]
    done = subprocess.run(call, capture_output=True, text=True, timeout=120, check=True)
    return done.stdout, re.findall(r".*CONSOLE.*", done.stderr)


def test_document(gallery: Path, tmp_path: Path) -> None:
    """The browser reads every puzzle and every solution as a picture, and finds nothing wrong with the page."""
    document, console = browse(gallery, tmp_path, "--dump-dom")
    assert console == []
    assert document.count("<svg ") == 2 * len(SPECS)
    assert document.count("<article") == len(SPECS)
    assert "<title>Yin Yang on a torus</title>" in document


def test_painted(gallery: Path, tmp_path: Path) -> None:
    """What is painted is light where there is paper, and holds dark ink, and the colour of found values once it is unfolded."""
    shot = tmp_path / "page.png"
    unfolded = tmp_path / "unfolded.html"
    unfolded.write_text(gallery.read_text("utf-8").replace("<details>", "<details open>"), "utf-8")
    _, console = browse(unfolded, tmp_path, f"--screenshot={shot}", "--window-size=760,1500")
    assert console == []
    pixels = colours(shot.read_bytes())
    assert pixels[255, 255, 255] > 250_000
    assert pixels[0x11, 0x11, 0x11] > 2_000  # thick lines, circles, givens
    assert pixels[0x2B, 0x66, 0x99] > 200  # found values


def colours(data: bytes) -> dict[tuple[int, int, int], int]:
    """How often each colour comes in a PNG of eight bits for each of red, green and blue."""
    width, _, depth, kind = struct.unpack(">IIBB", data[16:26])
    assert depth == 8
    size = {2: 3, 6: 4}[kind]
    packed, at = b"", 8
    while at < len(data):
        (long,) = struct.unpack(">I", data[at : at + 4])
        packed += data[at + 8 : at + 8 + long] if data[at + 4 : at + 8] == b"IDAT" else b""
        at += long + 12
    raw = zlib.decompress(packed)
    counts: dict[tuple[int, int, int], int] = {}
    before = bytearray(width * size)
    for start in range(0, len(raw), width * size + 1):
        line = unfiltered(raw[start], bytearray(raw[start + 1 : start + 1 + width * size]), before, size)
        for pixel in range(0, len(line), size):
            colour = (line[pixel], line[pixel + 1], line[pixel + 2])
            counts[colour] = counts.get(colour, 0) + 1
        before = line
    return counts


def unfiltered(kind: int, line: bytearray, above: bytearray, size: int) -> bytearray:
    """A line of a PNG with its filter undone (PNG specification, section 9)."""
    for at in range(len(line)):
        left = line[at - size] if at >= size else 0
        up, corner = above[at], above[at - size] if at >= size else 0
        if kind == 4:
            nearest = min((left, up, corner), key=lambda one: abs(left + up - corner - one))
            line[at] = (line[at] + nearest) & 255
        else:
            line[at] = (line[at] + (0, left, up, (left + up) // 2)[kind]) & 255
    return line
