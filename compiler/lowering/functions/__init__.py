"""Lower functions of the language: a file named like one in `compiler/functions/` lowers what that file evaluates."""
