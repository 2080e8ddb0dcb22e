"""The JSON of f-puzzles: what its lists are, reading and writing it."""
