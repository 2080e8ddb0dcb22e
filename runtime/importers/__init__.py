"""The formats that puzzles are imported from, one file each, found by folder scan."""
