"""Draw puzzles, solutions and explanations, as SVG, PNG, HTML or in a terminal."""
