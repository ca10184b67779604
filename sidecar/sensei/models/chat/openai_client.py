"""OpenAI, and every server that speaks its chat completions: vLLM, SGLang, llama.cpp and others."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlsplit

from sensei.core.errors import MissingExtraError, ModelError
from sensei.models.chat.client import Answer, Pace, Reply, Turn, estimated_tokens, failed
from sensei.settings import ProviderSettings

OPENAI_URL: Final = "https://api.openai.com/v1"
#: What servers that ask for no key are sent.
_NO_KEY: Final = "none"


class OpenAIClient:
    """models.chat.client.ChatClient over the official SDK, which repeats what may be repeated (429,
    5xx, broken connections) with growing pauses, or those that the server asks for.

    Args:
        model: as the server names it.
        settings: the address, the key and the limits.

    Raises:
        MissingExtraError: the SDK is not installed.
    """

    def __init__(self, model: str, settings: ProviderSettings, pace: Pace | None = None) -> None:
        try:
            import openai
        except ImportError:
            raise MissingExtraError(f"the generator openai:{model}", "providers") from None
        self._openai: Any = openai
        self.name = f"openai:{model}"
        self.address = settings.base_url or OPENAI_URL
        self.answers_per_request = settings.answers_per_request
        self._model, self._settings = model, settings
        self._pace = pace or Pace(settings.requests_per_minute)
        self._sdk: Any = openai.OpenAI(
            api_key=settings.key or _NO_KEY,
            base_url=self.address,
            timeout=settings.timeout_s,
            max_retries=settings.retries,
        )
        weakref.finalize(self, self._sdk.close)

    def complete(
        self, conversation: Sequence[Turn], answers: int, temperature: float, seed: int
    ) -> Reply:
        """See models.chat.client.ChatClient."""
        ours = urlsplit(self.address).hostname == urlsplit(OPENAI_URL).hostname
        wanted: dict[str, Any] = {
            "max_completion_tokens" if ours else "max_tokens": self._settings.max_tokens
        }
        if self._settings.log_probs:
            wanted["logprobs"] = True
        self._pace.wait()
        try:
            completion = self._sdk.chat.completions.create(
                model=self._model,
                messages=[{"role": turn.role, "content": turn.text} for turn in conversation],
                n=answers,
                temperature=temperature,
                seed=seed,
                **wanted,
            )
        except self._openai.OpenAIError as error:
            raise self._failure(error) from None
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
        """The SDK's error, once it has given up."""
        sdk, settings = self._openai, self._settings
        if isinstance(error, sdk.APITimeoutError):
            said = f"no answer from {self.address} in {settings.timeout_s:g} s"
            return self._failed(said, "raise timeout_s of [openai] in sensei.toml")
        if isinstance(error, sdk.APIConnectionError):
            cause = error.__cause__ or error
            return self._failed(
                f"{self.address} cannot be reached: {cause}", "start it, or set OPENAI_BASE_URL"
            )
        if isinstance(error, sdk.AuthenticationError | sdk.PermissionDeniedError):
            return self._failed(str(error), "set OPENAI_API_KEY to a key that may do this")
        if isinstance(error, sdk.NotFoundError):
            return self._failed(str(error), "check the model's name and OPENAI_BASE_URL")
        if isinstance(error, sdk.RateLimitError):
            return self._failed(str(error), "set requests_per_minute of [openai] in sensei.toml")
        if isinstance(error, sdk.BadRequestError) and settings.log_probs:
            return self._failed(
                str(error), "if it has no log-probabilities: log_probs = false in [openai]"
            )
        return self._failed(str(error) or type(error).__name__)

    def _failed(self, said: str, next_step: str = "") -> ModelError:
        return failed(self.name, said, self._settings.key, next_step)
