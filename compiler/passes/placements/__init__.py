"""What groups can be: the sentences about them, asked of every set of places that may be one."""
