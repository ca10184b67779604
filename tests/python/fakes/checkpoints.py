"""Tiny real checkpoints: a model of a few thousand weights that has learned a few tactics."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import torch

from sensei import __version__
from sensei.models.checkpoint import KIND, Manifest, write_checkpoint
from sensei.models.config import ModelConfig
from sensei.models.encoding import Encoder
from sensei.models.loading import LoadedModel, fresh_model, save_pretrained
from sensei.models.prompt import prompt_hash

TINY = ModelConfig(hidden_size=32, layers="ca", heads=2, intermediate_size=64)
PAIRS = [
    ("n : Nat\n⊢ n = n", "rfl"),
    ("h : p\n⊢ p", "exact h"),
    ("n : Nat\nh : n = 0\n⊢ n + 0 = 0", "simp [h]"),
    ("a b : Nat\n⊢ a + b = b + a", "omega"),
    ("p q : Prop\n⊢ p → q → p", "intro hp hq\nexact hp"),
]


def manifest(**changes: object) -> Manifest:
    """A manifest of a checkpoint that nobody trained through the trainers."""
    values: dict[str, object] = {
        "kind": KIND,
        "base_model": "configuration",
        "data_set_hash": "",
        "prompt_hash": prompt_hash(),
        "config": {},
        "code_version": __version__,
        "seed": 0,
        "metrics": {"loss_first": 5.5, "loss_last": 1.0},
        "max_prompt_tokens": 512,
        "max_new_tokens": 24,
        "created_at": "2026-01-01T00:00:00+00:00",
    }
    return Manifest.model_validate(values | changes)


def write_tiny(folder: Path, **changes: object) -> Path:
    """Writes a tiny checkpoint that offers short ASCII tactics of all kinds."""
    loaded = _taught()
    write_checkpoint(
        folder,
        manifest(**changes),
        lambda draft: save_pretrained(loaded.model, loaded.tokenizer, draft),
    )
    return folder


def write_foreign(folder: Path, texts: Sequence[str]) -> Path:
    """A tiny Llama with a subword tokenizer of its own, as another tool would have saved it."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import AutoModelForCausalLM, LlamaConfig, PreTrainedTokenizerFast

    raw = Tokenizer(models.BPE())
    raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    raw.decoder = decoders.ByteLevel()
    raw.train_from_iterator(
        texts,
        trainers.BpeTrainer(
            vocab_size=300,
            special_tokens=["<eos>"],
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        ),
    )
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=raw, eos_token="<eos>")
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=2,
        intermediate_size=64,
        bos_token_id=None,
        eos_token_id=tokenizer.eos_token_id,
    )
    save_pretrained(AutoModelForCausalLM.from_config(config), tokenizer, folder)
    return folder


@cache
def _taught() -> LoadedModel:
    loaded = fresh_model(TINY, seed=3)
    encoder = Encoder(loaded.tokenizer)
    model: Any = loaded.model.train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for _ in range(25):
        for state, tactic in PAIRS:
            example = encoder.example(state, tactic, 512)
            assert example is not None
            loss = model(
                input_ids=torch.tensor([example.tokens]), labels=torch.tensor([example.labels])
            ).loss
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
    return loaded
