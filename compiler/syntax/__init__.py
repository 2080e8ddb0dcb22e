"""Read YAML text and expressions into nodes that know their place in the file, and report mistakes there."""
