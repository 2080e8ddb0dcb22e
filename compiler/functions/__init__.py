"""The functions of the language: words, plain evaluation and an example for each, one file for one function or close family."""
