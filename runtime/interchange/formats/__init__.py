"""Import formats, one file each, found by scanning this folder."""
