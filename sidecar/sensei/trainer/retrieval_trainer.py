"""The premise retriever's trainer; see ``sensei.trainers.retrieval``."""

from sensei.trainers.retrieval import RetrievalTrainer

__all__ = ["RetrievalTrainer"]
