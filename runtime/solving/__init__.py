"""The search: a session for each part, candidates refined into solutions, the proof that there is no other, the claims."""
