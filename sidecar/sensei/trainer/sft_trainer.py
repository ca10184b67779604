"""Supervised fine-tuning; see ``sensei.trainers.sft``."""

from sensei.trainers.sft import SFTTrainer

__all__ = ["SFTTrainer"]
