"""Environments that step Lean goals."""
