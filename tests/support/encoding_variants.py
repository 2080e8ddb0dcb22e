"""Encodings that small boards would never reach, by settings that make them usual."""

from __future__ import annotations

from gridwright.compiler.encode import encoder, log_encoding, order_encoding
from gridwright.compiler.encode.operations import distinct, linear
from gridwright.compiler.ir import operands
from gridwright.compiler.ir.operations import cases, map

VARIANTS = {
    "numbers in binary": [(operands, "WIDE", 1), (cases, "WIDE", 1), (log_encoding, "WIDE", 1)],
    "ladders and sums for at most one": [(order_encoding, "PAIRWISE", 1), (distinct, "PAIRWISE", 1)],
    "no tables": [(map, "MAP_LIMIT", 1), (operands, "MAP_LIMIT", 1)],
    "values of sums counted by one equation": [(linear, "MOST_ROWS", 0)],
    "no deep recursion": [(encoder, "DEPTH", 2)],
}
