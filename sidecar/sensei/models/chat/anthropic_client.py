"""Anthropic's messages, through the official SDK. One answer a request; no log-probabilities."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any

from sensei.core.errors import ModelError
from sensei.models.chat.client import Answer, Pace, Reply, Turn, estimated_tokens
from sensei.models.chat.sdk_client import SdkClient
from sensei.settings import ProviderSettings


class AnthropicClient(SdkClient):
    """models.chat.client.ChatClient over the official SDK; see SdkClient."""

    PROVIDER = "anthropic"
    URL = "https://api.anthropic.com"
    LIBRARY = "anthropic"

    def __init__(self, model: str, settings: ProviderSettings, pace: Pace | None = None) -> None:
        super().__init__(model, settings, pace)
        self.answers_per_request: int | None = 1
        self._sdk: Any = self._library.Anthropic(
            api_key=self._key,
            base_url=self.address,
            timeout=settings.timeout_s,
            max_retries=settings.retries,
        )
        weakref.finalize(self, self._sdk.close)

    def _completed(
        self, conversation: Sequence[Turn], answers: int, temperature: float, seed: int
    ) -> Reply:
        """See ``complete``; the provider takes no seed."""
        # 1 is the provider's own, and newer models take no other: the SDK has no argument for it.
        heat = {} if temperature == 1.0 else {"temperature": temperature}
        message = self._send(
            lambda: self._sdk.messages.create(
                model=self._model,
                system="\n\n".join(turn.text for turn in conversation if turn.role == "system"),
                messages=[
                    {"role": turn.role, "content": turn.text}
                    for turn in conversation
                    if turn.role != "system"
                ],
                max_tokens=self._settings.max_tokens,
                extra_body=heat,
            ),
            (self._library.AnthropicError,),
        )
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
        if isinstance(error, self._library.APITimeoutError):
            return self._timed_out()
        if isinstance(error, self._library.APIConnectionError):
            return self._unreachable(error)
        return self._refused(error, getattr(error, "status_code", 0))
