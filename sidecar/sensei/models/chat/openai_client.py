"""OpenAI, and every server that speaks its chat completions: vLLM, SGLang, llama.cpp and others."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from sensei.core.errors import ModelError
from sensei.models.chat.client import Answer, Pace, Reply, Turn, estimated_tokens
from sensei.models.chat.sdk_client import SdkClient
from sensei.settings import ProviderSettings


class OpenAIClient(SdkClient):
    """models.chat.client.ChatClient over the official SDK, which also keeps to the pauses that the
    server asks for; see SdkClient."""

    PROVIDER = "openai"
    URL = "https://api.openai.com/v1"
    LIBRARY = "openai"

    def __init__(self, model: str, settings: ProviderSettings, pace: Pace | None = None) -> None:
        super().__init__(model, settings, pace)
        self.answers_per_request = settings.answers_per_request
        self._sdk: Any = self._library.OpenAI(
            api_key=self._key,
            base_url=self.address,
            timeout=settings.timeout_s,
            max_retries=settings.retries,
        )
        weakref.finalize(self, self._sdk.close)

    def _completed(
        self, conversation: Sequence[Turn], answers: int, temperature: float, seed: int
    ) -> Reply:
        """See ``complete``."""
        ours = urlsplit(self.address).hostname == urlsplit(self.URL).hostname
        wanted: dict[str, Any] = {
            "max_completion_tokens" if ours else "max_tokens": self._settings.max_tokens
        }
        if self._settings.log_probs:
            wanted["logprobs"] = True
        completion = self._send(
            lambda: self._sdk.chat.completions.create(
                model=self._model,
                messages=[{"role": turn.role, "content": turn.text} for turn in conversation],
                n=answers,
                temperature=temperature,
                seed=seed,
                **wanted,
            ),
            (self._library.OpenAIError,),
        )
        choices = getattr(completion, "choices", None)
        if not choices:
            raise self._failed("the answer has no choices", "is this a chat completions server?")
        read = tuple(self._answer(choice) for choice in choices)
        usage = getattr(completion, "usage", None)
        tokens = getattr(usage, "total_tokens", None)
        if tokens is None:
            tokens = estimated_tokens(conversation, read)
        return Reply(read, int(tokens))

    def _answer(self, choice: Any) -> Answer:
        message = choice.message
        refusal = getattr(message, "refusal", None)
        if refusal:
            raise self._failed(f"the model refused: {refusal}")
        if choice.finish_reason == "content_filter":
            raise self._failed("the answer was stopped by the provider's content filter")
        told = getattr(getattr(choice, "logprobs", None), "content", None)
        log_prob = sum(float(token.logprob) for token in told) if told else None
        complete = choice.finish_reason != "length"
        return Answer(message.content or "", log_prob, complete)

    def _failure(self, error: Exception) -> ModelError:
        library = self._library
        if isinstance(error, library.APITimeoutError):
            return self._timed_out()
        if isinstance(error, library.APIConnectionError):
            return self._unreachable(error)
        if isinstance(error, library.BadRequestError) and self._settings.log_probs:
            return self._failed(
                str(error), "if it has no log-probabilities: log_probs = false in [openai]"
            )
        return self._refused(error, getattr(error, "status_code", 0))
