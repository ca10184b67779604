"""Whether the libraries that models need are installed. Imports none of them."""

from __future__ import annotations

from importlib.util import find_spec

from sensei.core.errors import MissingExtraError
from sensei.settings import let_threads_sleep

LIBRARIES = ("torch", "transformers", "trl", "peft", "accelerate", "datasets", "safetensors")


def require_training_extra(feature: str) -> None:
    """Makes sure the extra ``train`` is there, and that its threads wait politely.

    Raises:
        MissingExtraError: one of its libraries is not.
    """
    if any(find_spec(name) is None for name in LIBRARIES):
        raise MissingExtraError(feature, "train")
    let_threads_sleep()
