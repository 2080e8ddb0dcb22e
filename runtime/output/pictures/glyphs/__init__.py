"""The glyphs: a file for each word of `display`, found by scanning this folder."""
