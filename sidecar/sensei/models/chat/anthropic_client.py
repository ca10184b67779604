"""Anthropic's messages, through the official SDK. One answer a request; no log-probabilities."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any, Final

from sensei.core.errors import MissingExtraError, ModelError
from sensei.models.chat.client import Answer, Pace, Reply, Turn, estimated_tokens, failed
from sensei.settings import ProviderSettings

ANTHROPIC_URL: Final = "https://api.anthropic.com"


class AnthropicClient:
    """models.chat.client.ChatClient over the official SDK; see openai_client.OpenAIClient.

    Raises:
        MissingExtraError: the SDK is not installed.
    """

    def __init__(self, model: str, settings: ProviderSettings, pace: Pace | None = None) -> None:
        try:
            import anthropic
        except ImportError:
            raise MissingExtraError(f"the generator anthropic:{model}", "providers") from None
        self._anthropic: Any = anthropic
        self.name = f"anthropic:{model}"
        self.address = settings.base_url or ANTHROPIC_URL
        self.answers_per_request: int | None = 1
        self._model, self._settings = model, settings
        self._pace = pace or Pace(settings.requests_per_minute)
        self._sdk: Any = anthropic.Anthropic(
            api_key=settings.key or "none",
            base_url=self.address,
            timeout=settings.timeout_s,
            max_retries=settings.retries,
        )
        weakref.finalize(self, self._sdk.close)

    def complete(
        self, conversation: Sequence[Turn], answers: int, temperature: float, seed: int
    ) -> Reply:
        """See models.chat.client.ChatClient; the provider takes no seed."""
        sdk = self._anthropic
        # 1 is the provider's own, and newer models take no other: the SDK has no argument for it.
        heat = {} if temperature == 1.0 else {"temperature": temperature}
        self._pace.wait()
        try:
            message = self._sdk.messages.create(
                model=self._model,
                system="\n\n".join(turn.text for turn in conversation if turn.role == "system"),
                messages=[
                    {"role": turn.role, "content": turn.text}
                    for turn in conversation
                    if turn.role != "system"
                ],
                max_tokens=self._settings.max_tokens,
                extra_body=heat,
            )
        except sdk.AnthropicError as error:
            raise self._failure(error) from None
        content = getattr(message, "content", None)
        reason = getattr(message, "stop_reason", None)
        if reason == "refusal":
            raise self._failed("the model refused")
        if content is None:
            raise self._failed("the answer has no content", "is this a messages server?")
        text = "".join(block.text for block in content if block.type == "text")
        answer = Answer(text, None, reason != "max_tokens")
        usage = getattr(message, "usage", None)
        if usage is None:
            return Reply((answer,), estimated_tokens(conversation, [answer]))
        return Reply((answer,), int(usage.input_tokens + usage.output_tokens))

    def _failure(self, error: Exception) -> ModelError:
        """The SDK's error, once it has given up."""
        sdk = self._anthropic
        if isinstance(error, sdk.APITimeoutError):
            said = f"no answer from {self.address} in {self._settings.timeout_s:g} s"
            return self._failed(said, "raise timeout_s of [anthropic] in sensei.toml")
        if isinstance(error, sdk.APIConnectionError):
            cause = error.__cause__ or error
            return self._failed(
                f"{self.address} cannot be reached: {cause}", "check ANTHROPIC_BASE_URL"
            )
        if isinstance(error, sdk.AuthenticationError | sdk.PermissionDeniedError):
            return self._failed(str(error), "set ANTHROPIC_API_KEY to a key that may do this")
        if isinstance(error, sdk.RateLimitError):
            return self._failed(str(error), "set requests_per_minute of [anthropic]")
        return self._failed(str(error) or type(error).__name__)

    def _failed(self, said: str, next_step: str = "") -> ModelError:
        return failed(self.name, said, self._settings.key, next_step)
