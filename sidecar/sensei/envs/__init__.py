"""Environments: Lean processes that run tactics on goals."""
