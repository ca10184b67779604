"""What the clients over providers' own libraries share: the library, names, the pace of requests,
and failures told with the next step and without the key."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeVar

from sensei.core.errors import MissingExtraError, ModelError
from sensei.models.chat.client import Pace, Reply, Turn, failed
from sensei.settings import ProviderSettings

T = TypeVar("T")
# What reading an answer fails with that is cut, is no JSON or other JSON, or is no Unicode.
_OTHER_FORMS = (AttributeError, TypeError, ValueError, LookupError, RecursionError)


class SdkClient(ABC):
    """A model of one provider; the rest of models.chat.client.ChatClient is its subclasses'.

    The libraries repeat what may be repeated (429, 5xx, broken connections) with growing pauses.

    Args:
        model: as the server names it.
        settings: the address, the key and the limits.
        pace: of requests; None for what the settings say.

    Raises:
        MissingExtraError: the library is not installed.
    """

    #: Its name, as in ``PROVIDER:MODEL`` and the tables of sensei.toml.
    PROVIDER: ClassVar[str]
    #: Where the provider itself is.
    URL: ClassVar[str]
    #: What its library is imported as.
    LIBRARY: ClassVar[str]
    #: Sent where a server with an address of its own asks for no key.
    NO_KEY: ClassVar[str] = "none"

    def __init__(self, model: str, settings: ProviderSettings, pace: Pace | None = None) -> None:
        self.name = f"{self.PROVIDER}:{model}"
        try:
            self._library: Any = importlib.import_module(self.LIBRARY)
        except ImportError:
            raise MissingExtraError(f"the generator {self.name}", "providers") from None
        self.address = settings.base_url or self.URL
        self._key = settings.key or self.NO_KEY
        self._model, self._settings = model, settings
        self._pace = pace or Pace(settings.requests_per_minute)

    def complete(
        self, conversation: Sequence[Turn], answers: int, temperature: float, seed: int
    ) -> Reply:
        """See models.chat.client.ChatClient."""
        try:
            reply = self._completed(conversation, answers, temperature, seed)
            for answer in reply.answers:
                answer.text.encode()  # the libraries do not check what they were sent
        except _OTHER_FORMS as error:
            raise self._failed(
                f"the answer has another form ({type(error).__name__})",
                f"is this a server of {self.PROVIDER}'s protocol?",
            ) from None
        return reply

    @abstractmethod
    def _completed(
        self, conversation: Sequence[Turn], answers: int, temperature: float, seed: int
    ) -> Reply:
        """``complete``, which may fail as it will on an answer that has another form."""

    def _send(self, request: Callable[[], T], errors: tuple[type[Exception], ...]) -> T:
        """What the provider answers, once it is this request's turn.

        Args:
            errors: of the library, once it has given up.

        Raises:
            ModelError: one of them.
        """
        self._pace.wait()
        try:
            return request()
        except errors as error:
            raise self._failure(error) from None

    @abstractmethod
    def _failure(self, error: Exception) -> ModelError:
        """The library's error, in one line with the next step."""

    def _timed_out(self) -> ModelError:
        said = f"no answer from {self.address} in {self._settings.timeout_s:g} s"
        return self._failed(said, f"raise timeout_s of [{self.PROVIDER}] in sensei.toml")

    def _unreachable(self, error: Exception) -> ModelError:
        variable = f"{self.PROVIDER.upper()}_BASE_URL"
        return self._failed(
            f"{self.address} cannot be reached: {error.__cause__ or error}",
            f"start it, or set {variable}" if self._settings.base_url else f"check {variable}",
        )

    def _refused(self, error: Exception, status: int) -> ModelError:
        """An answer with the status of an error."""
        if status in (401, 403):
            return self._failed(
                str(error), f"set {self.PROVIDER.upper()}_API_KEY to a key that may do this"
            )
        if status == 404:
            return self._failed(
                str(error), f"check the model's name and {self.PROVIDER.upper()}_BASE_URL"
            )
        if status == 429:
            return self._failed(
                str(error), f"set requests_per_minute of [{self.PROVIDER}] in sensei.toml"
            )
        return self._failed(str(error) or type(error).__name__)

    def _failed(self, said: str, next_step: str = "") -> ModelError:
        return failed(self.name, said, self._settings.key, next_step)
