"""Turn results into plain objects for tools, the output of `--json`; `commands/` describes it for each command."""
