"""Encoder-decoder models write tactics, with true scores; trainings refuse them."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra 'train' is not installed")

import torch

from sensei.core.errors import CheckpointError
from sensei.models.byte_tokenizer import byte_tokenizer
from sensei.models.decode import sample_distinct
from sensei.models.encoder_decoder import AsCausal, load_served
from sensei.models.encoding import Encoder
from sensei.models.loading import quiet_libraries, save_pretrained
from sensei.provers.generators import make_generator
from sensei.trainers.sft import SFTTrainer

STATES = ["n : Nat\n⊢ n = n", "p q : Prop\nh : p ∧ q\n⊢ q ∧ p"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny T5 with random weights, that ends now and then."""
    from transformers import T5Config, T5ForConditionalGeneration

    tokenizer = byte_tokenizer()
    shape = T5Config(
        vocab_size=len(tokenizer), d_model=16, d_kv=8, d_ff=32, num_layers=1, num_heads=2,
        pad_token_id=tokenizer.pad_token_id, eos_token_id=tokenizer.eos_token_id,
        decoder_start_token_id=tokenizer.pad_token_id,
    )  # fmt: skip
    with quiet_libraries(), torch.random.fork_rng():
        torch.manual_seed(1)
        model = T5ForConditionalGeneration(shape)
    made = tmp_path_factory.mktemp("t5") / "model"
    save_pretrained(model, tokenizer, made)
    return made


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_scores_are_those_of_a_forward_pass(folder: Path, temperature: float) -> None:
    loaded = load_served(folder)
    assert isinstance(loaded.model, AsCausal)
    encoder, model = Encoder(loaded.tokenizer), loaded.model.eval()
    prompts = [encoder.prompt(state, 512).tokens for state in STATES]
    found = sample_distinct(
        model, prompts, 6, eos_id=encoder.eos_id, pad_id=encoder.pad_id, max_new_tokens=4,
        temperature=temperature, seeds=[1, 2],
    )  # fmt: skip
    assert all(len({one.tokens for one in these}) == len(these) > 2 for these in found)
    inner = model.model
    for prompt, these in zip(prompts, found, strict=True):
        for one in these:
            tokens = [*one.tokens, encoder.eos_id]
            with torch.no_grad():
                logits = inner(
                    input_ids=torch.tensor([[*prompt, encoder.eos_id]]),
                    labels=torch.tensor([tokens]),
                ).logits[0]
            scores = logits.double().log_softmax(-1)
            expected = sum(float(scores[at, token]) for at, token in enumerate(tokens))
            assert one.log_prob == pytest.approx(expected, abs=1e-3)


def test_it_is_a_generator_and_is_not_trained(folder: Path, tmp_path: Path) -> None:
    named = make_generator(str(folder), seed=0)
    assert named.name == "model"
    assert len(named.generator.generate(STATES, 4)) == 2
    with pytest.raises(CheckpointError, match="is no causal language model"):
        SFTTrainer(str(folder), tmp_path / "out", device="cpu").train([])
    with pytest.raises(CheckpointError, match="no model that can be loaded"):
        load_served(tmp_path)
