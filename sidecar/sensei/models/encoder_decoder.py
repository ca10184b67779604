"""Encoder-decoder models (T5 and its like) as generators of tactics.

The decoding (models/decode.py) reads a prompt, then token after token. Here the prompt goes to the
encoder, and the tokens to the decoder, behind the arguments of a causal model. Such models write
tactics; the trainings of this package are of causal ones.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import torch
from torch import Tensor, nn

from sensei.models.loading import LoadedModel, load_model, local_folder
from sensei.models.quantized import four_bit_arguments


@dataclass(slots=True)
class Read:
    """What is kept between tokens: the encoded prompts, and the decoder's cache.

    Args:
        hidden: [B, W, H].
        mask: [B, W].
        cache: of the decoder; None before its first token.
    """

    hidden: Tensor
    mask: Tensor
    cache: Any

    def reorder_cache(self, rows: Tensor) -> None:
        """Keeps these rows, in this order."""
        self.hidden, self.mask = self.hidden[rows], self.mask[rows]
        self.cache.reorder_cache(rows)


class AsCausal(nn.Module):  # type: ignore[misc]
    """An encoder-decoder model that is asked as a causal one.

    Args:
        model: of transformers.
    """

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.model = model

    @property
    def config(self) -> Any:
        """The model's."""
        return self.model.config

    def forward(
        self, input_ids: Tensor, attention_mask: Tensor, past_key_values: Any = None, **_: Any
    ) -> Any:
        """Logits of the next token, [B, 1, V], and what is to be given back with it.

        Args:
            input_ids: [B, W] the prompts at first, then [B, 1] the last tokens.
            attention_mask: of the prompts at first; ignored later.
        """
        read, config = past_key_values, self.model.config
        if read is None:
            end = torch.full_like(input_ids[:, :1], config.eos_token_id)
            ids = torch.cat([input_ids, end], dim=1)  # as such models were taught
            mask = torch.cat([attention_mask, torch.ones_like(end)], dim=1)
            encoded = self.model.get_encoder()(input_ids=ids, attention_mask=mask)
            read = Read(encoded.last_hidden_state, mask, None)
            input_ids = torch.full_like(end, config.decoder_start_token_id)
        # transformers renames this argument; take the name the model at hand documents.
        takes = inspect.signature(type(self.model).forward).parameters
        cache = "cache" if "cache" in takes else "past_key_values"
        output = self.model(
            encoder_outputs=(read.hidden,),
            attention_mask=read.mask,
            decoder_input_ids=input_ids,
            use_cache=True,
            **{cache: read.cache},
        )
        kept = Read(read.hidden, read.mask, getattr(output, cache))
        return SimpleNamespace(logits=output.logits, past_key_values=kept)


def load_served(folder: Path, *, load_in_4bit: bool = False) -> LoadedModel:
    """A model of transformers that writes tactics, causal or encoder-decoder, or a checkpoint.

    Raises:
        CheckpointError: the folder is none of these.
        MissingExtraError: 4 bits without the extra ``quantization``.
    """
    from transformers import AutoConfig, AutoModelForSeq2SeqLM, AutoTokenizer

    where = str(folder)
    with local_folder(folder):
        config = AutoConfig.from_pretrained(where, local_files_only=True)
        if not config.is_encoder_decoder:
            return load_model(folder, load_in_4bit=load_in_4bit)
        quantized = four_bit_arguments() if load_in_4bit else {}
        model = AutoModelForSeq2SeqLM.from_pretrained(
            where,
            dtype=torch.float32,
            local_files_only=True,
            use_safetensors=True,
            **quantized,
        )
        tokenizer = AutoTokenizer.from_pretrained(where, local_files_only=True)
    return LoadedModel(AsCausal(model), tokenizer, None)
