"""Prompts, tactic generators and checkpoints. torch is imported only here and in trainers."""
