"""Packed rows: nothing is lost, and a model learns from them exactly what it would have."""

from __future__ import annotations

import itertools
import random
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="the extra 'train' is not installed")

import torch

from fakes.checkpoints import TINY
from sensei.core.errors import UsageError
from sensei.models.byte_tokenizer import byte_tokenizer
from sensei.models.encoding import IGNORED, EncodedExample
from sensei.models.loading import quiet_libraries, save_pretrained
from sensei.trainers.batches import Pair
from sensei.trainers.packing import PackedCollator, pack
from sensei.trainers.sft import SFTTrainer


def example(size: int, start: int) -> EncodedExample:
    tokens = [(start + i) % 200 + 5 for i in range(size)]
    half = max(1, size // 2)
    return EncodedExample(tokens, [IGNORED] * half + tokens[half:], 0)


def test_every_example_is_in_one_row_and_rows_are_full() -> None:
    rng = random.Random(0)
    examples = [example(rng.randint(2, 60), i) for i in range(500)]
    rows = pack(examples, 64)
    assert all(len(row.tokens) == len(row.labels) == len(row.positions) <= 64 for row in rows)
    cut: list[tuple[int, ...]] = []
    for row in rows:
        starts = [at for at, place in enumerate(row.positions) if place == 0] + [len(row.tokens)]
        cut += [tuple(row.tokens[a:b]) for a, b in itertools.pairwise(starts)]
    assert sorted(cut) == sorted(tuple(e.tokens) for e in examples)
    used = sum(len(e.tokens) for e in examples) / (64 * len(rows))
    assert used > 0.9


def attention_model() -> Any:
    from transformers import Qwen2Config, Qwen2ForCausalLM

    shape = Qwen2Config(
        vocab_size=len(byte_tokenizer()), hidden_size=32, intermediate_size=64,
        num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2,
        max_position_embeddings=512, eos_token_id=1,
    )  # fmt: skip
    with torch.random.fork_rng(devices=[]), quiet_libraries():
        torch.manual_seed(0)
        return Qwen2ForCausalLM(shape)


def test_the_loss_and_gradient_of_packed_rows_are_those_of_the_examples() -> None:
    model = attention_model()
    examples = [example(size, 7 * size) for size in (5, 9, 14, 3, 20, 11)]
    collate = PackedCollator(0, 40)

    def summed(batch: dict[str, Any]) -> Any:
        inputs = {name: batch[name] for name in ("input_ids", "position_ids")}
        # With a cache of keys, positions make no mask; TRL asks for none either.
        logits = model(**inputs, use_cache=False).logits
        labels = batch["labels"][:, 1:].flatten()
        return torch.nn.functional.cross_entropy(
            logits[:, :-1].flatten(0, 1), labels, ignore_index=IGNORED, reduction="sum"
        )

    def batch_of(rows: list[Any]) -> dict[str, Any]:
        return collate(
            [{"input_ids": r.tokens, "labels": r.labels, "position_ids": r.positions} for r in rows]
        )

    def of_all(rows: list[list[Any]]) -> tuple[float, list[Any]]:
        model.zero_grad()
        total = sum(summed(batch_of(part)) for part in rows)
        total.backward()
        return float(total.detach()), [p.grad.clone() for p in model.parameters()]

    packed, alone = pack(examples, 32), [pack([e], 32) for e in examples]
    assert len(packed) < len(examples)
    loss, gradients = of_all([packed])
    loss_alone, gradients_alone = of_all(alone)
    assert loss == pytest.approx(loss_alone, rel=1e-5)
    for one, other in zip(gradients, gradients_alone, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-3, atol=1e-5)


EXAMPLES = [Pair(f"p : Prop\n{name} : p\n⊢ p", f"exact {name}") for name in "abcdefgh"]


def train(model: Path | str, folder: Path, **options: Any) -> Any:
    settings: dict[str, Any] = {
        "epochs_per_repo": 2, "batch_size": 4, "max_seq_len": 128, "lr": 5e-3, "device": "cpu",
        "threads": 1, "model": TINY, "rename_share": 0.0, "warmup_steps": 0, "save_steps": None,
    }  # fmt: skip
    return SFTTrainer(str(model), folder, **(settings | options)).train(EXAMPLES)


def test_a_run_on_packed_rows(tmp_path: Path) -> None:
    save_pretrained(attention_model(), byte_tokenizer(), tmp_path / "base")
    result = train(tmp_path / "base", tmp_path / "run", packing=True, batch_size=1)
    metrics = result.manifest.metrics
    assert metrics["steps"] < 16 / 1, "fewer rows than examples"
    assert metrics["loss_last"] < metrics["loss_first"]


def test_a_model_that_sees_over_the_borders_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="its layers are also conv; leave --packing out"):
        train("configuration", tmp_path / "run", packing=True)


def test_batches_added_up_are_one_batch(tmp_path: Path) -> None:
    whole = train("configuration", tmp_path / "whole", batch_size=4)
    parts = train("configuration", tmp_path / "parts", batch_size=2, accumulate=2)
    assert parts.manifest.metrics["steps"] == whole.manifest.metrics["steps"] == 4
    assert parts.manifest.metrics["loss_last"] == pytest.approx(
        whole.manifest.metrics["loss_last"], rel=0.02
    )


def test_bfloat16_trains_and_keeps_32_bit_weights(tmp_path: Path) -> None:
    from safetensors.torch import load_file

    result = train("configuration", tmp_path / "run", precision="bfloat16")
    metrics = result.manifest.metrics
    assert metrics["loss_last"] < metrics["loss_first"]
    weights = load_file(tmp_path / "run" / "model.safetensors")
    assert {tensor.dtype for tensor in weights.values()} == {torch.float32}
    plain = train("configuration", tmp_path / "plain")
    assert plain.manifest.weights_hash() != result.manifest.weights_hash()
