"""Finds a Lean, or makes the embedded one; project discovery; doctor."""
