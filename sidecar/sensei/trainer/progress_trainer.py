"""Training of a progress model; see ``sensei.trainers.values``."""

from sensei.trainers.values import ProgressTrainer

__all__ = ["ProgressTrainer"]
