"""Google's Gemini models, through the official SDK."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any, Final

import httpx

from sensei.core.errors import ModelError
from sensei.models.chat.client import Answer, Pace, Reply, Turn, estimated_tokens
from sensei.models.chat.sdk_client import SdkClient
from sensei.settings import ProviderSettings

_ROLES: Final = {"user": "user", "assistant": "model"}


class _Http(httpx.Client):
    """Tells a connection that broke as one that could not be made: the SDK repeats only those."""

    def send(self, request: httpx.Request, **how: Any) -> httpx.Response:
        try:
            return super().send(request, **how)
        except (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError) as error:
            raise httpx.ConnectError(str(error), request=request) from None


class GoogleClient(SdkClient):
    """models.chat.client.ChatClient over google-genai; see SdkClient.

    Of several answers a request, only where ``answers_per_request`` says so: not every model gives
    them. The log-probability is the mean that the provider tells times the tokens, where it tells
    one.
    """

    PROVIDER = "google"
    URL = "https://generativelanguage.googleapis.com"
    LIBRARY = "google.genai"

    def __init__(self, model: str, settings: ProviderSettings, pace: Pace | None = None) -> None:
        super().__init__(model, settings, pace)
        genai = self._library
        self.answers_per_request: int | None = settings.answers_per_request or 1
        self._http = _Http(timeout=settings.timeout_s, follow_redirects=True)
        self._sdk: Any = genai.Client(
            vertexai=False,
            api_key=self._key,
            http_options=genai.types.HttpOptions(
                base_url=self.address,
                timeout=max(1, int(settings.timeout_s * 1000)),
                retry_options=genai.types.HttpRetryOptions(attempts=settings.retries + 1),
                httpx_client=self._http,
            ),
        )
        weakref.finalize(self, self._http.close)

    def _completed(
        self, conversation: Sequence[Turn], answers: int, temperature: float, seed: int
    ) -> Reply:
        """See ``complete``."""
        types = self._library.types
        system = "\n\n".join(turn.text for turn in conversation if turn.role == "system")
        contents = [
            types.Content(role=_ROLES[turn.role], parts=[types.Part(text=turn.text)])
            for turn in conversation
            if turn.role != "system"
        ]
        config = types.GenerateContentConfig(
            system_instruction=system or None,
            temperature=temperature,
            candidate_count=answers if answers > 1 else None,
            max_output_tokens=self._settings.max_tokens,
            seed=seed,
        )
        reply = self._send(
            lambda: self._sdk.models.generate_content(
                model=self._model, contents=contents, config=config
            ),
            # What is no JSON, or another, is a ValueError.
            (self._library.errors.APIError, httpx.HTTPError, ValueError),
        )
        blocked = getattr(reply.prompt_feedback, "block_reason", None)
        if blocked:
            raise self._failed(f"the model refused: {_word(blocked)}")
        if not reply.candidates:
            raise self._failed("the answer has no candidates", "is this a Gemini server?")
        read = tuple(self._answer(candidate) for candidate in reply.candidates)
        tokens = getattr(reply.usage_metadata, "total_token_count", None)
        return Reply(read, int(estimated_tokens(conversation, read) if tokens is None else tokens))

    def _answer(self, candidate: Any) -> Answer:
        reason = _word(candidate.finish_reason or "STOP")
        if reason not in ("STOP", "MAX_TOKENS"):
            raise self._failed(f"the model refused: {reason}")
        parts = getattr(candidate.content, "parts", None) or []
        text = "".join(part.text for part in parts if part.text and not part.thought)
        mean, tokens = candidate.avg_logprobs, candidate.token_count
        log_prob = None if mean is None or not tokens else float(mean) * tokens
        return Answer(text, log_prob, reason == "STOP")

    def _failure(self, error: Exception) -> ModelError:
        if isinstance(error, httpx.TimeoutException):
            return self._timed_out()
        if isinstance(error, httpx.HTTPError):
            return self._unreachable(error)
        if isinstance(error, self._library.errors.APIError):
            code = int(error.code)
            # A wrong key is a 400 here.
            wrong_key = code == 400 and "api key" in str(error).lower()
            return self._refused(error, 401 if wrong_key else code)
        return self._failed("the answer has no candidates", "is this a Gemini server?")


def _word(reason: Any) -> str:
    """A member of one of the SDK's enumerations, by its name."""
    return str(getattr(reason, "value", reason))
