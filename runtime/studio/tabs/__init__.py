"""Tabs of the studio; a file for each, found by scanning."""
