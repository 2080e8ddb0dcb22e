"""Boards, places, areas and clues: what is known about a puzzle before anything is solved."""
