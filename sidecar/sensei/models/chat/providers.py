"""The providers by name."""

from __future__ import annotations

from sensei.core.errors import UsageError
from sensei.models.chat.client import ChatClient
from sensei.settings import ProviderSettings


def chat_client(provider: str, model: str, settings: ProviderSettings) -> ChatClient:
    """The client of a provider's model.

    Args:
        model: "" for the one that the settings name.

    Raises:
        UsageError: no model, or no key where one is needed.
        MissingExtraError: the provider's library is not installed.
    """
    model = model or settings.model
    if not model:
        raise UsageError(
            f"{provider}: no model is named", f"write {provider}:MODEL, or model in [{provider}]"
        )
    if not settings.key and not settings.base_url:
        name = f"{provider.upper()}_API_KEY"
        raise UsageError(f"{provider}:{model} needs a key", f"set {name} in the environment")
    # Here, since each brings a library of its own.
    if provider == "openai":
        from sensei.models.chat.openai_client import OpenAIClient

        return OpenAIClient(model, settings)
    if provider == "google":
        from sensei.models.chat.google_client import GoogleClient

        return GoogleClient(model, settings)
    from sensei.models.chat.anthropic_client import AnthropicClient

    return AnthropicClient(model, settings)
