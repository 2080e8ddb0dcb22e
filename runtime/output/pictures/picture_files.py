"""Decide where pictures go: one file, one page for several puzzles, or a gallery, a folder with a page and SVG files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click
from gridwright.compiler.records import dataclass

from ..atomic_write import exists

SUFFIXES = (".svg", ".png", ".html", ".pdf")
INDEX = "index.html"


@dataclass(frozen=True, slots=True)
class Output:
    """The target of `-o`. `suffix`: the suffix of the file, empty for a gallery. `names`: the name of each spec on a page."""

    path: Path
    suffix: str
    names: Mapping[str, str]

    @property
    def is_page(self) -> bool:
        """Check whether puzzles are collected on a page."""
        return self.suffix in ("", ".html", ".pdf")

    @property
    def page(self) -> Path:
        """Return the file of the page."""
        return self.path if self.suffix else self.path / INDEX

    def picture(self, spec: str) -> Path:
        """Return the file of a single picture."""
        return self.path if self.suffix else self.path / f"{self.names[spec]}.svg"

    def check(self, *, force: bool) -> None:
        """Raise `NotWritten` if a file exists that would be replaced."""
        for target in [self.page, *(self.picture(spec) for spec in self.names)]:
            if not force and target.exists():
                raise exists(target)


def output(written: str, specs: Sequence[str]) -> Output:
    """Interpret `-o` for some specs. Raise `UsageError` if they cannot go there."""
    path = Path(written)
    is_folder = written.endswith(("/", "\\")) or path.is_dir() or not path.suffix
    suffix = "" if is_folder else path.suffix.lower()
    if suffix and suffix not in SUFFIXES:
        raise click.UsageError(f"{written}: pictures are .svg, .png, .html or .pdf, or a folder for a gallery")
    if suffix in (".svg", ".png") and len(specs) > 1:
        raise click.UsageError(
            f"{len(specs)} puzzles do not fit into one {suffix}; name a page (.html or .pdf), or a folder for a gallery"
        )
    return Output(path, suffix, _names(specs))


def _names(specs: Sequence[str]) -> dict[str, str]:
    """Return a name for each spec: that of its file, with the folder's before it and a number after it if several are equal."""
    names: dict[str, str] = {}
    stems = [Path(spec).stem for spec in specs]
    for spec, stem in zip(specs, stems, strict=True):
        name = stem if stems.count(stem) == 1 else f"{Path(spec).resolve().parent.name}-{stem}"
        count = 1
        while (numbered := name if count == 1 else f"{name}-{count}") in names.values() or numbered == Path(INDEX).stem:
            count += 1
        names[spec] = numbered
    return names
