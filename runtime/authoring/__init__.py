"""Write and edit specs: start one, import one, edit the text in place, and drop givens and clues."""
