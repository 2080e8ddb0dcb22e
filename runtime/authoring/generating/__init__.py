"""Puzzles from a solution: fill clues in, and generate whole puzzles, for every genre from its rules alone."""
