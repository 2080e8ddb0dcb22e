"""Watching specs: what was saved, processes that are warm, and what is shown."""
