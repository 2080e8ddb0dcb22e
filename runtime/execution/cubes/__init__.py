"""Split a hard part of a puzzle into cubes, and merge the answers into one verdict."""
