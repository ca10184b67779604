"""The agent whose model is somewhere else: a provider's, or behind an OpenAI-compatible server."""

from __future__ import annotations

from typing import Any

from sensei.agent.base_agent import BaseAgent
from sensei.core.errors import UsageError


class ExternalAgent(BaseAgent):
    """Proves with a model that is not trained here.

    Args:
        model: as ``sensei prove --generator`` takes it, ``openai:MODEL`` for one; a checkpoint's
            folder or ``fixed`` will do as well.
        **options: those of ``BaseAgent``.
    """

    def __init__(self, model: str, **options: Any) -> None:
        super().__init__(**options)
        self.model = model

    def generator(self) -> str:
        """The model."""
        return self.model

    def train(self) -> None:
        """Nothing is trained here.

        Raises:
            UsageError: always.
        """
        raise UsageError(
            f"{self.model} is not trained here", "prove with it, or train with HFAgent"
        )
