"""Verdicts: splice, compile, judge."""
