"""What has no effect, or cannot be meant: a file for each kind of warning about a spec that is right."""
