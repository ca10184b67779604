"""Proof search over an environment and a generator. No torch, no Lean."""
