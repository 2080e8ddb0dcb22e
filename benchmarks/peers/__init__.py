"""Models of our puzzles in other tools: `models` has a folder for each kind, `tools` says how each tool is asked."""
