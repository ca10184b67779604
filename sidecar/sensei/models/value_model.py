"""A number for a goal: a language model's body with a small head, on disk and in memory.

The body reads the goal in the generator's own prompt, so that a head can be trained on the body of
a generator. The head is linear, on the mean of the last layer and its last token.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from sensei.core.errors import CheckpointError
from sensei.models.checkpoint import GENERATORS, MANIFEST, Manifest, check_prompt, read_manifest
from sensei.models.config import ModelConfig
from sensei.models.loading import fresh_model, load_checkpoint, local_folder, save_pretrained
from sensei.models.prompt import prompt_hash

HEAD = "head.safetensors"


class ValueModel(nn.Module):  # type: ignore[misc]
    """One number a goal.

    Args:
        body: a model of transformers without its own head: token ids to hidden states.
        bias: what the head says of every goal before it is trained.
    """

    def __init__(self, body: Any, bias: float = 0.0) -> None:
        super().__init__()
        self.body = body
        self.head = nn.Linear(2 * int(body.config.hidden_size), 1)
        nn.init.zeros_(self.head.weight)
        nn.init.constant_(self.head.bias, bias)

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> Tensor:
        """The numbers, [goals]; ids and mask are [goals, tokens], padded on the right."""
        assert input_ids.ndim == 2
        assert input_ids.shape == attention_mask.shape
        hidden = self.body(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask.unsqueeze(-1).to(hidden.dtype)
        lengths = attention_mask.sum(1)
        mean = (hidden * mask).sum(1) / lengths.unsqueeze(-1)
        last = hidden[torch.arange(len(hidden), device=hidden.device), lengths - 1]
        numbers: Tensor = self.head(torch.cat([mean, last], dim=-1)).squeeze(-1)
        return numbers.float()


@dataclass(frozen=True, slots=True)
class LoadedValues:
    """A value model with its tokenizer.

    Args:
        manifest: of the checkpoint it came from, which may be a generator's; None for a foreign
            model or a fresh one.
    """

    model: ValueModel
    tokenizer: Any
    manifest: Manifest | None


def fresh_values(config: ModelConfig, seed: int) -> LoadedValues:
    """A small byte-level body with random weights, and an empty head."""
    loaded = fresh_model(config, seed)
    return LoadedValues(ValueModel(loaded.model.base_model), loaded.tokenizer, None)


def load_values(folder: Path, kind: str) -> LoadedValues:
    """Loads a checkpoint of a kind.

    Raises:
        CheckpointError: no checkpoint, of another kind, damaged, or taught with another prompt.
    """
    from safetensors.torch import load_file

    manifest = read_manifest(folder, kind)
    check_prompt(folder, manifest, prompt_hash())
    body, tokenizer = _load_body(folder)
    model = ValueModel(body)
    try:
        model.head.load_state_dict(load_file(folder / HEAD))
    except (OSError, RuntimeError) as error:
        raise CheckpointError(f"{folder / HEAD} is no head of this model: {error}") from None
    return LoadedValues(model, tokenizer, manifest)


def values_from(folder: Path, kind: str) -> LoadedValues:
    """What a training starts from: a checkpoint of the kind goes on, a generator or any local model
    of transformers gives its body to a new head.

    Raises:
        CheckpointError: the folder is none of these.
    """
    if (folder / MANIFEST).exists():
        if read_manifest(folder, None, verify=False).kind not in GENERATORS:
            return load_values(folder, kind)
        loaded = load_checkpoint(folder)
        return LoadedValues(ValueModel(loaded.model.base_model), loaded.tokenizer, loaded.manifest)
    if not folder.is_dir():
        raise CheckpointError(
            f"{folder}: no such model folder", "give a local folder; nothing is downloaded"
        )
    body, tokenizer = _load_body(folder)
    return LoadedValues(ValueModel(body), tokenizer, None)


def save_values(model: ValueModel, tokenizer: Any, folder: Path) -> None:
    """Writes body, head and tokenizer into ``folder``."""
    from safetensors.torch import save_file

    save_pretrained(model.body, tokenizer, folder)
    save_file({name: t.contiguous() for name, t in model.head.state_dict().items()}, folder / HEAD)


def padded(rows: list[list[int]], pad_id: int, device: Any) -> tuple[Tensor, Tensor]:
    """ids and mask, each [rows, longest]."""
    width = max(len(row) for row in rows)
    ids = torch.full((len(rows), width), pad_id)
    mask = torch.zeros((len(rows), width), dtype=torch.long)
    for index, row in enumerate(rows):
        ids[index, : len(row)] = torch.tensor(row)
        mask[index, : len(row)] = 1
    return ids.to(device), mask.to(device)


def _load_body(folder: Path) -> tuple[Any, Any]:
    from transformers import AutoConfig, AutoModel, AutoModelForTextEncoding, AutoTokenizer

    where = str(folder)
    with local_folder(folder):
        config = AutoConfig.from_pretrained(where, local_files_only=True)
        names = config.architectures or [""]
        encoder = config.is_encoder_decoder or names[0].endswith("EncoderModel")
        make = AutoModelForTextEncoding if encoder else AutoModel
        body = make.from_pretrained(
            where, dtype=torch.float32, local_files_only=True, use_safetensors=True
        )
        tokenizer = AutoTokenizer.from_pretrained(where, local_files_only=True)
    return body, tokenizer
