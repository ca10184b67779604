"""Evaluate, learn from what was found, evaluate again: where provers and trainers meet."""
