"""Finished grids: in files, and filled into a puzzle before it is drawn."""
