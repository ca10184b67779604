"""Training runs: examples to checkpoints."""
