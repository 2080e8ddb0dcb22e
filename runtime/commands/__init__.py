"""Define the commands, one file each: its docstring is the help, `command` the command."""
