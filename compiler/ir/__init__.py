"""The intermediate representation: terms over finite domains, a text form, a verifier and an evaluator."""
