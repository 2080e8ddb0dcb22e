"""Passes: modules to modules. Each is named by what holds afterwards."""
