"""Specs that are written: started, imported, edited in place, and with givens and clues left out."""
