"""Models and tokenizers from disk or from a configuration, and back to disk."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sensei.core.errors import CheckpointError
from sensei.models.checkpoint import MANIFEST, WRITER, Manifest, check_prompt, read_manifest
from sensei.models.config import ModelConfig, build_model
from sensei.models.prompt import prompt_hash
from sensei.models.quantized import four_bit_arguments
from sensei.models.statement_prompt import statement_prompt_hash

CONFIGURATION = "configuration"
_LIBRARIES = ("transformers", "trl", "accelerate", "peft", "torch", "datasets", "bitsandbytes")


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """A model with its tokenizer.

    Args:
        model: a causal language model of transformers, adapters merged in; or in 4 bits.
        tokenizer: its tokenizer.
        manifest: of the checkpoint it came from; None for a foreign model or a fresh one.
    """

    model: Any
    tokenizer: Any
    manifest: Manifest | None


def fresh_model(config: ModelConfig, seed: int) -> LoadedModel:
    """The default model with random weights, and its byte tokenizer."""
    from sensei.models.byte_tokenizer import byte_tokenizer

    tokenizer = byte_tokenizer()
    with quiet_libraries():
        model = build_model(
            config, len(tokenizer), tokenizer.pad_token_id, tokenizer.eos_token_id, seed
        )
    return LoadedModel(model, tokenizer, None)


def load_checkpoint(folder: Path, *, load_in_4bit: bool = False) -> LoadedModel:
    """Loads a checkpoint of ours; an adapter is merged into its base model, or stands beside one in
    4 bits.

    Raises:
        CheckpointError: no checkpoint, damaged, or taught with another prompt.
        MissingExtraError: 4 bits without the extra ``quantization``.
    """
    manifest = read_manifest(folder)
    check_prompt(folder, manifest, prompt_hash(shown_premises(manifest)))
    if not manifest.adapter:
        loaded = _load_pretrained(folder, load_in_4bit)
        return LoadedModel(loaded.model, loaded.tokenizer, manifest)
    if not Path(manifest.base_model).is_dir():
        raise CheckpointError(
            f"{folder} is an adapter, and its base model {manifest.base_model} is gone",
            "put the base model back there",
        )
    from peft import PeftModel

    base = load_model(Path(manifest.base_model), load_in_4bit=load_in_4bit)
    if base.manifest is not None and not manifest.parent.endswith(base.manifest.weights_hash()):
        raise CheckpointError(
            f"{folder} is an adapter, and its base model {manifest.base_model} has changed since",
            "put the base model it was trained from back there",
        )
    with quiet_libraries():
        adapted = PeftModel.from_pretrained(base.model, str(folder))
        # Merged into 4 bits, the adapter would be rounded away.
        model = adapted.get_base_model() if load_in_4bit else adapted.merge_and_unload()
    return LoadedModel(model, base.tokenizer, manifest)


def load_writer(folder: Path) -> LoadedModel:
    """Loads a model that writes proofs and conjectures.

    Raises:
        CheckpointError: no such checkpoint, damaged, or taught with other prompts.
    """
    manifest = read_manifest(folder, WRITER)
    check_prompt(folder, manifest, statement_prompt_hash())
    loaded = _load_pretrained(folder)
    return LoadedModel(loaded.model, loaded.tokenizer, manifest)


def shown_premises(manifest: Manifest) -> int:
    """How many premises a goal was shown with when the checkpoint was trained."""
    premises = manifest.config.get("premises", 0)
    return premises if isinstance(premises, int) else 0


def load_model(folder: Path, *, load_in_4bit: bool = False) -> LoadedModel:
    """Loads a checkpoint of ours, or any local causal language model in Hugging Face's layout.

    Raises:
        CheckpointError: the folder is neither.
        MissingExtraError: 4 bits without the extra ``quantization``.
    """
    if (folder / MANIFEST).exists():
        return load_checkpoint(folder, load_in_4bit=load_in_4bit)
    if not folder.is_dir():
        raise CheckpointError(
            f"{folder}: no such model folder", "give a local folder; nothing is downloaded"
        )
    if not (folder / "config.json").is_file():
        raise CheckpointError(
            f"{folder} is no model: it has neither {MANIFEST} nor config.json",
            "give a checkpoint of sensei or a local Hugging Face causal language model",
        )
    return _load_pretrained(folder, load_in_4bit)


def save_pretrained(model: Any, tokenizer: Any, folder: Path, weights: Any = None) -> None:
    """Writes weights (safetensors), configuration and tokenizer into ``folder``.

    Args:
        weights: the whole ones, where the model at hand has only a share of them.
    """
    with quiet_libraries():
        given = {} if weights is None else {"state_dict": weights}
        model.save_pretrained(str(folder), **given)
        tokenizer.save_pretrained(str(folder))
    for stray in ("README.md", "training_args.bin"):
        (folder / stray).unlink(missing_ok=True)


@contextmanager
def quiet_libraries() -> Iterator[None]:
    """Holds back what the libraries say to each other (slower kernels, renamed arguments, bars)."""
    from transformers.utils import logging as transformers_logging

    before = transformers_logging.get_verbosity()
    bars = transformers_logging.is_progress_bar_enabled()
    transformers_logging.set_verbosity(logging.ERROR)
    transformers_logging.disable_progress_bar()
    try:
        with warnings.catch_warnings():
            for module in _LIBRARIES:
                warnings.filterwarnings("ignore", module=rf"{module}(\.|$)")
            yield
    finally:
        transformers_logging.set_verbosity(before)
        if bars:
            transformers_logging.enable_progress_bar()


def _load_pretrained(folder: Path, load_in_4bit: bool = False) -> LoadedModel:
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    with local_folder(folder, "causal language model"):
        quantized = four_bit_arguments() if load_in_4bit else {}
        model = AutoModelForCausalLM.from_pretrained(
            str(folder),
            dtype=torch.float32,
            local_files_only=True,
            use_safetensors=True,
            **quantized,
        )
        tokenizer = AutoTokenizer.from_pretrained(str(folder), local_files_only=True)
    return LoadedModel(model, tokenizer, None)


@contextmanager
def local_folder(folder: Path, kind: str = "model") -> Iterator[None]:
    """Loading a model of Hugging Face from a local folder: quietly, and errors name the folder.

    Raises:
        CheckpointError: what is loaded inside is not there, or damaged.
    """
    from safetensors import SafetensorError

    with quiet_libraries():
        try:
            yield
        except (OSError, ValueError, KeyError, SafetensorError) as error:
            reason = str(error).strip().splitlines()[0]
            raise CheckpointError(
                f"{folder} is no {kind} that can be loaded: {reason}",
                "give a local folder with config.json, *.safetensors and a tokenizer",
            ) from None
