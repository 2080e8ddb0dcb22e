"""The server of `gridwright studio`: one page for the file, the board, and what is known about it, on every change."""
