"""Specs that are drawn by several tests."""

from __future__ import annotations

from pathlib import Path

PICTURES = Path(__file__).parents[1] / "output" / "pictures"
SVG = "{http://www.w3.org/2000/svg}"
SUDOKU = str(Path(__file__).parents[2] / "specs" / "classics" / "sudoku.yaml")
TWO = """
gridwright: 1
title: Two solutions
grid: 3x3
layers: {number: {values: 1..3}}
givens: {number: {r1c1: 1, r1c2: 2}}
clues: {sum: {left: [., 6, 7]}}
rules:
  - for: line in lines
    rule: distinct(number[line])
  - for: clue in sum
    rule: sum(number[clue.line]) == clue.value
"""
