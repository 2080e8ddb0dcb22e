"""Write and edit specs: start one, import one, edit its text in place, and remove givens and clues."""
