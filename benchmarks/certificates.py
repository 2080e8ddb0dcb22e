"""Certificates of specs: how large they are, and how long they take to write and to check.

    python benchmarks/certificates.py [SPEC...] [--timeout SECONDS] [--keep DIR] [--rows FILE]

A table on standard output; that of specs/jane-street/ also goes to docs/trust.md. Times are seconds of the processor, so that
what else runs matters little; `--timeout` is of the clock. `--keep` leaves the certificates in a folder. With `--rows`, rows are
kept in a file, and those in it are not measured again: so a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from page import GRIDWRIGHT, ROOT, machine, put, run, say, table

SIZES = ("clauses", "lemmas", "steps", "MB")
COMPARED = ("every grid", "drawn grids")
COLUMNS = ("spec", *SIZES, "solve", "write", "check", *COMPARED, "result")


def measure(path: Path, folder: Path, timeout: float) -> list[str]:
    """One row of the table: a certificate that is written and checked, or why there is none."""
    limit = ("--timeout", f"{timeout:g}")
    solved = run([*GRIDWRIGHT, "solve", *limit, str(path)], 2 * timeout)
    written = run([*GRIDWRIGHT, "verify", *limit, "--force", "--certificate", str(folder), str(path)], 2 * timeout)
    times = {"solve": f"{solved.processor:.2f}", "write": f"{written.processor:.1f}"}
    if written.status != 0:
        return _row(path, result=_why_not(written.output), **times)
    checked = run([*GRIDWRIGHT, "certify", "--json", *limit, str(folder)], 2 * timeout)
    report = json.loads(checked.output or "{}")
    return _row(
        path,
        MB=f"{sum(file.stat().st_size for file in folder.rglob('*') if file.is_file()) / 1e6:.1f}",
        check=f"{checked.processor:.2f}",
        result="accepted" if report.get("accepted") else report.get("wrong") or report.get("undecided") or "was stopped",
        **times,
        **_covered(report.get("coverage", {})),
    )


def _covered(found: Mapping[str, Any]) -> dict[str, str]:
    """What is refuted, and how many constraints were compared in which way."""
    if not found:
        return {}
    counts = {"clauses": found["clauses"], "lemmas": sum(found["lemmas"].values()), "steps": found["steps"]}
    counts |= {basis: sum(compared["basis"] == basis for compared in found["compared"]) for basis in COMPARED}
    return {name: f"{count:,}" for name, count in counts.items()}


def _row(path: Path, **found: str) -> list[str]:
    return [path.stem, *(found.get(column, "-") for column in COLUMNS[1:])]


def _why_not(output: str) -> str:
    """What `verify` said of the certificate, or of the claim."""
    match = re.search(r"(?:no certificate: |as expected, and |gave up: )(.*?)(?:  |$)", output)
    return match[1].strip() if match else "was stopped"


def _compared(rows: Sequence[Sequence[str]]) -> str:
    """Return a sentence that compares the times of `check` and `solve`; empty if no certificate is accepted."""
    accepted = [dict(zip(COLUMNS, row, strict=True)) for row in rows if row[-1] == "accepted"]
    ratios = [float(times["check"]) / float(times["solve"]) for times in accepted]
    if not ratios:
        return ""
    middle = statistics.median(ratios)
    return f"`check` takes {middle:.1f} times as long as `solve` in the median ({min(ratios):.1f} to {max(ratios):.1f} times)."


def main() -> None:
    """Measure, print the table, and put it into the page."""
    parser = argparse.ArgumentParser(description="How large certificates are, and how long they take to write and to check.")
    parser.add_argument("specs", nargs="*", type=Path, help="only these; the page then stays as it is")
    parser.add_argument("--timeout", type=float, default=300, help="seconds of the clock for writing, and for checking")
    parser.add_argument("--keep", type=Path, help="leave the certificates in this folder")
    parser.add_argument("--rows", type=Path, help="keep rows in this file, and measure only what is not in it")
    options = parser.parse_args()
    os.environ["COLUMNS"] = "1000"  # what is printed has one line for each spec
    kept = options.rows.read_text("utf-8").splitlines() if options.rows and options.rows.exists() else []
    known = {row[0]: row for row in map(json.loads, kept)}
    rows = []
    with tempfile.TemporaryDirectory() as temporary:
        for path in options.specs or sorted((ROOT / "specs" / "jane-street").glob("*.yaml")):
            if path.stem not in known:
                say(f"{path.stem} ...")
                known[path.stem] = measure(path, (options.keep or Path(temporary)) / path.stem, options.timeout)
                say(" ".join(known[path.stem]))
                if options.rows:
                    with options.rows.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(known[path.stem]) + "\n")
            rows.append(known[path.stem])
    accepted = sum(row[-1] == "accepted" for row in rows)
    text = f"{accepted} of {len(rows)} accepted. {_compared(rows)}\n\n{machine('clingo')}\n{table(COLUMNS, rows)}"
    print(text)
    if not options.specs:
        put("certificates", text, "trust.md")


if __name__ == "__main__":
    main()
