"""Splits, examples and exports made from the store."""
