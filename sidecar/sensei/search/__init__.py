"""Searches over proof states. Knows no Lean process and no model library."""
