"""Direct preference optimisation; see ``sensei.trainers.dpo``."""

from sensei.trainers.dpo import DPOTrainer

__all__ = ["DPOTrainer"]
