"""The functions of the language. Each file declares one function or a few related ones: words, plain evaluation, example."""
