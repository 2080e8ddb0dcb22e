"""Read and write puzzles and grids in formats of other programs."""
