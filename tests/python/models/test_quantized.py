"""Models in 4 bits: asked, adapted, and refused where the library or the adapters are missing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="the extra 'train' is not installed")

from fakes.checkpoints import PAIRS, write_foreign
from sensei.core.errors import MissingExtraError, UsageError
from sensei.models import quantized
from sensei.models.encoding import Encoder
from sensei.models.generator import TacticGenerator
from sensei.models.loading import load_checkpoint, load_model
from sensei.provers.generators import IN_4BIT, make_generator
from sensei.trainers.batches import Pair
from sensei.trainers.config import LoraSettings
from sensei.trainers.loss import evaluation_sample, mean_loss
from sensei.trainers.sft import SFTTrainer

SHOWN = [Pair(state, tactic) for state, tactic in PAIRS]
STATES = [state for state, _ in PAIRS]


@pytest.fixture(scope="module")
def llama(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model of linear layers, which bitsandbytes quantizes."""
    texts = [f"{state}\n{tactic}" for state, tactic in PAIRS]
    return write_foreign(tmp_path_factory.mktemp("quantized") / "llama", texts)


def sft(model: Path, output: Path, **settings: Any) -> SFTTrainer:
    return SFTTrainer(
        str(model),
        output,
        epochs_per_repo=4,
        lr=1e-2,
        lora_config=LoraSettings(r=4, alpha=8, dropout=0),
        device="cpu",
        threads=1,
        rename_share=0,
        load_in_4bit=True,
        **settings,
    )


def test_without_the_library_it_is_refused_by_name(
    llama: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quantized, "find_spec", lambda name: None)
    for ask in (
        lambda: load_model(llama, load_in_4bit=True),
        lambda: make_generator(str(llama), seed=0, load_in_4bit=True),
        lambda: sft(llama, tmp_path / "run").train(SHOWN),
    ):
        with pytest.raises(MissingExtraError) as refused:
            ask()
        assert refused.value.next_step == "pip install 'sensei[quantization]'"
    assert not (tmp_path / "run").exists()


def test_what_has_no_weights_is_refused() -> None:
    with pytest.raises(UsageError, match="fixed has no weights to be loaded"):
        make_generator("fixed", seed=0, load_in_4bit=True)


def test_all_weights_of_it_cannot_be_trained(llama: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be trained themselves"):
        SFTTrainer(str(llama), tmp_path / "run", load_in_4bit=True, device="cpu").train(SHOWN)


def test_a_model_in_4_bits_is_smaller_and_says_nearly_the_same(llama: Path) -> None:
    pytest.importorskip("bitsandbytes", reason="the extra 'quantization' is not installed")
    whole, small = load_model(llama), load_model(llama, load_in_4bit=True)
    layer = small.model.model.layers[0].mlp.up_proj
    assert type(layer).__name__ == "Linear4bit"
    assert layer.weight.nbytes == whole.model.model.layers[0].mlp.up_proj.weight.nbytes / 8
    encoder = Encoder(whole.tokenizer)
    sample = evaluation_sample(SHOWN, encoder, 256)
    losses = [mean_loss(each.model, sample, encoder.pad_id) for each in (whole, small)]
    assert losses[0] == pytest.approx(losses[1], rel=0.05)
    assert losses[0] != losses[1]
    named = make_generator(str(llama), seed=0, load_in_4bit=True)
    assert named.weights == IN_4BIT.strip(), "its results are not those of the whole weights"


def test_adapters_are_trained_beside_4_bits_and_served_so(llama: Path, tmp_path: Path) -> None:
    pytest.importorskip("bitsandbytes", reason="the extra 'quantization' is not installed")
    result = sft(llama, tmp_path / "run").train(SHOWN)
    manifest = result.manifest
    assert manifest.adapter
    assert manifest.config["load_in_4bit"] is True
    assert "model.safetensors" not in manifest.files
    assert manifest.metrics["loss_last"] < manifest.metrics["loss_first"]
    loaded = load_checkpoint(result.checkpoint, load_in_4bit=True)
    encoder = Encoder(loaded.tokenizer)
    loss = mean_loss(loaded.model, evaluation_sample(SHOWN, encoder, 1024), encoder.pad_id)
    assert loss == pytest.approx(manifest.metrics["loss_last"], abs=1e-3)
    served = TacticGenerator(result.checkpoint, load_in_4bit=True, device="cpu")
    assert len(served.generate(STATES, 4)) == len(STATES)
