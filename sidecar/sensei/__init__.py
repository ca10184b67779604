"""Sensei: trace a Lean project, train on it, search for proofs, and have Lean check every one."""

__version__ = "0.1.0"
