"""Mutate links and files of all formats, and read them: `python tests/fuzz/links.py 1000000 --seed 1`.

The inputs are what we write for the examples of all libraries. Half of them are mutated as they are; of the others the text that
a link packs is changed and packed again. Each must become a puzzle or a `SpecError`, in 2 seconds of CPU and 500 MB. What does
not is printed with its input, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import base64
import random
import resource
import signal
import sys
import time
import traceback
import zlib
from collections import Counter
from collections.abc import Callable, Iterator

from gridwright.compiler.library import libraries
from gridwright.compiler.loader.examples import examples_of
from gridwright.compiler.syntax import yaml_nodes
from gridwright.compiler.syntax.diagnostics import SpecError, render
from gridwright.compiler.syntax.span import SourceText
from gridwright.runtime.authoring.import_puzzle import read_text, spec_text
from gridwright.runtime.interchange.format import all_formats
from gridwright.runtime.interchange.lz_string import pack, unpack
from gridwright.runtime.interchange.puzzle_of_spec import puzzle_of_spec

SECONDS, MEGABYTES = 2, 500
GENRES = ("masyu", "slitherlink", "sudoku", "heyawake", "nurikabe", "skyscrapers")
SIGNS = '/-.?+=@%*$zg0,:{}[]"#&\n 9aZ'


def seeds() -> Iterator[str]:
    """Yield a text of each example in each format that holds it."""
    for name, library in libraries().items():
        for example in examples_of(name, library.document) if library.family else ():
            try:
                puzzle = puzzle_of_spec(example.spec())
            except SpecError:
                continue
            for format in all_formats().values():
                try:
                    yield format.write(puzzle).text if format.write else ""
                except SpecError:
                    continue


def mutated(text: str, chance: random.Random) -> str:
    """Return a text with some signs changed, left out, repeated or added."""
    signs = list(text)
    for _ in range(chance.choice([1, 1, 2, 3, 8])):
        at = chance.randrange(len(signs) + 1)
        kind = chance.randrange(5)
        if kind == 0 and at < len(signs):
            signs[at] = chr(chance.choice([chance.randrange(32, 127), chance.randrange(0xD800), 0, 0x1F600]))
        elif kind == 1:
            del signs[at : at + chance.randint(1, 8)]
        elif kind == 2:
            signs[at:at] = signs[at : at + chance.randint(1, 30)] * chance.choice([1, 1, 2, 50])
        elif kind == 3:
            signs[at:at] = str(chance.choice([0, -1, 2**31, 10**30, 1e308, "null", "true", "[]", "{}", "NaN"]))
        else:
            signs.insert(at, chance.choice(SIGNS))
    return "".join(signs)


def inside(text: str, change: Callable[[str], str]) -> str:
    """Return a link with the text that it packs changed; the text itself if it packs none."""
    for mark in ("&p=", "#p=", "?p="):
        head, separator, tail = text.partition(mark)
        if separator:
            packed = tail.split("&")[0]
            plain = zlib.decompress(base64.b64decode(packed + "=" * (-len(packed) % 4)), -15).decode()
            packer = zlib.compressobj(wbits=-15)
            data = packer.compress(change(plain).encode("utf-8", "replace")) + packer.flush()
            return head + separator + base64.b64encode(data).decode() + tail[len(packed) :]
    for mark in ("?load=", "/fpuz", "/scl"):
        head, separator, tail = text.partition(mark)
        if separator:
            return head + separator + pack(change(unpack(tail)))
    return change(text)


def main() -> int:
    """Fuzz, and say what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("inputs", type=int)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    texts = sorted({text for text in seeds() if text})
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    resource.setrlimit(resource.RLIMIT_AS, (used + 2**30 + MEGABYTES * 2**20,) * 2)
    signal.signal(signal.SIGVTALRM, _late)
    counts: Counter[str] = Counter()
    slowest = 0.0
    for count in range(options.inputs):
        text = chance.choice(texts)
        try:
            text = inside(text, lambda plain: mutated(plain, chance)) if chance.random() < 0.5 else mutated(text, chance)
        except (ValueError, SpecError):
            continue
        genre = chance.choice(GENRES) if chance.random() < 0.7 else ""
        start = time.process_time()
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
        try:
            _read(text, genre)
            counts["read"] += 1
        except SpecError as problem:
            counts["refused"] += 1
            assert all(map(render, problem.diagnostics))
        except BaseException as problem:
            counts[f"WRONG {type(problem).__name__}"] += 1
            print(f"{options.seed} {count} {genre} {text!r}\n{''.join(traceback.format_exception(problem)[-4:])}", flush=True)
            if isinstance(problem, KeyboardInterrupt) or sum(map(counts.get, counts)) > 10**9:
                break
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        slowest = max(slowest, time.process_time() - start)
        if count % 20_000 == 0:
            print(count, dict(counts), f"slowest {slowest:.2f} s", flush=True)
    print(f"{options.inputs} inputs from {len(texts)} texts: {dict(counts)}; slowest {slowest:.2f} s")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory: {memory:.0f} MB at most, {used / 2**20:.0f} MB before")
    return int(any(key.startswith("WRONG") for key in counts))


def _read(text: str, genre: str) -> None:
    for puzzle in read_text(SourceText("link", text), None, genre)[:3]:
        yaml_nodes.read_text(spec_text(puzzle))


def _late(signal_number: int, frame: object) -> None:
    raise TimeoutError


if __name__ == "__main__":
    sys.exit(main())
