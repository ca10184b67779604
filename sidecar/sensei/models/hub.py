"""Hugging Face models by name: ``hf:ORG/NAME``, or ``hf:ORG/NAME@REVISION``.

What is in the hub's cache is taken from there, else downloaded: configuration, tokenizer, and
weights as safetensors, and no pickle. Only a name that begins with ``hf:`` ever downloads anything.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sensei.core.errors import CheckpointError, MissingExtraError

PREFIX: Final = "hf:"
_FILES: Final = ["*.json", "*.safetensors", "*.txt", "*.model", "*.jinja"]


def is_hub_name(wanted: str | None) -> bool:
    """Whether it is ``hf:…``."""
    return wanted is not None and wanted.startswith(PREFIX)


def hub_folder(wanted: str) -> Path:
    """The folder of a model by its name in the hub.

    Raises:
        CheckpointError: there is no such model, or it cannot be downloaded.
        MissingExtraError: the hub's library is not installed.
    """
    try:
        import httpx
        from huggingface_hub import snapshot_download
        from huggingface_hub.errors import HfHubHTTPError, HFValidationError
    except ImportError:
        raise MissingExtraError(f"the generator {wanted}", "train") from None
    name, _, revision = wanted.removeprefix(PREFIX).partition("@")
    for cached in (True, False):
        try:
            found = snapshot_download(
                name,
                revision=revision or None,
                allow_patterns=_FILES,
                local_files_only=cached,
            )
        # What is not in the cache, or not whole, is a kind of these too.
        except (HfHubHTTPError, HFValidationError, httpx.HTTPError, OSError, ValueError) as error:
            if not cached:
                line = " ".join(str(error).split())[:300] or type(error).__name__
                raise CheckpointError(
                    f"{wanted} cannot be had: {line}",
                    "check the name and the network, or give the folder of a local model",
                ) from None
        else:
            return Path(str(found))
    raise AssertionError("unreachable")


def model_name(folder: Path) -> str:
    """How a model's folder is called: of one in the hub's cache, ``ORG/NAME``."""
    repository = folder.parent.parent.name
    if folder.parent.name == "snapshots" and repository.startswith("models--"):
        return repository.removeprefix("models--").replace("--", "/")
    return folder.name
