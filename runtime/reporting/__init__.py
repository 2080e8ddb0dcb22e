"""What people and tools see of results: text, `--json`, and the reference."""
